import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { Stripe } from 'stripe';
import { startTestApi } from '../../testing/api.ts';
import { movableClock } from './billing.test-helper.ts';
import { localProvider, SIGNATURE_HEADER, signNotice } from './local/local-provider.ts';
import {
  CardRefused,
  CardUnconfirmed,
  NoticeRefused,
  type PaymentProvider,
  ProviderUnavailable,
} from './provider.ts';
import { startStripeServer, type StripeServer } from './stripe/stripe-server.test-helper.ts';
import { stripeProvider } from './stripe/stripe-provider.ts';

const api = await startTestApi({ env: { LOG_LEVEL: 'silent' } });
after(() => api.stop());
const clock = movableClock(api);
let stripe: StripeServer;
before(async () => {
  stripe = await startStripeServer(() => clock.at);
});
after(() => stripe.stop());

const WEBHOOK_SECRET = 'whsec_of_a_test';
/** A secret key of one's own test mode at Stripe, which the same tests run against then: `sk_test_…`. */
const TEST_MODE_KEY = process.env['STRIPE_TEST_MODE_KEY'];
/** Stripe remembers the keys of requests for a day. */
const RUN = `${Date.now().toString(36)} `;

type Behavior = 'approved' | 'declined' | 'refused_later' | 'authentication' | 'lost_answer' | 'disputed';

/** A provider under test, and what differs between them: where cards come from, and who signs. */
interface Case {
  provider: PaymentProvider;
  /** A token of a card that does this. */
  token(this: void, behavior: Behavior): Promise<string>;
  /** The member confirms at the bank. */
  confirm(this: void, ref: string): Promise<void>;
  /** The member confirms at the bank that a card may be kept. */
  confirmCard(this: void, clientSecret: string): void;
  notice(this: void, ref: string, seconds: number): { body: Buffer; headers: Record<string, string> };
}

const LOCAL_CARDS = {
  approved: '4242424242424242',
  declined: '4000000000009995',
  refused_later: '4000000000000341',
  authentication: '4000002500003155',
  lost_answer: '4000000000000119',
  disputed: '4000000000000259',
};

const cases: Record<string, () => Case> = {
  local: () => ({
    provider: localProvider(api.context),
    async token(behavior) {
      const body = { number: LOCAL_CARDS[behavior], exp_month: 12, exp_year: 2040, cvc: '123' };
      return (await api.call<{ token: string }>('POST', '/services/billing/local/cards', { body })).body
        .token;
    },
    async confirm(ref) {
      await api.call('POST', `/services/billing/local/bank/${ref}`, { body: { decision: 'approve' } });
    },
    confirmCard: () => assert.fail('the local provider asks when it charges'),
    notice(ref, seconds) {
      const body = Buffer.from(JSON.stringify({ id: 'evt_1', kind: 'payment.succeeded', ref, created: 1 }));
      return { body, headers: { [SIGNATURE_HEADER]: signNotice(api.context, body, seconds) } };
    },
  }),
  stripe: () => ({
    provider: stripeProvider({
      env: {
        ...api.context.env,
        STRIPE_SECRET_KEY: 'sk_test_of_a_test',
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_URL: stripe.url,
      },
      now: () => api.context.now(),
    }),
    token: (behavior) => Promise.resolve(stripe.newCard(behavior)),
    confirm: (ref) => Promise.resolve(stripe.confirm(ref)),
    confirmCard: (clientSecret) => stripe.confirmCard(clientSecret),
    notice: (ref, seconds) => stripe.notice(ref, { seconds, secret: WEBHOOK_SECRET }),
  }),
};

/** Stripe's own names of cards that do this. Answers that get lost and a member at the bank are not to be had there. */
const TEST_MODE_CARDS: Readonly<Partial<Record<Behavior, string>>> = {
  approved: 'tok_visa',
  declined: 'tok_visa_chargeDeclinedInsufficientFunds',
  refused_later: 'tok_chargeCustomerFail',
};

if (TEST_MODE_KEY !== undefined) {
  assert.ok(TEST_MODE_KEY.startsWith('sk_test_'), 'STRIPE_TEST_MODE_KEY is a key of the test mode');
  const testMode = new Stripe(TEST_MODE_KEY);
  cases['stripe in test mode'] = () => ({
    provider: stripeProvider({
      env: {
        ...api.context.env,
        STRIPE_SECRET_KEY: TEST_MODE_KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      },
      now: () => api.context.now(),
    }),
    async token(behavior) {
      const token = TEST_MODE_CARDS[behavior];
      assert.ok(token);
      return (await testMode.paymentMethods.create({ type: 'card', card: { token } })).id;
    },
    confirm: () => assert.fail('nobody is at the bank'),
    confirmCard: () => assert.fail('nobody is at the bank'),
    notice: (ref, seconds) => stripe.notice(ref, { seconds, secret: WEBHOOK_SECRET }),
  });
}
/** What only servers of ours do: lose answers, ask a member at the bank, dispute at once, move the clock. */
const isOwn = (name: string): boolean => name !== 'stripe in test mode';

