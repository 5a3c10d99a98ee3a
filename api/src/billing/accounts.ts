import type { Selectable } from 'kysely';
import type { Trx } from '../kernel/database/tables.ts';
import type { Billing } from './billing.ts';
import { recordConsequences } from './consequences.ts';
import type { LedgerEntry } from './ledger/entries.ts';
import { nextStepAt } from './ledger/next-step.ts';
import { type BillingState, reduceLedger } from './ledger/reduce.ts';
import { premiumUntil } from './ledger/subscription-status.ts';
import { notePremium } from './premium-index.ts';
import type { BillingTables } from './tables.ts';
import { wakeBilling } from './wake.ts';

export interface Account {
  trx: Trx;
  userId: number;
  row: Selectable<BillingTables['billing_accounts']>;
  /** What the ledger comes to. Decisions may change it: it is computed anew from what is written. */
  state: BillingState;
  now: number;
}

async function readEntries(db: Billing['context']['db'] | Trx, userId: number): Promise<LedgerEntry[]> {
  const rows = await db
    .selectFrom('billing_ledger')
    .select('entry')
    .where('user_id', '=', userId)
    .orderBy('n')
    .execute();
  return rows.map(({ entry }) => entry);
}

/** The state of a member's billing, without its lock: for reading. */
export const readState = async ({ context }: Billing, userId: number): Promise<BillingState> =>
  reduceLedger(await readEntries(context.db, userId));

/**
 * Decides something about a member's billing while nobody else does, and appends what was decided. What follows from
 * it (rows for constraints, receipts, mails, what premium opens) is written in the same transaction.
 */
export async function changeAccount(
  billing: Billing,
  userId: number,
  decide: (account: Account) => Promise<LedgerEntry[]> | LedgerEntry[],
): Promise<BillingState> {
  const { context, provider } = billing;
  const now = context.now().getTime();
  const { state, until, isChanged } = await context.db.transaction().execute(async (trx) => {
    const at = new Date(now);
    const row = await trx
      .insertInto('billing_accounts')
      .values({
        user_id: userId,
        provider: provider.name,
        customer: null,
        premium_until: null,
        changed_at: at,
        next_step_at: null,
      })
      .onConflict((on) => on.column('user_id').doUpdateSet({ user_id: userId }))
      .returningAll()
      .executeTakeFirstOrThrow();
    const before = await readEntries(trx, userId);
    const added = await decide({ trx, userId, row, state: reduceLedger(before), now });
    const after = reduceLedger([...before, ...added]);
    const premium = premiumUntil(after);
    await appendEntries(trx, userId, { count: before.length, added });
    if (added.length > 0) await writeProjection(trx, userId, after);
    if (added.length > 0)
      await recordConsequences({ ...billing, trx, userId, now }, reduceLedger(before), after, added);
    const isMoved = (row.premium_until?.getTime() ?? null) !== premium;
    const next = nextStepAt(after, now);
    await trx
      .updateTable('billing_accounts')
      .set((at_) => ({
        next_step_at: next === null ? null : new Date(next),
        ...(isMoved && {
          premium_until: premium === null ? null : new Date(premium),
          version: at_('version', '+', 1),
          changed_at: at,
        }),
      }))
      .where('user_id', '=', userId)
      .execute();
    return { state: after, until: premium, isChanged: added.length > 0 };
  });
  notePremium(context, userId, until);
  if (isChanged) await wakeBilling(context);
  return state;
}

async function appendEntries(
  trx: Trx,
  userId: number,
  { count, added }: { count: number; added: readonly LedgerEntry[] },
): Promise<void> {
  if (added.length === 0) return;
  await trx
    .insertInto('billing_ledger')
    .values(
      added.map((entry, i) => ({
        user_id: userId,
        n: count + i + 1,
        kind: entry.kind,
        at: new Date(entry.at),
        entry: JSON.stringify(entry),
      })),
    )
    .execute();
}

/** Rows by which the database itself refuses two subscriptions or two payments at once. */
async function writeProjection(trx: Trx, userId: number, state: BillingState): Promise<void> {
  // Those that ended first: a new one may take their place.
  const subscriptions = [...state.subscriptions.values()].toSorted(
    (a, b) => Number(!a.ended) - Number(!b.ended),
  );
  for (const { id, product, startedAt, ended } of subscriptions) {
    const values = { product_id: product.id, is_live: !ended };
    await trx
      .insertInto('paid_subscriptions')
      .values({ user_id: userId, id, started_at: new Date(startedAt), ...values })
      .onConflict((on) => on.columns(['user_id', 'id']).doUpdateSet(values))
      .execute();
  }
  for (const { id, target, amount, currency, status, ref, startedAt } of state.attempts.values()) {
    const values = { status, provider_ref: ref };
    await trx
      .insertInto('payment_attempts')
      .values({
        user_id: userId,
        id,
        order_id: 'order' in target ? target.order : null,
        subscription_id: 'subscription' in target ? target.subscription : null,
        period: 'subscription' in target ? target.period : null,
        amount,
        currency,
        created_at: new Date(startedAt),
        ...values,
      })
      .onConflict((on) => on.columns(['user_id', 'id']).doUpdateSet(values))
      .execute();
  }
}
