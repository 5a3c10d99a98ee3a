import type { Receipt } from '@waymark/api-contract';
import { brandName } from '@waymark/api-contract/card-brands';
import { fileURLToPath } from 'node:url';
import { formatMoney } from './mails.ts';

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const INK = '#1b2320';
const MUTED = '#56615c';

/** Letters of the fonts that every reader of PDF has: those of Western Europe. */
const BUILT_IN = /^[\u0020-\u007e\u00a0-\u00ff\u20ac\u2013\u2014\u2018\u2019\u201c\u201d\u2026]*$/;
/** Letters of the fonts that are embedded otherwise: all of Latin, Greek, Cyrillic, Armenian and Georgian. */
const EMBEDDED =
  /^[\u0020-\u007e\u00a0-\u024f\u0370-\u0525\u0531-\u0556\u0561-\u0587\u10a0-\u10c5\u10d0-\u10fc\u1e00-\u1efb\u1f00-\u1fff\u2010-\u2027\u2030-\u203a\u20a0-\u20b5\u20b8-\u20ba\u20bd\u2116-\u2122]*$/;

interface Fonts {
  regular: string;
  bold: string;
}
const BUILT_IN_FONTS: Fonts = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
/** Of these the letters that a receipt has go into its file. */
const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** The text, or its letters without their marks where the fonts lack them. */
function readable(text: string): string {
  const composed = text.normalize('NFC');
  if (EMBEDDED.test(composed)) return composed;
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return Array.from(plain, (letter) => (EMBEDDED.test(letter) ? letter : '?')).join('');
}
/** Of a name that would be question marks, such as one in Chinese, nothing stands: the e-mail address below it does. */
const isReadable = (text: string): boolean => !readable(text).includes('?') || text.includes('?');

const formatDay = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

function periodOf({ period }: Receipt): string {
  if (!period) return '';
  return period.end === null
    ? `from ${formatDay(period.start)}, for good`
    : `${formatDay(period.start)} to ${formatDay(period.end)}`;
}

/**
 * A receipt on one page, as its page on the site has it. The library is loaded with the first one.
 * @param member name and e-mail address of who paid
 */
export async function writeReceiptPdf(receipt: Receipt, member: readonly string[]): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const { number, kind, seller, method, tax_rate } = receipt;
  const title = kind === 'refund' ? 'Refund' : 'Receipt';
  const issued = new Date(receipt.issued_datetime);
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en-US',
    displayTitle: true,
    // The same receipt is the same file.
    info: {
      Title: `${title} ${number}`,
      Author: readable(seller.name),
      CreationDate: issued,
      ModDate: issued,
    },
  });
  const money = (amount: number) => {
    const text = formatMoney(amount, receipt.currency);
    // Of a sign that the fonts lack the letters of the currency stand.
    return EMBEDDED.test(text) ? text : formatMoney(amount, receipt.currency, 'code');
  };
  const texts = [seller.name, ...seller.lines, ...member, receipt.description, receipt.tax_label];
  const fonts = [...texts, money(receipt.total_amount)].every((text) => BUILT_IN.test(text))
    ? BUILT_IN_FONTS
    : { regular: fontFile('DejaVuSans'), bold: fontFile('DejaVuSans-Bold') };
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });
  const entry = (label: string, lines: readonly string[], [x, y]: readonly [number, number]) => {
    document
      .font(fonts.regular)
      .fontSize(9)
      .fillColor(MUTED)
      .text(label, x, y, { width: WIDTH / 2 - 16 });
    document.fontSize(11).fillColor(INK);
    for (const line of lines) document.text(readable(line), { width: WIDTH / 2 - 16 });
  };
  const amountLine = (label: string, amount: string, { isTotal = false, note = '' } = {}) => {
    document
      .moveTo(MARGIN, document.y)
      .lineTo(MARGIN + WIDTH, document.y)
      .strokeColor('#d5d9d4')
      .stroke();
    document.moveDown(0.5);
    const top = document.y;
    document
      .font(isTotal ? fonts.bold : fonts.regular)
      .fontSize(11)
      .fillColor(INK);
    document.text(amount, MARGIN, top, { width: WIDTH, align: 'right' });
    document.text(readable(label), MARGIN, top, { width: WIDTH - 120 });
    if (note)
      document
        .fontSize(9)
        .fillColor(MUTED)
        .text(note, { width: WIDTH - 120 });
    document.moveDown(0.5);
  };

  document.font(fonts.bold).fontSize(22).fillColor(INK).text(title);
  document.font(fonts.regular).fontSize(11).fillColor(MUTED).text(number).moveDown(0.5);
  if (receipt.is_test)
    document.font(fonts.bold).fillColor(INK).text('Test purchase: no real money was taken.');
  const top = document.y + 20;
  const middle = MARGIN + WIDTH / 2;
  entry('From', [seller.name, ...seller.lines], [MARGIN, top]);
  const below = document.y + 16;
  entry('To', member.filter(isReadable), [middle, top]);
  const next = Math.max(below, document.y + 16);
  entry('Date', [formatDay(receipt.issued_datetime)], [MARGIN, next]);
  if (method)
    entry(
      kind === 'refund' ? 'Paid back to' : 'Paid with',
      [`${brandName(method.brand)} ending in ${method.last4}`],
      [middle, next],
    );
  document.y += 28;
  amountLine(receipt.description, money(receipt.net_amount), { note: periodOf(receipt) });
  const rate = tax_rate > 0 ? ` (${tax_rate / 100}%)` : '';
  amountLine(`${receipt.tax_label}${rate}`, money(receipt.tax_amount));
  amountLine('Total', money(receipt.total_amount), { isTotal: true });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
