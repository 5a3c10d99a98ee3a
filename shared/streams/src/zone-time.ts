import { type HeartRateZone, zoneOf } from '@waymark/units';
import { MISSING, type Streams } from './kinds.ts';

const LONGEST_STEP = 30_000;

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
