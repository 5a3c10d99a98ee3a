import { useLingui } from '@lingui/react/macro';
import { formatDate } from '@waymark/units';
import { useNow } from '../hooks/now.ts';

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
  return formatDate(moment, { locale, hasYear: moment.getFullYear() !== now.getFullYear() });
}

export interface RelativeTimeProps {
  /** A moment: a Date or ISO text. */
  date: Date | string;
  /** Default: the clock. */
  now?: Date;
}

/** 'yesterday', with the exact time in the tooltip. */
export function RelativeTime({ date, now }: RelativeTimeProps) {
  const { i18n } = useLingui();
  const clock = useNow(now);
  const moment = new Date(date);
  if (Number.isNaN(moment.getTime())) return null;
  const exact = moment.toLocaleString(i18n.locale, { dateStyle: 'full', timeStyle: 'short' });
  return (
    <time dateTime={moment.toISOString()} title={exact}>
      {formatRelative(moment, i18n.locale, clock)}
    </time>
  );
}
