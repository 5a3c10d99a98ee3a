import { groupCalls } from '@waymark/api-contract';
import { sql } from 'kysely';
import { countAction } from '../../members/friends/action-limits.ts';
import { notAllowed } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { hasNoBlock } from '../../members/visibility/relation.ts';
import { presentInvitees } from './invitations.ts';
import { getGroup, getJoinedGroup } from './read-groups.ts';

export const groupInviteesHandler = route<typeof groupCalls.invitees>({
  call: groupCalls.invitees,
  access: 'member',
  async handler({ context: { db }, caller, params: { id }, query: { limit, offset } }) {
    await getJoinedGroup(db, caller!, id);
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

export const inviteToGroupHandler = route<typeof groupCalls.invite>({
  call: groupCalls.invite,
  access: 'member',
  async handler({ context, caller, params: { id }, body }) {
    const { db, newId, now } = context;
    const { userId } = caller!;
    await getJoinedGroup(db, caller!, id);
    const ids = [...new Set(body.user_ids)];
    await db.transaction().execute(async (trx) => {
      const { rows: asked } = await sql<{ user_id: number; id: number; can_open: boolean }>`
        insert into group_invitations (user_id, group_id, id, invited_by, created_at)
        select f.friend_id, ${id}, wanted.cause_id, ${userId}, ${now()}
        from friendships f
        join unnest(${ids}::bigint[], ${ids.map(() => newId())}::bigint[]) as wanted (id, cause_id)
          on wanted.id = f.friend_id
        where f.user_id = ${userId} and f.status = 'active'
          and not exists (select from group_members m where m.user_id = f.friend_id and m.group_id = ${id})
        order by f.friend_id
        for share of f
        on conflict do nothing
        returning user_id, id, (
          select ${hasNoBlock(sql.ref('group_invitations.user_id'), 'g.owner_id')} from groups g where g.id = ${id}
        ) as can_open`.execute(trx);
      if (asked.length === 0) return;
      await countAction(context, trx, userId, 'invitation', asked.length);
      // Whoever has a block with the owner finds no group, and the inviter is not told of the block.
      for (const { user_id, id: causeId } of asked.filter(({ can_open }) => can_open))
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

export const declineGroupHandler = route<typeof groupCalls.decline>({
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
