import type { Change } from './billing.ts';
import { createGift, giftText, takeBackGift } from './gift-store.ts';
import { outsideRefundOf } from './ledger/decide-order.ts';
import { CARD_REPLACED, type LedgerEntry, type PaymentStatus } from './ledger/entries.ts';
import { CONFIRMATION_MS, scheduleSteps } from './ledger/next-step.ts';
import type { Attempt, BillingState, Subscription } from './ledger/reduce.ts';
import { isRenewing, nextPrice, opensUntil, paidThrough } from './ledger/subscription-status.ts';
import type { BillingMailKind } from './mails.ts';
import { issueReceipt } from './receipts.ts';

export function queueMail(
  { userId, context, writes }: Pick<Change, 'userId' | 'context' | 'writes'>,
  kind: BillingMailKind,
  data: Record<string, unknown>,
): void {
  writes.mails.push({ userId, id: context.newId(), kind, data });
}

/** The coupon of an order is used up when the order opens what was bought, and only once. @throws Error when it was used meanwhile */
async function redeemCoupon({ trx, userId, now }: Change, coupon: string): Promise<void> {
  const redeemed = await trx
    .updateTable('user_coupons')
    .set({ redeemed: true, redeemed_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('coupon_id', '=', coupon)
    .where('redeemed', '=', false)
    .returning('id')
    .executeTakeFirst();
  if (!redeemed) throw new Error(`The coupon ${coupon} was redeemed before.`);
}

/**
 * The coupon that a checkout claimed and did not use is there for others again. One that the member claimed before the
 * checkout stays theirs.
 */
async function releaseCoupon(
  { trx, userId }: Change,
  { orders, subscriptions }: BillingState,
  order: number,
): Promise<void> {
  const coupon = orders.get(order)?.coupon ?? null;
  if (coupon === null || [...subscriptions.values()].some((one) => one.coupon === coupon)) return;
  const claiming = [...orders.values()].filter((one) => one.coupon === coupon);
  if (claiming.some(({ status }) => status !== 'canceled')) return;
  const released = await trx
    .deleteFrom('user_coupons')
    .where('user_id', '=', userId)
    .where('coupon_id', '=', coupon)
    .where('redeemed', '=', false)
    .where(
      'granted_at',
      'in',
      claiming.map(({ openedAt }) => new Date(openedAt)),
    )
    .returning('id')
    .executeTakeFirst();
  if (!released) return;
  await trx
    .updateTable('coupons')
    .set((at) => ({ uses: at('uses', '-', 1) }))
    .where('id', '=', coupon)
    .execute();
}

/** Receipts, mails and used coupons that follow from what was just decided. */
export async function recordConsequences(
  change: Change,
  before: BillingState,
  after: BillingState,
  added: readonly LedgerEntry[],
): Promise<void> {
  for (const entry of added) await recordConsequence(change, before, after, entry);
}

async function recordConsequence(
  change: Change,
  before: BillingState,
  after: BillingState,
  entry: LedgerEntry,
): Promise<void> {
  switch (entry.kind) {
    case 'payment_read': {
      const attempt = after.attempts.get(entry.attempt)!;
      const earlier = before.attempts.get(entry.attempt)?.status;
      if (attempt.status !== earlier) tellOfPayment(change, after, { attempt, earlier });
      return recordOutsideRefund(change, before, after, attempt);
    }
    case 'refund_read': {
      const refund = after.refunds.get(entry.refund);
      if (refund?.status !== 'succeeded' || before.refunds.get(entry.refund)?.status === 'succeeded') return;
      const attempt = after.attempts.get(refund.attempt)!;
      const receipt = issueReceipt(change, after, { kind: 'refund', attempt, refund });
      return queueMail(change, 'refunded', { receipt });
    }
    case 'subscription_started': {
      if (entry.coupon) await redeemCoupon(change, entry.coupon);
      const subscription = after.subscriptions.get(entry.subscription)!;
      const isTrial = subscription.periods[0]?.reason === 'trial';
      return queueMail(change, isTrial ? 'trial_started' : 'premium_started', about(subscription));
    }
    case 'notice_sent': {
      const subscription = after.subscriptions.get(entry.subscription)!;
      // Where nothing ran for days, a day that has passed is announced no more: the payment has its own mail.
      if (paidThrough(subscription) <= change.now) return;
      return queueMail(change, entry.notice, about(subscription));
    }
    case 'cancellation_requested': {
      const subscription = after.subscriptions.get(entry.subscription)!;
      const isOver = paidThrough(subscription) <= change.now;
      return queueMail(change, 'canceled', {
        ...about(subscription),
        isOver,
        isDisputed: entry.because === 'dispute',
      });
    }
    case 'cancellation_withdrawn':
      return queueMail(change, 'kept', about(after.subscriptions.get(entry.subscription)!));
    case 'subscription_ended':
      if (entry.reason === 'replaced' || entry.because === 'deletion') return;
      return queueMail(change, 'ended', {
        ...about(after.subscriptions.get(entry.subscription)!),
        reason: entry.reason,
      });
    case 'gift_bought': {
      const code = await createGift(change, {
        id: entry.gift,
        product: entry.product,
        by: change.userId,
        order: entry.order,
      });
      return queueMail(change, 'gift_bought', {
        product: giftText(entry.product.frequency!),
        gift: code,
        giftId: entry.gift,
      });
    }
    case 'gift_revoked':
      // Who has used it keeps it.
      await takeBackGift(change, entry.gift);
      return;
    case 'days_granted':
      return queueMail(change, 'days_granted', { days: entry.days });
    case 'order_canceled':
      return releaseCoupon(change, after, entry.order);
    case 'change_scheduled': {
      const subscription = after.subscriptions.get(entry.subscription)!;
      // What was cancelled changes to nothing, unless it is kept: the mail of that names the plan.
      if (!isRenewing(subscription)) return;
      return queueMail(change, 'change_scheduled', {
        ...about(subscription),
        isChanged: subscription.nextProduct !== null,
      });
    }
    case 'order_opened':
    case 'terms_accepted':
    case 'attempt_started':
    case 'period_added':
    case 'product_changed':
    case 'subscription_resumed':
    case 'refund_requested':
  }
}

/** Money that went back without us, as from the provider's own pages, has its receipt and its mail as well. */
function recordOutsideRefund(
  change: Change,
  before: BillingState,
  after: BillingState,
  attempt: Attempt,
): void {
  const amount = outsideRefundOf(after, attempt.id) - outsideRefundOf(before, attempt.id);
  if (amount <= 0) return;
  const refund = { id: change.context.newId(), amount, ref: null };
  const receipt = issueReceipt(change, after, { kind: 'refund', attempt, refund });
  queueMail(change, 'refunded', { receipt });
}

const about = (subscription: Subscription) => ({
  product: (subscription.nextProduct ?? subscription.product).name,
  ...nextPrice(subscription),
  ends: subscription.periods.at(-1)?.ends ?? null,
  renews: isRenewing(subscription),
});

/** From then on whoever waited for a bank may have left the page, which says that the outcome is mailed. */
const WAITING_MS = 60_000;

function tellOfPayment(
  change: Change,
  after: BillingState,
  { attempt, earlier }: { attempt: Attempt; earlier: PaymentStatus | undefined },
): void {
  if (attempt.status === 'succeeded') {
    const receipt = issueReceipt(change, after, { kind: 'payment', attempt, refund: null });
    return queueMail(change, 'receipt', { receipt });
  }
  // Whoever chose another card sees on the page what became of it.
  if (attempt.errorCode === CARD_REPLACED) return;
  const isRefused = attempt.status === 'failed' || attempt.status === 'canceled';
  const { target, amount, currency, errorCode: code } = attempt;
  if ('order' in target) {
    const hasLeft =
      earlier === 'processing' || (earlier === 'unknown' && change.now - attempt.startedAt >= WAITING_MS);
    const product = after.orders.get(target.order)?.product.name;
    if (isRefused && hasLeft) queueMail(change, 'order_failed', { product, amount, currency, code });
    return;
  }
  // One that never arrived at the provider is sent anew.
  if (attempt.ref === null && code === null) return;
  const subscription = after.subscriptions.get(target.subscription);
  // Who ended it meanwhile has nothing to do, and is told of its end.
  if (!subscription || !isRenewing(subscription)) return;
  const opensUntilTime = opensUntil(subscription);
  const renewal = { ...about(subscription), amount, currency, ends: opensUntilTime };
  if (attempt.status === 'requires_action')
    return queueMail(change, 'confirm_payment', {
      ...renewal,
      attempt: attempt.id,
      isOver: attempt.startedAt + CONFIRMATION_MS > opensUntilTime,
    });
  // After the last try premium ends at once, which has a mail of its own.
  if (!isRefused || change.now >= opensUntilTime) return;
  const next = scheduleSteps(after).find(({ step }) => step.kind === 'renew');
  queueMail(change, 'payment_failed', { ...renewal, code, nextTry: next?.at ?? null });
}
