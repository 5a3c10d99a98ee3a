import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import { type Writes, createWrites, flushWrites } from './account-writes.ts';
import type { Billing } from './billing.ts';
import { conflict } from '../../kernel/server/errors.ts';
import { recordConsequences } from './consequences.ts';
import type { EntryKind, LedgerEntry } from './ledger/entries.ts';
import { nextStepAt } from './ledger/next-step.ts';
import { type BillingState, reduceLedger } from './ledger/reduce.ts';
import { paidUntil, premiumUntil } from './ledger/subscription-status.ts';
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
  writes: Writes;
}
/** Decides under the member's lock what to append. */
export type Decide = (account: Account) => Promise<LedgerEntry[]> | LedgerEntry[];

async function readEntries(
  db: Billing['context']['db'] | Trx,
  userIds: readonly number[],
): Promise<Map<number, LedgerEntry[]>> {
  const rows = await db
    .selectFrom('billing_ledger')
    .select(['user_id', 'entry'])
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .orderBy('n')
    .execute();
  const entries = new Map<number, LedgerEntry[]>(userIds.map((userId) => [userId, []]));
  for (const { user_id, entry } of rows) entries.get(user_id)!.push(entry);
  return entries;
}

/** The state of a member's billing, without its lock: for reading. */
export const readState = async ({ context }: Billing, userId: number): Promise<BillingState> =>
  reduceLedger((await readEntries(context.db, [userId])).get(userId)!);

/** What was decided about one member. */
interface ChangedAccount {
  userId: number;
  row: Account['row'];
  entries: readonly LedgerEntry[];
  before: BillingState;
  after: BillingState;
  added: readonly LedgerEntry[];
}

/**
 * Decides something about a member's billing while nobody else does, and appends what was decided. What follows from
 * it (rows for constraints, receipts, mails, what premium opens) is written in the same transaction.
 */
export async function changeAccount(billing: Billing, userId: number, decide: Decide): Promise<BillingState> {
  const states = await changeAccounts(billing, new Map([[userId, decide]]));
  return states.get(userId)!;
}

/** The same about many members in one transaction, with as many statements as for one: for all of them or for none. */
export async function changeAccounts(
  billing: Billing,
  decisions: ReadonlyMap<number, Decide>,
): Promise<Map<number, BillingState>> {
  const { context } = billing;
  const changed = await context.db.transaction().execute((trx) => decideIn(billing, trx, decisions));
  for (const { userId, after } of changed) notePremium(context, userId, premiumUntil(after));
  if (changed.some(({ added }) => added.length > 0)) await wakeBilling(context);
  return new Map(changed.map(({ userId, after }) => [userId, after]));
}

/** Decides within the transaction of somebody else. The premium index follows by itself, within seconds. */
export async function decideIn(
  billing: Billing,
  trx: Trx,
  decisions: ReadonlyMap<number, Decide>,
): Promise<ChangedAccount[]> {
  const now = billing.context.now().getTime();
  // Everybody takes locks in this order: two batches never wait for each other.
  const userIds = [...decisions.keys()].toSorted((a, b) => a - b);
  const rows = await lockAccounts(billing, trx, { userIds, now });
  const ledgers = await readEntries(trx, userIds);
  const writes = createWrites();
  const accounts: ChangedAccount[] = [];
  for (const userId of userIds) {
    const [row, entries] = [rows.get(userId)!, ledgers.get(userId)!];
    const account = { trx, userId, row, state: reduceLedger(entries), now, writes };
    const added = await decisions.get(userId)!(account);
    await checkNotLeaving(trx, userId, added);
    const after = reduceLedger([...entries, ...added]);
    accounts.push({ userId, row, entries, before: reduceLedger(entries), after, added });
  }
  await appendEntries(trx, accounts);
  await writeProjection(trx, accounts);
  for (const { userId, before, after, added } of accounts)
    await recordConsequences({ ...billing, trx, userId, now, writes }, before, after, added);
  await flushWrites(trx, { writes, provider: billing.provider.name, now });
  await updateAccounts(trx, accounts, now);
  return accounts;
}

/** What opens premium, or has it paid again. */
const OPENING: ReadonlySet<EntryKind> = new Set([
  'order_opened',
  'terms_accepted',
  'subscription_started',
  'cancellation_withdrawn',
]);

/**
 * Whoever deletes their account buys nothing for it. Under the member's lock, which the deletion takes as well.
 * @throws ApiProblem 409 `deletion_requested`
 */
async function checkNotLeaving(trx: Trx, userId: number, added: readonly LedgerEntry[]): Promise<void> {
  if (!added.some(({ kind }) => OPENING.has(kind))) return;
  const deletion = await trx
    .selectFrom('deletion_requests')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (deletion)
    throw conflict('deletion_requested', 'This account is being deleted. Keep it before you buy anything.');
}

