import type { Store } from '@waymark/store';
import { MISSING, type Streams } from '@waymark/streams';

/** Places along the course at which workouts are held against each other. */
export const PLACES = 600;

/** One workout at even distances from its start; NaN beyond its end and where it has no value. */
export interface Laid {
  /** Seconds of recording, pauses left out. */
  time: Float64Array;
  /** m/s over a hundredth of the course each way. */
  speed: Float64Array;
  /** Metres. */
  altitude: Float64Array;
  heartrate: Float64Array;
  power: Float64Array;
  /** Nearest sample, -1 beyond the end. */
  sample: Int32Array;
}

export type Measure = 'speed' | 'altitude' | 'heartrate' | 'power';

/** The place below the pointer, shared by map, charts and values; kept outside React. */
export type PlaceCursor = Store<number | null>;

const AROUND = PLACES / 100;

/** Metres at a place of a course so long. */
export const metersAt = (place: number, length: number): number => (place / (PLACES - 1)) * length;

export const lengthOf = ({ columns: { distance } }: Streams): number => (distance?.at(-1) ?? 0) / 100;

/** Null for a recording without distance: there is nothing to hold against another by place. */
export function laidOut(streams: Streams, length: number): Laid | null {
  const { n, columns } = streams;
  const { distance, timer, time } = columns;
  if (!distance || n < 2 || lengthOf(streams) <= 0) return null;
  const clock = timer ?? time!;
  const laid: Laid = {
    time: new Float64Array(PLACES).fill(Number.NaN),
    speed: new Float64Array(PLACES).fill(Number.NaN),
    altitude: new Float64Array(PLACES).fill(Number.NaN),
    heartrate: new Float64Array(PLACES).fill(Number.NaN),
    power: new Float64Array(PLACES).fill(Number.NaN),
    sample: new Int32Array(PLACES).fill(-1),
  };
  let i = 1;
  const end = distance[n - 1]!;
  for (let k = 0; k < PLACES; k++) {
    const at = metersAt(k, length) * 100;
    if (at > end) break;
    // The first moment at which one was there: standing at a place does not put one behind before it.
    while (i < n - 1 && distance[i]! < at) i++;
    const step = distance[i]! - distance[i - 1]!;
    const part = step > 0 ? Math.min(1, Math.max(0, (at - distance[i - 1]!) / step)) : 0;
    laid.time[k] = (clock[i - 1]! + part * (clock[i]! - clock[i - 1]!)) / 1000;
    laid.sample[k] = part < 0.5 ? i - 1 : i;
  }
  fillSpeed(laid, length);
  fillMean(laid.altitude, columns.altitude, distance, length, 0.01);
  fillMean(laid.heartrate, columns.heartrate, distance, length, 1);
  fillMean(laid.power, columns.power, distance, length, 1);
  return laid;
}

function fillSpeed({ time, speed }: Laid, length: number): void {
  const last = time.findLastIndex((value) => !Number.isNaN(value));
  for (let k = 0; k <= last; k++) {
    const [from, to] = [Math.max(0, k - AROUND), Math.min(last, k + AROUND)];
    const took = time[to]! - time[from]!;
    if (took > 0) speed[k] = (metersAt(to, length) - metersAt(from, length)) / took;
  }
}

/** The mean of the samples nearest to each place, carried over places between two samples. */
function fillMean(
  into: Float64Array,
  column: Int32Array | undefined,
  distance: Int32Array,
  length: number,
  scale: number,
): void {
  if (!column) return;
  const sums = new Float64Array(PLACES);
  const counts = new Uint32Array(PLACES);
  const places = (PLACES - 1) / (length * 100);
  for (let i = 0; i < column.length; i++) {
    if (column[i] === MISSING) continue;
    const k = Math.min(PLACES - 1, Math.round(distance[i]! * places));
    sums[k]! += column[i]!;
    counts[k]!++;
  }
  const last = Math.min(PLACES - 1, Math.floor(distance.at(-1)! * places));
  let before = Number.NaN;
  for (let k = 0; k <= last; k++) {
    if (counts[k]! > 0) before = (sums[k]! / counts[k]!) * scale;
    into[k] = before;
  }
}

/** Seconds that each is behind the first at each place; below zero it is ahead. */
export function gapsTo(first: Laid, other: Laid): Float64Array {
  return other.time.map((time, k) => time - first.time[k]!);
}
