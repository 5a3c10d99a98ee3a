import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { isSameText } from '../../../kernel/server/secrets.ts';
import {
  CardRefused,
  NoticeRefused,
  PaymentMissing,
  type PaymentProvider,
  type ProviderCard,
  type ProviderNotice,
  type ProviderPayment,
  type ProviderRefund,
  ProviderUnavailable,
} from '../provider.ts';
import { wakeBilling } from '../wake.ts';
import type { LocalProviderTables } from './tables.ts';

type PaymentRow = Selectable<LocalProviderTables['local_payments']>;
type CardRow = Selectable<LocalProviderTables['local_cards']>;

export const SIGNATURE_HEADER = 'waymark-signature';
/** A notice that was signed longer ago is a replay. */
export const NOTICE_TOLERANCE_SECONDS = 300;
/** A late card is charged after this. */
const LATE_MS = 30_000;

const newRef = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;
type Needs = Pick<Context, 'db' | 'derive' | 'now' | 'newId' | 'env' | 'jobs' | 'log'>;

const secretOf = ({ derive }: Pick<Needs, 'derive'>) => derive('notices of the local payment provider');
/** The header of a notice: `t=seconds,v1=signature`. */
export function signNotice(keys: Pick<Needs, 'derive'>, body: Buffer | string, seconds: number): string {
  const signature = createHmac('sha256', secretOf(keys)).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

const presentCard = (row: CardRow): ProviderCard => ({
  ref: row.ref,
  brand: row.brand,
  last4: row.last4,
  expMonth: row.exp_month,
  expYear: row.exp_year,
  fingerprint: row.fingerprint,
});

const confirmationUrlOf = ({ env }: Needs, { ref, status }: PaymentRow): string | null =>
  status === 'requires_action'
    ? `${env.SITE_URL.replace(/\/$/, '')}/services/billing/local/bank/${ref}`
    : null;

const present = (needs: Needs, row: PaymentRow): ProviderPayment => ({
  ref: row.ref,
  attemptId: row.attempt_id,
  status: row.status,
  amount: row.amount,
  currency: row.currency,
  errorCode: row.error_code,
  refunded: row.refunded,
  dispute: row.dispute,
  clientSecret: null,
  confirmationUrl: confirmationUrlOf(needs, row),
  createdAt: row.created_at.getTime(),
});

/** Tells the product of a change, once the transaction is committed; see `send-notices.ts`. */
async function queueNotice(needs: Needs, trx: Trx, kind: string, ref: string): Promise<void> {
  await trx
    .insertInto('local_notices')
    .values({ id: newRef('evt'), kind, ref, created_at: needs.now(), send_at: needs.now() })
    .execute();
}

const isLate = ({ now }: Needs, { status, created_at }: PaymentRow): boolean =>
  status === 'processing' && created_at.getTime() + LATE_MS <= now().getTime();

/** Charged cards whose time has come, as time itself does it at a real provider. */
async function settleLate(needs: Needs, trx: Trx, row: PaymentRow): Promise<PaymentRow> {
  if (!isLate(needs, row)) return row;
  return changePayment(needs, trx, row.ref, { status: 'succeeded' });
}

async function changePayment(
  needs: Needs,
  trx: Trx,
  ref: string,
  values: Partial<Pick<PaymentRow, 'status' | 'error_code' | 'refunded' | 'dispute'>>,
): Promise<PaymentRow> {
  const row = await trx
    .updateTable('local_payments')
    .set(values)
    .where('ref', '=', ref)
    .returningAll()
    .executeTakeFirstOrThrow();
  await queueNotice(needs, trx, `payment.${row.status}`, ref);
  return row;
}

const lockPayment = (trx: Trx, ref: string) =>
  trx.selectFrom('local_payments').selectAll().where('ref', '=', ref).forUpdate().executeTakeFirst();

/** The member's answer on the bank's page. False when nothing waits for one. */
export function confirmPayment(needs: Needs, ref: string, isApproved: boolean): Promise<boolean> {
  return needs.db.transaction().execute(async (trx) => {
    const row = await lockPayment(trx, ref);
    if (row?.status !== 'requires_action') return false;
    if (isApproved)
      await trx
        .updateTable('local_cards')
        .set({ confirmed_at: needs.now() })
        .where('ref', '=', row.card)
        .execute();
    await changePayment(
      needs,
      trx,
      ref,
      isApproved
        ? { status: 'succeeded' }
        : { status: 'failed', error_code: 'payment_intent_authentication_failure' },
    );
    return true;
  });
}

/** The outcome of charging a card. */
function chargeOf(
  card: CardRow,
  { offSession, now }: { offSession: boolean; now: Date },
): Pick<PaymentRow, 'status' | 'error_code'> {
  // A card counts to the end of its month.
  if (Date.UTC(card.exp_year, card.exp_month) <= now.getTime())
    return { status: 'failed', error_code: 'expired_card' };
  const code = card.code ?? 'generic_decline';
  if (card.behavior === 'declined' || card.behavior === 'refused_later')
    return { status: 'failed', error_code: code };
  if (card.behavior === 'authentication')
    return offSession && card.confirmed_at
      ? { status: 'succeeded', error_code: null }
      : { status: 'requires_action', error_code: null };
  return { status: card.behavior === 'late' ? 'processing' : 'succeeded', error_code: null };
}

/** A small payment service with cards, payments, refunds and notices of its own, which takes no real money. */
export function localProvider(needs: Needs): PaymentProvider {
  const { db } = needs;
  // The clock of a test is set after the start.
  const now = () => needs.now();
  const read = async (ref: string): Promise<ProviderPayment> => {
    const found = await db.selectFrom('local_payments').selectAll().where('ref', '=', ref).executeTakeFirst();
    if (!found) throw new PaymentMissing('There is no such payment.');
    if (!isLate(needs, found)) return present(needs, found);
    return db.transaction().execute(async (trx) => {
      const row = await lockPayment(trx, ref);
      return present(needs, await settleLate(needs, trx, row ?? found));
    });
  };
  return {
    name: 'local',
    isTest: true,
    async createCustomer(_userId, key) {
      const made = await db
        .insertInto('local_customers')
        .values({ ref: newRef('cus'), request_key: key, created_at: now() })
        .onConflict((on) => on.column('request_key').doUpdateSet({ request_key: key }))
        .returning('ref')
        .executeTakeFirstOrThrow();
      return made.ref;
    },
    async removeCustomer(customer) {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('local_cards').where('customer', '=', customer).execute();
        await trx.deleteFrom('local_customers').where('ref', '=', customer).execute();
      });
    },
    async attachCard({ customer, token }) {
      const row = await db
        .updateTable('local_cards')
        .set({ customer })
        .where('ref', '=', token)
        .where((at) => at.or([at('customer', 'is', null), at('customer', '=', customer)]))
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new CardRefused('token_invalid', 'Enter the card again.');
      if (row.behavior === 'declined')
        throw new CardRefused(row.code ?? 'generic_decline', refusalText(row.code));
      return presentCard(row);
    },
    async removeCard(card) {
      await db.deleteFrom('local_cards').where('ref', '=', card).execute();
    },
    async pay(request, key) {
      const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
      const { row, isLost } = await db.transaction().execute(async (trx) => {
        const made = await trx
          .insertInto('local_payments')
          .values({
            ref: newRef('pay'),
            customer: request.customer,
            card: request.card,
            attempt_id: request.attemptId,
            amount: request.amount,
            currency: request.currency,
            status: 'processing',
            request_key: key,
            request_hash: hash,
            created_at: now(),
          })
          .onConflict((on) => on.column('request_key').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!made) {
          const first = await trx
            .selectFrom('local_payments')
            .selectAll()
            .where('request_key', '=', key)
            .executeTakeFirstOrThrow();
          if (first.request_hash !== hash)
            throw new CardRefused('idempotency_error', 'The key was used before.');
          return { row: first, isLost: false };
        }
        const card = await trx
          .selectFrom('local_cards')
          .selectAll()
          .where('ref', '=', request.card)
          .where('customer', '=', request.customer)
          .executeTakeFirst();
        const outcome = card
          ? chargeOf(card, { offSession: request.offSession, now: now() })
          : { status: 'failed' as const, error_code: 'card_missing' };
        const charged = await changePayment(needs, trx, made.ref, {
          ...outcome,
          ...(card?.behavior === 'disputed' && { dispute: 'open' as const }),
        });
        return { row: charged, isLost: card?.behavior === 'lost_answer' };
      });
      await wakeBilling(needs);
      if (isLost) throw new ProviderUnavailable('The connection ended before the answer.');
      return present(needs, row);
    },
    read,
    async find(customer, attemptId) {
      const row = await db
        .selectFrom('local_payments')
        .select('ref')
        .where('customer', '=', customer)
        .where('attempt_id', '=', attemptId)
        .executeTakeFirst();
      return row ? read(row.ref) : null;
    },
    cancel: (ref) =>
      db.transaction().execute(async (trx) => {
        const found = await lockPayment(trx, ref);
        if (!found) throw new ProviderUnavailable('There is no such payment.');
        const row = await settleLate(needs, trx, found);
        const isOpen = row.status === 'requires_action' || row.status === 'failed';
        return present(needs, isOpen ? await changePayment(needs, trx, ref, { status: 'canceled' }) : row);
      }),
    refund: ({ ref, amount }, key) => refund(needs, { ref, amount }, key),
    async list(since) {
      const rows = await db
        .selectFrom('local_payments')
        .selectAll()
        .where((at) =>
          at.or([
            at('created_at', '>=', new Date(since)),
            at(
              'ref',
              'in',
              at.selectFrom('local_refunds').select('payment').where('created_at', '>=', new Date(since)),
            ),
          ]),
        )
        .orderBy('created_at')
        .execute();
      return rows.map((row) => present(needs, row));
    },
    parseNotice(body, headers) {
      const header = headers[SIGNATURE_HEADER];
      const [, seconds = '', signature = ''] =
        /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? [];
      const at = Number(seconds);
      if (!isSameText(`t=${seconds},v1=${signature}`, signNotice(needs, body, at)))
        throw new NoticeRefused('The signature is not ours.');
      if (Math.abs(now().getTime() / 1000 - at) > NOTICE_TOLERANCE_SECONDS)
        throw new NoticeRefused('The notice is too old.');
      const notice = JSON.parse(body.toString()) as {
        id: string;
        kind: string;
        ref: string;
        created: number;
      };
      return {
        eventId: notice.id,
        kind: notice.kind,
        ref: notice.ref,
        createdAt: notice.created,
      } satisfies ProviderNotice;
    },
  };
}

