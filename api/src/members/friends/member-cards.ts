import type { MemberCard, PublicUser } from '@waymark/api-contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { presentPublic } from '../users/presenter.ts';
import type { UserTables } from '../users/tables.ts';
import { existsFor, isListedFor, isMetBy, isProtectedFrom } from '../visibility/relation.ts';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { type FriendshipRow, stateOf } from './rows.ts';

type UserRow = Selectable<UserTables['users']>;

/** A member as another one may meet them: with a name; with place and introduction where the profile may be seen. */
export type Person = Pick<
  UserRow,
  | 'id'
  | 'username'
  | 'display_name'
  | 'title'
  | 'locality'
  | 'region'
  | 'country'
  | 'created_at'
  | 'introduction'
  | 'picture_version'
  | 'gender'
> & {
  status: FriendshipRow['status'] | null;
  requested_by: number | null;
  sees_profile: boolean;
  /** The caller has muted them, until `muted_until` or for always. */
  has_mute: boolean;
  muted_until: Date | null;
};

const selectCards = (condition: (viewer: number) => RawBuilder<boolean>) =>
  prepared(
    (viewer: number, ids: number[]) => sql<Person>`
      select users.id, username, display_name, title, locality, region, country, users.created_at, introduction,
        picture_version, gender, f.status, f.requested_by,
        ${isListedFor(viewer, 'users.id', 'users.profile_privacy')} as sees_profile,
        mute.muted_id is not null as has_mute, mute.until as muted_until
      from users
      left join friendships f on f.user_id = ${viewer} and f.friend_id = users.id
      left join lateral (
        select muted_id, until from mutes
        where mutes.user_id = ${viewer} and mutes.muted_id = users.id offset 0) as mute on true
      where users.id = any(${ids}::bigint[]) and ${condition(viewer)}`,
  );
const selectMet = selectCards(isMetBy);
const selectNamed = selectCards((viewer) => existsFor(viewer, 'users.id'));
const selectInGroup = selectCards(
  (viewer) => sql<boolean>`${existsFor(viewer, 'users.id')} and not ${isProtectedFrom(viewer)}`,
);

/**
 * Members by id, as the caller may meet them: those whose profile they may see, their friends, and those with whom a
 * request waits. Others are left out.
 * @param isNamed the caller knows the names already, from an invitation or from what these members wrote
 * @param isGroup they are in a group with the caller, which names young members to their friends only
 */
export async function findCards(
  db: Db,
  caller: Caller | null,
  ids: readonly number[],
  { isNamed = false, isGroup = false } = {},
): Promise<Person[]> {
  if (ids.length === 0) return [];
  return (isGroup ? selectInGroup : isNamed ? selectNamed : selectMet)(db, caller?.userId ?? 0, [...ids]);
}

/** In the order of the ids. */
export async function orderedCards(
  db: Db,
  caller: Caller | null,
  ids: readonly number[],
  options?: { isNamed?: boolean },
): Promise<Person[]> {
  const byId = new Map((await findCards(db, caller, ids, options)).map((person) => [person.id, person]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const UNSEEN = { locality: null, region: null, country: null, introduction: '' };

export const presentPerson = (person: Person): PublicUser =>
  presentPublic(person.sees_profile ? person : { ...person, ...UNSEEN });

/** How many friends the caller has in common with each of some members, as far as their lists show them to the caller. */
async function countMutualFriends(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select theirs.user_id as id, count(*)::int as n
    from friendships theirs
    join friendships mine on mine.user_id = ${userId} and mine.friend_id = theirs.friend_id and mine.status = 'active'
    join users on users.id = mine.friend_id
    where theirs.user_id = any(${[...ids]}::bigint[]) and theirs.status = 'active'
      and ${isListedFor(userId, 'users.id', 'users.profile_privacy')}
    group by theirs.user_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Whether the caller keeps a member out of their feed at a time. */
export const isMutedAt = (now: Date, { has_mute, muted_until }: Person): boolean =>
  has_mute && (muted_until === null || muted_until > now);

/** What those wrote who wait for the caller's answer. */
export async function findRequestMessages(
  db: Db,
  userId: number,
  people: readonly Person[],
): Promise<Map<number, string>> {
  const ids = people.filter(isRequester).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('friendships')
    .select(['friend_id', 'message'])
    .where('user_id', '=', userId)
    .where('friend_id', 'in', ids)
    .where('status', '=', 'pending')
    .execute();
  return new Map(rows.map(({ friend_id: id, message }) => [id, message]));
}

const isRequester = ({ id, status, requested_by }: Person): boolean =>
  status === 'pending' && requested_by === id;

/** Friends of a member are no concern of those who may not see the profile, unless the member asks them to be a friend. */
const areFriendsShown = (person: Person): boolean =>
  person.sees_profile || person.status === 'active' || person.requested_by === person.id;

export async function presentCards(
  context: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  people: readonly Person[],
  reasons?: ReadonlyMap<number, MemberCard['reason']>,
): Promise<MemberCard[]> {
  const { db, now } = context;
  const [mutual, messages] = await Promise.all([
    countMutualFriends(
      db,
      caller.userId,
      people.filter(areFriendsShown).map(({ id }) => id),
    ),
    findRequestMessages(db, caller.userId, people),
  ]);
  return people.map((person) => ({
    ...presentPerson(person),
    state: stateOf(caller.userId, person.id, personFriendship(person)),
    request_message: messages.get(person.id) ?? '',
    mutual_friends_count: person.id === caller.userId ? 0 : (mutual.get(person.id) ?? 0),
    is_muted: isMutedAt(now(), person),
    reason: reasons?.get(person.id) ?? null,
  }));
}

export const personFriendship = ({ status, requested_by }: Person) =>
  status === null || requested_by === null ? undefined : { status, requested_by };
