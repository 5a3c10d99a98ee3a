import { Trans, useLingui } from '@lingui/react/macro';
import type { PartnerLocation, RouteDetail, RoutingQuestion } from '@waymark/api-contract';
import { track } from '@waymark/contract';
import type { MapView } from '@waymark/map';
import { useFormatLocale, useMeasurementSystem, useCall } from '@waymark/remote';
import { Box, Figure, Flex, Heading, Link, Skeleton, Text } from '@waymark/ui';
import { formatDistance, formatElevation } from '@waymark/units';
import { useEffect, useMemo, useState } from 'react';
import { CueSheet } from '../cue-sheet/cue-sheet.tsx';
import { cuesOf } from '../cue-sheet/cues.ts';
import { MapBox } from '../map/map-box.tsx';
import { createFocus, type ProfileFocus } from '../profile/profile-focus.ts';
import { ElevationProfile } from '../profile/profile.tsx';
import { useCourse } from '../shared/use-course.ts';
import { PartnerFrame, LocationLine } from './partner-frame.tsx';
import type { PlanLine, Segment, Place } from '@waymark/routes';
import { routingCalls } from '@waymark/api-contract/client';
import { segmentFromLeg } from '../planner/legs/leg-segment.ts';

interface WalkProps {
  route: RouteDetail;
  house: PartnerLocation;
  /** Address of the routes nearby. */
  back: string;
}

/** The way from a door to a route, and the route. */
export function WalkAndRoute({ route, house, back }: WalkProps) {
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
      <PartnerFrame>
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
          <LocationLine house={house} />
          {way === undefined && <Skeleton height="60px" />}
          {way === null && (
            <Text muted>
              <Trans>No walking route to the start. The map shows where the route begins.</Trans>
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
          <ElevationProfile whole={high} focus={focus} label={t`Elevation profile of ${route.name}`} />
        ) : (
          <Skeleton height="160px" />
        )}
        <CueSheet cues={cues} onCursor={(along) => focus.setCursor(along)} />
      </PartnerFrame>
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

interface Walk {
  house: PartnerLocation;
  whole: PlanLine;
  way: Segment | null;
  focus: ProfileFocus;
}

/** Draws a route, the way to it and the door. @returns the function that takes all of it away */
function drawWalk(map: MapView, { house, whole, way, focus }: Walk): () => void {
  const { line } = whole;
  map.setLines('walk', way ? [{ line: way.line, color: 'range', width: 4, dash: [2, 7] }] : []);
  map.setLines('route', [{ line, color: 'track', width: 4, arrows: true }]);
  map.setDots('route', [
    { at: [line[0]!, line[1]!], shape: 'dot', color: 'track', radius: 7 },
    { at: [house.lng, house.lat], shape: 'pin', color: 'range', text: house.name },
  ]);
  const mark = () => {
    const { cursor } = focus.get();
    const at = cursor === null ? null : placeAt(whole, cursor);
    map.setDots('cursor', at ? [{ at, shape: 'dot', color: 'range', radius: 8 }] : []);
  };
  mark();
  const end = focus.subscribe(mark);
  return () => {
    end();
    map.setLines('walk', []);
    map.setLines('route', []);
    map.setDots('route', []);
    map.setDots('cursor', []);
  };
}

/** Where a course is after so many metres: longitude, latitude. */
function placeAt({ line, along }: Pick<PlanLine, 'line' | 'along'>, meters: number): [number, number] {
  let low = 0;
  let high = along.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (along[middle]! < meters) low = middle + 1;
    else high = middle;
  }
  return [line[low * 2]!, line[low * 2 + 1]!];
}

/** The walk from a house's door to where a route begins; undefined while it is looked for, null where there is none. */
function useWayToStart(house: PartnerLocation, start: Place | null): Segment | null | undefined {
  const question: RoutingQuestion = {
    locations: [
      { lat: house.lat, lon: house.lng },
      { lat: start?.lat ?? 0, lon: start?.lng ?? 0 },
    ],
    costing: 'pedestrian',
    costing_options: { pedestrian: { walking_speed: 1.5 } },
    directions_options: { units: 'kilometers' },
  };
  const { data, isError } = useCall(
    routingCalls.route,
    { query: { json: JSON.stringify(question) } },
    { enabled: start !== null, staleTime: Infinity },
  );
  return useMemo(() => {
    const leg = data?.trip.legs[0];
    return leg ? segmentFromLeg(leg, 1) : isError || data ? null : undefined;
  }, [data, isError]);
}
