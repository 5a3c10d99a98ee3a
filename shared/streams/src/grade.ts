import { climbedAltitude, smoothAltitude } from './ascent.ts';
import type { Streams } from './kinds.ts';

/** Metres over which a grade is measured: shorter ones are noise of the altimeter. */
const GRADE_METERS = 40;
/** Beyond it nobody measured what running costs. */
const STEEPEST = 0.45;
const FLAT_COST = 3.6;

/**
 * Joules for a kilogram and metre at a grade, by Minetti et al. (2002), as a multiple of running on the flat.
 */
export function gradeCost(grade: number): number {
  const i = Math.max(-STEEPEST, Math.min(STEEPEST, grade));
  const cost = 155.4 * i ** 5 - 30.4 * i ** 4 - 43.3 * i ** 3 + 46.3 * i ** 2 + 19.5 * i + FLAT_COST;
  return cost / FLAT_COST;
}

/**
 * Metres on the flat that cost as much as the course up to each sample; null without distance or altitude. Divided
 * into the time they give the grade-adjusted pace.
 */
export function flatMeters(streams: Streams): Float64Array | null {
  const { distance } = streams.columns;
  const climbed = climbedAltitude(streams);
  if (!distance || !climbed) return null;
  const altitude = smoothAltitude(climbed);
  const flat = new Float64Array(streams.n);
  let back = 0;
  let front = 0;
  for (let i = 1; i < streams.n; i++) {
    while (front < streams.n - 1 && distance[front]! - distance[i]! < (GRADE_METERS / 2) * 100) front++;
    while (back < i && distance[i]! - distance[back + 1]! > (GRADE_METERS / 2) * 100) back++;
    const run = (distance[front]! - distance[back]!) / 100;
    const rise = altitude[front]! - altitude[back]!;
    const grade = run >= GRADE_METERS / 2 && !Number.isNaN(rise) ? rise / run : 0;
    flat[i] = flat[i - 1]! + ((distance[i]! - distance[i - 1]!) / 100) * gradeCost(grade);
  }
  return flat;
}
