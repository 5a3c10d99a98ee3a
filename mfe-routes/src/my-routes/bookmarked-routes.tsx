import { routeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { useFailureText, useSend, useSession } from '@waymark/remote';
import {
  BookmarkIcon,
  Box,
  Button,
  EmptyState,
  Flex,
  FormError,
  LockIcon,
  RelativeTime,
  Text,
} from '@waymark/ui';
import { ListPages } from '../list/list-pages.tsx';
import { RouteItems, RouteItemsSkeleton } from '../list/route-items.tsx';
import { useListPage } from '../list/use-route-list.ts';
import { useListAddress } from './use-list-address.ts';
import { ListFailed } from './list-failed.tsx';
import { BookmarkActions, BookmarkNote } from './row-actions.tsx';
import type { RouteBookmarkList } from '@waymark/api-contract';

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
              <Trans>Previous page</Trans>
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

/** Bookmarks whose routes cannot be opened any more. */
function GoneBookmarks({ gone }: { gone: RouteBookmarkList['gone'] }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const remove = useSend(routeCalls.removeBookmark);
  if (gone.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="gone" mb={6} p={4} borderRadius="md" bg="sunken">
      <Text id="gone" fontWeight={600}>
        <Plural
          value={gone.length}
          one="A bookmarked route is private now or was deleted"
          other="# bookmarked routes are private now or were deleted"
        />
      </Text>
      <Text muted fontSize="sm">
        <Trans>If the owner shares it again, it comes back to your list.</Trans>
      </Text>
      <Box as="ul" listStyleType="none" p={0} m={0} mt={2}>
        {gone.map(({ id, date_created: date }) => (
          <Flex as="li" key={id} gap={3} align="center" justify="space-between" borderTop="hairline" py={1}>
            <Flex gap={2} align="center" color="muted" fontSize="sm">
              <LockIcon />
              <span>
                <Trans>
                  Bookmarked <RelativeTime date={date} />
                </Trans>
              </span>
            </Flex>
            <Button
              size="sm"
              variant="quiet"
              loading={remove.isPending && remove.variables.params.id === id}
              onClick={() => remove.mutate({ params: { id } })}
            >
              <Trans>Remove</Trans>
            </Button>
          </Flex>
        ))}
      </Box>
      <FormError>
        {remove.error &&
          failureText(remove.error, t`We couldn’t remove the bookmark. Try again in a moment.`)}
      </FormError>
    </Box>
  );
}
