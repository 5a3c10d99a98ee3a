import type { TravelMode } from '@waymark/api-contract';
import {
  type Change,
  insertWayPoint,
  lineIndex,
  loosen,
  moveWayPoint,
  type Place,
  type Plan,
  planLine,
  pointCount,
  type Segment,
} from '@waymark/routes';

/** Length of an imported line to each side of a moved point that is rerouted by default. */
export const DEFAULT_REACH_METERS = 300;

const isLong = (segment: Segment | undefined): segment is Segment =>
  segment !== undefined && segment.isStaticData && pointCount(segment) > 2;

/** Something to move: a course, and the way point of it. */
export interface Grip {
  plan: Plan;
  wayPoint: number;
}

/** Splits long imported segments beside a way point, so that moving it reroutes only a short stretch. */
export function detachWayPoint(plan: Plan, wayPoint: number, reach: number): Grip {
  let grip: Grip = { plan, wayPoint };
  if (isLong(plan.segments[wayPoint])) grip = { plan: loosen(plan, wayPoint, 0, reach).plan, wayPoint };
  const before = grip.plan.segments[wayPoint - 1];
  return isLong(before) ? loosen(grip.plan, wayPoint - 1, pointCount(before) - 1, reach) : grip;
}

/** Moves a way point. @throws RangeError when there is no such way point */
export function rerouteWayPoint(
  plan: Plan,
  wayPoint: number,
  place: Place,
  tool: TravelMode,
  reach = DEFAULT_REACH_METERS,
): Change {
  const grip = detachWayPoint(plan, wayPoint, reach);
  return moveWayPoint(grip.plan, grip.wayPoint, place, tool);
}

/** The point of a segment that is nearest to a place. */
function nearestPoint(segment: Segment, place: Place): number {
  const whole = planLine({ start: place, segments: [segment] });
  const near = lineIndex(whole).nearest(place, 1e7);
  return near ? near.index + Math.round(near.part) : 0;
}

/**
 * Leads a segment through a place. Of a piece of a file only a stretch around `point` is routed anew; without one,
 * around the point nearest to the place.
 * @throws RangeError when there is no such segment
 */
export function rerouteThrough(
  plan: Plan,
  index: number,
  place: Place,
  tool: TravelMode,
  { point, reach = DEFAULT_REACH_METERS }: { point?: number; reach?: number } = {},
): Change {
  const segment = plan.segments[index];
  if (!isLong(segment)) return insertWayPoint(plan, index, place, tool);
  const grip = loosen(plan, index, point ?? nearestPoint(segment, place), reach);
  return moveWayPoint(grip.plan, grip.wayPoint, place, tool);
}
