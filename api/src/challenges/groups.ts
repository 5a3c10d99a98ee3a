import { randomBytes, timingSafeEqual } from 'node:crypto';
import { groupCalls, type Group, type GroupDetails } from '@waymark/api-contract';
import { sql } from 'kysely';
import { countAction } from '../friends/action-limits.ts';
import { findCards, presentPerson } from '../friends/member-cards.ts';
import type { Db, Trx } from '../kernel/database/tables.ts';
import { acquireMemberLock, withMemberLock } from '../kernel/member-lock.ts';
import type { Context } from '../kernel/server/context.ts';
import { conflict, invalid, notAllowed, notFound } from '../kernel/server/errors.ts';
import { type Caller, route } from '../kernel/server/route.ts';
import { findToday, isVisibleTo, type MetChallenge, selectMet } from './find-challenge.ts';
import { endGroupChallenges, presentInvitees } from './invitations.ts';
import { presentChallenges } from './present-challenge.ts';
import type { GroupTable } from './tables.ts';

const KEY_BYTES = 16;
const MEMBERS_MAX = 200;
/** That one member is in. */
const GROUPS_MAX = 50;
const CHALLENGES_SHOWN = 50;

interface MetGroup extends GroupTable {
  member_count: number;
  is_member: boolean;
  invited_by: number | null;
}

const selectGroups = (viewerId: number) => sql`
  select g.*, (select count(*) from group_members m where m.group_id = g.id) as member_count,
    own.user_id is not null as is_member, i.invited_by
  from groups g
  left join group_members own on own.group_id = g.id and own.user_id = ${viewerId}
  left join group_invitations i on i.group_id = g.id and i.user_id = ${viewerId} and i.declined_at is null
    and not exists (select from hidden_members s where s.user_id = i.invited_by)`;

function isKey({ link_key }: GroupTable, key: string | undefined): boolean {
  if (link_key === null || key === undefined) return false;
  const [given, known] = [Buffer.from(key), Buffer.from(link_key)];
  return given.length === known.length && timingSafeEqual(given, known);
}

/** @throws ApiProblem 404 for those who are neither in it nor invited nor have the link */
async function getGroup(db: Db, { userId }: Caller, id: number, key?: string): Promise<MetGroup> {
  const { rows } = await sql<MetGroup>`${selectGroups(userId)} where g.id = ${id}`.execute(db);
  const [group] = rows;
  if (!group || !(group.is_member || group.invited_by !== null || isKey(group, key))) throw notFound('group');
  return group;
}

/** @throws ApiProblem 403, 404 */
async function getOwn(db: Db, caller: Caller, id: number): Promise<MetGroup> {
  const group = await getGroup(db, caller, id);
  if (group.owner_id !== caller.userId) throw notAllowed('Only the owner of the group can do this.');
  return group;
}

async function getJoined(db: Db, caller: Caller, id: number): Promise<MetGroup> {
  const group = await getGroup(db, caller, id);
  if (!group.is_member) throw notAllowed('Join the group first.');
  return group;
}

async function presentGroups(db: Db, caller: Caller, groups: readonly MetGroup[]): Promise<Group[]> {
  const cards = await findCards(
    db,
    caller,
    groups.flatMap(({ invited_by }) => invited_by ?? []),
  );
  const names = new Map(cards.map(({ id, display_name }) => [id, { id, display_name }]));
  return groups.map(({ id, name, owner_id, member_count, is_member, invited_by }) => ({
    id,
    name,
    member_count,
    is_member,
    is_owner: owner_id === caller.userId,
    invited_by: is_member || invited_by === null ? null : (names.get(invited_by) ?? null),
  }));
}

