import { screen, waitFor } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';
import {
  listOf,
  sampleCard,
  sampleIntent,
  samplePlan,
  sampleReceipt,
  sampleSubscription,
} from '../testing/samples.ts';

const AT = '/checkout/en-us/mmf/71';
const INTENT = 'GET /paymentIntent/mmf/71';
const COMPLETE = 'POST /completeTransaction';
const PREPARE = 'POST /prepareToCapture';
const paid = sampleIntent({
  paymentIntentStatus: 'succeeded',
  amount: 599,
  trial_days: 0,
  subscription: sampleSubscription(),
});
const receipts = { 'GET /receipts': listOf('receipts', [sampleReceipt()]) };
const form = {
  'GET /products': listOf('products', [samplePlan()]),
  'GET /billing-profiles': listOf('billing_profiles', [sampleCard()]),
};

it('[PREM-05] while the bank has not answered it asks until it has, then switches premium everywhere', async () => {
  const { host } = openPage(AT, {
    ...receipts,
    [INTENT]: [sampleIntent({ paymentIntentStatus: 'processing' }), paid],
    [COMPLETE]: [sampleIntent({ paymentIntentStatus: 'processing' }), paid],
  });
  expect(await screen.findByRole('heading', { name: 'Waiting for your bank' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Premium is yours' })).toBeTruthy();
  expect(screen.getByText('Premium is active until Dec 01, 2026, on all your devices.')).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'Receipt' });
  expect(link.getAttribute('href')).toBe('/premium/receipt/81');
  await waitFor(() =>
    expect(host.published).toContainEqual({
      name: 'data.changed',
      payload: { resources: ['premium', 'billing'] },
    }),
  );
});

it('[PREM-05] back from the bank the outcome is taken over at once', async () => {
  const waiting = sampleIntent({
    paymentIntentStatus: 'requires_action',
    confirmationUrl: '/bank/1',
    amount: 599,
  });
  openPage(AT, { ...receipts, [INTENT]: [waiting, paid], [COMPLETE]: paid });
  expect(await screen.findByRole('heading', { name: 'Premium is yours' })).toBeTruthy();
});

it('[PREM-05] a payment that the bank wants confirmed leads to the bank', async () => {
  const waiting = sampleIntent({
    paymentIntentStatus: 'requires_action',
    confirmationUrl: '/bank/1',
    amount: 599,
  });
  openPage(AT, { [INTENT]: waiting, [COMPLETE]: waiting });
  const link = await screen.findByRole('link', { name: 'Go to your bank' });
  expect(link.getAttribute('href')).toBe('/bank/1');
  expect(screen.getByText('Nothing has been charged yet.')).toBeTruthy();
});

it('[PREM-05] a payment that waits for the bank is paid with another card instead', async () => {
  const waiting = sampleIntent({
    paymentIntentStatus: 'requires_action',
    confirmationUrl: '/bank/1',
    amount: 599,
    trial_days: 0,
  });
  const { user } = openPage(AT, { ...form, ...receipts, [INTENT]: [waiting, paid], [COMPLETE]: waiting });
  await user.click(await screen.findByRole('button', { name: 'Use another card' }));
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'A new card' })).checked).toBe(true);
});

it('[PREM-05] only what is announced by mail is said to be: a trial and a year, not a month', async () => {
  openPage(AT, { [INTENT]: paid, ...receipts });
  expect(await screen.findByText(/\$5\.99 is charged on/)).toBeTruthy();
  expect(screen.queryByText(/We mail you ahead of it/)).toBeNull();
});

it('[PREM-11] a payment that was refused says why, and is paid on the same page', async () => {
  const open = sampleIntent({ amount: 599, trial_days: 0, error_code: 'lost_card' });
  const { user, sent } = openPage(AT, {
    ...form,
    ...receipts,
    [INTENT]: [open, paid],
    [PREPARE]: paid,
  });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Nothing was charged.Your bank has blocked this card. Use another one.',
  );
  await user.click(screen.getByRole('checkbox', { name: /I agree that \$5\.99 a month/ }));
  await user.click(screen.getByRole('button', { name: 'Pay $5.99' }));
  expect(await screen.findByRole('heading', { name: 'Premium is yours' })).toBeTruthy();
  expect(sent().map(({ body }) => body)).toEqual([
    { paymentIntentId: 71, billing_profile_id: 61, accepts_renewal_terms: true },
  ]);
});

it('[PREM-11] a confirmation that the bank did not get is told as one', async () => {
  const code = 'payment_intent_authentication_failure';
  openPage(AT, {
    ...form,
    ...receipts,
    [INTENT]: sampleIntent({ amount: 599, trial_days: 0, error_code: code }),
  });
  expect((await screen.findByRole('alert')).textContent).toMatch(/Your bank did not confirm the payment/);
});

it('[PREM-05] a trial that has begun says when the first payment is', async () => {
  const trial = sampleSubscription({ is_trial: true, state: 'trialing' });
  openPage(AT, { [INTENT]: sampleIntent({ paymentIntentStatus: 'succeeded', subscription: trial }) });
  expect(await screen.findByRole('heading', { name: 'Your free trial has begun' })).toBeTruthy();
  expect(screen.getByText(/\$5\.99 is charged on Dec 01, 2026, unless you cancel before/)).toBeTruthy();
});

it('[PREM-05] a checkout that is over leads to a new one; another member’s is none', async () => {
  openPage(AT, { [INTENT]: sampleIntent({ paymentIntentStatus: 'canceled' }) });
  expect((await screen.findByRole('link', { name: 'Start again' })).getAttribute('href')).toBe(
    '/premium/checkout',
  );
});

it('[PREM-05] of another member nothing is shown', async () => {
  openPage(AT, { [INTENT]: refusal(404, 'not_found') });
  expect(await screen.findByText('This isn’t your payment')).toBeTruthy();
});
