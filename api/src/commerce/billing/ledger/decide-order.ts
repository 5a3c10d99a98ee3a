import { type EntryOf, type LedgerEntry, type PeriodReason, type SoldProduct } from './entries.ts';
import { addPeriods, DAY_MS, unusedAmount } from './periods.ts';
import type { Attempt, BillingState, BoughtGift, Order, Refund, Subscription } from './reduce.ts';
import { FOR_EVER, liveSubscription, opensUntil } from './subscription-status.ts';

/** A coupon as far as the price depends on it. */
export interface Discount {
  coupon: string;
  percentOff: number;
  /** Free days in front of the first payment. */
  freeDays: number;
}

/** What a member is offered: what it costs now, and what follows. */
export type Offer = Pick<
  EntryOf<'order_opened'>,
  'product' | 'amount' | 'discount' | 'credit' | 'trialDays' | 'coupon' | 'replaces' | 'gift'
>;

/** Trials are for members who have never had premium. */
export const trialDaysFor = (state: BillingState, trialDays: number): number =>
  state.subscriptions.size === 0 ? trialDays : 0;

/** What is left of the money that was paid for a period which is not over; time that was given may follow it. */
function creditOf(
  state: BillingState,
  { periods }: Subscription,
  { currency, now }: { currency: string; now: number },
): number {
  const period = periods.findLast(({ reason }) => reason === 'paid');
  if (!period || period.ends === null) return 0;
  const attempt = period.attempt === null ? undefined : state.attempts.get(period.attempt);
  // Money of another currency is not counted as if it were this one.
  const paid = attempt?.currency === currency ? attempt.amount - refundedOf(state, attempt) : 0;
  return unusedAmount(Math.max(0, paid), period.starts, period.ends, now);
}

/**
 * Whether an order counts money that is no longer there: the plan that it replaces has ended, its payment went back, or
 * more than a day of it was used up since.
 */
export function isCreditGone(state: BillingState, order: Order, now: number): boolean {
  const { credit, openedAt, replaces, product } = order;
  if (credit === 0) return false;
  const live = liveSubscription(state);
  if (!live || live.id !== replaces || now > openedAt + DAY_MS) return true;
  return creditOf(state, live, { currency: product.currency, now: openedAt }) < credit;
}

/** Time that was given, by a coupon or an operator. */
const GIVEN: readonly PeriodReason[] = ['coupon', 'granted'];

/** What is left of the time that was given or paid. */
const timeLeft = ({ periods }: Subscription, reasons: readonly PeriodReason[], now: number): number =>
  periods
    .filter(({ reason }) => reasons.includes(reason))
    .reduce((left, { starts, ends }) => left + Math.max(0, (ends ?? FOR_EVER) - Math.max(now, starts)), 0);