async function presentDetails(context: Context, caller: Caller, group: MetGroup): Promise<GroupDetails> {
  const { db } = context;
  const { id, owner_id, is_member } = group;
  const [presented] = await presentGroups(db, caller, [group]);
  if (!is_member) return { ...presented!, members: [], hidden_count: 0, challenges: [] };
  const [rows, { rows: challenges }, today] = await Promise.all([
    db
      .selectFrom('group_members')
      .select('user_id')
      .where('group_id', '=', id)
      .orderBy('joined_at')
      .orderBy('user_id')
      .execute(),
    sql<MetChallenge>`
      ${selectMet(caller.userId)} where c.group_id = ${id} and c.audience = 'group' and ${isVisibleTo(caller.userId)}
      order by c.last_day desc, c.id desc limit ${CHALLENGES_SHOWN}`.execute(db),
    findToday(context, caller, undefined),
  ]);
  const ids = rows.map(({ user_id }) => user_id);
  const people = new Map(
    (await findCards(db, caller, ids, { isNamed: true })).map((person) => [person.id, presentPerson(person)]),
  );
  const members = ids.flatMap((userId) => {
    const person = people.get(userId);
    if (!person) return [];
    const { display_name, username, _links } = person;
    return [{ id: userId, display_name, username, is_owner: userId === owner_id, _links }];
  });
  return {
    ...presented!,
    members,
    hidden_count: ids.length - members.length,
    challenges: await presentChallenges(context, { caller, today }, challenges),
  };
}

const answer = async (context: Context, caller: Caller, id: number) =>
  presentDetails(context, caller, await getGroup(context.db, caller, id));

/** Holds still who is in a group. */
async function lockGroup(trx: Trx, id: number): Promise<GroupTable> {
  const group = await trx
    .selectFrom('groups')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!group) throw notFound('group');
  return group;
}

/** Under the member lock. @throws ApiProblem 409 */
async function addMember(trx: Trx, userId: number, groupId: number, at: Date): Promise<void> {
  const { rows } = await sql<{ of_group: number; of_member: number }>`
    select (select count(*) from group_members where group_id = ${groupId}) as of_group,
      (select count(*) from group_members where user_id = ${userId}) as of_member`.execute(trx);
  if (rows[0]!.of_group >= MEMBERS_MAX)
    throw conflict('group_full', `A group has at most ${MEMBERS_MAX} members.`, { max: MEMBERS_MAX });
  if (rows[0]!.of_member >= GROUPS_MAX)
    throw conflict('too_many_groups', `You are in ${GROUPS_MAX} groups. Leave one to join another.`, {
      max: GROUPS_MAX,
    });
  await trx
    .insertInto('group_members')
    .values({ user_id: userId, group_id: groupId, joined_at: at })
    .onConflict((on) => on.doNothing())
    .execute();
  await trx
    .deleteFrom('group_invitations')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .execute();
}

const listRoute = route<typeof groupCalls.list>({
  call: groupCalls.list,
  access: 'member',
  async handler({ context: { db }, caller }) {
    const { rows } = await sql<MetGroup>`
      ${selectGroups(caller!.userId)}
      where g.id in (
        select group_id from group_members where user_id = ${caller!.userId}
        union select group_id from group_invitations where user_id = ${caller!.userId} and declined_at is null)
        and (own.user_id is not null or i.invited_by is not null)
      order by own.user_id is not null, g.name, g.id`.execute(db);
    return {
      _embedded: { groups: await presentGroups(db, caller!, rows) },
      total_count: rows.length,
    };
  },
});

const detailsRoute = route<typeof groupCalls.details>({
  call: groupCalls.details,
  access: 'member',
  async handler({ context, caller, params, query }) {
    return presentDetails(context, caller!, await getGroup(context.db, caller!, params.id, query.key));
  },
});

const createRoute = route<typeof groupCalls.create>({
  call: groupCalls.create,
  access: 'member',
  async handler({ context, caller, body: { name } }) {
    const { db, newId, now } = context;
    const { userId } = caller!;
    const id = newId();
    await withMemberLock(db, userId, async (trx) => {
      await countAction(context, trx, userId, 'group');
      await trx
        .insertInto('groups')
        .values({ id, name, owner_id: userId, link_key: null, created_at: now() })
        .execute();
      await addMember(trx, userId, id, now());
    });
    return answer(context, caller!, id);
  },
});

const updateRoute = route<typeof groupCalls.update>({
  call: groupCalls.update,
  access: 'member',
  async handler({ context, caller, params: { id }, body: { name, owner_id } }) {
    const { db } = context;
    await getOwn(db, caller!, id);
    await db.transaction().execute(async (trx) => {
      // Counts nothing: suspended members change no words that others read.
      await countAction(context, trx, caller!.userId, 'group', 0);
      const group = await lockGroup(trx, id);
      if (group.owner_id !== caller!.userId) throw notAllowed('Only the owner of the group can do this.');
      if (owner_id !== undefined) {
        const heir = await trx
          .selectFrom('group_members')
          .select('user_id')
          .where('group_id', '=', id)
          .where('user_id', '=', owner_id)
          .executeTakeFirst();
        if (!heir) throw invalid({ owner_id: ['Choose a member of the group.'] });
      }
      await trx
        .updateTable('groups')
        .set({ name: name ?? group.name, owner_id: owner_id ?? group.owner_id })
        .where('id', '=', id)
        .execute();
    });
    return answer(context, caller!, id);
  },
});

