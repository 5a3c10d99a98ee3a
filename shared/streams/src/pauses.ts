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

/**
 * Nothing was recorded, and nobody moved far enough to count: a device that pauses by itself, and many exported files,
 * leave such stops out without stopping the timer.
 */
const isSilentStop = ({ columns: { time, moving } }: Streams, i: number): boolean =>
  moving?.[i] === 0 && time![i]! - time![i - 1]! >= PAUSE;

/** The samples before which nothing was recorded: lines break there. */
export function pauseEnds(streams: Streams): number[] {
  const found: number[] = [];
  for (let i = 1; i < streams.n; i++) if (isPause(streams, i) || isSilentStop(streams, i)) found.push(i);
  return found;
}
