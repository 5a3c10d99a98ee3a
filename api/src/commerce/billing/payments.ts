import type { Account, Decide } from './accounts.ts';
import { changeAccount, changeAccounts, readState } from './accounts.ts';
import type { Billing } from './billing.ts';
import { applyReading, applyRefundReading, type PaymentReading } from './ledger/decide-payment.ts';
import { CARD_REPLACED, type EntryOf, type LedgerEntry, type PaymentStatus } from './ledger/entries.ts';
import { CONFIRMATION_MS } from './ledger/next-step.ts';
import { type Attempt, type BillingState, isDecided } from './ledger/reduce.ts';
import { undecidedAttempts } from './ledger/subscription-status.ts';
import { CardRefused, type ProviderPayment, ProviderUnavailable } from './provider.ts';

/** A request that has not arrived at the provider by then never will. */
const ARRIVAL_MS = 120_000;

/**
 * The member's customer at the provider; made once, whoever asks at the same time. One of another provider, from before
 * the configuration changed, is unknown to this one.
 */
export async function ensureCustomer({ context, provider }: Billing, userId: number): Promise<string> {
  const { db } = context;
  const find = () =>
    db
      .selectFrom('billing_accounts')
      .select('customer')
      .where('user_id', '=', userId)
      .where('provider', '=', provider.name)
      .executeTakeFirst();
  const known = (await find())?.customer;
  if (known) return known;
  const customer = await provider.createCustomer(userId, `customer ${userId}`);
  await db
    .insertInto('billing_accounts')
    .values({
      user_id: userId,
      provider: provider.name,
      customer,
      premium_until: null,
      changed_at: context.now(),
      next_step_at: null,
    })
    // Of any index: whoever stores the same customer at the same moment is met at that of the customer first.
    .onConflict((on) => on.doNothing())
    .execute();
  await db
    .updateTable('billing_accounts')
    .set({ provider: provider.name, customer })
    .where('user_id', '=', userId)
    .where((at) => at.or([at('customer', 'is', null), at('provider', '!=', provider.name)]))
    .execute();
  return (await find())?.customer ?? customer;
}

const readingOf = (payment: ProviderPayment): PaymentReading => ({
  status: payment.status,
  ref: payment.ref,
  errorCode: payment.errorCode,
  refunded: payment.refunded,
  dispute: payment.dispute,
});

/** Writes down, once, that ledger and provider disagree, or that money did not go back: people have to look. */
export async function reportFinding(
  { context: { db, log, now } }: Pick<Billing, 'context'>,
  { ref, status, amount, attemptId }: Pick<ProviderPayment, 'ref' | 'status' | 'amount' | 'attemptId'>,
  kind: 'unknown_payment' | 'other_amount' | 'missing_payment' | 'refund_failed',
): Promise<void> {
  const made = await db
    .insertInto('reconciliation_findings')
    .values({ ref, kind, detail: JSON.stringify({ status, amount, attemptId }), found_at: now() })
    .onConflict((on) => on.columns(['ref', 'kind']).doNothing())
    .returning('ref')
    .executeTakeFirst();
  if (made)
    log.error(
      { ref, kind, status, amount },
      kind === 'refund_failed'
        ? 'a refund did not go through'
        : 'the payment provider and the ledger disagree',
    );
}

const isSamePayment = (
  payment: ProviderPayment,
  { id, amount, currency }: Pick<Attempt, 'id' | 'amount' | 'currency'>,
): boolean => payment.amount === amount && payment.currency === currency && payment.attemptId === id;

/** Takes over a payment as the provider has it. One of another amount, currency or attempt opens nothing. */
async function recordPayment(
  billing: Billing,
  userId: number,
  attempt: Pick<Attempt, 'id' | 'amount' | 'currency'>,
  payment: ProviderPayment,
): Promise<void> {
  if (!isSamePayment(payment, attempt)) return reportFinding(billing, payment, 'other_amount');
  await record(billing, userId, attempt.id, readingOf(payment));
}

/** A refused payment is closed at the provider before it counts as refused: nothing may be charged for it later. */
async function close({ provider }: Billing, payment: ProviderPayment): Promise<ProviderPayment> {
  if (payment.status !== 'failed') return payment;
  const closed = await provider.cancel(payment.ref);
  return { ...closed, errorCode: closed.errorCode ?? payment.errorCode };
}

