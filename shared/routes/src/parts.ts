import type { Change } from './edits.ts';
import type { TravelMode } from '@waymark/api-contract';
import { distancesAlong, type Place, type Plan, pointCount, type Segment, waypoints } from './plan.ts';
import { splitSegment, spliceSegments } from './reshape.ts';

/** Metres between a place that is asked for and a point of the line that will do. */
const NEAR = 2;

/** The numbers with others put in. */
function inserted(values: Float64Array, at: number, more: readonly number[]): Float64Array {
  const next = new Float64Array(values.length + more.length);
  next.set(values.subarray(0, at));
  next.set(more, at);
  next.set(values.subarray(at), at + more.length);
  return next;
}

/** The segment with one more point in front of another one, a share of the way from the point before. */
function withPoint(segment: Segment, at: number, share: number): Segment {
  const { line, elevation } = segment;
  const between = (values: Float64Array, a: number, b: number) =>
    values[a]! + (values[b]! - values[a]!) * share;
  return {
    ...segment,
    line: inserted(line, at * 2, [between(line, at * 2 - 2, at * 2), between(line, at * 2 - 1, at * 2 + 1)]),
    elevation: elevation && inserted(elevation, at, [between(elevation, at - 1, at)]),
  };
}

/** The course with a waypoint at a distance from its start, and the number of it; one that is there already will do. */
export function waypointAt(plan: Plan, meters: number): { plan: Plan; waypoint: number } {
  let rest = Math.max(0, meters);
  for (const [index, segment] of plan.segments.entries()) {
    if (rest > segment.distance + NEAR && index < plan.segments.length - 1) {
      rest -= segment.distance;
      continue;
    }
    if (rest <= NEAR) return { plan, waypoint: index };
    if (rest >= segment.distance - NEAR) return { plan, waypoint: index + 1 };
    const along = distancesAlong(segment.line);
    const next = along.findIndex((one) => one >= rest);
    const [a, b] = [along[next - 1]!, along[next]!];
    const inner = (point: number) => point > 0 && point < pointCount(segment) - 1;
    if (b - rest <= NEAR && inner(next))
      return { plan: splitSegment(plan, index, next), waypoint: index + 1 };
    if (rest - a <= NEAR && inner(next - 1))
      return { plan: splitSegment(plan, index, next - 1), waypoint: index + 1 };
    const finer = spliceSegments(plan, index, 1, [withPoint(segment, next, (rest - a) / (b - a))]);
    return { plan: splitSegment(finer, index, next), waypoint: index + 1 };
  }
  return { plan, waypoint: 0 };
}

/** A stretch of a course, in metres from its start. */
export interface Stretch {
  from: number;
  to: number;
}

/** Waypoints at both ends of a stretch. */
function around(plan: Plan, { from, to }: Stretch): { plan: Plan; first: number; last: number } {
  const head = waypointAt(plan, Math.min(from, to));
  const tail = waypointAt(head.plan, Math.max(from, to));
  return { plan: tail.plan, first: head.waypoint, last: tail.waypoint };
}

const samePlace = (a: Place, b: Place) => a.lat === b.lat && a.lng === b.lng;

/** Leaves a stretch out; where something stays on both sides a leg in that mode joins it. Null: nothing is left out. */
export function cutOut(plan: Plan, stretch: Stretch, travelMode: TravelMode): Change | null {
  const { plan: cut, first, last } = around(plan, stretch);
  if (first === last) return null;
  const [head, tail] = [cut.segments.slice(0, first), cut.segments.slice(last)];
  const [from, to] = [waypoints(cut)[first]!, waypoints(cut)[last]!];
  if (head.length === 0) return { start: tail.length > 0 ? to : plan.start, pieces: tail };
  const joins = tail.length > 0 && !samePlace(from, to) ? [{ from, to, travelMode }] : [];
  return { start: plan.start, pieces: [...head, ...joins, ...tail] };
}

/** Leaves out all but a stretch. Null: nothing would be left. */
export function keepOnly(plan: Plan, stretch: Stretch): Change | null {
  const { plan: cut, first, last } = around(plan, stretch);
  if (first === last) return null;
  return { start: waypoints(cut)[first]!, pieces: cut.segments.slice(first, last) };
}
