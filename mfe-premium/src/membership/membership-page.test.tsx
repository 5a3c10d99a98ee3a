import type { PaidSubscription } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { expectFailureAt } from '@waymark/remote/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { cardFrame } from '../testing/card-frame.ts';
import { openPage, refusal, whileSending } from '../testing/open-page.tsx';
import {
  listOf,
  sampleAnnual,
  sampleCard,
  sampleIntent,
  samplePlan,
  sampleReceipt,
  sampleSubscription,
} from '../testing/samples.ts';

const AT = '/premium/membership';
const UPDATE = 'PATCH /paid-subscriptions/51';
const subscriptions = (...all: PaidSubscription[]) => listOf('paid_subscriptions', all);
const page = (...all: PaidSubscription[]) => ({
  'GET /paid-subscriptions': subscriptions(...all) as unknown,
  'GET /products': listOf('products', [samplePlan({ trial_days: 0 }), sampleAnnual({ trial_days: 0 })]),
  'GET /billing-profiles': listOf('billing_profiles', [sampleCard()]),
  'GET /receipts': listOf('receipts', [sampleReceipt()]),
  'GET /gifts': listOf('gifts', []),
});
const ending = sampleSubscription({ requested_cancellation: true, next_payment: null, state: 'canceled' });

it('[PREM-07] shows the active subscription, what is charged next, and every receipt', async () => {
  const expired = sampleSubscription({
    subscription_id: 50,
    subscription_status: 'expired',
    state: 'expired',
  });
  openPage(AT, page(expired, sampleSubscription()));
  expect(await screen.findByText('Next payment: $5.99 on Dec 01, 2026.')).toBeTruthy();
  expect(screen.getByText('Active')).toBeTruthy();
  const receipts = within(await screen.findByRole('list', { name: 'Receipts' }));
  expect(receipts.getByRole('link', { name: 'Receipt 2026-000007' }).getAttribute('href')).toBe(
    '/premium/receipt/81',
  );
});

it('[PREM-06] the switch off asks for the cancellation, on takes it back; it shows what the server answered', async () => {
  const { user, sent } = openPage(AT, {
    ...page(),
    'GET /paid-subscriptions': [
      subscriptions(sampleSubscription()),
      subscriptions(ending),
      subscriptions(sampleSubscription()),
    ],
    [UPDATE]: [ending, sampleSubscription()],
  });
  const renews = await screen.findByRole<HTMLInputElement>('switch', { name: 'Renew automatically' });
  expect(renews.checked).toBe(true);
  await user.click(renews);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false));
  expect(screen.getByText(/stays active until Dec 01, 2026, then ends/)).toBeTruthy();
  await user.click(screen.getByRole('switch'));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true));
  expect(sent().map(({ body }) => body)).toEqual([
    { requested_cancellation: true },
    { requested_cancellation: false },
  ]);
});

it('[PREM-06] a switch that the server refused stays as it was, with the reason', async () => {
  const { user } = openPage(AT, {
    ...page(sampleSubscription()),
    [UPDATE]: refusal(409, 'subscription_ended', 'This subscription has ended. Start a new one.'),
  });
  await user.click(await screen.findByRole('switch'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This subscription has ended. Start a new one.',
  );
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
});

it('[PREM-06] premium is canceled in two clicks', async () => {
  const { user, sent, host } = openPage(AT, {
    ...page(),
    'GET /paid-subscriptions': [subscriptions(sampleSubscription()), subscriptions(ending)],
    [UPDATE]: ending,
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel premium' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Keep premium' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel premium' }));
  expect(await screen.findByRole('button', { name: 'Keep premium' })).toBeTruthy();
  expect(sent().map(({ body }) => body)).toEqual([{ requested_cancellation: true }]);
  expect(host.notifications[0]?.text).toMatch(/will not renew/);
});

it.each([
  ['2027-05-07T10:00:00.000Z', /it’s open again until May 07, 2027/],
  [null, 'Keep your account, and it’s yours again.'],
])(
  '[PREM-07] [ACCT-04] while the account is to be deleted the page tells what becomes of premium: %s',
  async (end, text) => {
    const losses = { premium: { product_name: 'Premium', is_renewing: false, paid_until_datetime: end } };
    openPage(
      AT,
      {
        ...page(sampleSubscription({ subscription_status: 'expired', state: 'canceled' })),
        'GET /deletion-request': { request: null, grace_days: 14, losses },
      },
      { blockedBy: 'deletion' },
    );
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'See premium' })).toBeNull();
    expect(screen.getByRole('link', { name: 'See your deletion' }).getAttribute('href')).toBe(
      '/account/delete',
    );
  },
);

