import { authCalls, type ClientEvent } from '@waymark/api-contract';
import { route } from '../server/route.ts';

const text = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 64) : null);

/** A browser's clock may be anywhere; an event is never later than its arrival. */
function timeOf({ at }: ClientEvent, received: Date): Date {
  const told = at ? new Date(at) : received;
  return told > received ? received : told;
}

export const clientEventsRoute = route<typeof authCalls.clientEvents>({
  call: authCalls.clientEvents,
  access: 'anyone',
  lenient: true,
  beacon: true,
  bodyLimit: 256 * 1024,
  limit: { max: 300, windowSeconds: 60 },
  async handler({ context: { db, newId, now }, caller, body }) {
    const received = now();
    const events = [...(body.event ? [body.event] : []), ...(body.events ?? [])];
    if (events.length > 0)
      await db
        .insertInto('client_events')
        .values(
          events.map((event) => ({
            id: newId(),
            name: event.name,
            at: timeOf(event, received),
            received_at: received,
            user_id: caller?.userId ?? null,
            device_id: body.device_id ?? null,
            remote: text(event.properties?.['remote']),
            version: text(event.properties?.['version']),
            properties: JSON.stringify(event.properties ?? {}),
          })),
        )
        .execute();
    return { ok: true as const };
  },
});
