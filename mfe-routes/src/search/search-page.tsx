import type { RouteSummary } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { track } from '@waymark/contract';
import { useMeasurementSystem, usePageTitle, useSession } from '@waymark/remote';
import { Banner, Box, Button, Flex, Heading, LoadFailed, Stack, useViewport } from '@waymark/ui';
import { unitsOf } from '@waymark/units';
import { lazy, Suspense, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ListPages } from '../list/list-pages.tsx';
import { type ListView, ListWithMap } from '../list/list-with-map.tsx';
import { RouteItemsSkeleton } from '../list/route-items.tsx';
import { type PageLink, stateOf, usePageHref, useRouteList } from '../list/use-route-list.ts';
import { readAddress, searchAddress } from './search-address.ts';
import { type Criteria, metersOf, orderOf, radiusWithin, searchParams, wordOf } from './search-criteria.ts';
import { useHomeCenter } from './use-home-center.ts';
import { ResultHead } from './result-head.tsx';
import { SearchForm } from './search-form.tsx';

const NothingFound = lazy(() =>
  import(/* webpackChunkName: "search-filters" */ './search-messages.tsx').then((module) => ({
    default: module.NothingFound,
  })),
);
const WrongAddress = lazy(() =>
  import(/* webpackChunkName: "search-filters" */ './search-messages.tsx').then((module) => ({
    default: module.AddressProblems,
  })),
);
const BookmarkButton = lazy(() =>
  import(/* webpackChunkName: "bookmark" */ '../list/bookmark-button.tsx').then((module) => ({
    default: module.BookmarkButton,
  })),
);

/** How far one sees where nothing was searched yet: most of a country. */
const FAR = 3.2;
const NONE: readonly never[] = [];

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** Routes around a place and by name, in a list and on a map. All that is asked for is in the address. */
export default function SearchPage() {
  const { t } = useLingui();
  usePageTitle(t`Find routes`);
  const { search, state } = useLocation() as { search: string; state: unknown };
  const navigate = useNavigate();
  const { userId } = useSession();
  const { isMobile } = useViewport();
  const unit = unitsOf(useMeasurementSystem()).distance;
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const { criteria, from, wrong } = useMemo(() => readAddress(params, unit), [params, unit]);
  const view: ListView = params.get('view') === 'map' ? 'map' : 'list';
  const home = useHomeCenter(criteria.location === null && wordOf(criteria.routeName) === null);
  const query = { ...searchParams(criteria, home ?? undefined), offset: from || undefined };
  const [lat, lng] = [home?.lat, home?.lng];
  const center = useMemo(
    () => (lat === undefined || lng === undefined ? null : { lat, lng, zoom: FAR }),
    [lat, lng],
  );
  const href = usePageHref();
  const { page, stale, error, busy, refetch, next, prev } = useRouteList(query, {
    enabled: home !== null,
    notifyFailure: true,
    href,
  });
  const around = useMemo(
    () => criteria.location && { ...criteria.location, radius: metersOf(criteria.radius, criteria.unit) },
    [criteria],
  );

  const to = (asked: Criteria, at: { from?: number; view?: ListView } = {}) => {
    const address = searchAddress(asked, at.from);
    const map = (at.view ?? view) === 'map';
    return map ? `${address}${address.includes('?') ? '&' : '?'}view=map` : address;
  };
  const go = (asked: Criteria) => {
    track('route_searched', {
      place: asked.location !== null,
      name: asked.routeName !== '',
      radius: asked.location ? Math.round(metersOf(asked.radius, asked.unit)) : null,
      activity_type_id: asked.activityType,
      order_by: orderOf(asked),
    });
    const target = to(asked);
    if (target === `/routes/search${search}`) void refetch();
    else void navigate(target);
  };
  const goToPage = (link: PageLink) => {
    void navigate(to(criteria, { from: link.from }), { state: stateOf(link) });
    scrollTo({ top: 0 });
  };

  const routes = page?._embedded.routes ?? NONE;
  const failed = error !== null;
  return (
    <Flex direction="column" w="100%" h={{ md: 'calc(100dvh - 68px)' }} minH={{ md: '560px' }}>
      <Stack gap={3} px={{ base: 4, md: 6 }} pt={4} pb={3}>
        <Heading level={1}>
          <Trans>Find routes</Trans>
        </Heading>
        <SearchForm criteria={criteria} busy={busy && stale} small={isMobile} onSearch={go} />
        {wrong.length > 0 && (
          <Suspense fallback={null}>
            <WrongAddress wrong={wrong} />
          </Suspense>
        )}
        {failed && (
          <LoadFailed
            title={<Trans>Search isn’t working right now</Trans>}
            error={error}
            retry={refetch}
            busy={busy}
          >
            {page && <Trans>Your last results are still here.</Trans>}
          </LoadFailed>
        )}
      </Stack>
      <ListWithMap
        routes={routes}
        label={t`Routes found`}
        view={view}
        onView={(chosen) => void navigate(to(criteria, { from, view: chosen }), { replace: true, state })}
        around={around}
        {...(center && { center })}
        actions={userId === null ? undefined : RowBookmark}
        onArea={(area) => {
          const location = { lat: round(area.lat), lng: round(area.lng) };
          const { unit: chosen } = criteria;
          go({ ...criteria, location, place: '', radius: radiusWithin(area.radius, chosen) });
        }}
        head={
          <ResultHead
            criteria={criteria}
            country={home?.country ?? ''}
            total={page?.total_count}
            onSort={(sort) => go({ ...criteria, sort })}
          />
        }
        instead={
          page ? (
            routes.length > 0 ? undefined : from > 0 && page.total_count > 0 ? (
              <Box p={4}>
                <Banner
                  action={
                    <Button size="sm" onClick={() => void navigate(to(criteria))}>
                      <Trans>First page</Trans>
                    </Button>
                  }
                >
                  <Trans>You’ve reached the end of the list.</Trans>
                </Banner>
              </Box>
            ) : (
              <Suspense fallback={<Box h="320px" />}>
                <NothingFound criteria={criteria} onSearch={go} />
              </Suspense>
            )
          ) : failed ? (
            <Box p={4} />
          ) : (
            <RouteItemsSkeleton />
          )
        }
        foot={
          page && (
            <ListPages
              from={from}
              shown={routes.length}
              total={page.total_count}
              next={next}
              prev={prev}
              onPage={goToPage}
            />
          )
        }
      />
    </Flex>
  );
}

/** Reserves the button's room in the row while it loads. */
function RowBookmark({ route }: { route: RouteSummary }) {
  return (
    <Suspense fallback={<Box w="var(--wm-height)" h="var(--wm-height)" />}>
      <BookmarkButton route={route} />
    </Suspense>
  );
}
