import { workoutCalls } from '@waymark/api-contract';
import { viewWorkouts } from '../privacy/visible-workout.ts';
import { notSignedIn } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { readDashboardGoals } from '../goals/read-progress.ts';
import { activeDays, streaksOf } from '../stats/active-days.ts';
import { inside } from '../stats/periods.ts';
import { mainGroupOf, readRecords } from '../stats/read-records.ts';
import { readActiveYears, readCells, sumOf } from '../stats/read-totals.ts';
import { scopeOf } from '../stats/query-scope.ts';
import { readCalendar, readRecent } from './dashboard-queries.ts';
import { addDays, weekOf } from '../../kernel/local-day.ts';
import { findFirstDayOfWeek } from '../workout-store/member.ts';
import { presentSummary } from './presenter.ts';
import { hasSampleData } from './samples.ts';

const monthEnd = (month: string): string => {
  const [year = 0, index = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, index, 0)).toISOString().slice(0, 10);
};

export const dashboardHandler = route<typeof workoutCalls.dashboard>({
  call: workoutCalls.dashboard,
  access: 'anyone',
  async handler({ context, caller, query }) {
    const userId = query.user ?? caller?.userId;
    if (userId === undefined) throw notSignedIn();
    const { db } = context;
    const scope = await scopeOf(context, caller, userId);
    const { relation, today } = scope;
    const month = query.month ?? today.slice(0, 7);
    const weekStart = query.week_start ?? (await findFirstDayOfWeek(db, caller));
    const from = weekOf(today, weekStart);
    const days = { from: `${month}-01`, to: monthEnd(month) };
    const thisWeek = { from, to: addDays(from, 6) };
    const lastWeek = { from: addDays(from, -7), to: addDays(from, -1) };
    const [weeks, monthCells, lifetime, years, calendar, recent, goals, samples] = await Promise.all([
      readCells(db, scope, 'd', { from: lastWeek.from, to: thisWeek.to }),
      readCells(db, scope, 'm', { from: days.from, to: days.from }),
      readCells(db, scope, 'y'),
      readActiveYears(db, scope),
      readCalendar(db, scope, {
        from: weekOf(days.from, weekStart),
        to: addDays(weekOf(days.to, weekStart), 6),
      }),
      readRecent(db, scope),
      readDashboardGoals(db, scope),
      relation === 'self' ? hasSampleData(db, userId) : false,
    ]);
    const mainGroup = mainGroupOf(lifetime);
    const [recentWorkouts, records] = await Promise.all([
      viewWorkouts(db, [scope.viewer], recent),
      mainGroup === null ? [] : readRecords(db, scope, mainGroup),
    ]);
    return {
      today,
      week_start: weekStart,
      month,
      week: { from, this: sumOf(inside(weeks, thisWeek)), last: sumOf(inside(weeks, lastWeek)) },
      month_totals: sumOf(monthCells),
      calendar,
      recent: recentWorkouts.map(presentSummary),
      streak_weeks: streaksOf(activeDays(years), today, weekStart).current_weeks.length,
      goals,
      lifetime: sumOf(lifetime),
      records,
      records_group: mainGroup,
      has_sample_data: samples,
    };
  },
});
