import type { PlanLine } from '@waymark/routes';
import { climb, MISSING } from '@waymark/streams';
import type { CourseFigures } from '../planner.ts';
import type { Pace } from './pace.ts';

interface Climbed {
  ascent: Float64Array;
  descent: Float64Array;
}

const climbs = new WeakMap<PlanLine, Climbed | null>();

/** Metres up and down until each point, by the rule that saved routes and workouts go by; null without two heights. */
function climbsOf(whole: PlanLine): Climbed | null {
  const known = climbs.get(whole);
  if (known !== undefined) return known;
  const { elevation } = whole;
  let found: Climbed | null = null;
  if (elevation) {
    const centimetres = new Int32Array(elevation.length);
    let told = 0;
    for (let i = 0; i < elevation.length; i++) {
      const height = elevation[i]!;
      if (height === height) told++;
      centimetres[i] = height === height ? Math.round(height * 100) : MISSING;
    }
    if (told > 1) found = climb(centimetres);
  }
  climbs.set(whole, found);
  return found;
}

/** Value of running totals at a distance; totals grow evenly between two points. */
function totalAt(totals: Float64Array, along: Float64Array, meters: number): number {
  let low = 0;
  let high = along.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (along[middle]! < meters) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return totals[0] ?? 0;
  const span = along[low]! - along[low - 1]!;
  const part = span > 0 ? Math.min(1, (meters - along[low - 1]!) / span) : 1;
  return totals[low - 1]! + part * (totals[low]! - totals[low - 1]!);
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * Figures of a course or of a range of it (metres along). Totals are worked out once for each course, so that a range
 * that is being dragged costs two look-ups.
 */
export function courseFigures(
  whole: PlanLine,
  pace: Pace,
  range?: { from: number; to: number } | null,
): CourseFigures {
  const { along } = whole;
  const length = along.at(-1) ?? 0;
  const clamp = (meters: number) => Math.min(length, Math.max(0, meters));
  const from = range ? clamp(Math.min(range.from, range.to)) : 0;
  const to = range ? clamp(Math.max(range.from, range.to)) : length;
  const climbed = climbsOf(whole);
  const over = (totals: Float64Array) => tenth(totalAt(totals, along, to) - totalAt(totals, along, from));
  const ascent = climbed && over(climbed.ascent);
  return {
    distance: to - from,
    ascent,
    descent: climbed && over(climbed.descent),
    seconds: (to - from) * pace.perMeter + (ascent ?? 0) * pace.perClimb,
  };
}
