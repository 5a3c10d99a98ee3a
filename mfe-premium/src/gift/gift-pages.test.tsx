import { screen, waitFor, within } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';
import {
  listOf,
  sampleAnnual,
  sampleCard,
  sampleGift,
  sampleIntent,
  sampleLifetime,
  samplePlan,
  sampleReceipt,
} from '../testing/samples.ts';

const gift = sampleIntent({
  product_id: 'premium-annual',
  amount: 2999,
  list_amount: 2999,
  renewal_amount: null,
  trial_days: 0,
  is_gift: true,
});
const card = (...gifts: ReturnType<typeof sampleGift>[]) => listOf('gifts', gifts);
const AT = '/premium/gift/91';

it('[PREM-02] [PREM-10] a gift costs its whole price once, without trial or renewal terms, and is one checkout', async () => {
  const { host, user, sent } = openPage('/premium/gift', {
    'GET /products': listOf('products', [samplePlan(), sampleAnnual(), sampleLifetime()]),
    'GET /billing-profiles': listOf('billing_profiles', [sampleCard()]),
    'POST /paymentIntent': gift,
    'POST /prepareToCapture': { ...gift, paymentIntentStatus: 'succeeded' },
  });
  const plans = await screen.findAllByRole('radio');
  expect(plans).toHaveLength(2);
  expect(screen.getByText('Due today').parentElement!.textContent).toBe('Due today$29.99');
  const pay = await screen.findByRole('button', { name: 'Pay $29.99' });
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(pay);
  await waitFor(() => expect(host.navigated).toEqual(['/checkout/en-us/mmf/71']));
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ['/paymentIntent', { product_id: 'premium-annual', is_gift: true }],
    ['/prepareToCapture', { paymentIntentId: 71, billing_profile_id: 61, accepts_renewal_terms: false }],
  ]);
});

it('[PREM-10] a paid gift shows its code at once, and where it is printed or mailed', async () => {
  openPage('/checkout/en-us/mmf/71', {
    'GET /paymentIntent/mmf/71': { ...gift, paymentIntentStatus: 'succeeded', gift: sampleGift() },
    'GET /receipts': listOf('receipts', [sampleReceipt()]),
  });
  expect(await screen.findByText('GIFT-2345-6789-ABCD-EFGH')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Print or mail it' }).getAttribute('href')).toBe(AT);
});

it('[PREM-10] the card of a gift is printed, and mailed once to an address that is one', async () => {
  const { user, sent, host } = openPage(AT, {
    'GET /gifts': [card(sampleGift()), card(sampleGift({ mailed_to: 'friend@example.com' }))],
    'POST /gifts/91/mails': sampleGift({ mailed_to: 'friend@example.com' }),
  });
  const article = within(await screen.findByRole('article'));
  expect(article.getByRole('heading', { name: '1 year of premium' })).toBeTruthy();
  expect(article.getByText('GIFT-2345-6789-ABCD-EFGH')).toBeTruthy();
  const address = screen.getByLabelText('Their e-mail address');
  await user.type(address, 'friend');
  await user.click(screen.getByRole('button', { name: 'Mail the gift' }));
  expect(screen.getByText('Enter an e-mail address.')).toBeTruthy();
  await user.type(address, '@example.com');
  await user.type(screen.getByLabelText(/A few words/), 'Ride on!');
  await user.click(screen.getByRole('button', { name: 'Mail the gift' }));
  expect(await screen.findByText('friend@example.com')).toBeTruthy();
  expect(sent().map(({ body }) => body)).toEqual([{ email: 'friend@example.com', message: 'Ride on!' }]);
  expect(host.notifications[0]?.text).toBe('Your gift is on its way to friend@example.com.');
});

it('[PREM-10] a gift is returned after a question; one that somebody used meanwhile says so, and a used one offers nothing', async () => {
  const { user, host } = openPage(AT, {
    'GET /gifts': card(sampleGift()),
    'POST /gifts/91/return': [refusal(409, 'coupon_used', 'Somebody has used this gift already.'), card()],
  });
  await user.click(await screen.findByRole('button', { name: 'Return the gift' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Return the gift' }));
  expect(await dialog.findByText('Somebody has used this gift already.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Return the gift' }));
  await waitFor(() => expect(host.navigated).toEqual(['/premium/membership']));
});

it('[PREM-10] a used gift offers nothing more; one of another account is not there', async () => {
  openPage(AT, { 'GET /gifts': card(sampleGift({ redeemed: true, returnable_until: null })) });
  expect(await screen.findByText('Used')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mail the gift' })).toBeNull();
});

it('[PREM-10] a gift that is not there leads back to the own premium', async () => {
  openPage(AT, { 'GET /gifts': card() });
  expect(await screen.findByRole('heading', { name: 'We couldn’t find this gift' })).toBeTruthy();
});
