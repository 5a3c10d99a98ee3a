import { routeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '@waymark/remote';
import { BookmarkIcon, Box, Button, EmptyState } from '@waymark/ui';
import { ListPages } from '../list/list-pages.tsx';
import { RouteItems, RouteItemsSkeleton } from '../list/route-items.tsx';
import { useListPage } from '../list/use-route-list.ts';
import { GoneBookmarks } from './gone-bookmarks.tsx';
import { useListAddress } from './list-address.ts';
import { ListFailed } from './list-failed.tsx';
import { BookmarkActions, BookmarkNote } from './row-parts.tsx';

/** The routes that the member has kept, whoever drew them. */
export function BookmarkedRoutes() {
  const { t } = useLingui();
  const { userId } = useSession();
  const { listed, href, go, toPage } = useListAddress();
  const { page, error, busy, refetch, next, prev } = useListPage(
    routeCalls.bookmarks,
    // Without more the first page is the call that `firstCalls` starts: one's own, the first twenty.
    { offset: listed.from || undefined },
    { enabled: userId !== null, href },
  );
  const routes = page?._embedded.route_bookmarks.map(({ route }) => route) ?? [];
  const empty = page !== undefined && routes.length === 0;

  return (
    <>
      {error && <ListFailed error={error} busy={busy} retry={() => void refetch()} />}
      {!page && !error && <RouteItemsSkeleton />}
      {page && listed.from === 0 && <GoneBookmarks gone={page.gone} />}
      {empty && listed.from > 0 && (
        <EmptyState
          title={<Trans>This page is empty</Trans>}
          action={
            <Button onClick={() => (prev === null ? go({ ...listed, from: 0 }) : toPage(prev))}>
              <Trans>Page before</Trans>
            </Button>
          }
        />
      )}
      {empty && listed.from === 0 && (
        <EmptyState
          icon={<BookmarkIcon size={40} />}
          title={<Trans>No bookmarks yet</Trans>}
          action={
            <Button href="/routes/search">
              <Trans>Find routes</Trans>
            </Button>
          }
        >
          <Trans>Routes of others that you bookmark will be listed here.</Trans>
        </EmptyState>
      )}
      {routes.length > 0 && (
        <Box mx={{ base: '-16px', md: 0 }}>
          <RouteItems
            routes={routes}
            label={t`Your bookmarks`}
            actions={BookmarkActions}
            note={BookmarkNote}
          />
        </Box>
      )}
      {page && (
        <ListPages
          from={listed.from}
          shown={routes.length}
          total={page.total_count}
          next={next}
          prev={prev}
          onPage={toPage}
        />
      )}
    </>
  );
}
