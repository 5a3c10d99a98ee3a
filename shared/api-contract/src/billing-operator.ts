import { z } from 'zod';
import { Gift, PaidSubscription, ProductId, Receipt } from './billing.ts';
import { Id, IdParams, type Call } from './common.ts';
import { billingOperatorEndpoints } from './endpoints/billing.ts';
import { MultiLine } from './text.ts';

/** One entry of a member's ledger, as it was written. */
export const LedgerEntry = z.object({
  n: z.number().int(),
  kind: z.string(),
  datetime: z.string(),
  entry: z.record(z.string(), z.unknown()),
});
export const BillingPayment = z.object({
  id: Id,
  /** What it paid for, as its receipt names it. */
  description: z.string(),
  status: z.string(),
  amount: z.number().int(),
  refunded_amount: z.number().int(),
  currency: z.string(),
  provider_ref: z.string().nullable(),
  error_code: z.string().nullable(),
  created_datetime: z.string(),
});
export const BillingMember = z.object({
  user_id: Id,
  email: z.string(),
  subscriptions: z.array(PaidSubscription),
  payments: z.array(BillingPayment),
  receipts: z.array(Receipt),
  /** Codes that the member was given, the newest first. */
  gifts: z.array(Gift),
});
export type BillingMember = z.infer<typeof BillingMember>;

/** What an operator looked at or did. */
export const OperatorAction = z.object({
  id: Id,
  action: z.enum(['look_up', 'read_ledger', 'refund', 'grant_days', 'give_gift', 'withdraw_gift']),
  user_id: Id,
  /** Null, without a name, for one whose account is erased. */
  operator_id: Id.nullable(),
  operator_name: z.string(),
  detail: z.record(z.string(), z.unknown()),
  datetime: z.string(),
});
export type OperatorAction = z.infer<typeof OperatorAction>;
export type LedgerEntry = z.infer<typeof LedgerEntry>;
export type BillingPayment = z.infer<typeof BillingPayment>;

/** Where provider and ledger disagree, or money did not go back: nothing repairs it but people. */
export const BillingFinding = z.object({
  kind: z.enum(['unknown_payment', 'other_amount', 'missing_payment', 'refund_failed']),
  /** The payment or refund at the provider. */
  provider_ref: z.string(),
  /** In the minor unit, as the provider has it. */
  amount: z.number().int(),
  found_datetime: z.string(),
});
export type BillingFinding = z.infer<typeof BillingFinding>;

const Reason = MultiLine.trim().min(3, 'Say why, for the record.').max(500);

export const billingOperatorCalls = {
  actions: {
    ...billingOperatorEndpoints.actions,
    summary: 'What operators looked at and did, and payments that need a look, the last first; for operators',
    response: z.object({ actions: z.array(OperatorAction), findings: z.array(BillingFinding) }),
  },
  giveGift: {
    ...billingOperatorEndpoints.giveGift,
    summary: 'Give a member a gift code of a product; for operators, and recorded',
    params: IdParams,
    body: z.object({ product_id: ProductId, reason: Reason }),
    response: Gift,
    status: 201,
  },
  withdrawGift: {
    ...billingOperatorEndpoints.withdrawGift,
    summary: 'Take back a gift code that nobody has used; for operators, and recorded',
    params: IdParams,
    body: z.object({ gift_id: Id, reason: Reason }),
    response: z.object({ gifts: z.array(Gift) }),
    status: 201,
  },
  member: {
    ...billingOperatorEndpoints.member,
    summary: 'Look a member up by e-mail address; for operators, and recorded',
    querystring: z.object({ email: z.string().min(3).max(254) }),
    response: BillingMember,
  },
  ledger: {
    ...billingOperatorEndpoints.ledger,
    summary: 'Everything that happened to a member in billing; for operators, and recorded',
    params: IdParams,
    response: z.object({ entries: z.array(LedgerEntry) }),
  },
  refund: {
    ...billingOperatorEndpoints.refund,
    summary: 'Refund a payment in part or whole; for operators, and recorded',
    params: IdParams,
    body: z.object({
      payment_id: Id,
      amount: z.number().int().positive(),
      /** What had gone back when the operator decided: two who decide at once do not both refund. */
      refunded_before: z.number().int().min(0),
      reason: Reason,
    }),
    response: BillingPayment,
    status: 201,
  },
  grantDays: {
    ...billingOperatorEndpoints.grantDays,
    summary: 'Give days of premium; for operators, and recorded',
    params: IdParams,
    body: z.object({ days: z.number().int().min(1).max(3660), reason: Reason }),
    response: PaidSubscription,
    status: 201,
  },
} satisfies Record<keyof typeof billingOperatorEndpoints, Call>;
