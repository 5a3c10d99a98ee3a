import {
  billingCalls,
  BILLING_DOMAIN,
  BILLING_DOMAIN_HEADER,
  checkoutCalls,
  type Gift,
  type Receipt,
  SERVICE_BASES,
} from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import { idempotentCallOf } from '../kernel/idempotency/run-once.ts';
import type { Context } from '../kernel/server/context.ts';
import { ApiProblem, conflict, invalid, notFound } from '../kernel/server/errors.ts';
import { route } from '../kernel/server/route.ts';
import { type Account, changeAccount, readState } from './accounts.ts';
import { billingOf } from './billing.ts';
import { addCard, listCards, makeDefault, presentCard, removeCard } from './cards.ts';
import { toSoldProduct } from './catalog.ts';
import {
  completeOrderOf,
  findProduct,
  openOrder,
  prepareOrder,
  presentOrder,
  tooManyToday,
} from './checkout.ts';
import {
  checkCoupon,
  claimCoupon,
  findCoupon,
  isUsedUp,
  presentCoupon,
  presentUserCoupon,
  redeemClaim,
} from './coupons.ts';
import { listGifts } from './gift-store.ts';
import { mailGift, returnGift } from './gifts.ts';
import { isLonger } from './ledger/decide-order.ts';
import { DAY_MS } from './ledger/periods.ts';
import { emptyState } from './ledger/reduce.ts';
import { liveSubscription } from './ledger/subscription-status.ts';
import { settleAll } from './payments.ts';
import { presentProduct, presentSubscription } from './present-subscription.ts';
import { writeReceiptPdf } from './receipt-pdf.ts';
import { presentReceipt } from './receipts.ts';
import { renew } from './upkeep.ts';

const BASE = SERVICE_BASES.billing;
const selfLink = (path: string) => ({ self: [{ href: BASE + path }] });
/** More than anybody types by hand; codes are guessed otherwise. */
const CODES_PER_HOUR = { max: 60, windowSeconds: 3600 };
/** Each card that is added is asked of its bank: a way to try numbers. */
const CARDS_PER_HOUR = { max: 30, windowSeconds: 3600 };
/** They go to addresses that need not belong to members. */
const GIFT_MAILS_PER_HOUR = { max: 20, windowSeconds: 3600 };
const PDFS_PER_HOUR = { max: 120, windowSeconds: 3600 };
const PAYMENTS_PER_HOUR = { max: 120, windowSeconds: 3600 };
/** Each asks the payment provider, which answers a site so many calls a second in all. Some pages that wait at once. */
const OUTCOMES_PER_MINUTE = { max: 180, windowSeconds: 60 };

/** @throws ApiProblem for a call of another domain's shop */
function checkDomain({ headers }: FastifyRequest): void {
  const domain = headers[BILLING_DOMAIN_HEADER];
  if (domain !== undefined && domain !== BILLING_DOMAIN)
    throw new ApiProblem(400, 'billing_domain_unknown', 'This shop is not known here. Open the page again.');
}

const profilesRoute = route<typeof billingCalls.profiles>({
  call: billingCalls.profiles,
  access: 'member',
  async handler({ context, caller, request }) {
    checkDomain(request);
    const cards = await listCards(billingOf(context), caller!.userId);
    return {
      _embedded: { billing_profiles: cards.map(presentCard) },
      total_count: cards.length,
      _links: selfLink('/billing-profiles'),
    };
  },
});

const addProfileRoute = route<typeof billingCalls.addProfile>({
  call: billingCalls.addProfile,
  access: 'member',
  limit: CARDS_PER_HOUR,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const card = await addCard(billing, caller!.userId, { token: body.cc_token, isDefault: body.is_default });
    // A renewal that waits for a working card is tried at once.
    if (card.is_default) await renew(billing, caller!.userId, { isEarly: true });
    return presentCard(card);
  },
});

const updateProfileRoute = route<typeof billingCalls.updateProfile>({
  call: billingCalls.updateProfile,
  access: 'member',
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const card = await makeDefault(billing, caller!.userId, params.id);
    await renew(billing, caller!.userId, { isEarly: true });
    return presentCard(card);
  },
});

