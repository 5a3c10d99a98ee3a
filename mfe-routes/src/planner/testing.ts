import type { RoutingAnswer, RoutingQuestion } from '@waymark/api-contract';
import { routingCalls } from '@waymark/api-contract/client';
import { ApiError } from '@waymark/contract';
import type { TestCall } from '@waymark/remote/testing';
import { encodePolyline } from '../shared/encode-polyline.ts';

/** The routing service as a test plays it: each leg turns one corner, east first and then north. */
export function playRouting(call: TestCall): unknown {
  if (call.service === 'elevation') {
    const { encoded_polyline: line } = call.body as { encoded_polyline: string };
    return { height: Array.from({ length: pointsIn(line) }, () => null), source: null };
  }
  // No roads are known.
  if (call.path === routingCalls.ways.path) return { spans: [] };
  if (call.path !== '/route') throw new Error(`unplanned: ${call.path}`);
  const { locations } = asked(call);
  const legs = locations.slice(1).map((to, i): RoutingAnswer['trip']['legs'][number] => {
    const from = locations[i]!;
    return {
      shape: encodePolyline(Float64Array.of(from.lon, from.lat, to.lon, from.lat, to.lon, to.lat)),
      summary: { length: 1, time: 1 },
      maneuvers: [
        { type: 1, instruction: 'Set off', length: 1, time: 1, begin_shape_index: 0, end_shape_index: 1 },
        { type: 15, instruction: 'Turn left', length: 1, time: 1, begin_shape_index: 1, end_shape_index: 2 },
      ],
    };
  });
  return {
    trip: {
      locations,
      legs,
      summary: { length: legs.length, time: legs.length },
      status: 0,
      status_message: 'Found route between points',
      units: 'kilometers',
    },
  };
}

/** The question of a routing call. */
export const asked = (call: TestCall): RoutingQuestion =>
  JSON.parse(String(call.options?.params?.['json'])) as RoutingQuestion;

/** Each point has two values, and the last character of each value is below 0x5f. */
const pointsIn = (polyline: string): number =>
  polyline.split('').filter((char) => char.charCodeAt(0) - 63 < 32).length / 2;

/** A refusal of the routing service. */
export const refusal = (error: string, leg = 0): ApiError =>
  new ApiError(422, 'Unprocessable Entity', {
    error,
    error_description: 'No.',
    diagnostics: { leg: [String(leg)] },
  });
