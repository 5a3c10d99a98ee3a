import { sql } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, conflict, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { countAction } from './action-limits.ts';
import { checkLinks } from './check-links.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { findProtectedFrom } from '../visibility/relation.ts';
import {
  addToCounts,
  bothSides,
  findFriendship,
  type FriendshipRow,
  lockContact,
  withPairLock,
} from './rows.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** Two members asked, became friends, or are no longer either. Under the lock of the pair. */
    friendshipChanged: {
      /** Who did it. */
      actorId: number;
      otherId: number;
      /** Who asked. */
      requestedBy: number;
      before: 'pending' | 'active' | null;
      after: 'pending' | 'active' | null;
      /** New ids, for what each of the two may tell of it. */
      storyIds: readonly [actor: number, other: number];
      at: Date;
    };
  }
}

/** A member may ask another one so often in all, and is not asked to again after so many denials. */
const REQUESTS_TO_ONE = 5;
const DENIALS = 2;

const refused = () =>
  conflict('request_refused', 'You cannot ask this member again. If you know each other, let them ask you.');

async function countRequest(context: Context, trx: Trx, from: number, to: number): Promise<void> {
  const history = await trx
    .selectFrom('friend_request_history')
    .select(['sent', 'denied'])
    .where('user_id', '=', from)
    .where('to_user_id', '=', to)
    .executeTakeFirst();
  if (history && (history.sent >= REQUESTS_TO_ONE || history.denied >= DENIALS)) throw refused();
  await countAction(context, trx, from, 'friend_request');
  await trx
    .insertInto('friend_request_history')
    .values({ user_id: from, to_user_id: to, sent: 1, denied: 0 })
    .onConflict((on) =>
      on.columns(['user_id', 'to_user_id']).doUpdateSet((q) => ({
        sent: q('friend_request_history.sent', '+', 1),
      })),
    )
    .execute();
}

/** @throws ApiProblem 403 for a young member who is no friend */
async function checkMayWrite(trx: Trx, from: number, to: number): Promise<void> {
  if ((await findProtectedFrom(trx, from, [to])).has(to))
    throw new ApiProblem(
      403,
      'words_from_friends_only',
      'This member reads messages of friends only. Send the request without one.',
    );
}

const NO_BLOCK = { has_blocked: false, blocked_name: null, blocked_username: null };

async function insertBoth(trx: Trx, row: Omit<FriendshipRow, keyof typeof NO_BLOCK>): Promise<void> {
  const { user_id, friend_id } = row;
  await trx
    .insertInto('friendships')
    .values([
      { ...row, ...NO_BLOCK },
      { ...row, user_id: friend_id, friend_id: user_id, ...NO_BLOCK },
    ])
    .execute();
}

/** A member denied another one's request, ended the friendship or blocked them. Under the lock of the pair. */
export async function turnAway(trx: Trx, userId: number, otherId: number): Promise<void> {
  await trx
    .insertInto('friend_request_history')
    .values({ user_id: userId, to_user_id: otherId, has_turned_away: true })
    .onConflict((on) => on.columns(['user_id', 'to_user_id']).doUpdateSet({ has_turned_away: true }))
    .execute();
}

/** Whether a link of the inviter makes friends with the member: not of one whom the inviter turned away and has not asked since. */
export async function isInvited(
  db: Db,
  userId: number,
  inviterId: number,
  row: Pick<FriendshipRow, 'requested_by' | 'status'> | undefined,
): Promise<boolean> {
  if (row?.status === 'active' || row?.requested_by === inviterId) return true;
  const history = await db
    .selectFrom('friend_request_history')
    .select('has_turned_away')
    .where('user_id', '=', inviterId)
    .where('to_user_id', '=', userId)
    .executeTakeFirst();
  return !history?.has_turned_away;
}

/** Makes a waiting request a friendship, or makes friends of two who have nothing to do with each other. */
async function makeFriends(
  context: Context,
  trx: Trx,
  actorId: number,
  otherId: number,
  row: FriendshipRow | undefined,
): Promise<void> {
  const at = context.now();
  // Two who have nothing to do with each other were brought together by the link that the other gave away.
  const requestedBy = row?.requested_by ?? otherId;
  if (row)
    await trx
      .updateTable('friendships')
      .set({ status: 'active', accepted_at: at, message: '' })
      .where(bothSides(actorId, otherId))
      .execute();
  else
    await insertBoth(trx, {
      user_id: actorId,
      friend_id: otherId,
      status: 'active',
      requested_by: requestedBy,
      message: '',
      created_at: at,
      accepted_at: at,
    });
  await trx
    .updateTable('friend_request_history')
    .set({ has_turned_away: false })
    .where(sql<boolean>`(user_id, to_user_id) in ((${actorId}, ${otherId}), (${otherId}, ${actorId}))`)
    .execute();
  const asked = requestedBy === actorId ? otherId : actorId;
  await addToCounts(trx, asked, { friends: 1, requests: row ? -1 : 0 });
  await addToCounts(trx, asked === actorId ? otherId : actorId, { friends: 1 });
  await context.publish(trx, 'friendshipChanged', {
    actorId,
    otherId,
    requestedBy,
    before: row ? 'pending' : null,
    after: 'active',
    storyIds: [context.newId(), context.newId()],
    at,
  });
}

