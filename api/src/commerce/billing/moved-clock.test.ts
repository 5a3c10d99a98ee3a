import assert from 'node:assert/strict';
import test from 'node:test';
import { readEnv } from '../../kernel/server/env.ts';
import { startTestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { chargesOf, runBilling, shopper } from './billing.test-helper.ts';
import { checkBillingConfiguration } from './billing.ts';

test('[PREM-02] [PREM-06] an installation that is started 31 days ahead has ended the trial and charged its card once', async (t) => {
  let database = '';
  const api = await startTestApi({
    env: { LOG_LEVEL: 'silent' },
    through: (url) => Promise.resolve((database = url)),
  });
  t.after(() => api.stop());
  const member = await api.signUp();
  const order = await shopper(api, member).buy('premium-monthly');
  assert.equal(order.subscription?.is_trial, true);
  assert.deepEqual(await chargesOf(api, member), []);

  const later = await startTestApi({
    env: { LOG_LEVEL: 'silent', CLOCK_AHEAD_DAYS: '31', NODE_NUMBER: '2' },
    through: () => Promise.resolve(database),
  });
  t.after(() => later.stop());
  // The installation's own billing may be at it, and whoever comes second leaves the subscription to it.
  await until('the card is charged', async () => {
    await runBilling(later);
    return (await chargesOf(later, member)).length > 0;
  });
  await runBilling(later);
  assert.equal((await chargesOf(later, member)).length, 1);
  assert.equal((await shopper(later, member).premium())?.is_ad_free, true);
});

test('[PREM-02] without Stripe no production starts unless it is told to take test cards; with it, none without all keys', () => {
  const check = (env: Record<string, string>) => () => checkBillingConfiguration(readEnv(env));
  assert.throws(check({ NODE_ENV: 'production' }), /ALLOW_TEST_PAYMENTS=true/);
  assert.doesNotThrow(check({ NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: 'true' }));
  const keys = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'w', STRIPE_PUBLISHABLE_KEY: 'p' };
  assert.doesNotThrow(check({ NODE_ENV: 'production', ...keys }));
  assert.throws(check({ ...keys, STRIPE_WEBHOOK_SECRET: '' }), /without STRIPE_WEBHOOK_SECRET/);
  assert.throws(check({ ...keys, STRIPE_PUBLISHABLE_KEY: '' }), /without STRIPE_PUBLISHABLE_KEY/);
});

test('[PREM-12] a clock that is ahead is refused where real money is taken', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'w', STRIPE_PUBLISHABLE_KEY: 'p' };
  assert.doesNotThrow(() => checkBillingConfiguration(readEnv(keys)));
  assert.throws(
    () => checkBillingConfiguration(readEnv({ ...keys, CLOCK_AHEAD_DAYS: '31' })),
    /CLOCK_AHEAD_DAYS/,
  );
});
