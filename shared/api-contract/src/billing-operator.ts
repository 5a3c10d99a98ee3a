import { z } from 'zod';
import { PaidSubscription, Receipt } from './billing.ts';
import { Id, IdParams, type Call } from './common.ts';
import { billingOperatorEndpoints } from './endpoints/billing.ts';

/** One entry of a member's ledger, as it was written. */
export const LedgerEntry = z.object({
  n: z.number().int(),
  kind: z.string(),
  datetime: z.string(),
  entry: z.record(z.string(), z.unknown()),
});
export const BillingPayment = z.object({
  id: Id,
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
});
export type BillingMember = z.infer<typeof BillingMember>;

const Reason = z.string().trim().min(3, 'Say why, for the record.').max(500);

export const billingOperatorCalls = {
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
    body: z.object({ payment_id: Id, amount: z.number().int().positive(), reason: Reason }),
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
