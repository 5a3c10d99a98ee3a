import { Trans } from '@lingui/react/macro';
import { Button, EmptyState, UsersIcon } from '@waymark/ui';
import type { FeedView } from './feed-address.ts';

/** What a member without stories can do about it. */
export default function EmptyFeed({ view, isFiltered }: { view: FeedView; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title={<Trans>Nothing here yet</Trans>}>
        <Trans>Choose another activity to see more.</Trans>
      </EmptyState>
    );
  if (view === 'own')
    return (
      <EmptyState
        title={<Trans>Your workouts and posts show up here</Trans>}
        action={
          <Button variant="primary" href="/workout/import">
            <Trans>Import a workout</Trans>
          </Button>
        }
      >
        <Trans>Friends see those that you share with them.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<UsersIcon size={40} />}
      title={<Trans>Train together, even apart</Trans>}
      action={
        <Button variant="primary" href="/people/friends/find">
          <Trans>Find friends</Trans>
        </Button>
      }
    >
      <Trans>
        Add the people you train with, and their workouts show up here. You decide who sees yours.
      </Trans>
    </EmptyState>
  );
}
