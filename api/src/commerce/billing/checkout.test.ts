import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import {
  BILLING_DOMAIN_HEADER,
  type PaidSubscription,
  type PaymentIntent,
  type Product,
} from '@waymark/api-contract';
import { formatDay } from '../../kernel/mail/letter.ts';
import { startTestApi } from '../../testing/api.ts';
import {
  BILLING,
  chargesOf,
  deliverNotices,
  mailed,
  movableClock,
  runBilling,
  shopper,
} from './billing.test-helper.ts';
import { changeAccount } from './accounts.ts';
import { billingOf } from './billing.ts';
import { sendRefund } from './payments.ts';
import { hasPremium } from './premium-index.ts';

const api = await startTestApi({ env: { LOG_LEVEL: 'silent' } });
after(() => api.stop());
const clock = movableClock(api);

const newMember = async () => {
  const member = await api.signUp();
  return { member, shop: shopper(api, member) };
};
test('[PREM-02] [PREM-06] mails name the day on which a trial ends where the member is, as the page does', async () => {
  const { member, shop } = await newMember();
  const { subscription } = await shop.buy('premium-monthly');
  const ends = new Date(subscription!.next_payment!.date);
  const dayIn = (timeZone: string) => formatDay(ends, timeZone);
  // At any moment it is another day than in UTC in one of them.
  const timeZone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((zone) => dayIn(zone) !== dayIn('UTC'))!;
  await api.context.db
    .updateTable('users')
    .set({ time_zone: timeZone })
    .where('id', '=', member.userId)
    .execute();
  clock.passDays(24);
  await runBilling(api);
  const { subject } = await mailed(api, member.email, /free trial ends on/);
  assert.equal(subject, `Your free trial ends on ${dayIn(timeZone)}`);
});

test('[PREM-02] [SESS-05] a trial opens premium at once without a charge, its end is announced, and then the card is charged once', async () => {
  const { member, shop } = await newMember();
  assert.deepEqual(await shop.premium(), { is_ad_free: false, days_remaining: 0 });
  const product = await shop.must<Product>('GET', `${BILLING}/products/premium-monthly`);
  assert.deepEqual(
    [
      product.trial_days,
      product.availability_details.price_point,
      product.subscription_details?.trial_details,
    ],
    [30, { amount: 599, currency: 'USD' }, { duration_interval: 1, duration_unit: 'month' }],
  );
  const done = await shop.buy('premium-monthly');
  assert.deepEqual(
    [done.paymentIntentStatus, done.amount, done.subscription?.is_trial],
    ['succeeded', 0, true],
  );
  assert.equal((await shop.premium())?.is_ad_free, true);
  assert.ok(hasPremium(api.context, member.userId), 'the check of each call knows it');
  assert.deepEqual(await chargesOf(api, member), []);
  await mailed(api, member.email, /free trial has begun/);
  clock.passDays(24);
  await runBilling(api);
  await mailed(api, member.email, /free trial ends on/);
  assert.deepEqual(await chargesOf(api, member), []);
  clock.passDays(6.1);
  await runBilling(api);
  await runBilling(api);
  assert.deepEqual(
    (await chargesOf(api, member)).map(({ amount }) => amount),
    [599],
  );
  const [receipt, ...more] = await shop.receipts();
  assert.deepEqual([receipt?.total_amount, receipt?.is_test, more.length], [599, true, 0]);
  assert.match((await mailed(api, member.email, /Your receipt/)).text, /\$5\.99/);
  const [subscription] = await shop.subscriptions();
  assert.deepEqual(
    [subscription?.subscription_status, subscription?.state, subscription?.is_trial],
    ['active', 'active', false],
  );
  // A second trial is not offered, neither before nor after the end.
  assert.equal((await shop.must<Product>('GET', `${BILLING}/products/premium-annual`)).trial_days, 0);
});

test('[PREM-12] double clicks, five tabs and a hundred repeats of a payment charge once', async () => {
  const { member, shop } = await newMember();
  const intents = await Promise.all(Array.from({ length: 5 }, () => shop.intent('premium-lifetime')));
  assert.equal(new Set(intents.map(({ paymentIntentId }) => paymentIntentId)).size, 1);
  const [intent] = intents;
  const card = await shop.addCard(intent!);
  await Promise.all(Array.from({ length: 20 }, () => shop.prepare(intent!, card)));
  for (let n = 0; n < 100; n++) {
    const answer = n % 2 ? await shop.complete(intent!) : (await shop.prepare(intent!, card)).body;
    assert.equal(answer.paymentIntentStatus, 'succeeded');
  }
  assert.equal((await chargesOf(api, member)).length, 1);
  assert.equal((await shop.receipts()).length, 1);
  assert.deepEqual(await shop.premium(), { is_ad_free: true, days_remaining: -1 });
  assert.equal((await shop.subscriptions()).length, 1);
  const again = await shop.call('POST', '/checkoutapi/paymentIntent', { product_id: 'premium-annual' });
  assert.deepEqual([again.status, again.body.error], [409, 'already_premium']);
});

