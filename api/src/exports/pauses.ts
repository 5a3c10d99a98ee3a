import type { Streams } from '../recordings/model/parsed-workout.ts';

/** Shorter than this, in ms, a standing clock is its rounding. */
const SHORT = 1000;

/** ms that the device was paused in the step that ends at a sample. */
export function pauseBefore({ columns: { time, timer } }: Streams, i: number): number {
  if (i === 0) return 0;
  return time![i]! - time![i - 1]! - (timer![i]! - timer![i - 1]!);
}

/** The step that ends at a sample was mostly a pause. */
export function pausedBefore(streams: Streams, i: number): boolean {
  const paused = pauseBefore(streams, i);
  if (paused <= SHORT) return false;
  const { time } = streams.columns;
  return paused * 2 > time![i]! - time![i - 1]!;
}
