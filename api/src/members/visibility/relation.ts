import { type Kysely, type RawBuilder, sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Database } from '../../kernel/database/tables.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { type Audience, listedPrivacy, type Relation, sharedWithText } from './policy.ts';

const RELATIONS = { active: 'friend', pending: 'other', blocked: 'blocked' } as const;

interface Standing {
  status: keyof typeof RELATIONS | null;
  is_hidden: boolean;
}

/** How somebody who is not the owner stands to them. */
function relationOf(isVisitor: boolean, { status, is_hidden: isHidden }: Standing): Relation {
  if (isHidden) return 'blocked';
  if (isVisitor) return 'visitor';
  return status === null ? 'other' : RELATIONS[status];
}

/**
 * How the caller stands to a member. Who is blocked, in either direction, and whoever looks at a hidden member is
 * `blocked`: nothing of the member exists for them. Hidden are those who are suspended and those who asked to be erased.
 */
export async function relationTo(
  db: Kysely<Database>,
  caller: Caller | null,
  ownerId: number,
): Promise<Relation> {
  if (caller?.userId === ownerId) return 'self';
  const [standing] = await selectStandings(db, [caller?.userId ?? 0], ownerId);
  return relationOf(!caller, standing!);
}

/** `relationTo` for several members at once, by their ids. */
export async function relationsTo(
  db: Kysely<Database>,
  memberIds: readonly number[],
  ownerId: number,
): Promise<Map<number, Relation>> {
  const standings = await selectStandings(db, [...memberIds], ownerId);
  return new Map(
    standings.map(({ member_id: id, ...standing }) => [
      id,
      id === ownerId ? 'self' : relationOf(false, standing),
    ]),
  );
}

const selectStandings = prepared(
  (memberIds: number[], ownerId: number) => sql<Standing & { member_id: number }>`
    select members.id as member_id, friendships.status,
      exists (select from hidden_members where hidden_members.user_id = ${ownerId}) as is_hidden
    from unnest(${memberIds}::bigint[]) as members (id)
    left join friendships on friendships.user_id = members.id and friendships.friend_id = ${ownerId}`,
);

// The tables of the conditions below have names of their own: `member` and `owner` may be columns of the same tables.

const levels = (relation: Relation): RawBuilder<unknown> =>
  sql.raw(`'{${listedPrivacy(relation).join(',')}}'::smallint[]`);

/**
 * The one condition by which rows of several owners are shown to a viewer: the SQL form of `relationTo` and
 * `listedPrivacy`, made from the same table.
 * @param viewerId 0 for a visitor
 * @param owner column with the owner's id, such as `routes.user_id`
 * @param privacy column with the privacy level
 */
export const isListedFor = (
  viewerId: number,
  owner: string,
  privacy: string,
): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(privacy)} = any(case
    when ${sql.ref(owner)} = ${viewerId} then ${levels('self')}
    when exists (select from hidden_members hidden_one where hidden_one.user_id = ${sql.ref(owner)}) then ${levels('blocked')}
    else coalesce((
      select case contact.status when 'active' then ${levels('friend')} when 'blocked' then ${levels('blocked')}
        else ${levels('other')} end
      from friendships contact where contact.user_id = ${viewerId} and contact.friend_id = ${sql.ref(owner)}
    ), ${levels('other')}) end)`;

/** The condition by which partial indexes hold what is shared, whoever looks. */
export const isSharedRow = (audience: Audience, column = 'privacy'): RawBuilder<boolean> =>
  sql.raw<boolean>(sharedWithText(audience, column));

/**
 * Whether a viewer may meet a member of the table `users`, by name and picture: who sees the profile, friends, and two
 * between whom a request waits.
 */
export const isMetBy = (viewerId: number): RawBuilder<boolean> => sql<boolean>`
  ${existsFor(viewerId, 'users.id')} and (
    ${isListedFor(viewerId, 'users.id', 'users.profile_privacy')}
    or exists (
      select from friendships met
      where met.user_id = ${viewerId} and met.friend_id = users.id and met.status in ('active', 'pending')))`;

/**
 * The condition for a thing without a level, such as a comment: its author exists for the viewer.
 * @param viewerId the id, or the column that has it
 */
export const existsFor = (viewerId: number | RawBuilder<number>, member: string): RawBuilder<boolean> =>
  sql<boolean>`
  (${sql.ref(member)} = ${viewerId} or not exists (
    select from hidden_members hidden_one where hidden_one.user_id = ${sql.ref(member)}
  ) and ${hasNoBlock(viewerId, member)})`;

/** The condition that neither of two members has blocked the other: the part of `existsFor` that lasts. */
export const hasNoBlock = (viewerId: number | RawBuilder<number>, member: string): RawBuilder<boolean> =>
  sql<boolean>`
  (not exists (
    select from friendships contact
    where contact.user_id = ${viewerId} and contact.friend_id = ${sql.ref(member)} and contact.status = 'blocked'
  ))`;

/** The condition that a viewer is a friend of a member. */
export const isFriendOf = (viewerId: number | RawBuilder<number>, member: string): RawBuilder<boolean> =>
  sql<boolean>`
  (exists (
    select from friendships contact
    where contact.user_id = ${viewerId} and contact.friend_id = ${sql.ref(member)} and contact.status = 'active'
  ))`;

/**
 * Whether a member of the table `users` is protected by their age from somebody: from everybody but their friends. Who is
 * protected is on no board and in no list of a group for them, and takes no words from them.
 */
export const isProtectedFrom = (otherId: number): RawBuilder<boolean> => sql<boolean>`
  (users.is_protected and users.id <> ${otherId} and not exists (
    select from friendships contact
    where contact.user_id = ${otherId} and contact.friend_id = users.id and contact.status = 'active'))`;

const selectProtected = prepared(
  (otherId: number, memberIds: number[]) => sql<{ id: number }>`
    select id from users where id = any(${memberIds}::bigint[]) and ${isProtectedFrom(otherId)}`,
);

/** Those of some members who are protected from somebody. */
export async function findProtectedFrom(
  db: Kysely<Database>,
  otherId: number,
  memberIds: readonly number[],
): Promise<Set<number>> {
  if (memberIds.length === 0) return new Set();
  return new Set((await selectProtected(db, otherId, [...memberIds])).map(({ id }) => id));
}

/**
 * The members who do not exist for a viewer, each once: the complement of `existsFor`, to count and subtract what they
 * did. A select with the column `user_id`.
 */
export const membersHiddenFrom = (viewerId: number): RawBuilder<{ user_id: number }> => sql<{
  user_id: number;
}>`
  select friend_id as user_id from friendships where user_id = ${viewerId} and status = 'blocked'
  union select user_id from hidden_members where user_id <> ${viewerId}`;

/** The members who stand on no board for a viewer, as `membersHiddenFrom`: also those who are protected from them. */
export const membersOffBoards = (viewerId: number): RawBuilder<{ user_id: number }> => sql<{
  user_id: number;
}>`
  ${membersHiddenFrom(viewerId)}
  union select users.id from users where ${isProtectedFrom(viewerId)}`;
