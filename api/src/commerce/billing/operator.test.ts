import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { after, before } from 'node:test';
import type {
  BillingFinding,
  BillingMember,
  BillingPayment,
  Gift,
  OperatorAction,
} from '@waymark/api-contract';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { BILLING, chargesOf, shopper } from './billing.test-helper.ts';

const OPERATORS = ['desk1@example.com', 'desk2@example.com', 'unconfirmed@example.com'];
let api: TestApi;
let desks: TestMember[];
let unconfirmed: TestMember;
before(async () => {
  api = await startTestApi({ env: { BILLING_OPERATORS: OPERATORS.join(',') } });
  const [first, second, third] = [
    await api.signUp({ email: OPERATORS[0]! }),
    await api.signUp({ email: OPERATORS[1]! }),
    await api.signUp({ email: OPERATORS[2]! }),
  ];
  desks = [first, second];
  unconfirmed = third;
  for (const { userId } of desks)
    await api.context.db
      .updateTable('logins')
      .set({ email_confirmed_at: new Date() })
      .where('user_id', '=', userId)
      .execute();
});
after(() => api.stop());

const send = <T>(who: TestMember, path: string, body: object, key?: string) =>
  api.call<T & { error: string }>('POST', `${BILLING}/operator/members/${path}`, {
    token: who.token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const lookUp = async (who: TestMember, { email }: TestMember) =>
  (await shopper(api, who).must<BillingMember>('GET', `${BILLING}/operator/members?email=${email}`)).payments;

test('[PREM-04] whoever is no confirmed operator can neither look nor do, and learns nothing', async () => {
  const member = await api.signUp();
  const { userId } = member;
  await shopper(api, member).buy('premium-lifetime');
  const [payment] = await lookUp(desks[0]!, member);
  const reason = 'because I want to';
  for (const token of [unconfirmed.token, member.token, undefined]) {
    const expected = token ? 404 : 401;
    const call = (method: string, path: string, body?: object) =>
      api.call(method, `${BILLING}/operator/${path}`, { ...(token && { token }), ...(body && { body }) });
    const calls = await Promise.all([
      call('GET', 'actions'),
      call('GET', `members?email=${member.email}`),
      call('GET', `members?email=nobody@example.com`),
      call('GET', `members/${userId}/ledger`),
      call('POST', `members/${userId}/refunds`, {
        payment_id: payment!.id,
        amount: 1,
        refunded_before: 0,
        reason,
      }),
      call('POST', `members/${userId}/days`, { days: 10, reason }),
      call('POST', `members/${userId}/gifts`, { product_id: 'premium-monthly', reason }),
      call('POST', `members/${userId}/gifts/withdrawals`, { gift_id: 1, reason }),
    ]);
    assert.deepEqual([...new Set(calls.map(({ status }) => status))], [expected]);
  }
  assert.equal((await lookUp(desks[0]!, member))[0]!.refunded_amount, 0);
});

test('[PREM-12] two operators who refund at once, and one whose answer was lost, give back what was decided and no more', async () => {
  const member = await api.signUp();
  const shop = shopper(api, member);
  await shop.buy('premium-lifetime');
  const [payment] = await lookUp(desks[0]!, member);
  const body = { payment_id: payment!.id, amount: 500, refunded_before: 0, reason: 'half a month' };
  const path = `${member.userId}/refunds`;
  const both = await Promise.all(desks.map((desk) => send<BillingPayment>(desk, path, body, randomUUID())));
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  );
  assert.equal(both.find(({ status }) => status === 409)!.body.error, 'refund_changed');

  const key = randomUUID();
  const next = { ...body, refunded_before: 500 };
  const repeated = await Promise.all(
    Array.from({ length: 5 }, () => send<BillingPayment>(desks[0]!, path, next, key)),
  );
  assert.deepEqual([...new Set(repeated.map(({ status }) => status))], [201]);
  const tooMuch = await send(desks[0]!, path, { ...body, refunded_before: 1000, amount: 9000 });
  assert.deepEqual([tooMuch.status, tooMuch.body.error], [409, 'refund_too_large']);
  assert.deepEqual(
    (await chargesOf(api, member)).map(({ refunded }) => refunded),
    [1000],
  );
  assert.equal((await shop.receipts()).length, 3);
  const foreign = await send(desks[0]!, `${desks[1]!.userId}/refunds`, { ...body, amount: 1 });
  assert.equal(foreign.status, 404, 'the payment of another member');
});

test('[PREM-04] what the bank holds because of a dispute is not given back a second time', async () => {
  const member = await api.signUp();
  await shopper(api, member).buy('premium-lifetime', { number: '4000000000000259' });
  const [payment] = await lookUp(desks[0]!, member);
  const body = { payment_id: payment!.id, amount: 1, refunded_before: 0, reason: 'they asked for it' };
  const { status, body: answer } = await send(desks[0]!, `${member.userId}/refunds`, body);
  assert.deepEqual([status, answer.error], [409, 'refund_disputed']);
});

test('[PREM-10] a gift is given once however often it is sent, and redeemed by one member however many try', async () => {
  const [giver, friend] = [await api.signUp(), await api.signUp()];
  const key = randomUUID();
  const body = { product_id: 'premium-annual', reason: 'won the raffle' };
  const given = await Promise.all(
    Array.from({ length: 4 }, () => send<Gift>(desks[0]!, `${giver.userId}/gifts`, body, key)),
  );
  assert.deepEqual([...new Set(given.map(({ status }) => status))], [201]);
  const { code } = given[0]!.body;
  assert.deepEqual([...new Set(given.map((one) => one.body.code))], [code]);
  const gifts = async () =>
    (await shopper(api, giver).must<{ _embedded: { gifts: Gift[] } }>('GET', `${BILLING}/gifts`))._embedded
      .gifts;
  assert.deepEqual(
    (await gifts()).map((gift) => [gift.code, gift.redeemed]),
    [[code, false]],
  );
  const mails = api.context.db.selectFrom('billing_mails').select('kind').where('user_id', '=', giver.userId);
  assert.deepEqual(await mails.execute(), [{ kind: 'gift_given' }]);

  // Six members at once, each twice.
  const members = [friend, ...(await Promise.all(Array.from({ length: 5 }, () => api.signUp())))];
  const outcomes = await Promise.all(
    members.map(async (member) => {
      const { call } = shopper(api, member);
      const claims = await Promise.all(
        [0, 1].map(() =>
          call<{ id: number }>('POST', `${BILLING}/user-coupons`, { coupon_id: code.toLowerCase() }),
        ),
      );
      const claim = claims.find(({ status }) => status === 201);
      if (!claim) return claims[0]!.body.error;
      const redeemed = await Promise.all(
        [0, 1].map(() => call('PATCH', `${BILLING}/user-coupons/${claim.body.id}`, { redeemed: true })),
      );
      assert.deepEqual(
        redeemed.map(({ status }) => status),
        [200, 200],
      );
      return 'redeemed';
    }),
  );
  assert.deepEqual(outcomes.toSorted(), [...Array<string>(5).fill('coupon_used'), 'redeemed']);
  const winner = shopper(api, members[outcomes.indexOf('redeemed')]!);
  const [subscription, ...others] = await winner.subscriptions();
  assert.deepEqual(others, []);
  assert.ok(subscription!.days_remaining >= 365 && subscription!.days_remaining <= 366);
  assert.equal(subscription!.next_payment, null, 'nothing renews');
  assert.equal((await gifts())[0]!.redeemed, true);
  assert.equal(
    (await shopper(api, friend).call('GET', `${BILLING}/coupons/GIFT-AAAA-AAAA-AAAA-AAAA`)).status,
    404,
  );
});

test('[PREM-10] a gift given by mistake is withdrawn once, while nobody uses it, and its code opens nothing', async () => {
  const [giver, friend] = [await api.signUp(), await api.signUp()];
  const give = async () => {
    const body = { product_id: 'premium-annual', reason: 'a mistake' };
    return (await send<Gift>(desks[0]!, `${giver.userId}/gifts`, body)).body;
  };
  const withdraw = (desk: TestMember, { id }: Gift, member = giver) =>
    send(desk, `${member.userId}/gifts/withdrawals`, { gift_id: id, reason: 'given by mistake' });
  const claim = (code: string) =>
    shopper(api, friend).call('POST', `${BILLING}/user-coupons`, { coupon_id: code });
  const [gift, used] = [await give(), await give()];
  assert.equal((await withdraw(desks[0]!, gift, friend)).status, 404, 'the gift of another member');
  const both = await Promise.all(desks.map((desk) => withdraw(desk, gift)));
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 404],
  );
  assert.deepEqual((await claim(gift.code)).body.error, 'coupon_unknown');
  assert.equal((await claim(used.code)).status, 201);
  const late = await withdraw(desks[0]!, used);
  assert.deepEqual([late.status, late.body.error], [409, 'coupon_used']);
  const { gifts } = await shopper(api, desks[0]!).must<BillingMember>(
    'GET',
    `${BILLING}/operator/members?email=${giver.email}`,
  );
  assert.deepEqual(
    gifts.map(({ code, redeemed }) => [code, redeemed]),
    [[used.code, true]],
  );
});

