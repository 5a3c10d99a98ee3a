import type { Aggregates } from '@waymark/api-contract';
import { isEnergyFromHeartRate, withoutHealthFields } from '../recordings/model/health-data.ts';
import { estimateEnergy } from './energy.ts';
import type { Member } from './member.ts';
import { tidy } from './recorded-figures.ts';
import type { WorkoutRow } from './workout-rows.ts';

type Figures = Pick<WorkoutRow, keyof Aggregates | 'activity_type_id' | 'energy_estimated'>;

/**
 * The figures of a workout without health data. Energy that rests on heart rate, or on the member's weight, is estimated
 * anew; of a workout of several legs too, as for a file whose device gives none.
 */
export function figuresWithoutHealthData<F extends Figures>(row: F, member: Member, at: Date): F {
  const { activity_type_id, active_time_total, elapsed_time_total, distance_total, energy_estimated } = row;
  const plain = withoutHealthFields(row);
  if (!energy_estimated && !isEnergyFromHeartRate(row)) return plain;
  const seconds = active_time_total ?? elapsed_time_total ?? 0;
  const estimate = estimateEnergy(activity_type_id, seconds, distance_total, { ...member, weight: null }, at);
  return { ...plain, metabolic_energy_total: tidy(estimate?.energy), energy_estimated: estimate !== null };
}
