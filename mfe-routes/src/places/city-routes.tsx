import { Plural, Trans } from '@lingui/react/macro';
import type { City } from '@waymark/api-contract';
import {
  Box,
  Button,
  EmptyState,
  Heading,
  LoadFailed,
  PrevNext,
  RouteIcon,
  Skeleton,
  Stack,
} from '@waymark/ui';
import { RouteRow } from '../list/route-row.tsx';
import type { PageLink, useRouteList } from '../list/use-route-list.ts';

interface CityRoutesProps {
  city: City;
  query: ReturnType<typeof useRouteList>;
  onPage: (link: PageLink) => void;
}

/** The routes that start in a city. */
export function CityRoutes({ city, query, onPage }: CityRoutesProps) {
  const { page: data, error, next, prev, refetch, busy } = query;
  if (error && !data)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load the routes.</Trans>}
        error={error}
        retry={refetch}
        busy={busy}
      />
    );
  if (!data)
    return (
      <Stack gap={2} aria-busy="true">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height="76px" />
        ))}
      </Stack>
    );
  const { routes } = data._embedded;
  if (routes.length === 0)
    return (
      <EmptyState
        icon={<RouteIcon size={40} />}
        title={<Trans>No routes here yet</Trans>}
        action={
          <Button href={`/routes/create?lat=${city.lat}&lng=${city.lng}&zoom=13`}>
            <Trans>Plan the first one</Trans>
          </Button>
        }
      >
        <Trans>A route that starts in this city and that everyone may see is listed here.</Trans>
      </EmptyState>
    );
  return (
    <section aria-labelledby="routes">
      <Heading level={2} id="routes" mb={2}>
        <Plural value={data.total_count} one="# route" other="# routes" />
      </Heading>
      <Box as="ul" listStyleType="none" m={0} p={0} borderBottom="hairline">
        {routes.map((route) => (
          <RouteRow key={route.id} route={route} />
        ))}
      </Box>
      <PrevNext
        onPrevious={prev === null ? undefined : () => onPage(prev)}
        onNext={next === null ? undefined : () => onPage(next)}
      />
    </section>
  );
}
