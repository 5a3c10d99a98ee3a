import { ApiError } from '@waymark/contract';
import { screen, waitFor } from '@testing-library/react';
import { openPage } from '../testing/open-page.tsx';
import { listOf, sampleAnnual, sampleLifetime, samplePlan } from '../testing/samples.ts';

const PRODUCTS = 'GET /products';
const plans = listOf('products', [samplePlan(), sampleAnnual(), sampleLifetime()]);

it('[PREM-01] [PREM-08] says what each plan costs, what is free, and leads to the checkout of the chosen one', async () => {
  const { user } = openPage('/mvp', { [PRODUCTS]: plans }, { user: null });
  const options = await screen.findAllByRole('radio');
  expect(options.map((option) => option.closest('label')!.textContent)).toEqual([
    'Yearly Save 58%1 month free. Works out at $2.50 a month$29.99 a year',
    'Monthly 1 month free, then billed each month$5.99 a month',
    'Lifetime Paid once, never again$99.99 once',
  ]);
  expect(screen.getByRole('link', { name: 'Try it free for 1 month' }).getAttribute('href')).toBe(
    '/premium/checkout?product=premium-annual',
  );
  expect(
    screen.getByText(/Nothing is charged for 1 month, then \$29\.99 a year until you cancel/),
  ).toBeTruthy();
  await user.click(options[2]!);
  expect(screen.getByRole('link', { name: 'Get premium' }).getAttribute('href')).toBe(
    '/premium/checkout?product=premium-lifetime',
  );
  expect(screen.getByText('$99.99 once. Doesn’t renew.')).toBeTruthy();
});

it('[PREM-11] plans that cannot be loaded are said so with their code, and can be tried again', async () => {
  const { user } = openPage('/mvp', { [PRODUCTS]: [new ApiError(0, '', null), plans] });
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /We couldn’t load the plans.*product_fetch\/1/,
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('radio')).toHaveLength(3);
});

it('[PREM-01] the short address leads to the premium settings', async () => {
  const { host } = openPage('/premium', {});
  await waitFor(() => expect(host.navigated).toEqual(['/premium/membership']));
});
