import type { RouteDetail } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { lineBounds, type MapView } from '@waymark/map';
import { useMeasurementSystem } from '@waymark/remote';
import { type Plan, type PlanLine, wayPoints } from '@waymark/routes';
import { Box } from '@waymark/ui';
import { convert, unitsOf } from '@waymark/units';
import { useEffect, useMemo, useState } from 'react';
import { MapBox } from '../map/map-box.tsx';
import type { ProfileFocus } from '../profile/focus.ts';
import { tieMap } from './tie-map.ts';

interface RouteMapProps {
  route: RouteDetail;
  plan: Plan;
  whole: PlanLine;
  focus: ProfileFocus;
}

/** The course on the map. The pointer over it moves the profile's cursor, and the other way round. */
export function RouteMap({ route, plan, whole, focus }: RouteMapProps) {
  const { t } = useLingui();
  const unit = convert(1, unitsOf(useMeasurementSystem()).distance, 'm');
  const [map, setMap] = useState<MapView | null>(null);
  const bounds = useMemo(() => lineBounds(whole.line) ?? undefined, [whole]);
  useEffect(
    () => (map ? tieMap(map, { whole, wayPoints: wayPoints(plan), unit, focus }) : undefined),
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
      />
    </Box>
  );
}
