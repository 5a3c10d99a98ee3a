import type { RouteSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Box, Flex, Skeleton } from '@waymark/ui';
import { type ComponentType, useEffect } from 'react';
import { RouteRow, type RouteRowProps } from './route-row.tsx';
import { type HoverSync, useIsHighlighted, useSelectedRoute } from './hover-sync.ts';

/** A part of each row, made by the list that knows what can be done there. */
type RowPart = ComponentType<{ route: RouteSummary }>;

interface RouteItemsProps {
  routes: readonly RouteSummary[];
  /** Read aloud. */
  label: string;
  /** Highlights a row and its line on the map together. */
  hoverSync?: HoverSync;
  /** Buttons at the end of a row. */
  actions?: RowPart | undefined;
  /** Below the words of a row. */
  note?: RowPart | undefined;
  /** Where names lead; the routes' own pages unless told. */
  hrefFor?: ((route: RouteSummary) => string) | undefined;
}

/** Routes one below the other. */
export function RouteItems({
  routes,
  label,
  hoverSync,
  actions: Actions,
  note: Note,
  hrefFor,
}: RouteItemsProps) {
  return (
    <Box as="ul" aria-label={label} listStyleType="none" p={0} m={0}>
      {routes.map((route) => {
        const parts = {
          route,
          actions: Actions && <Actions route={route} />,
          note: Note && <Note route={route} />,
          ...(hrefFor && { href: hrefFor(route) }),
        };
        return hoverSync ? (
          <TiedRow key={route.id} hoverSync={hoverSync} {...parts} />
        ) : (
          <RouteRow key={route.id} {...parts} />
        );
      })}
      {hoverSync && <BringIntoView hoverSync={hoverSync} />}
    </Box>
  );
}

function TiedRow({ hoverSync, ...row }: RouteRowProps & { hoverSync: HoverSync }) {
  const { id } = row.route;
  const isHighlighted = useIsHighlighted(hoverSync, id);
  const highlight = (on: boolean) => {
    if (on) hoverSync.patch({ hovered: id });
    else if (hoverSync.get().hovered === id) hoverSync.patch({ hovered: null });
  };
  return <RouteRow {...row} isHighlighted={isHighlighted} onHighlight={highlight} />;
}

/** Brings the row of the route that was chosen on the map into view. */
function BringIntoView({ hoverSync }: { hoverSync: HoverSync }) {
  const picked = useSelectedRoute(hoverSync);
  useEffect(() => {
    if (picked !== null) document.getElementById(`route-${picked}`)?.scrollIntoView({ block: 'nearest' });
  }, [picked]);
  return null;
}

/** Rows to come. */
export function RouteItemsSkeleton({ rows = 6 }: { rows?: number }) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading routes`}>
      {Array.from({ length: rows }, (_, row) => (
        <Flex key={row} gap={3} align="center" borderTop="hairline" px={{ base: 4, md: 3 }} py={3}>
          <Skeleton width="72px" height="56px" radius="8px" />
          <Box flex={1}>
            <Skeleton width="60%" />
            <Box h={1} />
            <Skeleton width="40%" height="1em" />
          </Box>
          <Skeleton width="56px" height="1.6em" />
        </Flex>
      ))}
    </div>
  );
}
