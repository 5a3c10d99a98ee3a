import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import {
  type AccountLosses,
  type ChallengeDetails,
  type DeletionRequest,
  type DeletionStatus,
  type ErrorBody,
  type GroupDetails,
  type KeptAccount,
  type PremiumLoss,
  SERVICE_BASES,
} from '@waymark/api-contract';
import {
  BILLING,
  chargesOf,
  mailed,
  movableClock,
  runBilling,
  shopper,
} from '../../commerce/billing/billing.test-helper.ts';
import { queueMails } from '../../commerce/billing/mails.ts';
import { billingOf } from '../../commerce/billing/billing.ts';
import { befriend } from '../../members/friends/testing.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { mailedToken, until } from '../../testing/mail.ts';

const ASKS_FIRST = '4000002500003155';
const LATE = '4000000000000077';

const api = await startTestApi();
after(() => api.stop());
const clock = movableClock(api);
const { db } = api.context;

const newMember = async () => {
  const member = await api.signUp();
  return { member, shop: shopper(api, member) };
};
const call = <T>(method: string, path: string, { token }: TestMember, body?: unknown) =>
  api.call<T & Pick<ErrorBody, 'error'>>(method, path, { token, ...(body !== undefined && { body }) });
const losses = async (member: TestMember): Promise<AccountLosses> =>
  (await call<DeletionStatus>('GET', '/auth/deletion-request', member)).body.losses;
