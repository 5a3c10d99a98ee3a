import { workoutCalls } from '@waymark/api-contract';
import { hiddenAreas } from '../privacy-zones/areas.ts';
import { notSignedIn } from '../server/errors.ts';
import { route } from '../server/route.ts';
import { readCalendar, readRecent, readTotals, readWeeks, type Scope } from './dashboard-queries.ts';
import { addDays, localDay, weekOf } from './local-day.ts';
import { loadMember } from './member.ts';
import { listedPrivacy, relationTo } from './policy.ts';
import { presentSummary } from './presenter.ts';
import { hasSampleData } from './samples.ts';

/**
 * Weeks in a row with a workout, up to this one. A week that has none yet does not end the row: it is not over.
 * `weeks` are first days of weeks, newest first.
 */
export function streakOf(weeks: readonly string[], thisWeek: string): number {
  const past = weeks.filter((week) => week <= thisWeek);
  let expected = past[0] === thisWeek ? thisWeek : addDays(thisWeek, -7);
  let streak = 0;
  for (const week of past) {
    if (week !== expected) break;
    streak++;
    expected = addDays(expected, -7);
  }
  return streak;
}

const monthEnd = (month: string): string => {
  const [year = 0, index = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, index, 0)).toISOString().slice(0, 10);
};

export const dashboardRoute = route<typeof workoutCalls.dashboard>({
  call: workoutCalls.dashboard,
  access: 'anyone',
  async handler({ context, caller, query }) {
    const userId = query.user ?? caller?.userId;
    if (userId === undefined) throw notSignedIn();
    const { db } = context;
    const member = await loadMember(db, userId);
    const relation = relationTo(caller, userId);
    const scope: Scope = { userId, privacy: listedPrivacy(relation) };
    const today = localDay(context.now(), member.timeZone);
    const month = query.month ?? today.slice(0, 7);
    const from = weekOf(today, query.week_start);
    const days = { from: `${month}-01`, to: monthEnd(month) };
    const [totals, calendar, recent, weeks, samples, areas] = await Promise.all([
      readTotals(db, scope, {
        week: { from, to: addDays(from, 6) },
        lastWeek: { from: addDays(from, -7), to: addDays(from, -1) },
        month: days,
      }),
      readCalendar(db, scope, {
        from: weekOf(days.from, query.week_start),
        to: addDays(weekOf(days.to, query.week_start), 6),
      }),
      readRecent(db, scope),
      readWeeks(db, scope, query.week_start),
      relation === 'self' ? hasSampleData(db, userId) : false,
      hiddenAreas(db, userId, relation),
    ]);
    return {
      today,
      month,
      week: { from, this: totals.week, last: totals.lastWeek },
      month_totals: totals.month,
      calendar,
      recent: recent.map((row) => presentSummary(row, areas)),
      streak_weeks: streakOf(weeks, from),
      lifetime: totals.lifetime,
      records: [],
      has_sample_data: samples,
    };
  },
});
