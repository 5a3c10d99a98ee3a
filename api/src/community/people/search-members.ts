import type { MemberCard } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { countAction } from '../../members/friends/action-limits.ts';
import { noteFoundByEmail } from '../../members/friends/change-friendship.ts';
import { foldSearch, namesStartWith } from '../../members/friends/member-names.ts';
import { hasOpenMap } from '../../training/privacy/viewer-scope.ts';
import { existsFor, isListedFor, isSharedRow } from '../../members/visibility/relation.ts';
import type { Db } from '../../kernel/database/tables.ts';

/** Ids of a page, how many there are, and why they are suggested. */
export interface FoundMembers {
  ids: number[];
  total: number;
  reasons?: Map<number, MemberCard['reason']>;
  /** Found by what the caller knows already: shown whatever the profile's privacy. */
  isNamed?: boolean;
}

interface Page {
  limit: number;
  offset: number;
}

/** So many friends are looked through, whatever their names. */
const FRIENDS = 500;
/** So many matches are looked at besides: whoever is further down is found by typing more. */
const MATCHES = 200;

/** With nobody in it that the caller has asked, or that asked them. */
const notPending = (userId: number, member: string) => sql<boolean>`not exists (
  select from friendships p where p.user_id = ${userId} and p.friend_id = ${sql.ref(member)} and p.status = 'pending')`;

/** Addresses that somebody can have: others are not looked up, nor counted while one is being typed. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/;

/**
 * Exactly this address, of a member who allows being found by it and has confirmed it: else anybody could be found in
 * the name of whoever it belongs to. Counted: lists of addresses are not to be matched to members.
 */
async function findByEmail(context: Context, caller: Caller, email: string): Promise<FoundMembers> {
  const { db } = context;
  await db.transaction().execute((trx) => countAction(context, trx, caller.userId, 'email_search'));
  const { rows } = await sql<{ id: number }>`
    select users.id from logins join users on users.id = logins.user_id
    where logins.email = ${email} and logins.email_confirmed_at is not null and users.id <> ${caller.userId} and users.sharing ->> 'email_search' = 'true'
      and ${existsFor(caller.userId, 'users.id')} and ${notPending(caller.userId, 'users.id')}`.execute(db);
  const [found] = rows;
  if (found) await noteFoundByEmail(context, caller.userId, found.id);
  return { ids: rows.map(({ id }) => id), total: rows.length, isNamed: true };
}

/** Members by a part of their name, their user name or their whole e-mail address; friends first. */
export async function searchMembers(
  context: Context,
  caller: Caller,
  text: string,
  { limit, offset }: Page,
): Promise<FoundMembers> {
  const trimmed = text.trim();
  if (EMAIL.test(trimmed)) return findByEmail(context, caller, trimmed.toLowerCase());
  const prefix = foldSearch(trimmed);
  if (prefix === '') return { ids: [], total: 0 };
  const isFound = sql`${namesStartWith(prefix)} and users.id <> ${caller.userId}
    and ${isListedFor(caller.userId, 'users.id', 'users.profile_privacy')}`;
  const { rows } = await sql<{ id: number; total: number }>`
    /* prepared */
    with friends as materialized (
      select friend_id as id from friendships
      where user_id = ${caller.userId} and status = 'active' limit ${FRIENDS})
    select id, count(*) over ()::int as total from (
      select found.id, min(found.name) as name, coalesce(bool_or(f.status = 'active'), false) as is_friend
      from (
        select users.id, member_names.name
        from friends join users on users.id = friends.id
        join member_names on member_names.user_id = users.id
        where ${isFound}
        union all (
          select users.id, member_names.name
          from member_names join users on users.id = member_names.user_id
          where ${isFound} and ${notPending(caller.userId, 'users.id')}
            and users.id not in (select friends.id from friends)
          order by member_names.name, member_names.user_id limit ${MATCHES})
      ) as found
      left join friendships f on f.user_id = ${caller.userId} and f.friend_id = found.id
      group by found.id
    ) as member
    order by is_friend desc, name, id limit ${limit} offset ${offset}`.execute(context.db);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** Friends of friends are looked for among so many of each. */
const HOP = 200;

interface Suggested {
  id: number;
  mutual: number;
  place: number;
  total: number;
}

/**
 * Members that the caller may know: friends of friends, the same place, the same routes in public workouts. Without
 * those that they have something to do with, or dismissed.
 */
export async function suggestMembers(
  db: Db,
  { userId }: Caller,
  { limit, offset }: Page,
): Promise<FoundMembers> {
  const { rows } = await sql<Suggested>`
    with own as materialized (
      select friend_id from friendships join users on users.id = friend_id
      where user_id = ${userId} and status = 'active'
        and ${isListedFor(userId, 'users.id', 'users.profile_privacy')}
      limit ${HOP}
    ), candidates as (
      select id, sum(mutual)::int as mutual, sum(place)::int as place, sum(route)::int as route from (
        select f.friend_id as id, 1 as mutual, 0 as place, 0 as route from own cross join lateral (
          select friend_id from friendships
          where user_id = own.friend_id and status = 'active' order by friend_id limit ${HOP}) as f
        union all (
          select near.id, 0, 1, 0 from users me
          join users near on near.locality = me.locality and near.country = me.country
            and near.region is not distinct from me.region
          where me.id = ${userId} limit ${HOP})
        union all (
          select distinct theirs.user_id, 0, 0, 1 from (
            select distinct route_id from workouts
            where user_id = ${userId} and route_id is not null and deleted_at is null limit 50) as mine
          cross join lateral (
            select user_id from workouts
            where route_id = mine.route_id and ${isSharedRow('everyone')} and parent_id is null and deleted_at is null
              and ${hasOpenMap}
            limit 50) as theirs)
      ) as found group by id
    )
    select candidates.id, mutual, place, count(*) over ()::int as total
    from candidates join users on users.id = candidates.id
    where candidates.id <> ${userId}
      and ${isListedFor(userId, 'users.id', 'users.profile_privacy')}
      and not exists (select from friendships where user_id = ${userId} and friend_id = candidates.id)
      and not exists (
        select from dismissed_suggestions where user_id = ${userId} and dismissed_id = candidates.id)
    order by mutual * 10 + place * 5 + route * 6 desc, candidates.id
    limit ${limit} offset ${offset}`.execute(db);
  return {
    ids: rows.map(({ id }) => id),
    total: rows[0]?.total ?? 0,
    reasons: new Map(
      rows.map(({ id, mutual, place }) => [
        id,
        mutual > 0 ? 'mutual_friends' : place > 0 ? 'same_place' : 'same_routes',
      ]),
    ),
  };
}
