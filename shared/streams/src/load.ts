import { MISSING, type Streams } from './kinds.ts';

const LONGEST_STEP = 30_000;
/** Faster than any heart; the column of what is measured ends here. */
export const HIGHEST_BPM = 255;

/**
 * Seconds of recording time at each heart rate: index is beats a minute, 0 to 255. All that a training load
 * asks of a recording, whatever the limits of the member. Gaps of the sensor count 30 s at most. Null without
 * a heart rate.
 */
export function heartRateTimes({ n, columns }: Streams): Float32Array | null {
  const { heartrate, timer } = columns;
  if (!heartrate || !timer) return null;
  const seconds = new Float64Array(HIGHEST_BPM + 1);
  for (let i = 1; i < n; i++) {
    const bpm = heartrate[i]!;
    if (bpm === MISSING || bpm <= 0) continue;
    seconds[Math.min(HIGHEST_BPM, bpm)]! += Math.min(LONGEST_STEP, timer[i]! - timer[i - 1]!) / 1000;
  }
  return seconds.some((value) => value > 0) ? Float32Array.from(seconds) : null;
}
