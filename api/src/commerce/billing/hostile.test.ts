import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { startTestApi } from '../../testing/api.ts';
import { BILLING, chargesOf, movableClock, runBilling, shopper } from './billing.test-helper.ts';
import { billingOf } from './billing.ts';
import { SIGNATURE_HEADER, signNotice } from './local/local-provider.ts';
import { formatMoney } from './mails.ts';
import { purgeNotices, workOffBacklog } from './notices.ts';
import { hasPremium } from './premium-index.ts';
import { CardRefused, type PaymentProvider, ProviderUnavailable } from './provider.ts';
import { reconcile } from './reconcile.ts';

const api = await startTestApi();
after(() => api.stop());
const { db } = api.context;
const clock = movableClock(api);
const billing = billingOf(api.context);

const newMember = async () => {
  const member = await api.signUp();
  return { member, shop: shopper(api, member) };
};
/** Replaces calls of the provider while something is done. */
async function withProvider<T>(change: Partial<PaymentProvider>, work: () => Promise<T>): Promise<T> {
  const { provider } = billing;
  billing.provider = { ...provider, ...change };
  try {
    return await work();
  } finally {
    billing.provider = provider;
  }
}
const sendNotice = (id: string, ref: string) => {
  const body = JSON.stringify({ id, kind: 'payment.succeeded', ref, created: clock.at });
  return api.call('POST', `${BILLING}/notices/local`, {
    body,
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signNotice(api.context, body, Math.floor(clock.at / 1000)),
    },
  });
};
const attemptOf = (userId: number) =>
  db.selectFrom('payment_attempts').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
const eventsWaiting = async () =>
  (await db.selectFrom('provider_events').select('event_id').where('handled_at', 'is', null).execute()).map(
    ({ event_id }) => event_id,
  );

test('[PREM-12] a payment of another amount, currency or attempt than ours opens nothing, and people are told', async () => {
  const { provider } = billing;
  const changes = [{ amount: 1 }, { currency: 'JPY' }, { attemptId: 1 }];
  for (const change of changes) {
    const { member, shop } = await newMember();
    const intent = await shop.intent('premium-lifetime');
    const card = await shop.addCard(intent);
    await withProvider({ pay: async (...given) => ({ ...(await provider.pay(...given)), ...change }) }, () =>
      shop.prepare(intent, card),
    );
    assert.equal(hasPremium(api.context, member.userId), false);
    assert.deepEqual(await shop.subscriptions(), []);
    // It was a lie of the answer: what the provider has is read, and opens what was paid.
    assert.equal((await shop.complete(intent)).paymentIntentStatus, 'succeeded');
    assert.equal((await chargesOf(api, member)).length, 1);
  }
  const findings = await db.selectFrom('reconciliation_findings').select('kind').execute();
  assert.deepEqual(
    findings.map(({ kind }) => kind),
    ['other_amount', 'other_amount', 'other_amount'],
  );
});

test('[PREM-12] a provider that hangs holds no lock, no transaction and no other call; ending premium does not wait for it', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly');
  const [subscription] = await shop.subscriptions();
  const other = await newMember();
  const intent = await other.shop.intent('premium-lifetime');
  const card = await other.shop.addCard(intent);
  const hung = Promise.withResolvers<never>();
  const reached = Promise.withResolvers<void>();
  const never = () => {
    reached.resolve();
    return hung.promise;
  };
  await withProvider({ pay: never, read: never, find: never, refund: never }, async () => {
    const asked = Array.from({ length: 20 }, () => other.shop.prepare(intent, card));
    const waiting = Promise.allSettled(asked);
    await reached.promise;
    await other.shop.must('GET', `${BILLING}/paid-subscriptions`);
    const ended = await shop.must<{ requested_cancellation: boolean }>(
      'PATCH',
      `${BILLING}/paid-subscriptions/${subscription!.subscription_id}`,
      { requested_cancellation: true },
    );
    assert.equal(ended.requested_cancellation, true);
    // Others' transactions come and go: one that waits for the provider would stay.
    const openTransactions = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(db);
      return rows[0]!.n;
    };
    let looks = 0;
    while ((await openTransactions()) > 0) assert.ok(++looks < 2000, 'a transaction stays open');
    hung.reject(new ProviderUnavailable('It never answered.'));
    await waiting;
  });
  assert.equal((await other.shop.complete(intent)).paymentIntentStatus, 'processing');
  clock.pass(121_000);
  await runBilling(api);
  assert.equal((await other.shop.prepare(intent, card)).body.paymentIntentStatus, 'succeeded');
  assert.equal((await chargesOf(api, other.member)).length, 1);
  assert.equal(hasPremium(api.context, member.userId), true);
});

