import {
  DISPUTE_STATUSES,
  type DisputeStatus,
  type EndReason,
  type EntryOf,
  type LedgerEntry,
  PAYMENT_STATUSES,
  type PaymentStatus,
  type PeriodReason,
  type SoldProduct,
} from './entries.ts';

export interface Order extends Omit<EntryOf<'order_opened'>, 'kind' | 'at' | 'order'> {
  id: number;
  openedAt: number;
  /** The card that is to pay it and its renewals; null until the renewal terms are accepted. */
  card: number | null;
  status: 'open' | 'completed' | 'canceled';
}
export interface Attempt {
  id: number;
  target: EntryOf<'attempt_started'>['target'];
  card: number;
  cardToken: string;
  amount: number;
  currency: string;
  startedAt: number;
  status: PaymentStatus;
  ref: string | null;
  errorCode: string | null;
  refunded: number;
  dispute: DisputeStatus;
  decidedAt: number | null;
}
export interface Period {
  n: number;
  starts: number;
  ends: number | null;
  reason: PeriodReason;
  attempt: number | null;
  amount: number;
}
export interface Subscription {
  id: number;
  product: SoldProduct;
  source: EntryOf<'subscription_started'>['source'];
  order: number | null;
  coupon: string | null;
  renews: boolean;
  /** What the first payment costs where a coupon lowers it; null without. */
  firstAmount: number | null;
  startedAt: number;
  periods: Period[];
  cancellationRequestedAt: number | null;
  nextProduct: SoldProduct | null;
  notices: Set<string>;
  ended: { at: number; reason: EndReason; byDeletion: boolean } | null;
}
export interface Refund {
  id: number;
  attempt: number;
  amount: number;
  status: 'unknown' | 'pending' | 'failed' | 'succeeded';
  ref: string | null;
  requestedAt: number;
  by: number | null;
  reason: string;
}
export interface BoughtGift extends Omit<EntryOf<'gift_bought'>, 'kind' | 'at' | 'gift'> {
  id: number;
  boughtAt: number;
  isRevoked: boolean;
}
export interface BillingState {
  orders: Map<number, Order>;
  attempts: Map<number, Attempt>;
  subscriptions: Map<number, Subscription>;
  refunds: Map<number, Refund>;
  gifts: Map<number, BoughtGift>;
}

const REFUND_STATUSES: readonly Refund['status'][] = ['unknown', 'pending', 'failed', 'succeeded'];

/** The later of two statuses: reading twice, late or in another order changes nothing. */
const later = <T extends string>(order: readonly T[], a: T, b: T): T =>
  order.indexOf(b) > order.indexOf(a) ? b : a;
export const joinStatus = (a: PaymentStatus, b: PaymentStatus) => later(PAYMENT_STATUSES, a, b);

export const joinDispute = (a: DisputeStatus, b: DisputeStatus) => later(DISPUTE_STATUSES, a, b);

const DECIDED: ReadonlySet<PaymentStatus> = new Set(['failed', 'canceled', 'succeeded']);
export const isDecided = ({ status }: Pick<Attempt, 'status'>): boolean => DECIDED.has(status);

export const emptyState = (): BillingState => ({
  orders: new Map(),
  attempts: new Map(),
  subscriptions: new Map(),
  refunds: new Map(),
  gifts: new Map(),
});

/** The state after all entries. What an entry names and is not there is passed over: a state can always be computed. */
export function reduceLedger(entries: readonly LedgerEntry[], state = emptyState()): BillingState {
  for (const entry of entries) applyEntry(state, entry);
  return state;
}

