import { screen, waitFor, within } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';
import { listOf, sampleAnnual, sampleLifetime, sampleSubscription } from '../testing/samples.ts';
import { parseAmount } from './payment-row.tsx';

const AT = '/premium/operator';
const ACTIONS = 'GET /operator/actions';
const MEMBER = 'GET /operator/members?email=robin%40example.com';
const payment = {
  id: 31,
  description: 'Premium, monthly',
  status: 'succeeded',
  amount: 599,
  refunded_amount: 0,
  currency: 'USD',
  provider_ref: 'pay_1',
  error_code: null,
  created_datetime: '2026-11-01T10:00:00.000Z',
};
const member = {
  user_id: 7,
  email: 'robin@example.com',
  subscriptions: [sampleSubscription()],
  payments: [{ ...payment, id: 30, status: 'failed', error_code: 'expired_card' }, payment],
  receipts: [],
  gifts: [],
};
const action = {
  id: 1,
  action: 'refund',
  user_id: 7,
  operator_id: 2,
  operator_name: 'Dana Desk',
  detail: { reason: 'half a month' },
  datetime: '2026-11-20T10:00:00.000Z',
};
const answers = {
  [ACTIONS]: { actions: [action], findings: [] },
  [MEMBER]: member as unknown,
  'GET /products': listOf('products', [sampleAnnual(), sampleLifetime()]),
};
async function open(more: Record<string, unknown> = {}) {
  const page = openPage(AT, { ...answers, ...more });
  await page.user.type(await screen.findByLabelText('E-mail address of the member'), ' robin@example.com ');
  await page.user.click(screen.getByRole('button', { name: 'Look up' }));
  return page;
}

it('[PREM-04] others are told that the page is for operators', async () => {
  openPage(AT, { [ACTIONS]: refusal(404, 'not_found') });
  expect(await screen.findByText('This page is for operators')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('[PREM-04] an operator looks a member up, and sees payments and what operators did', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'robin@example.com' })).toBeTruthy();
  expect(screen.getByText(/until Dec 01, 2026/)).toBeTruthy();
  expect(screen.getByText(/expired_card/)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Refund \$5\.99 of .*: Premium, monthly$/ })).toHaveLength(1);
  const done = within(screen.getByRole('list', { name: 'What operators did' }));
  expect(done.getByText(/Dana Desk/).closest('li')?.textContent).toContain(
    'Dana Desk refunded a payment of member 7: half a month',
  );
});

it('[PREM-12] a lookup is in the list at once, and what people have to look at stands above it', async () => {
  const lookUp = { ...action, id: 2, action: 'look_up', detail: {} };
  const finding = {
    kind: 'missing_payment',
    provider_ref: 'pay_9',
    amount: 599,
    found_datetime: '2026-11-20T10:00:00.000Z',
  };
  await open({
    [ACTIONS]: [
      { actions: [], findings: [finding] },
      { actions: [lookUp], findings: [finding] },
    ],
  });
  const done = within(await screen.findByRole('list', { name: 'What operators did' }));
  expect(done.getByRole('listitem').textContent).toContain('Dana Desk looked up member 7');
  const findings = within(screen.getByRole('list', { name: 'Payments that need a look' }));
  expect(findings.getByRole('listitem').textContent).toMatch(/missing at the payment provider.*pay_9/);
});

it('[ACCT-04] what an operator did whose account is erased says so', async () => {
  const former = { ...action, operator_id: null, operator_name: '' };
  await open({ [ACTIONS]: { actions: [former], findings: [] } });
  const done = within(await screen.findByRole('list', { name: 'What operators did' }));
  expect(done.getByRole('listitem').textContent).toContain(
    'A former member refunded a payment of member 7: half a month',
  );
});

it('[PREM-04] an address of nobody, and a server that fails, are said', async () => {
  await open({ [MEMBER]: refusal(404, 'not_found') });
  expect((await screen.findByRole('alert')).textContent).toBe('No member has this address.');
});

it('[PREM-04] a refund in part: an amount up to what is left, a reason, and what the operator saw', async () => {
  const { user, sent } = await open({
    'POST /operator/members/7/refunds': [
      refusal(409, 'refund_changed', 'Somebody refunded this payment meanwhile. Look at it again first.'),
      { ...payment, refunded_amount: 250 },
    ],
    [MEMBER]: [member, { ...member, payments: [{ ...payment, refunded_amount: 250 }] }],
  });
  await user.click(await screen.findByRole('button', { name: /^Refund \$5\.99/ }));
  const amount = screen.getByLabelText<HTMLInputElement>(/^Amount/);
  expect(amount.value).toBe('5.99');
  const row = within(amount.closest('form')!);
  const refund = () => row.getByRole<HTMLButtonElement>('button', { name: /^Refund/ });
  expect(refund().disabled).toBe(true);
  await user.type(row.getByLabelText(/Reason/), 'half a month');
  await user.clear(amount);
  await user.type(amount, '6');
  expect(refund().disabled).toBe(true);
  await user.clear(amount);
  await user.type(amount, '2.50');
  expect(refund().textContent).toContain('Refund $2.50');
  await user.click(refund());
  expect(await screen.findByText(/Somebody refunded this payment meanwhile/)).toBeTruthy();
  await user.click(refund());
  expect(await screen.findByText(/\$2\.50 went back/)).toBeTruthy();
  expect(sent().map(({ body }) => body)).toEqual(
    [0, 1].map(() => ({ payment_id: 31, amount: 250, refunded_before: 0, reason: 'half a month' })),
  );
});