test('[PREM-12] a notice that comes before the answer of its payment, and once more after it, opens premium once', async () => {
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  const card = await shop.addCard(intent);
  const { provider } = billing;
  const pay: PaymentProvider['pay'] = async (...given) => {
    const payment = await provider.pay(...given);
    assert.equal((await sendNotice(`early_${payment.ref}`, payment.ref)).status, 200);
    await workOffBacklog(billing);
    assert.equal(hasPremium(api.context, member.userId), true, 'the notice alone opens it');
    return payment;
  };
  await withProvider({ pay }, async () => {
    assert.equal((await shop.prepare(intent, card)).body.paymentIntentStatus, 'succeeded');
  });
  const { provider_ref: ref } = await attemptOf(member.userId);
  assert.equal((await sendNotice(`early_${ref}`, ref!)).status, 200);
  assert.equal((await chargesOf(api, member)).length, 1);
  assert.equal((await shop.receipts()).length, 1);
  assert.equal((await shop.subscriptions()).length, 1);
});

test('[PREM-12] cancelled while its renewal is at the provider: paid once with its receipt, open to the end of what was paid, and never charged again', async () => {
  const { member, shop } = await newMember();
  const { subscription } = await shop.buy('premium-monthly');
  const where = `${BILLING}/paid-subscriptions/${subscription!.subscription_id}`;
  clock.passDays(30.1);
  const { provider } = billing;
  const pay: PaymentProvider['pay'] = async (...given) => {
    await shop.must('PATCH', where, { requested_cancellation: true });
    return provider.pay(...given);
  };
  await withProvider({ pay }, () => runBilling(api));
  const [paid] = await shop.subscriptions();
  assert.deepEqual([paid?.requested_cancellation, paid?.next_payment], [true, null]);
  assert.ok(paid!.days_remaining >= 28, `${paid!.days_remaining} days`);
  assert.equal((await shop.receipts()).length, 1);
  clock.passDays(32);
  await runBilling(api);
  assert.equal((await chargesOf(api, member)).length, 1);
  assert.equal((await shop.subscriptions())[0]?.state, 'canceled');
});

