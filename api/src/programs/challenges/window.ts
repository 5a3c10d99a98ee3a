import { addDays, localDay, utcOffset } from '../../kernel/local-day.ts';
import type { ChallengeTable } from './tables.ts';

const HOUR_MS = 3_600_000;
/** How long late uploads count after the last day. */
const PROVISIONAL_MS = 72 * HOUR_MS;
/** Where each day begins first. */
export const EARLIEST_ZONE = 'Pacific/Kiritimati';
/** The last day ends latest at UTC-12. */
const LATEST_ZONE_MS = 12 * HOUR_MS;

/** The moment at which a day begins in a zone, also where the clock is changed that night. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let at = midnight - utcOffset(new Date(midnight), timeZone) * 60_000;
  at = midnight - utcOffset(new Date(at), timeZone) * 60_000;
  // Where midnight is skipped, the day begins with the first moment that has its date.
  while (localDay(new Date(at), timeZone) < day) at += HOUR_MS / 2;
  return new Date(at);
}

/** The stored moments of a window. */
export function windowOf(
  first_day: string,
  last_day: string,
  time_zone: string | null,
): Pick<ChallengeTable, 'starts_at' | 'ends_at' | 'freeze_at'> {
  const dayAfter = addDays(last_day, 1);
  const ends = time_zone === null ? null : startOfDay(dayAfter, time_zone);
  const over = ends?.getTime() ?? Date.parse(`${dayAfter}T00:00:00Z`) + LATEST_ZONE_MS;
  return {
    starts_at: time_zone === null ? null : startOfDay(first_day, time_zone),
    ends_at: ends,
    freeze_at: new Date(over + PROVISIONAL_MS),
  };
}

/** The first and the last day of the month that a day is in. */
export function monthOf(day: string): { first_day: string; last_day: string } {
  const first_day = `${day.slice(0, 7)}-01`;
  const monthAfter = addDays(first_day, 31).slice(0, 7);
  return { first_day, last_day: addDays(`${monthAfter}-01`, -1) };
}

/** Whether a challenge is to come, runs or is over for somebody whose calendar shows `today`. */
export function stateOf(
  {
    first_day,
    last_day,
    starts_at,
    ends_at,
  }: Pick<ChallengeTable, 'first_day' | 'last_day' | 'starts_at' | 'ends_at'>,
  now: Date,
  today: string,
): 'upcoming' | 'open' | 'past' {
  if (starts_at && ends_at) return now < starts_at ? 'upcoming' : now < ends_at ? 'open' : 'past';
  return today < first_day ? 'upcoming' : today <= last_day ? 'open' : 'past';
}
