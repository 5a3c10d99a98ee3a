const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(style)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });
    formats.set(key, format);
  }
  return format;
}

const DAY_MS = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

export const LONG: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
};

/** A calendar day ('2026-11-20') in words other than those of `formatDate`; it is never moved by a time zone. */
export const dayText = (day: string, locale: string, style: Intl.DateTimeFormatOptions): string =>
  formatOf(locale, style).format(at(day));

/** The calendar day some days later. */
export const addDays = (day: string, days: number): string =>
  new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The calendar day some months later; the 31st becomes the last of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY_MS);

/** 0 for Sunday to 6. */
export const weekdayOf = (day: string): number => new Date(at(day)).getUTCDay();