type Requested = DeletionRequest & { ended_premium: PremiumLoss | null };
async function request(member: TestMember): Promise<Requested> {
  const answer = await call<Requested>('POST', '/auth/deletion-request', member, {
    confirm: 'delete',
    proof: { password: member.password },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
const keep = async (member: TestMember, id: number): Promise<KeptAccount> =>
  (await call<KeptAccount>('DELETE', `/auth/deletion-request/${id}`, member)).body;
const NOTHING: AccountLosses = { premium: null, unused_gifts: 0, receipts: 0, groups: [], challenges: [] };

test('[PREM-07] a trial of 30 days has 30 days remaining, and a renewal that is tried those in which premium stays open', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly', { number: '4000000000000341' });
  const days = async () => [
    (await shop.subscriptions())[0]!.days_remaining,
    (await shop.premium())?.days_remaining,
  ];
  assert.deepEqual(await days(), [30, 30]);
  clock.passDays(29.5);
  assert.deepEqual(await days(), [1, 1]);
  clock.passDays(1);
  await runBilling(api);
  assert.equal((await shop.premium())?.is_ad_free, true);
  assert.deepEqual(await days(), [7, 7]);
  assert.equal((await losses(member)).premium?.is_renewing, true);
});

test('[ACCT-04] before the request it is told what ends: premium, gifts nobody used, receipts, groups and challenges with who gets them', async () => {
  const [{ member, shop }, { member: heir }, { member: later }] = [
    await newMember(),
    await newMember(),
    await newMember(),
  ];
  assert.deepEqual(await losses(member), NOTHING);
  await shop.buyGift('premium-monthly');
  await shop.buy('premium-lifetime');
  const inChallenges = <T>(who: TestMember, method: string, path: string, body: unknown = {}) =>
    call<T>(method, SERVICE_BASES.challenges + path, who, body);
  const group = async (name: string) =>
    (await inChallenges<GroupDetails>(member, 'POST', '/v2/groups', { name })).body.id;
  const [shared, alone] = [await group('Sunday runners'), await group('Only me')];
  for (const [i, { userId }] of [heir, later].entries())
    await db
      .insertInto('group_members')
      .values({ user_id: userId, group_id: shared, joined_at: new Date(clock.at + i) })
      .execute();
  const day = (days: number) => new Date(clock.at + days * 86_400_000).toISOString().slice(0, 10);
  const challenge = async (title: string) => {
    const made = await inChallenges<ChallengeDetails>(member, 'POST', '/v2/challenges', {
      title,
      kind: 'distance',
      first_day: day(0),
      last_day: day(20),
    });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  };
  await befriend(api, member, heir);
  const [joined, lonely] = [await challenge('Joined by others'), await challenge('Joined by nobody')];
  const join = await inChallenges(heir, 'POST', `/challenges/${joined}/users`);
  assert.ok(join.status < 300, join.text);
  const { display_name } = await db
    .selectFrom('users')
    .select('display_name')
    .where('id', '=', heir.userId)
    .executeTakeFirstOrThrow();
  const { challenges, ...rest } = await losses(member);
  assert.deepEqual(rest, {
    premium: { product_name: 'Premium for good', is_renewing: false, paid_until_datetime: null },
    unused_gifts: 1,
    receipts: 2,
    groups: [
      { id: shared, name: 'Sunday runners', heir_name: display_name },
      { id: alone, name: 'Only me', heir_name: null },
    ],
  });
  assert.deepEqual(
    new Set(challenges.map(({ id, goes_on }) => `${id} ${goes_on}`)),
    new Set([`${joined} true`, `${lonely} false`]),
  );
});

test('[ACCT-04] [PREM-07] the request ends premium at once, says so in answer and mail, and nothing is charged or bought any more', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly');
  const body = await request(member);
  assert.equal(body.ended_premium?.is_renewing, true);
  const [subscription] = await shop.subscriptions();
  const { subscription_status, state, next_payment, days_remaining } = subscription!;
  assert.deepEqual(
    { subscription_status, state, next_payment, days_remaining },
    { subscription_status: 'expired', state: 'canceled', next_payment: null, days_remaining: 0 },
  );
  const mail = await mailed(api, member.email, /will be deleted/);
  assert.match(mail.text, /Your premium ended with your request, and nothing more is charged/);
  await queueMails(billingOf(api.context));
  const kinds = await db
    .selectFrom('billing_mails')
    .select('kind')
    .where('user_id', '=', member.userId)
    .execute();
  assert.ok(!kinds.some(({ kind }) => kind === 'ended'), 'one act has one mail');
  const bought = await shop.call('POST', '/checkoutapi/paymentIntent', { product_id: 'premium-annual' });
  assert.deepEqual([bought.status, bought.body.error], [409, 'deletion_requested']);
  clock.passDays(40);
  await runBilling(api);
  assert.deepEqual(await chargesOf(api, member), []);
  // Who must leave or answer first still reads receipts and what was bought.
  assert.equal((await shop.call('GET', `${BILLING}/receipts`)).status, 200);
});

test('[ACCT-04] [PREM-07] whoever keeps the account has what was paid for again, told in the answer, and it does not renew', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly');
  const before = (await shop.subscriptions())[0]!;
  const { id } = await request(member);
  assert.deepEqual(await losses(member), {
    ...NOTHING,
    premium: {
      product_name: before.product_name,
      is_renewing: false,
      paid_until_datetime: before.subscription_end_date,
    },
  });
  const { premium } = await keep(member, id);
  assert.deepEqual(premium, {
    product_name: before.product_name,
    is_renewing: false,
    paid_until_datetime: before.subscription_end_date,
  });
  const after = (await shop.subscriptions())[0]!;
  assert.deepEqual(
    [
      after.subscription_status,
      after.requested_cancellation,
      after.next_payment,
      after.subscription_end_date,
    ],
    ['active', true, null, before.subscription_end_date],
  );
  assert.equal((await shop.premium())?.days_remaining, 30);
  clock.passDays(31);
  await runBilling(api);
  assert.deepEqual(await chargesOf(api, member), []);
  // By the link of the mail, and for good as well.
  await shop.buy('premium-lifetime');
  await request(member);
  assert.equal((await shop.subscriptions())[0]!.subscription_status, 'expired');
  const link = await mailedToken(api.context, member.email, '/account/keep/');
  const kept = await api.call<KeptAccount>('POST', `/auth/deletion-request/cancel/${link}`);
  assert.deepEqual(
    [kept.body.premium?.paid_until_datetime, (await shop.premium())?.days_remaining],
    [null, -1],
  );
});

test('[ACCT-04] [PREM-07] a payment that is on its way when the account goes is given up at the provider, or goes back', async () => {
  const { member: waiting, shop } = await newMember();
  const order = await shop.intent('premium-lifetime');
  await shop.prepare(order, await shop.addCard(order, ASKS_FIRST));
  await request(waiting);
  await until('the bank asks no more', () =>
    db
      .selectFrom('local_payments')
      .innerJoin('billing_accounts', 'billing_accounts.customer', 'local_payments.customer')
      .select('status')
      .where('user_id', '=', waiting.userId)
      .where('status', '=', 'canceled')
      .executeTakeFirst(),
  );

  const { member: late, shop: lateShop } = await newMember();
  const slow = await lateShop.intent('premium-lifetime');
  await lateShop.prepare(slow, await lateShop.addCard(slow, LATE));
  await request(late);
  clock.pass(3_600_000);
  await runBilling(api);
  await runBilling(api);
  assert.deepEqual(await chargesOf(api, late), []);
  assert.deepEqual(await lateShop.subscriptions(), []);
});
