import { Trans } from '@lingui/react/macro';
import type { FriendState } from '@waymark/api-contract';
import { Badge, Button, UserPlusIcon } from '@waymark/ui';
import { useFriendActions } from '../friends/use-friend-actions.ts';

interface RequestButtonProps {
  member: { id: number; display_name: string; state: FriendState };
  onAsked?: () => void;
}

/** The next step towards a friendship, by how the two stand to each other. */
export function RequestButton({ member, onAsked }: RequestButtonProps) {
  const { run, pending } = useFriendActions();
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
    <Button
      size="sm"
      icon={<UserPlusIcon />}
      loading={isBusy}
      onClick={() => void run('request', member).then((done) => done && onAsked?.())}
    >
      <Trans>Add Friend</Trans>
    </Button>
  );
}
