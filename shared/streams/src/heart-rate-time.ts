import { type HeartRateZone, zoneOf } from '@waymark/units';
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

/** Seconds of recording time in each zone, in the order of the zones; gaps of sensors count 30 s at most. */
export function heartRateSeconds(streams: Streams, zones: readonly HeartRateZone[]): number[] {
  const seconds = zones.map(() => 0);
  const { heartrate, timer } = streams.columns;
  if (!heartrate) return seconds;
  const index = new Map(zones.map(({ zone }, i) => [zone, i]));
  for (let i = 1; i < streams.n; i++) {
    if (heartrate[i] === MISSING) continue;
    const at = index.get(zoneOf(heartrate[i]!, zones) ?? Number.NaN);
    if (at !== undefined) seconds[at]! += Math.min(LONGEST_STEP, timer![i]! - timer![i - 1]!) / 1000;
  }
  return seconds;
}
