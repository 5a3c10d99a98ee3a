import { createHash, createHmac } from 'node:crypto';
import {
  type CalendarAddress,
  calendarAddressCalls,
  type PlannedSession,
  SERVICE_BASES,
  startedPlanCalls,
} from '@waymark/api-contract';
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { Selectable } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { hasEntityTag } from '../../kernel/server/entity-tag.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { isSameText } from '../../kernel/server/secrets.ts';
import { ADDRESS_READS, countMember, SERVICE_LIMIT } from '../../kernel/server/member-limit.ts';
import { route } from '../../kernel/server/route.ts';
import { findDeletion } from '../../members/deletion/find-deletion.ts';
import { lockSession } from '../../members/security/identity.ts';
import { attachmentHeader, exportFileName } from '../../recordings/formats/export-file-name.ts';
import { addDays } from '../../kernel/local-day.ts';
import { CHOICE_DAYS, findToday, presentSessions, readStartedPlans } from './read-started.ts';
import { fitWorkout, tcxWorkout, zwoWorkout } from './session-files.ts';
import type { CalendarAddressTable } from './tables.ts';

type AddressRow = Selectable<CalendarAddressTable>;

/** 128 bits of the address are secret. */
const SECRET_BYTES = 16;
/** Days that a calendar shows before and after today. */
const PAST_DAYS = 90;
const FUTURE_DAYS = 400;
const TTL_SECONDS = 6 * 3600;

const siteOf = ({ env }: Pick<Context, 'env'>): string => env.SITE_URL.replace(/\/$/, '');

function keyOf({ derive }: Pick<Context, 'derive'>, { user_id: userId, nonce }: AddressRow): string {
  const signature = createHmac('sha256', derive('calendar addresses')).update(`${userId}.${nonce}`).digest();
  return `${userId.toString(36)}.${signature.subarray(0, SECRET_BYTES).toString('base64url')}`;
}

const present = (context: Context, row: AddressRow | undefined): CalendarAddress => ({
  href: row ? `${siteOf(context)}${SERVICE_BASES.main}/calendar/${keyOf(context, row)}/training.ics` : null,
  created_datetime: row?.created_at.toISOString() ?? null,
});

const find = ({ db }: Context, userId: number): Promise<AddressRow | undefined> =>
  db.selectFrom('calendar_addresses').selectAll().where('user_id', '=', userId).executeTakeFirst();

export const calendarAddressHandler = route<typeof calendarAddressCalls.read>({
  call: calendarAddressCalls.read,
  access: 'member',
  handler: async ({ context, caller }) => present(context, await find(context, caller!.userId)),
});

export const renewCalendarAddressHandler = route<typeof calendarAddressCalls.renew>({
  call: calendarAddressCalls.renew,
  access: 'member',
  async handler({ context, caller, request }) {
    const address = { nonce: context.newId(), created_at: context.now() };
    const row = await context.db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
      return trx
        .insertInto('calendar_addresses')
        .values({ user_id: caller!.userId, ...address })
        .onConflict((on) => on.column('user_id').doUpdateSet(address))
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return present(context, row);
  },
});

export const removeCalendarAddressHandler = route<typeof calendarAddressCalls.remove>({
  call: calendarAddressCalls.remove,
  access: 'member',
  async handler({ context: { db }, caller }) {
    await db.deleteFrom('calendar_addresses').where('user_id', '=', caller!.userId).execute();
    return undefined;
  },
});

/** @throws ApiProblem 404 for an address that was never made, was renewed or ended, and while the account is being deleted */
async function ownerOf(context: Context, key: string): Promise<number> {
  const userId = Number.parseInt(key.split('.')[0] ?? '', 36);
  const row = Number.isSafeInteger(userId) ? await find(context, userId) : undefined;
  if (!row || !isSameText(key, keyOf(context, row))) throw notFound('calendar');
  if (await findDeletion(context.db, row.user_id)) throw notFound('calendar');
  return row.user_id;
}

