import { authCalls, CLIENT_EVENTS_MAX_BYTES, isErrorReport, type ClientEvent } from '@waymark/api-contract';
import { sql } from 'kysely';
import { firstIdAt } from '../../kernel/database/ids.ts';
import { daily } from '../../kernel/jobs/recurring.ts';
import type { Context } from '../../kernel/server/context.ts';
import { route } from '../../kernel/server/route.ts';
import { isGranted } from '../consents/evaluate.ts';
import { findConsentStatus } from '../consents/status.ts';
import { findSubject } from '../consents/visitor.ts';
import { requireOwnPage } from '../sessions/cookie.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Rows deleted in one statement: locks stay short and the log of changes small. */
const PURGE_BATCH = 5000;
/** A busy device sends some 400 kB an hour. */
const BYTES_PER_HOUR = 2 * 1024 * 1024;

const text = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 64) : null);

/** A browser's clock may be anywhere; an event is never later than its arrival. */
function timeOf({ at }: ClientEvent, received: Date): Date {
  const claimed = at ? new Date(at) : received;
  return claimed > received ? received : claimed;
}

export const clientEventsHandler = route<typeof authCalls.clientEvents>({
  call: authCalls.clientEvents,
  access: 'anyone',
  lenient: true,
  beacon: true,
  bodyLimit: CLIENT_EVENTS_MAX_BYTES,
  // Each device has its own budget, and all devices of an address together five times as much.
  limit: [
    { max: 60, windowSeconds: 60, account: 'device_id' },
    { max: BYTES_PER_HOUR, windowSeconds: 3600, account: 'device_id', unit: 'bytes' },
  ],
  async handler({ context, caller, body, request }) {
    const { db, env, newId, now } = context;
    requireOwnPage(request, env.SITE_URL);
    const received = now();
    const subject = await findSubject(context, caller, request);
    const isAllowed = isGranted(await findConsentStatus(context, subject, {}, request), 'analytics');
    const events = [...(body.event ? [body.event] : []), ...(body.events ?? [])].filter(
      ({ name }) => isAllowed || isErrorReport(name),
    );
    if (events.length > 0)
      await db
        .insertInto('client_events')
        .values(
          events.map((event) => ({
            id: newId(),
            name: event.name,
            at: timeOf(event, received),
            received_at: received,
            user_id: isAllowed ? (caller?.userId ?? null) : null,
            device_id: isAllowed ? (body.device_id ?? null) : null,
            remote: text(event.properties?.['remote']),
            version: text(event.properties?.['version']),
            properties: JSON.stringify(event.properties ?? {}),
          })),
        )
        .execute();
    return { ok: true as const };
  },
});

/** Deletes the events that are older than the configured days. */
export async function purgeClientEvents({ db, env, now }: Context): Promise<void> {
  const oldestKept = firstIdAt(now().getTime() - env.CLIENT_EVENTS_DAYS * DAY_MS);
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from client_events where id in (
        select id from client_events where id < ${oldestKept} order by id limit ${PURGE_BATCH}
      )`.execute(db);
    if (numAffectedRows < PURGE_BATCH) return;
  }
}

/** The daily end of events whose time is over. */
export const clientEventsRetention = daily('client_events.purge', purgeClientEvents);
