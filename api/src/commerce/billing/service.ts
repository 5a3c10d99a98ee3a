import { type Call, SERVICE_BASES } from '@waymark/api-contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { daily } from '../../kernel/jobs/recurring.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, notFound } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { type Billing, billingOf, checkBillingConfiguration } from './billing.ts';
import { cardRoutes } from './card-routes.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { couponRoutes } from './coupon-routes.ts';
import { storeConfiguredCoupons } from './coupons.ts';
import { giftRoutes } from './gift-routes.ts';
import { localProviderRoutes } from './local-card-routes.ts';
import { sendLocalNotices } from './send-local-notices.ts';
import { declareMailWork, queueMails } from './mails.ts';
import { purgeNotices, takeNotice, workOffBacklog } from './notices.ts';
import { operatorRoutes } from './operator-routes.ts';
import { followPremium } from './premium-index.ts';
import { NoticeRefused, type ProviderNotice } from './provider.ts';
import { reconcile } from './reconcile.ts';
import { readPremium } from './premium-status.ts';
import { productRoutes } from './product-routes.ts';
import { receiptRoutes } from './receipt-routes.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { runDueSteps } from './upkeep.ts';
import { TICK } from './wake.ts';

const REMOVE_CUSTOMER = 'billing-remove-customer';
const NOTICES = '/notices';
/** Nobody's id: of an operator whose account is erased. */
const NOBODY = 0;

const noticeCall = {
  method: 'POST',
  path: `${NOTICES}/:provider`,
  summary: 'Notices of the payment provider, signed by it',
  params: z.object({ provider: z.string().max(20) }),
  response: z.object({ received: z.literal(true) }),
} satisfies Call;

const noticeHandler = route<typeof noticeCall>({
  call: noticeCall,
  access: 'anyone',
  lenient: true,
  rawBody: true,
  async handler({ context, params, request }) {
    const billing = billingOf(context);
    if (params.provider !== billing.provider.name) throw notFound('page');
    // The body is checked as it came: `rawBody` leaves its bytes.
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    let notice: ProviderNotice;
    try {
      notice = billing.provider.parseNotice(bytes, request.headers);
    } catch (error) {
      if (!(error instanceof NoticeRefused)) throw error;
      throw new ApiProblem(400, 'invalid_request', 'This notice is not one of the payment provider.');
    }
    await takeNotice(billing, notice);
    return { received: true as const };
  },
});

const addresses = new WeakMap<Context, FastifyInstance>();

/** Where this process itself listens; null before it does. */
function ownAddress(context: Context): string | null {
  const address = addresses.get(context)?.server.address();
  if (!address || typeof address === 'string') return null;
  return `http://${address.family === 'IPv6' ? '[::1]' : '127.0.0.1'}:${address.port}`;
}

/** Everything in billing that waits. */
async function tick(billing: Billing): Promise<void> {
  const address = ownAddress(billing.context);
  if (billing.provider.name === 'local' && address)
    await sendLocalNotices(billing, `${address}${SERVICE_BASES.billing}${NOTICES}/local`);
  // Mails ask nobody else: they do not wait for a provider that is slow to answer. What is written below wakes this again.
  await queueMails(billing);
  await workOffBacklog(billing);
  await runDueSteps(billing);
}

const reconciliation = daily('billing-reconciliation', async (context) => {
  await purgeNotices(billingOf(context));
  await reconcile(billingOf(context));
});

/** Premium: what is sold, who paid for what, and until when it is open. */
export const billingService: Service = {
  name: 'billing',
  base: SERVICE_BASES.billing,
  answers: { premium: readPremium },
  routes: [
    ...productRoutes,
    ...cardRoutes,
    ...subscriptionRoutes,
    ...couponRoutes,
    ...giftRoutes,
    ...receiptRoutes,
    ...operatorRoutes,
    ...localProviderRoutes,
    noticeHandler,
  ],
  checkConfiguration: checkBillingConfiguration,
  mount(app, context) {
    addresses.set(context, app);
    const end = followPremium(context);
    app.addHook('onClose', () => Promise.resolve(end()));
  },
  subscriptions: {
    /**
     * The customer goes at the provider as well; the job names no member, so that it outlives the erasure. What an
     * operator did stays with the members it concerns, and names the operator no longer.
     */
    async memberErased(trx, { userId }) {
      await trx.updateTable('gifts').set({ given_by: NOBODY }).where('given_by', '=', userId).execute();
      await trx
        .updateTable('operator_actions')
        .set({ operator_id: NOBODY })
        .where('operator_id', '=', userId)
        .execute();
      await trx
        .insertInto('removed_customers')
        .columns(['customer'])
        .expression((from) =>
          from
            .selectFrom('billing_accounts')
            .select('customer')
            .where('user_id', '=', userId)
            .where('customer', 'is not', null),
        )
        .onConflict((on) => on.doNothing())
        .execute();
    },
  },
  jobs(context) {
    const billing = billingOf(context);
    declareMailWork(billing);
    reconciliation.declare(context);
    context.jobs.work(TICK, { concurrency: 1, retries: 3, timeoutSeconds: 600 }, () => tick(billing));
    context.jobs.work<{ customer: string }>(
      REMOVE_CUSTOMER,
      { concurrency: 1, retries: 10, timeoutSeconds: 60 },
      async ({ customer }) => {
        await billing.provider.removeCustomer(customer);
        await context.db.deleteFrom('removed_customers').where('customer', '=', customer).execute();
      },
    );
  },
  async started(context) {
    await storeConfiguredCoupons(billingOf(context));
    await reconciliation.next(context);
  },
  async sweep(context) {
    const gone = await context.db.selectFrom('removed_customers').select('customer').limit(100).execute();
    for (const { customer } of gone)
      await context.jobs.send(REMOVE_CUSTOMER, { customer }, { key: customer });
    await context.jobs.send(TICK, { second: 0 }, { key: 'sweep' });
  },
};

export const checkoutService: Service = {
  name: 'checkout',
  base: SERVICE_BASES.checkout,
  routes: checkoutRoutes,
};
