import type { UserGoal, UserGoalProgress } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { dayNumber } from '../stats/active-days.ts';
import { type StatsQuery, typesOf } from '../stats/query-scope.ts';
import { readCells } from '../stats/read-totals.ts';
import { addDays, weekOf } from '../../kernel/local-day.ts';
import { groupOfActivity, nameOfActivity } from '../../recordings/activity-names.ts';
import { findFirstDayOfWeek } from '../workout-store/member.ts';
import { correctionsOf, readCorrectedParts } from './corrected-cells.ts';
import { measureStreaks, measureWeeks } from './measure-weeks.ts';
import type { UserGoalTable } from './tables.ts';

export type GoalRow = Selectable<UserGoalTable>;

const linkOf = (kind: string, id: number) => [{ href: `/v7.1/${kind}/${id}/`, id: String(id) }];

export function presentGoal(row: GoalRow): UserGoal {
  const { id, activity_type_id: typeId, metric, targets } = row;
  return {
    id,
    period: row.period,
    criteria: {
      activity_type_id: typeId,
      threshold: { metric, value: targets.at(-1)!.target / 1000 },
    },
    activity_name: typeId === null ? null : nameOfActivity(typeId),
    activity_group: typeId === null ? null : groupOfActivity(typeId),
    status: row.status,
    privacy: row.privacy,
    start_datetime: row.created_at.toISOString(),
    end_datetime: row.ended_at?.toISOString() ?? null,
    _links: {
      self: linkOf('user_goal', id),
      user: linkOf('user', row.user_id),
      ...(typeId !== null && { activity_type: linkOf('activity_type', typeId) }),
    },
  };
}

/**
 * How far goals are, from the totals of days that the caller may see: nothing is kept beside them, so that each change of
 * a workout shows at once.
 */
export async function readProgress(
  db: Db,
  scope: StatsQuery,
  rows: readonly GoalRow[],
  weekStart: number,
  weeksShown: number,
): Promise<UserGoalProgress[]> {
  if (rows.length === 0) return [];
  const { today } = scope;
  const firstDay = rows.reduce((first, { first_day: day }) => (day < first ? day : first), today);
  const lastDay = rows.reduce((last, { first_day: day }) => (day > last ? day : last), today);
  const days = { from: weekOf(firstDay, weekStart), to: addDays(weekOf(lastDay, weekStart), 6) };
  const [cells, corrected] = await Promise.all([
    readCells(db, { ...scope, types: null }, 'd', days),
    readCorrectedParts(db, scope, days),
  ]);
  return rows.map((row) => {
    const typeIds = row.activity_type_id === null ? null : typesOf(String(row.activity_type_id));
    const types = typeIds && new Set(typeIds);
    const counted = [...cells, ...correctionsOf(corrected, types)];
    const weeks = measureWeeks({ ...row, types }, counted, today, weekStart);
    const isActive = row.status === 'active';
    const current = weeks.at(-1)!;
    return {
      goal: presentGoal(row),
      progress: {
        ...current,
        remaining: Math.max(0, Math.round((current.target - current.value) * 1000) / 1000),
        days_left: isActive ? Math.min(7, dayNumber(current.to) - dayNumber(today) + 1) : 0,
      },
      performance: { weeks: weeks.slice(-weeksShown), ...measureStreaks(weeks, isActive) },
      _links: { user_goal: linkOf('user_goal', row.id) },
    };
  });
}

/** Goals of a member that the caller may see, newest first. */
export const visibleGoals = (db: Db, { userId, privacy }: StatsQuery, status: UserGoal['status']) =>
  db
    .selectFrom('user_goals')
    .where('user_id', '=', userId)
    .where('status', '=', status)
    .where('privacy', 'in', [...privacy] as GoalRow['privacy'][]);

const DASHBOARD_WEEKS = 8;

/** The active goals of a member for the dashboard that the caller sees. */
export async function readDashboardGoals(db: Db, scope: StatsQuery): Promise<UserGoalProgress[]> {
  const rows = await visibleGoals(db, scope, 'active').selectAll().orderBy('id', 'desc').execute();
  if (rows.length === 0) return [];
  const weekStart = await findFirstDayOfWeek(db, { userId: scope.userId });
  return readProgress(db, scope, rows, weekStart, DASHBOARD_WEEKS);
}