function applyEntry(state: BillingState, entry: LedgerEntry): void {
  switch (entry.kind) {
    case 'order_opened': {
      const { kind: _, at, order, ...rest } = entry;
      if (!state.orders.has(order))
        state.orders.set(order, { ...rest, id: order, openedAt: at, card: null, status: 'open' });
      return;
    }
    case 'order_canceled': {
      const order = state.orders.get(entry.order);
      if (order?.status === 'open') order.status = 'canceled';
      return;
    }
    case 'terms_accepted': {
      const order = state.orders.get(entry.order);
      if (order) order.card = entry.card;
      return;
    }
    case 'attempt_started':
      return startAttempt(state, entry);
    case 'payment_read':
      return readPayment(state, entry);
    case 'refund_requested': {
      const { kind: _, at, refund, ...rest } = entry;
      if (!state.refunds.has(refund))
        state.refunds.set(refund, { ...rest, id: refund, status: 'unknown', ref: null, requestedAt: at });
      return;
    }
    case 'refund_read': {
      const refund = state.refunds.get(entry.refund);
      if (!refund) return;
      refund.status = later(REFUND_STATUSES, refund.status, entry.status);
      refund.ref ??= entry.ref;
      return;
    }
    case 'days_granted':
      return;
    case 'gift_bought': {
      const { kind: _, at, gift, ...rest } = entry;
      if (!state.gifts.has(gift))
        state.gifts.set(gift, { ...rest, id: gift, boughtAt: at, isRevoked: false });
      const order = state.orders.get(entry.order);
      if (order) order.status = 'completed';
      return;
    }
    case 'gift_revoked': {
      const gift = state.gifts.get(entry.gift);
      if (gift) gift.isRevoked = true;
      return;
    }
    case 'subscription_started':
      return startSubscription(state, entry);
    case 'period_added':
    case 'cancellation_requested':
    case 'cancellation_withdrawn':
    case 'change_scheduled':
    case 'product_changed':
    case 'notice_sent':
    case 'subscription_resumed':
    case 'subscription_ended': {
      const subscription = state.subscriptions.get(entry.subscription);
      if (subscription) changeSubscription(subscription, entry);
    }
  }
}

function startAttempt({ attempts }: BillingState, entry: EntryOf<'attempt_started'>): void {
  if (attempts.has(entry.attempt)) return;
  const { target, card, cardToken, amount, currency } = entry;
  attempts.set(entry.attempt, {
    id: entry.attempt,
    target,
    card,
    cardToken,
    amount,
    currency,
    startedAt: entry.at,
    status: 'unknown',
    ref: null,
    errorCode: null,
    refunded: 0,
    dispute: 'none',
    decidedAt: null,
  });
}

function readPayment({ attempts }: BillingState, entry: EntryOf<'payment_read'>): void {
  const attempt = attempts.get(entry.attempt);
  if (!attempt) return;
  const status = joinStatus(attempt.status, entry.status);
  if (status !== attempt.status) attempt.errorCode = entry.errorCode;
  if (!isDecided(attempt) && DECIDED.has(status)) attempt.decidedAt = entry.at;
  attempt.status = status;
  attempt.ref ??= entry.ref;
  attempt.refunded = Math.max(attempt.refunded, entry.refunded);
  attempt.dispute = joinDispute(attempt.dispute, entry.dispute);
}

function startSubscription(state: BillingState, entry: EntryOf<'subscription_started'>): void {
  if (state.subscriptions.has(entry.subscription)) return;
  const { product, source, order, coupon, renews } = entry;
  state.subscriptions.set(entry.subscription, {
    id: entry.subscription,
    product,
    source,
    order,
    coupon,
    renews,
    firstAmount: entry.firstAmount ?? null,
    startedAt: entry.at,
    periods: [],
    cancellationRequestedAt: null,
    nextProduct: null,
    notices: new Set(),
    ended: null,
  });
  const from = order === null ? undefined : state.orders.get(order);
  if (from) from.status = 'completed';
}

type SubscriptionEntry = Exclude<
  Extract<LedgerEntry, { subscription: number }>,
  { kind: 'subscription_started' | 'days_granted' }
>;

function changeSubscription(subscription: Subscription, entry: SubscriptionEntry): void {
  switch (entry.kind) {
    case 'period_added': {
      const { period: n, starts, ends, reason, attempt, amount } = entry;
      if (subscription.periods.some((one) => one.n === n)) return;
      subscription.periods.push({ n, starts, ends, reason, attempt, amount });
      return;
    }
    case 'cancellation_requested':
      subscription.cancellationRequestedAt ??= entry.at;
      return;
    case 'cancellation_withdrawn':
      if (!subscription.ended) subscription.cancellationRequestedAt = null;
      return;
    case 'change_scheduled':
      subscription.nextProduct = entry.product;
      return;
    case 'product_changed':
      subscription.product = entry.product;
      subscription.nextProduct = null;
      return;
    case 'notice_sent':
      subscription.notices.add(`${entry.notice} ${entry.period}`);
      return;
    case 'subscription_ended':
      subscription.ended ??= {
        at: entry.at,
        reason: entry.reason,
        byDeletion: entry.because === 'deletion',
      };
      return;
    case 'subscription_resumed':
      if (!subscription.ended?.byDeletion) return;
      subscription.ended = null;
      if (subscription.renews) subscription.cancellationRequestedAt ??= entry.at;
  }
}
