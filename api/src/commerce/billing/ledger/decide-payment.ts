import { completeOrder, giftOf, returnedOf } from './decide-order.ts';
import type { EntryOf, LedgerEntry, SoldProduct } from './entries.ts';
import { addPeriods } from './periods.ts';
import {
  type Attempt,
  type BillingState,
  joinDispute,
  joinStatus,
  reduceLedger,
  type Subscription,
} from './reduce.ts';
import { GRACE_MS, isRenewing, lastPeriod, paidThrough } from './subscription-status.ts';

/** What the provider says of a payment. */
export type PaymentReading = Pick<
  EntryOf<'payment_read'>,
  'status' | 'ref' | 'errorCode' | 'refunded' | 'dispute'
>;

/** Makes ids for what follows from a reading. */
export type NewId = () => number;

/** Whether a reading says nothing that is not known: it may be older than what was read before. */
function isKnown(attempt: Attempt, { status, ref, refunded, dispute }: PaymentReading): boolean {
  return (
    joinStatus(attempt.status, status) === attempt.status &&
    (ref === null || attempt.ref !== null) &&
    attempt.refunded >= refunded &&
    joinDispute(attempt.dispute, dispute) === attempt.dispute
  );
}

/** The start from which renewals are counted: that of the first of the paid periods that followed each other until now. */
function anchorOf(subscription: Subscription): number {
  const { periods } = subscription;
  let first = periods.length;
  while (first > 0 && periods[first - 1]!.reason === 'paid') {
    const next = periods[first];
    if (next && next.starts !== periods[first - 1]!.ends) break;
    first--;
  }
  return periods[first]?.starts ?? paidThrough(subscription);
}

/**
 * The period that a renewal pays. One that is charged long after the end, as when nothing ran for months, begins then:
 * the member gets the whole of it, and is not charged for the months between.
 */
export function renewalPeriod(
  subscription: Subscription,
  product: SoldProduct,
  chargedAt: number,
): { starts: number; ends: number; period: number } {
  const through = paidThrough(subscription);
  const isLate = chargedAt > through + GRACE_MS;
  const starts = isLate ? chargedAt : through;
  const period = (lastPeriod(subscription)?.n ?? 0) + 1;
  const frequency = product.frequency!;
  if (isLate || product.id !== subscription.product.id)
    return { starts, period, ends: addPeriods(starts, frequency) };
  const anchor = anchorOf(subscription);
  let count = 1;
  while (addPeriods(anchor, frequency, count) <= starts) count++;
  return { starts, period, ends: addPeriods(anchor, frequency, count) };
}

/**
 * What follows from reading a payment. The reading alone moves money's state, and only forward; what was paid is opened
 * in the same step, once. Money that bought nothing, such as that of an order which was paid already, goes back.
 */
export function applyReading(
  state: BillingState,
  attemptId: number,
  reading: PaymentReading,
  { now, newId }: { now: number; newId: NewId },
): LedgerEntry[] {
  const attempt = state.attempts.get(attemptId);
  if (!attempt || isKnown(attempt, reading)) return [];
  const wasPaid = attempt.status === 'succeeded';
  const entries: LedgerEntry[] = [{ kind: 'payment_read', at: now, attempt: attemptId, ...reading }];
  reduceLedger(entries, state);
  const add = (more: LedgerEntry[]) => {
    reduceLedger(more, state);
    entries.push(...more);
  };
  if (!wasPaid && attempt.status === 'succeeded') add(openWhatWasPaid(state, attempt, { now, newId }));
  add(closeWhatWasTakenBack(state, attempt, now));
  return entries;
}

function openWhatWasPaid(
  state: BillingState,
  attempt: Attempt,
  { now, newId }: { now: number; newId: NewId },
): LedgerEntry[] {
  const { target } = attempt;
  const giveBack = (reason: string): LedgerEntry[] => [
    {
      kind: 'refund_requested',
      at: now,
      refund: newId(),
      attempt: attempt.id,
      amount: attempt.amount,
      by: null,
      reason,
    },
  ];
  if ('order' in target) {
    const order = state.orders.get(target.order);
    return order?.status === 'open'
      ? completeOrder(state, order, { attempt, newId: newId(), now })
      : giveBack('the order was not open');
  }
  const subscription = state.subscriptions.get(target.subscription);
  if (!subscription || subscription.ended) return giveBack('the subscription has ended');
  if (subscription.periods.some(({ n }) => n === target.period)) return giveBack('the period was paid');
  const product = subscription.nextProduct ?? subscription.product;
  const { starts, ends, period } = renewalPeriod(subscription, product, attempt.startedAt);
  const changed: LedgerEntry[] = subscription.nextProduct
    ? [{ kind: 'product_changed', at: now, subscription: subscription.id, product }]
    : [];
  return [
    ...changed,
    {
      kind: 'period_added',
      at: now,
      subscription: subscription.id,
      period,
      starts,
      ends,
      reason: 'paid',
      attempt: attempt.id,
      amount: attempt.amount,
    },
  ];
}

/** A payment that went back as a whole, or that the member's bank took back, ends what it opened. */
function closeWhatWasTakenBack(state: BillingState, attempt: Attempt, now: number): LedgerEntry[] {
  if (attempt.status !== 'succeeded') return [];
  const isReturned = attempt.amount > 0 && returnedOf(state, attempt) >= attempt.amount;
  const gift = giftOf(state, attempt);
  if (gift && (isReturned || attempt.dispute === 'lost'))
    return [{ kind: 'gift_revoked', at: now, gift: gift.id, reason: isReturned ? 'refunded' : 'disputed' }];
  // Time that was given after it changes nothing: nobody keeps what went back.
  const subscription = [...state.subscriptions.values()].find(
    ({ periods }) => periods.findLast((period) => period.attempt !== null)?.attempt === attempt.id,
  );
  if (!subscription || subscription.ended) return [];
  const { id } = subscription;
  if (attempt.dispute === 'lost')
    return [{ kind: 'subscription_ended', at: now, subscription: id, reason: 'disputed' }];
  if (isReturned) return [{ kind: 'subscription_ended', at: now, subscription: id, reason: 'refunded' }];
  // Nothing more is charged while the bank looks into it.
  return attempt.dispute === 'open' && isRenewing(subscription)
    ? [{ kind: 'cancellation_requested', at: now, subscription: id, because: 'dispute' }]
    : [];
}

/** What follows from reading a refund. */
export function applyRefundReading(
  state: BillingState,
  refundId: number,
  { status, ref }: Pick<EntryOf<'refund_read'>, 'status' | 'ref'>,
  now: number,
): LedgerEntry[] {
  const refund = state.refunds.get(refundId);
  if (!refund || (refund.status === status && refund.ref === ref)) return [];
  const entries: LedgerEntry[] = [{ kind: 'refund_read', at: now, refund: refundId, status, ref }];
  reduceLedger(entries, state);
  const attempt = state.attempts.get(refund.attempt);
  if (status === 'succeeded' && attempt) {
    const closing = closeWhatWasTakenBack(state, attempt, now);
    reduceLedger(closing, state);
    entries.push(...closing);
  }
  return entries;
}
