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
  const there = written(locale, { ...FORMAT, timeZone }, at);
  // A format of dates takes long to set up: a second one only where the clocks may differ.
  if (timeZone === here || there === written(locale, { ...FORMAT, timeZone: here }, at)) return there;
  return written(locale, { ...FORMAT, timeZone, timeZoneName: 'short' }, at);
}

const written = (locale: string, format: Intl.DateTimeFormatOptions, at: Date): string =>
  new Intl.DateTimeFormat(locale, format).format(at);
