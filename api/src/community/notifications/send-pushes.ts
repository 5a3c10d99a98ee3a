import { type Selectable, sql } from 'kysely';
import webPush from 'web-push';
import { wantsChannel } from '../../members/email-preferences/preferences.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { isPushEndpoint } from '../../kernel/server/push-services.ts';
import { NOTIFICATION_RULES } from './notification-rules.ts';
import { pushKeys } from './push-key.ts';
import { presentGroups, readPushGroups } from './read-notifications.ts';
import { sentenceOf } from './sentence.ts';
import type { PushQueueTable, PushSubscriptionTable } from './tables.ts';

/** What is older is no news: it was queued while the API or a push service was away. */
const LIFE_SECONDS = 86_400;
const ANSWER_MS = 5000;
/** A round ends after this and goes on with the next one: a process that stops waits for it. */
const ROUND_MS = 10_000;
const BROWSERS_AT_ONCE = 10;
const BROWSERS_CLAIMED_MAX = 20;
/** Pauses after each failure; after the last one it is given up. */
const RETRY_SECONDS = [30, 120, 600, 3600];
/** Answers that mean later: too many at once, or the push service is not well. */
const isTemporary = (status: number) => status === 408 || status === 429 || status >= 500;

/** Ends a subscription with what waits for it. @returns false when there is none */
export async function removePushSubscription(db: Db, userId: number, id: number): Promise<boolean> {
  await db.deleteFrom('push_queue').where('user_id', '=', userId).where('subscription_id', '=', id).execute();
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

interface Claimed {
  userId: number;
  subscriptionId: number;
  causes: Pick<PushQueueTable, 'cause_id' | 'attempts'>[];
}

/**
 * Takes what is due out of the queue before it is sent: a process that is killed meanwhile may lose a push, whose
 * content is still unread in the product, but never sends one twice. Of a browser all that is due goes together: the
 * first of its rows is locked for all of them, so that no other round takes the others at the same time.
 */
async function claim({ db, now }: Context): Promise<Claimed[]> {
  const { rows } = await sql<Omit<PushQueueTable, 'due_at'>>`
    with browsers as (
      select user_id, subscription_id from push_queue q
      where due_at <= ${now()} and cause_id = (
        select min(first.cause_id) from push_queue first
        where first.user_id = q.user_id and first.subscription_id = q.subscription_id and first.due_at <= ${now()})
      order by due_at limit ${BROWSERS_CLAIMED_MAX} for update skip locked)
    delete from push_queue q using browsers
    where q.user_id = browsers.user_id and q.subscription_id = browsers.subscription_id and q.due_at <= ${now()}
    returning q.user_id, q.subscription_id, q.cause_id, q.attempts`.execute(db);
  return [...Map.groupBy(rows, ({ subscription_id: id }) => id)].map(([subscriptionId, causes]) => ({
    userId: causes[0]!.user_id,
    subscriptionId,
    causes,
  }));
}

/** The subscription, while its browser is signed in and can be reached; ends it otherwise. */
async function findLiveSubscription(
  context: Context,
  { userId, subscriptionId }: Claimed,
): Promise<Selectable<PushSubscriptionTable> | null> {
  const { db, env, now } = context;
  const found = await db
    .selectFrom('push_subscriptions as p')
    .leftJoin('sessions as s', (on) =>
      on
        .onRef('s.user_id', '=', 'p.user_id')
        .onRef('s.id', '=', 'p.session_id')
        .on('s.ended_at', 'is', null)
        .on('s.expires_at', '>', now()),
    )
    .selectAll('p')
    .select('s.id as live_session_id')
    .where('p.user_id', '=', userId)
    .where('p.id', '=', subscriptionId)
    .executeTakeFirst();
  if (!found) return null;
  if (
    found.live_session_id !== null &&
    found.server_key === pushKeys(context).publicKey &&
    isPushEndpoint(env.PUSH_SERVICES, found.endpoint)
  )
    return found;
  await removePushSubscription(db, userId, subscriptionId);
  return null;
}

/** What the push service answered; null when there was no answer. */
interface Outcome {
  status: number | null;
  retryAfterSeconds: number;
}

/** @param topic what an earlier one of the same topic, not delivered yet, is replaced by */
async function post(
  context: Context,
  { endpoint, p256dh, auth }: Selectable<PushSubscriptionTable>,
  payload: object,
  topic: string,
): Promise<Outcome> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: `mailto:${context.env.SUPPORT_EMAIL}`, ...pushKeys(context) },
      TTL: LIFE_SECONDS,
      topic,
    },
  );
  const { 'Content-Length': _, ...sent } = headers as Record<string, string>;
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel();
    const seconds = Number(answer.headers.get('retry-after'));
    return { status: answer.status, retryAfterSeconds: Number.isFinite(seconds) ? seconds : 0 };
  } catch {
    return { status: null, retryAfterSeconds: 0 };
  }
}

