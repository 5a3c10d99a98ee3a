import type { Billing } from './billing.ts';
import { refreshPayment } from './payments.ts';
import type { ProviderPayment } from './provider.ts';

/** Payments of so many days are compared: what was missed for days is still found. */
const COMPARED_DAYS = 7;
const DAY_MS = 86_400_000;

async function report(
  { context: { db, log, now } }: Billing,
  { ref, status, amount, attemptId }: ProviderPayment,
  kind: 'unknown_payment' | 'other_amount',
): Promise<void> {
  const made = await db
    .insertInto('reconciliation_findings')
    .values({ ref, kind, detail: JSON.stringify({ status, amount, attemptId }), found_at: now() })
    .onConflict((on) => on.columns(['ref', 'kind']).doNothing())
    .returning('ref')
    .executeTakeFirst();
  if (made) log.error({ ref, kind, status, amount }, 'the payment provider and the ledger disagree');
}

/**
 * Compares the ledger with the provider. A payment that we know is read again, which repairs what was missed; one that
 * we do not know, or of another amount, is reported and opens nothing.
 */
export async function reconcile(billing: Billing): Promise<void> {
  const { context, provider } = billing;
  const payments = await provider.list(context.now().getTime() - COMPARED_DAYS * DAY_MS);
  for (const payment of payments) {
    const attempt =
      payment.attemptId === null
        ? undefined
        : await context.db
            .selectFrom('payment_attempts')
            .selectAll()
            .where('id', '=', payment.attemptId)
            .executeTakeFirst();
    if (!attempt) await report(billing, payment, 'unknown_payment');
    else if (attempt.amount !== payment.amount || attempt.currency !== payment.currency)
      await report(billing, payment, 'other_amount');
    else await refreshPayment(billing, attempt.user_id, attempt.id);
  }
}