test('[PREM-10] gifts have limits: a period, and twenty that wait', async () => {
  const member = await api.signUp();
  const give = (product_id: string) =>
    send(desks[0]!, `${member.userId}/gifts`, { product_id, reason: 'a test of limits' });
  assert.equal((await give('premium-lifetime')).status, 400);
  assert.equal((await give('no-such-plan')).status, 404);
  const all = await Promise.all(Array.from({ length: 22 }, () => give('premium-monthly')));
  assert.deepEqual(
    all.map(({ status }) => status).filter((status) => status !== 201),
    [409, 409],
  );
});

test('[PREM-04] [PREM-12] operators see what each payment paid for, and what ledger and provider disagree about', async () => {
  const member = await api.signUp();
  const shop = shopper(api, member);
  await shop.buyGift('premium-annual');
  await shop.buy('premium-lifetime');
  const payments = await lookUp(desks[0]!, member);
  assert.deepEqual(
    payments.map(({ description, amount }) => [description, amount]),
    [
      ['Gift: Premium, yearly', 2999],
      ['Premium for good', 9999],
    ],
  );
  const detail = JSON.stringify({ amount: 599, status: 'succeeded', attemptId: 1 });
  await api.context.db
    .insertInto('reconciliation_findings')
    .values({ ref: 'pay_9', kind: 'missing_payment', detail, found_at: new Date() })
    .execute();
  const { findings } = await shopper(api, desks[0]!).must<{ findings: BillingFinding[] }>(
    'GET',
    `${BILLING}/operator/actions`,
  );
  assert.deepEqual(
    findings.map(({ kind, provider_ref, amount }) => [kind, provider_ref, amount]),
    [['missing_payment', 'pay_9', 599]],
  );
});

