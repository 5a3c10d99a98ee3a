import { type Plan, waypoints } from '@waymark/routes';

/** Whether two courses have the same geometry, with elevation or without. */
export const isSameCourse = (a: Plan, b: Plan): boolean =>
  a.start === b.start &&
  a.segments.length === b.segments.length &&
  a.segments.every(({ line, notes, travelMode }, i) => {
    const other = b.segments[i]!;
    return line === other.line && notes === other.notes && travelMode === other.travelMode;
  });

/**
 * Finds a segment of one plan in a later one; -1 when it is gone. Lines are immutable, so they identify segments even
 * after elevation was added.
 */
export function locateSegment(before: Plan, index: number): (plan: Plan) => number {
  const line = before.segments[index]?.line;
  return (plan) =>
    plan === before ? (line ? index : -1) : plan.segments.findIndex((segment) => segment.line === line);
}

/** Finds a waypoint of one plan in a later one; -1 when it is gone. */
export function locateWaypoint(before: Plan, index: number): (plan: Plan) => number {
  const place = waypoints(before)[index];
  return (plan) => {
    if (!place) return -1;
    if (plan === before) return index;
    const points = waypoints(plan);
    const same = (i: number) => points[i]?.lat === place.lat && points[i]?.lng === place.lng;
    return same(index) ? index : points.findIndex((_, i) => same(i));
  };
}
