import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '@waymark/remote';
import { Box, Button, EmptyState, Flex, RouteIcon, Select } from '@waymark/ui';
import { useCallback } from 'react';
import { ListPages } from '../list/list-pages.tsx';
import { RouteItems, RouteItemsSkeleton } from '../list/route-items.tsx';
import { useRouteList } from '../list/use-route-list.ts';
import { wordOf } from '../search/search-criteria.ts';
import { useOrders } from '../search/order-options.ts';
import { useListAddress } from './use-list-address.ts';
import { ListFailed } from './list-failed.tsx';
import { NameSearch } from '../shared/name-search.tsx';
import { OwnActions, OwnNote } from './row-actions.tsx';

const PAGE = 20;
const NAME_PAGE = 40;

/** The routes that the member has drawn. */
export function OwnRoutes() {
  const { t } = useLingui();
  const { userId } = useSession();
  const orders = useOrders();
  const { listed, href, go, toPage } = useListAddress();
  const word = wordOf(listed.name);
  const { page, error, busy, refetch, next, prev } = useRouteList(
    {
      user: userId ?? undefined,
      text_search: word ?? undefined,
      order_by: listed.sort ?? '-date_created',
      limit: word ? NAME_PAGE : PAGE,
      offset: listed.from || undefined,
    },
    { enabled: userId !== null, href },
  );
  const search = useCallback(
    (name: string) => go({ ...listed, name, from: 0 }, { replace: true }),
    [go, listed],
  );
  const routes = page?._embedded.routes ?? [];
  const none = page !== undefined && routes.length === 0;

  if (error && !page) return <ListFailed error={error} busy={busy} retry={() => void refetch()} />;
  if (none && !word && listed.from === 0)
    return (
      <EmptyState
        icon={<RouteIcon size={40} />}
        title={<Trans>No routes yet</Trans>}
        action={
          <Button href="/routes/create">
            <Trans>Plan a route</Trans>
          </Button>
        }
      >
        <Trans>Every route that you draw, copy or import will be listed here.</Trans>
      </EmptyState>
    );
  return (
    <>
      <Flex gap={3} mb={3} wrap="wrap">
        <Box flex="1 1 200px" maxW={{ md: '360px' }}>
          <NameSearch name={listed.name} onSearch={search} />
        </Box>
        <Box w="184px" flex={{ base: '1 1 160px', md: 'none' }}>
          <Select
            aria-label={t`Order`}
            value={listed.sort ?? '-date_created'}
            options={orders}
            onChange={(value) => {
              const sort = orders.find((order) => order.value === value)?.value ?? null;
              go({ ...listed, sort, from: 0 });
            }}
          />
        </Box>
      </Flex>
      {error && <ListFailed error={error} busy={busy} retry={() => void refetch()} />}
      {!page && <RouteItemsSkeleton />}
      {none && (
        <EmptyState
          icon={<RouteIcon size={40} />}
          title={word ? <Trans>No routes match</Trans> : <Trans>This page is empty</Trans>}
          action={
            <Button onClick={() => (prev === null ? go({ ...listed, name: '', from: 0 }) : toPage(prev))}>
              {word ? <Trans>Show all your routes</Trans> : <Trans>Previous page</Trans>}
            </Button>
          }
        />
      )}
      <Box mx={{ base: '-16px', md: 0 }}>
        <RouteItems routes={routes} label={t`Your routes`} actions={OwnActions} note={OwnNote} />
      </Box>
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