async function lockAccounts(
  { provider }: Billing,
  trx: Trx,
  { userIds, now }: { userIds: readonly number[]; now: number },
): Promise<Map<number, Account['row']>> {
  const rows = await trx
    .insertInto('billing_accounts')
    .values(
      userIds.map((user_id) => ({
        user_id,
        provider: provider.name,
        customer: null,
        premium_until: null,
        changed_at: new Date(now),
        next_step_at: null,
      })),
    )
    .onConflict((on) => on.column('user_id').doUpdateSet((at) => ({ user_id: at.ref('excluded.user_id') })))
    .returningAll()
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

async function appendEntries(trx: Trx, accounts: readonly ChangedAccount[]): Promise<void> {
  const rows = accounts.flatMap(({ userId, entries, added }) =>
    added.map((entry, i) => ({
      user_id: userId,
      n: entries.length + i + 1,
      kind: entry.kind,
      at: new Date(entry.at),
      entry: JSON.stringify(entry),
    })),
  );
  if (rows.length > 0) await trx.insertInto('billing_ledger').values(rows).execute();
}

/** Rows by which the database itself refuses two subscriptions or two payments at once. */
async function writeProjection(trx: Trx, accounts: readonly ChangedAccount[]): Promise<void> {
  const subscriptions = accounts.flatMap(({ userId, before, after }) =>
    [...after.subscriptions.values()]
      .map(({ id, product, startedAt, ended }) => ({
        user_id: userId,
        id,
        started_at: new Date(startedAt),
        product_id: product.id,
        is_live: !ended,
      }))
      .filter(({ id, product_id, is_live }) => {
        const earlier = before.subscriptions.get(id);
        return earlier?.product.id !== product_id || !earlier.ended !== is_live;
      })
      // Those that ended first: a new one may take their place.
      .toSorted((a, b) => Number(a.is_live) - Number(b.is_live)),
  );
  if (subscriptions.length > 0)
    await trx
      .insertInto('paid_subscriptions')
      .values(subscriptions)
      .onConflict((on) =>
        on.columns(['user_id', 'id']).doUpdateSet((at) => ({
          product_id: at.ref('excluded.product_id'),
          is_live: at.ref('excluded.is_live'),
        })),
      )
      .execute();
  const attempts = accounts.flatMap(({ userId, before, after }) =>
    [...after.attempts.values()]
      .filter(({ id, status, ref }) => {
        const earlier = before.attempts.get(id);
        return earlier?.status !== status || earlier.ref !== ref;
      })
      // Those that are decided first: only one of a member may be open.
      .toSorted((a, b) => Number(b.decidedAt !== null) - Number(a.decidedAt !== null))
      .map(({ id, target, amount, currency, status, ref, startedAt }) => ({
        user_id: userId,
        id,
        order_id: 'order' in target ? target.order : null,
        subscription_id: 'subscription' in target ? target.subscription : null,
        period: 'subscription' in target ? target.period : null,
        amount,
        currency,
        created_at: new Date(startedAt),
        status,
        provider_ref: ref,
      })),
  );
  if (attempts.length > 0)
    await trx
      .insertInto('payment_attempts')
      .values(attempts)
      .onConflict((on) =>
        on.columns(['user_id', 'id']).doUpdateSet((at) => ({
          status: at.ref('excluded.status'),
          provider_ref: at.ref('excluded.provider_ref'),
        })),
      )
      .execute();
}

/** What premium opens, and when to look at a member next. */
async function updateAccounts(trx: Trx, accounts: readonly ChangedAccount[], now: number): Promise<void> {
  const steps = accounts.map(({ userId, row, after }) => {
    const [until, paid, next] = [premiumUntil(after), paidUntil(after), nextStepAt(after, now)];
    return { userId, until, paid, next, isMoved: (row.premium_until?.getTime() ?? null) !== until };
  });
  const times = (list: readonly (number | null)[]) =>
    list.map((time) => time && new Date(time).toISOString());
  await sql`update billing_accounts account set
      next_step_at = step.next,
      premium_until = step.until,
      paid_until = step.paid,
      version = version + step.is_moved::int,
      changed_at = case when step.is_moved then ${new Date(now)}::timestamptz else changed_at end
    from unnest(
      ${steps.map(({ userId }) => userId)}::bigint[],
      ${times(steps.map(({ next }) => next))}::timestamptz[],
      ${times(steps.map(({ until }) => until))}::timestamptz[],
      ${times(steps.map(({ paid }) => paid))}::timestamptz[],
      ${steps.map(({ isMoved }) => isMoved)}::boolean[]
    ) as step (user_id, next, until, paid, is_moved)
    where account.user_id = step.user_id`.execute(trx);
}
