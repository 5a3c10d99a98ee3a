import {
  climbedAt,
  courseClimb,
  type CourseClimb,
  estimatedSeconds,
  type Pace,
  type PlanLine,
} from '@waymark/routes';

/** Figures of the whole course, or of a range of it. Metres, seconds; null where no source knows heights. */
export interface CourseFigures {
  distance: number;
  ascent: number | null;
  descent: number | null;
  /** Estimated from distance and climb, for the activity. */
  seconds: number;
}

const climbs = new WeakMap<PlanLine, CourseClimb | null>();

function climbOf(whole: PlanLine): CourseClimb | null {
  let found = climbs.get(whole);
  if (found === undefined) climbs.set(whole, (found = courseClimb(whole)));
  return found;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * Figures of a course or of a range of it (metres along). Totals are worked out once for each course, so that a range
 * that is being dragged costs two look-ups.
 */
export function courseFigures(
  whole: PlanLine,
  pace: Pace,
  range?: { from: number; to: number } | null,
): CourseFigures {
  const { along } = whole;
  const length = along.at(-1) ?? 0;
  const clamp = (meters: number) => Math.min(length, Math.max(0, meters));
  const from = range ? clamp(Math.min(range.from, range.to)) : 0;
  const to = range ? clamp(Math.max(range.from, range.to)) : length;
  const climbed = climbOf(whole);
  const over = (what: 'ascent' | 'descent') =>
    climbed && tenth(climbedAt(climbed, what, to) - climbedAt(climbed, what, from));
  const ascent = over('ascent');
  return {
    distance: to - from,
    ascent,
    descent: over('descent'),
    seconds: estimatedSeconds(pace, { distance: to - from, ascent }),
  };
}
