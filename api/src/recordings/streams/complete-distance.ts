import { haversine } from '@waymark/units';
import type { Motion } from './motion.ts';
import { MISSING, type Streams } from '../model/parsed-workout.ts';

/** Two figures of one distance agree within this: metres, and share of the whole. A length of a pool is at most 50 m. */
const AGREES_METERS = 50;
const AGREES_SHARE = 0.01;
/** The device's own total corrects a distance that we added up from positions when it differs by no more than this share. */
const CORRECTS_SHARE = 0.25;
/** A count that falls below this share of what it was, or below this many cm, begins anew. */
const RESET_SHARE = 0.1;
const RESET_CM = 10_000;
/** A first count below this, in cm, belongs to the recording without anybody saying so. */
const FIRST_CM = 10_000;
/** Room for devices that count in bursts, in cm. */
const BURST_TOLERANCE_CM = 10_000;

/** Two figures of the same distance, in metres. */
export const isSameDistance = (a: number, b: number): boolean =>
  Math.abs(a - b) <= Math.max(AGREES_METERS, b * AGREES_SHARE);

/**
 * Makes `distance` a column without holes that starts at 0 and never falls. Where the distance comes from:
 *
 * 1. The device's cumulative count. It is the truth where it only rises: its last value is the distance, the first
 *    value included. Where it falls, what it counts again up to where it was adds nothing; a count that falls to nearly
 *    nothing and stays there begins anew, and both parts count. Of these two readings the one that agrees with
 *    the session's total (within 50 m or 1 %) holds; if none does, impossible steps are left out.
 * 2. Steps between positions, while the timer runs. A step farther than anyone can move adds nothing: the receiver had
 *    lost its place. The device's total corrects the sum if it differs by up to a quarter.
 * 3. Speed times running time.
 *
 * Values that are written seldom, such as once a length, were covered over the time since the value before.
 * @param total metres, as the device says them of the whole
 */
export function completeDistance(
  streams: Streams,
  motion: Motion,
  total: number | null,
  warnings: string[],
): void {
  const { columns, n } = streams;
  const { timer } = columns;
  let covered: Float64Array | null = null;
  if (columns.distance) covered = distanceFromCount(columns.distance, columns.time!, motion, total);
  if (covered) spreadCount(covered, columns.distance!, timer!, motion);
  else if (columns.lat) covered = correctToTotal(positionSums(streams, motion, warnings), total);
  else if (columns.speed) covered = correctToTotal(speedSums(columns.speed, timer!), total);
  delete columns.distance;
  if (!covered) return;
  // A trainer or a barbell that reports 0 all the time reports nothing.
  if (covered[n - 1]! < 100) delete columns.speed;
  else columns.distance = Int32Array.from(covered, (value) => Math.min(2147483647, Math.round(value)));
}

/** Sums by the device's count, in cm; null where it counts nothing. */
function distanceFromCount(
  count: Int32Array,
  time: Int32Array,
  motion: Motion,
  total: number | null,
): Float64Array | null {
  const rising = readCount(count, time, motion, { resets: false, cap: false, first: true });
  if (rising.at(-1)! <= 0) return null;
  const anew = readCount(count, time, motion, { resets: true, cap: false, first: true });
  if (total !== null) {
    const rest = total * 100 - anew.at(-1)!;
    const last = count.findLastIndex((value) => value !== MISSING);
    if (rest > 0 && last < count.length - 1 && rest <= coverableCm(time.at(-1)! - time[last]!, motion)) {
      // The device counted on until its session ended.
      count[count.length - 1] = Math.round(count[last]! + rest);
      return readCount(count, time, motion, { resets: true, cap: false, first: true });
    }
    const fromZero = readCount(count, time, motion, { resets: true, cap: false, first: false });
    const fits = [rising, anew, fromZero].find((sums) => isSameDistance(sums.at(-1)! / 100, total));
    if (fits) return fits;
    const first = count.findIndex((value) => value !== MISSING);
    if (rest > 0 && first > 0 && rest <= coverableCm(time[first]!, motion)) {
      // The device counted before its first sample, by a count that begins anew every few hundred metres.
      return anew.map((sum, i) => (i < first ? 0 : sum + rest));
    }
  }
  return readCount(count, time, motion, { resets: true, cap: true, first: false });
}

type CountRules = { resets: boolean; cap: boolean; first: boolean };

