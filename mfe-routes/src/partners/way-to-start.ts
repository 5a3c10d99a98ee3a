import type { PartnerLocation, RoutingQuestion } from '@waymark/api-contract';
import { routingCalls } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import type { Place, Segment } from '@waymark/routes';
import { useMemo } from 'react';
import { segmentOf } from '../planner/legs/leg-segment.ts';

/** The walk from a house's door to where a route begins; undefined while it is looked for, null where there is none. */
export function useWayToStart(house: PartnerLocation, start: Place | null): Segment | null | undefined {
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
    return leg ? segmentOf(leg, 1) : isError || data ? null : undefined;
  }, [data, isError]);
}