it('[PREM-07] premium for good is shown as that, also where a cancellation was once recorded for it', async () => {
  const forGood = sampleSubscription({
    subscription_details: null,
    subscription_end_date: null,
    next_payment: null,
    requested_cancellation: true,
  });
  openPage(AT, page(forGood));
  expect(await screen.findByText('Yours for good. It doesn’t renew.')).toBeTruthy();
  expect(screen.getByText('Active')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Keep premium' })).toBeNull();
});

it('[PREM-09] a renewal without a card is announced before it fails', async () => {
  openPage(AT, { ...page(sampleSubscription()), 'GET /billing-profiles': listOf('billing_profiles', []) });
  expect(await screen.findByText('No card pays your next renewal')).toBeTruthy();
  expect(screen.getByText('Add one below before Dec 01, 2026 to keep premium.')).toBeTruthy();
});

it('[PREM-07] what is past due says since when, and that cancelling ends premium now', async () => {
  const { user } = openPage(AT, page(sampleSubscription({ state: 'past_due' })));
  expect(await screen.findByText('$5.99 has been due since Dec 01, 2026.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel premium' }));
  expect(screen.getByRole('dialog').textContent).toMatch(/It ends now, and you won’t be charged again/);
});

it('[PREM-02] a change to annual shows the difference before it leads to the payment', async () => {
  const { user } = openPage(AT, {
    ...page(sampleSubscription()),
    'POST /paymentIntent': sampleIntent({
      product_id: 'premium-annual',
      amount: 2799,
      list_amount: 2999,
      credit_amount: 200,
      renewal_amount: 2999,
      trial_days: 0,
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Change to Yearly' }));
  const dialog = within(screen.getByRole('dialog'));
  expect((await dialog.findByText('Due today')).parentElement!.textContent).toBe('Due today$27.99');
  expect(dialog.getByText('What is left of your current plan').parentElement!.textContent).toMatch(
    /−\$2\.00$/,
  );
  expect(dialog.getByRole('link', { name: 'Go to payment' }).getAttribute('href')).toBe(
    '/checkout/en-us/mmf/71',
  );
});

it('[PREM-02] a change to monthly waits for the end of the year, and is taken back', async () => {
  const annual = sampleSubscription({
    product_id: 'premium-annual',
    subscription_details: { frequency_interval: 1, frequency_unit: 'year', trial_details: null },
    payment_details: {
      ...sampleSubscription().payment_details,
      price_point: { amount: 2999, currency: 'USD' },
    },
  });
  const scheduled = { ...annual, next_product_id: 'premium-monthly' };
  const { user, sent } = openPage(AT, {
    ...page(),
    'GET /paid-subscriptions': [subscriptions(annual), subscriptions(scheduled), subscriptions(annual)],
    [UPDATE]: [scheduled, annual],
  });
  await user.click(await screen.findByRole('button', { name: 'Change to Monthly' }));
  expect(screen.getByRole('dialog').textContent).toMatch(
    /From then on \$5\.99 a month is charged instead of \$29\.99 a year/,
  );
  await user.click(screen.getByRole('button', { name: 'Change on Dec 01, 2026' }));
  await user.click(await screen.findByRole('button', { name: 'Stay with Yearly' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().map(({ body }) => body)).toEqual([
    { product_id: 'premium-monthly' },
    { product_id: 'premium-annual' },
  ]);
});

it('[PREM-09] a card becomes the default, is removed, and a refusal stands at its card', async () => {
  const second = sampleCard({
    billing_profile_id: 62,
    is_default: false,
    card: { brand: 'mastercard', last4: '4444', exp_month: 1, exp_year: 2030 },
  });
  const { user, sent } = openPage(AT, {
    ...page(sampleSubscription()),
    'GET /billing-profiles': listOf('billing_profiles', [sampleCard(), second]),
    'PATCH /billing-profiles/62': whileSending('update_billing_profile', { ...second, is_default: true }),
    'DELETE /billing-profiles/61': refusal(
      503,
      'payment_provider_unavailable',
      'Payments are not available right now.',
    ),
  });
  const rows = within(await screen.findByRole('list', { name: 'Your cards' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'VISAVisa ending in 4242DefaultExpires 12/2029Remove',
    'Mastercard ending in 4444Expires 01/2030Make defaultRemove',
  ]);
  await user.click(screen.getByRole('button', { name: 'Make Mastercard ending in 4444 the default' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Remove Visa ending in 4242' }));
  expect((await within(rows[0]!).findByRole('alert')).textContent).toMatch(/Payments are not available/);
  expect(sent().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PATCH', '/billing-profiles/62', { is_default: true }],
    ['DELETE', '/billing-profiles/61', undefined],
  ]);
});

it('[PREM-09] a card is added by the provider’s token and becomes the default', async () => {
  const { user, sent } = openPage(AT, {
    ...page(sampleSubscription()),
    'POST /billing-profiles': sampleCard(),
  });
  await user.click(await screen.findByRole('button', { name: 'Add a card' }));
  const frame = await cardFrame();
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  await frame.answer({ type: 'token', token: 'card_9' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save card' })).toBeNull());
  expect(sent().map(({ body }) => body)).toEqual([{ cc_token: 'card_9', is_default: true }]);
});

it('[PREM-07] without a subscription it says why there is none, and where premium is forced there is nothing to pay', async () => {
  const failed = sampleSubscription({ subscription_status: 'expired', state: 'payment_failed' });
  openPage(AT, page(failed));
  expect(await screen.findByText(/its renewal payment failed/)).toBeTruthy();
});

it('[PREM-07] where premium is forced there is nothing to pay', async () => {
  openPage(AT, page(), { settings: { unlockPremium: true } });
  expect(await screen.findByText('Premium is free for everyone here')).toBeTruthy();
});

it('[PREM-10] gifts stand with their codes, and whether they were used', async () => {
  const gift = {
    id: 91,
    code: 'GIFT-ABCD-EFGH-JKLM-NPQR',
    product_id: 'premium-annual',
    product_name: 'Premium, yearly',
    duration_interval: 1,
    duration_unit: 'year',
    redeemed: false,
    granted_datetime: '2026-11-01T10:00:00.000Z',
  };
  openPage(AT, {
    ...page(sampleSubscription()),
    'GET /gifts': listOf('gifts', [
      gift,
      { ...gift, id: 90, code: 'GIFT-2222-3333-4444-5555', redeemed: true },
    ]),
  });
  const gifts = within(await screen.findByRole('list', { name: 'Your gifts' }));
  expect(gifts.getByText('GIFT-ABCD-EFGH-JKLM-NPQR')).toBeTruthy();
  expect(gifts.getAllByText('1 year of premium for the first person to use it')).toHaveLength(2);
  expect(gifts.getAllByText('Used')).toHaveLength(1);
});

it('[PREM-02] a plan that could not be kept is told where it is taken back', async () => {
  const annual = sampleSubscription({
    product_id: 'premium-annual',
    subscription_details: { frequency_interval: 1, frequency_unit: 'year', trial_details: null },
    next_product_id: 'premium-monthly',
  });
  const { user } = openPage(AT, {
    ...page(),
    'GET /paid-subscriptions': subscriptions(annual),
    [UPDATE]: new ApiError(0, '', null),
  });
  await user.click(await screen.findByRole('button', { name: 'Stay with Yearly' }));
  await expectFailureAt('Stay with Yearly', /couldn’t reach Waymark/);
});