test('[PREM-04] what operators look at and do is recorded with who and why, and they see it', async () => {
  const member = await api.signUp();
  const key = randomUUID();
  const days = { days: 30, reason: 'an apology' };
  // A page that reads again is the same look.
  for (const _ of [0, 1]) await lookUp(desks[1]!, member);
  for (const _ of [0, 1]) await send(desks[1]!, `${member.userId}/days`, days, key);
  const [subscription] = await shopper(api, member).subscriptions();
  assert.equal(subscription!.days_remaining, 30, 'the repeat of a lost answer gives no more days');
  const { actions } = await shopper(api, desks[0]!).must<{ actions: OperatorAction[] }>(
    'GET',
    `${BILLING}/operator/actions`,
  );
  const own = actions.filter(({ user_id }) => user_id === member.userId);
  assert.deepEqual(own.map(({ action }) => action).toSorted(), ['grant_days', 'grant_days', 'look_up']);
  assert.ok(own.every(({ operator_id }) => operator_id === desks[1]!.userId));
  assert.deepEqual(own.find(({ action }) => action === 'grant_days')!.detail, days);
});

test('[PREM-04] a later look, and that of another operator, is recorded by itself', async () => {
  const member = await api.signUp();
  await lookUp(desks[0]!, member);
  await lookUp(desks[1]!, member);
  await api.context.db
    .updateTable('operator_actions')
    .set({ at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', member.userId)
    .execute();
  await lookUp(desks[0]!, member);
  const looks = await api.context.db
    .selectFrom('operator_actions')
    .select('operator_id')
    .where('user_id', '=', member.userId)
    .execute();
  assert.deepEqual(
    looks.map(({ operator_id }) => operator_id).toSorted((a, b) => a - b),
    [desks[0]!.userId, desks[0]!.userId, desks[1]!.userId].toSorted((a, b) => a - b),
  );
});

test('[ACCT-04] what an operator did stays when their account is erased, and names them no longer', async () => {
  const { context } = api;
  const [member, former] = [await api.signUp(), await api.signUp()];
  await context.db
    .insertInto('operator_actions')
    .values({
      user_id: member.userId,
      id: context.newId(),
      operator_id: former.userId,
      action: 'look_up',
      detail: '{}',
      at: new Date(),
    })
    .execute();
  await context.db
    .transaction()
    .execute((trx) => context.publish(trx, 'memberErased', { userId: former.userId }));
  const { actions } = await shopper(api, desks[0]!).must<{ actions: OperatorAction[] }>(
    'GET',
    `${BILLING}/operator/actions`,
  );
  const action = actions.find(({ user_id }) => user_id === member.userId);
  assert.deepEqual([action!.operator_id, action!.operator_name], [null, '']);
});
