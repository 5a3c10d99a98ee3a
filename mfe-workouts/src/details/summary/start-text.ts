import type { Workout, WorkoutSummary } from '@waymark/api-contract';

const FORMAT: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

/** Day and time of the start as a clock showed it where the workout was; with the zone's name when it is another one. */
export function startText(
  { start_datetime: start, start_locale_timezone: timeZone }: WorkoutSummary,
  locale: string,
  here = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const at = new Date(start);
  const there = written(locale, { ...FORMAT, timeZone }, at);
  // A format of dates takes long to set up: a second one only where the clocks may differ.
  if (timeZone === here || there === written(locale, { ...FORMAT, timeZone: here }, at)) return there;
  return written(locale, { ...FORMAT, timeZone, timeZoneName: 'short' }, at);
}

/**
 * The same in English without `Intl`, whose first use takes a tenth of a second on a slow phone.
 * @returns null where this clock and the workout's differ
 */
export function startTextHere({
  start_datetime: start,
  start_utc_offset: offset,
}: Pick<Workout, 'start_datetime' | 'start_utc_offset'>): string | null {
  const at = new Date(start);
  return offset === -at.getTimezoneOffset() ? onThisClock(at) : null;
}

function onThisClock(at: Date): string {
  const [weekday, month] = at.toDateString().split(' ');
  const hours = at.getHours();
  const minutes = String(at.getMinutes()).padStart(2, '0');
  return `${weekday}, ${month} ${at.getDate()}, ${at.getFullYear()}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

const written = (locale: string, format: Intl.DateTimeFormatOptions, at: Date): string =>
  new Intl.DateTimeFormat(locale, format).format(at);
