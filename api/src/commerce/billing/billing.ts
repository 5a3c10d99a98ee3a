import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Env } from '../../kernel/server/env.ts';
import type { Writes } from './account-writes.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { localProvider } from './local/local-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { stripeProvider } from './stripe/stripe-provider.ts';

/** Everything that billing needs. */
export interface Billing {
  context: Context;
  provider: PaymentProvider;
  catalog: Catalog;
}

/** A change of one member's billing, in its transaction. */
export interface Change extends Billing {
  trx: Trx;
  userId: number;
  now: number;
  /** Collects what is written at the end of the transaction. */
  writes: Writes;
}

const billings = new WeakMap<Context, Billing>();

/** The billing of an API: with Stripe where its keys are configured, else with the local provider. */
export function billingOf(context: Context): Billing {
  let billing = billings.get(context);
  if (!billing) {
    const provider = context.env.STRIPE_SECRET_KEY ? stripeProvider(context) : localProvider(context);
    billings.set(context, (billing = { context, provider, catalog: readCatalog(context.env) }));
  }
  return billing;
}

const LOCAL_SITE = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

/** Test cards buy premium on this machine only, unless the configuration says so: on a public site it would be free. */
export const canSell = ({ context: { env }, provider }: Billing): boolean =>
  !provider.isTest || (env.ALLOW_TEST_PAYMENTS ?? LOCAL_SITE.test(env.SITE_URL));

/** @throws Error where payments could not work, or would only seem to */
export function checkBillingConfiguration(env: Env): void {
  readCatalog(env);
  if (env.STRIPE_SECRET_KEY) {
    if (!env.STRIPE_WEBHOOK_SECRET)
      throw new Error(
        'STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET: notices could not be checked.',
      );
    if (!env.STRIPE_PUBLISHABLE_KEY)
      throw new Error('STRIPE_SECRET_KEY is set without STRIPE_PUBLISHABLE_KEY: nobody could enter a card.');
    if (env.CLOCK_AHEAD_DAYS > 0)
      throw new Error('CLOCK_AHEAD_DAYS is set with STRIPE_SECRET_KEY: members would be charged too early.');
    return;
  }
  if (env.NODE_ENV === 'production' && !env.ALLOW_TEST_PAYMENTS)
    throw new Error(
      'Without STRIPE_SECRET_KEY no real money is taken. Set ALLOW_TEST_PAYMENTS=true where that is wanted.',
    );
}
