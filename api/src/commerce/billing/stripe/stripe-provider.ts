import type { IncomingHttpHeaders } from 'node:http';
import { Stripe } from 'stripe';
import type { Context } from '../../../kernel/server/context.ts';
import type { DisputeStatus } from '../ledger/entries.ts';
import {
  CardRefused,
  CardUnconfirmed,
  NoticeRefused,
  type PaymentProvider,
  type PaymentRequest,
  type ProviderCard,
  type ProviderNotice,
  type ProviderPayment,
  type ProviderRefund,
  ProviderUnavailable,
} from '../provider.ts';

/** The version of Stripe's API that the shapes here belong to. A new SDK brings another one: change both together. */
const API_VERSION = '2026-10-28.endive';
const ANSWER_MS = 20_000;
/** A notice that was signed longer ago is a replay. */
const TOLERANCE_SECONDS = 300;
const PAGE = 100;
/** A bank decides a dispute within so long. */
const DISPUTE_SECONDS = 120 * 86_400;

const idOf = (of: { id: string } | string | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null);

const STATUSES: Readonly<Record<Stripe.PaymentIntent.Status, ProviderPayment['status']>> = {
  requires_payment_method: 'failed',
  requires_confirmation: 'failed',
  requires_action: 'requires_action',
  requires_capture: 'processing',
  processing: 'processing',
  canceled: 'canceled',
  succeeded: 'succeeded',
};

/** Off-session, the bank's wish to be asked first comes as a refusal; the member can still answer it. */
const statusOf = ({ status, last_payment_error: error }: Stripe.PaymentIntent): ProviderPayment['status'] =>
  status === 'requires_payment_method' && error?.code === 'authentication_required'
    ? 'requires_action'
    : (STATUSES[status] ?? 'processing');

const DISPUTES: Readonly<Partial<Record<Stripe.Dispute.Status, DisputeStatus>>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'won',
};

function present(intent: Stripe.PaymentIntent, dispute: DisputeStatus = 'none'): ProviderPayment {
  const { id, amount, currency, metadata, last_payment_error: error, client_secret, created } = intent;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const status = statusOf(intent);
  const attempt = Number(metadata['attempt']);
  return {
    ref: id,
    attemptId: Number.isSafeInteger(attempt) && attempt > 0 ? attempt : null,
    status,
    amount,
    currency: currency.toUpperCase(),
    errorCode: error?.decline_code ?? error?.code ?? null,
    refunded: charge?.amount_refunded ?? 0,
    dispute,
    clientSecret: status === 'requires_action' ? client_secret : null,
    confirmationUrl: null,
    createdAt: created * 1000,
  };
}

/** @throws CardRefused for another method of payment */
function presentMethod({ id, card }: Stripe.PaymentMethod): ProviderCard {
  if (!card) throw new CardRefused('not_a_card', 'Use a card.');
  return {
    ref: id,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    fingerprint: card.fingerprint ?? '',
  };
}

/** Says whether a refusal is certain. What is not may have had its effect. */
function translate(error: unknown): Error {
  if (error instanceof Stripe.errors.StripeCardError)
    return new CardRefused(error.decline_code ?? error.code ?? 'card_declined', error.message);
  if (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError
  )
    return new CardRefused(error.code ?? 'invalid_request', 'The payment provider refused this.');
  return new ProviderUnavailable('The payment provider gave no answer.', { cause: error });
}

const orTranslated = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    throw translate(error);
  });

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

