import type { StatsPeriod } from '@waymark/api-contract';
import { addDays, weekOf } from '../../kernel/local-day.ts';

export interface Days {
  from: string;
  to: string;
}

/** What begins within a span of days. */
export const inside = <T extends { first_day: string }>(cells: readonly T[], { from, to }: Days): T[] =>
  cells.filter(({ first_day }) => first_day >= from && first_day <= to);

const firstOfMonth = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);

const partsOf = (day: string) => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return { year, month: month - 1 };
};

/** The week, month or year that holds a day, and the one before it. */
export function periodAt(period: StatsPeriod, day: string, weekStart: number): { now: Days; before: Days } {
  const { year, month } = partsOf(day);
  const [before, from, next] =
    period === 'week'
      ? [-7, 0, 7].map((days) => addDays(weekOf(day, weekStart), days))
      : period === 'month'
        ? [month - 1, month, month + 1].map((at) => firstOfMonth(year, at))
        : [year - 1, year, year + 1].map((at) => `${at}-01-01`);
  return {
    now: { from: from!, to: addDays(next!, -1) },
    before: { from: before!, to: addDays(from!, -1) },
  };
}

/** The part of the period before that has passed of the present one by `today`; null where the latter is over or all of it has. */
export function partBefore(period: StatsPeriod, now: Days, before: Days, today: string): Days | null {
  if (today < now.from || today >= now.to) return null;
  const { year, month } = partsOf(before.from);
  const to =
    period === 'week'
      ? addDays(today, -7)
      : // The 31st of a shorter month is its last day, 29 February the 28th.
        `${(period === 'month' ? before.from : firstOfMonth(year, partsOf(today).month)).slice(0, 8)}${today.slice(8)}`;
  const monthOf = period === 'month' ? month : partsOf(today).month;
  const last = addDays(firstOfMonth(year, monthOf + 1), -1);
  return { from: before.from, to: period !== 'week' && to > last ? last : to };
}

/** The bars of a period: its days, or the months of a year. */
export function bucketsOf(period: StatsPeriod, { from, to }: Days): Days[] {
  if (period === 'year') {
    const { year } = partsOf(from);
    return Array.from({ length: 12 }, (_, month) => ({
      from: firstOfMonth(year, month),
      to: addDays(firstOfMonth(year, month + 1), -1),
    }));
  }
  const buckets: Days[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) buckets.push({ from: day, to: day });
  return buckets;
}