test('[PREM-12] a lost answer blocks the next payment until it is read; it is found, and opens what was paid', async () => {
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  const lost = await shop.addCard(intent, '4000000000000119');
  const answer = await shop.prepare(intent, lost);
  assert.equal(answer.body.paymentIntentStatus, 'processing');
  // Another card, at once: the first payment is read before anything is charged.
  const other = await shop.addCard(intent, '5555555555554444');
  assert.equal((await shop.prepare(intent, other)).body.paymentIntentStatus, 'succeeded');
  assert.equal((await chargesOf(api, member)).length, 1);
  assert.equal((await shop.complete(intent)).subscription?.days_remaining, -1);
});

test('[PREM-12] a card that is charged a while later: nothing else can be paid meanwhile, and the notice opens premium', async () => {
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  const card = await shop.addCard(intent, '4000000000000077');
  assert.equal((await shop.prepare(intent, card)).body.paymentIntentStatus, 'processing');
  assert.equal(
    (await shop.prepare(intent, await shop.addCard(intent))).body.paymentIntentStatus,
    'processing',
  );
  const other = await shop.call('POST', '/checkoutapi/paymentIntent', { product_id: 'premium-annual' });
  assert.deepEqual([other.status, other.body.error], [409, 'payment_pending']);
  clock.pass(31_000);
  await deliverNotices(api);
  assert.equal((await shop.premium())?.days_remaining, -1);
  assert.equal((await chargesOf(api, member)).length, 1);
});

test('[PREM-05] a bank that asks first: the page of the bank, refused and then approved', async () => {
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  const card = await shop.addCard(intent, '4000002500003155');
  const decide = async (decision: string) => {
    const { body } = await shop.prepare(intent, card);
    assert.equal(body.paymentIntentStatus, 'requires_action');
    const bank = new URL(body.confirmationUrl!).pathname;
    assert.match((await api.call('GET', bank)).text, /\$99\.99/);
    const answer = await api.call('POST', bank, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `decision=${decision}`,
    });
    assert.deepEqual(
      [answer.status, answer.headers.get('location')],
      [303, `/checkout/en-us/mmf/${intent.paymentIntentId}`],
    );
  };
  await decide('refuse');
  const refused = await shop.complete(intent);
  assert.deepEqual(
    [refused.paymentIntentStatus, refused.error_code],
    ['requires_payment_method', 'payment_intent_authentication_failure'],
  );
  await decide('approve');
  assert.equal((await shop.complete(intent)).paymentIntentStatus, 'succeeded');
  assert.equal((await chargesOf(api, member)).length, 1);
  const page = `/checkoutapi/paymentIntent/mmf/${intent.paymentIntentId}`;
  assert.equal((await shop.must<PaymentIntent>('GET', page)).paymentIntentStatus, 'succeeded');
  assert.equal((await shop.call('GET', page.replace('mmf', 'elsewhere'))).status, 400);
});