it('[PREM-10] days and gift codes are given with a reason; what lasts for good is no gift', async () => {
  const { user, sent } = await open({
    'POST /operator/members/7/days': sampleSubscription(),
    'POST /operator/members/7/gifts': { id: 1, code: 'GIFT-ABCD-EFGH-JKLM-NPQR' },
  });
  const panel = (name: string) => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    return { button, form: within(button.closest('form')!) };
  };
  await screen.findByRole('button', { name: 'Give days' });
  const days = panel('Give days');
  expect(days.button.disabled).toBe(true);
  await user.type(days.form.getByLabelText(/Reason/), 'an apology');
  await user.click(days.button);
  const gift = panel('Give a gift code');
  await waitFor(() => expect(gift.form.getAllByRole('option')).toHaveLength(1));
  await user.type(gift.form.getByLabelText(/Reason/), 'won the raffle');
  await user.click(gift.button);
  expect(await screen.findByText('GIFT-ABCD-EFGH-JKLM-NPQR')).toBeTruthy();
  expect(sent().map(({ body }) => body)).toEqual([
    { days: 14, reason: 'an apology' },
    { product_id: 'premium-annual', reason: 'won the raffle' },
  ]);
});

it('[PREM-04] a gift that nobody has used is withdrawn with a reason; one that is used cannot be', async () => {
  const gift = {
    id: 41,
    code: 'GIFT-ABCD-EFGH-JKLM-NPQR',
    product_id: 'premium-annual',
    product_name: 'Premium, yearly',
    duration_interval: 1,
    duration_unit: 'year',
    redeemed: false,
    granted_datetime: '2026-11-01T10:00:00.000Z',
  };
  const used = { ...gift, id: 42, code: 'GIFT-USED', redeemed: true };
  const { user, sent } = await open({
    [MEMBER]: [
      { ...member, gifts: [gift, used] },
      { ...member, gifts: [used] },
    ],
    'POST /operator/members/7/gifts/withdrawals': { gifts: [used] },
  });
  const list = within(await screen.findByRole('list', { name: 'Gift codes' }));
  expect(list.getAllByRole('button')).toHaveLength(1);
  await user.click(list.getByRole('button', { name: `Withdraw ${gift.code}` }));
  const submit = list.getByRole<HTMLButtonElement>('button', { name: 'Withdraw the gift' });
  expect(submit.disabled).toBe(true);
  await user.type(list.getByLabelText(/Reason/), 'given by mistake');
  await user.click(submit);
  await waitFor(() => expect(screen.queryByText(gift.code)).toBeNull());
  expect(sent().map(({ body }) => body)).toEqual([{ gift_id: 41, reason: 'given by mistake' }]);
});

it('[PREM-04] the ledger is read when asked for, and each entry explains itself', async () => {
  const product = { name: 'Premium, monthly', currency: 'USD' };
  const starts = Date.parse('2026-11-01T10:00:00Z');
  const entries = [
    { kind: 'order_opened', entry: { product, amount: 599 } },
    { kind: 'attempt_started', entry: { amount: 599, currency: 'USD' } },
    { kind: 'payment_read', entry: { status: 'failed', errorCode: 'expired_card', dispute: 'none' } },
    { kind: 'payment_read', entry: { status: 'succeeded', dispute: 'lost' } },
    { kind: 'payment_read', entry: { status: 'succeeded', refunded: 250 } },
    { kind: 'period_added', entry: { reason: 'paid', starts, ends: starts + 30 * 86_400_000 } },
    { kind: 'period_added', entry: { reason: 'lifetime', starts, ends: null } },
    { kind: 'refund_requested', entry: { amount: 250, by: 2, reason: 'half a month' } },
    { kind: 'refund_requested', entry: { amount: 599, by: null, reason: 'the order was not open' } },
    { kind: 'days_granted', entry: { days: 14, reason: 'an apology' } },
    { kind: 'subscription_ended', entry: { reason: 'refunded' } },
    { kind: 'something_new', entry: {} },
  ].map(({ kind, entry }, i) => ({ kind, entry, n: i + 1, datetime: '2026-11-01T10:00:00.000Z' }));
  const { user } = await open({ 'GET /operator/members/7/ledger': { entries } });
  await user.click(await screen.findByRole('button', { name: 'Read the ledger' }));
  const list = within(await screen.findByRole('list', { name: 'Ledger' }));
  const texts = list.getAllByRole('listitem').map((item) => item.firstChild?.textContent);
  expect(texts).toEqual([
    'Began to buy Premium, monthly: $5.99 now.',
    'The bank was asked for $5.99.',
    'The bank refused the payment: expired_card.',
    'The payment has arrived. The bank took the payment back.',
    'The payment has arrived. $2.50 of it went back.',
    'Paid for, from Nov 01, 2026 to Dec 01, 2026.',
    'Premium is open from Nov 01, 2026, for good.',
    'An operator refunded $2.50: half a month',
    '$5.99 go back by themselves: the order was not open.',
    'An operator gave 14 days: an apology',
    'Premium ended with the refund.',
    'something_new',
  ]);
});

it('[PREM-04] amounts are read to the cent, and nothing else', () => {
  expect(['5.99', '5,9', '5', ' 12.05 '].map((text) => parseAmount(text, 'USD'))).toEqual([
    599, 590, 500, 1205,
  ]);
  for (const text of ['', '0', '-1', '1.999', '1e3', '1.', 'abc', '1,000.00'])
    expect(parseAmount(text, 'USD')).toBeNull();
  expect([parseAmount('500', 'JPY'), parseAmount('5.5', 'JPY')]).toEqual([500, null]);
});
