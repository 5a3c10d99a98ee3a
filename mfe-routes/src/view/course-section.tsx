import type { RouteDetail } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Heading, Skeleton } from '@waymark/ui';
import { useMemo, useState, useEffect } from 'react';
import { CueSheet } from '../cue-sheet/cue-sheet.tsx';
import { cuesOf } from '../cue-sheet/cues.ts';
import { createFocus, type ProfileFocus } from '../profile/profile-focus.ts';
import { ElevationProfile } from '../profile/profile.tsx';
import { useCourse } from '../shared/use-course.ts';
import { lineBounds, type MapView } from '@waymark/map';
import { useMeasurementSystem } from '@waymark/remote';
import { LazyMapStreetsHint } from '@waymark/remote/map-streets-hint';
import { type Plan, type PlanLine, waypoints } from '@waymark/routes';
import { convert, unitsOf } from '@waymark/units';
import { MapBox } from '../map/map-box.tsx';
import { syncMapWithProfile } from './sync-map-with-profile.ts';

/** Where a route goes: map and heights under one cursor, and the way in words. */
export default function CourseSection({ route }: { route: RouteDetail }) {
  const { t } = useLingui();
  const [focus] = useState(createFocus);
  const { plan, whole, high } = useCourse(route);
  const cues = useMemo(() => cuesOf(plan, whole), [plan, whole]);
  return (
    <>
      <Box as="section" aria-label={t`Map and elevation`} minW={0}>
        <RouteMap route={route} plan={plan} whole={whole} focus={focus} />
        <Box mt={4}>
          {high ? (
            <ElevationProfile whole={high} focus={focus} label={t`Elevation profile of ${route.name}`} />
          ) : (
            <Skeleton height="160px" />
          )}
        </Box>
      </Box>
      <Box as="section" aria-labelledby="cue-sheet">
        <Heading level={2} id="cue-sheet" mb={3}>
          <Trans>Cue sheet</Trans>
        </Heading>
        <CueSheet cues={cues} onCursor={(along) => focus.setCursor(along)} />
      </Box>
    </>
  );
}

interface RouteMapProps {
  route: RouteDetail;
  plan: Plan;
  whole: PlanLine;
  focus: ProfileFocus;
}

/** The course on the map. The pointer over it moves the profile's cursor, and the other way round. */
function RouteMap({ route, plan, whole, focus }: RouteMapProps) {
  const { t } = useLingui();
  const unit = convert(1, unitsOf(useMeasurementSystem()).distance, 'm');
  const [map, setMap] = useState<MapView | null>(null);
  const bounds = useMemo(() => lineBounds(whole.line) ?? undefined, [whole]);
  useEffect(
    () => (map ? syncMapWithProfile(map, { whole, waypoints: waypoints(plan), unit, focus }) : undefined),
    [map, whole, plan, unit, focus],
  );
  return (
    <Box mx={{ base: 'calc(50% - 50vw)', md: 0 }} borderRadius={{ base: 0, md: 'md' }} overflow="hidden">
      <MapBox
        label={t`Map of ${route.name}`}
        height={{ base: '320px', md: '460px', lg: '540px' }}
        fitTo={bounds}
        onMap={(made) => {
          setMap(made);
          return () => setMap(null);
        }}
      >
        {map && <LazyMapStreetsHint place={[whole.line[0]!, whole.line[1]!]} />}
      </MapBox>
    </Box>
  );
}
