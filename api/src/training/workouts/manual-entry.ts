import type { Aggregates, WorkoutInput } from '@waymark/api-contract';
import { plausibilityWarnings, isPlausibilityWarning } from './check-workout.ts';
import { estimateEnergy, WEIGHT_ASSUMED } from '../workout-store/energy.ts';
import type { Member } from '../workout-store/member.ts';

/** What a member told of a workout that no device recorded. */
export type ManualEntry = Pick<
  WorkoutInput,
  'activity_type_id' | 'duration' | 'distance' | 'ascent' | 'energy' | 'heartrate_avg' | 'heartrate_max'
>;
type Figures = Pick<
  Aggregates,
  | 'distance_total'
  | 'active_time_total'
  | 'elapsed_time_total'
  | 'speed_avg'
  | 'ascent_total'
  | 'metabolic_energy_total'
  | 'heartrate_avg'
  | 'heartrate_max'
>;

/** Figures, warnings and the origin of the energy, from what the member told. */
export function figuresOfManualEntry(
  told: ManualEntry,
  member: Member,
  now: Date,
): { figures: Figures; energyEstimated: boolean; warnings: string[] } {
  const distance = told.distance ?? null;
  const estimate =
    told.energy === null || told.energy === undefined
      ? estimateEnergy(told.activity_type_id, told.duration, distance, member, now)
      : null;
  return {
    figures: {
      distance_total: distance,
      active_time_total: told.duration,
      elapsed_time_total: told.duration,
      speed_avg: distance && told.duration > 0 ? distance / told.duration : null,
      ascent_total: told.ascent ?? null,
      metabolic_energy_total: told.energy ?? estimate?.energy ?? null,
      heartrate_avg: told.heartrate_avg ?? null,
      heartrate_max: told.heartrate_max ?? null,
    },
    energyEstimated: estimate !== null,
    warnings: [
      ...plausibilityWarnings(told.activity_type_id, distance, told.duration),
      ...(estimate?.weightAssumed ? [WEIGHT_ASSUMED] : []),
    ],
  };
}

/** A warning that `figuresOfManualEntry` gives, at these figures or others. */
export const isFigureWarning = (warning: string): boolean =>
  warning === WEIGHT_ASSUMED || isPlausibilityWarning(warning);
