import { Trans, useLingui } from '@lingui/react/macro';
import type { FriendState } from '@waymark/api-contract';
import { Badge, Button, EditIcon, IconButton, UserPlusIcon } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { useFriendActions } from '../friends/use-friend-actions.ts';

const RequestDialog = lazy(() => import(/* webpackChunkName: "dialogs" */ './request-dialog.tsx'));

interface RequestButtonProps {
  member: { id: number; display_name: string; state: FriendState };
  /** Offers a request with a message beside the one of a single press. Default false. */
  hasMessage?: boolean;
  onAsked?: () => void;
}

/** The next step towards a friendship, by how the two stand to each other. */
export function RequestButton({ member, hasMessage = false, onAsked }: RequestButtonProps) {
  const { t } = useLingui();
  const { run, pending } = useFriendActions();
  const [isWriting, setIsWriting] = useState(false);
  const isBusy = pending[member.id] !== undefined;
  if (member.state === 'self') return null;
  if (member.state === 'active')
    return (
      <Badge hue="moss">
        <Trans>Friends</Trans>
      </Badge>
    );
  if (member.state === 'pending')
    return (
      <Button size="sm" disabled>
        <Trans>Request Sent</Trans>
      </Button>
    );
  if (member.state === 'requested')
    return (
      <Button size="sm" variant="primary" loading={isBusy} onClick={() => void run('accept', member)}>
        <Trans>Accept</Trans>
      </Button>
    );
  return (
    <>
      {hasMessage && (
        <IconButton
          size="sm"
          label={t`Ask ${member.display_name} with a message`}
          icon={<EditIcon size={18} />}
          onClick={() => setIsWriting(true)}
        />
      )}
      <Button
        size="sm"
        icon={<UserPlusIcon />}
        loading={isBusy}
        onClick={() => void run('request', member).then((done) => done && onAsked?.())}
      >
        <Trans>Add Friend</Trans>
      </Button>
      {isWriting && (
        <Suspense>
          <RequestDialog
            member={member}
            onClose={() => setIsWriting(false)}
            onAsked={() => {
              setIsWriting(false);
              onAsked?.();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
