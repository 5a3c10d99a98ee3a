import { screen, waitFor } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';
import { sampleCoupon } from '../testing/samples.ts';

const CHECK = 'POST /user-coupons/grantable';
const claimed = { id: 91, coupon_id: 'SPRING', redeemed: false };

it('[PREM-10] a coupon of free time says what it gives, is granted and redeemed, and opens premium', async () => {
  const { host, user, sent } = openPage('/premium/coupon?code=spring', {
    [CHECK]: { grantable: true, coupon: sampleCoupon() },
    'POST /user-coupons': claimed,
    'PATCH /user-coupons/91': { ...claimed, redeemed: true },
  });
  await user.click(await screen.findByRole('button', { name: 'Check the code' }));
  expect(await screen.findByRole('heading', { name: '3 months of premium, free' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Open premium' }));
  await waitFor(() => expect(host.navigated).toEqual(['/premium/membership']));
  expect(sent().map(({ body }) => body)).toEqual([
    { coupon_id: 'spring' },
    { coupon_id: 'SPRING' },
    { redeemed: true },
  ]);
});

it('[PREM-10] a coupon off the price goes on to the checkout with its plan', async () => {
  const half = sampleCoupon({
    id: 'HALF',
    duration_interval: null,
    duration_unit: null,
    percent_off: 50,
    product_ids: ['premium-annual'],
  });
  const { user } = openPage('/premium/coupon?code=half', { [CHECK]: { grantable: true, coupon: half } });
  await user.click(await screen.findByRole('button', { name: 'Check the code' }));
  expect((await screen.findByRole('link', { name: 'Choose a plan' })).getAttribute('href')).toBe(
    '/premium/checkout?product=premium-annual&coupon=HALF',
  );
});

it.each([
  [404, 'coupon_unknown', 'There is no such coupon. Check the code.'],
  [409, 'coupon_used', 'This coupon has been used already.'],
  [409, 'coupon_expired', 'This coupon is not valid today.'],
])('[PREM-10] %s %s is explained and the code stays to be corrected', async (status, code, sentence) => {
  const { user } = openPage('/premium/coupon', { [CHECK]: refusal(status, code, sentence) });
  await user.type(await screen.findByLabelText('Coupon code'), 'NOPE');
  await user.click(screen.getByRole('button', { name: 'Check the code' }));
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(screen.getByLabelText<HTMLInputElement>('Coupon code').value).toBe('NOPE');
});

it('[PREM-03] a partner’s address leads to the coupon page, which greets by the partner’s name', async () => {
  const { host } = openPage('/promo/wayside', {});
  await waitFor(() => expect(host.navigated).toEqual(['/premium/coupon?partner=wayside']));
});

it('[PREM-03] the coupon page greets the guests of a partner', async () => {
  const appConfig = {
    siteName: 'Waymark',
    partners: [{ code: 'wayside', name: 'Wayside Inns', origins: [] }],
  };
  openPage('/premium/coupon?partner=wayside', {}, { settings: { appConfig } });
  expect((await screen.findByText(/Welcome from/)).textContent).toMatch(/Welcome from Wayside Inns\./);
});

it('[PREM-03] a promotion says to visitors what its code gives', async () => {
  openPage('/premium/promo?code=SPRING', { 'GET /coupons/SPRING': sampleCoupon() }, { user: null });
  expect(await screen.findByRole('heading', { name: '3 months of premium, free' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Use this coupon' }).getAttribute('href')).toBe(
    '/premium/coupon?code=SPRING',
  );
});
