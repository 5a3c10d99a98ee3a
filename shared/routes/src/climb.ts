import { climb, MISSING } from '@waymark/streams';

/** Metres between two heights that a climb is worked out from, and the most of them. */
const STEP = 10;
const MOST_STEPS = 100_000;

/** Running totals along a course. Metres. */
export interface CourseClimb {
  /** Between two totals; the first ones are of the start. */
  step: number;
  ascent: Float64Array;
  descent: Float64Array;
}

/**
 * Metres up and down along a course, by the rule that workouts go by (`climb`), with the heights taken every 10 m
 * between its points: the rule smooths from height to height, and must not see fewer of them on a straight road,
 * or once points were left out that lie on the line.
 * @param course metres from the start and heights in metres, one for each point; NaN or null where unknown, and then as
 * the heights before and after it have it
 * @returns null without two heights
 */
export function courseClimb({
  along,
  elevation,
}: {
  along: ArrayLike<number>;
  elevation: ArrayLike<number | null> | null;
}): CourseClimb | null {
  const at = new Float64Array(along.length);
  const heights = new Float64Array(along.length);
  let known = 0;
  for (let i = 0; i < along.length; i++) {
    const height = elevation?.[i] ?? Number.NaN;
    if (Number.isNaN(height)) continue;
    at[known] = along[i]!;
    heights[known++] = height;
  }
  if (known < 2) return null;
  const last = known - 1;
  const length = along[along.length - 1]!;
  const steps = Math.max(1, Math.min(MOST_STEPS, Math.ceil(length / STEP)));
  const step = length / steps;
  const centimetres = new Int32Array(steps + 1).fill(MISSING);
  for (let k = 0, i = 0; k <= steps; k++) {
    const meters = k === steps ? length : k * step;
    while (i < last - 1 && at[i + 1]! <= meters) i++;
    // Before the first and after the last height that is known there is nothing to tell; between two it is even.
    if (meters < at[0]! || meters > at[last]!) continue;
    const span = at[i + 1]! - at[i]!;
    const part = span > 0 ? (meters - at[i]!) / span : 1;
    centimetres[k] = Math.round((heights[i]! + part * (heights[i + 1]! - heights[i]!)) * 100);
  }
  return { step, ...climb(centimetres) };
}

/** Running totals at a distance (metres); they grow evenly between two steps. */
export function climbedAt(
  { step, ...totals }: CourseClimb,
  what: 'ascent' | 'descent',
  meters: number,
): number {
  const values = totals[what];
  const last = values.length - 1;
  const at = step > 0 ? Math.min(last, meters / step) : last;
  const before = Math.min(last - 1, Math.floor(at));
  return values[before]! + (at - before) * (values[before + 1]! - values[before]!);
}
