import type { EndReason } from './entries.ts';
import { DAY_MS } from './periods.ts';
import { type Attempt, type BillingState, isDecided, type Subscription } from './reduce.ts';
import {
  DUNNING_DAYS,
  FOR_EVER,
  isHardDecline,
  isRenewing,
  lastPeriod,
  liveSubscription,
  nextPrice,
  opensUntil,
  paidThrough,
  renewalAttempts,
  undecidedAttempts,
} from './subscription-status.ts';

/** Members are told of the end of a trial so long before, as card networks ask. */
const TRIAL_NOTICE_MS = 7 * DAY_MS;
/** A yearly renewal is announced so long before. */
const RENEWAL_NOTICE_MS = 30 * DAY_MS;
/** Payments whose outcome is unknown are read after this, and then each hour. */
const READ_AGAIN_MS = 60_000;
const READ_OFTEN_MS = 3_600_000;
/** A payment that waits for its member to confirm it is given up after a day. */
export const CONFIRMATION_MS = DAY_MS;
/** A checkout is given up after a day: others wait for its coupon, and what is left of a paid period falls. */
const CHECKOUT_MS = DAY_MS;

/** What time itself asks for. */
export type Step =
  | { kind: 'read_attempt'; attempt: number }
  | { kind: 'send_refund'; refund: number }
  | { kind: 'cancel_order'; order: number }
  | { kind: 'renew'; subscription: number; period: number; amount: number; currency: string }
  | { kind: 'send_notice'; subscription: number; notice: 'trial_ending' | 'renewal_ahead'; period: number }
  | { kind: 'end'; subscription: number; reason: EndReason };
export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;
export interface ScheduledStep {
  at: number;
  step: Step;
}

function noticeOf(subscription: Subscription): ScheduledStep[] {
  const last = lastPeriod(subscription);
  if (!last || last.ends === null) return [];
  const isYear = last.ends - last.starts > 200 * DAY_MS;
  const notice = last.reason === 'trial' ? 'trial_ending' : isYear ? 'renewal_ahead' : null;
  if (!notice || subscription.notices.has(`${notice} ${last.n}`)) return [];
  const ahead = notice === 'trial_ending' ? TRIAL_NOTICE_MS : RENEWAL_NOTICE_MS;
  const at = Math.max(subscription.startedAt, last.ends - ahead);
  return [{ at, step: { kind: 'send_notice', subscription: subscription.id, notice, period: last.n } }];
}

function renewalOf(state: BillingState, subscription: Subscription): ScheduledStep[] {
  const { id } = subscription;
  const through = paidThrough(subscription);
  if (through >= FOR_EVER) return [];
  const end = (at: number, reason: EndReason): ScheduledStep[] => [
    { at, step: { kind: 'end', subscription: id, reason } },
  ];
  if (!isRenewing(subscription))
    return end(through, subscription.cancellationRequestedAt === null ? 'expired' : 'canceled');
  const period = (lastPeriod(subscription)?.n ?? 0) + 1;
  const attempts = renewalAttempts(state, subscription, period);
  if (attempts.some((attempt) => !isDecided(attempt))) return [];
  // One that never arrived at the provider was no try.
  const tries = attempts.filter(({ ref, errorCode }) => ref !== null || errorCode !== null);
  const last = tries.at(-1);
  // Other cards that the member tried on the same day leave the later days to the card that is there then.
  const daysTried = new Set(tries.map(({ startedAt }) => Math.floor((startedAt - through) / DAY_MS)));
  const day = DUNNING_DAYS[daysTried.size];
  // A lost card is not tried again: only another one is.
  if (day === undefined || (last && isHardDecline(last)))
    return end(through + DUNNING_DAYS.at(-1)! * DAY_MS, 'payment_failed');
  const at = Math.max(through + day * DAY_MS, last ? last.startedAt + DAY_MS : 0);
  const { amount, currency } = nextPrice(subscription);
  return [
    ...noticeOf(subscription),
    { at, step: { kind: 'renew', subscription: id, period, amount, currency } },
  ];
}

/** Cards that a member may try at once for one renewal in a day: more than anybody has, fewer than who tries stolen ones. */
const MAX_EARLY_TRIES_A_DAY = 10;

/**
 * The renewal that another card pays at once, without waiting for the day of the next try: also one that is not tried
 * again by itself, since its card is lost.
 */
export function unpaidRenewal(
  state: BillingState,
  { cardToken, now }: { cardToken: string; now: number },
): StepOf<'renew'> | null {
  const live = liveSubscription(state);
  if (!live || !isRenewing(live) || undecidedAttempts(state).length > 0) return null;
  if (now < paidThrough(live) || now >= opensUntil(live)) return null;
  const period = (lastPeriod(live)?.n ?? 0) + 1;
  const attempts = renewalAttempts(state, live, period);
  if (attempts.filter(({ startedAt }) => startedAt > now - DAY_MS).length >= MAX_EARLY_TRIES_A_DAY)
    return null;
  const isRefusedForGood = (attempt: Attempt) => attempt.cardToken === cardToken && isHardDecline(attempt);
  if (attempts.some(isRefusedForGood)) return null;
  return { kind: 'renew', subscription: live.id, period, ...nextPrice(live) };
}

/** Everything that time will ask for, the nearest first. */
export function scheduleSteps(state: BillingState): ScheduledStep[] {
  const undecided = undecidedAttempts(state);
  const steps: ScheduledStep[] = undecided.map(({ id, startedAt }) => ({
    at: startedAt + READ_AGAIN_MS,
    step: { kind: 'read_attempt', attempt: id },
  }));
  for (const refund of state.refunds.values())
    if (refund.status === 'unknown' || refund.status === 'pending')
      steps.push({ at: refund.requestedAt, step: { kind: 'send_refund', refund: refund.id } });
  if (undecided.length === 0)
    for (const { id, status, openedAt } of state.orders.values())
      if (status === 'open')
        steps.push({ at: openedAt + CHECKOUT_MS, step: { kind: 'cancel_order', order: id } });
  const live = liveSubscription(state);
  // An outcome that is not known may be the payment of this very period.
  if (live && undecided.length === 0) steps.push(...renewalOf(state, live));
  return steps.toSorted((a, b) => a.at - b.at);
}

/** When a member's account is to be looked at next; null for never. What could not be done now is tried again later. */
export function nextStepAt(state: BillingState, now: number): number | null {
  const [first] = scheduleSteps(state);
  if (!first || first.at > now) return first?.at ?? null;
  return now + (now - first.at > READ_OFTEN_MS ? READ_OFTEN_MS : READ_AGAIN_MS);
}
