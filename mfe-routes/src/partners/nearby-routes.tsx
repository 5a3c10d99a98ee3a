import { Trans, useLingui } from '@lingui/react/macro';
import type { Partner, PartnerLocation } from '@waymark/api-contract';
import { Box, EmptyState, Heading, LoadFailed, RouteIcon } from '@waymark/ui';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RouteItems, RouteItemsSkeleton } from '../list/route-items.tsx';
import { RoutesMap } from '../list/routes-map.tsx';
import { createHoverSync } from '../list/hover-sync.ts';
import { offsetOf, type PageLink, stateOf, usePageHref, useRouteList } from '../list/use-route-list.ts';
import { PartnerFrame, LocationLine } from './partner-frame.tsx';
import type { partnerLinks } from './use-partner-location.ts';

// Few locations have more routes around them than fit on a page.
const ListPages = lazy(() =>
  import(/* webpackChunkName: "partner-details" */ '../list/list-pages.tsx').then((module) => ({
    default: module.ListPages,
  })),
);

/** Routes of one page. */
const MOST = 50;
/** The service counts no further. */
const FURTHEST = 100_000;
const NONE: readonly never[] = [];

interface NearbyProps {
  partner: Partner;
  house: PartnerLocation;
  links: ReturnType<typeof partnerLinks>;
}

/** The routes around a house, the nearest first. */
export function NearbyRoutes({ partner, house, links }: NearbyProps) {
  const { t } = useLingui();
  const [hoverSync] = useState(createHoverSync);
  const [search, setSearch] = useSearchParams();
  const from = Math.min(FURTHEST, offsetOf(search.get('from')));
  const href = usePageHref();
  const { page, stale, error, refetch, busy, next, prev } = useRouteList(
    {
      close_to_location: `${house.lat},${house.lng}`,
      search_radius: partner.radius,
      order_by: 'nearest',
      limit: MOST,
      offset: from || undefined,
    },
    { href },
  );
  const routes = page?._embedded.routes ?? NONE;
  const around = useMemo(
    () => ({ lat: house.lat, lng: house.lng, radius: partner.radius }),
    [house, partner.radius],
  );
  const openPage = (link: PageLink) => {
    search.set('from', String(link.from));
    setSearch(search, { state: stateOf(link) });
    scrollTo({ top: 0 });
  };
  return (
    <>
      <Box h="38dvh" minH="220px" w="100%">
        <RoutesMap routes={routes} hoverSync={hoverSync} around={around} />
      </Box>
      <PartnerFrame>
        <LocationLine house={house} />
        <Heading level={1}>
          <Trans>Routes from your door</Trans>
        </Heading>
        {error && (
          <LoadFailed
            title={<Trans>We couldn’t load the routes.</Trans>}
            error={error}
            retry={refetch}
            busy={busy}
          />
        )}
        {!page && !error && <RouteItemsSkeleton rows={4} />}
        {page?.total_count === 0 && (
          <EmptyState icon={<RouteIcon size={40} />} title={<Trans>No routes around here yet</Trans>}>
            <Trans>As soon as somebody shares a route close to this house, it is listed here.</Trans>
          </EmptyState>
        )}
        {routes.length > 0 && (
          <RouteItems
            routes={routes}
            label={t`Routes, the nearest first`}
            hoverSync={hoverSync}
            hrefFor={({ id }) => links.details(id)}
          />
        )}
        {page && (next !== null || prev !== null) && (
          <Suspense>
            <ListPages
              {...{ from, next, prev }}
              shown={stale ? 0 : routes.length}
              total={page.total_count}
              onPage={openPage}
            />
          </Suspense>
        )}
      </PartnerFrame>
    </>
  );
}
