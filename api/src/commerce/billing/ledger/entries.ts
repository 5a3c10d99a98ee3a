import type { FrequencyUnit } from '@waymark/api-contract';

/** Outcomes of a payment at the provider. Each may be followed only by a later one of the list; see `joinStatus`. */
export const PAYMENT_STATUSES = [
  'unknown',
  'requires_action',
  'processing',
  'failed',
  'canceled',
  'succeeded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export const DISPUTE_STATUSES = ['none', 'open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Why a payment was canceled whose member chose another card instead of asking the bank. */
export const CARD_REPLACED = 'card_replaced';

/** What was sold, as it was then: a later change of the catalogue changes no subscription. */
export interface SoldProduct {
  id: string;
  name: string;
  /** Null for lifetime. */
  frequency: { interval: number; unit: FrequencyUnit } | null;
  amount: number;
  currency: string;
  /** In hundredths of a percent; the amount includes the tax. */
  taxRate: number;
  taxLabel: string;
}

export type PeriodReason = 'trial' | 'paid' | 'coupon' | 'granted' | 'lifetime';
export type EndReason = 'canceled' | 'expired' | 'payment_failed' | 'refunded' | 'disputed' | 'replaced';

export type LedgerEntry = { at: number } & (
  | {
      kind: 'order_opened';
      order: number;
      product: SoldProduct;
      /** Charged now: the price less discount and credit. */
      amount: number;
      discount: number;
      credit: number;
      trialDays: number;
      coupon: string | null;
      /** The subscription that this one replaces at once. */
      replaces: number | null;
      /** Bought for somebody else: a code instead of premium for the buyer. */
      gift?: true;
    }
  | { kind: 'order_canceled'; order: number }
  | { kind: 'terms_accepted'; order: number; card: number }
  | {
      kind: 'attempt_started';
      attempt: number;
      target: { order: number } | { subscription: number; period: number };
      card: number;
      cardToken: string;
      amount: number;
      currency: string;
    }
  | {
      kind: 'payment_read';
      attempt: number;
      status: PaymentStatus;
      ref: string | null;
      errorCode: string | null;
      refunded: number;
      dispute: DisputeStatus;
    }
  | {
      kind: 'subscription_started';
      subscription: number;
      product: SoldProduct;
      source: 'order' | 'coupon' | 'operator';
      order: number | null;
      coupon: string | null;
      renews: boolean;
      /** What the first payment after the free time costs, where a coupon lowers it. */
      firstAmount?: number;
    }
  | {
      kind: 'period_added';
      subscription: number;
      period: number;
      starts: number;
      /** Null for ever. */
      ends: number | null;
      reason: PeriodReason;
      attempt: number | null;
      /** What the period costs; changes of plan are credited by it. */
      amount: number;
    }
  /** A disputed payment ends renewals as well: nothing more is charged while the bank looks into it. */
  | { kind: 'cancellation_requested'; subscription: number; because?: 'dispute' }
  | { kind: 'cancellation_withdrawn'; subscription: number }
  | { kind: 'change_scheduled'; subscription: number; product: SoldProduct | null }
  | { kind: 'product_changed'; subscription: number; product: SoldProduct }
  | { kind: 'notice_sent'; subscription: number; notice: 'trial_ending' | 'renewal_ahead'; period: number }
  /** `because` says that the member asked to delete the account; its mail tells of it. */
  | { kind: 'subscription_ended'; subscription: number; reason: EndReason; because?: 'deletion' }
  /** The account that was to be deleted is kept: what was paid or given opens premium again, and does not renew. */
  | { kind: 'subscription_resumed'; subscription: number }
  | {
      kind: 'refund_requested';
      refund: number;
      attempt: number;
      amount: number;
      by: number | null;
      reason: string;
    }
  | { kind: 'refund_read'; refund: number; status: 'pending' | 'failed' | 'succeeded'; ref: string | null }
  | { kind: 'gift_bought'; gift: number; order: number; attempt: number; product: SoldProduct }
  /** The code of a gift opens nothing any more, unless somebody had used it before. */
  | { kind: 'gift_revoked'; gift: number; reason: 'refunded' | 'disputed' }
  | { kind: 'days_granted'; subscription: number; days: number; by: number; reason: string }
);
export type EntryKind = LedgerEntry['kind'];
export type EntryOf<K extends EntryKind> = Extract<LedgerEntry, { kind: K }>;
