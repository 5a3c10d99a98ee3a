import { challengeCalls } from '@waymark/api-contract';
import { sql } from 'kysely';
import { countAction } from '../../members/friends/action-limits.ts';
import { findCards, presentPerson } from '../../members/friends/member-cards.ts';
import { tryLockContacts } from '../../members/friends/rows.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notAllowed } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { existsFor, isProtectedFrom } from '../../members/visibility/relation.ts';
import { findToday, getChallenge, isOperator, type MetChallenge } from './find-challenge.ts';
import { stateOf } from './window.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A friend invited a member to a challenge or a group. */
    invited: {
      userId: number;
      invitedBy: number;
      to: { type: 'challenge' | 'group'; id: number };
      /** New, for the notification. */
      causeId: number;
      at: Date;
    };
  }
}

/**
 * Makers invite to challenges for friends; to those for everyone whoever takes part does. Members of a group are told of
 * its challenges. Nobody is asked to one that can be joined no longer.
 */
export const mayInvite = (
  { audience, owner_id, frozen_at, membership }: MetChallenge,
  userId: number,
  isOperating: boolean,
): boolean =>
  frozen_at === null &&
  ((audience === 'friends' && owner_id === userId) ||
    (audience === 'everyone' && (membership !== null || isOperating)));

/** @throws ApiProblem 403, 404 */
async function getInviting(context: Context, caller: Caller, id: number): Promise<MetChallenge> {
  const challenge = await getChallenge(context.db, caller, id);
  const isOperating = challenge.owner_id === null && (await isOperator(context, caller));
  const today = await findToday(context, caller, undefined);
  const isOver = stateOf(challenge, context.now(), today) === 'past';
  if (isOver || !mayInvite(challenge, caller.userId, isOperating)) throw notAllowed();
  return challenge;
}

/** Friends with what they answered, or whether they can be asked. */
export async function presentInvitees(
  db: Db,
  caller: Caller,
  rows: readonly { id: number; has_joined: boolean; is_invited: boolean; n: number }[],
) {
  const cards = await findCards(
    db,
    caller,
    rows.map(({ id }) => id),
  );
  const people = new Map(cards.map((person) => [person.id, presentPerson(person)]));
  return {
    _embedded: {
      friends: rows.flatMap(({ id, has_joined, is_invited }) => {
        const person = people.get(id);
        if (!person) return [];
        const { display_name, username, _links } = person;
        const state = has_joined ? ('joined' as const) : is_invited ? ('invited' as const) : null;
        return [{ user: { id, display_name, username, _links }, state }];
      }),
    },
    total_count: rows[0]?.n ?? 0,
  };
}

export const inviteesHandler = route<typeof challengeCalls.invitees>({
  call: challengeCalls.invitees,
  access: 'member',
  async handler({ context, caller, params: { id }, query: { limit, offset } }) {
    const { db } = context;
    await getInviting(context, caller!, id);
    const { rows } = await sql<{ id: number; has_joined: boolean; is_invited: boolean; n: number }>`
      select u.id, m.user_id is not null as has_joined, i.user_id is not null as is_invited, count(*) over () as n
      from friendships f
      join users u on u.id = f.friend_id
      left join challenge_members m on m.user_id = f.friend_id and m.challenge_id = ${id} and m.is_shown
      left join challenge_invitations i on i.user_id = f.friend_id and i.challenge_id = ${id}
      where f.user_id = ${caller!.userId} and f.status = 'active'
        and not exists (select from hidden_members s where s.user_id = f.friend_id)
      order by u.display_name, u.id limit ${limit} offset ${offset}`.execute(db);
    return presentInvitees(db, caller!, rows);
  },
});

/** Invites those who are friends, are not in the challenge and were not invited. Who declined is not asked again. */
async function invite(context: Context, userId: number, challengeId: number, ids: readonly number[]) {
  const { db, newId, now } = context;
  await db.transaction().execute(async (trx) => {
    const { rows: asked } = await sql<{ user_id: number; id: number }>`
      insert into challenge_invitations (user_id, challenge_id, id, invited_by, created_at)
      select f.friend_id, ${challengeId}, wanted.cause_id, ${userId}, ${now()}
      from friendships f
      join unnest(${[...ids]}::bigint[], ${ids.map(() => newId())}::bigint[]) as wanted (id, cause_id) on wanted.id = f.friend_id
      where f.user_id = ${userId} and f.status = 'active'
        and not exists (
          select from challenge_members m where m.user_id = f.friend_id and m.challenge_id = ${challengeId})
      order by f.friend_id
      for share of f
      on conflict do nothing
      returning user_id, id`.execute(trx);
    if (asked.length === 0) return;
    await countAction(context, trx, userId, 'invitation', asked.length);
    for (const { user_id, id } of asked)
      await context.publish(trx, 'invited', {
        userId: user_id,
        invitedBy: userId,
        to: { type: 'challenge', id: challengeId },
        causeId: id,
        at: now(),
      });
  });
}

