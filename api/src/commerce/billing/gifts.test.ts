import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Gift, PaymentIntent, UserCoupon } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { billingOf } from './billing.ts';
import { BILLING, chargesOf, movableClock, runBilling, shopper } from './billing.test-helper.ts';
import { reconcile } from './reconcile.ts';

const OPERATOR = 'operator@example.com';
const api = await startTestApi({ env: { LOG_LEVEL: 'silent', BILLING_OPERATORS: OPERATOR } });
after(() => api.stop());
const { db } = api.context;
const clock = movableClock(api);

type Shop = ReturnType<typeof shopper>;
const newMember = async () => {
  const member = await api.signUp();
  return { member, shop: shopper(api, member) };
};
const redeem = async (shop: Shop, code: string) => {
  const claim = await shop.call<UserCoupon>('POST', `${BILLING}/user-coupons`, { coupon_id: code });
  if (claim.status >= 300) return claim.body.error;
  return (await shop.call('PATCH', `${BILLING}/user-coupons/${claim.body.id}`, { redeemed: true })).body
    .error;
};
const giveBack = (shop: Shop, id: number) => shop.call('POST', `${BILLING}/gifts/${id}/return`);
const mail = (shop: Shop, id: number, body: { email: string; message?: string }) =>
  shop.call<Gift>('POST', `${BILLING}/gifts/${id}/mails`, body);

const mailsTo = (email: string, subject: RegExp) =>
  until(`a mail ${String(subject)}`, async () => {
    const mails = await db.selectFrom('mailbox').selectAll().where('recipient', '=', email).execute();
    const found = mails.filter((one) => subject.test(one.subject));
    return found.length > 0 && found;
  });

test('[PREM-10] a year for somebody else: paid once, no trial and no renewal of it, a code, its receipt and a mail', async () => {
  const { member, shop } = await newMember();
  const order = await shop.must<PaymentIntent>('POST', '/checkoutapi/paymentIntent', {
    product_id: 'premium-annual',
    is_gift: true,
  });
  assert.deepEqual(
    [order.amount, order.trial_days, order.renewal_amount, order.is_gift, order.gift],
    [2999, 0, null, true, null],
  );
  const card = await shop.addCard(order);
  // Five tabs, a double click and a repeat.
  await Promise.all(Array.from({ length: 10 }, () => shop.prepare(order, card, false)));
  const done = await shop.complete(order);
  assert.equal(done.paymentIntentStatus, 'succeeded');
  assert.match(done.gift!.code, /^GIFT(-[2-9A-Z]{4}){4}$/);
  assert.deepEqual(await shop.gifts(), [done.gift]);
  assert.equal((await chargesOf(api, member)).length, 1);
  assert.deepEqual(await shop.subscriptions(), []);
  assert.equal((await shop.premium())?.is_ad_free, false, 'the giver has no premium of it');
  const [receipt] = await shop.receipts();
  assert.deepEqual([receipt!.description, receipt!.total_amount], ['Gift: Premium, yearly', 2999]);
  const [ready] = await mailsTo(member.email, /ready to give/);
  assert.match(ready!.text, /This code opens 1 year of premium once/);
  assert.ok(ready!.text.includes(done.gift!.code) && ready!.text.includes(`/premium/gift/${done.gift!.id}`));
  // Who gives has a trial of their own all the same, and may give again.
  assert.equal((await shop.intent('premium-monthly')).trial_days, 30);
  assert.equal((await shop.buyGift('premium-monthly')).gift!.duration_unit, 'month');
  assert.equal((await chargesOf(api, member)).length, 2);
});

