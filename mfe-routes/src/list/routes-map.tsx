import type { RouteSummary } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MapView } from '@waymark/map';
import { Box, Button, Flex, SearchIcon } from '@waymark/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { MapBox } from '../map/map-box.tsx';
import { type Around, drawRoutes } from './draw-routes.ts';
import { routeLine } from './route-lines.ts';
import { RouteRow } from './route-row.tsx';
import { type HoverSync, useSelectedRoute } from './hover-sync.ts';
import { type Center, createResultViewport, type ResultViewport } from './result-viewport.ts';

export interface RoutesMapProps {
  routes: readonly RouteSummary[];
  hoverSync: HoverSync;
  /** The circle that was searched. */
  around?: Around | null;
  /** Where to look without any route. */
  center?: Center;
  /** Offers to search what the map shows, once it was moved by hand. */
  onArea?: (area: Around) => void;
  /** Shows the route that was chosen on the map below it, where no list is in sight. */
  card?: boolean;
}

const CONTROLS = ['zoom', 'type', 'fullscreen', 'locate'] as const;

/** Routes of a list on a map. */
export function RoutesMap({
  routes,
  hoverSync,
  around = null,
  center,
  onArea,
  card = false,
}: RoutesMapProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapView | null>(null);
  const [keeper, setKeeper] = useState<ResultViewport | null>(null);
  const [moved, setMoved] = useState(false);
  const lines = useMemo(() => routes.map(routeLine), [routes]);
  const picked = useSelectedRoute(hoverSync);
  const chosen = card ? routes.find(({ id }) => id === picked) : undefined;

  useEffect(
    () => (map ? drawRoutes(map, lines, hoverSync, around) : undefined),
    [map, lines, hoverSync, around],
  );
  useEffect(() => keeper?.show(lines, around, center ?? null), [keeper, lines, around, center]);

  return (
    <Box ref={box} position="relative" w="100%" h="100%">
      <MapBox
        label={t`Map of the routes in the list`}
        height="100%"
        controls={CONTROLS}
        {...(center && { center: [center.lng, center.lat] as [number, number], zoom: center.zoom })}
        onMap={(made) => {
          const kept = createResultViewport(made, box.current!, setMoved);
          setMap(made);
          setKeeper(kept);
          return () => {
            kept.end();
            setMap(null);
            setKeeper(null);
          };
        }}
      >
        {moved && (
          <Flex position="absolute" top={3} left={3} right={16} gap={2} wrap="wrap" zIndex={2}>
            {onArea && (
              <Button
                size="sm"
                bg="surface"
                icon={<SearchIcon />}
                onClick={() => keeper && onArea(keeper.area())}
              >
                <Trans>Search this area</Trans>
              </Button>
            )}
            {routes.length > 0 && (
              <Button size="sm" bg="surface" onClick={() => keeper?.all(lines)}>
                <Trans>Show all routes</Trans>
              </Button>
            )}
          </Flex>
        )}
        {chosen && (
          <Box
            as="ul"
            listStyleType="none"
            p={0}
            m={0}
            position="absolute"
            insetX={0}
            bottom={0}
            bg="surface"
            zIndex={2}
          >
            <RouteRow route={chosen} />
          </Box>
        )}
      </MapBox>
    </Box>
  );
}
