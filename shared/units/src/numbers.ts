import { NO_VALUE } from './constants.ts';

/** A value as text and its unit apart, as pages set the unit smaller than the number. */
export interface Shown {
  value: string;
  unit: string;
}

export interface NumberOptions {
  /** Decimals; each formatter names its default. */
  digits?: number;
  /** BCP 47 tag; default 'en-US'. */
  locale?: string;
}

export type MaybeNumber = number | null | undefined;

export const DEFAULT_LOCALE = 'en-US';

const formats = new Map<string, Intl.NumberFormat>();

/** The sign of negative numbers: a hyphen beside it would look like a dash. */
const MINUS = '\u2212';

/** Beyond these the digits of a number need more care. */
const HUGE = 1e9;
const TINY = 1e-6;

/**
 * As `Intl` writes English: half goes up, counted on the shortest decimal of the number (1.005 is 1.01). The browser's
 * first use of `Intl` takes a tenth of a second on a slow phone, and falls into the first view of a page.
 */
function formatEnglish(value: number, digits: number): string {
  const size = Math.abs(value);
  const rounded = size < TINY ? 0 : Number(`${Math.round(Number(`${size}e${digits}`))}e-${digits}`);
  const grouped = groupThousands(rounded.toFixed(digits));
  return value < 0 && rounded > 0 ? `${MINUS}${grouped}` : grouped;
}

function groupThousands(fixed: string): string {
  const end = fixed.indexOf('.');
  let grouped = fixed;
  for (let at = (end < 0 ? fixed.length : end) - 3; at > 0; at -= 3)
    grouped = `${grouped.slice(0, at)},${grouped.slice(at)}`;
  return grouped;
}

/** Writes a number the way the locale does, with exactly so many decimals; '–' when there is no number. */
export function formatNumber(
  value: MaybeNumber,
  { digits = 0, locale = DEFAULT_LOCALE }: NumberOptions = {},
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NO_VALUE;
  if (/^en(-us)?$/i.test(locale) && Math.abs(value) < HUGE) return formatEnglish(value, digits);
  const key = `${locale} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(key, format);
  }
  // A tiny negative rounds to '-0', which nobody wants to read.
  return format.format(Math.abs(value) < 0.5 / 10 ** digits ? 0 : value).replace('-', MINUS);
}

/** Whether a stat tile stays hidden: there is nothing in it, 0, '0' or '00:00', unless zero is forced. */
export function isBlankTile(value: number | string | null | undefined, force = false): boolean {
  if (value === null || value === undefined || value === '') return true;
  return !force && (value === 0 || value === '0' || value === '00:00');
}

/**
 * Reads a number somebody typed, with the locale's decimal mark or with a plain dot, and grouping left out
 * or set as the locale does. Gives null when the text is no number.
 */
export function parseNumber(text: string, locale: string = DEFAULT_LOCALE): number | null {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal');
  const mark = decimal?.value ?? '.';
  const compact = text
    .trim()
    .replaceAll(/[\s'’]/gu, '')
    .replace(MINUS, '-');
  // Where a comma is the decimal mark, a dot groups only in front of one.
  const end = mark === ',' ? Math.max(0, compact.lastIndexOf(',')) : compact.length;
  const grouping = mark === ',' ? /\.(?=\d{3}(?:\D|$))/gu : /,(?=\d{3}(?:\D|$))/gu;
  const plain = (compact.slice(0, end).replaceAll(grouping, '') + compact.slice(end)).replace(',', '.');
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/u.test(plain) ? Number(plain) : null;
}