export const inviteHandler = route<typeof challengeCalls.invite>({
  call: challengeCalls.invite,
  access: 'member',
  async handler({ context, caller, params: { id }, body }) {
    await getInviting(context, caller!, id);
    await invite(context, caller!.userId, id, [...new Set(body.user_ids)]);
    return undefined;
  },
});

export const declineHandler = route<typeof challengeCalls.decline>({
  call: challengeCalls.decline,
  access: 'member',
  async handler({ context: { db, now }, caller, params }) {
    await getChallenge(db, caller, params.id);
    if (params.userId !== caller!.userId) throw notAllowed('You can do this for yourself only.');
    await db
      .updateTable('challenge_invitations')
      .set({ declined_at: now() })
      .where('user_id', '=', params.userId)
      .where('challenge_id', '=', params.id)
      .where('declined_at', 'is', null)
      .execute();
    return undefined;
  },
});

/** Who invited the caller to some challenges, and waits for an answer. */
export async function readInviters(
  db: Db,
  caller: Caller | null,
  challengeIds: readonly number[],
): Promise<Map<number, { id: number; display_name: string }>> {
  if (!caller || challengeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('challenge_invitations')
    .select(['challenge_id', 'invited_by'])
    .where('user_id', '=', caller.userId)
    .where('challenge_id', 'in', [...challengeIds])
    .where('declined_at', 'is', null)
    .execute();
  const cards = await findCards(
    db,
    caller,
    rows.map(({ invited_by }) => invited_by),
  );
  const names = new Map(cards.map(({ id, display_name }) => [id, { id, display_name }]));
  return new Map(
    rows.flatMap(({ challenge_id, invited_by }) => {
      const inviter = names.get(invited_by);
      return inviter ? [[challenge_id, inviter] as const] : [];
    }),
  );
}

/** Invitations between two members who are no longer friends. */
export async function endInvitations(trx: Trx, one: number, other: number): Promise<void> {
  for (const table of ['challenge_invitations', 'group_invitations'])
    await sql`
      delete from ${sql.table(table)}
      where (user_id = ${one} and invited_by = ${other}) or (user_id = ${other} and invited_by = ${one})`.execute(
      trx,
    );
}

/**
 * Of a member who is in a group no longer, or of everybody where it ends: invitations to its challenges, and that own
 * ones for it repeat. Those that were joined go on.
 */
export async function endGroupChallenges(trx: Trx, groupId: number, userId?: number): Promise<void> {
  const ofMember = (column: string) =>
    userId === undefined ? sql`true` : sql`${sql.ref(column)} = ${userId}`;
  await sql`
    delete from challenge_invitations i using challenges c
    where c.group_id = ${groupId} and c.audience = 'group' and i.challenge_id = c.id and ${ofMember('i.user_id')}`.execute(
    trx,
  );
  await sql`
    update challenges set repeats = null
    where group_id = ${groupId} and audience = 'group' and repeats is not null and ${ofMember('owner_id')}`.execute(
    trx,
  );
}

/**
 * Tells the members of a group of its new challenge, except who declined an earlier one of the same series, who has a
 * block with its maker, and whom their age protects from the maker. What a suspended member's series goes on with is told to nobody.
 */
export async function inviteGroup(
  context: Context,
  trx: Trx,
  userId: number,
  { id, groupId }: { id: number; groupId: number },
): Promise<void> {
  const { newId, now } = context;
  const others = await trx
    .selectFrom('group_members')
    .select('user_id')
    .where('group_id', '=', groupId)
    .where('user_id', '<>', userId)
    .execute();
  const locked = await tryLockContacts(
    trx,
    userId,
    others.map(({ user_id }) => user_id),
  );
  const { rows: members } = await sql<{ user_id: number }>`
    select m.user_id from unnest(${[...locked]}::bigint[]) as m (user_id) join challenges c on c.id = ${id}
    where ${existsFor(sql.ref('m.user_id'), 'c.owner_id')}
      and not exists (select from users where users.id = m.user_id and ${isProtectedFrom(userId)})
      and not exists (
      select from challenges new
      join challenges earlier on earlier.series_id = new.series_id
      join challenge_invitations i on i.challenge_id = earlier.id
      where new.id = ${id} and i.user_id = m.user_id and i.declined_at is not null)
    order by m.user_id`.execute(trx);
  for (const { user_id } of members) {
    const causeId = newId();
    await trx
      .insertInto('challenge_invitations')
      .values({
        user_id,
        challenge_id: id,
        id: causeId,
        invited_by: userId,
        created_at: now(),
        declined_at: null,
      })
      .execute();
    await context.publish(trx, 'invited', {
      userId: user_id,
      invitedBy: userId,
      to: { type: 'challenge', id },
      causeId,
      at: now(),
    });
  }
}
