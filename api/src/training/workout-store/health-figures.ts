import type { Aggregates } from '@waymark/api-contract';
import { isEnergyFromHeartRate, withoutHealthFields } from '../../recordings/model/health-data.ts';
import { estimateEnergy } from './energy.ts';
import { tidy } from './recorded-figures.ts';
import type { WorkoutRow } from './workout-rows.ts';

type Figures = Pick<WorkoutRow, keyof Aggregates | 'activity_type_id' | 'energy_estimated'>;
type EstimatedBy = Pick<
  WorkoutRow,
  'activity_type_id' | 'active_time_total' | 'elapsed_time_total' | 'distance_total'
>;

/** Nothing of a body, nor its age at some time, refines an estimate whose weight is assumed. */
const UNKNOWN_BODY = { weight: null, height: null, birthdate: null, gender: null };
const ANY_TIME = new Date(0);

/** Energy for the assumed weight, whoever trained. */
export function energyOfAnybody({
  activity_type_id,
  active_time_total,
  elapsed_time_total,
  distance_total,
}: EstimatedBy): number | null {
  const seconds = active_time_total ?? elapsed_time_total ?? 0;
  return tidy(estimateEnergy(activity_type_id, seconds, distance_total, UNKNOWN_BODY, ANY_TIME)?.energy);
}

/**
 * The figures of a workout without health data. Energy that rests on heart rate, or on the member's weight, is estimated
 * anew; of a workout of several legs too, as for a file whose device gives none.
 */
export function figuresWithoutHealthData<F extends Figures>(row: F): F {
  const plain = withoutHealthFields(row);
  if (!row.energy_estimated && !isEnergyFromHeartRate(row)) return plain;
  const energy = energyOfAnybody(row);
  return { ...plain, metabolic_energy_total: energy, energy_estimated: energy !== null };
}
