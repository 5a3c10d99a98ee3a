import { SERVICE_BASES } from '@waymark/api-contract';
import { readRestrictions } from './workout-restrictions.ts';
import { addressKind } from '../../kernel/server/account-credentials.ts';
import type { Service } from '../../kernel/server/route.ts';
import { dailyStoryCorrection } from './correct-counts.ts';
import { createHandler, removeHandler, updateHandler } from './change-stories.ts';
import {
  feedAddressHandler,
  feedHandler,
  removeFeedAddressHandler,
  renewFeedAddressHandler,
} from './feed-address.ts';
import { storySubscriptions } from './follow-changes.ts';
import { listHandler, newerHandler, oneHandler } from './list-stories.ts';
import { mentionableHandler } from './mentions.ts';
import { addPhotosHandler, photoHandler } from './photo-routes.ts';

export const storiesService: Service = {
  name: 'stories',
  base: SERVICE_BASES.main,
  routes: [
    listHandler,
    newerHandler,
    oneHandler,
    createHandler,
    updateHandler,
    removeHandler,
    mentionableHandler,
    addPhotosHandler,
    photoHandler,
    feedAddressHandler,
    renewFeedAddressHandler,
    removeFeedAddressHandler,
    feedHandler,
  ],
  subscriptions: storySubscriptions,
  answers: { restrictions: (_, asked) => readRestrictions(asked) },
  // It reads what friends post.
  credentials: [addressKind('feed_address', 'feed_addresses')],
  jobs: dailyStoryCorrection.declare,
  started: dailyStoryCorrection.next,
};
