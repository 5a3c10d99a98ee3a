import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';

type Behavior = 'approved' | 'declined' | 'refused_later' | 'authentication' | 'lost_answer' | 'disputed';

/** The parts of Stripe's objects that the adapter reads, typed by the SDK: another shape there is a type error here. */
type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'currency' | 'status' | 'client_secret' | 'created' | 'livemode' | 'metadata'
> & {
  customer: string;
  last_payment_error: Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'type'> | null;
  latest_charge: Pick<Stripe.Charge, 'id' | 'object' | 'amount_refunded' | 'disputed'> | null;
};
type Method = Pick<Stripe.PaymentMethod, 'id' | 'object'> & {
  customer: string | null;
  card: Pick<Stripe.PaymentMethod.Card, 'brand' | 'last4' | 'exp_month' | 'exp_year' | 'fingerprint'>;
};
type Setup = Pick<
  Stripe.SetupIntent,
  'id' | 'object' | 'status' | 'client_secret' | 'payment_method' | 'last_setup_error'
>;
type RefundShape = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'status' | 'metadata' | 'created'> & {
  payment_intent: string;
};

export interface StripeServer {
  url: string;
  newCard(behavior: Behavior): string;
  confirm(ref: string): void;
  /** The member confirms at the bank that a card may be kept. */
  confirmCard(clientSecret: string): void;
  notice(
    ref: string,
    options: { seconds: number; secret: string; livemode?: boolean },
  ): { body: Buffer; headers: Record<string, string> };
  stop(): Promise<void>;
}

