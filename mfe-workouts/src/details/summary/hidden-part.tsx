import type { Workout } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { AppLink, useSession } from '@waymark/remote';
import { Flex, LockIcon } from '@waymark/ui';
import type { ReactNode } from 'react';

function sentenceFor({ user, preview }: Workout, reader: number | null | undefined): ReactNode {
  if (reader === user.id) {
    return (
      <Trans>
        A part of this track lies in one of your{' '}
        <AppLink href="/workouts/privacy_zones">privacy zones</AppLink>. Only you see all of it: others see
        the rest, with the figures of the rest.
      </Trans>
    );
  }
  if (preview.polyline === null) return <Trans>This track is hidden, and its figures are rounded.</Trans>;
  return <Trans>Part of this track is hidden. The figures cover the visible part.</Trans>;
}

/** A privacy zone covers a part of the track. */
export function HiddenPart({ workout }: { workout: Workout }) {
  const { userId } = useSession();
  return (
    <Flex gap={2} align="center" color="muted" fontSize="sm">
      <LockIcon size="1.1em" />
      <span>{sentenceFor(workout, userId)}</span>
    </Flex>
  );
}