/** Its challenges are left to those who joined them. */
async function removeGroup(trx: Trx, id: number): Promise<void> {
  await endGroupChallenges(trx, id);
  await trx.deleteFrom('group_invitations').where('group_id', '=', id).execute();
  await trx.deleteFrom('group_members').where('group_id', '=', id).execute();
  await trx.deleteFrom('groups').where('id', '=', id).execute();
}

const removeRoute = route<typeof groupCalls.remove>({
  call: groupCalls.remove,
  access: 'member',
  async handler({ context: { db }, caller, params: { id } }) {
    await getOwn(db, caller!, id);
    await db.transaction().execute(async (trx) => {
      const { owner_id } = await lockGroup(trx, id);
      if (owner_id !== caller!.userId) throw notAllowed('Only the owner of the group can do this.');
      await removeGroup(trx, id);
    });
    return undefined;
  },
});

const linkRoute = route<typeof groupCalls.link>({
  call: groupCalls.link,
  access: 'member',
  async handler({ context: { db, env }, caller, params: { id }, body: { renew } }) {
    await (renew ? getOwn : getJoined)(db, caller!, id);
    const link_key = await db.transaction().execute(async (trx) => {
      const { link_key: known } = await lockGroup(trx, id);
      if (known !== null && !renew) return known;
      const key = randomBytes(KEY_BYTES).toString('base64url');
      await trx.updateTable('groups').set({ link_key: key }).where('id', '=', id).execute();
      return key;
    });
    return { href: `${env.SITE_URL.replace(/\/$/, '')}/groups/${id}?key=${link_key}` };
  },
});

const joinRoute = route<typeof groupCalls.join>({
  call: groupCalls.join,
  access: 'member',
  async handler({ context, caller, params: { id }, body: { key } }) {
    const { db, now } = context;
    const group = await getGroup(db, caller!, id, key);
    if (!group.is_member)
      await withMemberLock(db, caller!.userId, async (trx) => {
        await lockGroup(trx, id);
        // The link may be another one by now, and the invitation taken back.
        await getGroup(trx, caller!, id, key);
        await addMember(trx, caller!.userId, id, now());
      });
    return answer(context, caller!, id);
  },
});

const leaveRoute = route<typeof groupCalls.leave>({
  call: groupCalls.leave,
  access: 'member',
  async handler({ context: { db }, caller, params: { id, userId } }) {
    await getGroup(db, caller!, id);
    await db.transaction().execute(async (trx) => {
      const { owner_id } = await lockGroup(trx, id);
      if (userId !== caller!.userId && owner_id !== caller!.userId)
        throw notAllowed('Only the owner of the group can do this.');
      if (userId === owner_id)
        throw conflict('group_owner', 'Hand the group over to another member first, or end it.');
      await trx
        .deleteFrom('group_members')
        .where('group_id', '=', id)
        .where('user_id', '=', userId)
        .execute();
      await endGroupChallenges(trx, id, userId);
      // Whoever is taken out knows the link, and would come back by it.
      if (userId !== caller!.userId)
        await trx.updateTable('groups').set({ link_key: null }).where('id', '=', id).execute();
    });
    return undefined;
  },
});

const inviteesRoute = route<typeof groupCalls.invitees>({
  call: groupCalls.invitees,
  access: 'member',
  async handler({ context: { db }, caller, params: { id }, query: { limit, offset } }) {
    await getJoined(db, caller!, id);
    const { rows } = await sql<{ id: number; has_joined: boolean; is_invited: boolean; n: number }>`
      select u.id, m.user_id is not null as has_joined, i.user_id is not null as is_invited, count(*) over () as n
      from friendships f
      join users u on u.id = f.friend_id
      left join group_members m on m.user_id = f.friend_id and m.group_id = ${id}
      left join group_invitations i on i.user_id = f.friend_id and i.group_id = ${id}
      where f.user_id = ${caller!.userId} and f.status = 'active'
        and not exists (select from hidden_members s where s.user_id = f.friend_id)
      order by u.display_name, u.id limit ${limit} offset ${offset}`.execute(db);
    return presentInvitees(db, caller!, rows);
  },
});