function clientOf({ STRIPE_SECRET_KEY, STRIPE_API_URL }: Context['env']): Stripe {
  const url = STRIPE_API_URL ? new URL(STRIPE_API_URL) : null;
  return new Stripe(STRIPE_SECRET_KEY ?? '', {
    apiVersion: API_VERSION,
    timeout: ANSWER_MS,
    // A payment without an answer is read by us, never sent again.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port,
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

/** Cards and money at Stripe: Setup and Payment Intents only. Plans, trials and renewals are ours. */
export function stripeProvider(context: Pick<Context, 'env' | 'now'>): PaymentProvider {
  const { env } = context;
  const stripe = clientOf(env);
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET ?? '';
  const isTest = (env.STRIPE_SECRET_KEY ?? '').startsWith('sk_test_');

  async function disputeOf(intent: Stripe.PaymentIntent): Promise<DisputeStatus> {
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
    if (!charge?.disputed) return 'none';
    const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 1 });
    return data[0] ? (DISPUTES[data[0].status] ?? 'open') : 'open';
  }
  const read = async (ref: string): Promise<ProviderPayment> => {
    const intent = await stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] });
    return present(intent, await disputeOf(intent));
  };

  async function pay(request: PaymentRequest, key: string): Promise<ProviderPayment> {
    const { attemptId, customer, card, amount, currency, offSession, description } = request;
    try {
      const intent = await stripe.paymentIntents.create(
        {
          amount,
          currency: currency.toLowerCase(),
          customer,
          payment_method: card,
          allowed_payment_method_types: ['card'],
          confirm: true,
          off_session: offSession,
          description,
          metadata: { attempt: String(attemptId) },
          expand: ['latest_charge'],
        },
        { idempotencyKey: key },
      );
      return present(intent);
    } catch (error) {
      // A refused card leaves a payment behind, which is closed before another one is begun.
      if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
        return present(error.payment_intent);
      throw translate(error);
    }
  }

  return {
    name: 'stripe',
    isTest,
    async createCustomer(userId, key) {
      const { id } = await orTranslated(
        stripe.customers.create({ metadata: { user: String(userId) } }, { idempotencyKey: key }),
      );
      return id;
    },
    async removeCustomer(customer) {
      await stripe.customers.del(customer).catch((error: unknown) => {
        if (!isMissing(error)) throw translate(error);
      });
    },
    async attachCard({ customer, token }) {
      const known = await orTranslated(stripe.paymentMethods.retrieve(token));
      // Stored already: its bank was asked meanwhile, or the answer of an earlier try was lost.
      if (idOf(known.customer) === customer) return presentMethod(known);
      const intent = await orTranslated(
        stripe.setupIntents.create(
          {
            customer,
            payment_method: token,
            allowed_payment_method_types: ['card'],
            usage: 'off_session',
            confirm: true,
          },
          // The same card may be added again after it was removed: each try is a request of its own.
          {},
        ),
      );
      // Stripe keeps the card only of a setup that its bank allowed.
      if (intent.status === 'requires_action' && intent.client_secret)
        throw new CardUnconfirmed(intent.client_secret);
      if (intent.status !== 'succeeded')
        throw new CardRefused(intent.last_setup_error?.code ?? 'card_declined', '');
      return presentMethod(
        await orTranslated(stripe.paymentMethods.retrieve(idOf(intent.payment_method) ?? token)),
      );
    },
    async removeCard(card) {
      await stripe.paymentMethods.detach(card).catch((error: unknown) => {
        if (!isMissing(error)) throw translate(error);
      });
    },
    pay,
    read: (ref) => orTranslated(read(ref)),
    async find(customer, attemptId) {
      const wanted = String(attemptId);
      const intents = stripe.paymentIntents.list({ customer, limit: PAGE });
      const found = await orTranslated(
        (async () => {
          for await (const intent of intents) if (intent.metadata['attempt'] === wanted) return intent;
          return null;
        })(),
      );
      return found ? orTranslated(read(found.id)) : null;
    },
    async cancel(ref) {
      try {
        return present(await stripe.paymentIntents.cancel(ref));
      } catch (error) {
        // It was paid or canceled meanwhile: that is the truth then.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return orTranslated(read(ref));
        throw translate(error);
      }
    },
    async refund({ ref, amount }, key) {
      const { data } = await orTranslated(stripe.refunds.list({ payment_intent: ref, limit: PAGE }));
      const before = data.find(({ metadata }) => metadata?.['key'] === key);
      const refund =
        before ??
        (await stripe.refunds
          .create({ payment_intent: ref, amount, metadata: { key } }, { idempotencyKey: key })
          .catch((error: unknown) => {
            const problem = translate(error);
            if (problem instanceof CardRefused) return null;
            throw problem;
          }));
      if (!refund) return { ref: key, status: 'failed', amount };
      const status: ProviderRefund['status'] =
        refund.status === 'succeeded'
          ? 'succeeded'
          : refund.status === 'failed' || refund.status === 'canceled'
            ? 'failed'
            : 'pending';
      return { ref: refund.id, status, amount: refund.amount };
    },
    async list(since) {
      const all = new Map<string, ProviderPayment>();
      const from = Math.floor(since / 1000);
      const page = { created: { gte: from }, limit: PAGE };
      const readLater = async (about: string | { id: string } | null) => {
        const ref = idOf(about);
        if (ref !== null && !all.has(ref)) all.set(ref, await read(ref));
      };
      await orTranslated(
        (async () => {
          const began = stripe.paymentIntents.list({ ...page, expand: ['data.latest_charge'] });
          for await (const intent of began) all.set(intent.id, present(intent));
          for await (const refund of stripe.refunds.list(page)) await readLater(refund.payment_intent);
          const disputed = { ...page, created: { gte: from - DISPUTE_SECONDS } };
          for await (const dispute of stripe.disputes.list(disputed)) await readLater(dispute.payment_intent);
        })(),
      );
      return [...all.values()];
    },
    parseNotice: (body, headers) =>
      parseNotice(body, headers, { stripe, webhookSecret, isTest, now: () => context.now() }),
  };
}

function parseNotice(
  body: Buffer,
  headers: IncomingHttpHeaders,
  {
    stripe,
    webhookSecret,
    isTest,
    now,
  }: { stripe: Stripe; webhookSecret: string; isTest: boolean; now: () => Date },
): ProviderNotice {
  const signature = headers['stripe-signature'];
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(
      body,
      typeof signature === 'string' ? signature : '',
      webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      now().getTime(),
    );
  } catch {
    throw new NoticeRefused('The signature is not one of Stripe, or too old.');
  }
  if (event.livemode === isTest) throw new NoticeRefused('The notice belongs to the other mode.');
  const subject = event.data.object as {
    object?: string;
    id?: string;
    payment_intent?: string | { id: string };
  };
  const ref = subject.object === 'payment_intent' ? (subject.id ?? null) : idOf(subject.payment_intent);
  return { eventId: event.id, kind: event.type, ref, createdAt: event.created * 1000 };
}