async function refund(
  needs: Needs,
  { ref, amount }: { ref: string; amount: number },
  key: string,
): Promise<ProviderRefund> {
  return needs.db.transaction().execute(async (trx) => {
    const row = await lockPayment(trx, ref);
    if (!row) throw new ProviderUnavailable('There is no such payment.');
    const before = await trx
      .selectFrom('local_refunds')
      .selectAll()
      .where('request_key', '=', key)
      .executeTakeFirst();
    if (before) return { ref: before.ref, status: 'succeeded', amount: before.amount };
    if (row.status !== 'succeeded' || row.refunded + amount > row.amount)
      return { ref: newRef('ref'), status: 'failed', amount };
    const made = await trx
      .insertInto('local_refunds')
      .values({ ref: newRef('ref'), payment: ref, amount, request_key: key, created_at: needs.now() })
      .returningAll()
      .executeTakeFirstOrThrow();
    await changePayment(needs, trx, ref, { refunded: row.refunded + amount });
    return { ref: made.ref, status: 'succeeded', amount };
  });
}

const REFUSALS: Readonly<Record<string, string>> = {
  insufficient_funds: 'There is not enough money on this card. Use another one.',
  lost_card: 'The bank refused this card. Use another one.',
  expired_card: 'This card has expired. Use another one.',
  incorrect_cvc: 'The security code is wrong. Check it and try again.',
};
/** What a refusal says to the member. */
export const refusalText = (code: string | null): string =>
  REFUSALS[code ?? ''] ?? 'The bank refused this card. Use another one.';

/** Charges that wait for their time, done now; the notices tell of them. */
export async function settleLatePayments(needs: Needs): Promise<void> {
  const { rows } = await sql<{ ref: string }>`
    select ref from local_payments where status = 'processing'
      and created_at <= ${new Date(needs.now().getTime() - LATE_MS)} limit 1000`.execute(needs.db);
  for (const { ref } of rows)
    await needs.db.transaction().execute(async (trx) => {
      const row = await lockPayment(trx, ref);
      if (row) await settleLate(needs, trx, row);
    });
}