let attempts = 0;
const requestFor = (customer: string, card: string, amount = 599, offSession = false) => ({
  attemptId: ++attempts,
  customer,
  card,
  amount,
  currency: 'USD',
  offSession,
  description: 'Premium',
});

for (const [name, make] of Object.entries(cases)) {
  const ownOnly = { skip: !isOwn(name) };
  const ready = async (behavior: Behavior) => {
    const one = make();
    const key = `${RUN}customer ${name} ${behavior} ${++attempts}`;
    const customer = await one.provider.createCustomer(1, key);
    assert.equal(await one.provider.createCustomer(1, key), customer, 'the same key is the same customer');
    const token = await one.token(behavior);
    const attach = () => one.provider.attachCard({ customer, token }, `card ${key}`);
    const card = await attach().catch((error: unknown) => {
      if (!(error instanceof CardUnconfirmed)) throw error;
      one.confirmCard(error.clientSecret);
      return attach();
    });
    return { ...one, customer, card };
  };

  test(`[PREM-12] ${name}: a card is charged once for a key, and other parameters with it are refused`, async () => {
    const { provider, customer, card } = await ready('approved');
    assert.deepEqual([card.brand, card.last4], ['visa', '4242']);
    const request = requestFor(customer, card.ref);
    const [first, second] = [
      await provider.pay(request, `${RUN}once ${name}`),
      await provider.pay(request, `${RUN}once ${name}`),
    ];
    assert.deepEqual([first.status, first.amount, first.currency], ['succeeded', 599, 'USD']);
    assert.equal(second.ref, first.ref);
    await assert.rejects(provider.pay({ ...request, amount: 600 }, `${RUN}once ${name}`), CardRefused);
    assert.equal((await provider.find(customer, request.attemptId))?.ref, first.ref);
    assert.equal(await provider.find(customer, 999_999), null);
    const listed = (await provider.list(Math.min(clock.at, Date.now()) - 60_000)).filter(
      ({ ref }) => ref === first.ref,
    );
    assert.deepEqual(
      listed.map(({ attemptId }) => attemptId),
      [request.attemptId],
    );
    assert.equal((await provider.cancel(first.ref)).status, 'succeeded', 'what was paid stays paid');
  });

  test(`[PREM-12] ${name}: refused cards say why, and a payment that was refused is closed for good`, async () => {
    const one = make();
    const customer = await one.provider.createCustomer(2, `${RUN}declined ${name}`);
    await assert.rejects(
      one.provider.attachCard({ customer, token: await one.token('declined') }, 'c'),
      (error: unknown) => error instanceof CardRefused && error.code === 'insufficient_funds',
    );
    const { provider, card, customer: payer } = await ready('refused_later');
    const failed = await provider.pay(requestFor(payer, card.ref), `${RUN}refused ${name}`);
    assert.deepEqual([failed.status, failed.errorCode], ['failed', 'generic_decline']);
    assert.equal((await provider.cancel(failed.ref)).status, 'canceled');
    assert.equal((await provider.read(failed.ref)).status, 'canceled');
  });

  test(
    `[PREM-07] ${name}: a payment that its member disputes stays paid until the bank decides, and is read so again`,
    ownOnly,
    async () => {
      const { provider, customer, card } = await ready('disputed');
      const { ref } = await provider.pay(requestFor(customer, card.ref), `disputed ${name}`);
      for (const { status, dispute } of [await provider.read(ref), await provider.read(ref)])
        assert.deepEqual([status, dispute], ['succeeded', 'open']);
    },
  );

  test(
    `[PREM-05] ${name}: a bank that asks first is waited for, at the page or with nobody there`,
    ownOnly,
    async () => {
      const { provider, confirm, customer, card } = await ready('authentication');
      for (const offSession of [false, true]) {
        const waiting = await provider.pay(
          requestFor(customer, card.ref, 700, offSession),
          `auth ${name} ${offSession}`,
        );
        if (waiting.status === 'succeeded') continue;
        assert.equal(waiting.status, 'requires_action');
        assert.ok(waiting.clientSecret ?? waiting.confirmationUrl);
        await confirm(waiting.ref);
        assert.equal((await provider.read(waiting.ref)).status, 'succeeded');
      }
    },
  );

  test(
    `[PREM-12] ${name}: an answer that is lost is no answer, and the payment is found by its attempt`,
    ownOnly,
    async () => {
      const { provider, customer, card } = await ready('lost_answer');
      const request = requestFor(customer, card.ref);
      await assert.rejects(provider.pay(request, `lost ${name}`), ProviderUnavailable);
      const found = await provider.find(customer, request.attemptId);
      assert.deepEqual([found?.status, found?.amount], ['succeeded', 599]);
    },
  );

  test(`[PREM-12] ${name}: refunds in parts, each once for its key, never more than was paid`, async () => {
    const { provider, customer, card } = await ready('approved');
    const { ref } = await provider.pay(requestFor(customer, card.ref), `${RUN}refund ${name}`);
    const part = () => provider.refund({ ref, amount: 200 }, `${RUN}r1 ${name}`);
    const [first, again] = [await part(), await part()];
    assert.deepEqual([first.status, again.ref], ['succeeded', first.ref]);
    assert.equal((await provider.read(ref)).refunded, 200);
    assert.equal((await provider.refund({ ref, amount: 400 }, `${RUN}r2 ${name}`)).status, 'failed');
    assert.equal((await provider.refund({ ref, amount: 399 }, `${RUN}r3 ${name}`)).status, 'succeeded');
    assert.equal((await provider.read(ref)).refunded, 599);
  });

  test(
    `[PREM-12] ${name}: a payment of long ago is listed once something of it went back`,
    ownOnly,
    async () => {
      const { provider, customer, card } = await ready('approved');
      const { ref } = await provider.pay(requestFor(customer, card.ref), `long ago ${name}`);
      clock.passDays(20);
      const recent = async () =>
        (await provider.list(clock.at - 7 * 86_400_000)).filter((payment) => payment.ref === ref);
      assert.deepEqual(await recent(), []);
      await provider.refund({ ref, amount: 599 }, `back ${name}`);
      assert.deepEqual(
        (await recent()).map(({ refunded }) => refunded),
        [599],
      );
    },
  );

  test(`[PREM-12] ${name}: notices are translated; forged and old ones are refused`, () => {
    const { provider, notice } = make();
    const now = Math.floor(clock.at / 1000);
    const { body, headers } = notice('pay_or_pi', now);
    assert.equal(provider.parseNotice(body, headers).ref, 'pay_or_pi');
    assert.throws(() => provider.parseNotice(Buffer.from(`${body.toString()} `), headers), NoticeRefused);
    assert.throws(() => provider.parseNotice(body, {}), NoticeRefused);
    const old = notice('pay_or_pi', now - 301);
    assert.throws(() => provider.parseNotice(old.body, old.headers), NoticeRefused);
  });

  test(`[PREM-12] ${name}: customers and cards that are gone already are removed without an error`, async () => {
    const { provider, customer, card } = await ready('approved');
    await provider.removeCard(card.ref);
    await provider.removeCustomer(customer);
    await provider.removeCustomer(customer);
  });
}

