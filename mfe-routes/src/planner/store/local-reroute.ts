import type { TravelMode } from '@waymark/api-contract';
import {
  type Change,
  insertWaypoint,
  lineIndex,
  loosen,
  moveWaypoint,
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

/** Something to move: a course, and the waypoint of it. */
export interface Grip {
  plan: Plan;
  waypoint: number;
}

/** Splits long imported segments beside a waypoint, so that moving it reroutes only a short stretch. */
export function detachWaypoint(plan: Plan, waypoint: number, reach: number): Grip {
  let grip: Grip = { plan, waypoint };
  if (isLong(plan.segments[waypoint])) grip = { plan: loosen(plan, waypoint, 0, reach).plan, waypoint };
  const before = grip.plan.segments[waypoint - 1];
  return isLong(before) ? loosen(grip.plan, waypoint - 1, pointCount(before) - 1, reach) : grip;
}

/** Moves a waypoint. @throws RangeError when there is no such waypoint */
export function rerouteWaypoint(
  plan: Plan,
  waypoint: number,
  place: Place,
  tool: TravelMode,
  reach = DEFAULT_REACH_METERS,
): Change {
  const grip = detachWaypoint(plan, waypoint, reach);
  return moveWaypoint(grip.plan, grip.waypoint, place, tool);
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
  if (!isLong(segment)) return insertWaypoint(plan, index, place, tool);
  const grip = loosen(plan, index, point ?? nearestPoint(segment, place), reach);
  return moveWaypoint(grip.plan, grip.waypoint, place, tool);
}
