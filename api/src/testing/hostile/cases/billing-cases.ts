import { SERVICE_BASES } from '@waymark/api-contract';
import type { Owner } from '../world.ts';
import type { CaseRequest, OperationCase } from '../operation-case.ts';
import { byId, ofUser } from './owner-things.ts';

const BILLING = SERVICE_BASES.billing;
/** A card of the owner's at the local payment provider. */
const newCard = async ({ api, member: { token } }: Owner): Promise<CaseRequest> => {
  const made = await api.call<{ token: string }>('POST', `${BILLING}/local/cards`, {
    body: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' },
  });
  const answer = await api.call<{ id: number }>('POST', `${BILLING}/billing-profiles`, {
    token,
    body: { cc_token: made.body.token },
  });
  if (answer.status !== 201) throw new Error(`card: ${answer.status} ${answer.text}`);
  return byId(answer.body.id);
};
/** A checkout of the owner's that is open; of a member with premium for good there is the one that was paid. */
const newOrder = async ({ api, member: { token, userId } }: Owner): Promise<number> => {
  const { status, body, text } = await api.call<{ paymentIntentId: number }>(
    'POST',
    '/checkoutapi/paymentIntent',
    {
      token,
      body: { product_id: 'premium-lifetime' },
    },
  );
  if (status === 201) return body.paymentIntentId;
  if (status !== 409) throw new Error(`checkout: ${status} ${text}`);
  const orders = api.context.db
    .selectFrom('payment_attempts')
    .select('order_id')
    .where('user_id', '=', userId)
    .where('order_id', 'is not', null);
  return (await orders.executeTakeFirstOrThrow()).order_id!;
};
/** Premium for good, bought once by each owner. */
const ownSubscription = async (owner: Owner): Promise<number> => {
  const { api, member } = owner;
  const { token } = member;
  const paymentIntentId = await newOrder(owner);
  await api.call('POST', '/checkoutapi/prepareToCapture', {
    token,
    body: {
      paymentIntentId,
      billing_profile_id: Number((await newCard(owner)).params!['id']),
      accepts_renewal_terms: true,
    },
  });
  const { body } = await api.call<{ subscription: { subscription_id: number } }>(
    'POST',
    '/checkoutapi/completeTransaction',
    { token, body: { paymentIntentId } },
  );
  return body.subscription.subscription_id;
};
/** A gift that the owner bought and that nobody has used. */
const ownGift = async (owner: Owner): Promise<number> => {
  const { api, member } = owner;
  const { token } = member;
  const gifts = await api.call<{ _embedded: { gifts: { id: number }[] } }>('GET', `${BILLING}/gifts`, {
    token,
  });
  const [there] = gifts.body._embedded.gifts;
  if (there) return there.id;
  const { body: intent } = await api.call<{ paymentIntentId: number }>('POST', '/checkoutapi/paymentIntent', {
    token,
    body: { product_id: 'premium-monthly', is_gift: true },
  });
  const { body } = await api.call<{ gift: { id: number } }>('POST', '/checkoutapi/prepareToCapture', {
    token,
    body: {
      paymentIntentId: intent.paymentIntentId,
      billing_profile_id: Number((await newCard(owner)).params!['id']),
      accepts_renewal_terms: false,
    },
  });
  return body.gift.id;
};
const ofBank: CaseRequest = { params: { ref: `pay_${'0'.repeat(24)}` } };

