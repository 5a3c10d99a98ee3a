import type { EmailKind } from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { isMailWanted } from '../../members/email-preferences/preferences.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { hourly } from '../../kernel/jobs/recurring.ts';
import { type MailContent, writeMail } from '../../kernel/mail/letter.ts';
import type { Context } from '../../kernel/server/context.ts';
import { addDays } from '../../kernel/local-day.ts';
import type { DueMail, MailMember, MailName, ScheduledMailName } from './tables.ts';

/** What one mail to each member says, and whom it reaches. */
export interface MailPlan {
  name: MailName;
  /** The switch of the member that stops it. */
  kind: EmailKind;
  /** Hour of the member's day from which on it is sent. */
  hour: number;
  /** What the mail says, from what is there and visible to its member now; null where there is nothing to say. */
  compose(context: Context, member: MailMember): Promise<ComposedMail | null>;
}

/** A mail that comes at an hour of the member's clock. */
export interface ScheduledMail extends MailPlan {
  name: ScheduledMailName;
  /** Who may get one on a local day, found without a query for each member; null where nobody does. */
  findCandidates(db: Db, day: string, now: Date): Promise<Candidates | null>;
}

interface Candidates {
  /** On `users u`. */
  condition: RawBuilder<boolean>;
  /** `ComposedMail.day` of those that they get. */
  day: string;
}

export interface ComposedMail {
  content: Omit<MailContent, 'greeting'>;
  /** What the mail is about: one about an earlier or the same day is not sent again. */
  day: string;
  /** Things that no later mail tells again. */
  told: readonly string[];
}

/** An hour that was missed, by a server that was down, is made up for until so many hours later. */
const CATCH_UP_HOURS = 5;
const PAGE_SIZE = 2000;
const PAGE = 'scheduled-mails.page';
const SEND = 'scheduled-mails.send';
/** Longer than anything is told late; of news, longer than anybody sends the same again. */
const KEPT_DAYS = 400;

interface PageJob {
  name: ScheduledMailName;
  timeZone: string;
  /** The last member of the page before. */
  after: number;
}

interface LocalTime {
  day: string;
  hour: number;
}

async function readLocalTime(db: Db, timeZone: string, now: Date): Promise<LocalTime> {
  const { rows } = await sql<LocalTime>`
    select local::date::text as day, extract(hour from local)::int as hour
    from (select ${now}::timestamptz at time zone known_time_zone(${timeZone}) as local) as t`.execute(db);
  return rows[0]!;
}

/** The zones of all members, from one index entry each. */
async function readTimeZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ time_zone: string }>`
    with recursive zone as (
      (select time_zone from users order by time_zone limit 1)
      union all
      select (select u.time_zone from users u where u.time_zone > zone.time_zone order by u.time_zone limit 1)
      from zone where zone.time_zone is not null
    ) select time_zone from zone where time_zone is not null`.execute(db);
  return rows.map(({ time_zone: timeZone }) => timeZone);
}

const isDueAt = ({ hour }: ScheduledMail, local: LocalTime): boolean =>
  local.hour >= hour && local.hour < hour + CATCH_UP_HOURS;

/** On `users u`: they want mails of this kind, with a confirmed address, and are neither suspended nor leaving. */
export const isReachable = (kind: EmailKind): RawBuilder<boolean> => sql<boolean>`
  (${isMailWanted(kind)} and exists (select from logins l where l.user_id = u.id and l.email_confirmed_at is not null)
    and not exists (select from hidden_members h where h.user_id = u.id))`;

/** Queues a walk over the members of each zone where it is the hour of a mail. */
async function queueDue(context: Context, plans: readonly ScheduledMail[]): Promise<void> {
  const { db, jobs, now } = context;
  for (const timeZone of await readTimeZones(db)) {
    const local = await readLocalTime(db, timeZone, now());
    for (const plan of plans.filter((one) => isDueAt(one, local)))
      await jobs.send<PageJob>(
        PAGE,
        { name: plan.name, timeZone, after: 0 },
        { key: `${plan.name} ${timeZone} 0` },
      );
  }
}

