import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { PaymentIntent } from '@waymark/api-contract';
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
import { queueMails } from './mails.ts';
import { billingOf } from './billing.ts';

const LOST = '4000000000000341';
const ASKS_FIRST = '4000002500003155';
const LATE = '4000000000000077';

const api = await startTestApi({ env: { LOG_LEVEL: 'silent' } });
after(() => api.stop());
const clock = movableClock(api);
const { db } = api.context;

const newMember = async () => {
  const member = await api.signUp();
  return { member, shop: shopper(api, member) };
};
type Shop = ReturnType<typeof shopper>;
const addCard = async (shop: Shop, number?: string) =>
  shop.must('POST', `${BILLING}/billing-profiles`, {
    cc_token: await shop.token(number ?? '4242424242424242'),
    is_default: true,
  });
const triesOf = async ({ userId }: { userId: number }) =>
  (await db.selectFrom('payment_attempts').select('id').where('user_id', '=', userId).execute()).length;
const mailKindsTo = async (email: string) => {
  await queueMails(billingOf(api.context));
  return (
    await db
      .selectFrom('billing_mails as mail')
      .innerJoin('logins', 'logins.user_id', 'mail.user_id')
      .select('mail.kind')
      .where('logins.email', '=', email)
      .orderBy('mail.id')
      .execute()
  ).map(({ kind }) => kind);
};
/** A trial whose first payment is due today. */
async function dueRenewal(number: string) {
  const one = await newMember();
  await one.shop.buy('premium-monthly', { number });
  clock.passDays(30.1);
  return one;
}

test('[PREM-07] a lost card is not tried again, its mail says so, and another card pays at once', async () => {
  const { member, shop } = await dueRenewal(LOST);
  await db.updateTable('local_cards').set({ code: 'lost_card' }).where('last4', '=', '0341').execute();
  await runBilling(api);
  const { text } = await mailed(api, member.email, /could not be renewed/);
  assert.match(text, /\$5\.99 for Premium, monthly could not be charged/);
  assert.match(text, /We do not try this card again: add another one/);
  for (let day = 0; day < 4; day++) {
    clock.passDays(1);
    await runBilling(api);
  }
  assert.equal(await triesOf(member), 1);
  const [lost] = await shop.cards();
  await shop.must('PATCH', `${BILLING}/billing-profiles/${lost!.id}`, { is_default: true });
  assert.equal(await triesOf(member), 1, 'the lost card was charged again');
  await addCard(shop);
  assert.equal((await shop.subscriptions())[0]?.state, 'active');
  assert.deepEqual(
    (await chargesOf(api, member)).map(({ amount }) => amount),
    [599],
  );
});

test('[PREM-07] a card that has expired since is refused at the renewal, and the mail says so', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly', { number: '5555555555554444' });
  await db.updateTable('local_cards').set({ exp_year: 2020 }).where('last4', '=', '4444').execute();
  clock.passDays(30.1);
  await runBilling(api);
  const { text } = await mailed(api, member.email, /could not be renewed/);
  assert.match(text, /This card has expired\. Use another one\./);
  assert.deepEqual(await chargesOf(api, member), []);
  assert.equal((await shop.subscriptions())[0]?.state, 'past_due');
});

test('[PREM-07] cards that are refused on one day leave the later days to another, and only so many are tried in a day', async () => {
  const { member, shop } = await dueRenewal(LOST);
  await runBilling(api);
  for (let card = 0; card < 12; card++) await addCard(shop, LOST);
  assert.equal(await triesOf(member), 10);
  const { text } = await mailed(api, member.email, /could not be renewed/);
  assert.match(text, /We try again on /);
  clock.passDays(1.1);
  await runBilling(api);
  assert.equal(await triesOf(member), 11);
  await addCard(shop);
  assert.equal((await shop.subscriptions())[0]?.state, 'active');
  assert.equal((await chargesOf(api, member)).length, 1);
});

test('[PREM-07] the last try that fails ends premium with one mail, and none says that it goes on', async () => {
  const { member, shop } = await dueRenewal(LOST);
  for (let day = 0; day < 9; day++) {
    await runBilling(api);
    clock.passDays(1);
  }
  assert.equal((await shop.subscriptions())[0]?.state, 'payment_failed');
  // Nothing ran before the day of the first payment: it is not announced afterwards.
  assert.deepEqual(await mailKindsTo(member.email), [
    'trial_started',
    'payment_failed',
    'payment_failed',
    'payment_failed',
    'payment_failed',
    'ended',
  ]);
});

test('[PREM-07] where nothing ran until premium had closed, a renewal that was refused ends and is charged no more', async () => {
  const { member, shop } = await dueRenewal(LOST);
  await runBilling(api);
  clock.passDays(9);
  await runBilling(api);
  assert.equal((await shop.subscriptions())[0]?.state, 'payment_failed');
  assert.equal(await triesOf(member), 1);
  assert.match((await mailed(api, member.email, /premium has ended/)).text, /could not be paid/);
});