function sumOfRefunds(
  { refunds }: BillingState,
  { id }: Attempt,
  statuses: readonly Refund['status'][],
): number {
  return [...refunds.values()]
    .filter(({ attempt, status }) => attempt === id && statuses.includes(status))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** What went back of a payment without a refund of ours. */
export function outsideRefundOf(state: BillingState, attemptId: number): number {
  const attempt = state.attempts.get(attemptId);
  if (!attempt) return 0;
  return Math.max(0, attempt.refunded - sumOfRefunds(state, attempt, ['unknown', 'pending', 'succeeded']));
}

/** What was given back of a payment, or is on its way back. */
export const refundedOf = (state: BillingState, attempt: Attempt): number =>
  Math.max(sumOfRefunds(state, attempt, ['unknown', 'pending', 'succeeded']), attempt.refunded);

/** What has arrived back. */
export const returnedOf = (state: BillingState, attempt: Attempt): number =>
  Math.max(sumOfRefunds(state, attempt, ['succeeded']), attempt.refunded);

/** Whether the same choice is already paid for, or renews by itself. A shorter period begins when the longer one ends. */
export function isAlreadyBought(state: BillingState, product: SoldProduct, now: number): boolean {
  const live = liveSubscription(state);
  if (!live || now >= opensUntil(live)) return false;
  if (opensUntil(live) >= FOR_EVER) return true;
  if (product.frequency === null || live.source !== 'order') return false;
  return live.product.id === product.id || !isLonger(product, live.product);
}

const lengthOf = ({ frequency }: SoldProduct): number =>
  frequency ? addPeriods(0, frequency) : Number.POSITIVE_INFINITY;
export const isLonger = (one: SoldProduct, other: SoldProduct): boolean => lengthOf(one) > lengthOf(other);

const daysOf = ({ frequency }: SoldProduct, from: number): number =>
  frequency ? Math.round((addPeriods(from, frequency) - from) / DAY_MS) : 0;

/** What the first payment of an order costs that begins with free time, where a coupon lowers it; null without. */
export const firstAmountOf = ({
  product,
  discount,
  trialDays,
}: Pick<Order, 'product' | 'discount' | 'trialDays'>): number | null =>
  trialDays > 0 && discount > 0 ? product.amount - discount : null;

/** The price of a product for this member at this time. */
export function makeOffer(
  state: BillingState,
  product: SoldProduct,
  { trialDays, discount, now }: { trialDays: number; discount: Discount | null; now: number },
): Offer {
  const live = liveSubscription(state);
  const replaces = live && now < opensUntil(live) ? live : null;
  const percentOff = discount?.percentOff ?? 0;
  const givenDays = product.frequency
    ? (replaces ? 0 : trialDaysFor(state, trialDays)) + (discount?.freeDays ?? 0)
    : 0;
  // Nothing can be charged of a first payment that costs nothing: its period is free as well.
  const isFirstFree = givenDays > 0 && percentOff === 100;
  const freeDays = isFirstFree ? givenDays + daysOf(product, now + givenDays * DAY_MS) : givenDays;
  const reduction = isFirstFree ? 0 : Math.floor((product.amount * percentOff) / 100);
  const price = product.amount - reduction;
  const credit =
    replaces && freeDays === 0
      ? Math.min(price, creditOf(state, replaces, { currency: product.currency, now }))
      : 0;
  return {
    product,
    amount: freeDays > 0 ? 0 : price - credit,
    discount: reduction,
    credit,
    trialDays: freeDays,
    coupon: discount?.coupon ?? null,
    replaces: replaces?.id ?? null,
  };
}

/** The price of a product for somebody else: nothing of what the buyer has or had counts. */
export const makeGiftOffer = (product: SoldProduct): Offer => ({
  product,
  amount: product.amount,
  discount: 0,
  credit: 0,
  trialDays: 0,
  coupon: null,
  replaces: null,
  gift: true,
});

/** The gift that a payment bought and that can still be taken back. */
export const giftOf = ({ gifts }: BillingState, { id }: Attempt): BoughtGift | undefined =>
  [...gifts.values()].find(({ attempt, isRevoked }) => attempt === id && !isRevoked);

/** An order that is paid, or needs no payment, opens what was bought. @param newId names the subscription or the gift */
export function completeOrder(
  state: BillingState,
  order: Order,
  { attempt, newId, now }: { attempt: Attempt | null; newId: number; now: number },
): LedgerEntry[] {
  const { product, trialDays } = order;
  if (order.gift)
    return attempt
      ? [{ kind: 'gift_bought', at: now, gift: newId, order: order.id, attempt: attempt.id, product }]
      : [];
  const subscription = newId;
  const entries: LedgerEntry[] = [];
  const live = liveSubscription(state);
  if (live) entries.push({ kind: 'subscription_ended', at: now, subscription: live.id, reason: 'replaced' });
  // Given time is not lost by buying: it comes first. So does paid time that no price counted, since nothing is paid now.
  const keeps = live ? timeLeft(live, trialDays > 0 ? [...GIVEN, 'paid'] : GIVEN, now) : 0;
  const starts = now + (keeps < FOR_EVER - now ? keeps : 0);
  const firstAmount = firstAmountOf(order);
  entries.push({
    kind: 'subscription_started',
    at: now,
    subscription,
    product,
    source: 'order',
    order: order.id,
    coupon: order.coupon,
    renews: product.frequency !== null,
    ...(firstAmount !== null && { firstAmount }),
  });
  const period = (
    n: number,
    from: number,
    ends: number | null,
    reason: 'trial' | 'paid' | 'lifetime' | 'granted',
  ) =>
    entries.push({
      kind: 'period_added',
      at: now,
      subscription,
      period: n,
      starts: from,
      ends,
      reason,
      attempt: reason === 'trial' || reason === 'granted' ? null : (attempt?.id ?? null),
      amount: reason === 'trial' || reason === 'granted' ? 0 : product.amount,
    });
  let n = 1;
  if (starts > now) period(n++, now, starts, 'granted');
  if (product.frequency === null) period(n, now, null, 'lifetime');
  else if (trialDays > 0) period(n, starts, starts + trialDays * DAY_MS, 'trial');
  else period(n, starts, addPeriods(starts, product.frequency), 'paid');
  return entries;
}
