import { SERVICE_BASES } from '@waymark/api-contract';
import { readRestrictions } from './workout-restrictions.ts';
import { addressKind } from '../../kernel/server/account-credentials.ts';
import type { Service } from '../../kernel/server/route.ts';
import { dailyStoryCorrection } from './correct-counts.ts';
import { createRoute, removeRoute, updateRoute } from './change-stories.ts';
import {
  feedAddressRoute,
  feedRoute,
  removeFeedAddressRoute,
  renewFeedAddressRoute,
} from './feed-address.ts';
import { storySubscriptions } from './follow-changes.ts';
import { listRoute, newerRoute, oneRoute } from './list-stories.ts';
import { mentionableRoute } from './mentions.ts';
import { addPhotosRoute, photoRoute } from './photo-routes.ts';

export const storiesService: Service = {
  name: 'stories',
  base: SERVICE_BASES.main,
  routes: [
    listRoute,
    newerRoute,
    oneRoute,
    createRoute,
    updateRoute,
    removeRoute,
    mentionableRoute,
    addPhotosRoute,
    photoRoute,
    feedAddressRoute,
    renewFeedAddressRoute,
    removeFeedAddressRoute,
    feedRoute,
  ],
  subscriptions: storySubscriptions,
  answers: { restrictions: (_, asked) => readRestrictions(asked) },
  // It reads what friends post.
  credentials: [addressKind('feed_address', 'feed_addresses')],
  jobs: dailyStoryCorrection.declare,
  started: dailyStoryCorrection.next,
};
