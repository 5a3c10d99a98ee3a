import assert from 'node:assert/strict';
import test from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Receipt } from '@waymark/api-contract';
import { startTestApi } from '../testing/api.ts';
import { BILLING, shopper } from './billing.test-helper.ts';
import { writeReceiptPdf } from './receipt-pdf.ts';

const RECEIPT: Receipt = {
  id: 81,
  number: 'W2026-000007',
  kind: 'payment',
  issued_datetime: '2026-11-01T10:00:00.000Z',
  seller: { name: 'Waymark', lines: ['1 Ridge Road', 'Austin, Texas'] },
  description: 'Premium, monthly',
  period: { start: '2026-11-01T10:00:00.000Z', end: '2026-12-01T10:00:00.000Z' },
  currency: 'USD',
  net_amount: 553,
  tax_amount: 46,
  tax_rate: 825,
  tax_label: 'Sales tax',
  total_amount: 599,
  method: { brand: 'visa', last4: '4242' },
  is_test: true,
  _links: {},
};

/** The words on the page: what the streams of a PDF show as text, in the encoding of its fonts. */
function textOf(pdf: Buffer): string {
  const text: string[] = [];
  let at = 0;
  while ((at = pdf.indexOf('stream\n', at)) >= 0) {
    const start = at + 'stream\n'.length;
    const end = pdf.indexOf('endstream', start);
    at = end + 'endstream'.length;
    const content = inflateSync(pdf.subarray(start, end)).toString('latin1');
    for (const line of content.split('\n').filter((one) => one.endsWith('TJ')))
      text.push(
        [...line.matchAll(/<([0-9a-f]+)>/g)]
          .map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'))
          .join(''),
      );
  }
  return text.join('\n');
}

test('[PREM-04] a receipt as PDF has number, seller, member, dates, method, tax line and total on one page', async () => {
  const bytes = await writeReceiptPdf(RECEIPT, ['Zoë Trail', 'zoe@example.com']);
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
  assert.match(bytes.toString('latin1'), /\/Count 1\b/);
  const text = textOf(bytes);
  for (const words of [
    'Receipt',
    'W2026-000007',
    'Waymark',
    'Austin, Texas',
    'Zoë Trail',
    'zoe@example.com',
    'November 1, 2026 to December 1, 2026',
    'visa ending in 4242',
    'Sales tax (8.25%)',
    '$0.46',
    '$5.99',
    'Test purchase: no real money was taken.',
  ])
    assert.ok(text.includes(words), `${words} in:\n${text}`);
  assert.deepEqual(
    await writeReceiptPdf(RECEIPT, ['Zoë Trail', 'zoe@example.com']),
    bytes,
    'the same file each time',
  );
});

test('[PREM-04] a refund, a lifetime, another currency, and names that the font cannot write', async () => {
  const refund: Receipt = {
    ...RECEIPT,
    kind: 'refund',
    currency: 'JPY',
    total_amount: -500,
    tax_rate: 0,
    period: { start: RECEIPT.period!.start, end: null },
    method: null,
    is_test: false,
    seller: { name: 'Škoda Běh', lines: [] },
  };
  const text = textOf(await writeReceiptPdf(refund, ['Ωμέγα', 'omega@example.com']));
  for (const words of [
    'Refund',
    '-¥500',
    'from November 1, 2026, for good',
    'omega@example.com',
    'Skoda Beh',
  ])
    assert.ok(text.includes(words), `${words} in:\n${text}`);
  assert.ok(!text.includes('?') && !text.includes('Test purchase') && !text.includes('ending in'));
  const rupees = textOf(await writeReceiptPdf({ ...RECEIPT, currency: 'INR' }, []));
  assert.match(rupees, /INR\s5\.99/);
  assert.ok(!rupees.includes('?'));
});

test('[PREM-04] a member saves the PDF of an own receipt; nobody else does', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const [member, stranger] = [await api.signUp(), await api.signUp()];
  const shop = shopper(api, member);
  await shop.buy('premium-lifetime');
  const [receipt] = await shop.receipts();
  const path = `${BILLING}/receipts/${receipt!.id}/pdf`;
  const answer = await fetch(api.url + path, { headers: { authorization: `Bearer ${member.token}` } });
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${receipt!.number}.pdf"`);
  const text = textOf(Buffer.from(await answer.arrayBuffer()));
  assert.ok(text.includes('$99.99') && text.includes(member.email));
  for (const token of [stranger.token, undefined])
    assert.equal((await api.call('GET', path, token ? { token } : {})).status, token ? 404 : 401);
});
