import { groupCalls } from '@waymark/api-contract';
import { sql } from 'kysely';
import { lockContact } from '../../members/friends/rows.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { acquireMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, invalid, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { sweepEach } from '../../kernel/server/sweeps.ts';
import { hasNoBlock } from '../../members/visibility/relation.ts';
import { endGroupChallenges } from './invitations.ts';
import { getGroup, presentGroup } from './read-groups.ts';
import type { GroupTable } from './tables.ts';

const MEMBERS_MAX = 200;
/** That one member is in. */
const GROUPS_MAX = 50;

/** Holds still who is in a group. */
export async function lockGroup(trx: Trx, id: number): Promise<GroupTable> {
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
export async function addMember(trx: Trx, userId: number, groupId: number, at: Date): Promise<void> {
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

export const joinGroupHandler = route<typeof groupCalls.join>({
  call: groupCalls.join,
  access: 'member',
  async handler({ context, caller, params: { id }, body: { key } }) {
    const { db, now } = context;
    const { userId } = caller!;
    const group = await getGroup(db, caller!, id, key);
    if (!group.is_member)
      await db.transaction().execute(async (trx) => {
        await lockContact(trx, userId, group.owner_id, 'shared');
        await acquireMemberLock(trx, userId);
        await lockGroup(trx, id);
        // The link may be another one by now, and the invitation taken back.
        await getGroup(trx, caller!, id, key);
        await addMember(trx, userId, id, now());
      });
    return presentGroup(context, caller!, id);
  },
});

/** Under `lockGroup`. */
async function removeMember(trx: Trx, groupId: number, userId: number): Promise<void> {
  await trx
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .execute();
  await endGroupChallenges(trx, groupId, userId);
}

/** Members who blocked the owner of a group, or are blocked by them, leave it. Under `lockGroup`. */
export async function removeBlockedMembers(trx: Trx, groupId: number): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from group_members m join groups g on g.id = m.group_id
    where g.id = ${groupId} and not ${hasNoBlock(sql.ref('m.user_id'), 'g.owner_id')}`.execute(trx);
  for (const { user_id } of rows) await removeMember(trx, groupId, user_id);
}

/** A block ends that one of the two is in a group of the other, or invited to it, whoever invited. */
export async function endGroupsBetween(trx: Trx, one: number, other: number): Promise<void> {
  // Also groups of a third member, who may be handing one over to one of the two.
  const { rows } = await sql<{ id: number }>`
    select id from groups
    where id in (
      select group_id from group_members where user_id = ${one}
      intersect select group_id from group_members where user_id = ${other})
    order by id for update`.execute(trx);
  for (const { id } of rows) await removeBlockedMembers(trx, id);
  await sql`
    delete from group_invitations i using groups g
    where g.id = i.group_id
      and (g.owner_id, i.user_id) in ((${one}::bigint, ${other}::bigint), (${other}::bigint, ${one}::bigint))`.execute(
    trx,
  );
}

/** Groups that members stayed in after a block, by an earlier version or a race. */
export async function endLostGroups(context: Context): Promise<void> {
  const { db } = context;
  const { rows } = await sql<{ id: number }>`
    select distinct g.id from groups g join group_members m on m.group_id = g.id
    where not ${hasNoBlock(sql.ref('m.user_id'), 'g.owner_id')}`.execute(db);
  await sweepEach(context, rows, ({ id }) =>
    db.transaction().execute(async (trx) => {
      await lockGroup(trx, id);
      await removeBlockedMembers(trx, id);
    }),
  );
}

export const leaveGroupHandler = route<typeof groupCalls.leave>({
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
      await removeMember(trx, id, userId);
      // Whoever is taken out knows the link, and would come back by it.
      if (userId !== caller!.userId)
        await trx.updateTable('groups').set({ link_key: null }).where('id', '=', id).execute();
    });
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

/** Its challenges are left to those who joined them. */
export async function removeGroup(trx: Trx, id: number): Promise<void> {
  await endGroupChallenges(trx, id);
  await trx.deleteFrom('group_invitations').where('group_id', '=', id).execute();
  await trx.deleteFrom('group_members').where('group_id', '=', id).execute();
  await trx.deleteFrom('groups').where('id', '=', id).execute();
}

/** Who gets the group of an owner who is erased: whoever is in it longest besides them. */
export const findHeir = (db: Db | Trx, groupId: number, ownerId: number) =>
  db
    .selectFrom('group_members')
    .select('user_id')
    .where('group_id', '=', groupId)
    .where('user_id', '<>', ownerId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst();

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
    const heir = await findHeir(trx, id, userId);
    if (!heir) {
      await removeGroup(trx, id);
      continue;
    }
    await trx.updateTable('groups').set({ owner_id: heir.user_id }).where('id', '=', id).execute();
    await removeBlockedMembers(trx, id);
  }
}
