import { Trans } from '@lingui/react/macro';
import { type ApiError, isSignedIn, loginPath } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import { Button, EmptyState, LoadFailed } from '@waymark/ui';

/** What stands in a page's place when its workout cannot be shown. */
export function WorkoutMissing({ error, retry }: { error: ApiError; retry: () => void }) {
  const isMember = isSignedIn(useSession());
  if (error.status === 404 || error.status === 403) {
    return (
      <EmptyState
        level={1}
        title={<Trans>This workout is private or does not exist</Trans>}
        action={
          isMember ? (
            <Button href="/dashboard">
              <Trans>Go to your dashboard</Trans>
            </Button>
          ) : (
            <Button href={loginPath()}>
              <Trans>Log in</Trans>
            </Button>
          )
        }
      >
        <Trans>Its owner may have deleted it, made a new link to it or changed who can see it.</Trans>{' '}
        {!isMember && <Trans>If it is yours, log in to see it.</Trans>}
      </EmptyState>
    );
  }
  return (
    <LoadFailed title={<Trans>This workout cannot be shown just now</Trans>} error={error} retry={retry} />
  );
}
