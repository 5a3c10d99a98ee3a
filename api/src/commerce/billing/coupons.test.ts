import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { PaidSubscription, UserCoupon } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';
import { BILLING, chargesOf, movableClock, runBilling, shopper } from './billing.test-helper.ts';

const api = await startTestApi({ env: { LOG_LEVEL: 'silent' } });
after(() => api.stop());
const clock = movableClock(api);

const newMember = async () => {
  const member = await api.signUp();
  return { member, shop: shopper(api, member) };
};
const makeCoupon = (
  id: string,
  values: Partial<{
    duration_interval: number;
    duration_unit: 'day' | 'month' | 'year';
    percent_off: number;
    max_uses: number;
    new_members_only: boolean;
    starts_at: Date;
    expires_at: Date;
    product_ids: string;
  }>,
) =>
  api.context.db
    .insertInto('coupons')
    .values({
      id,
      duration_interval: null,
      duration_unit: null,
      product_ids: '[]',
      starts_at: null,
      expires_at: null,
      max_uses: null,
      created_at: api.context.now(),
      ...values,
    })
    .execute();

test('[PREM-10] a code of free time is claimed and redeemed once, without a card; a second redemption gives nothing more', async () => {
  await makeCoupon('FRIEND90', { duration_interval: 3, duration_unit: 'month' });
  const { member, shop } = await newMember();
  const claim = await shop.must<UserCoupon>('POST', `${BILLING}/user-coupons`, { coupon_id: 'friend90 ' });
  assert.deepEqual([claim.redeemed, claim.country_code], [false, 'US']);
  const redeem = () =>
    shop.must<UserCoupon>('PATCH', `${BILLING}/user-coupons/${claim.id}`, { redeemed: true });
  const answers = await Promise.all([redeem(), redeem(), redeem()]);
  assert.ok(answers.every(({ redeemed }) => redeemed));
  const [subscription, ...others] = await shop.subscriptions();
  assert.deepEqual(
    [others.length, subscription?.state, subscription?.next_payment, subscription?.billing_details.coupon],
    [0, 'active', null, 'FRIEND90'],
  );
  assert.ok(subscription!.days_remaining >= 89 && subscription!.days_remaining <= 92);
  const again = await shop.call('POST', `${BILLING}/user-coupons`, { coupon_id: 'FRIEND90' });
  assert.deepEqual([again.status, again.body.error], [409, 'coupon_used']);
  assert.deepEqual(await chargesOf(api, member), []);
  // Free time that is left comes before what is bought.
  const bought = await shop.buy('premium-annual');
  assert.ok(bought.subscription!.days_remaining > 365 + 88);
});

test('[PREM-10] used up, expired, not yet valid, for new members or another plan: each is explained', async () => {
  const now = clock.at;
  await makeCoupon('OVER', { percent_off: 10, expires_at: new Date(now - 1000) });
  await makeCoupon('SOON', { percent_off: 10, starts_at: new Date(now + 60_000) });
  await makeCoupon('NEWONLY', { percent_off: 10, new_members_only: true });
  await makeCoupon('YEARLY', { percent_off: 10, product_ids: '["premium-annual"]' });
  const { shop } = await newMember();
  const errorOf = async (coupon: string, product = 'premium-monthly') =>
    (await shop.call('POST', '/checkoutapi/paymentIntent', { product_id: product, coupon })).body.error;
  assert.equal(await errorOf('OVER'), 'coupon_expired');
  assert.equal(await errorOf('SOON'), 'coupon_expired');
  assert.equal(await errorOf('NOSUCHCODE'), 'coupon_unknown');
  assert.equal(await errorOf('YEARLY'), 'coupon_other_product');
  assert.equal(await errorOf('NEWONLY'), undefined);
  const { subscription } = await shop.buy('premium-monthly');
  await shop.must<PaidSubscription>(
    'PATCH',
    `${BILLING}/paid-subscriptions/${subscription!.subscription_id}`,
    {
      requested_cancellation: true,
    },
  );
  const check = await shop.call('POST', `${BILLING}/user-coupons/grantable`, { coupon_id: 'NEWONLY' });
  assert.equal(check.body.error, 'coupon_new_members');
  const lookup = await api.call<{ error: string }>('GET', `${BILLING}/coupons/OVER`);
  assert.deepEqual([lookup.status, lookup.body.error], [409, 'coupon_expired']);
});

