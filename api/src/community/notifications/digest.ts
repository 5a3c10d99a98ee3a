import type { Notification } from '@waymark/api-contract';
import { sql } from 'kysely';
import { wantsMail } from '../../members/email-preferences/preferences.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { hourly } from '../../kernel/jobs/recurring.ts';
import { writeMail } from '../../kernel/mail/letter.ts';
import type { Context } from '../../kernel/server/context.ts';
import { presentGroups, readUnmailedGroups } from './read-notifications.ts';
import { sentenceOf } from './sentence.ts';
import { readSettings } from './settings.ts';

/** Mails go out in the member's morning; weekly ones on Mondays. */
const MORNING_HOUR = 7;
const SHOWN_MAX = 20;
const DIGEST = 'notification-digest';
interface DigestJob {
  userId: number;
}

/**
 * Members with a confirmed address whose local day has a morning behind it and no digest yet; not those who wait for
 * their account to be deleted.
 */
const dueMembers = (now: Date) => sql`
  select s.user_id, local.day from notification_settings s
  join users on users.id = s.user_id
  join logins on logins.user_id = s.user_id and logins.email_confirmed_at is not null
  cross join lateral (
    select (${now}::timestamptz at time zone known_time_zone(users.time_zone))::date as day,
      extract(hour from ${now}::timestamptz at time zone known_time_zone(users.time_zone)) as hour,
      extract(isodow from ${now}::timestamptz at time zone known_time_zone(users.time_zone)) as weekday) as local
  where s.email_digest <> 'off' and local.hour >= ${MORNING_HOUR}
    and (s.email_digest = 'daily' or local.weekday = 1)
    and (s.digest_day is null or s.digest_day < local.day)
    and not exists (select from deletion_requests d where d.user_id = s.user_id)`;

export const digestRound = hourly('notification-digests', queueDigests);

/** Queues a digest for each member whose turn it is. */
export async function queueDigests({ db, jobs, now }: Context): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`select user_id from (${dueMembers(now())}) as due`.execute(
    db,
  );
  for (const { user_id: userId } of rows)
    await jobs.send<DigestJob>(DIGEST, { userId }, { key: String(userId) });
}

export function declareDigests(context: Context): void {
  digestRound.declare(context);
  const options = { concurrency: 1, retries: 5, timeoutSeconds: 60 };
  context.jobs.work<DigestJob>(DIGEST, options, ({ userId }) => sendDigest(context, userId));
}

interface Claimed {
  notifications: Notification[];
  ids: number[];
  /** Groups that the mail has no room for. */
  moreCount: number;
  day: string;
}

/**
 * Takes what the digest tells out of all later ones before it is sent: a process that is killed meanwhile may lose a
 * mail, whose content is still unread in the product, but never sends one twice.
 */
async function claim(trx: Trx, userId: number, now: Date): Promise<Claimed | null> {
  const { rows } = await sql<{ day: string }>`
    select due.day::text as day from (${dueMembers(now)}) as due
    join notification_settings s on s.user_id = due.user_id
    where due.user_id = ${userId} for update of s`.execute(trx);
  const [due] = rows;
  if (!due || !(await wantsMail(trx, userId, 'social'))) return null;
  const groups = await readUnmailedGroups(trx, userId, now);
  const notifications = await presentGroups(trx, userId, groups.slice(0, SHOWN_MAX), now);
  const ids = groups.flatMap(({ cause_ids }) => cause_ids.map(Number));
  await trx
    .updateTable('notification_settings')
    .set({ digest_day: due.day })
    .where('user_id', '=', userId)
    .execute();
  if (ids.length > 0)
    await trx
      .updateTable('notification_causes')
      .set({ emailed_at: now })
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .execute();
  const moreCount = Math.max(0, groups.length - SHOWN_MAX);
  return { notifications, ids, moreCount, day: due.day };
}

/** Nothing was sent: the queue tries again. */
async function unclaim({ db }: Context, userId: number, { ids, day }: Claimed): Promise<void> {
  await db
    .updateTable('notification_causes')
    .set({ emailed_at: null })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  await db
    .updateTable('notification_settings')
    .set({ digest_day: null })
    .where('user_id', '=', userId)
    .where('digest_day', '=', day)
    .execute();
}

/** Sends a member what they have not read, unless it is deleted or hidden by now. Nothing unread, no mail. */
export async function sendDigest(context: Context, userId: number): Promise<void> {
  const { db, env, now } = context;
  const claimed = await db.transaction().execute((trx) => claim(trx, userId, now()));
  if (!claimed || claimed.ids.length === 0) return;
  const member = await db
    .selectFrom('logins')
    .innerJoin('users', 'users.id', 'logins.user_id')
    .select(['email', 'first_name'])
    .where('logins.user_id', '=', userId)
    .executeTakeFirst();
  if (!member) return;
  const { email_digest: digest } = await readSettings(db, userId);
  const site = env.SITE_URL.replace(/\/$/, '');
  const mail = writeMail(
    context,
    { email: member.email, userId },
    {
      subject:
        digest === 'weekly' ? 'Your week with friends on Waymark' : 'News from your friends on Waymark',
      greeting: member.first_name,
      lines: [
        ...claimed.notifications.map(sentenceOf),
        ...(claimed.moreCount > 0 ? [`And ${claimed.moreCount} more.`] : []),
      ],
      action: { label: 'See all notifications', href: `${site}/notifications` },
      after: [`Choose what these mails are about and how often they come: ${site}/notifications/settings`],
    },
    'social',
  );
  try {
    await context.mail(mail);
  } catch (error) {
    await unclaim(context, userId, claimed);
    throw error;
  }
}
