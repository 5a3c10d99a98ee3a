import type { StatsPeriod } from '@waymark/api-contract';
import { ALL } from '@waymark/activities';
import { addDays, addMonths } from '../shared/days.ts';
import { METRIC_KEYS, type MetricKey } from './metrics.ts';

/** What the page shows. The indexes count spans back from now: 0 is the present one. */
export interface Filters {
  period: StatsPeriod;
  show: MetricKey;
  /** Ids as text, or ['all']. */
  activityTypes: string[];
  /** 0 for Sunday to 6; null for the member's own setting. */
  weekStartDay: number | null;
  /** Months back. */
  currentDateIndex: number;
  currentWeekIndex: number;
  currentYearIndex: number;
}

export const DEFAULTS: Filters = {
  period: 'week',
  show: 'distance',
  activityTypes: [ALL],
  weekStartDay: null,
  currentDateIndex: 0,
  currentWeekIndex: 0,
  currentYearIndex: 0,
};

const KEYS = Object.keys(DEFAULTS) as (keyof Filters)[];
const PERIODS: readonly StatsPeriod[] = ['week', 'month', 'year'];
/** Of each period: which index moves it. */
export const INDEX_OF = {
  week: 'currentWeekIndex',
  month: 'currentDateIndex',
  year: 'currentYearIndex',
} as const satisfies Record<StatsPeriod, keyof Filters>;

const whole = (text: string | null, most: number): number | null =>
  text !== null && /^\d{1,5}$/.test(text) && Number(text) <= most ? Number(text) : null;
const oneOf = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find((one) => one === text) ?? null;

/** Reads the filters of an address; what is missing or makes no sense is as at first. */
export function readFilters(params: URLSearchParams): Filters {
  const types = params.get('activityTypes');
  const ids = types !== null && /^\d{1,9}(,\d{1,9}){0,99}$/.test(types) ? types.split(',') : null;
  return {
    period: oneOf(PERIODS, params.get('period')) ?? DEFAULTS.period,
    show: oneOf(METRIC_KEYS, params.get('show')) ?? DEFAULTS.show,
    activityTypes: ids ?? DEFAULTS.activityTypes,
    weekStartDay: whole(params.get('weekStartDay'), 6) ?? DEFAULTS.weekStartDay,
    currentDateIndex: whole(params.get('currentDateIndex'), 2400) ?? 0,
    currentWeekIndex: whole(params.get('currentWeekIndex'), 10_400) ?? 0,
    currentYearIndex: whole(params.get('currentYearIndex'), 200) ?? 0,
  };
}

export const hasFilters = (params: URLSearchParams): boolean => KEYS.some((key) => params.has(key));

/** The same address with these filters; what is as at first is left out. */
export function withFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  // One order, however they were chosen: the same filters are the same address.
  for (const key of KEYS) {
    next.delete(key);
    if (String(filters[key]) !== String(DEFAULTS[key])) next.append(key, String(filters[key]));
  }
  return next;
}

/** The day in a zone at a moment, as 'yyyy-mm-dd'. */
export const dayIn = (timeZone: string | undefined, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );

/** A day of the span that the filters name; none for the present one, which the server knows better. */
export function dateOf(filters: Filters, today: string): string | undefined {
  const back = filters[INDEX_OF[filters.period]];
  if (back === 0) return undefined;
  if (filters.period === 'week') return addDays(today, -7 * back);
  return addMonths(`${today.slice(0, 7)}-01`, filters.period === 'month' ? -back : -12 * back);
}