/** Premium, its operators and the local payment provider. */
export const BILLING_CASES: Record<string, OperationCase> = {
  // Premium
  [`GET ${BILLING}/billing-profiles`]: { rule: 'self', request: () => ({}) },
  [`POST ${BILLING}/billing-profiles`]: {
    rule: 'self',
    status: 402,
    stranger: 402,
    request: () => ({ body: { cc_token: 'card-of-nobody' } }),
  },
  [`PATCH ${BILLING}/billing-profiles/:id`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newCard(owner)), body: { is_default: true } }),
  },
  [`DELETE ${BILLING}/billing-profiles/:id`]: { rule: 'owned', request: newCard },
  [`GET ${BILLING}/paid-subscriptions`]: { rule: 'self', request: () => ({}) },
  [`POST ${BILLING}/paid-subscriptions`]: {
    rule: 'self',
    status: 404,
    stranger: 404,
    request: () => ({
      body: { product_id: 'no-such-product', billing_profile_id: 1, accepts_renewal_terms: true },
    }),
  },
  [`PATCH ${BILLING}/paid-subscriptions/:id`]: {
    rule: 'owned',
    request: async (owner) => ({
      ...byId(await ownSubscription(owner)),
      body: { requested_cancellation: false },
    }),
  },
  [`GET ${BILLING}/products`]: { rule: 'public', request: () => ({}) },
  [`GET ${BILLING}/products/:id`]: { rule: 'public', request: () => ({ params: { id: 'premium-monthly' } }) },
  [`GET ${BILLING}/coupons/:code`]: {
    rule: 'public',
    status: 404,
    request: () => ({ params: { code: 'NO-SUCH-CODE' } }),
  },
  [`GET ${BILLING}/user-coupons`]: { rule: 'self', request: () => ({}) },
  [`POST ${BILLING}/user-coupons`]: {
    rule: 'self',
    status: 404,
    stranger: 404,
    request: () => ({ body: { coupon_id: 'NO-SUCH-CODE' } }),
  },
  [`POST ${BILLING}/user-coupons/grantable`]: {
    rule: 'self',
    status: 404,
    stranger: 404,
    request: () => ({ body: { coupon_id: 'NO-SUCH-CODE' } }),
  },
  [`PATCH ${BILLING}/user-coupons/:id`]: {
    rule: 'owned',
    status: 404,
    request: () => ({ ...byId(1), body: { redeemed: true } }),
  },
  [`GET ${BILLING}/receipts`]: { rule: 'self', request: () => ({}) },
  [`GET ${BILLING}/receipts/:id/pdf`]: {
    rule: 'owned',
    request: async (owner) => {
      await ownSubscription(owner);
      const { userId } = owner.member;
      const receipts = owner.api.context.db.selectFrom('receipts').select('id').where('user_id', '=', userId);
      return byId((await receipts.executeTakeFirstOrThrow()).id);
    },
  },
  [`GET ${BILLING}/gifts`]: { rule: 'self', request: () => ({}) },
  [`POST ${BILLING}/gifts/:id/mails`]: {
    rule: 'owned',
    status: 201,
    request: async (owner) => ({
      ...byId(await ownGift(owner)),
      body: { email: 'friend@example.com', message: 'Run!' },
    }),
  },
  [`POST ${BILLING}/gifts/:id/return`]: {
    rule: 'owned',
    request: async (owner) => byId(await ownGift(owner)),
  },
  [`GET ${BILLING}/receipts/:id`]: {
    rule: 'owned',
    request: async (owner) => {
      await ownSubscription(owner);
      const { userId } = owner.member;
      const receipts = owner.api.context.db.selectFrom('receipts').select('id').where('user_id', '=', userId);
      return byId((await receipts.executeTakeFirstOrThrow()).id);
    },
  },
  // Operators only; these members are none.
  [`GET ${BILLING}/operator/members`]: {
    rule: 'self',
    status: 404,
    stranger: 404,
    request: ({ member }) => ({ query: { email: member.email } }),
  },
  [`GET ${BILLING}/operator/actions`]: { rule: 'self', status: 404, stranger: 404, request: () => ({}) },
  [`POST ${BILLING}/operator/members/:id/gifts`]: {
    rule: 'owned',
    status: 404,
    request: (owner) => ({ ...ofUser(owner), body: { product_id: 'premium-monthly', reason: 'none' } }),
  },
  [`POST ${BILLING}/operator/members/:id/gifts/withdrawals`]: {
    rule: 'owned',
    status: 404,
    request: (owner) => ({ ...ofUser(owner), body: { gift_id: 1, reason: 'none' } }),
  },
  [`GET ${BILLING}/operator/members/:id/ledger`]: { rule: 'owned', status: 404, request: ofUser },
  [`POST ${BILLING}/operator/members/:id/refunds`]: {
    rule: 'owned',
    status: 404,
    request: (owner) => ({
      ...ofUser(owner),
      body: { payment_id: 1, amount: 1, refunded_before: 0, reason: 'none' },
    }),
  },
  [`POST ${BILLING}/operator/members/:id/days`]: {
    rule: 'owned',
    status: 404,
    request: (owner) => ({ ...ofUser(owner), body: { days: 1, reason: 'none' } }),
  },
  // The local payment provider: another party, which knows no members.
  [`GET ${BILLING}/local/card-frame`]: { rule: 'public', request: () => ({}) },
  [`GET ${BILLING}/local/card-frame.js`]: { rule: 'public', request: () => ({}) },
  [`POST ${BILLING}/local/cards`]: {
    rule: 'public',
    request: () => ({ body: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' } }),
  },
  [`GET ${BILLING}/local/bank/:ref`]: { rule: 'public', status: 404, request: () => ofBank },
  [`POST ${BILLING}/local/bank/:ref`]: {
    rule: 'public',
    status: 404,
    request: () => ({ ...ofBank, body: { decision: 'approve' } }),
  },
  // Signed by the provider; what is not changes nothing.
  [`POST ${BILLING}/notices/:provider`]: {
    rule: 'public',
    status: 400,
    request: () => ({ params: { provider: 'local' }, body: { id: 'evt_1' } }),
  },
  'GET /checkoutapi/paymentIntent/:domain/:id': {
    rule: 'owned',
    request: async (owner) => ({ params: { domain: 'mmf', id: await newOrder(owner) } }),
  },
  'POST /checkoutapi/paymentIntent': {
    rule: 'self',
    status: 404,
    stranger: 404,
    request: () => ({ body: { product_id: 'no-such-product' } }),
  },
  'POST /checkoutapi/addCard': {
    rule: 'owned',
    status: 402,
    request: async (owner) => ({
      body: { paymentIntentId: await newOrder(owner), cc_token: 'card-of-nobody' },
    }),
  },
  'POST /checkoutapi/prepareToCapture': {
    rule: 'owned',
    request: async (owner) => ({
      body: {
        paymentIntentId: await newOrder(owner),
        billing_profile_id: Number((await newCard(owner)).params!['id']),
        accepts_renewal_terms: true,
      },
    }),
  },
  'POST /checkoutapi/completeTransaction': {
    rule: 'owned',
    request: async (owner) => ({ body: { paymentIntentId: await newOrder(owner) } }),
  },
};