test('[PREM-12] a payment that cannot be read, as with the key of another mode, keeps no page from opening', async () => {
  const { shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  await shop.prepare(intent, await shop.addCard(intent, '4000000000000077'));
  const refuse = () => Promise.reject(new CardRefused('resource_missing', 'There is none.'));
  await withProvider({ read: refuse, find: refuse }, async () => {
    assert.equal((await shop.complete(intent)).paymentIntentStatus, 'processing');
    const second = await shop.call('POST', '/checkoutapi/paymentIntent', { product_id: 'premium-monthly' });
    assert.deepEqual([second.status, second.body.error], [409, 'payment_pending']);
  });
});

test('[PREM-12] a flood of notices: each is kept once and handled, one of a payment that nobody has holds up none, and old ones go', async () => {
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  await shop.prepare(intent, await shop.addCard(intent, '4000000000000077'));
  const { provider_ref: ref } = await attemptOf(member.userId);
  clock.pass(31_000);
  let reads = 0;
  const { provider } = billing;
  const counted = (at: string) => {
    reads++;
    return at === 'pay_foreign'
      ? Promise.reject(new CardRefused('resource_missing', 'None.'))
      : provider.read(at);
  };
  await withProvider({ read: counted }, async () => {
    assert.equal((await sendNotice('flood_foreign', 'pay_foreign')).status, 200);
    const ids = Array.from({ length: 150 }, (_, n) => `flood_${n % 135}`);
    const answers = await Promise.all(ids.map((id) => sendNotice(id, ref!)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    await workOffBacklog(billing);
    assert.deepEqual(
      (await eventsWaiting()).filter((id) => id.startsWith('flood')),
      [],
    );
  });
  assert.ok(reads < 60, `${reads} reads for 135 notices of one payment`);
  const rows = await db
    .selectFrom('provider_events')
    .select('event_id')
    .where('event_id', 'like', 'flood%')
    .execute();
  assert.equal(rows.length, 136);
  assert.equal((await shop.receipts()).length, 1);
  assert.equal((await chargesOf(api, member)).length, 1);

  // Nobody answers for the first: those behind it are handled all the same.
  const { member: next, shop: nextShop } = await newMember();
  const order = await nextShop.intent('premium-lifetime');
  await nextShop.prepare(order, await nextShop.addCard(order, '4000000000000077'));
  clock.pass(31_000);
  const { provider_ref: later } = await attemptOf(next.userId);
  const received_at = new Date(clock.at);
  await db
    .insertInto('provider_events')
    .values(
      [
        ...Array.from({ length: 501 }, (_, n) => ({
          event_id: `a_${String(n).padStart(3, '0')}`,
          ref: `pay_gone_${n}`,
        })),
        { event_id: 'z_good', ref: later },
      ].map(({ event_id, ref: about }) => ({
        event_id,
        ref: about,
        provider: 'local',
        kind: 'payment.succeeded',
        received_at,
        handled_at: null,
      })),
    )
    .execute();
  await workOffBacklog(billing);
  assert.equal((await eventsWaiting()).includes('z_good'), false);
  assert.equal(hasPremium(api.context, next.userId), true);
  await db.deleteFrom('provider_events').where('handled_at', 'is', null).execute();
  clock.passDays(36);
  await purgeNotices(billing);
  assert.deepEqual(
    await db
      .selectFrom('provider_events')
      .select('event_id')
      .where('received_at', '<=', received_at)
      .execute(),
    [],
  );
});

test('[PREM-12] a clock that jumps, back for months or ahead for a year, charges each period once and never two at once', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly');
  const renewals = async () => (await chargesOf(api, member)).length;
  clock.passDays(30.1);
  await runBilling(api);
  assert.equal(await renewals(), 1);
  for (const days of [-60, 59, 1, -365, 365, -0.5, 0.5]) {
    clock.passDays(days);
    await runBilling(api);
    await runBilling(api);
    assert.equal(await renewals(), 1, `after ${days} days`);
  }
  // A year ahead at once: one period is paid, not twelve, and it runs from now on.
  clock.passDays(365);
  await runBilling(api);
  await runBilling(api);
  assert.equal(await renewals(), 2);
  const { next_payment: next } = (await shop.subscriptions())[0]!;
  assert.ok(new Date(next!.date).getTime() > clock.at + 27 * 86_400_000, 'the whole period is to come');
  // The one after it is a whole one as well, from that day on.
  clock.passDays(31.1);
  await runBilling(api);
  assert.equal(await renewals(), 3);
  const after = new Date((await shop.subscriptions())[0]!.next_payment!.date);
  assert.ok(after.getTime() - new Date(next!.date).getTime() > 27 * 86_400_000);
});

test('[PREM-12] a provider that is down for an hour in the middle of a checkout: nothing is charged twice, and what was asked for is found', async () => {
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  const card = await shop.addCard(intent);
  const { provider } = billing;
  const down = () => Promise.reject(new ProviderUnavailable('It is down.'));
  // The request arrived, the answer did not, and then there is nobody.
  const pay: PaymentProvider['pay'] = async (...given) => {
    await provider.pay(...given);
    return down();
  };
  await withProvider(
    { pay, read: down, find: down, cancel: down, refund: down, attachCard: down },
    async () => {
      for (let minute = 0; minute < 60; minute += 10) {
        assert.equal((await shop.prepare(intent, card)).body.paymentIntentStatus, 'processing');
        const other = await shop.call('POST', '/checkoutapi/paymentIntent', {
          product_id: 'premium-monthly',
        });
        assert.equal(other.body.error, 'payment_pending');
        await runBilling(api);
        clock.pass(10 * 60_000);
      }
      assert.equal(hasPremium(api.context, member.userId), false);
    },
  );
  await runBilling(api);
  assert.equal(hasPremium(api.context, member.userId), true);
  assert.equal((await chargesOf(api, member)).length, 1);
  assert.equal((await shop.receipts()).length, 1);
});

test('[PREM-12] notices of many members are taken over together; one that cannot be keeps none of the others back', async () => {
  const members = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { member, shop } = await newMember();
      const intent = await shop.intent('premium-lifetime');
      await shop.prepare(intent, await shop.addCard(intent, '4000000000000077'));
      return { member, shop, ref: (await attemptOf(member.userId)).provider_ref! };
    }),
  );
  clock.pass(31_000);
  const [silent, broken, ...good] = members;
  // What follows for this member cannot be written: its receipt is there already.
  const { id: source_id } = await attemptOf(broken!.member.userId);
  await db
    .insertInto('receipts')
    .values({
      user_id: broken!.member.userId,
      id: api.context.newId(),
      number: 'W1999-000001',
      kind: 'payment',
      source_id,
      data: '{}',
      issued_at: new Date(clock.at),
    })
    .execute();
  await db
    .insertInto('provider_events')
    .values(
      members.flatMap(({ ref }, n) =>
        ['a', 'b'].map((letter) => ({
          provider: 'local',
          event_id: `many_${n}_${letter}`,
          kind: 'payment.succeeded',
          ref,
          received_at: new Date(clock.at),
          handled_at: null,
        })),
      ),
    )
    .execute();
  const { provider } = billing;
  const read = (ref: string) =>
    ref === silent!.ref ? Promise.reject(new ProviderUnavailable('No answer.')) : provider.read(ref);
  await withProvider({ read }, () => workOffBacklog(billing));
  for (const { member, shop } of good) {
    assert.equal(hasPremium(api.context, member.userId), true);
    assert.equal((await shop.receipts()).length, 1);
  }
  assert.deepEqual((await eventsWaiting()).filter((id) => id.startsWith('many')).toSorted(), [
    'many_0_a',
    'many_0_b',
    'many_1_a',
    'many_1_b',
  ]);
  const numbers = await db
    .selectFrom('receipts')
    .select('number')
    .where('number', 'not like', 'W1999%')
    .orderBy('number')
    .execute();
  const years = Object.values(Object.groupBy(numbers, ({ number }) => number.slice(0, 5)));
  for (const ofYear of years)
    assert.deepEqual(
      ofYear!.map(({ number }) => Number(number.slice(-6))),
      ofYear!.map((_, n) => n + 1),
      'no number is missing, and none is there twice',
    );
  await db.deleteFrom('receipts').where('number', '=', 'W1999-000001').execute();
  await workOffBacklog(billing);
  assert.deepEqual(
    (await eventsWaiting()).filter((id) => id.startsWith('many')),
    [],
  );
  for (const { member } of members) {
    assert.equal(hasPremium(api.context, member.userId), true);
    assert.equal((await chargesOf(api, member)).length, 1);
  }
});

