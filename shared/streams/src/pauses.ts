import type { Streams } from './kinds.ts';

/** Shorter than this, in ms, a standing timer is a traffic light. */
const PAUSE = 30_000;
/** Devices run on for a moment before and after a pause. */
const RUNS_ON = 5000;

/** Nothing was recorded between samples `i - 1` and `i`: the clock went on by 30 s or more, the timer by 5 s at most. */
export function isPause({ n, columns: { time, timer } }: Streams, i: number): boolean {
  if (i < 1 || i >= n) return false;
  return time![i]! - time![i - 1]! >= PAUSE && timer![i]! - timer![i - 1]! <= RUNS_ON;
}

/** The samples before which nothing was recorded: lines break there. */
export function pauseEnds(streams: Streams): number[] {
  const found: number[] = [];
  for (let i = 1; i < streams.n; i++) if (isPause(streams, i)) found.push(i);
  return found;
}