function lengthOf({ distance, duration }: PlannedSession): string {
  if (distance !== null) return `${Number((distance / 1000).toFixed(1))} km`;
  const minutes = Math.round(duration / 60);
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

/** When any workout of a member was changed last, deleted ones too: which workout was a session may follow from it. */
async function findLastWorkoutChange({ db }: Pick<Context, 'db'>, userId: number): Promise<number> {
  const { updated_at, deleted_at } = await db
    .selectFrom('workouts')
    .select(({ fn }) => [
      fn.max<Date | null>('updated_at').as('updated_at'),
      fn.max<Date | null>('deleted_at').as('deleted_at'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Math.max(updated_at?.getTime() ?? 0, deleted_at?.getTime() ?? 0);
}

/** Sequences are seconds from here on, and changes of the session itself: both only grow. */
const SEQUENCE_EPOCH_MS = Date.UTC(2020, 0, 1);

async function writeCalendar(context: Context, userId: number): Promise<string> {
  const [plans, today, workoutsChangedAt] = await Promise.all([
    readStartedPlans(context.db, userId),
    findToday(context, userId),
    findLastWorkoutChange(context, userId),
  ]);
  const site = siteOf(context);
  const { hostname } = new URL(site);
  const calendar = ical({
    name: 'Waymark training',
    prodId: { company: 'Waymark', product: 'Training', language: 'EN' },
    ttl: TTL_SECONDS,
  });
  const [from, to] = [addDays(today, -PAST_DAYS), addDays(today, FUTURE_DAYS)];
  for (const plan of plans) {
    const revisions = new Map(plan.sessions.map(({ id, revision }) => [id, revision]));
    for (const session of presentSessions(plan, today)) {
      const { id, day, title, description, status } = session;
      if (day < from || day > to) continue;
      // Whatever changed last: stopping a plan changes its sessions too, and so do the workouts of the days around it.
      const changed = Math.max(
        Date.parse(session.updated_datetime),
        plan.row.updated_at.getTime(),
        day <= addDays(today, CHOICE_DAYS) ? workoutsChangedAt : 0,
      );
      calendar.createEvent({
        id: `session-${id}@${hostname}`,
        start: new Date(`${day}T00:00:00Z`),
        end: new Date(`${addDays(day, 1)}T00:00:00Z`),
        allDay: true,
        summary: `${status === 'done' ? '✓ ' : ''}${title} · ${lengthOf(session)}`,
        description: [description, plan.row.title].filter(Boolean).join('\n'),
        url: `${site}/training-plans/sessions/${id}`,
        status: status === 'skipped' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        transparency: ICalEventTransparency.TRANSPARENT,
        sequence: revisions.get(id)! + Math.max(0, Math.ceil((changed - SEQUENCE_EPOCH_MS) / 1000)),
        stamp: new Date(changed),
        lastModified: new Date(changed),
      });
    }
  }
  return calendar.toString();
}

/** Calendar apps ask often, some every few seconds: an unchanged calendar is not sent again. */
export const calendarHandler = route<typeof calendarAddressCalls.calendar>({
  call: calendarAddressCalls.calendar,
  access: 'anyone',
  lenient: true,
  limit: SERVICE_LIMIT,
  async handler({ context, params, request, reply }) {
    const userId = await ownerOf(context, params.key);
    countMember(request, 'calendar', userId, ADDRESS_READS);
    const body = await writeCalendar(context, userId);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    void reply
      .header('cache-control', 'private, max-age=300')
      .header('etag', etag)
      .header('x-robots-tag', 'noindex')
      .header('content-security-policy', "default-src 'none'; sandbox");
    if (hasEntityTag(request, etag)) return reply.code(304).send();
    return reply.type('text/calendar; charset=utf-8').send(body);
  },
});

const FILES = {
  fit: { write: fitWorkout, type: 'application/vnd.ant.fit' },
  tcx: { write: tcxWorkout, type: 'application/vnd.garmin.tcx+xml; charset=utf-8' },
  zwo: { write: zwoWorkout, type: 'application/xml; charset=utf-8' },
} as const;

export const sessionFileHandler = route<typeof startedPlanCalls.file>({
  call: startedPlanCalls.file,
  access: 'member',
  limit: { max: 120, windowSeconds: 60 },
  async handler({ context, caller, params, query, reply }) {
    const row = await context.db
      .selectFrom('planned_sessions')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw notFound('session');
    const { write, type } = FILES[query.format];
    return reply
      .type(type)
      .header('content-disposition', attachmentHeader(exportFileName(row.day, row.title, query.format)))
      .send(write({ ...row, createdAt: row.updated_at }));
  },
});