test('[PREM-10] a part of the price: the offer shows it, it is charged once, and a failed payment does not use it up', async () => {
  await makeCoupon('HALF', { percent_off: 50 });
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-lifetime', 'half');
  assert.deepEqual([intent.amount, intent.discount_amount, intent.list_amount], [5000, 4999, 9999]);
  const bad = await shop.prepare(intent, await shop.addCard(intent, '4000000000000341'));
  assert.equal(bad.body.paymentIntentStatus, 'requires_payment_method');
  const claims = await shop.must<{ _embedded: { user_coupons: UserCoupon[] } }>(
    'GET',
    `${BILLING}/user-coupons`,
  );
  assert.equal(claims._embedded.user_coupons[0]?.redeemed, false);
  await shop.prepare(intent, await shop.addCard(intent));
  await shop.complete(intent);
  assert.deepEqual(
    (await chargesOf(api, member)).map(({ amount }) => amount),
    [5000],
  );
});

test('[PREM-10] a part of the price is taken off the first payment after a free trial, and said so before; a whole one makes that period free', async () => {
  await makeCoupon('QUARTER', { percent_off: 25 });
  await makeCoupon('WHOLE', { percent_off: 100 });
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-monthly', 'QUARTER');
  assert.deepEqual(
    [intent.amount, intent.trial_days, intent.discount_amount, intent.first_renewal_amount],
    [0, 30, 149, 450],
  );
  assert.equal(intent.renewal_amount, 599);
  const { subscription } = await shop.buy('premium-monthly', { coupon: 'QUARTER' });
  assert.equal(subscription?.next_payment?.price_point.amount, 450);
  const amounts = async (of = member) => (await chargesOf(api, of)).map(({ amount }) => amount);
  const announced = async () =>
    (
      await api.context.db
        .selectFrom('billing_mails')
        .select('data')
        .where('user_id', '=', member.userId)
        .where('kind', '=', 'trial_ending')
        .executeTakeFirst()
    )?.data;
  clock.passDays(24);
  await runBilling(api);
  assert.equal((await announced())?.['amount'], 450);
  clock.passDays(6.1);
  await runBilling(api);
  assert.deepEqual(await amounts(), [450]);
  assert.equal((await shop.subscriptions())[0]?.next_payment?.price_point.amount, 599);
  clock.passDays(31);
  await runBilling(api);
  assert.deepEqual(await amounts(), [450, 599]);

  const other = await newMember();
  const free = await other.shop.intent('premium-annual', 'WHOLE');
  assert.deepEqual([free.amount, free.first_renewal_amount], [0, null]);
  assert.ok(free.trial_days >= 395 && free.trial_days <= 396, `${free.trial_days} days`);
  await other.shop.buy('premium-annual', { coupon: 'WHOLE' });
  clock.passDays(394);
  await runBilling(api);
  assert.deepEqual(await amounts(other.member), []);
  clock.passDays(3);
  await runBilling(api);
  assert.deepEqual(await amounts(other.member), [2999]);
});

