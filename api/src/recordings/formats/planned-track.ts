import { haversine } from '@waymark/units';
import type { Samples } from '../model/recording.ts';
import { MISSING } from '../model/parsed-workout.ts';

/** Fewer legs between points may agree with one speed, or be too fast, by chance. */
const MIN_LEGS = 20;
/** Nobody moves faster, in m/s. */
const FASTEST = 45;
/** Positions are written with 6 decimals or more: the two ends of a leg are off by this at most. */
const POSITION_ERROR_METERS = 0.2;
/** Planners measure on other models of the Earth. */
const MODEL_ERROR_SHARE = 0.005;
const CLOCK_ERROR_MS = 1;
/** Nobody keeps to one speed to the second for so long. */
const MIN_SCHEDULE_MS = 600_000;
const ROUNDING_MS = 1000;

/**
 * Whether a track is a planned route although its points have times. Planners write no times, or the same time at every
 * point, or times that are computed: from a constant speed, or so that nobody could follow them. Computed times are
 * recognised where all of this holds:
 *
 * - no sensor value and no device speed is recorded, and every point has a position;
 * - there are at least 20 legs between points;
 * - most times have a fraction of a second, as a division leaves it, or see `areOnSchedule`;
 * - most of the legs, and the whole way, are faster than 45 m/s; or the longest leg takes at least twice as long as the
 *   shortest (equal legs in equal times are also what a device records of a steady pace), and each takes its length
 *   divided by the one speed of the whole, to the millisecond, but for the rounding of the positions (0.2 m) and the
 *   model of the Earth (0.5 %).
 *
 * Two points with one time may be a recording that was broken off.
 */
export function isPlannedTrack(samples: Samples): boolean {
  const times = timesIn(samples);
  if (times.length === 0 || (times.length > 2 && times.every((time) => time === times[0]))) return true;
  return times.length === samples.n && hasComputedTimes(samples);
}

const timesIn = ({ at, n }: Samples): Float64Array => at.subarray(0, n).filter((time) => !Number.isNaN(time));

export const isUntimed = (samples: Samples): boolean => timesIn(samples).length === 0;

/** The last of these rules alone. */
export function hasComputedTimes(samples: Samples): boolean {
  const legs = legsBetween(samples);
  if (legs === null) return false;
  return hasFractions(samples) ? areTooFast(legs) || areOfOneSpeed(legs) : areOnSchedule(legs);
}

type Leg = { meters: number; ms: number };

/** Most times have a fraction of a second, as a division leaves it. */
function hasFractions({ at, n }: Samples): boolean {
  let fractions = 0;
  for (let i = 0; i < n; i++) if (at[i]! % 1000 !== 0) fractions++;
  return fractions * 2 >= n;
}

/** Null where the track has a sensor's values, or too few legs. */
function legsBetween({ at, n, columns }: Samples): Leg[] | null {
  const { lat, lng, heartrate, cadence, power, speed, temperature } = columns;
  if (!lat || !lng || n <= MIN_LEGS) return null;
  for (const sensor of [heartrate, cadence, power, speed, temperature]) {
    if (sensor?.subarray(0, n).some((value) => value !== MISSING)) return null;
  }
  const legs: Leg[] = [];
  for (let i = 0; i < n; i++) {
    if (lat[i] === MISSING || lng[i] === MISSING) return null;
    if (i === 0) continue;
    const meters = haversine(lat[i - 1]! / 1e7, lng[i - 1]! / 1e7, lat[i]! / 1e7, lng[i]! / 1e7);
    const ms = at[i]! - at[i - 1]!;
    // Planners repeat the place where two parts of a route meet.
    if (meters > 0 || ms !== 0) legs.push({ meters, ms });
  }
  return legs.length < MIN_LEGS ? null : legs;
}

const isTooFast = ({ meters, ms }: Leg): boolean => ms >= 0 && meters * 1000 > FASTEST * ms;

function totalOf(legs: readonly Leg[]): Leg {
  const whole = { meters: 0, ms: 0 };
  for (const { meters, ms } of legs) {
    whole.meters += meters;
    whole.ms += ms;
  }
  return whole;
}

const areTooFast = (legs: readonly Leg[]): boolean =>
  isTooFast(totalOf(legs)) && legs.filter(isTooFast).length * 2 > legs.length;

/**
 * Whether a way of ten minutes or more, whose legs differ in length, is never more than a second ahead of one speed or
 * behind it: planners round the times that they compute.
 */
function areOnSchedule(legs: readonly Leg[]): boolean {
  const whole = totalOf(legs);
  const msPerMeter = whole.ms / whole.meters;
  if (!(msPerMeter > 0) || whole.ms < MIN_SCHEDULE_MS) return false;
  const tolerance = ROUNDING_MS + POSITION_ERROR_METERS * msPerMeter;
  let late = 0;
  return (
    legs.every(({ meters, ms }) => Math.abs((late += ms - meters * msPerMeter)) <= tolerance) &&
    haveVariedDurations(legs)
  );
}

/** Equal legs in equal times are also what a device records of a steady pace. */
function haveVariedDurations(legs: readonly Leg[]): boolean {
  let [shortest, longest] = [Infinity, -Infinity];
  for (const { ms } of legs) {
    if (ms < shortest) shortest = ms;
    if (ms > longest) longest = ms;
  }
  return longest >= 2 * shortest;
}

function areOfOneSpeed(legs: readonly Leg[]): boolean {
  const whole = totalOf(legs);
  const msPerMeter = whole.ms / whole.meters;
  if (!(msPerMeter > 0) || !haveVariedDurations(legs)) return false;
  return legs.every(({ meters, ms }) => {
    const expected = meters * msPerMeter;
    const tolerance = CLOCK_ERROR_MS + POSITION_ERROR_METERS * msPerMeter + MODEL_ERROR_SHARE * expected;
    return Math.abs(ms - expected) <= tolerance;
  });
}