test('[PREM-05] [PREM-12] a renewal that waits for its bank gives way to another card, and is not charged later', async () => {
  const { member, shop } = await dueRenewal(ASKS_FIRST);
  await runBilling(api);
  assert.match((await mailed(api, member.email, /confirm a payment/)).text, /\$5\.99 for Premium, monthly/);
  const waiting = await db
    .selectFrom('local_payments')
    .select('ref')
    .where('status', '=', 'requires_action')
    .execute();
  assert.equal(waiting.length, 1);
  await addCard(shop);
  assert.equal((await shop.subscriptions())[0]?.state, 'active');
  const late = await fetch(`${api.url}${BILLING}/local/bank/${waiting[0]!.ref}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: api.url },
    body: 'decision=approve',
    redirect: 'manual',
  });
  assert.equal(late.status, 404);
  await deliverNotices(api);
  assert.deepEqual(
    (await chargesOf(api, member)).map(({ amount }) => amount),
    [599],
  );
  assert.ok(!(await mailKindsTo(member.email)).includes('payment_failed'));
});

test('[PREM-05] [PREM-12] a checkout at the bank is paid with another card instead, once; approved meanwhile it is paid already', async () => {
  const atBank = async () => {
    const one = await newMember();
    const order = await one.shop.intent('premium-lifetime');
    await one.shop.prepare(order, await one.shop.addCard(order, ASKS_FIRST));
    const { confirmationUrl, paymentIntentStatus } = await one.shop.complete(order);
    assert.equal(paymentIntentStatus, 'requires_action');
    const answer = () =>
      fetch(api.url + new URL(confirmationUrl!).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: api.url },
        body: 'decision=approve',
        redirect: 'manual',
      });
    return { ...one, order, answer };
  };
  const other = await atBank();
  const plan = await other.shop.call<{ parameters: { id: number } }>('POST', '/checkoutapi/paymentIntent', {
    product_id: 'premium-annual',
  });
  assert.deepEqual(
    [plan.status, plan.body.error, plan.body.parameters.id],
    [409, 'payment_action_required', other.order.paymentIntentId],
  );
  const paid = await other.shop.prepare(other.order, await other.shop.addCard(other.order));
  assert.deepEqual([paid.body.paymentIntentStatus, paid.body.error_code], ['succeeded', null]);
  assert.equal((await other.answer()).status, 404);
  await deliverNotices(api);
  assert.equal((await chargesOf(api, other.member)).length, 1);

  const approved = await atBank();
  assert.equal((await approved.answer()).status, 303);
  const again = await approved.shop.prepare(approved.order, await approved.shop.addCard(approved.order));
  assert.equal(again.body.paymentIntentStatus, 'succeeded');
  assert.equal((await chargesOf(api, approved.member)).length, 1);
});

test('[PREM-11] a payment that fails after its member left the page is mailed, as the page promises', async () => {
  const { member, shop } = await newMember();
  const order = await shop.intent('premium-lifetime');
  await shop.prepare(order, await shop.addCard(order, LATE));
  assert.equal((await shop.complete(order)).paymentIntentStatus, 'processing');
  await db
    .updateTable('local_payments')
    .set({ status: 'failed', error_code: 'insufficient_funds' })
    .where('status', '=', 'processing')
    .execute();
  clock.pass(61_000);
  await runBilling(api);
  const { text } = await mailed(api, member.email, /did not go through/);
  assert.match(text, /\$99\.99 for Premium for good did not go through\. Nothing was charged\./);
  assert.match(text, /not enough money/);

  // Whoever is on the page sees a refusal there, and gets no mail of it.
  const there = await newMember();
  await there.shop.buy('premium-lifetime', { number: LOST });
  assert.deepEqual(await mailKindsTo(there.member.email), []);
});

test('[PREM-02] [PREM-08] the mail of a plan says what is charged and when, and a change of plan is mailed', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly');
  clock.passDays(31);
  await runBilling(api);
  const receipt = await mailed(api, member.email, /Your receipt/);
  assert.match(receipt.text, /Premium, monthly: \$5\.99\s+For \w+ \d+, \d{4} to \w+ \d+, \d{4}\./);
  assert.match(receipt.text, /Card: Visa ending in 4242/);
  const offer: PaymentIntent = await shop.intent('premium-annual');
  await shop.prepare(offer, (await shop.cards())[0]!.id);
  const { subscription } = await shop.complete(offer);
  const begun = await mailed(api, member.email, /premium has begun/);
  assert.match(begun.text, /On that day we charge \$29\.99 for Premium, yearly\./);
  assert.match(begun.text, /cancel any time before then/);
  const where = `${BILLING}/paid-subscriptions/${subscription!.subscription_id}`;
  await shop.must('PATCH', where, { product_id: 'premium-monthly' });
  const change = await mailed(api, member.email, /Your plan changes on/);
  assert.match(change.text, /On that day we charge \$5\.99 for Premium, monthly instead\./);
  await shop.must('PATCH', where, { product_id: 'premium-annual' });
  assert.match((await mailed(api, member.email, /stays as it is/)).text, /\$29\.99 for Premium, yearly/);
});

test('[PREM-07] a disputed payment ends renewals and says why; what never renews stays as it is', async () => {
  const yearly = await newMember();
  await yearly.shop.buy('premium-monthly', { number: '4000000000000259' });
  clock.passDays(30.1);
  await runBilling(api);
  const [renewing] = await yearly.shop.subscriptions();
  assert.deepEqual([renewing?.requested_cancellation, renewing?.next_payment], [true, null]);
  const { text } = await mailed(api, yearly.member.email, /will not renew/);
  assert.match(text, /looking into a payment that you disputed/);

  const lifetime = await newMember();
  await lifetime.shop.buy('premium-lifetime', { number: '4000000000000259' });
  const [forGood] = await lifetime.shop.subscriptions();
  assert.deepEqual([forGood?.requested_cancellation, forGood?.state], [false, 'active']);
  assert.deepEqual(await mailKindsTo(lifetime.member.email), ['receipt', 'premium_started']);
});
