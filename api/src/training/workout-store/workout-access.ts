import { canReadByLink } from '../../members/share-links/policy.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notAllowed, notFound } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { abilities, type Ability } from './policy.ts';
import { canRead, type Relation } from '../../members/visibility/policy.ts';
import { relationTo } from '../../members/visibility/relation.ts';
import { findWorkout, type WorkoutRow } from './workout-rows.ts';

/**
 * What somebody who sent the key of a workout's link is to its owner.
 * @param relation without the key
 * @param key as the call carries it
 */
export const relationByKey = (
  relation: Relation,
  key: string | undefined,
  linkHash: Uint8Array | null,
): Relation =>
  canReadByLink(key, linkHash) && relation !== 'self' && relation !== 'blocked' ? 'link' : relation;

/** A workout the caller may change, as it is stored. @throws ApiProblem 404 when they may not even read it, 403 when they may only read it */
export async function ownWorkout(
  context: Context,
  caller: Caller | null,
  id: number,
  ability: Ability,
): Promise<WorkoutRow> {
  const row = await findWorkout(context.db, id);
  const relation = await relationTo(context.db, caller, row?.user_id ?? 0);
  if (!row || !canRead(relation, row.privacy)) throw notFound('workout');
  if (!abilities(relation)[ability]) throw notAllowed();
  return row;
}
