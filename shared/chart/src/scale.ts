/** A place on an axis as a part of its length, 0 to 1, and its label. */
export interface Tick {
  at: number;
  text: string;
}

/** Where a value lies between the ends of an axis, 0 to 1. */
export type Scale = (value: number) => number;

/** Equal differences are equally wide. */
export const linearScale =
  (low: number, high: number): Scale =>
  (value) =>
    high > low ? (value - low) / (high - low) : 0;

/** Each tenfold step is as wide as the next. Both ends above 0. */
export function logScale(low: number, high: number): Scale {
  const linear = linearScale(Math.log(low), Math.log(high));
  return (value) => linear(Math.log(value));
}

/** Widens a range to at least `minSpan`, and by a little more so that no peak touches the edge. */
export function paddedRange(low: number, high: number, minSpan: number): [number, number] {
  const missing = Math.max(0, minSpan - (high - low)) / 2;
  const padding = (high - low) * 0.08;
  return [low - missing - padding, high + missing + padding];
}

/** Average width of a character in pixels, near enough to keep labels apart. */
const CHARACTER_PIXELS = 6.6;
const LABEL_GAP_PIXELS = 10;

/** Each second, third … tick, so that no label overlaps the next. @param width pixels of the axis */
export function thinTicks(ticks: readonly Tick[], width: number): Tick[] {
  for (let stride = 1; stride < ticks.length; stride++) {
    const kept = ticks.filter((_, i) => i % stride === 0);
    const fits = kept.every((tick, i) => {
      const next = kept[i + 1];
      const needed = next
        ? ((tick.text.length + next.text.length) / 2) * CHARACTER_PIXELS + LABEL_GAP_PIXELS
        : 0;
      return !next || (next.at - tick.at) * width >= needed;
    });
    if (fits) return kept;
  }
  return ticks.slice(0, 1);
}

/** The index of the stop that is nearest. @param stops in rising order, 0 to 1 */
export function nearestStop(stops: readonly number[], at: number): number {
  let best = 0;
  for (const [i, stop] of stops.entries()) if (Math.abs(stop - at) < Math.abs(stops[best]! - at)) best = i;
  return best;
}

/** The index of the last value that is not above `value`, at most the one before the last. @param column never falls */
export function floorIndex(column: Float64Array, value: number): number {
  let low = 0;
  let high = column.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (column[middle]! <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** The index whose value is nearest to `value`. @param column never falls */
export function nearestIndex(column: Float64Array, value: number): number {
  const low = floorIndex(column, value);
  const high = Math.min(low + 1, column.length - 1);
  return value - column[low]! <= column[high]! - value ? low : high;
}
