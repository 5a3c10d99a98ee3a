import { Trans, useLingui } from '@lingui/react/macro';
import type { Partner, PartnerLocation, RouteSummary } from '@waymark/api-contract';
import { Box, EmptyState, Heading, LoadFailed, RouteIcon } from '@waymark/ui';
import { useMemo, useState } from 'react';
import { RouteItems, RouteItemsSkeleton } from '../list/route-items.tsx';
import { RoutesMap } from '../list/routes-map.tsx';
import { createTie } from '../list/tie.ts';
import { listHref, useRouteList } from '../list/use-route-list.ts';
import { Frame, HouseLine } from './frame.tsx';
import type { partnerLinks } from './use-house.ts';

const MOST = 50;

interface NearbyProps {
  partner: Partner;
  house: PartnerLocation;
  links: ReturnType<typeof partnerLinks>;
}

/** The routes around a house, the nearest first. */
export function Nearby({ partner, house, links }: NearbyProps) {
  const { t } = useLingui();
  const [tie] = useState(createTie);
  const { page, error, refetch, busy } = useRouteList(
    listHref('/route/', {
      close_to_location: `${house.lat},${house.lng}`,
      search_radius: partner.radius,
      limit: MOST,
    }),
  );
  const routes = useMemo(() => nearestFirst(page?._embedded.routes ?? []), [page]);
  const around = useMemo(
    () => ({ lat: house.lat, lng: house.lng, radius: partner.radius }),
    [house, partner.radius],
  );
  return (
    <>
      <Box h="38dvh" minH="220px" w="100%">
        <RoutesMap routes={routes} tie={tie} around={around} />
      </Box>
      <Frame>
        <HouseLine house={house} />
        <Heading level={1}>
          <Trans>Routes from your door</Trans>
        </Heading>
        {error && !page && (
          <LoadFailed
            title={<Trans>The routes cannot be shown just now</Trans>}
            error={error}
            retry={refetch}
            busy={busy}
          />
        )}
        {!page && !error && <RouteItemsSkeleton rows={4} />}
        {page && routes.length === 0 && (
          <EmptyState icon={<RouteIcon size={40} />} title={<Trans>No routes around here yet</Trans>}>
            <Trans>As soon as somebody shares a route close to this house, it is listed here.</Trans>
          </EmptyState>
        )}
        {routes.length > 0 && (
          <RouteItems
            routes={routes}
            label={t`Routes, the nearest first`}
            tie={tie}
            hrefFor={({ id }) => links.details(id)}
          />
        )}
      </Frame>
    </>
  );
}

const nearestFirst = (routes: readonly RouteSummary[]): RouteSummary[] =>
  routes.toSorted((a, b) => (a.away ?? Infinity) - (b.away ?? Infinity));
