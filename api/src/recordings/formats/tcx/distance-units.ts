import { motionForSport } from '../../streams/motion.ts';
import { trackLength } from '../../streams/order-samples.ts';
import { sumOfSpeeds } from '../../streams/speed-unit.ts';
import type { Recording } from '../../model/recording.ts';

/** Metres in a unit of the distances of points and of laps. */
export type DistanceUnits = { points: 1 | 1000; laps: 1 | 1000 };

/** Two figures of one distance agree within this share where only their unit is in question. */
const AGREES_SHARE = 0.25;
/** A shorter distance, in metres, or fewer counts prove nothing. */
const MIN_METERS = 200;
const MIN_COUNTS = 60;
/** Counts of metres that rise this often belong to somebody who moves. */
const RISING_SHARE = 0.5;
/** Such a movement is never slower than this share of the speed at which the sport begins. */
const CRAWLING_SHARE = 0.1;

/**
 * Tells the units of the distances of an activity: TCX demands metres, and some exporters write kilometres. Kilometres
 * are recognised where the other unit contradicts the file itself:
 *
 * 1. Points: the count is a thousandth of the way between the positions, or of the speeds times the time, or of what
 *    the laps say.
 * 2. Points without any of these: the count rises steadily, slower than anyone moves, and kilometres make it a plausible
 *    speed of the sport.
 * 3. Laps: their sum is a thousandth of the points' distance.
 */
export function findDistanceUnits(activity: Recording): DistanceUnits {
  const count = highestCount(activity);
  const lapSum = activity.totals.distance;
  const covered = trackLength(activity.samples) || sumOfSpeeds(activity.samples) || null;
  const known = covered ?? (count !== null && lapSum !== count ? lapSum : null);
  const inKilometers = count !== null && (isThousandth(count, known) || isSteadyCrawl(activity, count));
  const points = inKilometers ? 1000 : 1;
  const whole = count === null ? covered : count * points;
  return { points, laps: lapSum !== null && isThousandth(lapSum, whole) ? 1000 : 1 };
}

const isThousandth = (value: number, meters: number | null): boolean =>
  meters !== null && meters >= MIN_METERS && Math.abs(value * 1000 - meters) <= meters * AGREES_SHARE;

/** As the file writes it, to two decimals. */
function highestCount({ samples: { columns, n } }: Recording): number | null {
  const counts = columns.distance?.subarray(0, n);
  return counts ? counts.reduce((high, value) => Math.max(high, value), 0) / 100 : null;
}

function isSteadyCrawl({ samples: { at, columns, n }, sport }: Recording, count: number): boolean {
  const seconds = (at[n - 1]! - at[0]!) / 1000;
  const motion = motionForSport(sport);
  const counts = columns.distance!.subarray(0, n);
  if (n < MIN_COUNTS || !(seconds > 0) || count * 1000 < MIN_METERS) return false;
  const speed = count / seconds;
  if (speed >= motion.movingAbove * CRAWLING_SHARE || speed * 1000 < motion.movingAbove) return false;
  if (speed * 1000 > motion.fastest) return false;
  // Ten metres are the smallest step of a count of kilometres with two decimals.
  const possible = Math.min(n - 1, count * 100);
  let rises = 0;
  for (let i = 1; i < n; i++) if (counts[i]! > counts[i - 1]!) rises++;
  return rises >= possible * RISING_SHARE;
}
