import { canReadByLink } from '../share-links/policy.ts';
import type { Context } from '../kernel/server/context.ts';
import { notAllowed, notFound } from '../kernel/server/errors.ts';
import type { Caller } from '../kernel/server/route.ts';
import { abilities, type Ability } from './policy.ts';
import { canRead, type Relation } from '../visibility/policy.ts';
import { relationTo } from '../visibility/relation.ts';
import { findLinkedWorkout, type WorkoutRow } from './workout-rows.ts';

/**
 * A workout the caller may read.
 * @param key of the link, as the call carries it
 * @throws ApiProblem 404, the same for one that is not there, one that is private and one whose key is another
 */
export async function readableWorkout(
  context: Context,
  caller: Caller | null,
  id: number,
  key?: string,
): Promise<{ row: WorkoutRow; relation: Relation }> {
  const { row, linkHash } = await findLinkedWorkout(context.db, id);
  const known = await relationTo(context.db, caller, row?.user_id ?? 0);
  const relation = canReadByLink(key, linkHash) && known !== 'self' && known !== 'blocked' ? 'link' : known;
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
