import { type LifetimeStats, statsCalls } from '@waymark/api-contract';
import { route } from '../../kernel/server/route.ts';
import { groupOfActivity } from '../../recordings/activity-names.ts';
import { findFirstDayOfWeek } from '../workout-store/member.ts';
import { activeDays, dayText, streaksOf } from './active-days.ts';
import { type Cell, readActiveYears, readCells, sumOf } from './read-totals.ts';
import { scopeOf } from './query-scope.ts';

/** Largest duration first. */
function byGroup(cells: readonly Cell[]): LifetimeStats['groups'] {
  return [...Map.groupBy(cells, ({ activity_type_id }) => groupOfActivity(activity_type_id))]
    .map(([activity_group, of]) => ({ activity_group, totals: sumOf(of) }))
    .toSorted(
      (a, b) =>
        b.totals.duration - a.totals.duration || a.activity_group.localeCompare(b.activity_group, 'en'),
    );
}

const yearOf = (day: string) => Number(day.slice(0, 4));

export const lifetimeHandler = route<typeof statsCalls.lifetime>({
  call: statsCalls.lifetime,
  access: 'anyone',
  async handler({ context, caller, params, query }) {
    const scope = await scopeOf(context, caller, params.id, query.activity_types);
    const [cells, active] = await Promise.all([
      readCells(context.db, scope, 'y'),
      readActiveYears(context.db, scope),
    ]);
    const days = activeDays(active);
    const weekStart = query.week_start ?? (await findFirstDayOfWeek(context.db, caller));
    const byYear = Map.groupBy(cells, ({ first_day }) => yearOf(first_day));
    // A member ahead of our clock may already have logged next year's first workout.
    const last = Math.max(yearOf(scope.today), active.at(-1)?.year ?? 0);
    const count = active[0] ? last - active[0].year + 1 : 0;
    const years = Array.from({ length: Math.max(0, count) }, (_, index) => {
      const of = byYear.get(last - index) ?? [];
      return { year: last - index, totals: sumOf(of), groups: byGroup(of) };
    });
    return {
      today: scope.today,
      week_start: weekStart,
      first_day: days[0] === undefined ? null : dayText(days[0]),
      totals: sumOf(cells),
      groups: byGroup(cells),
      years,
      active_days: days.length,
      ...streaksOf(days, scope.today, weekStart),
    };
  },
});