interface Reply {
  status: number;
  body: unknown;
}
const newRef = (kind: string) => `${kind}_${randomBytes(9).toString('hex')}`;
const refusal = (type: string, code: string, more: object = {}): Reply => ({
  status: type === 'card_error' ? 402 : 400,
  body: { error: { type, code, message: code, ...more } },
});
const listOf = (data: unknown[], url: string): Reply => ({
  status: 200,
  body: { object: 'list', data, has_more: false, url },
});

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** A server in the form of Stripe's API, with state: customers, cards, payments, refunds and keys of requests. */
export async function startStripeServer(now: () => number): Promise<StripeServer> {
  const methods = new Map<string, { method: Method; behavior: Behavior }>();
  const customers = new Set<string>();
  const intents = new Map<string, Intent>();
  const refunds = new Map<string, RefundShape>();
  const unconfirmed = new Map<string, () => void>();
  const answered = new Map<string, { form: string; reply: Reply }>();

  function createIntent(form: URLSearchParams): Reply {
    const behavior = methods.get(form.get('payment_method') ?? '')?.behavior;
    if (!behavior) return refusal('invalid_request_error', 'resource_missing');
    const needsBank = behavior === 'authentication';
    const isOffSession = form.get('off_session') === 'true';
    const isRefused = behavior === 'refused_later' || (needsBank && isOffSession);
    const intent: Intent = {
      id: newRef('pi'),
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      status: isRefused ? 'requires_payment_method' : needsBank ? 'requires_action' : 'succeeded',
      client_secret: newRef('secret'),
      created: Math.floor(now() / 1000),
      livemode: false,
      metadata: { attempt: form.get('metadata[attempt]') ?? '' },
      customer: form.get('customer') ?? '',
      last_payment_error: isRefused
        ? needsBank
          ? { type: 'card_error', code: 'authentication_required' }
          : { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' }
        : null,
      latest_charge: { id: newRef('ch'), object: 'charge', amount_refunded: 0, disputed: isDisputed(form) },
    };
    intents.set(intent.id, intent);
    const error = intent.last_payment_error;
    return error
      ? refusal('card_error', error.code ?? '', { ...error, payment_intent: intent })
      : { status: 200, body: intent };
  }

  const isDisputed = (form: URLSearchParams): boolean =>
    methods.get(form.get('payment_method') ?? '')?.behavior === 'disputed';

  function createRefund(form: URLSearchParams): Reply {
    const intent = intents.get(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount'));
    const charge = intent?.latest_charge;
    if (!intent || !charge || charge.amount_refunded + amount > intent.amount)
      return refusal('invalid_request_error', 'charge_already_refunded');
    charge.amount_refunded += amount;
    const refund: RefundShape = {
      id: newRef('re'),
      object: 'refund',
      amount,
      status: 'succeeded',
      metadata: { key: form.get('metadata[key]') ?? '' },
      created: Math.floor(now() / 1000),
      payment_intent: intent.id,
    };
    refunds.set(refund.id, refund);
    return { status: 200, body: refund };
  }

  function createSetup(form: URLSearchParams): Reply {
    const card = methods.get(form.get('payment_method') ?? '');
    if (!card) return refusal('invalid_request_error', 'resource_missing');
    if (card.behavior === 'declined')
      return refusal('card_error', 'card_declined', { decline_code: 'insufficient_funds' });
    const setup: Setup = {
      id: newRef('seti'),
      object: 'setup_intent',
      status: card.behavior === 'authentication' ? 'requires_action' : 'succeeded',
      client_secret: newRef('secret'),
      payment_method: card.method.id,
      last_setup_error: null,
    };
    const keep = () => void (card.method.customer = form.get('customer'));
    if (setup.status === 'succeeded') keep();
    else unconfirmed.set(setup.client_secret!, keep);
    return { status: 200, body: setup };
  }

  function cancel(intent: Intent): Reply {
    if (intent.status === 'succeeded')
      return refusal('invalid_request_error', 'payment_intent_unexpected_state');
    intent.status = 'canceled';
    return { status: 200, body: intent };
  }

  function answer(method: string, url: URL, form: URLSearchParams): Reply {
    const [, , resource = '', id = '', action = ''] = url.pathname.split('/');
    const missing = refusal('invalid_request_error', 'resource_missing');
    if (resource === 'customers') {
      if (method === 'DELETE')
        return customers.delete(id) ? { status: 200, body: { id, deleted: true } } : missing;
      const made = newRef('cus');
      customers.add(made);
      return { status: 200, body: { id: made, object: 'customer' } };
    }
    if (resource === 'setup_intents') return createSetup(form);
    if (resource === 'payment_methods') {
      const card = methods.get(id);
      if (!card) return missing;
      if (action === 'detach') methods.delete(id);
      return { status: 200, body: card.method };
    }
    if (resource === 'refunds')
      return method === 'POST'
        ? createRefund(form)
        : listOf(
            [...refunds.values()].filter(
              ({ payment_intent, created }) =>
                [null, payment_intent].includes(url.searchParams.get('payment_intent')) &&
                created >= Number(url.searchParams.get('created[gte]') ?? 0),
            ),
            url.pathname,
          );
    if (resource === 'disputes') {
      const wanted = url.searchParams.get('payment_intent');
      const disputed = [...intents.values()].filter(
        (one) => one.latest_charge?.disputed && [null, one.id].includes(wanted),
      );
      return listOf(
        disputed.map(
          ({ id: payment_intent }): Pick<Stripe.Dispute, 'id' | 'object' | 'status' | 'payment_intent'> => ({
            id: newRef('du'),
            object: 'dispute',
            status: 'needs_response',
            payment_intent,
          }),
        ),
        url.pathname,
      );
    }
    if (resource !== 'payment_intents') return missing;
    if (!id && method === 'POST') return createIntent(form);
    if (!id) {
      const customer = url.searchParams.get('customer');
      const since = Number(url.searchParams.get('created[gte]') ?? 0);
      const found = [...intents.values()].filter(
        (one) => (customer === null || one.customer === customer) && one.created >= since,
      );
      return listOf(found.toReversed(), url.pathname);
    }
    const intent = intents.get(id);
    if (!intent) return missing;
    return action === 'cancel' ? cancel(intent) : { status: 200, body: intent };
  }

  const server = createServer((request, response) => {
    void (async () => {
      const form = await readForm(request);
      const url = new URL(request.url ?? '/', 'http://stripe');
      const key = request.headers['idempotency-key'];
      const before = typeof key === 'string' && request.method === 'POST' ? answered.get(key) : undefined;
      const reply = before
        ? before.form === form.toString()
          ? before.reply
          : refusal('idempotency_error', 'idempotency_key_in_use')
        : answer(request.method ?? 'GET', url, form);
      if (typeof key === 'string' && !before) answered.set(key, { form: form.toString(), reply });
      const isLost =
        url.pathname === '/v1/payment_intents' &&
        methods.get(form.get('payment_method') ?? '')?.behavior === 'lost_answer';
      // The effect is there; the connection ends before the answer.
      if (isLost) return void request.socket.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    newCard(behavior) {
      const method: Method = {
        id: newRef('pm'),
        object: 'payment_method',
        customer: null,
        card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040, fingerprint: 'fingerprint' },
      };
      methods.set(method.id, { method, behavior });
      return method.id;
    },
    confirm(ref) {
      const intent = intents.get(ref);
      if (intent) Object.assign(intent, { status: 'succeeded', last_payment_error: null });
    },
    confirmCard: (clientSecret) => unconfirmed.get(clientSecret)?.(),
    notice(ref, { seconds, secret, livemode = false }) {
      const event = {
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        created: seconds,
        livemode,
        data: { object: { id: ref, object: 'payment_intent' } },
      };
      const body = Buffer.from(JSON.stringify(event));
      const signature = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
      return { body, headers: { 'stripe-signature': `t=${seconds},v1=${signature}` } };
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
