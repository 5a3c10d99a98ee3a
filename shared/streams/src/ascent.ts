import { MISSING, type Streams } from './kinds.ts';
import { isPause } from './pauses.ts';

/** Metres a rise has to reach before it counts. */
const COUNTS_FROM = 2;

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/**
 * Altitude in metres as ascent sees it: the median of each sample and its two neighbours, then exponential
 * smoothing with factor 0.5, rounded to 0.01 m. Samples without altitude are NaN and are passed over.
 */
export function smoothAltitude(altitude: Int32Array): Float64Array {
  const smooth = new Float64Array(altitude.length).fill(Number.NaN);
  const present = altitude.filter((value) => value !== MISSING);
  let k = 0;
  let value = Number.NaN;
  for (let i = 0; i < altitude.length; i++) {
    if (altitude[i] === MISSING) continue;
    const inside = k > 0 && k < present.length - 1;
    const middle = (inside ? median(present[k - 1]!, present[k]!, present[k + 1]!) : present[k]!) / 100;
    value = k === 0 ? middle : Math.round((value + (middle - value) * 0.5) * 100) / 100;
    smooth[i] = value;
    k++;
  }
  return smooth;
}

export type Climb = { ascent: Float64Array; descent: Float64Array };

/**
 * Metres climbed and descended up to each sample. From the last low, a rise of 2 m or more of the smoothed
 * altitude counts in full and its top becomes the new low; a fall lowers the low. Descent mirrors this
 * from the last high.
 */
export function climb(altitude: Int32Array): Climb {
  const smooth = smoothAltitude(altitude);
  const ascent = new Float64Array(smooth.length);
  const descent = new Float64Array(smooth.length);
  let low = Number.NaN;
  let high = Number.NaN;
  let up = 0;
  let down = 0;
  for (let i = 0; i < smooth.length; i++) {
    const value = smooth[i]!;
    if (value === value) {
      if (low !== low) {
        low = value;
        high = value;
      }
      if (value - low >= COUNTS_FROM) {
        up += value - low;
        low = value;
      } else if (value < low) low = value;
      if (high - value >= COUNTS_FROM) {
        down += high - value;
        high = value;
      } else if (value > high) high = value;
    }
    ascent[i] = up;
    descent[i] = down;
  }
  return { ascent, descent };
}

/**
 * The altitude with the steps over pauses taken out, in cm: who drives home with the device paused has not climbed, as
 * `distance` does not grow over a pause either. The column itself where no pause has such a step.
 */
export function climbedAltitude(streams: Streams): Int32Array | null {
  const altitude = streams.columns.altitude;
  if (!altitude) return null;
  let result = altitude;
  let last = MISSING;
  let offset = 0;
  let paused = false;
  for (let i = 0; i < streams.n; i++) {
    paused ||= isPause(streams, i);
    const value = altitude[i]!;
    if (value === MISSING) continue;
    if (paused && last !== MISSING && value !== last) {
      if (result === altitude) result = altitude.slice();
      offset += value - last;
    }
    paused = false;
    last = value;
    if (result !== altitude) result[i] = value - offset;
  }
  return result;
}
