import { LRUCache } from 'lru-cache';

/** Members may write the name of a zone in upper or lower case, so that there are more names than zones. */
const MAX_FORMATS = 200;
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: MAX_FORMATS });

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    // 'sv-SE' writes dates as yyyy-mm-dd.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** The date (yyyy-mm-dd) on the wall at a time in a zone. @throws RangeError when the zone is unknown */
export const localDay = (at: Date, timeZone: string): string => formatOf(timeZone).format(at);

const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: MAX_FORMATS });

/** Minutes by which the clock on the wall is ahead of UTC at a time in a zone. @throws RangeError when the zone is unknown */
export function utcOffset(at: Date, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(timeZone, clock);
  }
  const localMs = Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
  const seconds = Math.floor(at.getTime() / 1000);
  return Math.round((localMs / 1000 - seconds) / 60);
}

/** Zones of the tz database with three letters. All others are abbreviations, which databases do not know as zones. */
const SHORT_ZONES = new Set(
  'UTC GMT UCT CET EET MET WET EST MST HST PRC ROC ROK'.split(' ') as readonly string[],
);

/** A real IANA zone name, as against an offset ('+02:00'), an abbreviation ('BET') or an invention. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/u.test(name) || name.startsWith('SystemV/')) return false;
  if (name.length === 3 && !SHORT_ZONES.has(name.toUpperCase())) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;

/** The date some days after (or before) another; dates as yyyy-mm-dd. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The first day of the week that holds `day`; `weekStart` 0 is Sunday. */
export function weekOf(day: string, weekStart: number): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday - weekStart + 7) % 7));
}
