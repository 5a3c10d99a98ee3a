import type { StatsPeriod, Totals, UserStats } from '@waymark/api-contract';
import { formatDayRange } from '@waymark/units';
import { dayText, LONG } from '../shared/days.ts';

/** A place on the axis with its days of both spans. */
export interface Bucket {
  key: string;
  /** Short, below the bar. */
  tick: string;
  /** In full; empty where the span has no such day. */
  name: string;
  now: Totals | null;
  /** Its days; null where the span has no such place. */
  days: { from: string; to: string } | null;
  previousName: string;
  previous: Totals | null;
}

const TICK: Record<StatsPeriod, Intl.DateTimeFormatOptions> = {
  week: { weekday: 'short' },
  month: { day: 'numeric' },
  year: { month: 'short' },
};
const NAME: Record<StatsPeriod, Intl.DateTimeFormatOptions> = {
  week: LONG,
  month: LONG,
  year: { month: 'long', year: 'numeric' },
};

/** The bars of both spans beside each other; a month of 28 days keeps the 31 of the month before. */
export function bucketsOf(stats: UserStats, locale: string): Bucket[] {
  const { period, stats: now, previous_stats: before } = stats;
  return Array.from({ length: Math.max(now.length, before.length) }, (_, i) => {
    const [one, other] = [now[i], before[i]];
    return {
      key: one?.from ?? other!.from,
      tick: one ? dayText(one.from, locale, TICK[period]) : '',
      name: one ? dayText(one.from, locale, NAME[period]) : '',
      now: one?.totals ?? null,
      days: one ? { from: one.from, to: one.to } : null,
      previousName: other ? dayText(other.from, locale, NAME[period]) : '',
      previous: other?.totals ?? null,
    };
  });
}

/** The span in words: 'Nov 16 – 22, 2026', 'November 2026', '2026'. */
export function spanText(period: StatsPeriod, from: string, to: string, locale: string): string {
  if (period === 'week') return formatDayRange(from, to, { locale });
  return dayText(from, locale, period === 'month' ? { month: 'long', year: 'numeric' } : { year: 'numeric' });
}
