import { type BillingFinding, billingOperatorCalls, type OperatorAction } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, notFound } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { changeAccount, readState } from './accounts.ts';
import { billingOf } from './billing.ts';
import { addFreeTime } from './coupons.ts';
import { listGifts } from './gift-store.ts';
import { giveGift, planRefund, withdrawGift } from './gifts.ts';
import { refundedOf } from './ledger/decide-order.ts';
import type { Attempt, BillingState } from './ledger/reduce.ts';
import { sendRefund } from './payments.ts';
import { presentSubscription } from './present-subscription.ts';
import { ProviderUnavailable } from './provider.ts';
import { describePayment, presentReceipt } from './receipts.ts';

/** Operators are named by their confirmed e-mail addresses. Others are told that there is nothing. @throws ApiProblem 404 */
async function checkOperator({ db, env }: Context, { userId }: Caller): Promise<void> {
  const login = await db
    .selectFrom('logins')
    .select('email')
    .where('user_id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!login || !env.BILLING_OPERATORS.includes(login.email)) throw notFound('page');
}

/** Keeps what an operator looks at and does. Written before it is done. */
async function recordAction(
  { db, newId, now }: Context,
  { userId: operatorId }: Caller,
  { userId, action, detail = {} }: { userId: number; action: string; detail?: Record<string, unknown> },
): Promise<void> {
  await db
    .insertInto('operator_actions')
    .values({
      user_id: userId,
      id: newId(),
      operator_id: operatorId,
      action,
      detail: JSON.stringify(detail),
      at: now(),
    })
    .execute();
}

/** The page reads again after each change and when it is returned to: that is the same look. */
const SAME_LOOK_MS = 600_000;

/** Keeps what an operator looks at, once for as long as they are at it. */
async function recordLook(
  context: Context,
  caller: Caller,
  { userId, action }: { userId: number; action: 'look_up' | 'read_ledger' },
): Promise<void> {
  const before = await context.db
    .selectFrom('operator_actions')
    .select('id')
    .where('user_id', '=', userId)
    .where('operator_id', '=', caller.userId)
    .where('action', '=', action)
    .where('at', '>', new Date(context.now().getTime() - SAME_LOOK_MS))
    .limit(1)
    .executeTakeFirst();
  if (!before) await recordAction(context, caller, { userId, action });
}

/** @throws ApiProblem 404 */
async function findMember({ db }: Context, by: { email: string } | { id: number }) {
  const member = await db
    .selectFrom('logins')
    .select(['user_id', 'email'])
    .where((at) => ('id' in by ? at('user_id', '=', by.id) : at('email', '=', by.email.trim().toLowerCase())))
    .executeTakeFirst();
  if (!member) throw notFound('member');
  return member;
}

/** A repeat of what an operator sent does nothing more; the key names member and body as well. */
const onceOf = (
  request: FastifyRequest,
  operatorId: number,
  { userId, body }: { userId: number; body: unknown },
  { now }: Context,
) => idempotentCallOf(request, operatorId, JSON.stringify([userId, body]), now());

const presentPayment = (state: BillingState, attempt: Attempt) => ({
  id: attempt.id,
  description: describePayment(state, attempt).description,
  status: attempt.dispute === 'none' ? attempt.status : `${attempt.status}, dispute ${attempt.dispute}`,
  amount: attempt.amount,
  refunded_amount: refundedOf(state, attempt),
  currency: attempt.currency,
  provider_ref: attempt.ref,
  error_code: attempt.errorCode,
  created_datetime: new Date(attempt.startedAt).toISOString(),
});

const memberHandler = route<typeof billingOperatorCalls.member>({
  call: billingOperatorCalls.member,
  access: 'member',
  async handler({ context, caller, query }) {
    await checkOperator(context, caller!);
    const { user_id: userId, email } = await findMember(context, query);
    await recordLook(context, caller!, { userId, action: 'look_up' });
    const billing = billingOf(context);
    const state = await readState(billing, userId);
    const receipts = await context.db
      .selectFrom('receipts')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute();
    const now = context.now().getTime();
    return {
      user_id: userId,
      email,
      subscriptions: [...state.subscriptions.values()].map((one) => presentSubscription(billing, one, now)),
      payments: [...state.attempts.values()].map((attempt) => presentPayment(state, attempt)),
      receipts: receipts.map(presentReceipt),
      gifts: await listGifts(billing, userId),
    };
  },
});

const ledgerHandler = route<typeof billingOperatorCalls.ledger>({
  call: billingOperatorCalls.ledger,
  access: 'member',
  async handler({ context, caller, params }) {
    await checkOperator(context, caller!);
    const { user_id: userId } = await findMember(context, params);
    await recordLook(context, caller!, { userId, action: 'read_ledger' });
    const rows = await context.db
      .selectFrom('billing_ledger')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('n')
      .execute();
    return {
      entries: rows.map(({ n, kind, at, entry }) => ({
        n,
        kind,
        datetime: at.toISOString(),
        entry: { ...entry },
      })),
    };
  },
});

const ACTIONS_SHOWN = 100;
const FINDINGS_SHOWN = 50;

const actionsHandler = route<typeof billingOperatorCalls.actions>({
  call: billingOperatorCalls.actions,
  access: 'member',
  async handler({ context, caller }) {
    await checkOperator(context, caller!);
    const rows = await context.db
      .selectFrom('operator_actions as action')
      .leftJoin('users', 'users.id', 'action.operator_id')
      .selectAll('action')
      .select('users.display_name')
      .orderBy('action.at', 'desc')
      .limit(ACTIONS_SHOWN)
      .execute();
    const findings = await context.db
      .selectFrom('reconciliation_findings')
      .selectAll()
      .orderBy('found_at', 'desc')
      .limit(FINDINGS_SHOWN)
      .execute();
    return {
      findings: findings.map(({ ref, kind, detail, found_at }) => ({
        kind: kind as BillingFinding['kind'],
        provider_ref: ref,
        amount: Number(detail['amount']),
        found_datetime: found_at.toISOString(),
      })),
      actions: rows.map(({ id, action, user_id, operator_id, display_name, detail, at }) => ({
        id,
        action: action as OperatorAction['action'],
        user_id,
        operator_id: operator_id || null,
        operator_name: display_name ?? '',
        detail,
        datetime: at.toISOString(),
      })),
    };
  },
});

const refundHandler = route<typeof billingOperatorCalls.refund>({
  call: billingOperatorCalls.refund,
  access: 'member',
  async handler({ context, caller, params, body, request }) {
    await checkOperator(context, caller!);
    const { user_id: userId } = await findMember(context, params);
    await recordAction(context, caller!, { userId, action: 'refund', detail: body });
    const billing = billingOf(context);
    const { amount, reason, payment_id, refunded_before } = body;
    const by = caller!.userId;
    const once = onceOf(request, by, { userId, body }, context);
    let refund = 0;
    await changeAccount(billing, userId, async (account) => {
      const { trx, state } = account;
      const { id, again } = await runOnce(trx, once, context.newId(), () => {
        const attempt = state.attempts.get(payment_id);
        if (attempt?.status !== 'succeeded') throw notFound('payment');
        if (attempt.dispute === 'open' || attempt.dispute === 'lost')
          throw conflict('refund_disputed', 'The bank already holds this payment because of a dispute.');
        const refunded = refundedOf(state, attempt);
        if (refunded !== refunded_before)
          throw conflict(
            'refund_changed',
            'Somebody refunded this payment meanwhile. Look at it again first.',
          );
        if (refunded + amount > attempt.amount)
          throw conflict('refund_too_large', 'This is more than what is left of the payment.');
        return Promise.resolve();
      });
      refund = id;
      return again ? [] : planRefund(account, { refund, attempt: payment_id, amount, by, reason });
    });
    // Without an answer the refund stays written down, and is sent again until it is known.
    await sendRefund(billing, userId, refund).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error;
    });
    const state = await readState(billing, userId);
    return presentPayment(state, state.attempts.get(payment_id)!);
  },
});

