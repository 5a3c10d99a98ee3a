import { countOfPoints } from './lap-counts.ts';
import { motionForSport } from '../../streams/motion.ts';
import { trackLength } from '../../streams/order-samples.ts';
import { sumOfSpeeds } from '../../streams/speed-unit.ts';
import type { Recording } from '../../model/recording.ts';

const KILOMETER = 1000;
const MILE = 1609.344;
type Unit = 1 | typeof KILOMETER | typeof MILE;

/** Metres in a unit of the distances of points and of laps. */
export type DistanceUnits = { points: Unit; laps: Unit };

/**
 * Two figures of one distance agree within this share where only their unit is in question. Noise of a receiver makes
 * ways longer: a mile has to fit better, so that a long kilometre is none.
 */
const AGREES_SHARE = { [KILOMETER]: 0.25, [MILE]: 0.12 } as const;
/** A shorter distance, in metres, or fewer counts prove nothing. */
const MIN_METERS = 200;
const MIN_COUNTS = 60;
/** Counts of metres that rise this often belong to somebody who moves. */
const RISING_SHARE = 0.5;
/** Such a movement is never slower than this share of the speed at which the sport begins. */
const CRAWLING_SHARE = 0.1;

/**
 * Tells the units of the distances of an activity: TCX demands metres, and some exporters write kilometres or miles.
 * These are recognised where metres contradict the file itself:
 *
 * 1. Points: in kilometres or miles the count is the way between the positions, or the speeds times the time, or what
 *    the laps say.
 * 2. Points without any of these: the count rises steadily, slower than anyone moves, and kilometres make it a plausible
 *    speed of the sport. Nothing tells miles then.
 * 3. Laps: in kilometres or miles their sum is the points' distance.
 */
export function findDistanceUnits(activity: Recording, lapStarts: readonly number[]): DistanceUnits {
  const count = countOfPoints(activity, lapStarts);
  const lapSum = activity.totals.distance;
  const covered = trackLength(activity.samples) || sumOfSpeeds(activity.samples) || null;
  const known = covered ?? (count !== null && lapSum !== count ? lapSum : null);
  const crawlUnit = () => (count !== null && isSteadyCrawl(activity, count) ? KILOMETER : 1);
  const points = unitOf(count, known) ?? crawlUnit();
  const whole = count === null ? covered : count * points;
  return { points, laps: unitOf(lapSum, whole) ?? 1 };
}

/** The unit longer than a metre in which a value is as far as so many metres; null where it is in none. */
function unitOf(value: number | null, meters: number | null): Unit | null {
  if (value === null || meters === null || meters < MIN_METERS) return null;
  const isIn = (unit: typeof KILOMETER | typeof MILE) =>
    Math.abs(value * unit - meters) <= meters * AGREES_SHARE[unit];
  return isIn(KILOMETER) ? KILOMETER : isIn(MILE) ? MILE : null;
}

function isSteadyCrawl({ samples: { at, columns, n }, sport }: Recording, count: number): boolean {
  const seconds = (at[n - 1]! - at[0]!) / 1000;
  const motion = motionForSport(sport);
  const counts = columns.distance!.subarray(0, n);
  if (n < MIN_COUNTS || !(seconds > 0) || count * KILOMETER < MIN_METERS) return false;
  const speed = count / seconds;
  if (speed >= motion.movingAbove * CRAWLING_SHARE || speed * KILOMETER < motion.movingAbove) return false;
  if (speed * KILOMETER > motion.fastest) return false;
  // Ten metres are the smallest step of a count of kilometres with two decimals.
  const possible = Math.min(n - 1, count * 100);
  let rises = 0;
  for (let i = 1; i < n; i++) if (counts[i]! > counts[i - 1]!) rises++;
  return rises >= possible * RISING_SHARE;
}
