import type { Billing } from './billing.ts';
import { refreshPayment } from './payments.ts';
import { CardRefused, type ProviderNotice } from './provider.ts';

/** Notices that are handled before they are answered. More at once are written down, answered, and handled in turn. */
const MAX_INLINE = 4;
/** Payments that are read at once while a backlog is worked off: members' calls come first. */
const BACKLOG_CONCURRENCY = 3;
const BATCH = 500;
/** A notice is refused minutes after it was signed; rows of it are kept so long that people can look back. */
const KEEP_MS = 35 * 86_400_000;

interface Backlog {
  inline: number;
  /** The run that works the backlog off; it goes on while notices arrive. */
  draining: Promise<void> | null;
  isFull: boolean;
}
const backlogs = new WeakMap<Billing, Backlog>();
const backlogOf = (billing: Billing): Backlog => {
  let backlog = backlogs.get(billing);
  if (!backlog) backlogs.set(billing, (backlog = { inline: 0, draining: null, isFull: false }));
  return backlog;
};

/** Whose payment it is: by its name at the provider, or by the attempt that the provider kept with it. */
async function findAttempt(
  { context: { db }, provider }: Billing,
  ref: string,
): Promise<{ user_id: number; id: number } | null> {
  const known = await db
    .selectFrom('payment_attempts')
    .select(['user_id', 'id'])
    .where('provider_ref', '=', ref)
    .executeTakeFirst();
  if (known) return known;
  const { attemptId } = await provider.read(ref);
  if (attemptId === null) return null;
  const attempt = await db
    .selectFrom('payment_attempts')
    .select(['user_id', 'id'])
    .where('id', '=', attemptId)
    .executeTakeFirst();
  return attempt ?? null;
}

/** Reads what notices are about, once for all that name the same payment. What a notice itself says changes nothing. */
async function handleNotices(
  billing: Billing,
  ref: string | null,
  eventIds: readonly string[],
): Promise<void> {
  const { context, provider } = billing;
  const attempt =
    ref === null
      ? null
      : await findAttempt(billing, ref).catch((error: unknown) => {
          // The provider has no such payment, and never will: it belongs to another shop or mode.
          if (error instanceof CardRefused) return null;
          throw error;
        });
  if (attempt) await refreshPayment(billing, attempt.user_id, attempt.id);
  await context.db
    .updateTable('provider_events')
    .set({ handled_at: context.now() })
    .where('provider', '=', provider.name)
    .where('event_id', 'in', eventIds)
    .execute();
}

/**
 * Takes a notice, each once. One that cannot be handled now stays, and is tried again by the provider and by us. When
 * many come at once each is stored and answered, and they are handled a few at a time.
 */
export async function takeNotice(billing: Billing, notice: ProviderNotice): Promise<void> {
  const { context, provider } = billing;
  const key = { provider: provider.name, event_id: notice.eventId };
  const added = await context.db
    .insertInto('provider_events')
    .values({
      ...key,
      kind: notice.kind.slice(0, 100),
      ref: notice.ref,
      received_at: context.now(),
      handled_at: null,
    })
    .onConflict((on) => on.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  if (!added) {
    const row = await context.db
      .selectFrom('provider_events')
      .select('handled_at')
      .where('provider', '=', key.provider)
      .where('event_id', '=', key.event_id)
      .executeTakeFirst();
    if (row?.handled_at) return;
  }
  const backlog = backlogOf(billing);
  if (backlog.inline >= MAX_INLINE || backlog.draining) return drainSoon(billing, backlog);
  backlog.inline++;
  try {
    await handleNotices(billing, notice.ref, [notice.eventId]);
  } finally {
    backlog.inline--;
  }
}

/** A process that ends on the way leaves its backlog to the next look of any process. */
function drainSoon(billing: Billing, backlog: Backlog): void {
  backlog.isFull = true;
  backlog.draining ??= (async () => {
    try {
      while (backlog.isFull) {
        backlog.isFull = false;
        await handleWaitingNotices(billing);
      }
    } catch (error) {
      billing.context.log.warn({ err: error }, 'the backlog of notices waits for the next look');
    } finally {
      backlog.draining = null;
    }
  })();
}

/** Takes up what waits; where that is being done already, it is waited for and not done twice. */
export async function workOffBacklog(billing: Billing): Promise<void> {
  const backlog = backlogOf(billing);
  drainSoon(billing, backlog);
  await backlog.draining;
}

/** Takes up notices that could not be handled when they came. One that fails again does not hold up those behind it. */
async function handleWaitingNotices(billing: Billing): Promise<void> {
  const { context, provider } = billing;
  let last: { received_at: Date; event_id: string } | undefined;
  for (;;) {
    const from = last;
    const waiting = await context.db
      .selectFrom('provider_events')
      .select(['event_id', 'ref', 'received_at'])
      .where('provider', '=', provider.name)
      .where('handled_at', 'is', null)
      .$if(from !== undefined, (query) =>
        query.where((at) =>
          at.or([
            at('received_at', '>', from!.received_at),
            at.and([at('received_at', '=', from!.received_at), at('event_id', '>', from!.event_id)]),
          ]),
        ),
      )
      .orderBy('received_at')
      .orderBy('event_id')
      .limit(BATCH)
      .execute();
    last = waiting.at(-1);
    const byPayment = Map.groupBy(waiting, ({ ref }) => ref);
    const queue = byPayment.entries();
    const work = async () => {
      for (const [ref, events] of queue)
        await handleNotices(
          billing,
          ref,
          events.map(({ event_id }) => event_id),
        ).catch((error: unknown) => context.log.warn({ err: error, ref }, 'a notice is tried again'));
    };
    await Promise.all(Array.from({ length: BACKLOG_CONCURRENCY }, work));
    if (waiting.length < BATCH) return;
  }
}

/** Ends the rows of notices that were handled long ago. */
export async function purgeNotices({ context: { db, now } }: Billing): Promise<void> {
  const before = new Date(now().getTime() - KEEP_MS);
  await db.deleteFrom('provider_events').where('handled_at', '<', before).execute();
  await db.deleteFrom('local_notices').where('delivered_at', '<', before).execute();
}