const removeProfileRoute = route<typeof billingCalls.removeProfile>({
  call: billingCalls.removeProfile,
  access: 'member',
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    await removeCard(billingOf(context), caller!.userId, params.id);
    return undefined;
  },
});

const subscriptionsRoute = route<typeof billingCalls.subscriptions>({
  call: billingCalls.subscriptions,
  access: 'member',
  async handler({ context, caller, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const { subscriptions } = await readState(billing, caller!.userId);
    const all = [...subscriptions.values()].toReversed();
    const now = context.now().getTime();
    return {
      _embedded: { paid_subscriptions: all.map((one) => presentSubscription(billing, one, now)) },
      total_count: all.length,
      _links: selfLink('/paid-subscriptions'),
    };
  },
});

const subscribeRoute = route<typeof billingCalls.subscribe>({
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

const updateSubscriptionRoute = route<typeof billingCalls.updateSubscription>({
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

const productsRoute = route<typeof billingCalls.products>({
  call: billingCalls.products,
  access: 'anyone',
  async handler({ context, caller, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const state = caller ? await readState(billing, caller.userId) : emptyState();
    const { products } = billing.catalog;
    return {
      _embedded: { products: products.map((product) => presentProduct(billing, product, state)) },
      total_count: products.length,
      _links: selfLink('/products'),
    };
  },
});

const productRoute = route<typeof billingCalls.product>({
  call: billingCalls.product,
  access: 'anyone',
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const state = caller ? await readState(billing, caller.userId) : emptyState();
    return presentProduct(billing, findProduct(billing, params.id), state);
  },
});

const couponRoute = route<typeof billingCalls.coupon>({
  call: billingCalls.coupon,
  access: 'anyone',
  limit: CODES_PER_HOUR,
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    const coupon = await findCoupon(context.db, params.code);
    const state = caller ? await readState(billingOf(context), caller.userId) : emptyState();
    checkCoupon(coupon, { state, now: context.now().getTime(), productId: null });
    if (isUsedUp(coupon)) throw conflict('coupon_used', 'This coupon has been used already.');
    return presentCoupon(coupon);
  },
});

const userCouponsRoute = route<typeof billingCalls.userCoupons>({
  call: billingCalls.userCoupons,
  access: 'member',
  async handler({ context: { db }, caller, request }) {
    checkDomain(request);
    const claims = await db
      .selectFrom('user_coupons')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .orderBy('id')
      .execute();
    const coupons = await Promise.all(claims.map(({ coupon_id }) => findCoupon(db, coupon_id)));
    return {
      _embedded: { user_coupons: claims.map((claim, i) => presentUserCoupon(claim, coupons[i]!)) },
      total_count: claims.length,
      _links: selfLink('/user-coupons'),
    };
  },
});

const claimCouponRoute = route<typeof billingCalls.claimCoupon>({
  call: billingCalls.claimCoupon,
  access: 'member',
  limit: CODES_PER_HOUR,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    let claimed: Awaited<ReturnType<typeof claimCoupon>> | undefined;
    await changeAccount(billing, caller!.userId, async (account) => {
      claimed = await claimCoupon(billing, account, { code: body.coupon_id, productId: null });
      return [];
    });
    return presentUserCoupon(claimed!.claim, claimed!.coupon);
  },
});

const checkCouponRoute = route<typeof billingCalls.checkCoupon>({
  call: billingCalls.checkCoupon,
  access: 'member',
  limit: CODES_PER_HOUR,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const coupon = await findCoupon(context.db, body.coupon_id);
    const state = await readState(billingOf(context), caller!.userId);
    checkCoupon(coupon, { state, now: context.now().getTime(), productId: body.product_id ?? null });
    const claim = await context.db
      .selectFrom('user_coupons')
      .select('redeemed')
      .where('user_id', '=', caller!.userId)
      .where('coupon_id', '=', coupon.id)
      .executeTakeFirst();
    if (claim ? claim.redeemed : isUsedUp(coupon))
      throw conflict('coupon_used', 'This coupon has been used already.');
    return { grantable: true as const, coupon: presentCoupon(coupon) };
  },
});

const redeemCouponRoute = route<typeof billingCalls.redeemCoupon>({
  call: billingCalls.redeemCoupon,
  access: 'member',
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    const { claim, coupon } = await redeemClaim(billingOf(context), caller!.userId, params.id);
    return presentUserCoupon(claim, coupon);
  },
});

const receiptsRoute = route<typeof billingCalls.receipts>({
  call: billingCalls.receipts,
  access: 'member',
  async handler({ context: { db }, caller, request }) {
    checkDomain(request);
    const rows = await db
      .selectFrom('receipts')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .orderBy('id', 'desc')
      .execute();
    return {
      _embedded: { receipts: rows.map(presentReceipt) },
      total_count: rows.length,
      _links: selfLink('/receipts'),
    };
  },
});

const giftsRoute = route<typeof billingCalls.gifts>({
  call: billingCalls.gifts,
  access: 'member',
  async handler({ context, caller, request }) {
    checkDomain(request);
    return presentGifts(await listGifts(billingOf(context), caller!.userId));
  },
});

const presentGifts = (gifts: Gift[]) => ({
  _embedded: { gifts },
  total_count: gifts.length,
  _links: selfLink('/gifts'),
});

const mailGiftRoute = route<typeof billingCalls.mailGift>({
  call: billingCalls.mailGift,
  access: 'member',
  limit: GIFT_MAILS_PER_HOUR,
  async handler({ context, caller, params, body, request }) {
    checkDomain(request);
    const { userId } = caller!;
    const once = idempotentCallOf(request, userId, JSON.stringify([params.id, body]), context.now());
    return mailGift(billingOf(context), userId, { id: params.id, ...body, once });
  },
});

const returnGiftRoute = route<typeof billingCalls.returnGift>({
  call: billingCalls.returnGift,
  access: 'member',
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    return presentGifts(await returnGift(billingOf(context), caller!.userId, params.id));
  },
});

