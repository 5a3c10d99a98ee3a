import { SERVICE_BASES } from '@waymark/api-contract';
import { daily } from '../../kernel/jobs/recurring.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Service } from '../../kernel/server/route.ts';
import { declareDigests, digestRound } from './digest.ts';
import { notificationSubscriptions } from './follow-causes.ts';
import { countHandler, listHandler, markReadHandler, removeHandler } from './notification-routes.ts';
import {
  pushSubscriptionsHandler,
  subscribeToPushHandler,
  unsubscribeFromPushHandler,
} from './push-routes.ts';
import { KEPT_DAYS } from './read-notifications.ts';
import { sendDuePushes } from './send-pushes.ts';
import { settingsHandler, updateSettingsHandler } from './settings.ts';
import { streamHandler } from './stream.ts';

/** What nobody is shown any more. */
async function dropOldCauses({ db, now }: Context): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
  await db.deleteFrom('notification_causes').where('created_at', '<', before).execute();
}

const cleaning = daily('drop-old-notifications', dropOldCauses);

export const notificationsService: Service = {
  name: 'notifications',
  base: SERVICE_BASES.main,
  routes: [
    listHandler,
    countHandler,
    markReadHandler,
    removeHandler,
    streamHandler,
    settingsHandler,
    updateSettingsHandler,
    pushSubscriptionsHandler,
    subscribeToPushHandler,
    unsubscribeFromPushHandler,
  ],
  subscriptions: notificationSubscriptions,
  jobs(context) {
    cleaning.declare(context);
    declareDigests(context);
  },
  async started(context) {
    await cleaning.next(context);
    await digestRound.next(context);
  },
  sweep: sendDuePushes,
  // Whatever process queued it, a push goes out about when open pages hear of its cause.
  sweepPauseMs: 1000,
};
