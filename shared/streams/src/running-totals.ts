import { climb, climbedAltitude } from './ascent.ts';
import type { Streams } from './kinds.ts';

/** What has added up by each sample: ms in motion, metres climbed and descended (null without altitude). */
export type RunningTotals = {
  moving: Float64Array;
  ascent: Float64Array | null;
  descent: Float64Array | null;
};

/** One pass over the streams; the figures of any range are then differences of two samples. */
export function runningTotals(streams: Streams): RunningTotals {
  const { n, columns } = streams;
  const moving = new Float64Array(n);
  const { timer } = columns;
  for (let i = 1; i < n; i++) {
    const ran = columns.moving?.[i] === 0 ? 0 : timer![i]! - timer![i - 1]!;
    moving[i] = moving[i - 1]! + ran;
  }
  const altitude = climbedAltitude(streams);
  const climbed = altitude && climb(altitude);
  return { moving, ascent: climbed?.ascent ?? null, descent: climbed?.descent ?? null };
}

/** The value between two samples; `at` is an index with a fraction. */
export function between(values: Int32Array | Float64Array, at: number): number {
  const i = Math.floor(at);
  const value = values[i]!;
  return at === i ? value : value + (values[i + 1]! - value) * (at - i);
}

/**
 * The index, with a fraction, at which a column that never falls (time, distance) reaches `value`;
 * the first or last index for what lies outside.
 */
export function indexAt(column: Int32Array, value: number): number {
  let low = 0;
  let high = column.length - 1;
  if (value <= column[0]!) return 0;
  if (value >= column[high]!) return high;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (column[middle]! <= value) low = middle;
    else high = middle;
  }
  return low + (value - column[low]!) / (column[high]! - column[low]!);
}
