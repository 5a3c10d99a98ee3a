import { useLingui } from '@lingui/react/macro';
import { useNow } from '../hooks/now.ts';
import { formatRelative } from './relative.ts';

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
