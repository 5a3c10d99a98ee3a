import type { Billing } from './billing.ts';
import { refreshPayment, reportFinding } from './payments.ts';
import type { ProviderPayment } from './provider.ts';

/** What happened to payments in so many days is compared: what was missed for days is still found. */
const COMPARED_DAYS = 7;
const DAY_MS = 86_400_000;

async function compare(billing: Billing, payment: ProviderPayment): Promise<void> {
  const attempt =
    payment.attemptId === null
      ? undefined
      : await billing.context.db
          .selectFrom('payment_attempts')
          .selectAll()
          .where('id', '=', payment.attemptId)
          .executeTakeFirst();
  if (!attempt) await reportFinding(billing, payment, 'unknown_payment');
  else await refreshPayment(billing, attempt.user_id, attempt.id);
}

/**
 * Compares the ledger with the provider. A payment that we know is read again, which repairs what was missed; one that
 * we do not know, or of another amount (see `refreshPayment`), is reported and opens nothing. One that cannot be compared
 * keeps none of the others back.
 */
export async function reconcile(billing: Billing): Promise<void> {
  const { context, provider } = billing;
  const payments = await provider.list(context.now().getTime() - COMPARED_DAYS * DAY_MS);
  for (const payment of payments)
    await compare(billing, payment).catch((error: unknown) =>
      context.log.error({ err: error, ref: payment.ref }, 'a payment cannot be compared'),
    );
}
