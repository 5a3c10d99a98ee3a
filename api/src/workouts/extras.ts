import type { Workout } from '@waymark/api-contract';
import type { Context } from '../server/context.ts';
import type { Relation } from './policy.ts';
import type { WorkoutRow } from './rows.ts';

/** What a workout's page shows beside the workout itself, kept by services of their own. */
export type WorkoutExtras = Pick<
  Workout,
  'threshold_power' | 'load' | 'gear' | 'photos' | 'attributions' | 'has_hidden_part'
>;

/** Reads all of it at once, as far as the caller may see it. */
export function loadExtras(_context: Context, row: WorkoutRow, relation: Relation): Promise<WorkoutExtras> {
  return Promise.resolve({
    threshold_power: null,
    load: relation === 'self' ? row.load : null,
    gear: null,
    photos: [],
    attributions: [],
    has_hidden_part: false,
  });
}
