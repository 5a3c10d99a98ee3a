import type { PlanLine } from '@waymark/routes';
import { floorIndex } from '@waymark/chart';
import { courseFigures } from '../shared/course-figures.ts';

/** The heights of a course, with all that is asked of them again and again worked out. Metres. */
export interface Heights {
  whole: PlanLine;
  /** From the start, one for each point. */
  along: Float64Array;
  total: number;
  /** NaN where nobody knows. */
  elevation: Float64Array;
  low: number;
  high: number;
}

const heightsByCourse = new WeakMap<PlanLine, Heights | null>();

/** The heights of a course, worked out once; null where nobody knows two of them. */
export function heightsOf(whole: PlanLine): Heights | null {
  const known = heightsByCourse.get(whole);
  if (known !== undefined) return known;
  const heights = measureHeights(whole);
  heightsByCourse.set(whole, heights);
  return heights;
}

function measureHeights(whole: PlanLine): Heights | null {
  const { along, elevation } = whole;
  const total = along.at(-1) ?? 0;
  if (!elevation || total <= 0) return null;
  let [low, high, count] = [Infinity, -Infinity, 0];
  for (let i = 0; i < elevation.length; i++) {
    const height = elevation[i]!;
    if (Number.isNaN(height)) continue;
    low = Math.min(low, height);
    high = Math.max(high, height);
    count++;
  }
  return count < 2 ? null : { whole, along, total, elevation, low, high };
}

/** Index of the last point that is not beyond a distance, and the share of the way to the next. */
function placeOf(along: Float64Array, at: number): { index: number; part: number } {
  const low = floorIndex(along, at);
  const high = Math.min(low + 1, along.length - 1);
  const span = along[high]! - along[low]!;
  return { index: low, part: span > 0 ? Math.min(1, Math.max(0, (at - along[low]!) / span)) : 0 };
}

/** A value between two points; that of the nearer one where the other has none. */
function between(values: Float64Array, along: Float64Array, at: number): number {
  const { index, part } = placeOf(along, at);
  const [a, b] = [values[index]!, values[Math.min(index + 1, values.length - 1)]!];
  if (part < 1e-6) return a;
  return part > 1 - 1e-6 ? b : a + part * (b - a);
}

/** Metres above the sea at a distance from the start; NaN where nobody knows. */
export const heightAt = ({ along, elevation }: Heights, at: number): number => between(elevation, along, at);

/** Metres over which a slope is told: a step between two cells of a height model is no cliff. */
const SLOPE_OVER = 100;

/** Metres of rise in a hundred around a place, negative downhill; NaN where nobody knows. */
export function slopeAt(heights: Heights, at: number, over: number = SLOPE_OVER): number {
  const from = Math.max(0, at - over / 2);
  const to = Math.min(heights.total, at + over / 2);
  return to > from ? ((heightAt(heights, to) - heightAt(heights, from)) / (to - from)) * 100 : 0;
}

export interface PartFigures {
  /** Metres. */
  distance: number;
  /** Metres; null where nobody knows the heights. */
  ascent: number | null;
  descent: number | null;
  /** Metres of rise in a hundred from its start to its end; null where nobody knows. */
  slope: number | null;
}

const NO_TIME = { perMeter: 0, perClimb: 0 };

/** What a part of a course comes to. */
export function partFigures(heights: Heights, part: { from: number; to: number }): PartFigures {
  const { distance, ascent, descent } = courseFigures(heights.whole, NO_TIME, part);
  const slope = ((heightAt(heights, part.to) - heightAt(heights, part.from)) / distance) * 100;
  return { distance, ascent, descent, slope: Number.isFinite(slope) ? slope : null };
}
