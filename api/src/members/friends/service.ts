import { SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import { addressKind } from '../../kernel/server/account-credentials.ts';
import type { Service } from '../../kernel/server/route.ts';
import { dailyFriendCorrection } from './correct-counts.ts';
import {
  acceptHandler,
  friendshipHandler,
  friendshipsHandler,
  removeHandler,
  requestHandler,
} from './friendships.ts';
import { acceptInviteHandler, inviteHandler, inviterHandler, renewInviteHandler } from './invites.ts';
import { backfillSearchNames, storeSearchNames } from './member-names.ts';
import type { Trx } from '../../kernel/database/tables.ts';

/** Removes a member who is being erased from what others keep of friends; those have one friend or request less. */
async function forgetMember(trx: Trx, { userId }: { userId: number }): Promise<void> {
  await sql`
    with removed as (
      delete from friendships where friend_id = ${userId} or user_id = ${userId}
      returning user_id, status, requested_by
    )
    update friend_counts c
    set friends = greatest(0, c.friends - lost.friends), requests = greatest(0, c.requests - lost.requests),
      version = c.version + lost.friends
    from (
      select user_id, count(*) filter (where status = 'active') as friends,
        count(*) filter (where status = 'pending' and requested_by = ${userId}) as requests
      from removed where user_id <> ${userId} group by user_id
    ) lost
    where c.user_id = lost.user_id`.execute(trx);
  await sql`delete from friend_request_history where to_user_id = ${userId}`.execute(trx);
  await sql`delete from mutes where muted_id = ${userId}`.execute(trx);
  await sql`delete from dismissed_suggestions where dismissed_id = ${userId}`.execute(trx);
}

export const friendsService: Service = {
  name: 'friends',
  base: SERVICE_BASES.main,
  routes: [
    friendshipsHandler,
    friendshipHandler,
    requestHandler,
    acceptHandler,
    removeHandler,
    inviteHandler,
    renewInviteHandler,
    inviterHandler,
    acceptInviteHandler,
  ],
  subscriptions: {
    memberNamed: (trx, member) => storeSearchNames(trx, member),
    memberErased: (trx, member) => forgetMember(trx, member),
  },
  credentials: [
    {
      ...addressKind('friend_invite', 'friend_invites'),
      /** Also a link that the member made earlier: whoever was in the account could read it, and it makes friends. */
      async end(trx, userId, { keptIds }) {
        if (keptIds.length > 0) return;
        await trx.deleteFrom('friend_invites').where('user_id', '=', userId).execute();
      },
    },
  ],
  jobs: dailyFriendCorrection.declare,
  async started(context) {
    await dailyFriendCorrection.next(context);
    await backfillSearchNames(context);
  },
};