test('[PREM-02] declined, unknown and real-looking cards are refused with the reason, and no sentence repeats a number', async () => {
  const { shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  const declined = await shop.call('POST', '/checkoutapi/addCard', {
    paymentIntentId: intent.paymentIntentId,
    cc_token: await shop.token('4000000000009995'),
  });
  assert.deepEqual([declined.status, declined.body.error], [402, 'card_refused']);
  assert.match(declined.text, /not enough money/);
  const attached = await shop.addCard(intent, '4000000000000341');
  const later = await shop.prepare(intent, attached);
  assert.deepEqual(
    [later.body.paymentIntentStatus, later.body.error_code],
    ['requires_payment_method', 'generic_decline'],
  );
  const fields = { exp_month: 12, exp_year: 2040, cvc: '123' };
  for (const [number, error] of [
    ['4111111111111111', 'test_cards_only'],
    ['4242424242424241', 'validation_error'],
  ]) {
    const answer = await shop.call('POST', `${BILLING}/local/cards`, { number, ...fields });
    assert.deepEqual([answer.status, answer.body.error], [400, error]);
    assert.ok(!answer.text.includes(number!));
  }
  assert.equal((await shop.premium())?.is_ad_free, false);
});

test('[PREM-06] [PREM-07] ending and keeping: the flag turns round, premium stays to the end of the period and not longer', async () => {
  const { member, shop } = await newMember();
  const { subscription } = await shop.buy('premium-monthly');
  const set = (requested_cancellation: boolean) =>
    shop.must<PaidSubscription>('PATCH', `${BILLING}/paid-subscriptions/${subscription!.subscription_id}`, {
      requested_cancellation,
    });
  assert.equal((await set(true)).requested_cancellation, true);
  assert.equal((await set(true)).next_payment, null);
  assert.equal((await set(false)).requested_cancellation, false);
  await set(true);
  await mailed(api, member.email, /will not renew/);
  clock.passDays(29);
  await runBilling(api);
  assert.equal((await shop.premium())?.is_ad_free, true);
  clock.passDays(1.1);
  assert.deepEqual(await shop.premium(), { is_ad_free: false, days_remaining: 0 });
  await runBilling(api);
  assert.deepEqual(await chargesOf(api, member), []);
  const [ended] = await shop.subscriptions();
  assert.deepEqual([ended?.subscription_status, ended?.state], ['expired', 'canceled']);
  const late = await shop.call('PATCH', `${BILLING}/paid-subscriptions/${ended!.subscription_id}`, {
    requested_cancellation: false,
  });
  assert.deepEqual([late.status, late.body.error], [409, 'subscription_ended']);
  // Who comes back pays from the first day.
  const intent = await shop.intent('premium-monthly');
  assert.deepEqual([intent.trial_days, intent.amount], [0, 599]);
});

test('[PREM-07] a renewal that fails is tried for a week with premium open, and a new card pays it at once', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly', { number: '4000000000000341' });
  clock.passDays(30.1);
  await runBilling(api);
  await mailed(api, member.email, /could not be renewed/);
  assert.equal((await shop.subscriptions())[0]?.state, 'past_due');
  assert.equal((await shop.premium())?.is_ad_free, true);
  clock.passDays(1.1);
  await runBilling(api);
  assert.deepEqual(await chargesOf(api, member), []);
  await shop.must('POST', `${BILLING}/billing-profiles`, {
    cc_token: await shop.token('4242424242424242'),
    is_default: true,
  });
  assert.equal((await shop.subscriptions())[0]?.state, 'active');
  assert.equal((await chargesOf(api, member)).length, 1);

  const other = await newMember();
  await other.shop.buy('premium-monthly', { number: '4000000000000341' });
  clock.passDays(30.1);
  for (let day = 0; day < 8; day++) {
    await runBilling(api);
    clock.passDays(1);
  }
  await runBilling(api);
  assert.equal((await other.shop.subscriptions())[0]?.state, 'payment_failed');
  assert.equal((await other.shop.premium())?.is_ad_free, false);
  assert.deepEqual(await chargesOf(api, other.member), []);
  const tries = await api.context.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('user_id', '=', other.member.userId)
    .execute();
  assert.equal(tries.length, 5);
});

test('[PREM-08] a change from monthly to annual shows the difference before, and counts what is left; back to monthly begins at the end', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly');
  clock.passDays(30.01);
  await runBilling(api);
  clock.passDays(10);
  const offer = await shop.intent('premium-annual');
  assert.deepEqual(
    [offer.list_amount, offer.amount + offer.credit_amount, offer.trial_days],
    [2999, 2999, 0],
  );
  assert.ok(offer.credit_amount > 350 && offer.credit_amount < 450, String(offer.credit_amount));
  const [card] = await shop.cards();
  await shop.prepare(offer, card!.id);
  const { subscription } = await shop.complete(offer);
  assert.equal(subscription?.product_id, 'premium-annual');
  assert.deepEqual(
    (await shop.subscriptions()).map(({ state }) => state),
    ['active', 'replaced'],
  );
  const where = `${BILLING}/paid-subscriptions/${subscription.subscription_id}`;
  const changed = await shop.must<PaidSubscription>('PATCH', where, { product_id: 'premium-monthly' });
  assert.deepEqual(
    [changed.product_id, changed.next_product_id, changed.next_payment?.price_point.amount],
    ['premium-annual', 'premium-monthly', 599],
  );
  clock.passDays(366);
  await runBilling(api);
  assert.equal((await shop.subscriptions())[0]?.product_id, 'premium-monthly');
  assert.deepEqual(
    (await chargesOf(api, member)).map(({ amount }) => amount).toSorted((a, b) => a - b),
    [599, 599, offer.amount].toSorted((a, b) => a - b),
  );
});

