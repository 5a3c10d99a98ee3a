import assert from 'node:assert/strict';
import test from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Receipt } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';
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

/** The stream of an object of the file. */
function streamOf(pdf: Buffer, id: string): string {
  const object = pdf.indexOf(`\n${id} 0 obj`);
  const start = pdf.indexOf('stream\n', object) + 'stream\n'.length;
  return inflateSync(pdf.subarray(start, pdf.indexOf('endstream', start))).toString('latin1');
}

/** The letters of an embedded font by the numbers that the page has for them. */
function lettersOf(pdf: Buffer, font: string): Map<number, string> | null {
  const dictionary = pdf.toString('latin1').split(`\n${font} 0 obj`)[1]!.split('endobj')[0]!;
  const id = /\/ToUnicode (\d+) 0 R/.exec(dictionary)?.[1];
  if (!id) return null;
  const ranges = [...streamOf(pdf, id).matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)];
  return new Map(
    ranges.flatMap(([, first, list]) =>
      [...list!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex], n): [number, string] => [
        Number.parseInt(first!, 16) + n,
        Buffer.from(hex!, 'hex').swap16().toString('utf16le'),
      ]),
    ),
  );
}

/** The words on the page: what the streams of a PDF show as text, in the encoding of its fonts. */
function textOf(pdf: Buffer): string {
  const file = pdf.toString('latin1');
  const resources = /\/Font <<([^>]*)>>/.exec(file)?.[1] ?? '';
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, lettersOf(pdf, id!)]),
  );
  const contents = streamOf(pdf, /\/Contents (\d+) 0 R/.exec(file)![1]!);
  let letters: Map<number, string> | null = null;
  const lines: string[] = [];
  for (const line of contents.split('\n')) {
    const chosen = /^\/(F\d+) [\d.]+ Tf/.exec(line)?.[1];
    if (chosen) letters = fonts.get(chosen) ?? null;
    if (!line.endsWith('TJ')) continue;
    const bytes = Buffer.from([...line.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex).join(''), 'hex');
    lines.push(
      letters
        ? Array.from(
            { length: bytes.length / 2 },
            (_, n) => letters!.get(bytes.readUInt16BE(2 * n)) ?? '□',
          ).join('')
        : bytes.toString('latin1'),
    );
  }
  return lines.join('\n');
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
    'Visa ending in 4242',
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

test('[PREM-04] a refund, a lifetime, another currency, and names that no font writes', async () => {
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
  const text = textOf(await writeReceiptPdf(refund, ['山田', 'yamada@example.com']));
  for (const words of [
    'Refund',
    '-¥500',
    'from November 1, 2026, for good',
    'yamada@example.com',
    'Škoda Běh',
  ])
    assert.ok(text.includes(words), `${words} in:\n${text}`);
  assert.ok(!text.includes('?') && !text.includes('Test purchase') && !text.includes('ending in'));
  const rupees = textOf(await writeReceiptPdf({ ...RECEIPT, currency: 'INR' }, []));
  assert.ok(rupees.includes('₹5.99'), rupees);
  const lari = textOf(await writeReceiptPdf({ ...RECEIPT, currency: 'GEL' }, []));
  assert.match(lari, /GEL\s5\.99/);
  assert.ok(!rupees.includes('?'));
});

test('[PREM-04] names in the letters of Europe stand on a receipt as they are written, with fonts cut to what it needs', async () => {
  const names = [
    'Zażółć Gęślą',
    'Žluťoučký Kůň',
    'Ωμέγα Παπαδοπούλου',
    'Щукин Ёжик',
    'Őrségi Ünő',
    'Ğüneş Işık',
    'Արամ Խաչատրյան',
    'ნინო ბერიძე',
    'Nguyễn Thị',
  ];
  for (const name of names) {
    const pdf = await writeReceiptPdf({ ...RECEIPT, seller: { name, lines: [] } }, [name, 'a@example.com']);
    const text = textOf(pdf);
    assert.equal(text.split(name).length, 3, `${name} twice in:\n${text}`);
    assert.ok(text.includes('$5.99') && !text.includes('□'));
    assert.ok(pdf.length < 60_000, `${pdf.length} bytes`);
    assert.match(pdf.toString('latin1'), /\/Count 1\b/);
  }
  const decomposed = textOf(await writeReceiptPdf(RECEIPT, ['Zoë'.normalize('NFD')]));
  assert.ok(decomposed.includes('Zoë'));
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
