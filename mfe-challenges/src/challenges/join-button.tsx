import type { Challenge } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { loginPath } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import { Button, type ButtonProps } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';

const JoinDialog = lazy(() => import(/* webpackChunkName: "join-challenge" */ './join-dialog.tsx'));

interface JoinButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  challenge: Challenge;
}

/** Asks a member how to join, and a visitor to log in first. Nothing where joining is over. */
export function JoinButton({ challenge, ...look }: JoinButtonProps) {
  const { t } = useLingui();
  const [isAsking, setIsAsking] = useState(false);
  const { status } = useSession();
  const { id, title, joined, state, can } = challenge;
  const label = t`Join ${title}`;
  if (status === 'signed-out' && !joined && state !== 'past')
    return (
      <Button {...look} href={loginPath(`/challenges/${id}`)} aria-label={label}>
        <Trans>Join</Trans>
      </Button>
    );
  // The dialog stays while its answer makes the challenge a joined one.
  return (
    <>
      {can.join && (
        <Button {...look} aria-label={label} onClick={() => setIsAsking(true)}>
          <Trans>Join</Trans>
        </Button>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <JoinDialog challenge={challenge} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
