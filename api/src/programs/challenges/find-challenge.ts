import { type RawBuilder, type Selectable, sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { invalid, notFound } from '../../kernel/server/errors.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { existsFor, hasNoBlock, isFriendOf } from '../../members/visibility/relation.ts';
import { isTimeZone, localDay } from '../../kernel/local-day.ts';
import type { ChallengeMemberTable, ChallengeTable } from './tables.ts';

export type ChallengeRow = Selectable<ChallengeTable>;
/** A challenge as a caller meets it: with their membership, or null. */
export type MetChallenge = ChallengeRow & {
  membership:
    | (Omit<ChallengeMemberTable, 'joined_at' | 'reached_at'> & {
        joined_at: string;
        reached_at: string;
      })
    | null;
};

/** Nobody's id: of a challenge whose maker was erased. It goes on for those who joined it. */
export const NOBODY = 0;

/** Whether an invitation `i` opens its challenge `c` to a member: not after a block with its maker or with who invited. */
const isOpenInvitation = (viewerId: number): RawBuilder<boolean> => sql<boolean>`
  (i.user_id = ${viewerId} and i.challenge_id = c.id and i.declined_at is null
    and ${existsFor(viewerId, 'c.owner_id')} and ${existsFor(viewerId, 'i.invited_by')})`;

const isInvited = (viewerId: number): RawBuilder<boolean> => sql<boolean>`
  exists (select from challenge_invitations i where ${isOpenInvitation(viewerId)})`;

/** The challenges that a member may open by an invitation. */
export const invitedChallengeIds = (viewerId: number): RawBuilder<unknown> => sql`
  select c.id from challenge_invitations i join challenges c on c.id = i.challenge_id
  where ${isOpenInvitation(viewerId)}`;

/**
 * Whether a member who joined a challenge of the table `challenges c` may still be in it: no longer once one of them and
 * its maker blocked the other, nor in a challenge for friends once the two are none.
 */
export const mayStayIn = (userId: number | RawBuilder<number>): RawBuilder<boolean> => sql<boolean>`
  (c.audience = 'everyone' or c.owner_id in (${userId}, ${sql.lit(NOBODY)})
    or c.audience = 'friends' and ${isFriendOf(userId, 'c.owner_id')}
    or c.audience = 'group' and ${hasNoBlock(userId, 'c.owner_id')})`;

/**
 * Who may see a challenge of the table `challenges c`: everybody those for everyone; whoever has joined and may stay, its
 * maker, who is invited, and members of its group or friends of the maker the others, unless the maker is suspended or
 * leaving.
 */
export const isVisibleTo = (viewerId: number): RawBuilder<boolean> => sql<boolean>`
  (c.audience = 'everyone' or c.owner_id = ${viewerId} or ${isInvited(viewerId)}
    or m.user_id is not null and ${mayStayIn(viewerId)}
    or ${existsFor(viewerId, 'c.owner_id')} and (
      c.audience = 'friends' and ${isFriendOf(viewerId, 'c.owner_id')}
      or c.audience = 'group' and exists (
        select from group_members g where g.user_id = ${viewerId} and g.group_id = c.group_id)))`;

/** The same as a set, for lists: no index finds those of everybody who is a friend by the condition above. */
export const visibleIds = (viewerId: number): RawBuilder<unknown> => sql`
  select id from challenges where audience = 'everyone'
  union select id from challenges where owner_id = ${viewerId}
  union select c.id from challenge_members joined join challenges c on c.id = joined.challenge_id
    where joined.user_id = ${viewerId} and ${mayStayIn(viewerId)}
  union ${invitedChallengeIds(viewerId)}
  union select c.id from group_members g join challenges c on c.group_id = g.group_id
    where g.user_id = ${viewerId} and c.audience = 'group' and ${existsFor(viewerId, 'c.owner_id')}
  union select theirs.id from friendships f join challenges theirs on theirs.owner_id = f.friend_id and theirs.audience = 'friends'
    where f.user_id = ${viewerId} and f.status = 'active'
      and not exists (select from hidden_members s where s.user_id = f.friend_id)`;

/** @param viewerId 0 for a visitor */
export const selectMet = (viewerId: number): RawBuilder<unknown> => sql`
  select c.*, to_jsonb(m) as membership
  from challenges c
  left join challenge_members m on m.user_id = ${viewerId} and m.challenge_id = c.id`;

const selectVisible = prepared(
  (viewerId: number, id: number) => sql<MetChallenge>`
    ${selectMet(viewerId)} where c.id = ${id} and ${isVisibleTo(viewerId)}`,
);

/** Null where there is none or the caller may not see it. */
export async function findChallenge(db: Db, caller: Caller | null, id: number): Promise<MetChallenge | null> {
  const [found] = await selectVisible(db, caller?.userId ?? 0, id);
  return found ?? null;
}

/** @throws ApiProblem 404 */
export async function getChallenge(db: Db, caller: Caller | null, id: number): Promise<MetChallenge> {
  const challenge = await findChallenge(db, caller, id);
  if (!challenge) throw notFound('challenge');
  return challenge;
}

/** Operators are named by their confirmed e-mail addresses, as moderators are. */
export async function isOperator(
  { db, env }: Pick<Context, 'db' | 'env'>,
  { userId }: Caller,
): Promise<boolean> {
  const login = await db
    .selectFrom('logins')
    .select('email')
    .where('user_id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return login !== undefined && env.CHALLENGE_OPERATORS.includes(login.email);
}

/** The day on the caller's calendar. @throws ApiProblem 400 for a zone that does not exist */
export async function findToday(
  { db, now }: Context,
  caller: Caller | null,
  timeZone: string | undefined,
): Promise<string> {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw invalid({ timezone: ['There is no such time zone. Use a name such as Europe/Berlin.'] });
  const zone = timeZone ?? (caller && (await findOwnZone(db, caller)));
  return localDay(now(), zone ?? 'UTC');
}

async function findOwnZone(db: Context['db'], { userId }: Caller): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    /* prepared */
    select time_zone from users where id = ${userId}`.execute(db);
  const [member] = rows;
  return member && isTimeZone(member.time_zone) ? member.time_zone : 'UTC';
}