const inviteRoute = route<typeof groupCalls.invite>({
  call: groupCalls.invite,
  access: 'member',
  async handler({ context, caller, params: { id }, body }) {
    const { db, newId, now } = context;
    const { userId } = caller!;
    await getJoined(db, caller!, id);
    const ids = [...new Set(body.user_ids)];
    await db.transaction().execute(async (trx) => {
      const { rows: asked } = await sql<{ user_id: number; id: number }>`
        insert into group_invitations (user_id, group_id, id, invited_by, created_at)
        select f.friend_id, ${id}, wanted.cause_id, ${userId}, ${now()}
        from friendships f
        join unnest(${ids}::bigint[], ${ids.map(() => newId())}::bigint[]) as wanted (id, cause_id)
          on wanted.id = f.friend_id
        where f.user_id = ${userId} and f.status = 'active'
          and not exists (select from group_members m where m.user_id = f.friend_id and m.group_id = ${id})
        order by f.friend_id
        on conflict do nothing
        returning user_id, id`.execute(trx);
      if (asked.length === 0) return;
      await countAction(context, trx, userId, 'invitation', asked.length);
      for (const { user_id, id: causeId } of asked)
        await context.publish(trx, 'invited', {
          userId: user_id,
          invitedBy: userId,
          to: { type: 'group', id },
          causeId,
          at: now(),
        });
    });
    return undefined;
  },
});

const declineRoute = route<typeof groupCalls.decline>({
  call: groupCalls.decline,
  access: 'member',
  async handler({ context: { db, now }, caller, params: { id, userId } }) {
    await getGroup(db, caller!, id);
    if (userId !== caller!.userId) throw notAllowed('You can do this for yourself only.');
    await db
      .updateTable('group_invitations')
      .set({ declined_at: now() })
      .where('user_id', '=', userId)
      .where('group_id', '=', id)
      .where('declined_at', 'is', null)
      .execute();
    return undefined;
  },
});

/** Also holds still who is in the group until its members are told. @throws ApiProblem 400 for a group that the member is not in */
export async function checkGroup(trx: Trx, userId: number, groupId: number | null): Promise<void> {
  await trx
    .selectFrom('groups')
    .select('id')
    .where('id', '=', groupId ?? 0)
    .forShare()
    .execute();
  const row =
    groupId !== null &&
    (await trx
      .selectFrom('group_members')
      .select('user_id')
      .where('group_id', '=', groupId)
      .where('user_id', '=', userId)
      .executeTakeFirst());
  if (!row) throw invalid({ group_id: ['Choose a group that you are in.'] });
}

/** Groups of a member who is erased go to whoever is in them longest; where nobody is left they end. */
export async function leaveGroups(trx: Trx, userId: number): Promise<void> {
  await acquireMemberLock(trx, userId);
  // A group that is being handed over to the member waits, or is handed over before this looks for the member's own.
  await sql`
    select from groups
    where owner_id = ${userId} or id in (select group_id from group_members where user_id = ${userId})
    order by id for update`.execute(trx);
  await trx.deleteFrom('group_invitations').where('invited_by', '=', userId).execute();
  await trx.deleteFrom('group_members').where('user_id', '=', userId).execute();
  const own = await trx.selectFrom('groups').select('id').where('owner_id', '=', userId).execute();
  for (const { id } of own) {
    await lockGroup(trx, id);
    const heir = await trx
      .selectFrom('group_members')
      .select('user_id')
      .where('group_id', '=', id)
      .orderBy('joined_at')
      .orderBy('user_id')
      .limit(1)
      .executeTakeFirst();
    if (heir) await trx.updateTable('groups').set({ owner_id: heir.user_id }).where('id', '=', id).execute();
    else await removeGroup(trx, id);
  }
}

export const groupRoutes = [
  listRoute,
  detailsRoute,
  createRoute,
  updateRoute,
  removeRoute,
  linkRoute,
  joinRoute,
  leaveRoute,
  inviteesRoute,
  inviteRoute,
  declineRoute,
];