test('[PREM-02] stripe: a card whose bank asks first is kept only once its member has confirmed it', async () => {
  const { provider, token, confirmCard } = cases['stripe']!();
  const customer = await provider.createCustomer(3, 'asks first');
  const card = { customer, token: await token('authentication') };
  const unconfirmed = async () => {
    const error: unknown = await provider.attachCard(card, 'k').catch((problem: unknown) => problem);
    assert.ok(error instanceof CardUnconfirmed);
    return error.clientSecret;
  };
  await unconfirmed();
  confirmCard(await unconfirmed());
  assert.equal((await provider.attachCard(card, 'k')).ref, card.token);
});

test('[PREM-12] stripe: a notice of the other mode is refused, and a server that is away is no refusal', async () => {
  const { provider } = cases['stripe']!();
  const live = stripe.notice('pi_1', {
    seconds: Math.floor(clock.at / 1000),
    secret: WEBHOOK_SECRET,
    livemode: true,
  });
  assert.throws(() => provider.parseNotice(live.body, live.headers), NoticeRefused);
  const away = stripeProvider({
    env: { ...api.context.env, STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_URL: 'http://127.0.0.1:9' },
    now: () => api.context.now(),
  });
  await assert.rejects(away.createCustomer(1, 'k'), ProviderUnavailable);
  await assert.rejects(away.pay(requestFor('cus_1', 'pm_1'), 'k'), ProviderUnavailable);
});
