import { Trans } from '@lingui/react/macro';
import { type ApiError, isSignedIn, loginPath } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import { Button, EmptyState, LoadFailed } from '@waymark/ui';

/** What stands in a page's place when its route cannot be shown. */
export function RouteMissing({ error, retry, busy }: { error: ApiError; retry: () => void; busy: boolean }) {
  const isMember = isSignedIn(useSession());
  if (error.status === 404 || error.status === 403)
    return (
      <EmptyState
        level={1}
        title={<Trans>This route is private or does not exist</Trans>}
        action={
          isMember ? (
            <Button href="/routes">
              <Trans>Look at other routes</Trans>
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
  return (
    <LoadFailed
      title={<Trans>This route cannot be shown just now</Trans>}
      error={error}
      retry={retry}
      busy={busy}
    />
  );
}
