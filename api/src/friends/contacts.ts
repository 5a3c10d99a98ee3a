import { contactCalls } from '@waymark/api-contract';
import type { Context } from '../kernel/server/context.ts';
import { invalid, notFound } from '../kernel/server/errors.ts';
import { type Caller, route } from '../kernel/server/route.ts';
import { pageLinks } from '../routes/page-links.ts';
import { endFriendship } from './change-friendship.ts';
import { idOfLink } from './links.ts';
import { existsFor, relationTo } from '../visibility/relation.ts';
import type { Db } from '../kernel/database/tables.ts';
import { bothSides, findFriendship, withPairLock } from './rows.ts';
import { findCards, presentPerson } from './member-cards.ts';

declare module '../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A member blocked another one: what the two did at each other's things ends. Under the lock of the pair. */
    memberBlocked: { userId: number; blockedId: number };
    /** A member muted another one. */
    memberMuted: { userId: number; mutedId: number };
  }
}

const DAY_MS = 86_400_000;

/** The other member that a body names. @throws ApiProblem 400 for oneself, 404 for one who does not exist for the caller */
async function otherMember(db: Db, caller: Caller, links: Parameters<typeof idOfLink>[1]): Promise<number> {
  const id = idOfLink('user', links);
  if (id === caller.userId) throw invalid({ _links: ['Choose another member than yourself.'] });
  const found = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound('member');
  return id;
}

export function blockMember(context: Context, userId: number, blockedId: number): Promise<void> {
  return withPairLock(context.db, userId, blockedId, async (trx) => {
    await endFriendship(context, trx, userId, blockedId);
    const row = {
      status: 'blocked' as const,
      requested_by: userId,
      message: '',
      created_at: context.now(),
      accepted_at: null,
    };
    await trx
      .insertInto('friendships')
      .values([
        { ...row, user_id: userId, friend_id: blockedId, has_blocked: true },
        { ...row, user_id: blockedId, friend_id: userId, has_blocked: false },
      ])
      .onConflict((on) =>
        on
          .columns(['user_id', 'friend_id'])
          .doUpdateSet({ has_blocked: true, requested_by: userId, created_at: row.created_at })
          // Only this side, and once: the row of a member who blocks back must not tell who was first, nor when.
          .where('excluded.has_blocked', '=', true)
          .where('friendships.has_blocked', '=', false),
      )
      .execute();
    await context.publish(trx, 'memberBlocked', { userId, blockedId });
  });
}

/**
 * @throws ApiProblem 404 where the member had not blocked the other. It is thrown inside the transaction, so that no
 * counters of an id that names nobody stay behind.
 */
function unblockMember({ db }: Context, userId: number, blockedId: number): Promise<void> {
  return withPairLock(db, userId, blockedId, async (trx) => {
    const own = await findFriendship(trx, userId, blockedId);
    if (!own?.has_blocked) throw notFound('block');
    const other = await findFriendship(trx, blockedId, userId);
    if (other?.has_blocked)
      await trx
        .updateTable('friendships')
        .set({ has_blocked: false })
        .where('user_id', '=', userId)
        .where('friend_id', '=', blockedId)
        .execute();
    else await trx.deleteFrom('friendships').where(bothSides(userId, blockedId)).execute();
  });
}

export const blockRoute = route<typeof contactCalls.block>({
  call: contactCalls.block,
  access: 'member',
  async handler({ context, caller, body }) {
    const other = await otherMember(context.db, caller!, body._links.user);
    await blockMember(context, caller!.userId, other);
    return undefined;
  },
});

export const unblockRoute = route<typeof contactCalls.unblock>({
  call: contactCalls.unblock,
  access: 'member',
  async handler({ context, caller, params }) {
    await unblockMember(context, caller!.userId, params.id);
    return undefined;
  },
});

