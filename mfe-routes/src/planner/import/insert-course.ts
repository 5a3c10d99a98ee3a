import {
  complete,
  type Place,
  type Plan,
  planLength,
  segmentEnd,
  segmentStart,
  straightSegment,
  waypoints,
} from '@waymark/routes';
import { haversine } from '@waymark/units';

/** Metres between two ends that are one place. */
const SAME = 1;

/**
 * Where a course from elsewhere goes: in the place of all that is drawn, or behind a waypoint; -1 is before the start.
 * Between two waypoints it takes the place of the way from one to the other.
 */
export type Placement = 'replace' | number;

/** The straight way from one place to another; none where they are one. */
const way = (from: Place, to: Place) =>
  haversine(from.lat, from.lng, to.lat, to.lng) > SAME ? [straightSegment(from, to)] : [];

/**
 * A course with another one put into it.
 * @returns the whole, and the metres of the straight lines that join the two; 0 where they meet
 */
export function insertCourse(plan: Plan, more: Plan, placing: Placement): { plan: Plan; gap: number } {
  const points = waypoints(plan);
  const [first] = more.segments;
  if (placing === 'replace' || points.length === 0 || !first) return { plan: first ? more : plan, gap: 0 };
  const at = Math.min(placing, points.length - 1);
  const before = points[at];
  const after = points[at + 1];
  const head = plan.segments.slice(0, Math.max(0, at));
  const tail = plan.segments.slice(at + 1);
  const there = before ? way(before, segmentStart(first)) : [];
  const back = after ? way(segmentEnd(more.segments.at(-1)!), after) : [];
  const pieces = [...head, ...there, ...more.segments, ...back, ...tail];
  const gap = planLength({ start: null, segments: [...there, ...back] });
  return { plan: complete({ start: plan.start, pieces }, []), gap };
}

/** There is a way to go. */
export const hasLength = (plan: Plan): boolean => plan.segments.length > 0 && planLength(plan) > 0;
