import type { FrequencyUnit } from '@waymark/api-contract';

export const DAY_MS = 86_400_000;
/** Days of a free trial: a year for 12 months, else 30 for each month. */
const YEAR_DAYS = 365;
const MONTH_DAYS = 30;

/** How often a subscription is paid. */
export interface Frequency {
  interval: number;
  unit: FrequencyUnit;
}

/** The same day some months later, or the last day of a shorter month. */
function addMonths(time: number, months: number): number {
  const from = new Date(time);
  const to = new Date(time);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}

/** The end of `count` periods that began at a time: a subscription of January 31 is paid on the last day of February, and on the 31st of March. */
export function addPeriods(anchor: number, { interval, unit }: Frequency, count = 1): number {
  if (unit === 'day') return anchor + interval * count * DAY_MS;
  return addMonths(anchor, interval * count * (unit === 'year' ? 12 : 1));
}

/** The length of a free trial of so many months. */
export const trialDaysOf = (months: number): number => (months === 12 ? YEAR_DAYS : MONTH_DAYS * months);

/** The free time that a span of days stands for. */
export function freePeriodOf(days: number): Frequency | null {
  if (days === YEAR_DAYS) return { interval: 1, unit: 'year' };
  if (days === 3 * MONTH_DAYS) return { interval: 3, unit: 'month' };
  return days === MONTH_DAYS ? { interval: 1, unit: 'month' } : null;
}

/** The part of a period that is still to come, of what was paid for it. */
export function unusedAmount(amount: number, starts: number, ends: number, now: number): number {
  if (now >= ends) return 0;
  const share = Number((BigInt(amount) * BigInt(ends - Math.max(now, starts))) / BigInt(ends - starts));
  return Math.min(amount, share);
}
