import type { ColumnType, Generated } from 'kysely';
import type { EntryKind, LedgerEntry, PaymentStatus } from './ledger/entries.ts';

type Json<T> = ColumnType<T, string, string>;

export interface BillingTables {
  /** One row for each member who ever bought or was given anything: its lock, and what the ledger comes to now. */
  billing_accounts: {
    user_id: number;
    provider: string;
    customer: string | null;
    premium_until: Date | null;
    /** What was paid or given ends then: `premium_until` without the days in which a renewal is tried. */
    paid_until: Generated<Date | null>;
    /** Grows with each change of what premium opens. */
    version: Generated<number>;
    changed_at: Date;
    next_step_at: Date | null;
  };
  /** Append-only: a trigger refuses updates. Everything else here follows from it. */
  billing_ledger: {
    user_id: number;
    n: number;
    kind: EntryKind;
    at: Date;
    entry: Json<LedgerEntry>;
  };
  billing_profiles: {
    user_id: number;
    id: number;
    payment_provider: string;
    cc_token: string;
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
    is_default: boolean;
    created_at: Date;
  };
  /** From the ledger: the constraint that holds whatever the code does. */
  paid_subscriptions: {
    user_id: number;
    id: number;
    product_id: string;
    is_live: boolean;
    started_at: Date;
  };
  /** From the ledger: finds the member of a notice. */
  payment_attempts: {
    user_id: number;
    id: number;
    order_id: number | null;
    subscription_id: number | null;
    period: number | null;
    amount: number;
    currency: string;
    status: PaymentStatus;
    provider_ref: string | null;
    created_at: Date;
  };
  coupons: {
    id: string;
    duration_interval: number | null;
    duration_unit: 'day' | 'month' | 'year' | null;
    percent_off: Generated<number>;
    product_ids: ColumnType<string[], string, string>;
    new_members_only: Generated<boolean>;
    starts_at: Date | null;
    expires_at: Date | null;
    max_uses: number | null;
    uses: Generated<number>;
    created_at: Date;
  };
  user_coupons: {
    user_id: number;
    id: number;
    coupon_id: string;
    country_code: string;
    redeemed: Generated<boolean>;
    granted_at: Date;
    redeemed_at: Date | null;
  };
  /** Coupons of one use that a member bought or was given to pass on. */
  gifts: {
    user_id: number;
    id: number;
    coupon_id: string;
    product_id: string;
    product_name: string;
    given_by: number;
    created_at: Date;
    /** The order that paid it; null for one that an operator gave. */
    order_id: number | null;
    mailed_to: string | null;
    /** How often it was mailed to somebody. */
    mails: Generated<number>;
  };
  receipts: {
    user_id: number;
    id: number;
    number: string;
    kind: 'payment' | 'refund';
    /** The attempt or the refund. */
    source_id: number;
    data: Json<Record<string, unknown>>;
    issued_at: Date;
  };
  /** The books: what the law wants kept, without a member. Stays when an account is erased. */
  accounting_records: {
    number: string;
    kind: 'payment' | 'refund';
    issued_at: Date;
    currency: string;
    net_amount: number;
    tax_amount: number;
    total_amount: number;
    tax_label: string;
    description: string;
    provider: string;
    provider_ref: string | null;
  };
  receipt_counters: { year: number; last: number };
  /** Mails of billing, written with what they tell of. */
  billing_mails: {
    user_id: number;
    id: number;
    kind: string;
    data: Json<Record<string, unknown>>;
    created_at: Date;
    sent_at: Date | null;
  };
  /** Notices of the provider, each once. */
  provider_events: {
    provider: string;
    event_id: string;
    kind: string;
    ref: string | null;
    received_at: Date;
    handled_at: Date | null;
  };
  /** What operators looked at and did, by the member whom it concerned. */
  operator_actions: {
    user_id: number;
    id: number;
    operator_id: number;
    action: string;
    detail: Json<Record<string, unknown>>;
    at: Date;
  };
  /** Customers of erased members, until the provider has removed them too. */
  removed_customers: { customer: string };
  /** What the daily comparison with the provider could not repair. */
  reconciliation_findings: {
    ref: string;
    kind: string;
    detail: Json<Record<string, unknown>>;
    found_at: Date;
  };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends BillingTables {}
}
