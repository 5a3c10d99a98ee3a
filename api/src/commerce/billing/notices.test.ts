import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { startTestApi } from '../../testing/api.ts';
import {
  BILLING,
  chargesOf,
  deliverNotices,
  movableClock,
  runBilling,
  shopper,
} from './billing.test-helper.ts';
import { billingOf } from './billing.ts';
import { SIGNATURE_HEADER, signNotice } from './local/local-provider.ts';
import { TEST_CARDS } from './local/test-cards.ts';
import { workOffBacklog } from './notices.ts';
import { reconcile } from './reconcile.ts';

/** Everything that the API writes to its log. */
const lines: string[] = [];
const api = await startTestApi({
  env: { LOG_LEVEL: 'debug', BILLING_OPERATORS: 'operator@example.com' },
  onLogLine: (line) => void lines.push(line),
});
after(() => api.stop());
const { db } = api.context;
const clock = movableClock(api);

const newMember = async () => {
  const member = await api.signUp();
  return { member, shop: shopper(api, member) };
};
const post = (body: string, { seconds = Math.floor(clock.at / 1000), signature = '' } = {}) =>
  api.call('POST', `${BILLING}/notices/local`, {
    body,
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signature || signNotice(api.context, body, seconds),
    },
  });
const noticeOf = (id: string, ref: string, kind = 'payment.succeeded') =>
  JSON.stringify({ id, kind, ref, created: clock.at });
const refOf = async (userId: number) =>
  (
    await db
      .selectFrom('payment_attempts')
      .select('provider_ref')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).provider_ref!;
const ledgerLength = async (userId: number) =>
  (await db.selectFrom('billing_ledger').select('n').where('user_id', '=', userId).execute()).length;

test('[PREM-12] notices that are forged, too old, of another provider or unknown change nothing; a real one a hundred times changes it once', async () => {
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  await shop.prepare(intent, await shop.addCard(intent, '4000000000000077'));
  const ref = await refOf(member.userId);
  const before = await ledgerLength(member.userId);
  const body = noticeOf('evt_forged', ref);
  const forged = `t=${Math.floor(clock.at / 1000)},v1=${'0'.repeat(64)}`;
  assert.equal((await post(body, { signature: forged })).status, 400);
  assert.equal((await post(body, { signature: 'nonsense' })).status, 400);
  assert.equal((await post(body, { seconds: Math.floor(clock.at / 1000) - 301 })).status, 400);
  assert.equal((await api.call('POST', `${BILLING}/notices/stripe`, { body: {} })).status, 404);
  // It says that the payment succeeded, and is signed; the payment itself says otherwise.
  assert.equal((await post(noticeOf('evt_early', ref))).status, 200);
  assert.equal(await ledgerLength(member.userId), before);
  assert.equal((await shop.premium())?.is_ad_free, false);
  assert.equal((await post(noticeOf('evt_lost', 'pay_unknown'))).status, 500, 'it is tried again');
  await db.deleteFrom('provider_events').where('event_id', '=', 'evt_lost').execute();
  clock.pass(31_000);
  const notices = Array.from({ length: 100 }, (_, n) => post(noticeOf(`evt_${n % 7}`, ref)));
  for (const answer of await Promise.all(notices)) assert.equal(answer.status, 200);
  assert.equal((await chargesOf(api, member)).length, 1);
  assert.equal((await shop.subscriptions()).length, 1);
  assert.equal((await shop.receipts()).length, 1);
  // Late, and of a state that is over.
  clock.passDays(3);
  const after_ = await ledgerLength(member.userId);
  assert.equal((await post(noticeOf('evt_late', ref, 'payment.processing'))).status, 200);
  assert.equal(await ledgerLength(member.userId), after_);
});

test('[PREM-12] without any notice time itself opens what was paid; the daily comparison repairs what we know and reports what we do not', async () => {
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  await shop.prepare(intent, await shop.addCard(intent, '4000000000000119'));
  assert.equal((await shop.premium())?.is_ad_free, false);
  clock.pass(61_000);
  await runBilling(api);
  assert.equal((await shop.premium())?.days_remaining, -1);
  const { provider } = billingOf(api.context);
  const customer = await db
    .selectFrom('billing_accounts')
    .select('customer')
    .where('user_id', '=', member.userId)
    .executeTakeFirstOrThrow();
  const stranger = await provider
    .pay(
      {
        attemptId: 12345,
        customer: customer.customer!,
        card: (await shop.cards())[0]!.cc_token,
        amount: 100,
        currency: 'USD',
        offSession: true,
        description: 'not ours',
      },
      'made elsewhere',
    )
    .catch(() => null);
  await reconcile(billingOf(api.context));
  const findings = await db.selectFrom('reconciliation_findings').selectAll().execute();
  assert.deepEqual(
    findings.map(({ kind }) => kind),
    ['unknown_payment'],
  );
  assert.equal(stranger?.ref ?? findings[0]!.ref, findings[0]!.ref);
  assert.equal((await shop.subscriptions()).length, 1);
});

