import type { Db, Trx } from '../kernel/database/tables.ts';

/**
 * Locks what a member has until the transaction ends: transactions that change their workouts run one after the other,
 * so that a check for duplicates sees what the one before wrote. The lock is the member's own row; rows that refer to it
 * can still be added.
 */
export const acquireMemberLock = (trx: Trx, userId: number): Promise<void> =>
  acquireMemberLocks(trx, [userId]);

/** Locks several members, in one order, so that two who do so do not wait for each other. */
export async function acquireMemberLocks(trx: Trx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Runs a change of one member's workouts in a transaction that holds the member lock. */
export function withMemberLock<T>(db: Db, userId: number, change: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await acquireMemberLock(trx, userId);
    return change(trx);
  });
}
