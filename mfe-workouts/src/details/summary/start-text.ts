import type { WorkoutSummary } from '@waymark/api-contract';

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
  const there = new Intl.DateTimeFormat(locale, { ...FORMAT, timeZone }).format(at);
  const onThisClock = new Intl.DateTimeFormat(locale, { ...FORMAT, timeZone: here }).format(at);
  if (there === onThisClock) return there;
  return new Intl.DateTimeFormat(locale, { ...FORMAT, timeZone, timeZoneName: 'short' }).format(at);
}
