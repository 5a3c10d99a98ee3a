import type { Aggregates } from '@waymark/api-contract';
import type { RecordedFigures } from '../../recordings/model/parsed-workout.ts';

/** Beyond a thousandth there is no measurement, only noise of the arithmetic. */
export const tidy = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 1000) / 1000;

/** Figures of a recording in the contract's form. Steps a minute, revolutions, watts and beats as the device counts them. */
export function figuresOf(summary: RecordedFigures): Aggregates {
  const { heartrate, speed, cadence, power } = summary;
  return {
    distance_total: tidy(summary.distance),
    metabolic_energy_total: tidy(summary.energy),
    active_time_total: tidy(summary.active),
    elapsed_time_total: tidy(summary.elapsed),
    paused_time_total: tidy(summary.paused),
    stopped_time_total: tidy(summary.stopped),
    steps_total: tidy(summary.steps),
    ascent_total: tidy(summary.ascent),
    descent_total: tidy(summary.descent),
    heartrate_min: tidy(heartrate?.min),
    heartrate_max: tidy(heartrate?.max),
    heartrate_avg: tidy(heartrate?.avg),
    speed_min: tidy(speed?.min),
    speed_max: tidy(speed?.max),
    speed_avg: tidy(speed?.avg),
    cadence_min: tidy(cadence?.min),
    cadence_max: tidy(cadence?.max),
    cadence_avg: tidy(cadence?.avg),
    power_min: tidy(power?.min),
    power_max: tidy(power?.max),
    power_avg: tidy(power?.avg),
  };
}
