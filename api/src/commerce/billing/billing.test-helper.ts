import assert from 'node:assert/strict';
import {
  type BillingProfile,
  type ErrorBody,
  type Gift,
  type PaidSubscription,
  type PaymentIntent,
  type Receipt,
  SERVICE_BASES,
  type SessionResponse,
} from '@waymark/api-contract';
import { cookieOf, type TestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { type Billing, billingOf } from './billing.ts';
import { DAY_MS } from './ledger/periods.ts';
import { sendLocalNotices } from './send-local-notices.ts';
import { runDueSteps } from './upkeep.ts';

export const BILLING = SERVICE_BASES.billing;
export const CARD = '4242424242424242';

/** A clock that a test moves; the API takes its time from it. */
export function movableClock({ context }: TestApi) {
  const clock = { at: Date.now() };
  context.now = () => new Date(clock.at);
  return {
    get at() {
      return clock.at;
    },
    pass: (ms: number) => void (clock.at += ms),
    passDays: (days: number) => void (clock.at += days * DAY_MS),
  };
}

/** What a member does to buy premium, as the page calls it. */
export function shopper(api: TestApi, member: TestMember) {
  const call = <T>(method: string, path: string, body?: unknown) =>
    api.call<T & Pick<ErrorBody, 'error'>>(method, path, {
      token: member.token,
      ...(body !== undefined && { body }),
    });
  const must = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call<T>(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const token = async (number: string) =>
    (
      await must<{ token: string }>('POST', `${BILLING}/local/cards`, {
        number,
        exp_month: 12,
        exp_year: 2040,
        cvc: number.startsWith('37') ? '1234' : '123',
      })
    ).token;
  const intent = (productId: string, coupon?: string) =>
    must<PaymentIntent>('POST', '/checkoutapi/paymentIntent', {
      product_id: productId,
      ...(coupon && { coupon }),
    });
  const addCard = async ({ paymentIntentId }: PaymentIntent, number = CARD) =>
    (
      await must<{ billing_profile_id: number }>('POST', '/checkoutapi/addCard', {
        paymentIntentId,
        cc_token: await token(number),
      })
    ).billing_profile_id;
  const prepare = (
    { paymentIntentId }: PaymentIntent,
    billing_profile_id: number,
    accepts_renewal_terms = true,
  ) =>
    call<PaymentIntent>('POST', '/checkoutapi/prepareToCapture', {
      paymentIntentId,
      billing_profile_id,
      accepts_renewal_terms,
    });
  const complete = ({ paymentIntentId }: PaymentIntent) =>
    must<PaymentIntent>('POST', '/checkoutapi/completeTransaction', { paymentIntentId });
  return {
    call,
    must,
    token,
    intent,
    addCard,
    prepare,
    complete,
    async buy(productId: string, { number = CARD, coupon }: { number?: string; coupon?: string } = {}) {
      const order = await intent(productId, coupon);
      await prepare(order, await addCard(order, number));
      return complete(order);
    },
    async buyGift(productId: string, { number = CARD }: { number?: string } = {}) {
      const order = await must<PaymentIntent>('POST', '/checkoutapi/paymentIntent', {
        product_id: productId,
        is_gift: true,
      });
      await prepare(order, await addCard(order, number), false);
      return complete(order);
    },
    gifts: async () =>
      (await must<{ _embedded: { gifts: Gift[] } }>('GET', `${BILLING}/gifts`))._embedded.gifts,
    subscriptions: async () =>
      (
        await must<{ _embedded: { paid_subscriptions: PaidSubscription[] } }>(
          'GET',
          `${BILLING}/paid-subscriptions`,
        )
      )._embedded.paid_subscriptions,
    receipts: async () =>
      (await must<{ _embedded: { receipts: Receipt[] } }>('GET', `${BILLING}/receipts`))._embedded.receipts,
    cards: async () =>
      (
        await must<{ _embedded: { billing_profiles: BillingProfile[] } }>(
          'GET',
          `${BILLING}/billing-profiles`,
        )
      )._embedded.billing_profiles,
    /** The premium of the session's answer, in a session of now: the clock may have passed the end of the first one. */
    async premium() {
      const { email, password } = member;
      const cookie = cookieOf(await api.call('POST', '/auth/login', { body: { email, password } }));
      const { body } = await api.call<SessionResponse>('GET', '/auth/session', { cookie: cookie ?? '' });
      return body.premium;
    },
  };
}

/** The mail of a subject, once it was sent to an address. */
export const mailed = ({ context }: TestApi, email: string, subject: RegExp) =>
  until(`a mail ${String(subject)}`, async () =>
    (
      await context.db
        .selectFrom('mailbox')
        .select(['subject', 'text'])
        .where('recipient', '=', email)
        .orderBy('id', 'desc')
        .execute()
    ).find((mail) => subject.test(mail.subject)),
  );

/** Does what time asks for, as the sweep does. */
export async function runBilling(api: TestApi): Promise<void> {
  const billing = billingOf(api.context);
  await runDueSteps(billing);
}
export const deliverNotices = (api: TestApi): Promise<void> =>
  sendLocalNotices(billingOf(api.context), `${api.url}${BILLING}/notices/local`);

/** Money that the provider took of a member and did not give back, payment by payment. */
export async function chargesOf(
  { context }: Pick<Billing, 'context'>,
  { userId }: Pick<TestMember, 'userId'>,
) {
  const rows = await context.db
    .selectFrom('local_payments')
    .innerJoin('billing_accounts', 'billing_accounts.customer', 'local_payments.customer')
    .select(['local_payments.amount', 'local_payments.refunded', 'local_payments.attempt_id'])
    .where('billing_accounts.user_id', '=', userId)
    .where('local_payments.status', '=', 'succeeded')
    .execute();
  return rows.filter(({ amount, refunded }) => refunded < amount);
}
