import type { Totals, UserStats } from '@waymark/api-contract';
import { addDays } from '../shared/days.ts';
import { NO_TOTALS } from './metrics.ts';

export const totals = (over: Partial<Totals>): Totals => ({ ...NO_TOTALS, ...over });

const run = (distance: number) =>
  totals({ count: 1, distance, duration: distance * 0.3, ascent: distance / 100 });

/** Monday to Sunday, with runs on Monday, Wednesday and Friday, and one in the week before. */
export function sampleStats(over: Partial<UserStats> = {}): UserStats {
  const week = (from: string, figures: Record<number, Totals>) =>
    Array.from({ length: 7 }, (_, i) => {
      const day = addDays(from, i);
      return { from: day, to: day, totals: figures[i] ?? NO_TOTALS };
    });
  return {
    period: 'week',
    today: '2026-11-21',
    week_start: 1,
    from: '2026-11-16',
    to: '2026-11-22',
    previous_from: '2026-11-09',
    previous_to: '2026-11-15',
    stats: week('2026-11-16', { 0: run(10_000), 2: run(8000), 4: run(12_000) }),
    previous_stats: week('2026-11-09', { 0: run(20_000) }),
    summary_stats: totals({ count: 3, distance: 30_000, duration: 9000, ascent: 300 }),
    previous_summary_stats: totals({ count: 1, distance: 20_000, duration: 6000, ascent: 200 }),
    previous_part_stats: null,
    by_activity: [
      {
        activity_type_id: 16,
        activity_name: 'Run',
        activity_group: 'run',
        totals: totals({ count: 2, distance: 22_500, duration: 6000 }),
      },
      {
        activity_type_id: 9,
        activity_name: 'Walk',
        activity_group: 'walk',
        totals: totals({ count: 1, distance: 7500, duration: 3000 }),
      },
    ],
    first_day: '2024-01-05',
    last_day: '2026-11-20',
    ...over,
  };
}
