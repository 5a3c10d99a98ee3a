import { MISSING, thinByExtremes } from '@waymark/streams';

/** At most so many samples are read to find a scale. */
const MAX_SAMPLES = 4000;

/** Sorted values of a range of a column, thinned evenly; missing ones and those `below` a limit left out. */
export function sortedSample(
  values: Int32Array,
  from: number,
  to: number,
  below = Number.NEGATIVE_INFINITY,
): Int32Array {
  const step = Math.max(1, Math.floor((to - from) / MAX_SAMPLES));
  const seen: number[] = [];
  for (let i = from; i < to; i += step) {
    if (values[i] !== MISSING && values[i]! >= below) seen.push(values[i]!);
  }
  return Int32Array.from(seen).sort();
}

export const quantile = (sorted: Int32Array, q: number): number =>
  sorted[Math.round((sorted.length - 1) * q)] ?? 0;

/** The value of a sample, or of the nearest one within five samples: sensors skip a beat. */
export function valueNear(values: Int32Array, index: number): number {
  for (let away = 0; away <= 5; away++) {
    for (const i of [index - away, index + away]) {
      if (i >= 0 && i < values.length && values[i] !== MISSING) return values[i]!;
    }
  }
  return MISSING;
}

/** The mean of each sample and `half` neighbours on both sides; NaN where the sample is missing. */
function smoothed(values: Int32Array, from: number, to: number, half: number): Float64Array {
  const start = Math.max(0, from - half);
  const end = Math.min(values.length, to + half);
  const sums = new Float64Array(end - start + 1);
  const counts = new Int32Array(end - start + 1);
  for (let i = start; i < end; i++) {
    const there = values[i] !== MISSING;
    sums[i - start + 1] = sums[i - start]! + (there ? values[i]! : 0);
    counts[i - start + 1] = counts[i - start]! + (there ? 1 : 0);
  }
  const result = new Float64Array(to - from);
  for (let i = from; i < to; i++) {
    const a = Math.max(start, i - half) - start;
    const b = Math.min(end, i + half + 1) - start;
    result[i - from] = values[i] === MISSING ? Number.NaN : (sums[b]! - sums[a]!) / (counts[b]! - counts[a]!);
  }
  return result;
}

/** Points of a line, with null where it breaks. */
export interface DrawnPoints {
  x: number[];
  y: (number | null)[];
}

interface DrawnOptions {
  pixels: number;
  even: boolean;
  toPlot: (value: number) => number;
  /** The samples before which the recording was paused, in rising order. */
  breaks: readonly number[];
}

/**
 * What is drawn of samples `from` to `to` (excluded): at most two points a pixel, so that no peak is lost.
 * Noisy series are evened out over two pixels first, or they would fill the strip with ink. The line breaks at pauses.
 */
export function drawnPoints(
  values: Int32Array,
  xs: Float64Array,
  from: number,
  to: number,
  { pixels, even, toPlot, breaks }: DrawnOptions,
): DrawnPoints {
  const half = even ? Math.floor((to - from) / Math.max(1, pixels)) * 2 : 0;
  const source = half > 0 ? smoothed(values, from, to, half) : null;
  const picked = source
    ? thinByExtremes(source, 0, to - from, pixels, Number.isNaN)
    : thinByExtremes(values.subarray(from, to), 0, to - from, pixels, (value) => value === MISSING);
  const x: number[] = [];
  const y: (number | null)[] = [];
  let next = breaks.findIndex((at) => at > from);
  if (next < 0) next = breaks.length;
  for (const i of picked) {
    let isAfterPause = false;
    for (; next < breaks.length && breaks[next]! <= from + i; next++) isAfterPause = true;
    if (isAfterPause && x.length > 0) {
      x.push(xs[from + i]!);
      y.push(null);
    }
    const value = source ? source[i]! : values[from + i]!;
    x.push(xs[from + i]!);
    y.push(value === MISSING || Number.isNaN(value) ? null : toPlot(value));
  }
  return { x, y };
}
