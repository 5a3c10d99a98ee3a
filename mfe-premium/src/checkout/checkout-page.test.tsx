import { ApiError } from '@waymark/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { cardFrame } from '../testing/card-frame.ts';
import { openPage, refusal, whileSending } from '../testing/open-page.tsx';
import {
  listOf,
  sampleAnnual,
  sampleCard,
  sampleIntent,
  samplePlan,
  sampleSubscription,
} from '../testing/samples.ts';

const CREATE = 'POST /paymentIntent';
const ADD_CARD = 'POST /addCard';
const PREPARE = 'POST /prepareToCapture';
const answers = {
  'GET /products': listOf('products', [samplePlan(), sampleAnnual()]),
  'GET /paid-subscriptions': listOf('paid_subscriptions', []),
  'GET /billing-profiles': listOf('billing_profiles', []),
};
const MONTHLY = '/premium/checkout?product=premium-monthly';
const stored = { ...answers, 'GET /billing-profiles': listOf('billing_profiles', [sampleCard()]) };
const agree = () => screen.findByRole('checkbox', { name: /I agree that/ });
const payButton = (name: string | RegExp = 'Start 1 month free') => screen.findByRole('button', { name });

it('[PREM-02] [PREM-05] a trial: terms agreed to apart, card by the provider’s fields, one checkout, then its page', async () => {
  const { host, user, sent } = openPage(MONTHLY, {
    ...answers,
    [CREATE]: sampleIntent(),
    [ADD_CARD]: { billing_profile_id: 61, paymentIntent: sampleIntent() },
    [PREPARE]: sampleIntent({ paymentIntentStatus: 'processing' }),
  });
  const frame = await cardFrame();
  expect(screen.getByText('Due today').parentElement!.textContent).toBe('Due today$0.00');
  await user.click(await payButton());
  expect(screen.getByText('Agree to the renewal to go on.')).toBeTruthy();
  expect(sent()).toEqual([]);
  const terms = await agree();
  expect((terms as HTMLInputElement).checked).toBe(false);
  await user.click(terms);
  await user.click(await payButton());
  await frame.answer({ type: 'token', token: 'card_1' });
  await waitFor(() => expect(host.navigated).toEqual(['/checkout/en-us/mmf/71']));
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ['/paymentIntent', { product_id: 'premium-monthly' }],
    ['/addCard', { paymentIntentId: 71, cc_token: 'card_1' }],
    ['/prepareToCapture', { paymentIntentId: 71, billing_profile_id: 61, accepts_renewal_terms: true }],
  ]);
});

it('[PREM-11] names what is being sent, step by step', async () => {
  const { host, user, sent } = openPage(MONTHLY, {
    ...answers,
    [CREATE]: whileSending('checkout', sampleIntent()),
    [ADD_CARD]: whileSending('add_card', { billing_profile_id: 61, paymentIntent: sampleIntent() }),
    [PREPARE]: whileSending('create_paid_subscription', sampleIntent({ paymentIntentStatus: 'processing' })),
  });
  const frame = await cardFrame();
  await user.click(await agree());
  await user.click(await payButton());
  await frame.answer({ type: 'token', token: 'card_1' });
  await waitFor(() => expect(host.navigated).toEqual(['/checkout/en-us/mmf/71']));
  expect(sent().map(({ path }) => path)).toEqual(['/paymentIntent', '/addCard', '/prepareToCapture']);
});

it('[PREM-11] a coupon that is being checked is named apply_coupon', async () => {
  const discounted = sampleIntent({ amount: 300, trial_days: 0 });
  const { user } = openPage(MONTHLY, { ...stored, [CREATE]: whileSending('apply_coupon', discounted) });
  await user.click(await screen.findByRole('button', { name: 'I have a coupon' }));
  await user.type(screen.getByLabelText('Coupon code'), 'half');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText(/is counted in/)).toBeTruthy();
});

it('[PREM-11] a card that its provider refuses is said so in the provider’s words, and nothing is sent', async () => {
  const { user, sent } = openPage(MONTHLY, answers);
  const frame = await cardFrame();
  await user.click(await agree());
  await user.click(await payButton());
  await frame.answer({ type: 'error', message: 'This is not a card number. Check its digits.' });
  expect((await screen.findByRole('alert')).textContent).toBe('This is not a card number. Check its digits.');
  expect(sent()).toEqual([]);
});

it('[PREM-02] messages of another origin are not the card frame’s', async () => {
  const { user, sent } = openPage(MONTHLY, answers);
  const frame = await cardFrame();
  await user.click(await agree());
  await user.click(await payButton());
  await waitFor(() => expect(frame.asked).toHaveLength(1));
  frame.send({ type: 'token', token: 'stolen' }, 'https://evil.example');
  frame.send({ type: 'error', message: 'Ours.' });
  expect((await screen.findByRole('alert')).textContent).toBe('Ours.');
  expect(sent()).toEqual([]);
});

