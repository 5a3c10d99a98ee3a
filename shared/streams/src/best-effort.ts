import type { Streams } from './kinds.ts';

/** `seconds` of elapsed time and the sample indices, with fraction, between which the distance was covered. */
export type BestEffort = { seconds: number; from: number; to: number };

/**
 * The shortest elapsed time (pauses count) in which `meters` were covered, anywhere in the workout. Time
 * over distance is a line between samples, so the best stretch begins or ends at a sample: both are tried.
 * Exact in that sense, hence monotonic: a longer distance never takes less time. Null when the workout is
 * shorter.
 */
export function bestEffort({ n, columns }: Streams, meters: number): BestEffort | null {
  const { distance, time } = columns;
  const goal = meters * 100;
  if (!distance || n < 2 || !(goal > 0) || distance[n - 1]! - distance[0]! < goal) return null;
  let best: BestEffort | null = null;
  const consider = (from: number, to: number, ms: number) => {
    if (!best || ms < best.seconds * 1000) best = { seconds: ms / 1000, from, to };
  };
  // Beginning at a sample: the first place that is far enough.
  for (let from = 0, to = 1; from < n; from++) {
    const target = distance[from]! + goal;
    while (to < n && distance[to]! < target) to++;
    if (to === n) break;
    const part = (target - distance[to - 1]!) / (distance[to]! - distance[to - 1]!);
    consider(from, to - 1 + part, time![to - 1]! + part * (time![to]! - time![to - 1]!) - time![from]!);
  }
  // Ending at a sample: the last place that is far enough back.
  for (let to = 1, from = 0; to < n; to++) {
    const target = distance[to]! - goal;
    if (target < distance[0]!) continue;
    while (from + 1 < to && distance[from + 1]! <= target) from++;
    const step = distance[from + 1]! - distance[from]!;
    const part = step > 0 ? (target - distance[from]!) / step : 0;
    consider(from + part, to, time![to]! - (time![from]! + part * (time![from + 1]! - time![from]!)));
  }
  return best;
}
