import { simplifyTrack } from '@waymark/streams';
import { haversine } from '@waymark/units';
import {
  distancesAlong,
  makeSegment,
  type Plan,
  planPointCount,
  pointCount,
  type RouteNote,
  type Segment,
  shifted,
} from './plan.ts';

/** Above so many points a course is simplified when it is saved. */
export const SIMPLIFY_ABOVE = 200;

/** Degrees that a point may lie off the simplified line, by the number of points of the course; 0 leaves all of them. */
export function toleranceFor(points: number): number {
  if (points <= SIMPLIFY_ABOVE) return 0;
  if (points < 1000) return 5e-5;
  return points < 4000 ? 1e-4 : 1.5e-4;
}

const NEVER = -2_147_483_648;

/** Indices of the points of a line that stay within a tolerance (degrees); both ends always do. */
export function keptPoints(line: Float64Array, tolerance: number): number[] {
  const n = line.length / 2;
  const lat = new Int32Array(n);
  const lng = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    lng[i] = Math.round(line[i * 2]! * 1e7);
    lat[i] = Math.round(line[i * 2 + 1]! * 1e7);
  }
  return simplifyTrack(lat, lng, tolerance, NEVER);
}

/** Metres that a height may lie off the line between those that stay: half of what counts as a climb. */
const HEIGHT_TOLERANCE = 1;
/** Metres between two heights that are looked at: a recording tells more of them, and of noise. */
const HEIGHT_STEP = 30;

/** Indices of the points whose heights tell something that the heights of the others do not. */
function keptHeights(line: Float64Array, elevation: Float64Array): number[] {
  const n = elevation.length;
  const along = new Int32Array(n);
  const height = new Int32Array(n).fill(NEVER);
  const candidates: number[] = [];
  let meters = 0;
  let next = 0;
  for (let i = 0; i < n; i++) {
    if (i > 0) meters += haversine(line[i * 2 - 1]!, line[i * 2 - 2]!, line[i * 2 + 1]!, line[i * 2]!);
    along[i] = Math.round(meters * 100);
    if (elevation[i] === elevation[i]) height[i] = Math.round(elevation[i]! * 100);
    if (meters < next && i < n - 1) continue;
    candidates.push(i);
    next = meters + HEIGHT_STEP;
  }
  return simplifyTrack(height, along, HEIGHT_TOLERANCE / 1e5, NEVER, candidates);
}

/** Notes at the same share of the way between the points that stay: the thinner line is shorter. */
function notesOn(thin: Float64Array, { line, notes }: Segment, kept: readonly number[]): RouteNote[] {
  const [was, is] = [distancesAlong(line), distancesAlong(thin)];
  return notes.map((note) => {
    const next = kept.findIndex((i) => was[i]! >= note.distance);
    const k = next < 0 ? kept.length - 1 : Math.max(1, next);
    const [from, to] = [was[kept[k - 1]!]!, was[kept[k]!]!];
    const part = to > from ? Math.min(1, Math.max(0, (note.distance - from) / (to - from))) : 0;
    return shifted(note, Math.round((is[k - 1]! + part * (is[k]! - is[k - 1]!)) * 10) / 10);
  });
}

function simplifySegment(segment: Segment, tolerance: number): Segment {
  const heights = segment.elevation ? keptHeights(segment.line, segment.elevation) : [];
  const kept = [...new Set([...keptPoints(segment.line, tolerance), ...heights])].sort((a, b) => a - b);
  if (kept.length === pointCount(segment)) return segment;
  const line = new Float64Array(kept.length * 2);
  kept.forEach((i, k) => line.set([segment.line[i * 2]!, segment.line[i * 2 + 1]!], k * 2));
  return {
    ...makeSegment(line, segment.travelMode, {
      elevation: segment.elevation && Float64Array.from(kept, (i) => segment.elevation![i]!),
      notes: notesOn(line, segment, kept),
      isStaticData: segment.isStaticData,
    }),
    // The way is as long as it was; only its picture has fewer points.
    distance: segment.distance,
  };
}

/**
 * The course as it is saved: thinned by the thresholds of the specification, waypoints untouched and notes at their places. A straight
 * road over a hill keeps the hill.
 */
export function simplifyPlan(plan: Plan): Plan {
  const tolerance = toleranceFor(planPointCount(plan));
  if (tolerance === 0) return plan;
  return { ...plan, segments: plan.segments.map((segment) => simplifySegment(segment, tolerance)) };
}
