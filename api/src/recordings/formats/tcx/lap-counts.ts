import { motionForSport } from '../../streams/motion.ts';
import type { Recording } from '../../model/recording.ts';
import { MISSING } from '../../model/parsed-workout.ts';

/** A count that begins anew is below this share of what it was. */
const RESET_SHARE = 0.9;

type LapCount = {
  lap: Recording['laps'][number];
  /** Places of the first sample of the lap and of the first after it. */
  from: number;
  to: number;
  /** The first and the highest count in it, in cm, and the place of the last sample with one. */
  first: number;
  highest: number;
  last: number;
};

/**
 * Some services count the distance of points from the beginning of each lap.
 * @param lapStarts the place of the first sample of each lap
 * @returns the counts of each lap; null where the count goes on from lap to lap
 */
function findLapCounts({ samples, laps }: Recording, lapStarts: readonly number[]): LapCount[] | null {
  const { distance } = samples.columns;
  if (!distance) return null;
  const counts: LapCount[] = [];
  for (const [i, lap] of laps.entries()) {
    const from = lapStarts[i] ?? samples.n;
    const to = lapStarts[i + 1] ?? samples.n;
    const own = distance.subarray(from, to);
    const first = own.find((value) => value !== MISSING);
    if (first === undefined) continue;
    const last = from + own.findLastIndex((value) => value !== MISSING);
    const highest = own.reduce((most, value) => Math.max(most, value), 0);
    counts.push({ lap, from, to, first, highest, last });
  }
  const beginAnew = counts.slice(1).every(({ first }, i) => first < counts[i]!.highest * RESET_SHARE);
  return counts.length > 1 && beginAnew ? counts : null;
}

/** The highest count of the points, in metres if that is their unit; the sum of those of all laps where each counts anew. */
export function countOfPoints(activity: Recording, lapStarts: readonly number[]): number | null {
  const { columns, n } = activity.samples;
  if (!columns.distance) return null;
  const laps = findLapCounts(activity, lapStarts);
  if (laps) return laps.reduce((sum, { highest }) => sum + highest, 0) / 100;
  return columns.distance.subarray(0, n).reduce((most, value) => Math.max(most, value), 0) / 100;
}

/**
 * Makes counts that begin anew with each lap go on from lap to lap: by the distance of the lap, where what its points lack
 * of it can be covered until the next lap has its first point.
 */
export function joinLapCounts(activity: Recording, lapStarts: readonly number[]): void {
  const counts = findLapCounts(activity, lapStarts);
  if (!counts) return;
  const { at, columns } = activity.samples;
  const { fastest } = motionForSport(activity.sport);
  let base = 0;
  for (const [i, { lap, from, to, highest, last }] of counts.entries()) {
    for (let place = from; place < to; place++) {
      if (columns.distance![place] !== MISSING) columns.distance![place]! += base;
    }
    const seconds = (at[counts[i + 1]?.from ?? last]! - at[last]!) / 1000;
    const lacking = (lap.distance ?? 0) * 100 - highest;
    base += highest + (lacking > 0 && lacking <= seconds * fastest * 100 ? lacking : 0);
  }
}
