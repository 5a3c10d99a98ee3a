/** A place on an axis as a part of its length, 0 to 1, and what stands there. */
export interface Tick {
  at: number;
  text: string;
}

/** Where a value lies between the ends of an axis, 0 to 1. */
export type Scale = (value: number) => number;

export const linearScale =
  (low: number, high: number): Scale =>
  (value) =>
    high > low ? (value - low) / (high - low) : 0;

/** Each tenfold step is as wide as the next. Both ends above 0. */
export function logScale(low: number, high: number): Scale {
  const linear = linearScale(Math.log(low), Math.log(high));
  return (value) => linear(Math.log(value));
}

/** 1, 2 and 5 times each power of ten between two values above 0. */
export function decadeTicks(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const step of [1, 2, 5]) {
      const value = Number((step * 10 ** power).toPrecision(6));
      if (value >= low && value <= high) ticks.push(value);
    }
  return ticks;
}

/** Round values from 0 to the first that no value exceeds. @param least step between them, 1 for what is counted whole */
export function upTo(max: number, most: number, least = 0): number[] {
  if (!(max > 0)) return [0, least || 1];
  const power = 10 ** Math.floor(Math.log10(max / most));
  const round = [1, 2, 5, 10].map((part) => part * power).find((part) => part * most >= max * (1 - 1e-9));
  const step = Math.max(round ?? 10 * power, least);
  const top = Math.ceil(max / step - 1e-9);
  return Array.from({ length: top + 1 }, (_, k) => Number((k * step).toPrecision(12)));
}

/** Pixels that a label takes, near enough to keep labels apart. */
const LETTER = 6.6;
const BETWEEN = 10;

/** Each second, third … label, so that none runs into the next. */
export function thin(ticks: readonly Tick[], width: number): Tick[] {
  for (let stride = 1; stride < ticks.length; stride++) {
    const kept = ticks.filter((_, i) => i % stride === 0);
    const apart = kept.every((tick, i) => {
      const next = kept[i + 1];
      const need = next ? ((tick.text.length + next.text.length) / 2) * LETTER + BETWEEN : 0;
      return !next || (next.at - tick.at) * width >= need;
    });
    if (apart) return kept;
  }
  return ticks.slice(0, 1);
}

/** The index whose place is nearest. @param places in rising order, 0 to 1 */
export function nearest(places: readonly number[], at: number): number {
  let best = 0;
  for (const [i, place] of places.entries())
    if (Math.abs(place - at) < Math.abs(places[best]! - at)) best = i;
  return best;
}