test('[PREM-12] a payment that the ledger counts and the provider does not know is reported, once', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-lifetime');
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('provider_ref')
    .where('user_id', '=', member.userId)
    .executeTakeFirstOrThrow();
  const ref = attempt.provider_ref!;
  await db.deleteFrom('local_payments').where('ref', '=', ref).execute();
  for (let day = 0; day < 2; day++) await reconcile(billingOf(api.context));
  const findings = await db
    .selectFrom('reconciliation_findings')
    .select('kind')
    .where('ref', '=', ref)
    .execute();
  assert.deepEqual(findings, [{ kind: 'missing_payment' }]);
});

test('[PREM-04] a refund in part and whole, by an operator: recorded, with a receipt of its own; the whole ends premium', async () => {
  const operator = await api.signUp({ email: 'operator@example.com' });
  await db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', operator.userId)
    .execute();
  const { member, shop } = await newMember();
  await shop.buy('premium-lifetime');
  const desk = shopper(api, operator);
  const found = await desk.must<{ user_id: number; payments: { id: number; amount: number }[] }>(
    'GET',
    `${BILLING}/operator/members?email=${encodeURIComponent(member.email)}`,
  );
  const [payment] = found.payments;
  const refund = (amount: number, refunded_before: number) =>
    desk.call<{ refunded_amount: number }>('POST', `${BILLING}/operator/members/${member.userId}/refunds`, {
      payment_id: payment!.id,
      amount,
      refunded_before,
      reason: 'asked for it',
    });
  assert.equal((await refund(999, 0)).body.refunded_amount, 999);
  assert.equal((await shop.premium())?.is_ad_free, true);
  // Twice at once, and more than is left: never more than was paid.
  const both = await Promise.all([refund(9000, 999), refund(9000, 999)]);
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  );
  assert.equal((await shop.premium())?.is_ad_free, false);
  assert.deepEqual(await chargesOf(api, member), []);
  const receipts = await shop.receipts();
  assert.deepEqual(
    receipts.map(({ kind, total_amount }) => [kind, total_amount]),
    [
      ['refund', -9000],
      ['refund', -999],
      ['payment', 9999],
    ],
  );
  const numbers = await db.selectFrom('accounting_records').select('number').orderBy('number').execute();
  assert.deepEqual(
    numbers.map(({ number }) => Number(number.slice(-6))),
    numbers.map((_, i) => i + 1),
    'numbers have no gap',
  );
  const given = await desk.must<{ days_remaining: number }>(
    'POST',
    `${BILLING}/operator/members/${member.userId}/days`,
    { days: 14, reason: 'an apology' },
  );
  assert.equal(given.days_remaining, 14);
  const { entries } = await desk.must<{ entries: { kind: string }[] }>(
    'GET',
    `${BILLING}/operator/members/${member.userId}/ledger`,
  );
  assert.ok(entries.some(({ kind }) => kind === 'days_granted'));
  const actions = await db.selectFrom('operator_actions').select('action').orderBy('id').execute();
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['look_up', 'refund', 'refund', 'refund', 'grant_days', 'read_ledger'],
  );
  assert.equal((await shop.call('GET', `${BILLING}/operator/members?email=${member.email}`)).status, 404);
});

