import { sql } from 'kysely';
import type { Db, Trx } from './database/tables.ts';

/**
 * Locks a member's workouts until the transaction ends: transactions that change them run one after the other, so
 * that a check for duplicates sees what the one before wrote. The lock is a row of the counters, which every change
 * of workouts updates anyway.
 */
export async function acquireMemberLock(trx: Trx, userId: number): Promise<void> {
  await trx
    .insertInto('workout_counts')
    .values({ user_id: userId, privacy: 0, n: 0 })
    .onConflict((at) => at.columns(['user_id', 'privacy']).doUpdateSet({ n: sql`workout_counts.n` }))
    .execute();
}

/** Locks the workouts of several members, in one order, so that two who do so do not wait for each other. */
export async function acquireMemberLocks(trx: Trx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .insertInto('workout_counts')
    .values(userIds.toSorted((a, b) => a - b).map((user_id) => ({ user_id, privacy: 0, n: 0 })))
    .onConflict((at) => at.columns(['user_id', 'privacy']).doUpdateSet({ n: sql`workout_counts.n` }))
    .execute();
}

/** Runs a change of one member's workouts in a transaction that holds the member lock. */
export function withMemberLock<T>(db: Db, userId: number, change: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await acquireMemberLock(trx, userId);
    return change(trx);
  });
}
