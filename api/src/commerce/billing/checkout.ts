import type { PaymentIntent } from '@waymark/api-contract';
import { ApiProblem, conflict, invalid, notFound } from '../../kernel/server/errors.ts';
import { type Account, changeAccount, readState } from './accounts.ts';
import type { Billing } from './billing.ts';
import { findCard, providerUnavailable, requireSelling } from './cards.ts';
import { type CatalogProduct, taxWithin, toSoldProduct, trialDays } from './catalog.ts';
import { claimCoupon, discountOf, otherProduct } from './coupons.ts';
import {
  completeOrder,
  firstAmountOf,
  isAlreadyBought,
  isCreditGone,
  makeGiftOffer,
  makeOffer,
  type Offer,
} from './ledger/decide-order.ts';
import { checkGiftable, checkGiftsWaiting, listGifts } from './gift-store.ts';
import { CARD_REPLACED, type LedgerEntry, type SoldProduct } from './ledger/entries.ts';
import { type Attempt, type BillingState, isDecided, type Order } from './ledger/reduce.ts';
import { undecidedAttempts } from './ledger/subscription-status.ts';
import { abandonConfirmation, charge, settleAll } from './payments.ts';
import { presentSubscription } from './present-subscription.ts';
import { ProviderUnavailable } from './provider.ts';

/** @throws ApiProblem 404 */
export function findProduct({ catalog }: Billing, id: string): CatalogProduct {
  const product = catalog.products.find((one) => one.id === id);
  if (!product)
    throw new ApiProblem(404, 'product_fetch/1', 'There is no such plan. Choose one from the list.');
  return product;
}

const pending = () =>
  conflict(
    'payment_pending',
    'Your bank has not answered an earlier payment yet. Wait a moment: nothing is charged twice.',
  );

/** Names the checkout, or the renewal, that its member can confirm or pay with another card. */
const unconfirmed = ({ id, target }: Attempt) =>
  conflict(
    'payment_action_required',
    'An earlier payment waits for you to confirm it with your bank. Open it to confirm, or to use another card.',
    { id: 'order' in target ? target.order : id },
  );

const DAY_MS = 86_400_000;
/** Checkouts and refused payments of a member in a day: more than anybody needs, fewer than who tries stolen cards. */
const MAX_ORDERS_A_DAY = 50;
const MAX_REFUSALS_A_DAY = 15;

const isOfToday = (at: number, now: number): boolean => at > now - DAY_MS;
export const tooManyToday = () =>
  new ApiProblem(
    429,
    'checkout_limit',
    'You have tried this many times today. Nothing was charged. Try again tomorrow.',
    { headers: { 'retry-after': '3600' } },
  );

/** @throws ApiProblem 429 */
function checkOrdersToday({ orders }: BillingState, now: number): void {
  const opened = [...orders.values()].filter(({ openedAt }) => isOfToday(openedAt, now));
  if (opened.length >= MAX_ORDERS_A_DAY) throw tooManyToday();
}

/** @throws ApiProblem 429 */
function checkRefusalsToday({ attempts }: BillingState, now: number): void {
  const refused = [...attempts.values()].filter(
    ({ status, startedAt, target }) =>
      'order' in target && isOfToday(startedAt, now) && (status === 'failed' || status === 'canceled'),
  );
  if (refused.length >= MAX_REFUSALS_A_DAY) throw tooManyToday();
}

const attemptsOf = ({ attempts }: BillingState, order: number): Attempt[] =>
  [...attempts.values()].filter(({ target }) => 'order' in target && target.order === order);

const isSameOffer = (order: Order, offer: Offer): boolean =>
  order.product.id === offer.product.id &&
  order.product.amount === offer.product.amount &&
  order.coupon === offer.coupon &&
  order.trialDays === offer.trialDays &&
  order.replaces === offer.replaces &&
  order.gift === offer.gift &&
  // What is left of a period falls with every second.
  Math.abs(order.amount - offer.amount) <= 1;

