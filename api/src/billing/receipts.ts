import type { Receipt } from '@waymark/api-contract';
import { SERVICE_BASES } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Change } from './billing.ts';
import { taxWithin } from './catalog.ts';
import type { Attempt, BillingState, Period, Refund } from './ledger/reduce.ts';
import type { BillingTables } from './tables.ts';

type ReceiptData = Omit<Receipt, 'id' | 'number' | 'kind' | 'issued_datetime' | '_links'>;

/** Numbers have no gap: one that is taken is committed with its receipt. */
async function nextNumber({ trx, now }: Change): Promise<string> {
  const year = new Date(now).getUTCFullYear();
  const { last } = await trx
    .insertInto('receipt_counters')
    .values({ year, last: 1 })
    .onConflict((on) => on.column('year').doUpdateSet({ last: sql`receipt_counters.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return `W${year}-${String(last).padStart(6, '0')}`;
}

function periodOf(state: BillingState, { id }: Attempt): { period: Period | null; product: string } | null {
  for (const { periods, product } of state.subscriptions.values()) {
    const period = periods.find(({ attempt }) => attempt === id);
    if (period) return { period, product: product.name };
  }
  return null;
}

function describe(state: BillingState, attempt: Attempt) {
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
export async function issueReceipt(
  change: Change,
  state: BillingState,
  { kind, attempt, refund }: { kind: 'payment' | 'refund'; attempt: Attempt; refund: Refund | null },
): Promise<number> {
  const { trx, userId, now, context, catalog, provider } = change;
  const { description, period, rate, label } = describe(state, attempt);
  const total = refund ? -refund.amount : attempt.amount;
  const tax = taxWithin(total, rate);
  const card = await trx
    .selectFrom('billing_profiles')
    .select(['brand', 'last4'])
    .where('user_id', '=', userId)
    .where('id', '=', attempt.card)
    .executeTakeFirst();
  const data: ReceiptData = {
    seller: catalog.seller,
    description: refund ? `Refund: ${description}` : description,
    period,
    currency: attempt.currency,
    net_amount: total - tax,
    tax_amount: tax,
    tax_rate: rate,
    tax_label: label,
    total_amount: total,
    method: card ?? null,
    is_test: provider.isTest,
  };
  const [id, number, issued_at] = [context.newId(), await nextNumber(change), new Date(now)];
  await trx
    .insertInto('receipts')
    .values({
      user_id: userId,
      id,
      number,
      kind,
      source_id: refund?.id ?? attempt.id,
      data: JSON.stringify(data),
      issued_at,
    })
    .execute();
  await trx
    .insertInto('accounting_records')
    .values({
      number,
      kind,
      issued_at,
      currency: data.currency,
      net_amount: data.net_amount,
      tax_amount: tax,
      total_amount: total,
      tax_label: label,
      description: data.description,
      provider: provider.name,
      provider_ref: refund?.ref ?? attempt.ref,
    })
    .execute();
  return id;
}

export function presentReceipt(row: Selectable<BillingTables['receipts']>): Receipt {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    issued_datetime: row.issued_at.toISOString(),
    // Written by `issueReceipt`, and never changed since.
    ...(row.data as unknown as ReceiptData),
    _links: { self: [{ href: `${SERVICE_BASES.billing}/receipts/${row.id}`, id: String(row.id) }] },
  };
}
