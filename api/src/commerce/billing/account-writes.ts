import type { Receipt } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';

/** What a receipt says, apart from its number and day. */
export type ReceiptData = Omit<Receipt, 'id' | 'number' | 'kind' | 'issued_datetime' | '_links'>;

interface PlannedReceipt {
  userId: number;
  id: number;
  kind: 'payment' | 'refund';
  sourceId: number;
  /** The card that paid. */
  card: number;
  data: Omit<ReceiptData, 'method'>;
  providerRef: string | null;
}
interface PlannedMail {
  userId: number;
  id: number;
  kind: string;
  data: Record<string, unknown>;
}
/** Receipts and mails that follow from decisions, written at their end: those of many members at once. */
export interface Writes {
  receipts: PlannedReceipt[];
  mails: PlannedMail[];
}
export const createWrites = (): Writes => ({ receipts: [], mails: [] });

/** Numbers have no gap: those that are taken are committed with their receipts. @returns the first of them */
async function takeNumbers(trx: Trx, year: number, count: number): Promise<number> {
  const { last } = await trx
    .insertInto('receipt_counters')
    .values({ year, last: count })
    .onConflict((on) => on.column('year').doUpdateSet({ last: sql`receipt_counters.last + ${count}` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

async function writeReceipts(
  trx: Trx,
  { receipts, provider, now }: { receipts: readonly PlannedReceipt[]; provider: string; now: number },
): Promise<void> {
  if (receipts.length === 0) return;
  const cards = await trx
    .selectFrom('billing_profiles')
    .select(['user_id', 'id', 'brand', 'last4'])
    .where(
      'user_id',
      'in',
      receipts.map(({ userId }) => userId),
    )
    .where(
      'id',
      'in',
      receipts.map(({ card }) => card),
    )
    .execute();
  const issued_at = new Date(now);
  const year = issued_at.getUTCFullYear();
  const first = await takeNumbers(trx, year, receipts.length);
  const issued = receipts.map(({ userId, card, data, ...rest }, i) => {
    const found = cards.find(({ user_id, id }) => user_id === userId && id === card);
    const method = found ? { brand: found.brand, last4: found.last4 } : null;
    const number = `W${year}-${String(first + i).padStart(6, '0')}`;
    return { ...rest, userId, number, data: { ...data, method } };
  });
  await trx
    .insertInto('receipts')
    .values(
      issued.map(({ userId, id, number, kind, sourceId, data }) => ({
        user_id: userId,
        id,
        number,
        kind,
        source_id: sourceId,
        data: JSON.stringify(data),
        issued_at,
      })),
    )
    .execute();
  await trx
    .insertInto('accounting_records')
    .values(
      issued.map(({ number, kind, data, providerRef }) => ({
        number,
        kind,
        issued_at,
        currency: data.currency,
        net_amount: data.net_amount,
        tax_amount: data.tax_amount,
        total_amount: data.total_amount,
        tax_label: data.tax_label,
        description: data.description,
        provider,
        provider_ref: providerRef,
      })),
    )
    .execute();
}

export async function flushWrites(
  trx: Trx,
  { writes: { receipts, mails }, provider, now }: { writes: Writes; provider: string; now: number },
): Promise<void> {
  if (mails.length > 0)
    await trx
      .insertInto('billing_mails')
      .values(
        mails.map(({ userId, id, kind, data }) => ({
          user_id: userId,
          id,
          kind,
          data: JSON.stringify(data),
          created_at: new Date(now),
          sent_at: null,
        })),
      )
      .execute();
  // Last: the counter of receipts is locked for as short as can be.
  await writeReceipts(trx, { receipts, provider, now });
}
