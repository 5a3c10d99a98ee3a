import { contactCalls } from '@waymark/api-contract';
import type { Db } from '../../kernel/database/tables.ts';
import { invalid, notFound } from '../../kernel/server/errors.ts';
import { countMember, WRITES } from '../../kernel/server/member-limit.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { pageLinks } from '../../kernel/server/page-links.ts';
import { isNamedTo } from './named.ts';
import { countAction } from '../../members/friends/action-limits.ts';
import { blockMember, unblockMember } from '../../members/friends/blocks.ts';
import { muteMember, unmuteMember } from '../../members/friends/mutes.ts';
import { idOfLink } from '../../members/friends/friendships.ts';
import { findCards, type Person, presentPerson } from '../../members/friends/member-cards.ts';

const DAY_MS = 86_400_000;

/** The other member that a body names. @throws ApiProblem 400 for oneself */
function otherMember(caller: Caller, links: Parameters<typeof idOfLink>[1]): number {
  const id = idOfLink('user', links);
  if (id === caller.userId) throw invalid({ _links: ['Choose another member than yourself.'] });
  return id;
}

/** A member whose name the caller can read: whoever writes at a story, whatever their profile, can be muted. */
async function findNamed(db: Db, caller: Caller, id: number): Promise<Person | undefined> {
  const named = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where(isNamedTo(caller.userId))
    .executeTakeFirst();
  const [person] = named ? await findCards(db, caller, [id], { isNamed: true }) : [];
  return person;
}

export const blockHandler = route<typeof contactCalls.block>({
  call: contactCalls.block,
  access: 'member',
  async handler({ context, caller, body }) {
    const other = otherMember(caller!, body._links.user);
    await context.db.transaction().execute(async (trx) => {
      // Counted before anything is looked up: the refusal, too, is the same for every id.
      await countAction(context, trx, caller!.userId, 'block');
      const member = await trx.selectFrom('users').select('id').where('id', '=', other).executeTakeFirst();
      // The answer is the same for nobody, for private members and for whoever blocked the caller.
      if (member)
        await blockMember(context, trx, caller!.userId, other, () => findNamed(trx, caller!, other));
    });
    return undefined;
  },
});

export const unblockHandler = route<typeof contactCalls.unblock>({
  call: contactCalls.unblock,
  access: 'member',
  async handler({ context, caller, params }) {
    await unblockMember(context, caller!.userId, params.id);
    return undefined;
  },
});

export const blocksHandler = route<typeof contactCalls.blocks>({
  call: contactCalls.blocks,
  access: 'member',
  async handler({ context: { db }, caller, query }) {
    const own = () =>
      db
        .selectFrom('friendships')
        .where('user_id', '=', caller!.userId)
        .where('status', '=', 'blocked')
        .where('has_blocked', '=', true)
        // Without those whom the caller never met: that they are listed would tell that they exist.
        .where('blocked_name', 'is not', null);
    const [{ n }, rows] = await Promise.all([
      own()
        .select((q) => q.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      own()
        .select(['friend_id as id', 'blocked_name', 'blocked_username', 'created_at'])
        .orderBy('created_at', 'desc')
        .orderBy('friend_id')
        .limit(query.limit)
        .offset(query.offset)
        .execute(),
    ]);
    return {
      _links: pageLinks('/v7.1/user_block/', query, n),
      _embedded: {
        blocks: rows.map((member) => ({
          id: member.id,
          display_name: member.blocked_name ?? '',
          username: member.blocked_username ?? '',
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

export const muteHandler = route<typeof contactCalls.mute>({
  call: contactCalls.mute,
  access: 'member',
  async handler({ context, caller, body, request }) {
    countMember(request, 'mutes', caller!.userId, WRITES);
    const { db, now } = context;
    const other = otherMember(caller!, body._links.user);
    const person = await findNamed(db, caller!, other);
    if (!person) throw notFound('member');
    const until = body.days === undefined ? null : new Date(now().getTime() + body.days * DAY_MS);
    await muteMember(context, caller!.userId, other, until);
    return presentMute(person, until);
  },
});

/** A mute that another device took back, or that has ended, leaves nothing to do. */
export const unmuteHandler = route<typeof contactCalls.unmute>({
  call: contactCalls.unmute,
  access: 'member',
  async handler({ context: { db }, caller, params }) {
    await unmuteMember(db, caller!.userId, params.id);
    return undefined;
  },
});

export const mutesHandler = route<typeof contactCalls.mutes>({
  call: contactCalls.mutes,
  access: 'member',
  async handler({ context: { db, now }, caller, query }) {
    const own = () =>
      db
        .selectFrom('mutes')
        .innerJoin('users', 'users.id', 'mutes.muted_id')
        .where('mutes.user_id', '=', caller!.userId)
        .where((q) => q.or([q('until', 'is', null), q('until', '>', now())]))
        // The condition to mute: what is counted is listed.
        .where(isNamedTo(caller!.userId));
    const [{ n }, rows] = await Promise.all([
      own()
        .select((q) => q.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      own()
        .select(['muted_id', 'until'])
        .orderBy('mutes.created_at', 'desc')
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
          { isNamed: true },
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
