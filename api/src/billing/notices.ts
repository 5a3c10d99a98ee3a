import type { Billing } from './billing.ts';
import { refreshPayment } from './payments.ts';
import type { ProviderNotice } from './provider.ts';

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

/** Reads what a notice is about. What the notice itself says changes nothing. */
async function handleNotice(
  billing: Billing,
  { eventId, ref }: Pick<ProviderNotice, 'eventId' | 'ref'>,
): Promise<void> {
  const { context, provider } = billing;
  const attempt = ref === null ? null : await findAttempt(billing, ref);
  if (attempt) await refreshPayment(billing, attempt.user_id, attempt.id);
  await context.db
    .updateTable('provider_events')
    .set({ handled_at: context.now() })
    .where('provider', '=', provider.name)
    .where('event_id', '=', eventId)
    .execute();
}

/** Takes a notice, each once. One that cannot be handled now stays, and is tried again by the provider and by us. */
export async function takeNotice(billing: Billing, notice: ProviderNotice): Promise<void> {
  const { context, provider } = billing;
  const key = { provider: provider.name, event_id: notice.eventId };
  await context.db
    .insertInto('provider_events')
    .values({
      ...key,
      kind: notice.kind.slice(0, 100),
      ref: notice.ref,
      received_at: context.now(),
      handled_at: null,
    })
    .onConflict((on) => on.columns(['provider', 'event_id']).doNothing())
    .execute();
  const row = await context.db
    .selectFrom('provider_events')
    .select('handled_at')
    .where('provider', '=', key.provider)
    .where('event_id', '=', key.event_id)
    .executeTakeFirst();
  if (row && !row.handled_at) await handleNotice(billing, notice);
}

/** Takes up notices that could not be handled when they came. */
export async function handleWaitingNotices(billing: Billing): Promise<void> {
  const { context, provider } = billing;
  const waiting = await context.db
    .selectFrom('provider_events')
    .select(['event_id', 'ref'])
    .where('provider', '=', provider.name)
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .limit(200)
    .execute();
  for (const { event_id: eventId, ref } of waiting)
    await handleNotice(billing, { eventId, ref }).catch((error: unknown) =>
      context.log.warn({ err: error, event: eventId }, 'a notice is tried again'),
    );
}
