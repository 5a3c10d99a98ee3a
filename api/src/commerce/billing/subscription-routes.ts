import { billingCalls, BILLING_DOMAIN } from '@waymark/api-contract';
import { ApiProblem, conflict, invalid, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { type Account, changeAccount, readState } from './accounts.ts';
import { billingOf } from './billing.ts';
import { toSoldProduct } from './catalog.ts';
import {
  completeOrderOf,
  findProduct,
  openOrder,
  prepareOrder,
  presentOrder,
  tooManyToday,
} from './checkout.ts';
import { isLonger } from './ledger/decide-order.ts';
import { DAY_MS } from './ledger/periods.ts';
import { liveSubscription } from './ledger/subscription-status.ts';
import { settleAll } from './payments.ts';
import { presentSubscription } from './present-subscription.ts';
import { checkDomain, listAnswer, PAYMENTS_PER_HOUR } from './shop-requests.ts';

const subscriptionsHandler = route<typeof billingCalls.subscriptions>({
  call: billingCalls.subscriptions,
  access: 'member',
  async handler({ context, caller, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const { subscriptions } = await readState(billing, caller!.userId);
    const all = [...subscriptions.values()].toReversed();
    const now = context.now().getTime();
    return listAnswer(
      'paid_subscriptions',
      all.map((one) => presentSubscription(billing, one, now)),
      '/paid-subscriptions',
    );
  },
});

const subscribeHandler = route<typeof billingCalls.subscribe>({
  call: billingCalls.subscribe,
  access: 'member',
  limit: PAYMENTS_PER_HOUR,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const { userId } = caller!;
    const orderId = await openOrder(billing, userId, {
      productId: body.product_id,
      code: body.coupon ?? null,
      isGift: false,
    });
    await prepareOrder(billing, userId, {
      orderId,
      cardId: body.billing_profile_id,
      acceptsTerms: body.accepts_renewal_terms,
    });
    await completeOrderOf(billing, userId, orderId);
    const intent = await presentOrder(billing, userId, orderId, BILLING_DOMAIN);
    if (intent.subscription) return intent.subscription;
    if (intent.paymentIntentStatus === 'requires_action')
      throw conflict('payment_action_required', 'Your bank wants you to confirm this payment.', {
        id: orderId,
      });
    if (intent.paymentIntentStatus === 'processing')
      throw conflict('payment_pending', 'Your bank has not answered yet. Wait a moment.');
    throw new ApiProblem(402, 'payment_failed', 'The payment did not go through, and nothing was charged.');
  },
});

/** Far more than anybody changes their mind. */
const MAX_CHANGES_A_DAY = 20;

/**
 * Each change of mind is kept in the ledger, which is read as a whole, and tells of itself by mail. Ending a subscription
 * is never refused: one that has ended has to be kept before it can be ended again.
 * @throws ApiProblem 429
 */
async function checkChangesToday({ trx, userId, now }: Account): Promise<void> {
  const { changes } = await trx
    .selectFrom('billing_ledger')
    .select((at) => at.fn.countAll<number>().as('changes'))
    .where('user_id', '=', userId)
    .where('kind', 'in', ['cancellation_withdrawn', 'change_scheduled'])
    .where('at', '>', new Date(now - DAY_MS))
    .executeTakeFirstOrThrow();
  if (changes >= MAX_CHANGES_A_DAY) throw tooManyToday();
}

const updateSubscriptionHandler = route<typeof billingCalls.updateSubscription>({
  call: billingCalls.updateSubscription,
  access: 'member',
  async handler({ context, caller, params, body, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const { userId } = caller!;
    const product = body.product_id === undefined ? null : findProduct(billing, body.product_id);
    // Ending it waits for nobody: a bank that does not answer keeps no member in.
    if (product) await settleAll(billing, userId);
    const state = await changeAccount(billing, userId, async (account) => {
      const { state: before, now } = account;
      const subscription = before.subscriptions.get(params.id);
      if (!subscription) throw notFound('subscription');
      if (subscription.ended || liveSubscription(before) !== subscription)
        throw conflict('subscription_ended', 'This subscription has ended. Start a new one.');
      const { id } = subscription;
      if (product) {
        const next = toSoldProduct(product, billing.catalog);
        if (!next.frequency || !subscription.renews || isLonger(next, subscription.product))
          throw invalid({ product_id: ['Buy this plan: what is left of yours counts towards it.'] });
        await checkChangesToday(account);
        const isSame = next.id === subscription.product.id;
        return [{ kind: 'change_scheduled', at: now, subscription: id, product: isSame ? null : next }];
      }
      const isRequested = subscription.cancellationRequestedAt !== null;
      if (isRequested === body.requested_cancellation) return [];
      if (isRequested) await checkChangesToday(account);
      return [
        {
          kind: body.requested_cancellation ? 'cancellation_requested' : 'cancellation_withdrawn',
          at: now,
          subscription: id,
        },
      ];
    });
    return presentSubscription(billing, state.subscriptions.get(params.id)!, context.now().getTime());
  },
});

export const subscriptionRoutes = [subscriptionsHandler, subscribeHandler, updateSubscriptionHandler];
