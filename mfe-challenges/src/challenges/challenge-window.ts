import type { Challenge } from '@waymark/api-contract';
import { formatDate, formatDateTime } from '@waymark/units';

type Window = Pick<Challenge, 'first_day' | 'last_day' | 'time_zone' | 'state'>;

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

/** The zone of the browser, for visitors. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Milliseconds by which clocks of a zone are ahead of UTC at a moment. */
function zoneOffsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return local - Math.floor(at / 60_000) * 60_000;
}

/** The moment at which a day begins in a zone, also where the clock is changed that night. */
function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const near = midnight - zoneOffsetMs(midnight, timeZone);
  let at = midnight - zoneOffsetMs(near, timeZone);
  // Where midnight is skipped, the day begins with the first moment that has its date.
  while (at + zoneOffsetMs(at, timeZone) < midnight) at += HALF_HOUR_MS;
  return at;
}

const addDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** Whether the challenge begins and ends at one moment everywhere, which is another time of day for this member. */
export const hasOtherZone = ({ time_zone }: Window, ownZone: string): boolean =>
  time_zone !== null && time_zone !== ownZone;

/**
 * From when to when a challenge runs, for a member: days, which are those of wherever a workout begins, or moments of
 * the member's own clock where the challenge keeps to another zone.
 */
export function formatWindow(
  window: Window,
  { locale, ownZone }: { locale: string; ownZone: string },
): string {
  const { first_day, last_day, time_zone } = window;
  if (time_zone !== null && time_zone !== ownZone)
    return [startOfDay(first_day, time_zone), startOfDay(addDay(last_day), time_zone)]
      .map((at) => formatDateTime(new Date(at), { locale, timeZone: ownZone }))
      .join(' – ');
  return [...new Set([first_day, last_day])].map((day) => formatDate(day, { locale })).join(' – ');
}

/** Whole days until an upcoming challenge begins, or until a running one ends: 0 on its last day. */
export function daysUntil(
  { first_day, last_day, time_zone, state }: Window,
  now: Date,
  ownZone: string,
): number {
  const zone = time_zone ?? ownZone;
  const local = now.getTime() + zoneOffsetMs(now.getTime(), zone);
  const today = Math.floor(local / DAY_MS);
  return Math.max(0, Date.parse(state === 'upcoming' ? first_day : last_day) / DAY_MS - today);
}
