import { ROUTE_POINTS_MAX, type RoutePoint } from '@waymark/api-contract';
import { encodePlan, keptPoints, makeSegment } from '@waymark/routes';
import { decodeColumn } from '../../../recordings/streams/codec.ts';
import { MISSING } from '../../../recordings/model/parsed-workout.ts';
import { ApiProblem } from '../../../kernel/server/errors.ts';

/** Degrees: a tenth of a metre to begin with. */
const FINEST = 1e-6;

/** Indices of at most so many points that keep the shape of a line; null when it has no more than that. */
function simplifyLine(line: Float64Array, most: number): number[] | null {
  if (line.length / 2 <= most) return null;
  for (let tolerance = FINEST; ; tolerance *= 2) {
    const kept = keptPoints(line, tolerance);
    if (kept.length <= most || tolerance > 1) return kept.slice(0, most);
  }
}

/** Stored columns of a workout. */
export interface StoredTrack {
  n: number;
  lat: Uint8Array;
  lng: Uint8Array;
  altitude: Uint8Array | null;
}

/** JSON of the points. @throws ApiProblem for a track of fewer than two places */
export function pointsOfTrack({ n, lat, lng, altitude }: StoredTrack): Uint8Array {
  const [y, x, height] = [decodeColumn(lat, n), decodeColumn(lng, n), altitude && decodeColumn(altitude, n)];
  const line: number[] = [];
  const heights: number[] = [];
  for (let i = 0; i < n; i++) {
    if (y[i] === MISSING || x[i] === MISSING) continue;
    line.push(x[i]! / 1e7, y[i]! / 1e7);
    heights.push(height && height[i] !== MISSING ? height[i]! / 100 : Number.NaN);
  }
  if (line.length < 4) throw noTrackProblem();
  const { points } = pointsOfLine(Float64Array.from(line), height && Float64Array.from(heights));
  return Buffer.from(JSON.stringify(points));
}

export const noTrackProblem = () =>
  new ApiProblem(422, 'no_track', 'This workout has no track on the map, so no route can be made of it.');

/** A line as one segment of a course; longer ones than a route may be are thinned evenly. */
export function pointsOfLine(
  line: Float64Array,
  elevation: Float64Array | null,
  notes: Parameters<typeof makeSegment>[2] = {},
): { points: RoutePoint[]; thin: boolean } {
  // A note of the member's own is a point as well.
  const own = notes.notes?.filter(({ isCustomNote }) => isCustomNote).length ?? 0;
  const most = ROUTE_POINTS_MAX - own;
  const kept = simplifyLine(line, most);
  const segment = makeSegment(kept ? pick(line, kept, 2) : line, 0, {
    ...notes,
    elevation: elevation && kept ? pick(elevation, kept, 1) : elevation,
    isStaticData: true,
  });
  const start = { lat: line[1]!, lng: line[0]! };
  return { points: encodePlan({ start, segments: [segment] }), thin: kept !== null };
}

function pick(values: Float64Array, kept: readonly number[], width: 1 | 2): Float64Array {
  const picked = new Float64Array(kept.length * width);
  kept.forEach((i, k) => {
    for (let part = 0; part < width; part++) picked[k * width + part] = values[i * width + part]!;
  });
  return picked;
}
