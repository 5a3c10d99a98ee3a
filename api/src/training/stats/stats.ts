import { type StatsByActivity, type StatsBucket, statsCalls } from '@waymark/api-contract';
import { route } from '../../kernel/server/route.ts';
import { groupOfActivity, nameOfActivity } from '../../recordings/activity-names.ts';
import { findFirstDayOfWeek } from '../workout-store/member.ts';
import { activeDays, dayText } from './active-days.ts';
import { bucketsOf, type Days, inside, partBefore, periodAt } from './periods.ts';
import { type Cell, readActiveYears, readCells, sumOf } from './read-totals.ts';
import { checkDay, scopeOf } from './query-scope.ts';

function byActivity(cells: readonly Cell[]): StatsByActivity[] {
  return [...Map.groupBy(cells, ({ activity_type_id }) => activity_type_id)]
    .map(([id, of]) => ({
      activity_type_id: id,
      activity_name: nameOfActivity(id),
      activity_group: groupOfActivity(id),
      totals: sumOf(of),
    }))
    .toSorted((a, b) => b.totals.duration - a.totals.duration || a.activity_type_id - b.activity_type_id);
}

export const statsHandler = route<typeof statsCalls.stats>({
  call: statsCalls.stats,
  access: 'anyone',
  async handler({ context, caller, params, query }) {
    const { period } = query;
    checkDay('date', query.date);
    const scope = await scopeOf(context, caller, params.id, query.activity_types);
    const weekStart = query.week_start ?? (await findFirstDayOfWeek(context.db, caller));
    const { now, before } = periodAt(period, query.date ?? scope.today, weekStart);
    const part = partBefore(period, now, before, scope.today);
    const [cells, years, daysOfPart] = await Promise.all([
      readCells(context.db, scope, period === 'year' ? 'm' : 'd', { from: before.from, to: now.to }),
      readActiveYears(context.db, scope),
      // Months are too coarse for the part of a year.
      part && period === 'year' ? readCells(context.db, scope, 'd', part) : null,
    ]);
    const bars = (days: Days): StatsBucket[] =>
      bucketsOf(period, days).map(({ from, to }) => ({
        from,
        to,
        totals: sumOf(inside(cells, { from, to })),
      }));
    const active = activeDays(years);
    const dayOf = (number: number | undefined) => (number === undefined ? null : dayText(number));
    return {
      period,
      today: scope.today,
      week_start: weekStart,
      ...now,
      previous_from: before.from,
      previous_to: before.to,
      stats: bars(now),
      previous_stats: bars(before),
      summary_stats: sumOf(inside(cells, now)),
      previous_summary_stats: sumOf(inside(cells, before)),
      previous_part_stats: part && sumOf(daysOfPart ?? inside(cells, part)),
      by_activity: byActivity(inside(cells, now)),
      first_day: dayOf(active[0]),
      last_day: dayOf(active.at(-1)),
    };
  },
});
