import { act, screen, waitFor } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';
import { listOf, sampleCard, sampleSubscription } from '../testing/samples.ts';

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
    createPaymentMethod: () => Promise.resolve(outcomes.length > 1 ? outcomes.shift() : outcomes[0]),
  };
  Object.assign(window, { Stripe: () => stripe });
}

afterEach(() => {
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
