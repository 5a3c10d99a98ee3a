import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@waymark/contract';
import { Button, EmptyState, LoadFailed } from '@waymark/ui';

/** What stands in a page's place when its route cannot be shown. */
export function RouteMissing({ error, retry, busy }: { error: ApiError; retry: () => void; busy: boolean }) {
  if (error.status === 404 || error.status === 403)
    return (
      <EmptyState
        level={1}
        title={<Trans>This route is private or does not exist.</Trans>}
        action={
          <Button href="/routes">
            <Trans>Look at other routes</Trans>
          </Button>
        }
      >
        <Trans>Its owner may have deleted it, made a new link to it or changed who can see it.</Trans>
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
