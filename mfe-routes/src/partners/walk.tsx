import { Trans, useLingui } from '@lingui/react/macro';
import type { PartnerLocation, RouteDetail } from '@waymark/api-contract';
import { track } from '@waymark/contract';
import type { MapView } from '@waymark/map';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Figure, Flex, Heading, Link, Skeleton, Text } from '@waymark/ui';
import { formatDistance, formatElevation } from '@waymark/units';
import { useEffect, useMemo, useState } from 'react';
import { CueSheet } from '../cue-sheet/cue-sheet.tsx';
import { cuesOf } from '../cue-sheet/cues.ts';
import { MapBox } from '../map/map-box.tsx';
import { createFocus } from '../profile/focus.ts';
import { TiedProfile } from '../profile/profile.tsx';
import { useCourse } from '../shared/use-course.ts';
import { drawWalk } from './draw-walk.ts';
import { Frame, HouseLine } from './frame.tsx';
import { useWayToStart } from './way-to-start.ts';

interface WalkProps {
  route: RouteDetail;
  house: PartnerLocation;
  /** Address of the routes nearby. */
  back: string;
}

/** The way from a door to a route, and the route. */
export function Walk({ route, house, back }: WalkProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { plan, whole, high } = useCourse(route);
  const way = useWayToStart(house, plan.start);
  const cues = useMemo(() => cuesOf(plan, whole), [plan, whole]);
  const [focus] = useState(createFocus);
  const [map, setMap] = useState<MapView | null>(null);
  const { id } = route;

  useEffect(() => track('route_viewed', { route_id: id, from: 'partner' }), [id]);
  useEffect(
    () => (map ? drawWalk(map, { house, whole, way: way ?? null, focus }) : undefined),
    [map, whole, way, house, focus],
  );

  const distance = formatDistance(route.distance, system, { locale });
  const ascent = formatElevation(route.ascent, system, { locale });
  const walk = way && formatDistance(way.distance, system, { locale });
  return (
    <>
      <Box h="45dvh" minH="240px" w="100%">
        <MapBox
          label={t`Map of the route and the way to it`}
          height="100%"
          controls={['zoom', 'fit', 'locate']}
          fitTo={boundsWith(house, route.preview.bounds)}
          onMap={(made) => {
            setMap(made);
            return () => setMap(null);
          }}
        />
      </Box>
      <Frame>
        <Text>
          <Link href={back}>
            <Trans>All routes nearby</Trans>
          </Link>
        </Text>
        <Heading level={1} data-untranslated="" css={{ overflowWrap: 'anywhere' }}>
          {route.name}
        </Heading>
        <Flex gap={6} wrap="wrap">
          <Figure {...distance} size="lg" />
          {route.ascent !== null && (
            <Text as="span" muted>
              <Trans>
                <Figure {...ascent} size="lg" /> up
              </Trans>
            </Text>
          )}
        </Flex>
        {route.description && (
          <Text data-untranslated="" css={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {route.description}
          </Text>
        )}
        <section aria-labelledby="way">
          <Heading level={2} id="way" mb={2}>
            <Trans>From the door</Trans>
          </Heading>
          <HouseLine house={house} />
          {way === undefined && <Skeleton height="60px" />}
          {way === null && (
            <Text muted>
              <Trans>No walk to the start is known. The map shows where the route begins.</Trans>
            </Text>
          )}
          {way && walk && (
            <>
              <Text mt={2}>
                <Trans>
                  {walk.value} {walk.unit} on foot to the start
                </Trans>
              </Text>
              <Box as="ol" listStyleType="decimal" ps={6} my={2} data-untranslated="">
                {way.notes.map(({ instructions, distance: along }) => (
                  <li key={`${along} ${instructions}`}>{instructions}</li>
                ))}
              </Box>
            </>
          )}
        </section>
        {high ? (
          <TiedProfile whole={high} focus={focus} label={t`Elevation profile of ${route.name}`} />
        ) : (
          <Skeleton height="160px" />
        )}
        <CueSheet cues={cues} onCursor={(along) => focus.setCursor(along)} />
      </Frame>
    </>
  );
}

/** The route and the door. */
function boundsWith(
  { lat, lng }: PartnerLocation,
  [west = lng, south = lat, east = lng, north = lat]: readonly number[],
): [number, number, number, number] {
  return [Math.min(west, lng), Math.min(south, lat), Math.max(east, lng), Math.max(north, lat)];
}
