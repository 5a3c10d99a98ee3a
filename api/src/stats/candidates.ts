import type { Trx } from '../kernel/database/tables.ts';
import { candidatesOf, type Recorded } from '../workout-store/record-candidates.ts';

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
