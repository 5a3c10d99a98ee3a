import { bestEffort, type BestEffort, type Streams } from '@waymark/streams';
import { type MeasurementSystem, METERS_PER_MILE, type Tempo } from '@waymark/units';
import { bestPower, type BestPower } from '../zones/best-power.ts';

export const HALF_MARATHON = 21_097.5;
export const MARATHON = 42_195;
const SECONDS = [5, 60, 300, 1200, 3600] as const;

/** The distances, in metres, over which people of a sport compare themselves. */
export function effortMeters(tempo: Tempo, system: MeasurementSystem): readonly number[] {
  if (tempo === 'swim') return [50, 100, 200, 400, 800, 1500, 3000, 5000];
  if (tempo === 'pace') return [400, 1000, METERS_PER_MILE, 5000, 10_000, HALF_MARATHON, MARATHON];
  const unit = system === 'metric' ? 1000 : METERS_PER_MILE;
  return [1, 5, 10, 20, 50, 100].map((size) => size * unit);
}

export interface Effort extends BestEffort {
  meters: number;
}

/** The fastest stretch of each distance that the workout is long enough for. */
export const fastest = (streams: Streams, distances: readonly number[]): Effort[] =>
  distances.flatMap((meters) => {
    const best = bestEffort(streams, meters);
    return best ? [{ meters, ...best }] : [];
  });

export interface PowerEffort extends BestPower {
  seconds: number;
}

/** The highest power over each of the usual times. Never higher over a longer one: that was held for the shorter too. */
export function strongest(streams: Streams): PowerEffort[] {
  const found: PowerEffort[] = [];
  for (const seconds of SECONDS.toReversed()) {
    const best = bestPower(streams, seconds);
    const longer = found[0];
    if (!best) continue;
    found.unshift({ ...(longer && longer.watts > best.watts ? longer : best), seconds });
  }
  return found.some(({ watts }) => watts > 0) ? found : [];
}
