import { MISSING, type Streams } from '@waymark/streams';

/** Upper limits of the first six zones in percent of the threshold power: Allen and Coggan, "Training and Racing with a Power Meter". */
const LIMITS = [55, 75, 90, 105, 120, 150] as const;
/** A value counts for the time since the one before, so many ms at most: sensors fall silent. */
const LONGEST_STEP = 30_000;

export interface PowerZone {
  /** Watts, both included; the last has no upper limit. */
  from: number;
  to: number | null;
  seconds: number;
}

/** Seconds of recording in each of the seven zones that a threshold power (W) makes. */
export function powerZones({ n, columns: { power, timer } }: Streams, threshold: number): PowerZone[] {
  const tops = LIMITS.map((percent) => Math.round((threshold * percent) / 100));
  const zones = [...tops, null].map((to, i): PowerZone => ({
    from: i === 0 ? 0 : tops[i - 1]! + 1,
    to,
    seconds: 0,
  }));
  if (!power) return zones;
  for (let i = 1; i < n; i++) {
    const watts = power[i]!;
    if (watts === MISSING) continue;
    const zone = zones.find(({ to }) => to === null || watts <= to)!;
    zone.seconds += Math.min(LONGEST_STEP, timer![i]! - timer![i - 1]!) / 1000;
  }
  return zones;
}