const grantDaysHandler = route<typeof billingOperatorCalls.grantDays>({
  call: billingOperatorCalls.grantDays,
  access: 'member',
  async handler({ context, caller, params, body, request }) {
    await checkOperator(context, caller!);
    const { user_id: userId } = await findMember(context, params);
    await recordAction(context, caller!, { userId, action: 'grant_days', detail: body });
    const billing = billingOf(context);
    const { days, reason } = body;
    const by = caller!.userId;
    const once = onceOf(request, by, { userId, body }, context);
    let granted = 0;
    const state = await changeAccount(billing, userId, async (account) => {
      const { entries, subscription } = addFreeTime(billing, account, {
        free: { interval: days, unit: 'day' },
        reason: 'granted',
        coupon: null,
        productId: null,
      });
      const { id, again } = await runOnce(account.trx, once, subscription, () => Promise.resolve());
      granted = id;
      if (again) return [];
      return [...entries, { kind: 'days_granted', at: account.now, subscription, days, by, reason }];
    });
    return presentSubscription(billing, state.subscriptions.get(granted)!, context.now().getTime());
  },
});

const giveGiftHandler = route<typeof billingOperatorCalls.giveGift>({
  call: billingOperatorCalls.giveGift,
  access: 'member',
  async handler({ context, caller, params, body, request }) {
    await checkOperator(context, caller!);
    const { user_id: userId } = await findMember(context, params);
    await recordAction(context, caller!, { userId, action: 'give_gift', detail: body });
    return giveGift(billingOf(context), userId, {
      productId: body.product_id,
      by: caller!.userId,
      once: onceOf(request, caller!.userId, { userId, body }, context),
    });
  },
});

const withdrawGiftHandler = route<typeof billingOperatorCalls.withdrawGift>({
  call: billingOperatorCalls.withdrawGift,
  access: 'member',
  async handler({ context, caller, params, body }) {
    await checkOperator(context, caller!);
    const { user_id: userId } = await findMember(context, params);
    await recordAction(context, caller!, { userId, action: 'withdraw_gift', detail: body });
    return { gifts: await withdrawGift(billingOf(context), userId, body.gift_id) };
  },
});

export const operatorRoutes = [
  actionsHandler,
  memberHandler,
  ledgerHandler,
  refundHandler,
  grantDaysHandler,
  giveGiftHandler,
  withdrawGiftHandler,
];
