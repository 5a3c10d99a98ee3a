import { BILLING_DOMAIN, checkoutCalls } from '@waymark/api-contract';
import { route } from '../../kernel/server/route.ts';
import { billingOf } from './billing.ts';
import { addCard } from './cards.ts';
import { completeOrderOf, openOrder, prepareOrder, presentOrder } from './checkout.ts';
import { CARDS_PER_HOUR, checkDomain, PAYMENTS_PER_HOUR } from './shop-requests.ts';

/** Each asks the payment provider, which answers a site so many calls a second in all. Some pages that wait at once. */
const OUTCOMES_PER_MINUTE = { max: 180, windowSeconds: 60 };

const intentHandler = route<typeof checkoutCalls.paymentIntent>({
  call: checkoutCalls.paymentIntent,
  access: 'member',
  limit: OUTCOMES_PER_MINUTE,
  handler: ({ context, caller, params }) =>
    presentOrder(billingOf(context), caller!.userId, params.id, params.domain),
});

const createIntentHandler = route<typeof checkoutCalls.createPaymentIntent>({
  call: checkoutCalls.createPaymentIntent,
  access: 'member',
  limit: PAYMENTS_PER_HOUR,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const code = body.coupon ?? null;
    const order = await openOrder(billing, caller!.userId, {
      productId: body.product_id,
      code,
      isGift: body.is_gift,
    });
    return presentOrder(billing, caller!.userId, order, body.domain);
  },
});

const addCardHandler = route<typeof checkoutCalls.addCard>({
  call: checkoutCalls.addCard,
  access: 'member',
  limit: CARDS_PER_HOUR,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const { userId } = caller!;
    // Whose checkout it is comes first: nobody adds a card to another's.
    await presentOrder(billing, userId, body.paymentIntentId, BILLING_DOMAIN);
    const card = await addCard(billing, userId, { token: body.cc_token, isDefault: true });
    const paymentIntent = await presentOrder(billing, userId, body.paymentIntentId, BILLING_DOMAIN);
    return { billing_profile_id: card.id, paymentIntent };
  },
});

const prepareHandler = route<typeof checkoutCalls.prepareToCapture>({
  call: checkoutCalls.prepareToCapture,
  access: 'member',
  limit: PAYMENTS_PER_HOUR,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    await prepareOrder(billing, caller!.userId, {
      orderId: body.paymentIntentId,
      cardId: body.billing_profile_id,
      acceptsTerms: body.accepts_renewal_terms,
    });
    return presentOrder(billing, caller!.userId, body.paymentIntentId, BILLING_DOMAIN);
  },
});

const completeHandler = route<typeof checkoutCalls.completeTransaction>({
  call: checkoutCalls.completeTransaction,
  access: 'member',
  limit: OUTCOMES_PER_MINUTE,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    await completeOrderOf(billing, caller!.userId, body.paymentIntentId);
    return presentOrder(billing, caller!.userId, body.paymentIntentId, BILLING_DOMAIN);
  },
});

export const checkoutRoutes = [
  intentHandler,
  createIntentHandler,
  addCardHandler,
  prepareHandler,
  completeHandler,
];
