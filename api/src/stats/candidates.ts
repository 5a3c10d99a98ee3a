import type { Privacy } from '@waymark/api-contract';
import { matchesRecord, RECORD_DISTANCES } from '@waymark/units';
import { groupOfActivity } from '../workouts/presenter.ts';
import type { Trx } from '../workouts/rows.ts';
import type { RecordCandidateTable } from './tables.ts';

export interface Recorded {
  user_id: number;
  id: number;
  parent_id: number | null;
  leg_count: number;
  activity_type_id: number;
  privacy: Privacy;
  start_at: Date;
  distance_total: number | null;
  active_time_total: number | null;
  elapsed_time_total: number | null;
  metabolic_energy_total: number | null;
}

/**
 * The records that a workout may hold. A leg counts as a workout of its sport: the run of a triathlon can be
 * the fastest 10 km. The triathlon itself is no distance of any sport, yet all its energy was spent.
 */
export function candidatesOf(row: Recorded): RecordCandidateTable[] {
  const distance = row.distance_total ?? 0;
  const energy = row.metabolic_energy_total ?? 0;
  const duration = row.active_time_total ?? row.elapsed_time_total ?? 0;
  const ranks: [string, number][] = [];
  if (distance > 0 && row.leg_count === 0) ranks.push(['longest_distance', distance]);
  if (energy > 0) ranks.push(['most_energy', energy]);
  if (duration > 0 && row.leg_count === 0) {
    for (const { key, meters } of RECORD_DISTANCES) {
      if (matchesRecord(distance, meters)) ranks.push([key, distance / duration]);
    }
  }
  return ranks.map(([key, rank]) => ({
    user_id: row.user_id,
    workout_id: row.id,
    root_id: row.parent_id ?? row.id,
    key,
    activity_group: groupOfActivity(row.activity_type_id),
    privacy: row.privacy,
    rank,
    start_at: row.start_at,
  }));
}

/** Puts workouts and legs among those that may hold a record. */
export async function addCandidates(trx: Trx, rows: readonly Recorded[]): Promise<void> {
  const candidates = rows.flatMap(candidatesOf);
  if (candidates.length > 0) await trx.insertInto('record_candidates').values(candidates).execute();
}

/** Takes workouts out, their legs with them; or, with `leg`, one leg alone. */
export async function dropCandidates(
  trx: Trx,
  userId: number,
  roots: readonly number[],
  leg?: number,
): Promise<void> {
  if (roots.length === 0) return;
  let gone = trx
    .deleteFrom('record_candidates')
    .where('user_id', '=', userId)
    .where('root_id', 'in', [...roots]);
  if (leg !== undefined) gone = gone.where('workout_id', '=', leg);
  await gone.execute();
}
