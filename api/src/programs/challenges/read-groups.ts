import { timingSafeEqual } from 'node:crypto';
import { groupCalls, type Group, type GroupDetails } from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { findCards, presentPerson } from '../../members/friends/member-cards.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notAllowed, notFound } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { findToday, isVisibleTo, type MetChallenge, selectMet } from './find-challenge.ts';
import { presentChallenges } from './present-challenge.ts';
import { existsFor, hasNoBlock, isProtectedFrom } from '../../members/visibility/relation.ts';
import type { GroupTable } from './tables.ts';

const CHALLENGES_SHOWN = 50;

interface MetGroup extends GroupTable {
  member_count: number;
  is_member: boolean;
  invited_by: number | null;
}

/** Whether an invitation `i` was not declined, and whoever invited exists for the member. */
const isOpenInvitation = (viewerId: number) => sql`
  (i.user_id = ${viewerId} and i.declined_at is null and ${existsFor(viewerId, 'i.invited_by')})`;

/** The groups that a member may open by an invitation: none after a block with its owner. */
export const invitedGroupIds = (viewerId: number): RawBuilder<unknown> => sql`
  select g.id from group_invitations i join groups g on g.id = i.group_id
  where ${isOpenInvitation(viewerId)} and ${hasNoBlock(viewerId, 'g.owner_id')}`;

const selectGroups = (viewerId: number) => sql`
  select g.*, own.user_id is not null as is_member, i.invited_by, (
      select count(*) from group_members m
      join users on users.id = m.user_id
      where m.group_id = g.id and ${existsFor(viewerId, 'm.user_id')}
        and not ${isProtectedFrom(viewerId)}) as member_count
  from groups g
  left join group_members own on own.group_id = g.id and own.user_id = ${viewerId}
  left join group_invitations i on i.group_id = g.id and ${isOpenInvitation(viewerId)}`;

function isKey({ link_key }: GroupTable, key: string | undefined): boolean {
  if (link_key === null || key === undefined) return false;
  const [given, known] = [Buffer.from(key), Buffer.from(link_key)];
  return given.length === known.length && timingSafeEqual(given, known);
}

/** @throws ApiProblem 404 for those who are neither in it nor invited nor have the link, and after a block with its owner */
export async function getGroup(db: Db, { userId }: Caller, id: number, key?: string): Promise<MetGroup> {
  const { rows } = await sql<MetGroup>`
    ${selectGroups(userId)} where g.id = ${id} and ${hasNoBlock(userId, 'g.owner_id')}`.execute(db);
  const [group] = rows;
  if (!group || !(group.is_member || group.invited_by !== null || isKey(group, key))) throw notFound('group');
  return group;
}

/** @throws ApiProblem 403, 404 */
export async function getOwnGroup(db: Db, caller: Caller, id: number): Promise<MetGroup> {
  const group = await getGroup(db, caller, id);
  if (group.owner_id !== caller.userId) throw notAllowed('Only the owner of the group can do this.');
  return group;
}

export async function getJoinedGroup(db: Db, caller: Caller, id: number): Promise<MetGroup> {
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
  if (!is_member) return { ...presented!, members: [], challenges: [] };
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
    (await findCards(db, caller, ids, { isGroup: true })).map((person) => [person.id, presentPerson(person)]),
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
    challenges: await presentChallenges(context, { caller, today }, challenges),
  };
}

export const presentGroup = async (context: Context, caller: Caller, id: number) =>
  presentDetails(context, caller, await getGroup(context.db, caller, id));

export const listGroupsHandler = route<typeof groupCalls.list>({
  call: groupCalls.list,
  access: 'member',
  async handler({ context: { db }, caller }) {
    const { rows } = await sql<MetGroup>`
      ${selectGroups(caller!.userId)}
      where g.id in (
        select group_id from group_members where user_id = ${caller!.userId}
        union ${invitedGroupIds(caller!.userId)})
        and ${hasNoBlock(caller!.userId, 'g.owner_id')}
      order by own.user_id is not null, g.name, g.id`.execute(db);
    return {
      _embedded: { groups: await presentGroups(db, caller!, rows) },
      total_count: rows.length,
    };
  },
});

export const groupHandler = route<typeof groupCalls.details>({
  call: groupCalls.details,
  access: 'member',
  async handler({ context, caller, params, query }) {
    return presentDetails(context, caller!, await getGroup(context.db, caller!, params.id, query.key));
  },
});