/** Begins a checkout. The same choice again is the checkout that is open; another choice takes its place. */
export async function openOrder(
  billing: Billing,
  userId: number,
  { productId, code, isGift }: { productId: string; code: string | null; isGift: boolean },
): Promise<number> {
  requireSelling(billing);
  const entry = findProduct(billing, productId);
  await settleAll(billing, userId);
  let id = 0;
  await changeAccount(billing, userId, async (account) => {
    const { state, now } = account;
    const product = toSoldProduct(entry, billing.catalog);
    if (!isGift && isAlreadyBought(state, product, now))
      throw conflict('already_premium', 'You have premium already. Change or end it on your premium page.');
    const undecided = undecidedAttempts(state)[0];
    if (undecided && undecided.status !== 'requires_action') throw pending();
    const offer = isGift
      ? await offerGift(account, product, code)
      : await offerPlan(billing, account, { product, code, trialDays: trialDays(entry) });
    const open = [...state.orders.values()].filter(({ status }) => status === 'open');
    const same = open.find((order) => isSameOffer(order, offer));
    if (same) {
      id = same.id;
      return [];
    }
    if (undecided) throw unconfirmed(undecided);
    checkOrdersToday(state, now);
    id = billing.context.newId();
    return [
      ...open.map((order): LedgerEntry => ({ kind: 'order_canceled', at: now, order: order.id })),
      { kind: 'order_opened', at: now, order: id, ...offer },
    ];
  });
  return id;
}

async function offerPlan(
  billing: Billing,
  account: Account,
  { product, code, trialDays: days }: { product: SoldProduct; code: string | null; trialDays: number },
): Promise<Offer> {
  const { state, now } = account;
  const claimed = code === null ? null : await claimCoupon(billing, account, { code, productId: product.id });
  const discount = claimed && discountOf(claimed.coupon, now);
  const offer = makeOffer(state, product, { trialDays: days, discount, now });
  // Free time in front of what is paid once, for good, would be used up for nothing.
  if (discount && offer.discount === 0 && offer.trialDays === 0) throw otherProduct();
  return offer;
}

/**
 * Whoever redeemed a gift keeps it when its payment is taken back: they knew nothing of it. So the giver buys no other.
 * @throws ApiProblem for a product without a period, a coupon, a disputed payment, or when too many gifts wait
 */
async function offerGift(
  { trx, userId, state }: Account,
  product: SoldProduct,
  code: string | null,
): Promise<Offer> {
  checkGiftable(product);
  if (code !== null) throw invalid({ coupon: ['A coupon does not lower the price of a gift.'] });
  if ([...state.attempts.values()].some(({ dispute }) => dispute === 'open' || dispute === 'lost'))
    throw conflict(
      'gift_disputed',
      'Your bank holds or took back an earlier payment. Write to support before you buy a gift.',
    );
  await checkGiftsWaiting(trx, userId);
  return makeGiftOffer(product);
}

/** Pays an order with a card, or notes the card where nothing is due now. */
export async function prepareOrder(
  billing: Billing,
  userId: number,
  { orderId, cardId, acceptsTerms }: { orderId: number; cardId: number; acceptsTerms: boolean },
): Promise<void> {
  requireSelling(billing);
  const card = await findCard(billing, userId, cardId);
  const waiting = attemptsOf(await settleAll(billing, userId), orderId).at(-1);
  if (waiting && waiting.cardToken !== card.cc_token)
    await abandonConfirmation(billing, userId, waiting).catch((error: unknown) => {
      throw error instanceof ProviderUnavailable ? providerUnavailable() : error;
    });
  await charge(
    billing,
    userId,
    ({ state, now }) => {
      const order = state.orders.get(orderId);
      if (!order) throw notFound('checkout');
      if (order.status !== 'open') return Promise.resolve({ entries: [], attempt: null });
      if (isCreditGone(state, order, now))
        return Promise.resolve({
          entries: [{ kind: 'order_canceled', at: now, order: orderId }],
          attempt: null,
        });
      if (order.product.frequency !== null && !order.gift && !acceptsTerms)
        throw new ApiProblem(
          400,
          'renewal_terms_missing',
          'This renews until you end it. Agree to the renewal terms to go on.',
        );
      const entries: LedgerEntry[] =
        order.card === cardId ? [] : [{ kind: 'terms_accepted', at: now, order: orderId, card: cardId }];
      const { amount, product } = order;
      if (amount > 0) checkRefusalsToday(state, now);
      if (amount === 0) return Promise.resolve({ entries, attempt: null });
      return Promise.resolve({
        entries,
        attempt: {
          target: { order: orderId },
          card: { id: cardId, token: card.cc_token },
          amount,
          currency: product.currency,
        },
      });
    },
    { offSession: false },
  );
}

/** Takes over the outcome of an order's payment. Where nothing was due, it opens what was chosen. */
export async function completeOrderOf(billing: Billing, userId: number, orderId: number): Promise<void> {
  const { context } = billing;
  await settleAll(billing, userId);
  await changeAccount(billing, userId, ({ state, now }) => {
    const order = state.orders.get(orderId);
    if (order?.status !== 'open' || order.amount > 0 || order.card === null) return [];
    if (isCreditGone(state, order, now)) return [{ kind: 'order_canceled', at: now, order: orderId }];
    return completeOrder(state, order, { attempt: null, newId: context.newId(), now });
  });
}

