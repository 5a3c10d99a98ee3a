import { type Friendship, friendCalls } from '@waymark/api-contract';
import type { Context } from '../../kernel/server/context.ts';
import { invalid, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { pageLinks } from '../../kernel/server/page-links.ts';
import { canSeeProfile } from '../users/policy.ts';
import { acceptFriendship, removeFriendship, requestFriendship } from './change-friendship.ts';
import { relationTo } from '../visibility/relation.ts';
import { findFriendship, FOUND_MS, type FriendshipRow, stateOf } from './rows.ts';

/** @param row the caller's own side */
export function presentFriendship(row: FriendshipRow): Friendship {
  const { user_id: userId, friend_id: friendId, requested_by: from } = row;
  const to = from === userId ? friendId : userId;
  const id = `${from}_${to}`;
  const user = (userOf: number) => [{ href: `/v7.1/user/${userOf}/`, id: String(userOf) }];
  return {
    id,
    status: row.status === 'active' ? 'active' : 'pending',
    message: row.status === 'active' ? '' : row.message,
    created_datetime: row.created_at.toISOString(),
    accepted_datetime: row.accepted_at?.toISOString() ?? null,
    state: stateOf(userId, friendId, row),
    _links: {
      self: [{ href: `/v7.1/friendship/${id}/`, id }],
      from_user: user(from),
      to_user: user(to),
    },
  };
}

/** The other member of a pair. @throws ApiProblem 404 for a pair without the caller: whether it exists is theirs to know */
function otherOf(caller: Caller, pair: string): number {
  const [one, other] = pair.split('_').map(Number) as [number, number];
  if (one === other || ![one, other].includes(caller.userId)) throw notFound('friendship');
  const id = one === caller.userId ? other : one;
  if (!Number.isSafeInteger(id)) throw notFound('friendship');
  return id;
}

async function answerFriendship({ db }: Context, caller: Caller, otherId: number): Promise<Friendship> {
  const row = await findFriendship(db, caller.userId, otherId);
  const isHidden = row && (await relationTo(db, caller, otherId)) === 'blocked';
  if (!row || isHidden) throw notFound('friendship');
  return presentFriendship(row);
}

/** Who may be asked: whose profile the caller sees, who asked them, and whom the caller found by their address. */
async function checkCanAsk({ db, now }: Context, caller: Caller, otherId: number): Promise<void> {
  const member = await db
    .selectFrom('users')
    .select(['profile_privacy', 'sharing'])
    .where('id', '=', otherId)
    .executeTakeFirst();
  const relation = await relationTo(db, caller, otherId);
  if (!member || relation === 'blocked') throw notFound('member');
  if (canSeeProfile(relation, member) || (await findFriendship(db, caller.userId, otherId))) return;
  const found =
    member.sharing['email_search'] === true &&
    (await db
      .selectFrom('friend_request_history')
      .select('user_id')
      .where('user_id', '=', caller.userId)
      .where('to_user_id', '=', otherId)
      .where('found_by_email_at', '>', new Date(now().getTime() - FOUND_MS))
      .executeTakeFirst());
  if (!found) throw notFound('member');
}

export const requestHandler = route<typeof friendCalls.request>({
  call: friendCalls.request,
  access: 'member',
  async handler({ context, caller, body }) {
    const from = body._links.from_user;
    if (from?.length && idOfLink('user', from) !== caller!.userId)
      throw notAllowed('Only the member can ask for friendship.');
    const otherId = idOfLink('user', body._links.to_user);
    if (otherId === caller!.userId)
      throw invalid({ _links: ['You cannot befriend yourself. Choose another member.'] });
    await checkCanAsk(context, caller!, otherId);
    await requestFriendship(context, caller!.userId, otherId, body.message ?? '');
    return answerFriendship(context, caller!, otherId);
  },
});

export const friendshipHandler = route<typeof friendCalls.one>({
  call: friendCalls.one,
  access: 'member',
  handler: ({ context, caller, params }) => answerFriendship(context, caller!, otherOf(caller!, params.pair)),
});

export const acceptHandler = route<typeof friendCalls.accept>({
  call: friendCalls.accept,
  access: 'member',
  async handler({ context, caller, params }) {
    const otherId = otherOf(caller!, params.pair);
    if ((await relationTo(context.db, caller, otherId)) === 'blocked') throw notFound('request');
    await acceptFriendship(context, caller!.userId, otherId);
    return answerFriendship(context, caller!, otherId);
  },
});

export const removeHandler = route<typeof friendCalls.remove>({
  call: friendCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    await removeFriendship(context, caller!.userId, otherOf(caller!, params.pair));
    return undefined;
  },
});

export const friendshipsHandler = route<typeof friendCalls.list>({
  call: friendCalls.list,
  access: 'member',
  async handler({ context: { db }, caller, query }) {
    const { userId } = caller!;
    const { from_user: from, to_user: to, status } = query;
    if (![from, to].includes(undefined) && ![from, to].includes(userId))
      throw notAllowed('Friendships are shown to the two members only.');
    if (
      (from !== undefined && to === undefined && from !== userId) ||
      (to !== undefined && from === undefined && to !== userId)
    )
      throw notAllowed('Friendships are shown to the two members only.');
    const asked = () => {
      let rows = db
        .selectFrom('friendships')
        .where('user_id', '=', userId)
        .where('status', 'in', status === undefined ? ['pending', 'active'] : [status])
        .where((q) =>
          q.not(
            q.exists(
              q
                .selectFrom('hidden_members')
                .select('hidden_members.user_id')
                .whereRef('hidden_members.user_id', '=', 'friendships.friend_id'),
            ),
          ),
        );
      if (from === userId) rows = rows.where('requested_by', '=', userId);
      if (to === userId) rows = rows.where('requested_by', '<>', userId);
      const other = [from, to].find((id) => id !== undefined && id !== userId);
      return other === undefined ? rows : rows.where('friend_id', '=', other);
    };
    const [{ n }, rows] = await Promise.all([
      asked()
        .select((q) => q.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      asked()
        .selectAll('friendships')
        .orderBy('created_at', 'desc')
        .orderBy('friend_id')
        .limit(query.limit)
        .offset(query.offset)
        .execute(),
    ]);
    return {
      _links: pageLinks('/v7.1/friendship/', query, n),
      _embedded: { friendships: rows.map(presentFriendship) },
      total_count: n,
    };
  },
});

interface GivenLink {
  href: string;
  id?: string | undefined;
}

/**
 * The id that a body names by a link, such as `{"href": "/v7.1/user/42/", "id": "42"}`; either of the two is enough.
 * @throws ApiProblem 400 where neither is an id
 */
export function idOfLink(kind: string, [link]: readonly GivenLink[]): number {
  const [, named, last] = /\/(\w+)\/(\d{1,16})\/?$/.exec(link?.href ?? '') ?? [];
  const id = Number(link?.id ?? (named === kind ? last : undefined));
  if (!Number.isSafeInteger(id) || id <= 0)
    throw invalid({ _links: [`Name the ${kind} by a link like /v7.1/${kind}/42/.`] });
  return id;
}
