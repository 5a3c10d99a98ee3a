import { setTimeout as pause } from 'node:timers/promises';
import type { Billing } from './billing.ts';
import { type KnownAttempt, refreshPayment, refreshPayments } from './payments.ts';
import { CardRefused, type ProviderNotice } from './provider.ts';

/** Notices that are handled before they are answered. More at once are written down, answered, and handled in turn. */
const MAX_INLINE = 4;
/** Payments that are read at once while a backlog is worked off: members' calls come first. */
const BACKLOG_CONCURRENCY = 4;
const BATCH = 500;
/** Payments whose outcomes are taken over in one transaction, for which their members' locks are held. */
const PAYMENTS_AT_ONCE = 15;
/**
 * Notices that are stored by one statement, and the pause after them: a provider sends the next ones when these are
 * answered, so that members' calls come in between. A thousand a second.
 */
const MAX_STORED_AT_ONCE = 8;
const PAUSE_MS = 8;
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
  const attempt =
    ref === null
      ? null
      : await findAttempt(billing, ref).catch((error: unknown) => {
          // The provider has no such payment, and never will: it belongs to another shop or mode.
          if (error instanceof CardRefused) return null;
          throw error;
        });
  if (attempt) await refreshPayment(billing, attempt.user_id, attempt.id);
  await markHandled(billing, eventIds);
}

type Stored = 'new' | 'waiting' | 'handled';
interface WaitingNotice {
  notice: ProviderNotice;
  resolve: (stored: Stored) => void;
  reject: (error: unknown) => void;
}
interface Store {
  waiting: WaitingNotice[];
  isStoring: boolean;
}
const stores = new WeakMap<Billing, Store>();

/** Stores a notice once. Those that arrive while others are being stored go together into the next statement. */
function storeNotice(billing: Billing, notice: ProviderNotice): Promise<Stored> {
  let store = stores.get(billing);
  if (!store) stores.set(billing, (store = { waiting: [], isStoring: false }));
  const { promise, resolve, reject } = Promise.withResolvers<Stored>();
  store.waiting.push({ notice, resolve, reject });
  if (!store.isStoring) void storeWaiting(billing, store);
  return promise;
}

async function storeWaiting(billing: Billing, store: Store): Promise<void> {
  store.isStoring = true;
  while (store.waiting.length > 0) {
    const batch = store.waiting.splice(0, MAX_STORED_AT_ONCE);
    try {
      const stored = await insertNotices(
        billing,
        batch.map(({ notice }) => notice),
      );
      for (const { notice, resolve } of batch) {
        resolve(stored.get(notice.eventId)!);
        // The same notice twice at once is new once.
        if (stored.get(notice.eventId) === 'new') stored.set(notice.eventId, 'waiting');
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    if (store.waiting.length > 0) await pause(PAUSE_MS);
  }
  store.isStoring = false;
}

async function insertNotices(
  { context: { db, now }, provider }: Billing,
  notices: readonly ProviderNotice[],
): Promise<Map<string, Stored>> {
  const byId = new Map(notices.map((notice) => [notice.eventId, notice]));
  const ids = [...byId.keys()];
  const added = await db
    .insertInto('provider_events')
    .values(
      [...byId.values()].map(({ eventId, kind, ref }) => ({
        provider: provider.name,
        event_id: eventId,
        kind: kind.slice(0, 100),
        ref,
        received_at: now(),
        handled_at: null,
      })),
    )
    .onConflict((on) => on.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .execute();
  const stored = new Map<string, Stored>(added.map(({ event_id }) => [event_id, 'new']));
  if (stored.size === ids.length) return stored;
  const known = await db
    .selectFrom('provider_events')
    .select(['event_id', 'handled_at'])
    .where('provider', '=', provider.name)
    .where(
      'event_id',
      'in',
      ids.filter((id) => !stored.has(id)),
    )
    .execute();
  for (const { event_id, handled_at } of known) stored.set(event_id, handled_at ? 'handled' : 'waiting');
  return stored;
}

/**
 * Takes a notice, each once. One that cannot be handled now stays, and is tried again by the provider and by us. When
 * many come at once each is stored and answered, and they are handled many at a time.
 */
export async function takeNotice(billing: Billing, notice: ProviderNotice): Promise<void> {
  if ((await storeNotice(billing, notice)) === 'handled') return;
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
    const byPayment = [...Map.groupBy(waiting, ({ ref }) => ref)];
    for (let at = 0; at < byPayment.length; at += PAYMENTS_AT_ONCE)
      await handleBatch(billing, byPayment.slice(at, at + PAYMENTS_AT_ONCE));
    if (waiting.length < BATCH) return;
  }
}

type NoticesOfPayment = [ref: string | null, events: { event_id: string }[]];

const findKnown = async ({ context: { db } }: Billing, refs: readonly string[]): Promise<KnownAttempt[]> =>
  refs.length === 0
    ? []
    : db
        .selectFrom('payment_attempts')
        .select(['user_id', 'id', 'amount', 'currency', 'status', 'created_at'])
        .select((at) => at.ref('provider_ref').$castTo<string>().as('provider_ref'))
        .where('provider_ref', 'in', refs)
        .execute();

/** Handles notices of many payments. Those of which one kept the others back, or that nobody knows, are handled one by one. */
async function handleBatch(billing: Billing, batch: readonly NoticesOfPayment[]): Promise<void> {
  const { context } = billing;
  const refs = batch.flatMap(([ref]) => (ref === null ? [] : [ref]));
  const known = await findKnown(billing, refs);
  const isKnown = new Set(known.map(({ provider_ref }) => provider_ref));
  const failures = await refreshPayments(billing, known, BACKLOG_CONCURRENCY).catch((error: unknown) => {
    context.log.warn({ err: error, payments: known.length }, 'notices are handled one by one');
    return null;
  });
  const done: string[] = [];
  for (const [ref, events] of batch) {
    const eventIds = events.map(({ event_id }) => event_id);
    if (failures && ref !== null && isKnown.has(ref) && !failures.has(ref)) done.push(...eventIds);
    else
      await handleNotices(billing, ref, eventIds).catch((error: unknown) =>
        context.log.warn({ err: error, ref }, 'a notice is tried again'),
      );
  }
  if (done.length > 0) await markHandled(billing, done);
}

const markHandled = ({ context, provider }: Billing, eventIds: readonly string[]) =>
  context.db
    .updateTable('provider_events')
    .set({ handled_at: context.now() })
    .where('provider', '=', provider.name)
    .where('event_id', 'in', eventIds)
    .execute();

/** Ends the rows of notices that were handled long ago. */
export async function purgeNotices({ context: { db, now } }: Billing): Promise<void> {
  const before = new Date(now().getTime() - KEEP_MS);
  await db.deleteFrom('provider_events').where('handled_at', '<', before).execute();
  await db.deleteFrom('local_notices').where('delivered_at', '<', before).execute();
}
