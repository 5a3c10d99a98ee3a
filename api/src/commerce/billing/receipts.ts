import type { Receipt } from '@waymark/api-contract';
import { SERVICE_BASES } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { ReceiptData } from './account-writes.ts';
import type { Change } from './billing.ts';
import { taxWithin } from './catalog.ts';
import type { Attempt, BillingState, Period, Refund } from './ledger/reduce.ts';
import type { BillingTables } from './tables.ts';

function periodOf(state: BillingState, { id }: Attempt): { period: Period | null; product: string } | null {
  for (const { periods, product } of state.subscriptions.values()) {
    const period = periods.find(({ attempt }) => attempt === id);
    if (period) return { period, product: product.name };
  }
  return null;
}

export function describePayment(state: BillingState, attempt: Attempt) {
  const found = periodOf(state, attempt);
  const { target } = attempt;
  const sold =
    'order' in target
      ? state.orders.get(target.order)?.product
      : state.subscriptions.get(target.subscription)?.product;
  const isGift = 'order' in target && state.orders.get(target.order)?.gift === true;
  return {
    description: found?.product ?? (isGift ? `Gift: ${sold!.name}` : (sold?.name ?? 'Premium')),
    period: found?.period
      ? {
          start: new Date(found.period.starts).toISOString(),
          end: found.period.ends === null ? null : new Date(found.period.ends).toISOString(),
        }
      : null,
    rate: sold?.taxRate ?? 0,
    label: sold?.taxLabel ?? 'Tax',
  };
}

/** Issues the receipt of a payment or a refund. @returns its id */
export function issueReceipt(
  { userId, context, catalog, provider, writes }: Change,
  state: BillingState,
  {
    kind,
    attempt,
    refund,
  }: {
    kind: 'payment' | 'refund';
    attempt: Attempt;
    refund: Pick<Refund, 'id' | 'amount' | 'ref'> | null;
  },
): number {
  const { description, period, rate, label } = describePayment(state, attempt);
  const total = refund ? -refund.amount : attempt.amount;
  const tax = taxWithin(total, rate);
  const id = context.newId();
  writes.receipts.push({
    userId,
    id,
    kind,
    sourceId: refund?.id ?? attempt.id,
    card: attempt.card,
    data: {
      seller: catalog.seller,
      description: refund ? `Refund: ${description}` : description,
      period,
      currency: attempt.currency,
      net_amount: total - tax,
      tax_amount: tax,
      tax_rate: rate,
      tax_label: label,
      total_amount: total,
      is_test: provider.isTest,
    },
    providerRef: refund?.ref ?? attempt.ref,
  });
  return id;
}

export function presentReceipt(row: Selectable<BillingTables['receipts']>): Receipt {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    issued_datetime: row.issued_at.toISOString(),
    // Written by `writeReceipts`, and never changed since.
    ...(row.data as unknown as ReceiptData),
    _links: { self: [{ href: `${SERVICE_BASES.billing}/receipts/${row.id}`, id: String(row.id) }] },
  };
}
