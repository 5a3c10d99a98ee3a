import { act, screen, waitFor } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';
import { listOf, sampleCard, sampleIntent, sampleReceipt, sampleSubscription } from '../testing/samples.ts';

const settings = { paymentConfig: { provider: 'stripe' }, premiumPaymentKey: 'pk_live_1' };
const answers = {
  'GET /paid-subscriptions': listOf('paid_subscriptions', [sampleSubscription()]),
  'GET /products': listOf('products', []),
  'GET /billing-profiles': listOf('billing_profiles', []),
  'GET /receipts': listOf('receipts', []),
  'POST /billing-profiles': sampleCard(),
};
const scripts = () => [
  ...document.querySelectorAll<HTMLScriptElement>('script[src^="https://js.stripe.com/"]'),
];

/** The part of Stripe's script that the fields call, as its types have it. */
const confirmed: string[] = [];
/** As it stands at Stripe. The library keeps the first client that it made, which later tests use as well. */
let paymentIntent: object = {};
function installStripe(outcomes: object[]) {
  const listeners = new Map<string, () => void>();
  const element = {
    on: (event: string, listener: () => void) => void listeners.set(event, listener),
    mount: () => listeners.get('ready')?.(),
    destroy: () => {},
  };
  const elements = { create: () => element, submit: () => Promise.resolve({}) };
  const stripe = {
    elements: () => elements,
    handleNextAction: ({ clientSecret }: { clientSecret: string }) => {
      confirmed.push(clientSecret);
      return Promise.resolve({});
    },
    retrievePaymentIntent: () => Promise.resolve({ paymentIntent }),
    confirmCardPayment: (clientSecret: string, { payment_method: card }: { payment_method: string }) => {
      confirmed.push(`${clientSecret} with ${card}`);
      return Promise.resolve({});
    },
    createPaymentMethod: () => Promise.resolve(outcomes.length > 1 ? outcomes.shift() : outcomes[0]),
  };
  Object.assign(window, { Stripe: () => stripe });
}

afterEach(() => {
  confirmed.length = 0;
  Reflect.deleteProperty(window, 'Stripe');
  for (const script of scripts()) script.remove();
});

it('[PREM-09] [PREM-11] Stripe’s script is loaded when cards are entered; its failure is shown, and is tried again', async () => {
  const { user, sent } = openPage('/premium/membership', answers, { settings });
  await screen.findByText('No cards yet.');
  expect(scripts()).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Add a card' }));
  // The library tries twice by itself.
  for (let tries = 0; tries < 2; tries++) {
    const script = await waitFor(() => {
      const found = scripts().find(({ dataset }) => !dataset.failed);
      if (!found) throw new Error('The script was not asked for.');
      return found;
    });
    script.dataset.failed = 'true';
    act(() => void script.dispatchEvent(new Event('error')));
  }
  expect(await screen.findByText('We couldn’t load the card fields.')).toBeTruthy();
  installStripe([
    { error: { message: 'Your card number is incomplete.' } },
    { paymentMethod: { id: 'pm_1' } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('We couldn’t load the card fields.')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Your card number is incomplete.');
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  await waitFor(() =>
    expect(sent().map(({ body }) => body)).toEqual([{ cc_token: 'pm_1', is_default: true }]),
  );
});

it('[PREM-02] a card whose bank asks first is confirmed in the provider’s window, and stored after that', async () => {
  installStripe([{ paymentMethod: { id: 'pm_1' } }]);
  const parameters = { client_secret: 'seti_secret' };
  const { user, sent } = openPage(
    '/premium/membership',
    {
      ...answers,
      'POST /billing-profiles': [
        refusal(409, 'card_confirmation_required', 'Your bank wants you to confirm this card.', {
          parameters,
        }),
        sampleCard(),
      ],
    },
    { settings },
  );
  await user.click(await screen.findByRole('button', { name: 'Add a card' }));
  await user.click(await screen.findByRole('button', { name: 'Save card' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save card' })).toBeNull());
  expect(confirmed).toEqual(['seti_secret']);
  expect(sent().map(({ body }) => body)).toEqual([
    { cc_token: 'pm_1', is_default: true },
    { cc_token: 'pm_1', is_default: true },
  ]);
});

it.each([
  [
    'a payment that waits at the bank',
    { status: 'requires_action', last_payment_error: null },
    'pi_1_secret',
  ],
  [
    'a renewal that the bank refused with nobody there',
    { status: 'requires_payment_method', last_payment_error: { payment_method: { id: 'pm_7' } } },
    'pi_1_secret with pm_7',
  ],
] as const)('[PREM-05] %s is confirmed in the provider’s window', async (_, intent, confirmation) => {
  installStripe([]);
  paymentIntent = intent;
  const waiting = sampleIntent({
    paymentIntentStatus: 'requires_action',
    paymentIntentClientSecret: 'pi_1_secret',
    amount: 599,
  });
  const paid = sampleIntent({
    paymentIntentStatus: 'succeeded',
    amount: 599,
    subscription: sampleSubscription(),
  });
  const { user } = openPage(
    '/checkout/en-us/mmf/71',
    {
      'GET /paymentIntent/mmf/71': () => (confirmed.length > 0 ? paid : waiting),
      'POST /completeTransaction': () => (confirmed.length > 0 ? paid : waiting),
      'GET /receipts': listOf('receipts', [sampleReceipt()]),
    },
    { settings },
  );
  await user.click(await screen.findByRole('button', { name: 'Go to your bank' }));
  expect(await screen.findByRole('heading', { name: 'Premium is yours' })).toBeTruthy();
  expect(confirmed).toEqual([confirmation]);
});
