import {
  NO_VALUE,
  SECONDS_PER_DAY,
  SECONDS_PER_HOUR,
  SECONDS_PER_MINUTE,
  SECONDS_PER_MONTH,
  SECONDS_PER_YEAR,
} from './constants.ts';
import { DEFAULT_LOCALE } from './numbers.ts';
import { timeUnitFor } from './time.ts';

export interface DateOptions {
  /** IANA zone; default the machine's own. A calendar day without a time ('2026-03-01') is never moved. */
  timeZone?: string;
  /** BCP 47 tag; default 'en-US'. */
  locale?: string;
}

export interface DayOptions extends DateOptions {
  weekday?: 'short' | 'long';
  /** False where the page says the year, or everybody knows it. Default true. */
  hasYear?: boolean;
}

type MaybeDate = Date | string | null | undefined;

const formats = new Map<string, Intl.DateTimeFormat>();

function write(
  value: MaybeDate,
  { timeZone, locale }: DateOptions,
  style: Intl.DateTimeFormatOptions,
): string {
  if (value === null || value === undefined || value === '') return NO_VALUE;
  const date = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(date.getTime())) return NO_VALUE;
  const zone = typeof value === 'string' && CALENDAR_DAY.test(value) ? 'UTC' : timeZone;
  return formatOf(locale, { ...style, timeZone: zone }).format(date);
}

const CALENDAR_DAY = /^\d{4}-\d\d-\d\d$/u;

function formatOf(locale: string = DEFAULT_LOCALE, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, style]);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, style);
    formats.set(key, format);
  }
  return format;
}

const dayStyle = ({ weekday, hasYear = true }: DayOptions): Intl.DateTimeFormatOptions => ({
  weekday,
  year: hasYear ? 'numeric' : undefined,
  month: 'short',
  day: '2-digit',
});

/** 'MMM DD, YYYY' in English ('Mar 01, 2026'), the same parts in another locale's own order; '–' for no date. */
export function formatDate(value: MaybeDate, options: DayOptions = {}): string {
  return write(value, options, dayStyle(options));
}

/** Two calendar days with what they share said once, in the form of `formatDate`: 'Feb 02 – 08, 2026'. */
export function formatDayRange(from: string, to: string, options: Omit<DayOptions, 'timeZone'> = {}): string {
  const format = formatOf(options.locale, { ...dayStyle(options), timeZone: 'UTC' });
  const [first, last] = [new Date(from), new Date(to)];
  // Ranges have patterns of their own, which ignore that a day has two digits.
  const dayOf = (date: Date) => format.formatToParts(date).find(({ type }) => type === 'day')?.value;
  return format
    .formatRangeToParts(first, last)
    .map(({ type, value, source }) =>
      type === 'day' ? (dayOf(source === 'endRange' ? last : first) ?? value) : value,
    )
    .join('');
}

/** The time of day in hours and minutes as the locale writes it. */
export function formatTimeOfDay(value: MaybeDate, options: DateOptions = {}): string {
  return write(value, options, { hour: 'numeric', minute: '2-digit' });
}

/** Date and time of day, for the exact time behind a relative one. */
export function formatDateTime(value: MaybeDate, options: DateOptions = {}): string {
  const parts = {
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
  } as const;
  return write(value, options, parts);
}

const SPAN = {
  year: SECONDS_PER_YEAR,
  month: SECONDS_PER_MONTH,
  day: SECONDS_PER_DAY,
  hour: SECONDS_PER_HOUR,
  minute: SECONDS_PER_MINUTE,
} as const;

const relatives = new Map<string, Intl.RelativeTimeFormat>();

/** How long ago (or ahead) a time is, in the unit that {@link timeUnitFor} picks; '–' for no date. */
export function formatRelative(value: MaybeDate, now: Date, locale: string = DEFAULT_LOCALE): string {
  if (value === null || value === undefined || value === '') return NO_VALUE;
  const seconds = (new Date(value).getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return NO_VALUE;
  let format = relatives.get(locale);
  if (!format) {
    format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    relatives.set(locale, format);
  }
  const unit = timeUnitFor(seconds);
  return format.format(Math.trunc(seconds / SPAN[unit]), unit);
}
