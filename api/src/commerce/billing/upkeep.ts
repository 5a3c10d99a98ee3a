import { changeAccount, readState } from './accounts.ts';
import type { Billing } from './billing.ts';
import { findDefaultCard } from './cards.ts';
import type { LedgerEntry } from './ledger/entries.ts';
import { DAY_MS } from './ledger/periods.ts';
import type { BillingState } from './ledger/reduce.ts';
import { scheduleSteps, type Step, type StepOf, unpaidRenewal } from './ledger/next-step.ts';
import {
  lastPeriod,
  liveSubscription,
  opensUntil,
  renewalAttempts,
  undecidedAttempts,
} from './ledger/subscription-status.ts';
import { abandonConfirmation, charge, settleAttempt, sendRefund } from './payments.ts';
import { ProviderUnavailable } from './provider.ts';

const ACCOUNTS_AT_ONCE = 200;
/** A provider that hangs holds up one member's renewal for its timeout, not everybody's one after the other. */
const STEPS_AT_ONCE = 4;
/** Far more than time can have asked for since the last look. */
const MAX_STEPS = 24;

const isSameStep = (one: Step, other: Step) => JSON.stringify(one) === JSON.stringify(other);

/** Does everything that time asks for in a member's billing. */
export async function runSteps(billing: Billing, userId: number): Promise<void> {
  const done: Step[] = [];
  while (done.length < MAX_STEPS) {
    const now = billing.context.now().getTime();
    const due = scheduleSteps(await readState(billing, userId)).filter(({ at }) => at <= now);
    // One that is still due after it was done waits for somebody else.
    const next = due.find(({ step }) => !done.some((one) => isSameStep(one, step)));
    if (!next) break;
    done.push(next.step);
    await runStep(billing, userId, next.step).catch((error: unknown) => {
      billing.context.log.warn({ err: error, step: next.step.kind }, 'a step of billing is tried again');
    });
  }
  // Says when to look again.
  await changeAccount(billing, userId, () => []);
}

async function runStep(billing: Billing, userId: number, step: Step): Promise<void> {
  switch (step.kind) {
    case 'read_attempt': {
      const attempt = (await readState(billing, userId)).attempts.get(step.attempt);
      return attempt && settleAttempt(billing, userId, attempt);
    }
    case 'send_refund':
      return sendRefund(billing, userId, step.refund);
    case 'renew':
      return renew(billing, userId, { isEarly: false });
    case 'cancel_order':
      return appendIfDue(billing, userId, step, (at) => ({ ...step, kind: 'order_canceled', at }));
    case 'send_notice':
      return appendIfDue(billing, userId, step, (at) => ({ ...step, kind: 'notice_sent', at }));
    case 'end':
      return appendIfDue(billing, userId, step, (at) => ({ ...step, kind: 'subscription_ended', at }));
  }
}

/** Appends what a step comes to, unless something happened meanwhile that made it pointless. */
async function appendIfDue(
  billing: Billing,
  userId: number,
  step: StepOf<'cancel_order' | 'send_notice' | 'end'>,
  entryOf: (at: number) => LedgerEntry,
): Promise<void> {
  await changeAccount(billing, userId, ({ state, now }) =>
    scheduleSteps(state).some((one) => one.at <= now && isSameStep(one.step, step)) ? [entryOf(now)] : [],
  );
}

const scheduledRenewal = (state: BillingState, now: number): StepOf<'renew'> | null =>
  scheduleSteps(state)
    .filter(({ at }) => at <= now)
    .map(({ step }) => step)
    .find((step) => step.kind === 'renew') ?? null;

/** The last try is made as premium closes; one that comes a day later is no part of that any more. */
const LAST_TRY_MS = DAY_MS;

/** Whether tries have failed and premium is closed since: nobody is charged after that, as when nothing ran meanwhile. */
function isGivenUp(state: BillingState, now: number): boolean {
  const live = liveSubscription(state);
  if (!live || now < opensUntil(live) + LAST_TRY_MS) return false;
  const tries = renewalAttempts(state, live, (lastPeriod(live)?.n ?? 0) + 1);
  return tries.some(({ ref, errorCode }) => ref !== null || errorCode !== null);
}

/** A renewal that waits for its bank to be asked is given up for another card; without an answer it goes on waiting. */
async function replaceWaitingRenewal(billing: Billing, userId: number): Promise<void> {
  const state = await readState(billing, userId);
  const waiting = undecidedAttempts(state).find(({ target }) => 'subscription' in target);
  if (!waiting) return;
  const card = await findDefaultCard(billing.context.db, billing.provider, userId);
  if (!card || card.cc_token === waiting.cardToken) return;
  await abandonConfirmation(billing, userId, waiting).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    billing.context.log.warn({ err: error, attempt: waiting.id }, 'a renewal goes on waiting for its bank');
  });
}

/** Charges the next period. `isEarly` does not wait for the day of the next try: the member has a new card. */
export async function renew(
  billing: Billing,
  userId: number,
  { isEarly }: { isEarly: boolean },
): Promise<void> {
  const { context } = billing;
  if (isEarly) await replaceWaitingRenewal(billing, userId);
  await charge(
    billing,
    userId,
    async ({ trx, state, now }) => {
      const card = await findDefaultCard(trx, billing.provider, userId);
      const due = isEarly
        ? card && unpaidRenewal(state, { cardToken: card.cc_token, now })
        : scheduledRenewal(state, now);
      if (!due) return { entries: [], attempt: null };
      if (!isEarly && isGivenUp(state, now))
        return {
          entries: [
            { kind: 'subscription_ended', at: now, subscription: due.subscription, reason: 'payment_failed' },
          ],
          attempt: null,
        };
      const leaving = await trx
        .selectFrom('deletion_requests')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (leaving)
        return {
          entries: [{ kind: 'cancellation_requested', at: now, subscription: due.subscription }],
          attempt: null,
        };
      const { subscription, period, amount, currency } = due;
      const target = { subscription, period };
      if (card)
        return {
          entries: [],
          attempt: { target, card: { id: card.id, token: card.cc_token }, amount, currency },
        };
      const attempt = context.newId();
      return {
        entries: [
          { kind: 'attempt_started', at: now, attempt, target, card: 0, cardToken: '', amount, currency },
          {
            kind: 'payment_read',
            at: now,
            attempt,
            status: 'canceled',
            ref: null,
            errorCode: 'no_card',
            refunded: 0,
            dispute: 'none',
          },
        ],
        attempt: null,
      };
    },
    { offSession: true },
  );
}

/** Everything whose time has come, of all members. */
export async function runDueSteps(billing: Billing): Promise<void> {
  const { db, now, log } = billing.context;
  for (;;) {
    const due = await db
      .selectFrom('billing_accounts')
      .select('user_id')
      .where('next_step_at', '<=', now())
      .orderBy('next_step_at')
      .limit(ACCOUNTS_AT_ONCE)
      .execute();
    let failures = 0;
    const queue = due.values();
    const work = async () => {
      for (const { user_id: userId } of queue)
        await runSteps(billing, userId).catch((error: unknown) => {
          failures++;
          log.warn({ err: error }, 'billing of a member is looked at again');
        });
    };
    await Promise.all(Array.from({ length: STEPS_AT_ONCE }, work));
    if (due.length < ACCOUNTS_AT_ONCE || failures > 0) return;
  }
}
