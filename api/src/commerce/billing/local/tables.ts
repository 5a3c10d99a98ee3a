import type { Generated } from 'kysely';
import type { DisputeStatus, PaymentStatus } from '../ledger/entries.ts';
import type { CardBehavior } from './test-cards.ts';

/** The local provider's own books. They know customers and attempts, and no members. */
export interface LocalProviderTables {
  local_customers: { ref: string; request_key: string; created_at: Date };
  local_cards: {
    ref: string;
    customer: string | null;
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
    behavior: CardBehavior;
    code: string | null;
    /** When its member proved to the bank to be there. */
    confirmed_at: Date | null;
    created_at: Date;
  };
  local_payments: {
    ref: string;
    customer: string;
    card: string;
    attempt_id: number;
    amount: number;
    currency: string;
    status: Exclude<PaymentStatus, 'unknown'>;
    error_code: string | null;
    refunded: Generated<number>;
    dispute: Generated<DisputeStatus>;
    request_key: string;
    request_hash: string;
    created_at: Date;
  };
  local_refunds: { ref: string; payment: string; amount: number; request_key: string; created_at: Date };
  /** Notices to the product, until they are taken. */
  local_notices: {
    id: string;
    kind: string;
    ref: string;
    created_at: Date;
    send_at: Date;
    tries: Generated<number>;
    delivered_at: Date | null;
  };
}

declare module '../../../kernel/database/tables.ts' {
  interface Database extends LocalProviderTables {}
}
