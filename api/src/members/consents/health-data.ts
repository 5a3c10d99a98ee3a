import type { Trx } from '../../kernel/database/tables.ts';
import { acquireMemberLock } from '../member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { isGranted } from './evaluate.ts';
import { matrixOf } from './matrix.ts';
import { findConsentStatus } from './status.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** From now on a member's health data is hidden, or shown again. */
    healthDataHidden: { userId: number; isHidden: boolean };
  }
}

const MEMBERS_AT_ONCE = 200;

/**
 * Stores with a member whether their heart rate, weight and zones may be read and shown: every reader of workouts
 * needs it. Call it in the transaction of whatever changes their answers, their region or their birthdate; one that has
 * changed the member's row before holds the member lock since then.
 */
export async function applyHealthConsent(
  context: Pick<Context, 'env' | 'now' | 'publish'> & { db: Trx },
  userId: number,
): Promise<void> {
  const { db } = context;
  // Of two answers at once the later one decides: whoever has the lock second reads both.
  await acquireMemberLock(db, userId);
  const mayShow = isGranted(await findConsentStatus(context, { userId }), 'health');
  const changed = await db
    .updateTable('users')
    .set({ hides_health_data: !mayShow })
    .where('id', '=', userId)
    .where('hides_health_data', '=', mayShow)
    .returning('id')
    .executeTakeFirst();
  if (changed) await context.publish(db, 'healthDataHidden', { userId, isHidden: !mayShow });
}

/** Applies a matrix that an operator changed to all members, once. It goes on after a kill. */
export async function applyChangedMatrix(context: Context): Promise<void> {
  const { db, env } = context;
  const matrix = matrixOf(env);
  const applied = await db.selectFrom('applied_consent_matrix').select('content_hash').executeTakeFirst();
  if (applied?.content_hash === matrix.contentHash) return;
  for (let last = 0; ;) {
    const members = await db
      .selectFrom('users')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(MEMBERS_AT_ONCE)
      .execute();
    for (const { id } of members)
      await db.transaction().execute((trx) => applyHealthConsent({ ...context, db: trx }, id));
    if (members.length < MEMBERS_AT_ONCE) break;
    last = members.at(-1)!.id;
  }
  const values = { id: 1, version: matrix.version, content_hash: matrix.contentHash };
  await db
    .insertInto('applied_consent_matrix')
    .values(values)
    .onConflict((on) => on.column('id').doUpdateSet(values))
    .execute();
}