function statusOf(order: Order, last: Attempt | undefined): PaymentIntent['paymentIntentStatus'] {
  if (order.status === 'completed') return 'succeeded';
  if (last?.status === 'requires_action') return 'requires_action';
  if (last && !isDecided(last)) return 'processing';
  if (order.status === 'canceled') return 'canceled';
  return order.amount === 0 && order.card !== null ? 'processing' : 'requires_payment_method';
}

/** What the page of a checkout shows. The bank's page is asked for where one waits. */
export async function presentOrder(
  billing: Billing,
  userId: number,
  orderId: number,
  domain: string,
): Promise<PaymentIntent> {
  const { env, now } = billing.context;
  const state = await readState(billing, userId);
  const order = state.orders.get(orderId);
  if (!order) return presentRenewal(billing, state, orderId, domain);
  const last = attemptsOf(state, orderId).at(-1);
  const { product } = order;
  const subscription = [...state.subscriptions.values()].find((one) => one.order === orderId);
  const bought = [...state.gifts.values()].find((one) => one.order === orderId);
  const gift = bought && (await listGifts(billing, userId)).find(({ id }) => id === bought.id);
  return {
    ...(await confirmationOf(billing, last)),
    checkoutUrl: checkoutUrl(env.SITE_URL, domain, orderId),
    paymentIntentId: orderId,
    paymentIntentStatus: statusOf(order, last),
    amount: order.amount,
    currency: product.currency,
    product_id: product.id,
    list_amount: product.amount,
    discount_amount: order.discount,
    credit_amount: order.credit,
    tax_amount: taxWithin(order.amount, product.taxRate),
    tax_label: product.taxLabel,
    renewal_amount: product.frequency && !order.gift ? product.amount : null,
    first_renewal_amount: firstAmountOf(order),
    trial_days: order.trialDays,
    error_code:
      last && last.status !== 'succeeded' && last.errorCode !== CARD_REPLACED ? last.errorCode : null,
    subscription: subscription ? presentSubscription(billing, subscription, now().getTime()) : null,
    is_gift: order.gift === true,
    gift: gift ?? null,
  };
}

const checkoutUrl = (site: string, domain: string, id: number): string =>
  `${site.replace(/\/$/, '')}/checkout/en-us/${domain}/${id}`;

async function confirmationOf(
  { provider }: Billing,
  attempt: Attempt | undefined,
): Promise<Pick<PaymentIntent, 'paymentIntentClientSecret' | 'confirmationUrl'>> {
  const none = { paymentIntentClientSecret: null, confirmationUrl: null };
  if (attempt?.status !== 'requires_action' || !attempt.ref) return none;
  // Without an answer the page asks again.
  const payment = await provider.read(attempt.ref).catch(() => null);
  return payment
    ? { paymentIntentClientSecret: payment.clientSecret, confirmationUrl: payment.confirmationUrl }
    : none;
}

/** A renewal that waits for its member has the same page, by the number of its attempt. @throws ApiProblem 404 */
async function presentRenewal(
  billing: Billing,
  state: BillingState,
  attemptId: number,
  domain: string,
): Promise<PaymentIntent> {
  const attempt = state.attempts.get(attemptId);
  const target = attempt?.target;
  const subscription =
    target && 'subscription' in target ? state.subscriptions.get(target.subscription) : undefined;
  if (!attempt || !subscription) throw notFound('checkout');
  const { env, now } = billing.context;
  const { product } = subscription;
  const status = isDecided(attempt)
    ? attempt.status === 'succeeded'
      ? 'succeeded'
      : 'canceled'
    : attempt.status === 'requires_action'
      ? 'requires_action'
      : 'processing';
  return {
    ...(await confirmationOf(billing, attempt)),
    checkoutUrl: checkoutUrl(env.SITE_URL, domain, attemptId),
    paymentIntentId: attemptId,
    paymentIntentStatus: status,
    amount: attempt.amount,
    currency: attempt.currency,
    product_id: product.id,
    list_amount: attempt.amount,
    discount_amount: 0,
    credit_amount: 0,
    tax_amount: taxWithin(attempt.amount, product.taxRate),
    tax_label: product.taxLabel,
    renewal_amount: product.amount,
    first_renewal_amount: null,
    trial_days: 0,
    error_code: attempt.status === 'succeeded' ? null : attempt.errorCode,
    subscription: presentSubscription(billing, subscription, now().getTime()),
    is_gift: false,
    gift: null,
  };
}
