import { createHmac, randomBytes } from 'node:crypto';
import type { Call } from '@waymark/api-contract';
import { z } from 'zod';
import { ApiProblem, invalid, notFound } from '../../kernel/server/errors.ts';
import { html, sendPage } from '../../kernel/server/page.ts';
import { route } from '../../kernel/server/route.ts';
import { billingOf } from './billing.ts';
import { requireSelling } from './cards.ts';
import { formatMoney } from './mails.ts';
import { CARD_FRAME, CARD_SCRIPT } from './local-card-frame.ts';
import { confirmPayment } from './local/local-provider.ts';
import { hasValidCheckDigit, TEST_CARDS } from './local/test-cards.ts';

const NUMBER = z.string().max(40);
const BankParams = z.object({ ref: z.string().regex(/^pay_[0-9a-f]{24}$/) });

const calls = {
  frame: {
    method: 'GET',
    path: '/local/card-frame',
    summary: 'Card fields of the local provider, for a frame',
  },
  script: { method: 'GET', path: '/local/card-frame.js', summary: 'Script of those fields' },
  token: {
    method: 'POST',
    path: '/local/cards',
    summary: 'Exchange a test card for a token; the number is not stored',
    body: z.object({
      number: NUMBER,
      exp_month: z.coerce.number().int().min(0).max(99),
      exp_year: z.coerce.number().int().min(2000).max(2099),
      cvc: z.string().max(10),
    }),
    response: z.object({ token: z.string(), brand: z.string(), last4: z.string() }),
    status: 201,
  },
  bank: {
    method: 'GET',
    path: '/local/bank/:ref',
    summary: 'Page of the pretended bank',
    params: BankParams,
  },
  answer: {
    method: 'POST',
    path: '/local/bank/:ref',
    summary: 'Approve or refuse a payment at the pretended bank',
    params: BankParams,
    body: z.object({ decision: z.enum(['approve', 'refuse']) }),
  },
} satisfies Record<string, Call>;

/** The fields run on this page and nowhere else: the page around them never sees a number. */
const frameHandler = route<typeof calls.frame>({
  call: calls.frame,
  access: 'anyone',
  lenient: true,
  handler: ({ context, reply }) => {
    requireLocal(billingOf(context).provider.name);
    return Promise.resolve(
      reply
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        )
        .header('referrer-policy', 'no-referrer')
        .send(CARD_FRAME),
    );
  },
});

const scriptHandler = route<typeof calls.script>({
  call: calls.script,
  access: 'anyone',
  lenient: true,
  handler: ({ reply }) => Promise.resolve(reply.type('text/javascript; charset=utf-8').send(CARD_SCRIPT)),
});

function requireLocal(provider: string): void {
  if (provider !== 'local') throw notFound('page');
}

const tokenHandler = route<typeof calls.token>({
  call: calls.token,
  access: 'anyone',
  lenient: true,
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, body }) {
    const billing = billingOf(context);
    requireLocal(billing.provider.name);
    requireSelling(billing);
    const number = body.number.replaceAll(/[\s-]/g, '');
    // No sentence repeats what was entered.
    if (!/^\d{12,19}$/.test(number) || !hasValidCheckDigit(number))
      throw invalid({ number: ['This is not a card number. Check its digits.'] });
    const card = TEST_CARDS.find((one) => one.number === number);
    if (!card)
      throw new ApiProblem(
        400,
        'test_cards_only',
        'This installation takes test cards only. Do not enter a real card.',
      );
    if (body.exp_month < 1 || body.exp_month > 12)
      throw invalid({ exp_month: ['Check the month of the expiry date: it is 01 to 12.'] });
    if (Date.UTC(body.exp_year, body.exp_month) <= context.now().getTime())
      throw invalid({ exp_month: ['This card has expired. Use another one.'] });
    const isAmex = card.brand === 'amex';
    if (body.cvc.length !== (isAmex ? 4 : 3) || !/^\d+$/.test(body.cvc))
      throw invalid({ cvc: [`Check the security code on the ${isAmex ? 'front' : 'back'} of the card.`] });
    const token = `card_${randomBytes(12).toString('hex')}`;
    const last4 = number.slice(-4);
    await context.db
      .insertInto('local_cards')
      .values({
        ref: token,
        customer: null,
        brand: card.brand,
        last4,
        exp_month: body.exp_month,
        exp_year: body.exp_year,
        fingerprint: createHmac('sha256', context.derive('fingerprints of cards'))
          .update(number)
          .digest('hex'),
        behavior: card.behavior,
        code: card.code,
        confirmed_at: null,
        created_at: context.now(),
      })
      .execute();
    return { token, brand: card.brand, last4 };
  },
});

const bankHandler = route<typeof calls.bank>({
  call: calls.bank,
  access: 'anyone',
  lenient: true,
  async handler({ context, params, reply }) {
    const payment = await context.db
      .selectFrom('local_payments')
      .select(['amount', 'currency', 'status'])
      .where('ref', '=', params.ref)
      .executeTakeFirst();
    if (!payment) throw notFound('payment');
    const isOpen = payment.status === 'requires_action';
    const body = html`<h1>Confirm your payment</h1>
      <p>This stands in for the page of a bank. It takes no real money.</p>
      ${
        isOpen
          ? html`<p>Pay <strong>${formatMoney(payment.amount, payment.currency)}</strong> to Waymark?</p>
              <form method="post">
                <button name="decision" value="approve">Approve</button>
                <button name="decision" value="refuse">Refuse</button>
              </form>`
          : html`<p>
              This payment has been answered already.
              <a href="/premium/membership">Go back to Waymark</a>
            </p>`
      }`;
    return sendPage(reply, { title: 'Confirm your payment', body, hasForm: true });
  },
});

const answerHandler = route<typeof calls.answer>({
  call: calls.answer,
  access: 'anyone',
  lenient: true,
  form: true,
  async handler({ context, params, body, reply }) {
    const isTaken = await confirmPayment(context, params.ref, body.decision === 'approve');
    if (!isTaken) throw notFound('payment');
    const payment = await context.db
      .selectFrom('local_payments')
      .select('attempt_id')
      .where('ref', '=', params.ref)
      .executeTakeFirstOrThrow();
    const attempt = await context.db
      .selectFrom('payment_attempts')
      .select(['id', 'order_id'])
      .where('id', '=', payment.attempt_id)
      .executeTakeFirst();
    const where = attempt ? `/checkout/en-us/mmf/${attempt.order_id ?? attempt.id}` : '/premium/membership';
    return reply.code(303).header('location', where).send();
  },
});

export const localProviderRoutes = [frameHandler, scriptHandler, tokenHandler, bankHandler, answerHandler];