const record = (billing: Billing, userId: number, attempt: number, reading: PaymentReading) =>
  changeAccount(billing, userId, ({ state, now }) =>
    applyReading(state, attempt, reading, { now, newId: billing.context.newId }),
  );

export interface PlannedAttempt {
  target: EntryOf<'attempt_started'>['target'];
  card: { id: number; token: string };
  amount: number;
  currency: string;
}

/**
 * Charges a card. The attempt is written before the provider is asked, and while the outcome of one is unknown no other
 * is begun, so that whatever is lost on the way is found again and nothing is charged twice.
 * @param plan decides under the member's lock what to charge; null for nothing
 */
export async function charge(
  billing: Billing,
  userId: number,
  plan: (account: Account) => Promise<{ entries: LedgerEntry[]; attempt: PlannedAttempt | null }>,
  { offSession }: { offSession: boolean },
): Promise<void> {
  const { context, provider } = billing;
  const customer = await ensureCustomer(billing, userId);
  let begun: { id: number; planned: PlannedAttempt } | null = null;
  await changeAccount(billing, userId, async (account) => {
    const { entries, attempt } = await plan(account);
    // A change that was planned above may be repeated: only what is committed counts.
    begun = null;
    if (!attempt || undecidedAttempts(account.state).length > 0) return entries;
    const { target, card, amount, currency } = attempt;
    const id = context.newId();
    begun = { id, planned: attempt };
    return [
      ...entries,
      {
        kind: 'attempt_started',
        at: account.now,
        attempt: id,
        target,
        card: card.id,
        cardToken: card.token,
        amount,
        currency,
      },
    ];
  });
  const started = begun as { id: number; planned: PlannedAttempt } | null;
  if (!started) return;
  const { id, planned } = started;
  try {
    const payment = await provider.pay(
      {
        attemptId: id,
        customer,
        card: planned.card.token,
        amount: planned.amount,
        currency: planned.currency,
        offSession,
        description: 'Premium',
      },
      `attempt ${id}`,
    );
    await recordPayment(billing, userId, { ...planned, id }, await close(billing, payment));
  } catch (error) {
    if (error instanceof CardRefused)
      await record(billing, userId, id, {
        status: 'failed',
        ref: null,
        errorCode: error.code,
        refunded: 0,
        dispute: 'none',
      });
    else if (!(error instanceof ProviderUnavailable)) throw error;
    // The outcome is unknown: the attempt stays as it is until it has been read.
    else context.log.warn({ err: error, attempt: id }, 'a payment has no answer yet');
  }
}

async function findPayment(
  { provider, context }: Billing,
  userId: number,
  attempt: Attempt,
): Promise<ProviderPayment | null> {
  if (attempt.ref) return provider.read(attempt.ref);
  const account = await context.db
    .selectFrom('billing_accounts')
    .select('customer')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return account?.customer ? provider.find(account.customer, attempt.id) : null;
}

/** Reads what became of an attempt, and takes over what is true. @throws ProviderUnavailable */
export async function settleAttempt(billing: Billing, userId: number, attempt: Attempt): Promise<void> {
  const age = billing.context.now().getTime() - attempt.startedAt;
  let payment = await findPayment(billing, userId, attempt);
  if (!payment) {
    if (age < ARRIVAL_MS) return;
    await record(billing, userId, attempt.id, {
      status: 'canceled',
      ref: null,
      errorCode: null,
      refunded: 0,
      dispute: 'none',
    });
    return;
  }
  if (payment.status === 'requires_action' && age > CONFIRMATION_MS)
    payment = await billing.provider.cancel(payment.ref);
  await recordPayment(billing, userId, attempt, await close(billing, payment));
}

/**
 * Gives up a payment that waits for its member at the bank, since another card is to pay. One that was confirmed
 * meanwhile stays paid. @throws ProviderUnavailable
 */
export async function abandonConfirmation(billing: Billing, userId: number, attempt: Attempt): Promise<void> {
  if (attempt.status !== 'requires_action' || !attempt.ref) return;
  const payment = await billing.provider.cancel(attempt.ref);
  const errorCode = payment.status === 'canceled' ? CARD_REPLACED : payment.errorCode;
  await recordPayment(billing, userId, attempt, { ...payment, errorCode });
}