async function requeue(
  { db, now }: Context,
  { userId, subscriptionId }: Claimed,
  causes: Claimed['causes'],
  atLeastSeconds: number,
): Promise<void> {
  const again = causes.flatMap(({ cause_id, attempts }) => {
    const pause = RETRY_SECONDS[attempts];
    if (pause === undefined) return [];
    const seconds = Math.min(Math.max(pause, atLeastSeconds), RETRY_SECONDS.at(-1)!);
    return {
      user_id: userId,
      subscription_id: subscriptionId,
      cause_id,
      attempts: attempts + 1,
      due_at: new Date(now().getTime() + seconds * 1000),
    };
  });
  if (again.length === 0) return;
  await db
    .insertInto('push_queue')
    .values(again)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Sends to one browser what exists and may be seen at this moment, that which belongs together as one. */
async function sendToBrowser(context: Context, claimed: Claimed): Promise<void> {
  const { db, log, now } = context;
  const { userId, subscriptionId, causes } = claimed;
  const subscription = await findLiveSubscription(context, claimed);
  if (!subscription || !(await wantsChannel(db, userId, 'push'))) return;
  const groups = await readPushGroups(
    db,
    userId,
    causes.map(({ cause_id }) => cause_id),
    now(),
  );
  const fresh = groups.filter(
    ({ created_at }) => created_at.getTime() > now().getTime() - LIFE_SECONDS * 1000,
  );
  const notifications = await presentGroups(db, userId, fresh, now());
  for (const [index, notification] of notifications.entries()) {
    const { kind, subject_id, cause_ids } = fresh[index]!;
    const isOfSubject = NOTIFICATION_RULES[kind].grouping === 'subject';
    const tag = `${kind}-${(isOfSubject && subject_id) || notification.id}`;
    const { status, retryAfterSeconds } = await post(
      context,
      subscription,
      { title: 'Waymark', body: sentenceOf(notification), page: notification._links['page']![0]!.href, tag },
      tag,
    );
    if (status === 404 || status === 410) {
      await removePushSubscription(db, userId, subscriptionId);
      return;
    }
    if (status !== null && status >= 200 && status < 300) {
      await db
        .updateTable('push_subscriptions')
        .set({ last_sent_at: now() })
        .where('user_id', '=', userId)
        .where('id', '=', subscriptionId)
        .execute();
      continue;
    }
    log.warn({ status, service: new URL(subscription.endpoint).host }, 'a push service took no notification');
    if (status !== null && !isTemporary(status)) continue;
    const ids = new Set(cause_ids.map(Number));
    const failed = causes.filter(({ cause_id }) => ids.has(cause_id));
    await requeue(context, claimed, failed, retryAfterSeconds);
  }
}

/** Sends what is due, to some browsers at a time. Any number of processes do so beside each other. */
export async function sendDuePushes(context: Context): Promise<void> {
  const endsAt = Date.now() + ROUND_MS;
  for (;;) {
    const claimed = await claim(context);
    if (claimed.length === 0) return;
    const failures: unknown[] = [];
    for (let i = 0; i < claimed.length; i += BROWSERS_AT_ONCE) {
      const sending = claimed.slice(i, i + BROWSERS_AT_ONCE);
      const results = await Promise.allSettled(sending.map((one) => sendToBrowser(context, one)));
      for (const result of results) if (result.status === 'rejected') failures.push(result.reason);
    }
    // Not before: what was claimed has left the queue, of all these browsers.
    if (failures.length > 0) throw failures[0];
    if (Date.now() > endsAt) return;
  }
}