/**
 * Asks a member. Where the other has asked already, both are friends; asking again changes nothing.
 * @throws ApiProblem 404 for one who is blocked, 409 for a friend and after two denials, 429 for too many requests, 403 for
 *   a new member's message with a link, and for any message to a young member
 */
export function requestFriendship(
  context: Context,
  userId: number,
  otherId: number,
  message: string,
): Promise<void> {
  return withPairLock(context.db, userId, otherId, async (trx) => {
    const row = await findFriendship(trx, userId, otherId);
    if (row?.status === 'blocked') throw notFound('member');
    if (row?.status === 'active')
      throw conflict('already_friends', 'You are friends already. Load the page again.');
    if (row) {
      if (row.requested_by === userId) return;
      await countAction(context, trx, userId, 'friend_request', 0);
      await makeFriends(context, trx, userId, otherId, row);
      return;
    }
    const at = context.now();
    await countRequest(context, trx, userId, otherId);
    if (message !== '') await checkMayWrite(trx, userId, otherId);
    await checkLinks(trx, { userId }, { text: message, readers: [otherId] }, at);
    await insertBoth(trx, {
      user_id: userId,
      friend_id: otherId,
      status: 'pending',
      requested_by: userId,
      message,
      created_at: at,
      accepted_at: null,
    });
    await addToCounts(trx, otherId, { requests: 1 });
    await context.publish(trx, 'friendshipChanged', {
      actorId: userId,
      otherId,
      requestedBy: userId,
      before: null,
      after: 'pending',
      storyIds: [context.newId(), context.newId()],
      at,
    });
  });
}

/**
 * Accepts a request; accepting again changes nothing.
 * @throws ApiProblem 404 where there is no request, 403 for who asked
 */
export function acceptFriendship(context: Context, userId: number, otherId: number): Promise<void> {
  return withPairLock(context.db, userId, otherId, async (trx) => {
    const row = await findFriendship(trx, userId, otherId);
    if (!row || row.status === 'blocked') throw notFound('request');
    if (row.status === 'active') return;
    if (row.requested_by === userId) throw notAllowed('Only who was asked can accept.');
    // Counts nothing: suspended members make no friends.
    await countAction(context, trx, userId, 'friend_request', 0);
    await makeFriends(context, trx, userId, otherId, row);
  });
}

/** Makes friends with whoever gave their link away. @throws ApiProblem 404 for one who is blocked or turned the member away */
export function acceptInvite(context: Context, userId: number, inviterId: number): Promise<void> {
  return withPairLock(context.db, userId, inviterId, async (trx) => {
    const row = await findFriendship(trx, userId, inviterId);
    if (row?.status === 'blocked') throw notFound('invitation');
    if (!(await isInvited(trx, userId, inviterId, row))) throw notFound('invitation');
    if (row?.status === 'active') return;
    await countAction(context, trx, userId, 'friend_request');
    await makeFriends(context, trx, userId, inviterId, row);
  });
}

/**
 * Withdraws or denies a request, ends a friendship. Under the lock of the pair and `lockContact`, exclusive.
 * @returns false where there is neither
 */
export async function endFriendship(
  context: Context,
  trx: Trx,
  userId: number,
  otherId: number,
): Promise<boolean> {
  const row = await findFriendship(trx, userId, otherId);
  if (!row || row.status === 'blocked') return false;
  const { status, requested_by: requestedBy } = row;
  await trx.deleteFrom('friendships').where(bothSides(userId, otherId)).execute();
  if (status === 'active') {
    for (const id of [userId, otherId]) await addToCounts(trx, id, { friends: -1 });
    await turnAway(trx, userId, otherId);
  } else {
    const asked = requestedBy === userId ? otherId : userId;
    await addToCounts(trx, asked, { requests: -1 });
    if (asked === userId) {
      await trx
        .updateTable('friend_request_history')
        .set((q) => ({ denied: q('denied', '+', 1) }))
        .where('user_id', '=', otherId)
        .where('to_user_id', '=', userId)
        .execute();
      await turnAway(trx, userId, otherId);
    }
  }
  await context.publish(trx, 'friendshipChanged', {
    actorId: userId,
    otherId,
    requestedBy,
    before: status,
    after: null,
    storyIds: [context.newId(), context.newId()],
    at: context.now(),
  });
  return true;
}

/** @throws ApiProblem 404 where there is neither request nor friendship */
export function removeFriendship(context: Context, userId: number, otherId: number): Promise<void> {
  return withPairLock(context.db, userId, otherId, async (trx) => {
    await lockContact(trx, userId, otherId, 'exclusive');
    if (!(await endFriendship(context, trx, userId, otherId)))
      throw new ApiProblem(404, 'not_found', 'There is neither a request nor a friendship any more.');
  });
}

/** Whoever was found by an address that the member knew may be asked, whatever the profile's privacy. */
export async function noteFoundByEmail(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  otherId: number,
): Promise<void> {
  const found_by_email_at = now();
  await db
    .insertInto('friend_request_history')
    .values({ user_id: userId, to_user_id: otherId, found_by_email_at })
    .onConflict((on) => on.columns(['user_id', 'to_user_id']).doUpdateSet({ found_by_email_at }))
    .execute();
}

export async function dismissSuggestion(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  otherId: number,
): Promise<void> {
  await db
    .insertInto('dismissed_suggestions')
    .values({ user_id: userId, dismissed_id: otherId, created_at: now() })
    .onConflict((on) => on.doNothing())
    .execute();
}
