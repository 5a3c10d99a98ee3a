import type { FriendState } from '@waymark/api-contract';
import { type Selectable, sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { acquireMemberLocks } from '../member-lock.ts';
import type { FriendshipTable } from './tables.ts';

/** So long a member who was found by their address can be asked. */
export const FOUND_MS = 86_400_000;

export type FriendshipRow = Selectable<FriendshipTable>;

/** The row of one side; undefined where the two have nothing to do with each other. */
export const findFriendship = (
  db: Db,
  userId: number,
  friendId: number,
): Promise<FriendshipRow | undefined> =>
  db
    .selectFrom('friendships')
    .selectAll()
    .where('user_id', '=', userId)
    .where('friend_id', '=', friendId)
    .executeTakeFirst();

/** How a member stands to another one, from the member's side. Blocked ones are met nowhere. */
export function stateOf(
  userId: number,
  otherId: number,
  row: Pick<FriendshipRow, 'status' | 'requested_by'> | undefined,
): FriendState {
  if (userId === otherId) return 'self';
  if (row?.status === 'active') return 'active';
  if (row?.status !== 'pending') return 'not-friend';
  return row.requested_by === userId ? 'pending' : 'requested';
}

/**
 * Changes of how two members stand to each other run one after the other where either of them takes part. The lock is the
 * row of each one's counters, always taken in the order of their ids.
 */
export async function lockPair(trx: Trx, one: number, other: number): Promise<void> {
  for (const userId of [Math.min(one, other), Math.max(one, other)])
    await trx
      .insertInto('friend_counts')
      .values({ user_id: userId, friends: 0, requests: 0 })
      .onConflict((on) => on.column('user_id').doUpdateSet({ friends: sql`friend_counts.friends` }))
      .execute();
}

/** Runs a change of how two members stand to each other in a transaction that holds the lock of the pair. */
export function withPairLock<T>(
  db: Db,
  one: number,
  other: number,
  change: (trx: Trx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockPair(trx, one, other);
    return change(trx);
  });
}

/**
 * Held shared until the end of the transaction by what a member does at something of another one, alone by a block and
 * by the end of a friendship: what these end is there when they look, and what comes later meets them. The latter also
 * take both member locks here, before their events: subscribers lock rows that holders of a member lock wait for.
 *
 * Locks are taken in one order: the pair, the contact, members, challenges, and then other rows.
 */
export async function lockContact(
  trx: Trx,
  one: number,
  other: number,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const key = `contact ${Math.min(one, other)} ${Math.max(one, other)}`;
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`select ${lock}(hashtextextended(${key}, 0))`.execute(trx);
  if (mode === 'exclusive') await acquireMemberLocks(trx, [one, other]);
}

const tryContacts = prepared(
  (ownerId: number, memberIds: number[]) => sql<{ id: number; is_locked: boolean }>`
    select id, pg_try_advisory_xact_lock_shared(hashtextextended(
      concat('contact ', least(id, ${ownerId}::bigint), ' ', greatest(id, ${ownerId}::bigint)), 0)) as is_locked
    from unnest(${memberIds}::bigint[]) as id`,
);

/**
 * Takes the contact of several members with one, shared, as far as no block of theirs is in hand: nobody waits for the
 * block of another one.
 * @returns the members whose contact is locked now
 */
export async function tryLockContacts(
  trx: Trx,
  ownerId: number,
  memberIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tryContacts(trx, ownerId, [...memberIds]);
  return new Set(rows.filter(({ is_locked: isLocked }) => isLocked).map(({ id }) => id));
}

/** Under the lock of the pair. */
export async function addToCounts(
  trx: Trx,
  userId: number,
  { friends = 0, requests = 0 }: { friends?: number; requests?: number },
): Promise<void> {
  await trx
    .updateTable('friend_counts')
    .set({
      friends: sql`friends + ${friends}`,
      requests: sql`requests + ${requests}`,
      version: sql`version + ${Math.abs(friends)}`,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Both sides of a relation. */
export const bothSides = (one: number, other: number) => sql<boolean>`
  (user_id, friend_id) in ((${one}::bigint, ${other}::bigint), (${other}::bigint, ${one}::bigint))`;