it('[PREM-12] clicked twice at once it pays once, under one key; after a lost answer the key is the same', async () => {
  const { host, user, sent } = openPage(MONTHLY, {
    ...stored,
    [CREATE]: sampleIntent(),
    [PREPARE]: [new ApiError(0, '', null), sampleIntent({ paymentIntentStatus: 'succeeded' })],
  });
  await user.click(await agree());
  const button = await payButton();
  act(() => {
    button.click();
    button.click();
  });
  expect((await screen.findByRole('alert')).textContent).toMatch(/couldn’t reach Waymark/);
  expect(screen.getByRole('link', { name: 'Check its status' }).getAttribute('href')).toBe(
    '/checkout/en-us/mmf/71',
  );
  expect(sent().map(({ path }) => path)).toEqual(['/paymentIntent', '/prepareToCapture']);
  await user.click(await payButton());
  await waitFor(() => expect(host.navigated).toEqual(['/checkout/en-us/mmf/71']));
  const keys = sent()
    .filter(({ path }) => path === '/prepareToCapture')
    .map(({ options }) => options?.headers?.['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it('[PREM-12] a payment whose outcome nobody knows leads to its own page', async () => {
  const { host, user } = openPage(MONTHLY, {
    ...stored,
    [CREATE]: sampleIntent(),
    [PREPARE]: refusal(503, 'payment_provider_unavailable'),
  });
  await user.click(await agree());
  await user.click(await payButton());
  await waitFor(() => expect(host.navigated).toEqual(['/checkout/en-us/mmf/71']));
});

it('[PREM-11] a refusal of the bank is explained; plan, agreement and cards are still there', async () => {
  const { user, host } = openPage(MONTHLY, {
    ...stored,
    [CREATE]: sampleIntent(),
    [PREPARE]: sampleIntent({ error_code: 'insufficient_funds' }),
  });
  await user.click(await agree());
  await user.click(await payButton());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Nothing was charged.There is not enough money on this card. Use another one.',
  );
  expect(((await agree()) as HTMLInputElement).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Monthly/ }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'A new card' }).checked).toBe(true);
  expect(host.navigated).toEqual([]);
});

it('[PREM-02] never charges another amount than the one that was on the page', async () => {
  const { user, sent } = openPage(MONTHLY, {
    ...stored,
    [CREATE]: sampleIntent({ amount: 599, trial_days: 0 }),
    [PREPARE]: sampleIntent({ paymentIntentStatus: 'succeeded' }),
  });
  await user.click(await agree());
  await user.click(await payButton());
  expect(await screen.findByText('The price is not what you saw')).toBeTruthy();
  expect(sent().map(({ path }) => path)).toEqual(['/paymentIntent']);
  await user.click(await payButton('Pay $5.99'));
  await waitFor(() => expect(sent().at(-1)!.path).toBe('/prepareToCapture'));
});

it('[PREM-10] a coupon changes the price before anything is paid, and one that does not count is explained', async () => {
  const { user } = openPage(MONTHLY, {
    ...stored,
    [CREATE]: [
      refusal(409, 'coupon_expired', 'This coupon is not valid today.'),
      sampleIntent({ amount: 300, trial_days: 0, discount_amount: 299 }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'I have a coupon' }));
  await user.type(screen.getByLabelText('Coupon code'), 'late');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('This coupon is not valid today.')).toBeTruthy();
  expect((await payButton()).hasAttribute('disabled')).toBe(true);
  await user.clear(screen.getByLabelText('Coupon code'));
  await user.type(screen.getByLabelText('Coupon code'), 'half');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText(/is counted in/)).toBeTruthy();
  expect(screen.getByText('Coupon', { selector: 'dt' }).parentElement!.textContent).toBe('Coupon−$2.99');
  expect(await payButton('Pay $3.00')).toBeTruthy();
});

it('[PREM-10] a coupon that counts after the free time says what is charged then, and is agreed to so', async () => {
  const { user } = openPage(`${MONTHLY}&coupon=HALF`, {
    ...stored,
    [CREATE]: sampleIntent({ discount_amount: 299, first_renewal_amount: 300 }),
  });
  expect(
    await screen.findByText(/^Then \$3\.00 on .* with your coupon, and \$5\.99 a month after that/),
  ).toBeTruthy();
  const terms = await screen.findByRole('checkbox', {
    name: /^I agree that \$3\.00 is charged on .*, and \$5\.99 a month after that, until I cancel/,
  });
  await user.click(terms);
  expect((await payButton()).hasAttribute('disabled')).toBe(false);
});

it('[PREM-07] a member with premium learns so before a card is asked for', async () => {
  openPage(MONTHLY, {
    ...stored,
    'GET /paid-subscriptions': listOf('paid_subscriptions', [sampleSubscription()]),
  });
  expect(await screen.findByText('You have premium already')).toBeTruthy();
});
