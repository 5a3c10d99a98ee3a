import { haversine } from '@waymark/units';
import type { Samples } from '../model/recording.ts';
import { MISSING } from '../model/parsed-workout.ts';

/** Fewer legs between points may agree with one speed by chance. */
const MIN_LEGS = 20;
/** Positions are written with 6 decimals or more: the two ends of a leg are off by this at most. */
const POSITION_ERROR_METERS = 0.2;
/** Planners measure on other models of the Earth. */
const MODEL_ERROR_SHARE = 0.005;
const CLOCK_ERROR_MS = 1;

/**
 * Whether a track is a planned route although its points have times. Planners write no times, or the same time at every
 * point, or times computed from a constant speed. The last are recognised where all of this holds:
 *
 * - no sensor value and no device speed is recorded, and every point has a position;
 * - most times have a fraction of a second, as a division leaves it;
 * - there are at least 20 legs between points, and the longest takes at least twice as long as the shortest (equal
 *   legs in equal times are also what a device records of a steady pace);
 * - each leg takes its length divided by the one speed of the whole, to the millisecond, but for the rounding
 *   of the positions (0.2 m) and the model of the Earth (0.5 %).
 *
 * Two points with one time may be a recording that was broken off.
 */
export function isPlannedTrack(samples: Samples): boolean {
  const times = samples.at.subarray(0, samples.n).filter((time) => !Number.isNaN(time));
  if (times.length === 0 || (times.length > 2 && times.every((time) => time === times[0]))) return true;
  return times.length === samples.n && hasConstantSpeed(samples);
}

/** The last of these rules alone. */
export function hasConstantSpeed({ at, n, columns }: Samples): boolean {
  const { lat, lng, heartrate, cadence, power, speed, temperature } = columns;
  if (!lat || !lng || n <= MIN_LEGS) return false;
  for (const sensor of [heartrate, cadence, power, speed, temperature]) {
    if (sensor?.subarray(0, n).some((value) => value !== MISSING)) return false;
  }
  const legs: { meters: number; ms: number }[] = [];
  let fractions = 0;
  for (let i = 0; i < n; i++) {
    if (lat[i] === MISSING || lng[i] === MISSING) return false;
    if (at[i]! % 1000 !== 0) fractions++;
    if (i === 0) continue;
    const meters = haversine(lat[i - 1]! / 1e7, lng[i - 1]! / 1e7, lat[i]! / 1e7, lng[i]! / 1e7);
    const ms = at[i]! - at[i - 1]!;
    // Planners repeat the place where two parts of a route meet.
    if (meters > 0 || ms !== 0) legs.push({ meters, ms });
  }
  if (fractions * 2 < n || legs.length < MIN_LEGS) return false;
  const msPerMeter = (at[n - 1]! - at[0]!) / legs.reduce((sum, { meters }) => sum + meters, 0);
  const durations = legs.map(({ ms }) => ms);
  if (!(msPerMeter > 0) || Math.max(...durations) < 2 * Math.min(...durations)) return false;
  return legs.every(({ meters, ms }) => {
    const expected = meters * msPerMeter;
    const tolerance = CLOCK_ERROR_MS + POSITION_ERROR_METERS * msPerMeter + MODEL_ERROR_SHARE * expected;
    return Math.abs(ms - expected) <= tolerance;
  });
}