test('[PREM-12] who tries stolen cards, or opens checkouts for the sake of it, is stopped for the day', async () => {
  const { member, shop } = await newMember();
  const intent = await shop.intent('premium-lifetime');
  const refused = await shop.addCard(intent, '4000000000000341');
  const good = await shop.addCard(intent);
  const statuses: number[] = [];
  for (let n = 0; n < 17; n++) statuses.push((await shop.prepare(intent, refused)).status);
  assert.deepEqual(statuses, [...Array<number>(15).fill(200), 429, 429]);
  assert.equal((await shop.prepare(intent, good)).body.error, 'checkout_limit');
  clock.passDays(1.1);
  // A checkout of yesterday may have been given up meanwhile; asked for again, it is this one or the next.
  const next = await shop.intent('premium-lifetime');
  const paid = await shop.prepare(next, await shop.addCard(next));
  assert.equal(paid.body.paymentIntentStatus, 'succeeded');
  assert.equal((await chargesOf(api, member)).length, 1);

  const browser = await newMember();
  const opened: number[] = [];
  for (let n = 0; n < 52; n++) {
    const product_id = n % 2 ? 'premium-monthly' : 'premium-annual';
    opened.push((await browser.shop.call('POST', '/checkoutapi/paymentIntent', { product_id })).status);
  }
  // The same choice again is the checkout that is open, and takes no row.
  assert.deepEqual(opened.slice(49), [201, 429, 201]);
});

