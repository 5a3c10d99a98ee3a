const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const WEEK_DAYS = 7;

const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());

/**
 * A moment as people speak of it: 'now', '5 minutes ago', '3 hours ago' on the same day, 'yesterday', '4 days ago',
 * and from a week on the date, with the year only when it is another one. Days are the member's calendar days.
 */
export function formatRelative(date: Date | string, locale: string, now: Date = new Date()): string {
  const moment = new Date(date);
  const apart = moment.getTime() - now.getTime();
  const days = Math.round((midnight(moment) - midnight(now)) / DAY);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (Math.abs(apart) < MINUTE) return words.format(0, 'second');
  if (Math.abs(apart) < HOUR) return words.format(Math.trunc(apart / MINUTE), 'minute');
  if (days === 0) return words.format(Math.trunc(apart / HOUR), 'hour');
  if (Math.abs(days) < WEEK_DAYS) return words.format(days, 'day');
  const year = moment.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return moment.toLocaleDateString(locale, { day: '2-digit', month: 'short', year });
}
