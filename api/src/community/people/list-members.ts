import { friendCalls, type MemberListQuery } from '@waymark/api-contract';
import type { z } from 'zod';
import type { Context } from '../../kernel/server/context.ts';
import { invalid, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { countMember, WRITES } from '../../kernel/server/member-limit.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { pageLinks } from '../../kernel/server/page-links.ts';
import { canSeeProfile } from '../../members/users/policy.ts';
import { dismissSuggestion } from '../../members/friends/change-friendship.ts';
import { orderedCards, presentCards } from '../../members/friends/member-cards.ts';
import { existsFor, isListedFor, relationTo } from '../../members/visibility/relation.ts';
import type { Db } from '../../kernel/database/tables.ts';

import { type FoundMembers, searchMembers, suggestMembers } from './search-members.ts';

type Query = z.output<typeof MemberListQuery>;

/** Friends of the caller, or of a member whose profile the caller may see: of those whom the caller may meet. */
async function findFriends(db: Db, caller: Caller, userId: number, query: Query): Promise<FoundMembers> {
  const isSelf = userId === caller.userId;
  if (!isSelf) {
    const member = await db
      .selectFrom('users')
      .select('profile_privacy')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!member || !canSeeProfile(await relationTo(db, caller, userId), member)) throw notFound('member');
  }
  const friends = () => {
    const all = db
      .selectFrom('friendships')
      .innerJoin('users', 'users.id', 'friendships.friend_id')
      .where('friendships.user_id', '=', userId)
      .where('status', '=', 'active')
      .where(existsFor(caller.userId, 'users.id'));
    return isSelf ? all : all.where(isListedFor(caller.userId, 'users.id', 'users.profile_privacy'));
  };
  const [{ n }, rows] = await Promise.all([
    friends()
      .select((q) => q.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    friends()
      .select('users.id')
      .orderBy('users.display_name')
      .orderBy('users.id')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
  ]);
  return { ids: rows.map(({ id }) => id), total: n };
}

/** Who asked the caller, the newest request first. */
async function findRequesters(db: Db, caller: Caller, query: Query): Promise<FoundMembers> {
  const requests = () =>
    db
      .selectFrom('friendships')
      .where('user_id', '=', caller.userId)
      .where('status', '=', 'pending')
      .where('requested_by', '<>', caller.userId)
      .where(existsFor(caller.userId, 'friendships.friend_id'));
  const [{ n }, rows] = await Promise.all([
    requests()
      .select((q) => q.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    requests()
      .select('friend_id as id')
      .orderBy('created_at', 'desc')
      .orderBy('friend_id')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
  ]);
  return { ids: rows.map(({ id }) => id), total: n };
}

function findByIds(ids: string, { limit, offset }: Query): FoundMembers {
  const all = [...new Set(ids.split(',').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
  return { ids: all.slice(offset, offset + limit), total: all.length };
}

const QUESTIONS = [
  'self',
  'friends_with',
  'requested_friendship_with',
  'suggested_friends_for',
  'q',
  'ids',
] as const;

async function find(context: Context, caller: Caller, query: Query): Promise<FoundMembers> {
  const { db } = context;
  const asked = QUESTIONS.filter((question) => query[question] !== undefined);
  if (asked.length !== 1) throw invalid({ [asked[1] ?? 'q']: [`Ask for one of ${QUESTIONS.join(', ')}.`] });
  const ownOnly = (userId: number) => {
    if (userId !== caller.userId) throw notAllowed('Only the member can see this.');
  };
  if (query.friends_with !== undefined) return findFriends(db, caller, query.friends_with, query);
  if (query.requested_friendship_with !== undefined) {
    ownOnly(query.requested_friendship_with);
    return findRequesters(db, caller, query);
  }
  if (query.suggested_friends_for !== undefined) {
    ownOnly(query.suggested_friends_for);
    // Its offsets count from one: 1, 11, 21.
    return suggestMembers(db, caller, { ...query, offset: Math.max(0, query.offset - 1) });
  }
  if (query.q !== undefined) return searchMembers(context, caller, query.q, query);
  return query.ids === undefined ? { ids: [caller.userId], total: 1 } : findByIds(query.ids, query);
}

export const membersHandler = route<typeof friendCalls.users>({
  call: friendCalls.users,
  access: 'member',
  async handler({ context, caller, query }) {
    const { db } = context;
    const found = await find(context, caller!, query);
    const people = await orderedCards(db, caller, found.ids, { isNamed: found.isNamed ?? false });
    return {
      _links: pageLinks('/v7.1/user/', query, found.total),
      _embedded: { users: await presentCards(context, caller!, people, found.reasons) },
      total_count: found.total,
    };
  },
});

export const dismissSuggestionHandler = route<typeof friendCalls.dismissSuggestion>({
  call: friendCalls.dismissSuggestion,
  access: 'member',
  async handler({ context, caller, params, request }) {
    countMember(request, 'dismissed suggestions', caller!.userId, WRITES);
    const [person] = await orderedCards(context.db, caller, [params.id]);
    if (!person || person.id === caller!.userId) throw notFound('member');
    await dismissSuggestion(context, caller!.userId, params.id);
    return undefined;
  },
});
