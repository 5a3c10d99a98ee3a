import { sql } from 'kysely';
import type { Db, Trx } from '../kernel/database/tables.ts';

/**
 * Locks a member's workouts and consents until the transaction ends: transactions that change them run one after the
 * other, so that a check for duplicates sees what the one before wrote. The lock is a name, not a row: a restored archive
 * holds it for minutes, while others still meet the member and the profile can be changed.
 */
export const acquireMemberLock = (trx: Trx, userId: number): Promise<void> =>
  acquireMemberLocks(trx, [userId]);

/** Locks several members, in one order, so that two who do so do not wait for each other. */
export async function acquireMemberLocks(trx: Trx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  // Ids are unique among all things that are locked by their name.
  await sql`
    select pg_advisory_xact_lock(id)
    from (select distinct id from unnest(${[...userIds]}::bigint[]) as given (id) order by id) as member`.execute(
    trx,
  );
}

/** Runs a change of one member's workouts in a transaction that holds the member lock. */
export function withMemberLock<T>(db: Db, userId: number, change: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await acquireMemberLock(trx, userId);
    return change(trx);
  });
}
