import type { PaidSubscription } from '@waymark/api-contract';
import type { Attempt, BillingState, Period, Subscription } from './reduce.ts';
import { isDecided } from './reduce.ts';
import { DAY_MS } from './periods.ts';

/** Days after the end of a period on which a renewal is tried; premium stays open until the last one. */
export const DUNNING_DAYS = [0, 1, 3, 5, 7] as const;
export const GRACE_MS = DUNNING_DAYS.at(-1)! * DAY_MS;

/** Without an end, as a time. */
export const FOR_EVER = Date.UTC(9999, 11, 31);

/** Refusals after which the same card is not tried again. */
const HARD_DECLINES: ReadonlySet<string> = new Set(['lost_card', 'stolen_card', 'fraudulent', 'pickup_card']);

export const lastPeriod = ({ periods }: Subscription): Period | undefined => periods.at(-1);

/** When what was paid or given ends. */
export const paidThrough = (subscription: Subscription): number =>
  lastPeriod(subscription)?.ends === null
    ? FOR_EVER
    : (lastPeriod(subscription)?.ends ?? subscription.startedAt);

export const liveSubscription = ({ subscriptions }: BillingState): Subscription | undefined =>
  [...subscriptions.values()].find(({ ended }) => !ended);

export const isRenewing = ({ renews, cancellationRequestedAt, ended }: Subscription): boolean =>
  renews && cancellationRequestedAt === null && !ended;

/** What is charged next: a coupon that could not lower a free start lowers the first payment after it. */
export function nextPrice({ nextProduct, product, periods, firstAmount }: Subscription): {
  amount: number;
  currency: string;
} {
  if (nextProduct) return { amount: nextProduct.amount, currency: nextProduct.currency };
  const isFirst = periods.every(({ reason }) => reason !== 'paid');
  return { amount: (isFirst ? firstAmount : null) ?? product.amount, currency: product.currency };
}

/** Attempts to pay one renewal, the first one first. */
export const renewalAttempts = (
  { attempts }: BillingState,
  { id }: Subscription,
  period: number,
): Attempt[] =>
  [...attempts.values()].filter(
    ({ target }) => 'subscription' in target && target.subscription === id && target.period === period,
  );

export const isHardDecline = ({ errorCode, status }: Attempt): boolean =>
  status !== 'succeeded' && errorCode !== null && HARD_DECLINES.has(errorCode);

/** Until when a subscription opens premium: while renewals are tried, the time of grace as well. */
export const opensUntil = (subscription: Subscription): number => {
  if (subscription.ended) return subscription.ended.at;
  const through = paidThrough(subscription);
  return isRenewing(subscription) && through < FOR_EVER ? through + GRACE_MS : through;
};

/** Until when the member has premium; null without. */
export function premiumUntil(state: BillingState): number | null {
  const live = liveSubscription(state);
  return live ? opensUntil(live) : null;
}

/** Until when it is paid or given, without the days in which a renewal is tried; null without premium. */
export function paidUntil(state: BillingState): number | null {
  const live = liveSubscription(state);
  return live ? paidThrough(live) : null;
}

export function subscriptionState(subscription: Subscription, now: number): PaidSubscription['state'] {
  const { ended, periods } = subscription;
  if (ended) return ended.reason;
  if (now >= opensUntil(subscription)) return 'expired';
  if (now >= paidThrough(subscription)) return 'past_due';
  return isTrial(subscription, now) || (periods.length === 1 && periods[0]!.reason === 'trial')
    ? 'trialing'
    : 'active';
}

export const isTrial = ({ periods }: Subscription, now: number): boolean =>
  periods.some(({ reason, starts, ends }) => reason === 'trial' && starts <= now && now < (ends ?? FOR_EVER));

/** Attempts whose outcome is not known: nothing else is charged until it is. */
export const undecidedAttempts = ({ attempts }: BillingState): Attempt[] =>
  [...attempts.values()].filter((attempt) => !isDecided(attempt));
