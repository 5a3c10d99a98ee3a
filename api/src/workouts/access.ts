import type { Context } from '../server/context.ts';
import { notAllowed, notFound } from '../server/errors.ts';
import type { Caller } from '../server/route.ts';
import { abilities, type Ability, canRead, type Relation, relationTo } from './policy.ts';
import { findWorkout, type WorkoutRow } from './rows.ts';

/** A workout the caller may read. @throws ApiProblem 404, the same for one that is not there and one that is private */
export async function readableWorkout(
  context: Context,
  caller: Caller | null,
  id: number,
): Promise<{ row: WorkoutRow; relation: Relation }> {
  const row = await findWorkout(context.db, id);
  const relation = row ? relationTo(caller, row.user_id) : 'visitor';
  if (!row || !canRead(relation, row.privacy)) throw notFound('workout');
  return { row, relation };
}

/** A workout the caller may change. @throws ApiProblem 404 when they may not even read it, 403 when they may only read it */
export async function ownWorkout(
  context: Context,
  caller: Caller | null,
  id: number,
  ability: Ability,
): Promise<WorkoutRow> {
  const { row, relation } = await readableWorkout(context, caller, id);
  if (!abilities(relation)[ability]) throw notAllowed();
  return row;
}