export const blocksRoute = route<typeof contactCalls.blocks>({
  call: contactCalls.blocks,
  access: 'member',
  async handler({ context: { db }, caller, query }) {
    const own = () =>
      db
        .selectFrom('friendships')
        .innerJoin('users', 'users.id', 'friendships.friend_id')
        .where('user_id', '=', caller!.userId)
        .where('status', '=', 'blocked')
        .where('has_blocked', '=', true);
    const [{ n }, rows] = await Promise.all([
      own()
        .select((q) => q.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      own()
        .select(['users.id', 'display_name', 'username', 'friendships.created_at'])
        .orderBy('friendships.created_at', 'desc')
        .orderBy('users.id')
        .limit(query.limit)
        .offset(query.offset)
        .execute(),
    ]);
    return {
      _links: pageLinks('/v7.1/user_block/', query, n),
      _embedded: {
        blocks: rows.map((member) => ({
          id: member.id,
          display_name: member.display_name,
          username: member.username,
          created_datetime: member.created_at.toISOString(),
          _links: { self: [{ href: `/v7.1/user_block/${member.id}/`, id: String(member.id) }] },
        })),
      },
      total_count: n,
    };
  },
});

const presentMute = (user: Parameters<typeof presentPerson>[0], until: Date | null) => ({
  id: user.id,
  user: presentPerson(user),
  until: until?.toISOString() ?? null,
  _links: { self: [{ href: `/v7.1/user_mute/${user.id}/`, id: String(user.id) }] },
});

export const muteRoute = route<typeof contactCalls.mute>({
  call: contactCalls.mute,
  access: 'member',
  async handler({ context, caller, body }) {
    const { db, now } = context;
    const other = await otherMember(db, caller!, body._links.user);
    if ((await relationTo(db, caller, other)) === 'blocked') throw notFound('member');
    const until = body.days === undefined ? null : new Date(now().getTime() + body.days * DAY_MS);
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('mutes')
        .values({ user_id: caller!.userId, muted_id: other, until, created_at: now() })
        .onConflict((on) => on.columns(['user_id', 'muted_id']).doUpdateSet({ until }))
        .execute();
      await context.publish(trx, 'memberMuted', { userId: caller!.userId, mutedId: other });
    });
    const [person] = await findCards(db, caller, [other]);
    if (!person) throw notFound('member');
    return presentMute(person, until);
  },
});

export const unmuteRoute = route<typeof contactCalls.unmute>({
  call: contactCalls.unmute,
  access: 'member',
  async handler({ context: { db }, caller, params }) {
    const { numDeletedRows } = await db
      .deleteFrom('mutes')
      .where('user_id', '=', caller!.userId)
      .where('muted_id', '=', params.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('mute');
    return undefined;
  },
});

export const mutesRoute = route<typeof contactCalls.mutes>({
  call: contactCalls.mutes,
  access: 'member',
  async handler({ context: { db, now }, caller, query }) {
    const own = () =>
      db
        .selectFrom('mutes')
        .where('user_id', '=', caller!.userId)
        .where((q) => q.or([q('until', 'is', null), q('until', '>', now())]))
        .where(existsFor(caller!.userId, 'mutes.muted_id'));
    const [{ n }, rows] = await Promise.all([
      own()
        .select((q) => q.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      own()
        .select(['muted_id', 'until'])
        .orderBy('created_at', 'desc')
        .orderBy('muted_id')
        .limit(query.limit)
        .offset(query.offset)
        .execute(),
    ]);
    const people = new Map(
      (
        await findCards(
          db,
          caller,
          rows.map(({ muted_id }) => muted_id),
        )
      ).map((person) => [person.id, person]),
    );
    return {
      _links: pageLinks('/v7.1/user_mute/', query, n),
      _embedded: {
        mutes: rows.flatMap(({ muted_id, until }) => {
          const person = people.get(muted_id);
          return person ? [presentMute(person, until)] : [];
        }),
      },
      total_count: n,
    };
  },
});