function readCount(count: Int32Array, time: Int32Array, motion: Motion, rules: CountRules): Float64Array {
  const sums = new Float64Array(count.length);
  let base = 0;
  let highest = 0;
  let highestAt = 0;
  let first = Infinity;
  for (let i = 0; i < count.length; i++) {
    const value = count[i]!;
    if (value !== MISSING && value >= 0) {
      if (first === Infinity) {
        first = i;
        // Without a word on the whole a first count that nobody can have covered is a counter from elsewhere.
        if (!rules.first && value >= FIRST_CM && value > coverableCm(time[i]!, motion)) base = -value;
      } else if (rules.resets && isCountReset(count, i, highest)) {
        base += highest;
        highest = 0;
      }
      if (value > highest) {
        const most = coverableCm(time[i]! - highestAt, motion) + BURST_TOLERANCE_CM;
        if (rules.cap && i > first && value - highest > most) base -= value - highest;
        highest = value;
        highestAt = time[i]!;
      }
    }
    if (i > 0) sums[i] = Math.max(0, base + highest);
  }
  return sums;
}

/** cm that can be covered in so many ms. */
const coverableCm = (ms: number, motion: Motion): number => (ms / 1000) * motion.fastest * 100;

/** The count falls to nearly nothing, and the next counts do not go back to where it was. */
function isCountReset(count: Int32Array, at: number, highest: number): boolean {
  const fallen = (value: number) =>
    value < highest * RESET_SHARE || (value < RESET_CM && value < highest / 2);
  if (!fallen(count[at]!)) return false;
  for (let i = at + 1, seen = 0; i < count.length && seen < 3; i++) {
    if (count[i] === MISSING) continue;
    if (!fallen(count[i]!) && count[i]! >= highest * (1 - RESET_SHARE)) return false;
    seen++;
  }
  return true;
}

/**
 * Spreads each rise of the count over the running time since the count before. A count that is repeated until it
 * rises by a whole length counts as written seldom: when most of its rises are faster than anyone moves.
 */
function spreadCount(sums: Float64Array, count: Int32Array, timer: Int32Array, motion: Motion): void {
  const places: number[] = [0];
  let rises = 0;
  let tooFast = 0;
  let last = 0;
  for (let i = 1; i < sums.length; i++) {
    if (count[i] === MISSING) continue;
    if (sums[i]! > sums[last]!) {
      rises++;
      if (sums[i]! - sums[last]! > coverableCm(timer[i]! - timer[last]!, motion)) tooFast++;
    }
    places.push(i);
    last = i;
  }
  const isStaircase = rises > 0 && tooFast > rises / 2;
  const known = isStaircase ? places.filter((i, k) => k === 0 || sums[i]! > sums[places[k - 1]!]!) : places;
  // What follows the last rise was not covered any more.
  for (let k = 1; k < known.length; k++) spread(sums, known[k - 1]!, known[k]!, timer);
}

/** Between two known sums: in proportion to the running time. */
function spread(sums: Float64Array, from: number, to: number, timer: Int32Array): void {
  const took = timer[to]! - timer[from]!;
  if (to - from < 2 || took <= 0) return;
  const [low, rise] = [sums[from]!, sums[to]! - sums[from]!];
  for (let i = from + 1; i < to; i++) sums[i] = low + (rise * (timer[i]! - timer[from]!)) / took;
}

/** A shorter step, in metres, is the usual noise of a receiver, however fast it seems. */
const MIN_JUMP_METERS = 50;

function positionSums({ n, columns }: Streams, motion: Motion, warnings: string[]): Float64Array {
  const [lat, lng, timer] = [columns.lat!, columns.lng!, columns.timer!];
  const sums = new Float64Array(n);
  let good = -1;
  let sum = 0;
  let jumps = 0;
  for (let i = 0; i < n; i++) {
    if (lat[i] !== MISSING) {
      if (good >= 0 && timer[i]! > timer[good]!) {
        const meters = haversine(lat[good]! / 1e7, lng[good]! / 1e7, lat[i]! / 1e7, lng[i]! / 1e7);
        const seconds = Math.max(1, (timer[i]! - timer[good]!) / 1000);
        if (meters > MIN_JUMP_METERS && meters > motion.fastest * seconds) jumps++;
        else sum += 100 * meters;
      }
      sums[i] = sum;
      if (good >= 0) spread(sums, good, i, timer);
      good = i;
    } else sums[i] = sum;
  }
  if (jumps > 0) warnings.push(`Jumps farther than anyone can move do not count as distance: ${jumps}.`);
  return sums;
}

function speedSums(speed: Int32Array, timer: Int32Array): Float64Array {
  const sums = new Float64Array(speed.length);
  for (let i = 1; i < speed.length; i++) {
    const step = speed[i] === MISSING ? 0 : (speed[i]! * (timer[i]! - timer[i - 1]!)) / 10_000;
    sums[i] = sums[i - 1]! + step;
  }
  return sums;
}

/** Sums of our own, stretched to the device's total where the two are about the same. */
function correctToTotal(sums: Float64Array, total: number | null): Float64Array {
  const own = sums.at(-1)! / 100;
  if (total === null || own <= 0 || Math.abs(own - total) > total * CORRECTS_SHARE) return sums;
  return sums.map((sum) => (sum * total) / own);
}
