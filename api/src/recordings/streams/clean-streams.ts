import { haversine } from '@waymark/units';
import { type Motion, stepsInCount } from './motion.ts';
import { MISSING, type StreamKind, type Streams } from '../model/parsed-workout.ts';

/** Outside these a value is a sensor's fault: lowest and highest, in stored units. */
export const POSSIBLE_VALUES = {
  heartrate: [20, 250],
  power: [0, 4000],
  cadence: [0, 254],
  // The lowest land is at -430 m; a raw 0 of FIT is -500 m.
  altitude: [-49_900, 2_000_000],
  temperature: [-600, 700],
} as const satisfies Partial<Record<StreamKind, readonly [number, number]>>;

/** An altitude of exactly 0, in cm, farther from its neighbours than this within so many ms is a sensor without a value. */
const ZERO_JUMP_CM = 5000;
const ZERO_JUMP_MS = 60_000;

/** Degrees x 1e7; some 40 m, the usual noise of a receiver, compared without trigonometry. */
const NEAR_E7_DEGREES = 3600;

/** Degrees x 1e7. */
const MAX_LAT_E7 = 900_000_000;
const MAX_LNG_E7 = 1_800_000_000;

/** After this many jumps in a row the new position is taken as real. */
const MAX_JUMPS = 8;

/** Strides above the device's own highest cadence by more than this are an application's steps. */
const MAX_STRIDES_SHARE = 1.1;

/**
 * Removes impossible values in place; a column left empty goes.
 * @param deviceCadenceMax the device's own highest cadence, as it counts
 * @returns steps in one count of the recorded cadence; null without a cadence
 */
export function cleanStreams(
  streams: Streams,
  motion: Motion,
  deviceCadenceMax: number | null,
  warnings: string[],
): 1 | 2 | null {
  for (const [kind, [low, high]] of Object.entries(POSSIBLE_VALUES)) {
    const column = streams.columns[kind as StreamKind];
    if (column) dropOutside(column, low, high);
  }
  dropZeroAltitudes(streams);
  cleanSpeed(streams, motion, warnings);
  cleanPositions(streams, motion, warnings);
  for (const kind of Object.keys(streams.columns) as StreamKind[]) {
    if (streams.columns[kind]!.every((value) => value === MISSING)) delete streams.columns[kind];
  }
  return convertToSteps(streams, motion, deviceCadenceMax);
}

function dropOutside(column: Int32Array, low: number, high: number): number {
  let dropped = 0;
  for (let i = 0; i < column.length; i++) {
    const value = column[i]!;
    if (value !== MISSING && (value < low || value > high)) {
      column[i] = MISSING;
      dropped++;
    }
  }
  return dropped;
}

/** Devices write an altitude of 0 until they know it. */
function dropZeroAltitudes({ n, columns: { altitude, time } }: Streams): void {
  if (!altitude) return;
  const isJump = (from: number, to: number): boolean =>
    altitude[to] !== MISSING &&
    Math.abs(altitude[to]!) > ZERO_JUMP_CM &&
    Math.abs(time![to]! - time![from]!) <= ZERO_JUMP_MS;
  for (let i = 0; i < n; i++) {
    if (altitude[i] !== 0) continue;
    const from = i;
    while (i + 1 < n && (altitude[i + 1] === 0 || altitude[i + 1] === MISSING)) i++;
    let last = i;
    while (altitude[last] === MISSING) last--;
    const isAfterJump = from === 0 || isJump(from, from - 1);
    const isBeforeJump = i === n - 1 || isJump(last, i + 1);
    if (isAfterJump && isBeforeJump && !(from === 0 && i === n - 1)) altitude.fill(MISSING, from, i + 1);
  }
}

function cleanSpeed({ columns }: Streams, motion: Motion, warnings: string[]): void {
  if (!columns.speed) return;
  const dropped = dropOutside(columns.speed, 0, motion.fastest * 1000);
  if (dropped > 0) warnings.push(`Impossible speeds left out: ${dropped}.`);
}

function cleanPositions({ n, columns }: Streams, motion: Motion, warnings: string[]): void {
  const { lat, lng, time } = columns;
  if (!lat || !lng) {
    delete columns.lat;
    delete columns.lng;
    return;
  }
  let jumps = 0;
  let good = -1;
  let jumpCount = 0;
  for (let i = 0; i < n; i++) {
    // Exactly 0, 0 is what devices write before they know where they are.
    const isNowhere = lat[i] === 0 && lng[i] === 0;
    const isOffGlobe = Math.abs(lat[i]!) > MAX_LAT_E7 || Math.abs(lng[i]!) > MAX_LNG_E7;
    if (lat[i] === MISSING || lng[i] === MISSING || isNowhere || isOffGlobe) {
      lat[i] = MISSING;
      lng[i] = MISSING;
      continue;
    }
    const near =
      good >= 0 &&
      Math.abs(lat[i]! - lat[good]!) < NEAR_E7_DEGREES &&
      Math.abs(lng[i]! - lng[good]!) < NEAR_E7_DEGREES;
    if (good >= 0 && !(near && jumpCount === 0)) {
      const meters = haversine(lat[good]! / 1e7, lng[good]! / 1e7, lat[i]! / 1e7, lng[i]! / 1e7);
      const seconds = Math.max(1, (time![i]! - time![good]!) / 1000);
      if (meters > 50 && meters / seconds > motion.fastest && jumpCount < MAX_JUMPS) {
        jumpCount++;
        continue;
      }
      jumps += jumpCount < MAX_JUMPS ? dropBetween(lat, lng, good, i) : 0;
    }
    jumpCount = 0;
    good = i;
  }
  if (good >= 0 && jumpCount > 0) jumps += dropBetween(lat, lng, good, n);
  if (jumps > 0) warnings.push(`Positions that jump farther than anyone can move left out: ${jumps}.`);
}

function dropBetween(lat: Int32Array, lng: Int32Array, from: number, to: number): number {
  let dropped = 0;
  for (let i = from + 1; i < to; i++) {
    if (lat[i] !== MISSING) dropped++;
    lat[i] = MISSING;
    lng[i] = MISSING;
  }
  return dropped;
}

/**
 * Watches count the strides of one foot, some applications steps: the average tells which. Where an application's count
 * stands in for the watch's own in some samples, these are steps already: the watch itself never counted as many, or
 * twice as many would be impossible.
 */
function convertToSteps(
  { columns: { cadence } }: Streams,
  motion: Motion,
  deviceMax: number | null,
): 1 | 2 | null {
  if (!cadence) return null;
  if (!motion.onFoot) return 1;
  let sum = 0;
  let counted = 0;
  for (const value of cadence) {
    if (value > 0) {
      sum += value;
      counted++;
    }
  }
  if (counted === 0) return null;
  if (stepsInCount(motion, sum / counted) === 1) return 1;
  const most = Math.min(POSSIBLE_VALUES.cadence[1] / 2, (deviceMax || Infinity) * MAX_STRIDES_SHARE);
  for (let i = 0; i < cadence.length; i++) {
    if (cadence[i]! > 0 && cadence[i]! <= most) cadence[i] = cadence[i]! * 2;
  }
  return 2;
}