test('[PREM-04] [PREM-12] money that goes back by the provider’s own pages has a receipt and a mail of its own, once', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-lifetime');
  const ref = await refOf(member.userId);
  const billing = billingOf(api.context);
  await billing.provider.refund({ ref, amount: 999 }, 'by hand');
  for (const id of ['evt_back_1', 'evt_back_2']) assert.equal((await post(noticeOf(id, ref))).status, 200);
  await workOffBacklog(billing);
  const kinds = async () => (await shop.receipts()).map(({ kind, total_amount }) => [kind, total_amount]);
  assert.deepEqual(await kinds(), [
    ['refund', -999],
    ['payment', 9999],
  ]);
  assert.equal((await shop.premium())?.is_ad_free, true);
  // The rest goes back as well, and one of ours is not counted again as another's.
  await billing.provider.refund({ ref, amount: 9000 }, 'by hand as well');
  assert.equal((await post(noticeOf('evt_back_3', ref))).status, 200);
  await workOffBacklog(billing);
  assert.deepEqual((await kinds())[0], ['refund', -9000]);
  assert.equal((await shop.premium())?.is_ad_free, false);
  const mails = await db
    .selectFrom('billing_mails')
    .select('id')
    .where('user_id', '=', member.userId)
    .where('kind', '=', 'refunded')
    .execute();
  assert.equal(mails.length, 2);
});

test('[PREM-07] open pages learn of premium by their stream, the moment it is bought', async () => {
  const { member, shop } = await newMember();
  const ending = new AbortController();
  const stream = await fetch(`${api.url}/services/main/v7.1/notification/stream/?seconds=60`, {
    headers: { authorization: `Bearer ${member.token}` },
    signal: ending.signal,
  });
  await shop.buy('premium-lifetime');
  const versions: number[] = [];
  const decoder = new TextDecoder();
  for await (const part of stream.body!) {
    for (const [, version] of decoder.decode(part).matchAll(/"premium_version":(\d+)/g))
      versions.push(Number(version));
    if (versions.at(-1)! > 0) break;
  }
  ending.abort();
  assert.deepEqual(versions, [0, 1]);
});

test('[PREM-12] the ledger, receipts and the books cannot be changed', async () => {
  for (const statement of [
    sql`update billing_ledger set at = now()`,
    sql`update receipts set number = number || 'x'`,
    sql`update accounting_records set total_amount = 0`,
    sql`delete from accounting_records`,
  ])
    await assert.rejects(statement.execute(db), /append-only/);
});

test('[PREM-02] [PREM-12] no card number or security code is in any row, log line or answer', async () => {
  const { shop } = await newMember();
  const answers: string[] = [];
  const intent = await shop.intent('premium-lifetime');
  for (const { number, brand } of [...TEST_CARDS, { number: '4111111111111111', brand: 'visa' }]) {
    const cvc = brand === 'amex' ? '7391' : '739';
    for (const given of [number, number.replaceAll(/(\d{4})(?=\d)/g, '$1 '), Number(number), [number]]) {
      const made = await shop.call<{ token: string }>('POST', `${BILLING}/local/cards`, {
        number: given,
        exp_month: 12,
        exp_year: 2040,
        cvc,
      });
      answers.push(made.text);
      // A form that sends no JSON, a body that breaks off, and a number where a code belongs.
      for (const body of [`number=${number}&cvc=${cvc}`, `{"number": ${number}, "cvc": "${cvc}`])
        answers.push(
          (
            await api.call('POST', `${BILLING}/local/cards`, {
              body,
              headers: { 'content-type': 'application/json' },
            })
          ).text,
        );
      const coupon = { product_id: 'premium-annual', coupon: number };
      answers.push((await shop.call('POST', '/checkoutapi/paymentIntent', coupon)).text);
      answers.push((await shop.call('POST', `${BILLING}/user-coupons`, { coupon_id: number })).text);
      if (made.status !== 201 || typeof given !== 'string' || given.includes(' ')) continue;
      const paymentIntentId = intent.paymentIntentId;
      const body = { paymentIntentId, cc_token: made.body.token };
      answers.push((await shop.call('POST', '/checkoutapi/addCard', body)).text);
    }
  }
  await deliverNotices(api);
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in (current_schema(), 'waymark_jobs') and table_type = 'BASE TABLE'`.execute(db);
  const dumps: string[] = [];
  for (const { name } of tables) {
    const [schema, table] = name.split('.') as [string, string];
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.id(schema, table)} t`.execute(db);
    dumps.push(...rows.map(({ row }) => row));
  }
  const everything = [...answers, ...lines, ...dumps].join('\n').replaceAll(/(\d) (?=\d)/g, '$1');
  assert.ok(dumps.length > 50 && answers.length > 50 && lines.length > 50);
  for (const { number } of TEST_CARDS) assert.ok(!everything.includes(number), `ends in ${number.slice(-4)}`);
  assert.ok(!everything.includes('4111111111111111'));
});