/** Queues the mails of one page of a zone's members, then the next page. What it does may be repeated. */
async function queuePage(
  { db, jobs, now }: Context,
  plan: ScheduledMail,
  { timeZone, after }: PageJob,
): Promise<void> {
  const { name, kind } = plan;
  const { day } = await readLocalTime(db, timeZone, now());
  const candidates = await plan.findCandidates(db, day, now());
  if (!candidates) return;
  const { rows } = await sql<{ last: number | null; n: number; due: string[] | null }>`
    with page as (
      select id from users where time_zone = ${timeZone} and id > ${after} order by id limit ${PAGE_SIZE}
    ) select (select max(id) from page) as last, (select count(*) from page)::int as n,
      (select array_agg(u.id order by u.id) from page join users u on u.id = page.id
        where ${candidates.condition} and ${isReachable(kind)} and not exists (
          select from sent_mails s
          where s.user_id = u.id and s.mail = ${name} and s.day >= ${candidates.day}::date)) as due`.execute(
    db,
  );
  const { last, n, due } = rows[0]!;
  for (const userId of due ?? [])
    await jobs.send<DueMail>(SEND, { name, userId: Number(userId) }, { key: `${name} ${userId}` });
  if (n === PAGE_SIZE)
    await jobs.send<PageJob>(
      PAGE,
      { name, timeZone, after: Number(last) },
      { key: `${name} ${timeZone} ${last}` },
    );
}

/** A member whom the mail may reach now, held so that switching it off meanwhile waits for the mail. */
async function lockMember(
  trx: Trx,
  { kind, hour }: MailPlan,
  userId: number,
  now: Date,
): Promise<MailMember | null> {
  const local = sql`(${now}::timestamptz at time zone known_time_zone(u.time_zone))`;
  const { rows } = await sql<MailMember>`
    select u.id as "userId", l.email, u.first_name as "firstName", known_time_zone(u.time_zone) as "timeZone",
      u.display_measurement_system as system, u.first_day_of_week as "firstDayOfWeek",
      ${local}::date::text as today,
      (u.created_at at time zone known_time_zone(u.time_zone))::date::text as "joinedDay"
    from users u join logins l on l.user_id = u.id
    where u.id = ${userId} and extract(hour from ${local}) >= ${hour} and ${isReachable(kind)}
    for share of u`.execute(trx);
  return rows[0] ?? null;
}

/** @returns false where a mail about this day or a later one has been claimed before */
async function claim(trx: Trx, userId: number, name: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    insert into sent_mails (user_id, mail, day) values (${userId}, ${name}, ${day}::date)
    on conflict (user_id, mail) do update set day = excluded.day where sent_mails.day < excluded.day
    returning user_id`.execute(trx);
  return rows.length > 0;
}

/** Nothing was sent: the queue tries again. */
async function unclaim(
  { db }: Context,
  { name, userId }: DueMail,
  { day, told }: ComposedMail,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('sent_mails')
      .set({ day: addDays(day, -1) })
      .where('user_id', '=', userId)
      .where('mail', '=', name)
      .where('day', '=', day)
      .execute();
    if (told.length > 0)
      await trx
        .deleteFrom('sent_mails')
        .where('user_id', '=', userId)
        .where('mail', 'in', [...told])
        .execute();
  });
}

/**
 * Sends a member their mail, once: it is claimed in the database before it is sent, so that a process that is killed
 * meanwhile may lose a mail but never sends one twice.
 */
export async function sendMail(context: Context, plan: MailPlan, userId: number): Promise<void> {
  const { db, now } = context;
  const claimed = await db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, plan, userId, now());
    const composed = member && (await plan.compose({ ...context, db: trx }, member));
    if (!composed || !(await claim(trx, userId, plan.name, composed.day))) return null;
    for (const told of composed.told) await claim(trx, userId, told, composed.day);
    return { member, composed };
  });
  if (!claimed) return;
  const { member, composed } = claimed;
  const mail = writeMail(
    context,
    { email: member.email, userId },
    { ...composed.content, greeting: member.firstName },
    plan.kind,
  );
  try {
    await context.mail(mail);
  } catch (error) {
    await unclaim(context, { name: plan.name, userId }, composed);
    throw error;
  }
}

/** The scheduled mails of some plans: what a service declares, starts and, in tests, does at once. */
export function scheduleMails(plans: readonly ScheduledMail[]) {
  const planOf = (name: MailName): ScheduledMail => plans.find((plan) => plan.name === name)!;
  const queue = (context: Context) => queueDue(context, plans);
  const send = (context: Context, { name, userId }: DueMail) => sendMail(context, planOf(name), userId);
  const round = hourly('scheduled-mails', queue);
  return {
    queue,
    send,
    declare(context: Context): void {
      round.declare(context);
      context.jobs.work<PageJob>(PAGE, { concurrency: 1, retries: 5, timeoutSeconds: 300 }, (job) =>
        queuePage(context, planOf(job.name), job),
      );
      context.jobs.work<DueMail>(SEND, { concurrency: 2, retries: 5, timeoutSeconds: 60 }, (job) =>
        send(context, job),
      );
    },
    next: round.next,
  };
}

/** Forgets what was sent so long ago that nothing sends it again. */
export async function purgeSentMails({ db, now }: Context): Promise<void> {
  const before = addDays(now().toISOString().slice(0, 10), -KEPT_DAYS);
  await db.deleteFrom('sent_mails').where('day', '<', before).execute();
}
