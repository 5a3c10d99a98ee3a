import { courseClimb, type CourseClimb, type PlanLine } from '@waymark/routes';
import type { Pace } from './pace.ts';

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

/** Value of running totals at a distance; totals grow evenly between two steps. */
function totalAt(totals: Float64Array, step: number, meters: number): number {
  const last = totals.length - 1;
  const at = step > 0 ? Math.min(last, meters / step) : last;
  const before = Math.min(last - 1, Math.floor(at));
  return totals[before]! + (at - before) * (totals[before + 1]! - totals[before]!);
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
    climbed && tenth(totalAt(climbed[what], climbed.step, to) - totalAt(climbed[what], climbed.step, from));
  const ascent = over('ascent');
  return {
    distance: to - from,
    ascent,
    descent: over('descent'),
    seconds: (to - from) * pace.perMeter + (ascent ?? 0) * pace.perClimb,
  };
}
