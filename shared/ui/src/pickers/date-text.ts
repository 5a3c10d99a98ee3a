import { isRealDate } from '@waymark/units';

const two = (value: number) => String(value).padStart(2, '0');

/** 'yyyy-mm-dd' of a day in the machine's own zone. */
export const isoDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Local midnight of 'yyyy-mm-dd'; null when there is no such day. */
export function dayOf(iso: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(iso)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0] = parts;
  if (!isRealDate(year, month, day)) return null;
  const date = new Date(2000, month - 1, day);
  date.setFullYear(year, month - 1, day);
  return date;
}

type Part = 'year' | 'month' | 'day';

const formatter = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    calendar: 'gregory',
    numberingSystem: 'latn',
  });

const orderOf = (locale: string): Part[] =>
  formatter(locale)
    .formatToParts(new Date(2000, 11, 31))
    .map(({ type }) => type)
    .filter((type): type is Part => type === 'year' || type === 'month' || type === 'day');

/** A day as people of the locale write it, in figures: 31.12.2026, 12/31/2026. */
export function dateText(iso: string, locale: string): string {
  const date = dayOf(iso);
  return date ? formatter(locale).format(date) : '';
}

/** How to type a date, as MM/DD/YYYY. `letters` are those of the member's language. */
export function datePattern(locale: string, letters: Record<Part, string>): string {
  return formatter(locale)
    .formatToParts(new Date(2000, 11, 31))
    .map(({ type, value }) => (type === 'year' || type === 'month' || type === 'day' ? letters[type] : value))
    .join('');
}

/**
 * Reads what was typed, in the locale's order or as yyyy-mm-dd, with any separators. Null when it is no day.
 * @param shortYear takes '26' for 2026; false while somebody is still typing, when it may become 2026
 */
export function parseDateText(text: string, locale: string, shortYear = true): string | null {
  const figures = text.match(/\d+/gu) ?? [];
  if (figures.length !== 3) return null;
  const order = figures[0]?.length === 4 ? (['year', 'month', 'day'] as Part[]) : orderOf(locale);
  const parts = { year: 0, month: 0, day: 0 };
  for (const [index, part] of order.entries()) parts[part] = Number(figures[index]);
  const yearLength = figures[order.indexOf('year')]?.length;
  if (yearLength === 2 && shortYear) parts.year += 2000;
  else if (yearLength !== 4) return null;
  const iso = `${String(parts.year).padStart(4, '0')}-${two(parts.month)}-${two(parts.day)}`;
  return dayOf(iso) ? iso : null;
}

/** The same day some months away, or the last one of a shorter month. */
export function addMonths(date: Date, months: number): Date {
  const target = new Date(date.getFullYear(), date.getMonth() + months, 1);
  const last = new Date(target.getFullYear(), target.getMonth() + 1, 0).getDate();
  return new Date(target.getFullYear(), target.getMonth(), Math.min(date.getDate(), last));
}

export const addDays = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** The weeks that a month's page shows, each from the given weekday (0 is Sunday), with days of the months around it. */
export function monthWeeks(month: Date, firstDay: number): Date[][] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const start = addDays(first, -((first.getDay() - firstDay + 7) % 7));
  const days = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  const weeks = Math.ceil((Math.round((first.getTime() - start.getTime()) / 86_400_000) + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)),
  );
}
