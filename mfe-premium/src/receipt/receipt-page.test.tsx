import { screen, waitFor } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';
import { sampleReceipt } from '../testing/samples.ts';

const RECEIPT = 'GET /receipts/81';

it('[PREM-04] a receipt shows number, seller, dates, method, tax and total, and is printed', async () => {
  const printed = jest.spyOn(window, 'print').mockImplementation(() => {});
  const { user } = openPage('/premium/receipt/81', { [RECEIPT]: sampleReceipt() });
  expect(await screen.findByText('2026-000007')).toBeTruthy();
  const sheet = screen.getByRole('article').textContent;
  for (const text of [
    'Waymark1 Ridge RoadAustin, Texas',
    'Robin Trail',
    'Nov 01, 2026 to Dec 01, 2026',
    'Visa ending in 4242',
    'Sales tax (8.25%)$0.46',
    'Total$5.99',
    'Test purchase: no real money was taken.',
  ])
    expect(sheet).toContain(text);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(printed).toHaveBeenCalledTimes(1);
});

it('[PREM-04] a refund is a receipt of its own', async () => {
  openPage('/premium/receipt/81', {
    [RECEIPT]: sampleReceipt({ kind: 'refund', net_amount: -553, tax_amount: -46, total_amount: -599 }),
  });
  expect(await screen.findByRole('heading', { name: 'Refund' })).toBeTruthy();
  expect(screen.getByRole('article').textContent).toContain('Total-$5.99');
});

it('[PREM-04] another member’s receipt is none', async () => {
  openPage('/premium/receipt/81', { [RECEIPT]: refusal(404, 'not_found') });
  expect(await screen.findByText('This isn’t your receipt')).toBeTruthy();
});

it('[PREM-04] a receipt is saved as PDF under its number; a failure is said', async () => {
  URL.createObjectURL = jest.fn(() => 'blob:receipt');
  URL.revokeObjectURL = jest.fn();
  const names: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const { user, host } = openPage('/premium/receipt/81', {
    [RECEIPT]: sampleReceipt(),
    'GET /receipts/81/pdf': [new Blob(['%PDF-']), refusal(429, 'too_many_requests', 'Wait a moment.')],
  });
  const save = await screen.findByRole('button', { name: 'Save as PDF: receipt 2026-000007' });
  await user.click(save);
  await waitFor(() => expect(names).toEqual(['2026-000007.pdf']));
  await user.click(save);
  await waitFor(() => expect(host.notifications.at(-1)?.kind).toBe('error'));
  expect(names).toHaveLength(1);
});