/** @throws ApiProblem 404 for the receipt of somebody else */
async function findReceipt({ db }: Context, userId: number, id: number): Promise<Receipt> {
  const row = await db
    .selectFrom('receipts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('receipt');
  return presentReceipt(row);
}

const receiptRoute = route<typeof billingCalls.receipt>({
  call: billingCalls.receipt,
  access: 'member',
  handler({ context, caller, params, request }) {
    checkDomain(request);
    return findReceipt(context, caller!.userId, params.id);
  },
});

const receiptPdfRoute = route<typeof billingCalls.receiptPdf>({
  call: billingCalls.receiptPdf,
  access: 'member',
  limit: PDFS_PER_HOUR,
  async handler({ context, caller, params, request, reply }) {
    checkDomain(request);
    const receipt = await findReceipt(context, caller!.userId, params.id);
    const member = await context.db
      .selectFrom('logins')
      .innerJoin('users', 'users.id', 'logins.user_id')
      .select(['display_name', 'email'])
      .where('logins.user_id', '=', caller!.userId)
      .executeTakeFirstOrThrow();
    const bytes = await writeReceiptPdf(receipt, [member.display_name, member.email]);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${receipt.number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(bytes);
  },
});

const intentRoute = route<typeof checkoutCalls.paymentIntent>({
  call: checkoutCalls.paymentIntent,
  access: 'member',
  limit: OUTCOMES_PER_MINUTE,
  handler: ({ context, caller, params }) =>
    presentOrder(billingOf(context), caller!.userId, params.id, params.domain),
});

const createIntentRoute = route<typeof checkoutCalls.createPaymentIntent>({
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

const addCardRoute = route<typeof checkoutCalls.addCard>({
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

const prepareRoute = route<typeof checkoutCalls.prepareToCapture>({
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

const completeRoute = route<typeof checkoutCalls.completeTransaction>({
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

export const billingRoutes = [
  profilesRoute,
  addProfileRoute,
  updateProfileRoute,
  removeProfileRoute,
  subscriptionsRoute,
  subscribeRoute,
  updateSubscriptionRoute,
  productsRoute,
  productRoute,
  couponRoute,
  userCouponsRoute,
  claimCouponRoute,
  checkCouponRoute,
  redeemCouponRoute,
  receiptsRoute,
  receiptRoute,
  receiptPdfRoute,
  giftsRoute,
  mailGiftRoute,
  returnGiftRoute,
];
export const checkoutRoutes = [intentRoute, createIntentRoute, addCardRoute, prepareRoute, completeRoute];