test('[PREM-08] what is left of a plan counts for a day: not after it was used up, nor when its payment went back', async () => {
  const paidMonth = async () => {
    const one = await newMember();
    await one.shop.buy('premium-monthly');
    clock.passDays(30.01);
    await runBilling(api);
    assert.equal((await chargesOf(api, one.member)).length, 1);
    const offer = await one.shop.intent('premium-annual');
    assert.ok(offer.credit_amount > 590, String(offer.credit_amount));
    return { ...one, offer, card: (await one.shop.cards())[0]!.id };
  };
  const late = await paidMonth();
  clock.passDays(25);
  const { body } = await late.shop.prepare(late.offer, late.card);
  assert.equal(body.paymentIntentStatus, 'canceled');
  assert.equal((await chargesOf(api, late.member)).length, 1);
  const again = await late.shop.intent('premium-annual');
  assert.ok(again.credit_amount < 150, String(again.credit_amount));

  const refunded = await paidMonth();
  const billing = billingOf(api.context);
  const refund = api.context.newId();
  await changeAccount(billing, refunded.member.userId, ({ state, now }) => [
    {
      kind: 'refund_requested',
      at: now,
      refund,
      attempt: [...state.attempts.keys()][0]!,
      amount: 599,
      by: null,
      reason: 'asked for it',
    },
  ]);
  await sendRefund(billing, refunded.member.userId, refund);
  const refused = await refunded.shop.prepare(refunded.offer, refunded.card);
  assert.equal(refused.body.paymentIntentStatus, 'canceled');
  assert.deepEqual(await chargesOf(api, refunded.member), []);

  // One that nobody goes on with ends by itself.
  const left = await paidMonth();
  clock.passDays(1.1);
  await runBilling(api);
  const page = `/checkoutapi/paymentIntent/mmf/${left.offer.paymentIntentId}`;
  assert.equal((await left.shop.must<PaymentIntent>('GET', page)).paymentIntentStatus, 'canceled');
});

test('[PREM-07] the mail of a renewal without a card asks for one; cancelling what is past due says that premium ends now', async () => {
  const { member, shop } = await newMember();
  const { subscription } = await shop.buy('premium-monthly');
  const [card] = await shop.cards();
  await shop.must('DELETE', `${BILLING}/billing-profiles/${card!.id}`);
  clock.passDays(30.1);
  await runBilling(api);
  const unpaid = await mailed(api, member.email, /could not be renewed/);
  assert.match(unpaid.text, /You have no card saved/);
  assert.equal((await shop.subscriptions())[0]?.state, 'past_due');
  await shop.must('PATCH', `${BILLING}/paid-subscriptions/${subscription!.subscription_id}`, {
    requested_cancellation: true,
  });
  assert.match((await mailed(api, member.email, /will not renew/)).text, /so it ends now/);
  assert.equal((await shop.premium())?.is_ad_free, false);
});

test('[PREM-09] cards: the first is the default, one default at a time, a remaining one takes its place; others have none', async () => {
  const { shop } = await newMember();
  const add = async (number: string, is_default = false) =>
    shop.must<{ id: number }>('POST', `${BILLING}/billing-profiles`, {
      cc_token: await shop.token(number),
      is_default,
    });
  const first = await add('4242424242424242');
  const second = await add('5555555555554444', true);
  const defaults = async () => (await shop.cards()).filter((card) => card.is_default).map(({ id }) => id);
  assert.deepEqual(await defaults(), [second.id]);
  await shop.must('PATCH', `${BILLING}/billing-profiles/${first.id}`, { is_default: true });
  assert.deepEqual(await defaults(), [first.id]);
  await shop.must('DELETE', `${BILLING}/billing-profiles/${first.id}`);
  assert.deepEqual(await defaults(), [second.id]);
  const stranger = await newMember();
  assert.equal((await stranger.shop.call('DELETE', `${BILLING}/billing-profiles/${second.id}`)).status, 404);
  assert.deepEqual((await shop.cards())[0]?.card, {
    brand: 'mastercard',
    last4: '4444',
    exp_month: 12,
    exp_year: 2040,
  });
});

test('[PREM-02] another domain is no shop, and nothing that renews is bought without agreeing to it', async () => {
  const { member, shop } = await newMember();
  const answer = await api.call<{ error: string }>('GET', `${BILLING}/products`, {
    token: member.token,
    headers: { [BILLING_DOMAIN_HEADER]: 'elsewhere' },
  });
  assert.deepEqual([answer.status, answer.body.error], [400, 'billing_domain_unknown']);
  const intent = await shop.intent('premium-monthly');
  const refused = await shop.call('POST', '/checkoutapi/prepareToCapture', {
    paymentIntentId: intent.paymentIntentId,
    billing_profile_id: await shop.addCard(intent),
    accepts_renewal_terms: false,
  });
  assert.deepEqual([refused.status, refused.body.error], [400, 'renewal_terms_missing']);
  assert.notEqual((await shop.complete(intent)).paymentIntentStatus, 'succeeded');
  assert.equal((await shop.premium())?.is_ad_free, false);
});