test('[PREM-10] [PREM-08] a gift redeemed beside a subscription that runs: the time follows it, and the renewal waits', async () => {
  const code = (await (await newMember()).shop.buyGift('premium-annual')).gift!.code;
  const { member, shop } = await newMember();
  const { subscription } = await shop.buy('premium-monthly');
  const first = new Date(subscription!.next_payment!.date);
  assert.equal(await redeem(shop, code), undefined);
  const [after] = await shop.subscriptions();
  const later = new Date(after!.next_payment!.date);
  assert.equal(later.getTime(), new Date(first).setUTCFullYear(first.getUTCFullYear() + 1));
  assert.equal(await redeem((await newMember()).shop, code), 'coupon_used');
  clock.passDays(35);
  await runBilling(api);
  assert.deepEqual(await chargesOf(api, member), [], 'nothing is charged while the gift runs');
});

test('[PREM-12] a gift is returned or redeemed, whoever comes first; a repeat gives back once', async () => {
  const [giver, friend] = [await newMember(), await newMember()];
  const { gift } = await giver.shop.buyGift('premium-annual');
  const answers = await Promise.all([giveBack(giver.shop, gift!.id), giveBack(giver.shop, gift!.id)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual([await chargesOf(api, giver.member), await giver.shop.gifts()], [[], []]);
  assert.equal(await redeem(friend.shop, gift!.code), 'coupon_unknown');
  assert.deepEqual(
    (await giver.shop.receipts()).map(({ total_amount }) => total_amount),
    [-2999, 2999],
  );

  const second = (await giver.shop.buyGift('premium-annual')).gift!;
  const [returned, error] = await Promise.all([
    giveBack(giver.shop, second.id),
    redeem(friend.shop, second.code),
  ]);
  assert.notEqual(returned.status === 200, error === undefined, 'one of both');
  assert.equal((await chargesOf(api, giver.member)).length, returned.status === 200 ? 0 : 1);

  const third = (await giver.shop.buyGift('premium-monthly')).gift!;
  clock.passDays(31);
  assert.equal((await giveBack(giver.shop, third.id)).body.error, 'gift_return_over');
  assert.equal((await giveBack(friend.shop, third.id)).status, 404);
});

test('[PREM-12] a gift whose payment the bank takes back: unused it is void, used its new owner keeps it; its giver buys no other', async () => {
  const friend = await newMember();
  for (const isUsed of [true, false]) {
    const { member, shop } = await newMember();
    const { gift } = await shop.buyGift('premium-annual', { number: '4000000000000259' });
    if (isUsed) assert.equal(await redeem(friend.shop, gift!.code), undefined);
    const buyAgain = () =>
      shop.call('POST', '/checkoutapi/paymentIntent', { product_id: 'premium-annual', is_gift: true });
    assert.equal((await buyAgain()).body.error, 'gift_disputed');
    const [payment] = await chargesOf(api, member);
    await db
      .updateTable('local_payments')
      .set({ dispute: 'lost' })
      .where('attempt_id', '=', payment!.attempt_id)
      .execute();
    await reconcile(billingOf(api.context));
    assert.equal((await shop.gifts()).length, isUsed ? 1 : 0);
    assert.equal((await friend.shop.premium())?.is_ad_free, true);
    if (!isUsed) assert.equal(await redeem(friend.shop, gift!.code), 'coupon_unknown');
    assert.equal((await buyAgain()).body.error, 'gift_disputed');
  }
});

test('[PREM-12] an operator refunds a gift while nobody uses it; one that is used, or that was paid for, stays', async () => {
  const operator = await api.signUp({ email: OPERATOR });
  await db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', operator.userId)
    .execute();
  const { member, shop } = await newMember();
  const { gift } = await shop.buyGift('premium-annual');
  const { id } = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('user_id', '=', member.userId)
    .executeTakeFirstOrThrow();
  const at = `${BILLING}/operator/members/${member.userId}`;
  const refund = (amount: number, refunded_before: number) =>
    shopper(api, operator).call('POST', `${at}/refunds`, {
      payment_id: id,
      amount,
      refunded_before,
      reason: 'asked for',
    });
  const withdraw = await shopper(api, operator).call('POST', `${at}/gifts/withdrawals`, {
    gift_id: gift!.id,
    reason: 'mistake',
  });
  assert.equal(withdraw.body.error, 'gift_paid');
  assert.equal((await refund(999, 0)).status, 201);
  assert.equal((await shop.gifts()).length, 1, 'a part of the price leaves the code');
  const friend = (await newMember()).shop;
  const claim = await friend.must<UserCoupon>('POST', `${BILLING}/user-coupons`, { coupon_id: gift!.code });
  assert.equal((await refund(2000, 999)).body.error, 'coupon_used');
  await db.deleteFrom('user_coupons').where('id', '=', claim.id).execute();
  await db.updateTable('coupons').set({ uses: 0 }).where('id', '=', gift!.code).execute();
  assert.equal((await refund(2000, 999)).status, 201);
  assert.deepEqual([await shop.gifts(), await chargesOf(api, member)], [[], []]);
});

test('[PREM-10] a gift goes by mail to whoever it is for: without links, not to lists of people, not when it is used', async () => {
  const { member, shop } = await newMember();
  const gift = (await shop.buyGift('premium-monthly')).gift!;
  const to = { email: 'friend-of-gifts@example.com', message: 'See you on the trail!' };
  const sent = await mail(shop, gift.id, to);
  assert.deepEqual([sent.status, sent.body.mailed_to], [201, to.email]);
  const [letter, ...more] = await mailsTo(to.email, /been given Waymark premium/);
  assert.deepEqual(more, []);
  assert.ok(letter!.text.includes(gift.code) && letter!.text.includes(to.message));
  assert.match(letter!.text, /gives you 1 (year|month) of premium on Waymark\./);
  assert.ok(!letter!.text.includes(member.email) && !letter!.text.includes('Unsubscribe'));
  assert.equal((await mail(shop, gift.id, { ...to, message: 'look at evil.example' })).status, 400);
  assert.equal((await mail((await newMember()).shop, gift.id, to)).status, 404);
  for (let n = 0; n < 4; n++) assert.equal((await mail(shop, gift.id, to)).status, 201);
  assert.equal((await mail(shop, gift.id, to)).body.error, 'gift_mails');
  await redeem((await newMember()).shop, gift.code);
  assert.equal((await mail(shop, gift.id, to)).body.error, 'coupon_used');
});

test('[PREM-10] [DATA-03] a gift of a stranger reaches a young member without words', async () => {
  const { shop } = await newMember();
  const gift = (await shop.buyGift('premium-monthly')).gift!;
  const birthdate = `${new Date().getUTCFullYear() - 14}-01-01`;
  const { email } = await api.signUp({ birthdate, country: 'US' });
  assert.equal((await mail(shop, gift.id, { email, message: 'See you on the trail!' })).status, 201);
  const [letter] = await mailsTo(email, /been given Waymark premium/);
  assert.ok(letter!.text.includes(gift.code) && !letter!.text.includes('See you'));
});

test('[PREM-10] what cannot be given: premium for good, with a coupon, or a twenty-first that waits', async () => {
  const { shop } = await newMember();
  const open = (body: object) =>
    shop.call('POST', '/checkoutapi/paymentIntent', {
      product_id: 'premium-monthly',
      is_gift: true,
      ...body,
    });
  assert.equal((await open({ product_id: 'premium-lifetime' })).status, 400);
  assert.equal((await open({ coupon: 'SPRING' })).status, 400);
  const { gift } = await shop.buyGift('premium-monthly');
  const row = await db.selectFrom('gifts').selectAll().where('id', '=', gift!.id).executeTakeFirstOrThrow();
  const coupon = await db
    .selectFrom('coupons')
    .selectAll()
    .where('id', '=', gift!.code)
    .executeTakeFirstOrThrow();
  for (let n = 0; n < 19; n++) {
    const values = { ...coupon, id: `GIFT-${n}`, product_ids: JSON.stringify(coupon.product_ids) };
    await db.insertInto('coupons').values(values).execute();
    await db
      .insertInto('gifts')
      .values({ ...row, id: api.context.newId(), coupon_id: values.id })
      .execute();
  }
  assert.equal((await open({})).body.error, 'gift_limit');
});
