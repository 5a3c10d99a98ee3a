import type { Said, WorkoutSummary } from '../types.ts';
import type { KeptDetails } from './details.ts';

const said = (min: number | null, max: number | null, avg: number | null): Said | null =>
  min === null && max === null && avg === null ? null : { min, max, avg };

/** The figures of an exported workout without a series: nothing is worked out, and what was unknown stays so. */
export function summaryTold({ totals }: KeptDetails, told: NonNullable<KeptDetails['told']>): WorkoutSummary {
  const { paused, stopped, speedAvg, lowest } = told;
  const { distance, elapsed, active, ascent, descent, energy, steps } = totals;
  return {
    distance,
    elapsed,
    active,
    paused,
    stopped,
    ascent,
    descent,
    energy,
    steps,
    heartrate: said(lowest.heartrate, totals.heartrateMax, totals.heartrateAvg),
    speed: said(lowest.speed, totals.speedMax, speedAvg),
    cadence: said(lowest.cadence, totals.cadenceMax, totals.cadenceAvg),
    power: said(lowest.power, totals.powerMax, totals.powerAvg),
    hasTrack: false,
  };
}
