import { randomBytes } from 'node:crypto';
import { groupCalls } from '@waymark/api-contract';
import { countAction } from '../../members/friends/action-limits.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { invalid, notAllowed } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { existsFor } from '../../members/visibility/relation.ts';
import { declineGroupHandler, groupInviteesHandler, inviteToGroupHandler } from './group-invitations.ts';
import {
  addMember,
  joinGroupHandler,
  leaveGroupHandler,
  lockGroup,
  removeBlockedMembers,
  removeGroup,
} from './group-members.ts';
import { getJoinedGroup, getOwnGroup, groupHandler, listGroupsHandler, presentGroup } from './read-groups.ts';

const KEY_BYTES = 16;

const createHandler = route<typeof groupCalls.create>({
  call: groupCalls.create,
  access: 'member',
  async handler({ context, caller, body, request }) {
    const { db, newId, now } = context;
    const { userId } = caller!;
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now());
    const add = async (trx: Trx, id: number) => {
      await countAction(context, trx, userId, 'group');
      await trx
        .insertInto('groups')
        .values({ id, name: body.name, owner_id: userId, link_key: null, created_at: now() })
        .execute();
      await addMember(trx, userId, id, now());
    };
    const { id } = await withMemberLock(db, userId, (trx) =>
      runOnce(trx, idempotentCall, newId(), (newOne) => add(trx, newOne)),
    );
    return presentGroup(context, caller!, id);
  },
});

const updateHandler = route<typeof groupCalls.update>({
  call: groupCalls.update,
  access: 'member',
  async handler({ context, caller, params: { id }, body: { name, owner_id } }) {
    const { db } = context;
    await getOwnGroup(db, caller!, id);
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
          .where(existsFor(caller!.userId, 'group_members.user_id'))
          .executeTakeFirst();
        if (!heir) throw invalid({ owner_id: ['Choose a member of the group.'] });
      }
      await trx
        .updateTable('groups')
        .set({ name: name ?? group.name, owner_id: owner_id ?? group.owner_id })
        .where('id', '=', id)
        .execute();
      await removeBlockedMembers(trx, id);
    });
    return presentGroup(context, caller!, id);
  },
});

const removeHandler = route<typeof groupCalls.remove>({
  call: groupCalls.remove,
  access: 'member',
  async handler({ context: { db }, caller, params: { id } }) {
    await getOwnGroup(db, caller!, id);
    await db.transaction().execute(async (trx) => {
      const { owner_id } = await lockGroup(trx, id);
      if (owner_id !== caller!.userId) throw notAllowed('Only the owner of the group can do this.');
      await removeGroup(trx, id);
    });
    return undefined;
  },
});

const linkHandler = route<typeof groupCalls.link>({
  call: groupCalls.link,
  access: 'member',
  async handler({ context: { db, env }, caller, params: { id }, body: { renew } }) {
    await (renew ? getOwnGroup : getJoinedGroup)(db, caller!, id);
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

export const groupRoutes = [
  listGroupsHandler,
  groupHandler,
  createHandler,
  updateHandler,
  removeHandler,
  linkHandler,
  joinGroupHandler,
  leaveGroupHandler,
  groupInviteesHandler,
  inviteToGroupHandler,
  declineGroupHandler,
];
