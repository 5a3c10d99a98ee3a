import type { FrequencyUnit, PaidSubscription } from '@waymark/api-contract';

/** How often a plan is paid; null for lifetime, which is paid once. */
export type PlanDetails = PaidSubscription['subscription_details'];

/** A length of time in one unit: three months. */
export interface Period {
  interval: number;
  unit: FrequencyUnit;
}

const DAY_MS = 86_400_000;
/** Spans of free time that stand for months and years, by their days. */
const PERIOD_OF_DAYS: Readonly<Record<number, Period>> = {
  30: { interval: 1, unit: 'month' },
  90: { interval: 3, unit: 'month' },
  365: { interval: 1, unit: 'year' },
};

/** Free time as people say it: 90 days are three months. */
export const freePeriodOf = (days: number): Period => PERIOD_OF_DAYS[days] ?? { interval: days, unit: 'day' };

/** Days of a trial of so many months. */
export const trialDaysOf = (months: number): number => (months === 12 ? 365 : 30 * months);

/** A subscription is paid each month, or else each year. */
export const isMonthly = ({
  frequency_unit: unit,
}: Pick<NonNullable<PlanDetails>, 'frequency_unit'>): boolean => unit === 'month';

/** The end of one more period. The last day of a short month stands in for days that it does not have. */
export function addPeriod(start: Date, { interval, unit }: Period): Date {
  if (unit === 'day') return new Date(start.getTime() + interval * DAY_MS);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + interval * (unit === 'year' ? 12 : 1));
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}

/** The subscription that premium rests on now. */
export const currentSubscription = (all: readonly PaidSubscription[]): PaidSubscription | null =>
  all.find(({ subscription_status: status }) => status === 'active') ?? null;

/** Any active subscription is premium; the operator can open it for everybody. */
export const hasPremium = (all: readonly PaidSubscription[], isUnlocked: boolean): boolean =>
  isUnlocked || currentSubscription(all) !== null;

/** When a subscription ends; null for lifetime. One that would end where it starts ends one period later. */
export function subscriptionEnd({
  subscription_start_date: start,
  subscription_end_date: end,
  subscription_details: details,
}: Pick<
  PaidSubscription,
  'subscription_start_date' | 'subscription_end_date' | 'subscription_details'
>): Date | null {
  if (end === null) return null;
  if (end !== start || !details) return new Date(end);
  return addPeriod(new Date(start), { interval: details.frequency_interval, unit: details.frequency_unit });
}

const daysOf = (details: PlanDetails): number =>
  details
    ? details.frequency_interval * { day: 1, month: 30, year: 365 }[details.frequency_unit]
    : Number.POSITIVE_INFINITY;

/** Whether a plan runs longer than another; lifetime is the longest. */
export const isLongerPlan = (one: PlanDetails, other: PlanDetails): boolean => daysOf(one) > daysOf(other);
