import { notificationCalls, type PushSubscriptionEntry, SERVICE_BASES } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import { allowPush } from '../../members/email-preferences/preferences.ts';
import { invalid, notFound } from '../../kernel/server/errors.ts';
import { isPushEndpoint } from '../../kernel/server/push-services.ts';
import { route } from '../../kernel/server/route.ts';
import { describeDevice } from '../../members/sessions/describe-device.ts';
import { isPushPublicKey, pushKeys } from './push-key.ts';
import { removePushSubscription } from './send-pushes.ts';
import type { PushSubscriptionTable } from './tables.ts';

/** Of more the oldest ends: browsers that were given away without signing out would otherwise fill them up. */
const SUBSCRIPTIONS_MAX = 20;

const present = (
  { id, device, session_id, created_at, last_sent_at }: Selectable<PushSubscriptionTable>,
  sessionId: number | undefined,
): PushSubscriptionEntry => ({
  id,
  device,
  is_current: session_id === sessionId,
  created_datetime: created_at.toISOString(),
  last_sent_datetime: last_sent_at?.toISOString() ?? null,
  _links: { self: [{ href: `${SERVICE_BASES.main}/push_subscription/${id}/`, id: String(id) }] },
});

/** Those of live sessions; what is left of others goes when something would be sent to them. */
export const pushSubscriptionsHandler = route<typeof notificationCalls.pushSubscriptions>({
  call: notificationCalls.pushSubscriptions,
  access: 'member',
  async handler({ context, caller, request }) {
    const { db, env, now } = context;
    const key = pushKeys(context).publicKey;
    const rows = await db
      .selectFrom('push_subscriptions as p')
      .innerJoin('sessions as s', (on) =>
        on.onRef('s.user_id', '=', 'p.user_id').onRef('s.id', '=', 'p.session_id'),
      )
      .selectAll('p')
      .where('p.user_id', '=', caller!.userId)
      .where('p.server_key', '=', key)
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', now())
      .orderBy('p.id', 'desc')
      .execute();
    return {
      _embedded: { push_subscriptions: rows.map((row) => present(row, request.holder?.sessionId)) },
      total_count: rows.length,
      server_key: env.PUSH_SERVICES.length > 0 ? key : null,
    };
  },
});

export const subscribeToPushHandler = route<typeof notificationCalls.subscribeToPush>({
  call: notificationCalls.subscribeToPush,
  access: 'member',
  limit: { max: 60, windowSeconds: 3600 },
  async handler({ context, caller, body: { endpoint, keys }, request }) {
    const { db, env, newId, now } = context;
    if (!isPushEndpoint(env.PUSH_SERVICES, endpoint))
      throw invalid({ endpoint: ["This browser's push service is not one that this site sends to."] });
    if (!isPushPublicKey(keys.p256dh)) throw invalid({ 'keys.p256dh': ['This is no key of a browser.'] });
    const { userId } = caller!;
    const row = await db.transaction().execute(async (trx) => {
      // Of the same browser, by whoever used it before, or of this session with an older address.
      const replaced = await trx
        .deleteFrom('push_subscriptions')
        .where((q) =>
          q.or([
            q('endpoint', '=', endpoint),
            q.and([q('user_id', '=', userId), q('session_id', '=', request.holder!.sessionId)]),
          ]),
        )
        .returning(['user_id', 'id'])
        .execute();
      for (const old of replaced)
        await trx
          .deleteFrom('push_queue')
          .where('user_id', '=', old.user_id)
          .where('subscription_id', '=', old.id)
          .execute();
      const stored = await trx
        .insertInto('push_subscriptions')
        .values({
          user_id: userId,
          id: newId(),
          session_id: request.holder!.sessionId,
          endpoint,
          p256dh: keys.p256dh,
          auth: keys.auth,
          server_key: pushKeys(context).publicKey,
          device: describeDevice(request.headers['user-agent']),
          created_at: now(),
          last_sent_at: null,
        })
        .onConflict((on) => on.column('endpoint').doNothing())
        .returningAll()
        .executeTakeFirst();
      await allowPush(trx, userId);
      const surplus = await trx
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .offset(SUBSCRIPTIONS_MAX)
        .execute();
      for (const { id } of surplus) await removePushSubscription(trx, userId, id);
      // The same browser subscribed in another call at this moment.
      return (
        stored ??
        (await trx
          .selectFrom('push_subscriptions')
          .selectAll()
          .where('endpoint', '=', endpoint)
          .where('user_id', '=', userId)
          .executeTakeFirst())
      );
    });
    if (!row) throw notFound('subscription');
    return present(row, request.holder?.sessionId);
  },
});

export const unsubscribeFromPushHandler = route<typeof notificationCalls.unsubscribeFromPush>({
  call: notificationCalls.unsubscribeFromPush,
  access: 'member',
  async handler({ context: { db }, caller, params }) {
    const isRemoved = await db
      .transaction()
      .execute((trx) => removePushSubscription(trx, caller!.userId, params.id));
    if (!isRemoved) throw notFound('subscription');
    return undefined;
  },
});
