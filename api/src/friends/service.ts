import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../kernel/server/route.ts';
import { blockRoute, blocksRoute, muteRoute, mutesRoute, unblockRoute, unmuteRoute } from './contacts.ts';
import { dailyFriendCorrection } from './correct-counts.ts';
import { acceptRoute, friendshipRoute, friendshipsRoute, removeRoute, requestRoute } from './friendships.ts';
import { acceptInviteRoute, inviteRoute, inviterRoute, renewInviteRoute } from './invites.ts';
import { forgetMember } from './forget-member.ts';
import { dismissSuggestionRoute, membersRoute } from './list-members.ts';
import { backfillSearchNames, storeSearchNames } from './member-names.ts';
import { profileRoute } from './profile.ts';

export const friendsService: Service = {
  name: 'friends',
  base: SERVICE_BASES.main,
  routes: [
    membersRoute,
    profileRoute,
    friendshipsRoute,
    friendshipRoute,
    requestRoute,
    acceptRoute,
    removeRoute,
    dismissSuggestionRoute,
    inviteRoute,
    renewInviteRoute,
    inviterRoute,
    acceptInviteRoute,
    blocksRoute,
    blockRoute,
    unblockRoute,
    mutesRoute,
    muteRoute,
    unmuteRoute,
  ],
  subscriptions: {
    memberNamed: (trx, member) => storeSearchNames(trx, member),
    memberErased: (trx, member) => forgetMember(trx, member),
    /** Also a link that the member made themselves: whoever was in the account could read it, and it makes friends. */
    async accessEnded(trx, { userId }) {
      await trx.deleteFrom('friend_invites').where('user_id', '=', userId).execute();
    },
  },
  jobs: dailyFriendCorrection.declare,
  async started(context) {
    await dailyFriendCorrection.next(context);
    await backfillSearchNames(context);
  },
};
