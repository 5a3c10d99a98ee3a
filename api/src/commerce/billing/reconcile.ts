import type { Billing } from './billing.ts';
import { refreshPayment, reportFinding } from './payments.ts';
import { CardRefused, PaymentMissing, type ProviderPayment } from './provider.ts';

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
 * we do not know, or of another amount (see `refreshPayment`), is reported and opens nothing, and so is one that the
 * provider does not know. One that cannot be compared keeps none of the others back.
 */
export async function reconcile(billing: Billing): Promise<void> {
  const { context, provider } = billing;
  const since = new Date(context.now().getTime() - COMPARED_DAYS * DAY_MS);
  const payments = await provider.list(since.getTime());
  for (const payment of payments)
    await compare(billing, payment).catch((error: unknown) =>
      context.log.error({ err: error, ref: payment.ref }, 'a payment cannot be compared'),
    );
  await findMissingPayments(billing, { since, listed: new Set(payments.map(({ ref }) => ref)) });
}

/** Payments that the ledger counts and the provider did not list: each is asked for by name before it is reported. */
async function findMissingPayments(
  { context, provider }: Billing,
  { since, listed }: { since: Date; listed: ReadonlySet<string> },
): Promise<void> {
  const { db, log } = context;
  const paid = await db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('billing_accounts as account', 'account.user_id', 'attempt.user_id')
    .select(['attempt.id', 'attempt.amount', 'attempt.status'])
    .select((at) => at.ref('attempt.provider_ref').$castTo<string>().as('ref'))
    .where('account.provider', '=', provider.name)
    .where('attempt.status', '=', 'succeeded')
    .where('attempt.provider_ref', 'is not', null)
    .where('attempt.created_at', '>=', since)
    .execute();
  for (const { id: attemptId, ref, amount } of paid) {
    if (listed.has(ref)) continue;
    await provider.read(ref).catch((error: unknown) => {
      // Stripe refuses to read what it does not have.
      if (error instanceof PaymentMissing || error instanceof CardRefused)
        return reportFinding({ context }, { ref, amount, status: 'succeeded', attemptId }, 'missing_payment');
      log.error({ err: error, ref }, 'a payment cannot be compared');
      return undefined;
    });
  }
}