/** Reads every payment of a member whose outcome is not known. @returns the state afterwards */
export async function settleAll(billing: Billing, userId: number): Promise<BillingState> {
  const state = await readState(billing, userId);
  const open = undecidedAttempts(state);
  for (const attempt of open)
    await settleAttempt(billing, userId, attempt).catch((error: unknown) => {
      // A provider that refuses to tell, such as for a key of another mode, is one that cannot be read as well.
      if (!(error instanceof ProviderUnavailable || error instanceof CardRefused)) throw error;
      billing.context.log.warn({ err: error, attempt: attempt.id }, 'a payment cannot be read yet');
    });
  return open.length > 0 ? readState(billing, userId) : state;
}

/** Reads a payment that a notice or a comparison named, also one that is decided: it may have gone back. */
export async function refreshPayment(billing: Billing, userId: number, attemptId: number): Promise<void> {
  const attempt = (await readState(billing, userId)).attempts.get(attemptId);
  if (!attempt) return;
  if (!isDecided(attempt) || !attempt.ref) return settleAttempt(billing, userId, attempt);
  await recordPayment(billing, userId, attempt, await billing.provider.read(attempt.ref));
}

/** A payment of a member as it is found by its name at the provider. */
export interface KnownAttempt {
  user_id: number;
  id: number;
  amount: number;
  currency: string;
  status: PaymentStatus;
  provider_ref: string;
  created_at: Date;
}

/** Reads a payment as `refreshPayment` does. @returns null for one that is not what was asked for, which is reported */
async function readKnown(
  billing: Billing,
  { id, amount, currency, status, provider_ref: ref, created_at }: KnownAttempt,
): Promise<PaymentReading | null> {
  const { context, provider } = billing;
  let payment = await provider.read(ref);
  if (!isDecided({ status })) {
    const age = context.now().getTime() - created_at.getTime();
    if (payment.status === 'requires_action' && age > CONFIRMATION_MS) payment = await provider.cancel(ref);
    payment = await close(billing, payment);
  }
  if (isSamePayment(payment, { id, amount, currency })) return readingOf(payment);
  await reportFinding(billing, payment, 'other_amount');
  return null;
}

/**
 * Reads payments of many members, a few at a time, and takes over what is true of all of them in one transaction.
 * @returns those that could not be read, with the reason
 */
export async function refreshPayments(
  billing: Billing,
  attempts: readonly KnownAttempt[],
  concurrency: number,
): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  const readings: { userId: number; attempt: number; reading: PaymentReading }[] = [];
  const queue = attempts.values();
  const work = async () => {
    for (const attempt of queue)
      await readKnown(billing, attempt).then(
        (reading) => {
          if (reading) readings.push({ userId: attempt.user_id, attempt: attempt.id, reading });
        },
        (error: unknown) => void failures.set(attempt.provider_ref, error),
      );
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (readings.length === 0) return failures;
  const { newId } = billing.context;
  const decisions = new Map(
    [...Map.groupBy(readings, ({ userId }) => userId)].map(([userId, own]): [number, Decide] => [
      userId,
      ({ state, now }) =>
        own.flatMap(({ attempt, reading }) => applyReading(state, attempt, reading, { now, newId })),
    ]),
  );
  await changeAccounts(billing, decisions);
  return failures;
}

/** Asks the provider for a refund that was decided; the key makes a repeat harmless. @throws ProviderUnavailable */
export async function sendRefund(billing: Billing, userId: number, refundId: number): Promise<void> {
  const state = await readState(billing, userId);
  const refund = state.refunds.get(refundId);
  const attempt = refund && state.attempts.get(refund.attempt);
  if (!refund || !attempt?.ref || refund.status === 'succeeded' || refund.status === 'failed') return;
  const { status, ref } = await billing.provider.refund(
    { ref: attempt.ref, amount: refund.amount },
    `refund ${refundId}`,
  );
  await changeAccount(billing, userId, (account) =>
    applyRefundReading(account.state, refundId, { status, ref }, account.now),
  );
  // It is not sent again, and what it was for may be closed already: somebody sends another one, or pays in another way.
  if (status === 'failed') {
    const { amount } = refund;
    await reportFinding(billing, { ref, status, amount, attemptId: attempt.id }, 'refund_failed');
  }
}
