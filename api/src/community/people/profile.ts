import { friendCalls, type Profile, type ProfileFigures } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { readCells, sumOf } from '../../training/stats/read-totals.ts';
import { scopeOf } from '../../training/stats/query-scope.ts';
import { canSeeProfile } from '../../members/users/policy.ts';
import { localDay } from '../../kernel/local-day.ts';
import {
  findCards,
  isMutedAt,
  orderedCards,
  personFriendship,
  presentPerson,
} from '../../members/friends/member-cards.ts';
import { isListedFor, relationTo } from '../../members/visibility/relation.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { stateOf } from '../../members/friends/rows.ts';

const MUTUAL_SHOWN = 3;

const notVisible = () =>
  new ApiProblem(404, 'not_found', 'This profile is set to private or the user does not exist.');

/** Sums of the workouts that the caller sees in lists; null where they see none. */
async function readFigures(
  context: Context,
  caller: Caller | null,
  userId: number,
): Promise<ProfileFigures | null> {
  const scope = await scopeOf(context, caller, userId).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  });
  if (!scope) return null;
  const years = await readCells(context.db, scope, 'y');
  const all = sumOf(years);
  const year = sumOf(years.filter(({ first_day }) => first_day.startsWith(scope.today.slice(0, 4))));
  return {
    workout_count: all.count,
    distance: all.distance,
    duration: all.duration,
    ascent: all.ascent,
    this_year: { workout_count: year.count, distance: year.distance, duration: year.duration },
  };
}

/** Friends that two members have in common, as far as the other's list of friends shows them to the caller. */
async function findMutualFriends(db: Db, { userId }: Caller, otherId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select mine.friend_id as id
    from friendships mine
    join friendships theirs on theirs.user_id = ${otherId} and theirs.friend_id = mine.friend_id
      and theirs.status = 'active'
    join users on users.id = mine.friend_id
    where mine.user_id = ${userId} and mine.status = 'active'
      and ${isListedFor(userId, 'users.id', 'users.profile_privacy')}
    order by mine.accepted_at desc, id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function readProfile(context: Context, caller: Caller | null, userId: number): Promise<Profile> {
  const { db } = context;
  const member = await db
    .selectFrom('users')
    .select(['profile_privacy', 'time_zone'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const relation = await relationTo(db, caller, userId);
  if (!member || !canSeeProfile(relation, member)) throw notVisible();
  const isOther = caller !== null && relation !== 'self';
  const [[person], counts, figures, mutual] = await Promise.all([
    findCards(db, caller, [userId]),
    db.selectFrom('friend_counts').select('friends').where('user_id', '=', userId).executeTakeFirst(),
    readFigures(context, caller, userId),
    isOther ? findMutualFriends(db, caller, userId) : [],
  ]);
  if (!person) throw notVisible();
  const state = caller ? stateOf(caller.userId, userId, personFriendship(person)) : 'not-friend';
  const friends = await orderedCards(db, caller, mutual.slice(0, MUTUAL_SHOWN));
  return {
    user: presentPerson(person),
    state,
    member_since: Number(localDay(person.created_at, member.time_zone).slice(0, 4)),
    friend_count: counts?.friends ?? 0,
    mutual_friends_count: mutual.length,
    mutual_friends: friends.map(presentPerson),
    figures,
    is_muted: isMutedAt(context.now(), person),
    can: {
      request: isOther && state === 'not-friend',
      accept: state === 'requested',
      withdraw: state === 'pending',
      unfriend: state === 'active',
      block: isOther,
      report: isOther,
    },
    _links: {
      self: [{ href: `/v7.1/user/${userId}/profile/`, id: String(userId) }],
      user: [{ href: `/v7.1/user/${userId}/`, id: String(userId) }],
      friends: [{ href: `/v7.1/user/?friends_with=${userId}` }],
      activity_feed: [{ href: `/v7.1/activity_story/?feed_type=user&feed_id=${userId}` }],
    },
  };
}

export const profileHandler = route<typeof friendCalls.profile>({
  call: friendCalls.profile,
  access: 'anyone',
  handler: ({ context, caller, params }) => readProfile(context, caller, params.id),
});