test('[PREM-10] a coupon of a checkout that was left is there for others again: at once for another choice, else after a day', async () => {
  await makeCoupon('ONCE', { percent_off: 50, max_uses: 1 });
  await makeCoupon('MINE', { percent_off: 50, max_uses: 1 });
  const usesOf = async (id: string) =>
    (await api.context.db.selectFrom('coupons').select('uses').where('id', '=', id).executeTakeFirst())?.uses;
  const [first, second] = [await newMember(), await newMember()];
  const taken = async () =>
    (
      await second.shop.call('POST', '/checkoutapi/paymentIntent', {
        product_id: 'premium-lifetime',
        coupon: 'ONCE',
      })
    ).body.error;
  await first.shop.intent('premium-annual', 'ONCE');
  await first.shop.intent('premium-lifetime', 'ONCE');
  assert.deepEqual(
    [await usesOf('ONCE'), await taken()],
    [1, 'coupon_used'],
    'another plan with the same one',
  );
  await first.shop.intent('premium-lifetime');
  assert.equal(await usesOf('ONCE'), 0);
  const left = await first.shop.intent('premium-lifetime', 'ONCE');
  await first.shop.prepare(left, await first.shop.addCard(left, '4000000000000341'));
  clock.passDays(0.9);
  await runBilling(api);
  assert.equal(await taken(), 'coupon_used', 'refused cards are tried again');
  clock.passDays(0.2);
  await runBilling(api);
  assert.equal((await first.shop.complete(left)).paymentIntentStatus, 'canceled');
  assert.equal((await second.shop.buy('premium-lifetime', { coupon: 'ONCE' })).amount, 5000);
  clock.passDays(2);
  await runBilling(api);
  assert.equal(await usesOf('ONCE'), 1, 'what is used stays used');
  // Claimed before the checkout, it stays the member's.
  await first.shop.must('POST', `${BILLING}/user-coupons`, { coupon_id: 'MINE' });
  clock.pass(1000);
  await first.shop.intent('premium-lifetime', 'MINE');
  clock.passDays(2);
  await runBilling(api);
  assert.equal(await usesOf('MINE'), 1);
  assert.equal((await first.shop.intent('premium-lifetime', 'MINE')).amount, 5000);
});

test('[PREM-10] free time is not used up where it gives nothing: by what is bought for good, or by who has premium for good', async () => {
  await makeCoupon('MONTH', { duration_interval: 1, duration_unit: 'month', max_uses: 1 });
  const { shop } = await newMember();
  const body = { product_id: 'premium-lifetime', coupon: 'MONTH' };
  const wrong = await shop.call('POST', '/checkoutapi/paymentIntent', body);
  assert.deepEqual([wrong.status, wrong.body.error], [409, 'coupon_other_product']);
  await shop.buy('premium-lifetime');
  const claim = await shop.call('POST', `${BILLING}/user-coupons`, { coupon_id: 'MONTH' });
  assert.deepEqual([claim.status, claim.body.error], [409, 'already_premium']);
  const other = await newMember();
  await other.shop.must('POST', `${BILLING}/user-coupons`, { coupon_id: 'MONTH' });
});

test('[PREM-10] free time in front of another plan takes nothing of what was paid before', async () => {
  await makeCoupon('UPGRADE', { duration_interval: 1, duration_unit: 'month' });
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly');
  clock.passDays(30.1);
  await runBilling(api);
  assert.equal((await chargesOf(api, member)).length, 1);
  const [paid] = await shop.subscriptions();
  const { subscription } = await shop.buy('premium-annual', { coupon: 'UPGRADE' });
  const days =
    (Date.parse(subscription!.next_payment!.date) - Date.parse(paid!.next_payment!.date)) / 86_400_000;
  assert.ok(days >= 28 && days <= 31, `${days} days after what was paid`);
  clock.passDays(45);
  await runBilling(api);
  assert.equal((await chargesOf(api, member)).length, 1, 'nothing is charged before both are over');
});

test('[PREM-12] the last use of a coupon, claimed by fifty members at once, goes to one; two coupons at once make one order', async () => {
  await makeCoupon('LAST', { percent_off: 100, max_uses: 1 });
  const members = await Promise.all(Array.from({ length: 50 }, () => newMember()));
  const answers = await Promise.all(
    members.map(({ shop }) => shop.call('POST', `${BILLING}/user-coupons`, { coupon_id: 'LAST' })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.ok(answers.every(({ status, body }) => status === 201 || body.error === 'coupon_used'));

  await makeCoupon('TEN', { percent_off: 10 });
  await makeCoupon('TWENTY', { percent_off: 20 });
  const { member, shop } = await newMember();
  const intents = await Promise.all([
    shop.intent('premium-lifetime', 'TEN'),
    shop.intent('premium-lifetime', 'TWENTY'),
  ]);
  const card = await shop.addCard(intents[0]);
  await Promise.all(intents.map((intent) => shop.prepare(intent, card)));
  await Promise.all(intents.map((intent) => shop.complete(intent)));
  const charges = await chargesOf(api, member);
  assert.equal(charges.length, 1);
  assert.ok([8999, 9000, 7999, 8000].includes(charges[0]!.amount));
});