test('[PREM-12] who ends and keeps premium for the sake of it is stopped for the day, and never kept from ending it', async () => {
  const { member, shop } = await newMember();
  const { subscription } = await shop.buy('premium-annual');
  const change = async (body: object) =>
    (await shop.call('PATCH', `${BILLING}/paid-subscriptions/${subscription!.subscription_id}`, body)).status;
  for (let n = 0; n < 30; n++)
    for (const requested_cancellation of [true, false]) await change({ requested_cancellation });
  assert.equal(await change({ requested_cancellation: false }), 429);
  assert.equal(await change({ product_id: 'premium-monthly' }), 429);
  assert.equal(await change({ requested_cancellation: true }), 200);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from billing_ledger where user_id = ${member.userId}`.execute(db);
  assert.ok(rows[0]!.n < 50, String(rows[0]!.n));
  clock.passDays(1.1);
  assert.equal(await change({ requested_cancellation: false }), 200);
  assert.equal(await change({ product_id: 'premium-monthly' }), 200);
});

test('[PREM-12] who waits for a bank has the provider asked so often and no more: it answers a site so many calls in all', async () => {
  const limited = await startTestApi({ env: { RATE_LIMITS: 'true' } });
  try {
    const shop = shopper(limited, await limited.signUp());
    const intent = await shop.intent('premium-lifetime');
    await shop.prepare(intent, await shop.addCard(intent, '4000002500003155'));
    const { paymentIntentId } = intent;
    const many = async (ask: () => Promise<{ status: number }>) => {
      const answers = await Promise.all(Array.from({ length: 200 }, ask));
      return answers.filter(({ status }) => status === 429).length;
    };
    assert.ok((await many(() => shop.call('GET', `/checkoutapi/paymentIntent/mmf/${paymentIntentId}`))) > 0);
    const complete = () => shop.call('POST', '/checkoutapi/completeTransaction', { paymentIntentId });
    assert.ok((await many(complete)) > 0);
  } finally {
    await limited.stop();
  }
});

test('[PREM-12] a payment that cannot be compared keeps the daily comparison from none of the others', async () => {
  const members = [await newMember(), await newMember()];
  for (const { shop } of members) {
    const intent = await shop.intent('premium-lifetime');
    await shop.prepare(intent, await shop.addCard(intent, '4000000000000119'));
  }
  const odd = await attemptOf(members[0]!.member.userId);
  clock.pass(31_000);
  const { provider } = billing;
  const change: Partial<PaymentProvider> = {
    find: (customer, attemptId) =>
      attemptId === odd.id
        ? Promise.reject(new Error('an answer that nobody expects'))
        : provider.find(customer, attemptId),
    // The odd one comes first.
    list: async (since) =>
      (await provider.list(since)).toSorted(
        (a, b) => Number(b.attemptId === odd.id) - Number(a.attemptId === odd.id),
      ),
  };
  await withProvider(change, () => reconcile(billing));
  assert.deepEqual(
    members.map(({ member }) => hasPremium(api.context, member.userId)),
    [false, true],
  );
});

test('[PREM-12] a refund that does not go through is told to people, once', async () => {
  const { shop } = await newMember();
  const { gift } = await shop.buyGift('premium-annual');
  const refund: PaymentProvider['refund'] = ({ amount }) =>
    Promise.resolve({ ref: 're_refused', status: 'failed', amount });
  await withProvider({ refund }, async () => {
    for (let n = 0; n < 2; n++) await shop.must('POST', `${BILLING}/gifts/${gift!.id}/return`);
    await runBilling(api);
  });
  const findings = await db
    .selectFrom('reconciliation_findings')
    .select(['kind', 'detail'])
    .where('ref', '=', 're_refused')
    .execute();
  assert.deepEqual(
    findings.map(({ kind, detail }) => [kind, detail['amount']]),
    [['refund_failed', 2999]],
  );
});

test('[PREM-09] once another payment provider is configured, the customer and the cards of the one before are asked for nothing', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly');
  clock.passDays(30.1);
  const asked: [customer: string, card: string][] = [];
  const card = { brand: 'visa', last4: '1111', expMonth: 1, expYear: 2040, fingerprint: 'f' };
  const other: Partial<PaymentProvider> = {
    name: 'stripe',
    createCustomer: (userId) => Promise.resolve(`cus_other_${userId}`),
    attachCard: ({ token }) => Promise.resolve({ ref: token, ...card }),
    pay: ({ customer, card: ref }) => {
      asked.push([customer, ref]);
      return Promise.reject(new CardRefused('card_declined', 'No.'));
    },
  };
  await withProvider(other, async () => {
    assert.deepEqual(await shop.cards(), []);
    await runBilling(api);
    assert.deepEqual(asked, []);
    await shop.must('POST', `${BILLING}/billing-profiles`, { cc_token: 'pm_of_the_other' });
    assert.equal((await shop.cards())[0]?.is_default, true);
  });
  assert.deepEqual(asked, [[`cus_other_${member.userId}`, 'pm_of_the_other']]);
});

test('[PREM-12] calls that are the first of a member at the provider, and come at once, make one customer', async () => {
  for (let round = 0; round < 12; round++) {
    const { token, userId } = await api.signUp();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.call('POST', `${BILLING}/billing-profiles`, { token, body: { cc_token: 'card-of-nobody' } }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([402]), answers[0]!.text);
    const made = await db
      .selectFrom('local_customers')
      .select('ref')
      .where('request_key', '=', `customer ${userId}`)
      .execute();
    const kept = await db
      .selectFrom('billing_accounts')
      .select('customer')
      .where('user_id', '=', userId)
      .execute();
    assert.deepEqual(
      kept.map(({ customer }) => customer),
      made.map(({ ref }) => ref),
    );
  }
});

test('[PREM-09] a member has at most twenty cards', async () => {
  const { shop } = await newMember();
  const add = async () =>
    (
      await shop.call('POST', `${BILLING}/billing-profiles`, {
        cc_token: await shop.token('4242424242424242'),
      })
    ).body.error;
  const errors: (string | undefined)[] = [];
  for (let n = 0; n < 21; n++) errors.push(await add());
  assert.deepEqual(
    [...errors.slice(0, 20), errors[20]],
    [...Array<undefined>(20).fill(undefined), 'card_limit'],
  );
});

test('[PREM-02] members learn nothing of the payments of others', async () => {
  const { shop } = await newMember();
  await shop.buy('premium-lifetime');
  const [receipt] = await shop.receipts();
  const [subscription] = await shop.subscriptions();
  const [card] = await shop.cards();
  const intent = await db
    .selectFrom('payment_attempts')
    .select('order_id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const stranger = (await newMember()).shop;
  const order = intent.order_id!;
  const answers = await Promise.all([
    stranger.call('GET', `${BILLING}/receipts/${receipt!.id}`),
    stranger.call('GET', `/checkoutapi/paymentIntent/mmf/${order}`),
    stranger.call('POST', '/checkoutapi/completeTransaction', { paymentIntentId: order }),
    stranger.call('POST', '/checkoutapi/addCard', { paymentIntentId: order, cc_token: 'tok_none' }),
    stranger.call('PATCH', `${BILLING}/paid-subscriptions/${subscription!.subscription_id}`, {
      requested_cancellation: true,
    }),
    stranger.call('PATCH', `${BILLING}/billing-profiles/${card!.id}`, { is_default: true }),
    stranger.call('DELETE', `${BILLING}/billing-profiles/${card!.id}`),
    stranger.call('POST', `${BILLING}/paid-subscriptions`, {
      product_id: 'premium-lifetime',
      billing_profile_id: card!.id,
      accepts_renewal_terms: true,
    }),
  ]);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [404]);
});

test('[PREM-07] an account that is being deleted is charged nothing more', async () => {
  const { member, shop } = await newMember();
  await shop.buy('premium-monthly');
  await db
    .insertInto('deletion_requests')
    .values({
      user_id: member.userId,
      id: api.context.newId(),
      requested_at: new Date(clock.at),
      erase_at: new Date(clock.at + 40 * 86_400_000),
    })
    .execute();
  clock.passDays(31);
  await runBilling(api);
  assert.deepEqual(await chargesOf(api, member), []);
  assert.equal((await shop.subscriptions())[0]!.requested_cancellation, true);
  await reconcile(billing);
});

test('[PREM-04] amounts of mails are in the units of their currency', () => {
  assert.deepEqual(
    [formatMoney(599, 'USD'), formatMoney(500, 'JPY'), formatMoney(1234, 'BHD').replaceAll(/\s/g, ' ')],
    ['$5.99', '¥500', 'BHD 1.234'],
  );
});
