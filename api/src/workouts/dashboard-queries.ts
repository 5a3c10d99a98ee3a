import type { CalendarEntry, Totals } from '@waymark/api-contract';
import { sql } from 'kysely';
import { groupOfActivity } from './presenter.ts';
import { type Db, SUMMARY_COLUMNS, type SummaryRow } from './rows.ts';

/** Whose workouts, and at which privacy levels. */
export interface Scope {
  userId: number;
  privacy: readonly number[];
}
interface Days {
  from: string;
  to: string;
}

const RECENT = 5;
/** A Sunday before every workout, from which weeks are counted. */
const FIRST_SUNDAY = '1899-12-31';

const within = ({ userId, privacy }: Scope) => sql`
  user_id = ${userId} and parent_id is null and deleted_at is null
  and privacy = any(${[...privacy]}::smallint[])`;

/** Totals of some spans of days and of all time, in one pass over an index that holds all it needs. */
export async function readTotals(
  db: Db,
  scope: Scope,
  spans: Record<'week' | 'lastWeek' | 'month', Days>,
): Promise<Record<'week' | 'lastWeek' | 'month' | 'lifetime', Totals>> {
  const totals = (days: Days | null) => {
    const only = days ? sql`filter (where local_day between ${days.from}::date and ${days.to}::date)` : sql``;
    return sql`json_build_object(
      'count', count(*) ${only},
      'distance', coalesce(sum(distance_total) ${only}, 0),
      'duration', coalesce(sum(coalesce(active_time_total, elapsed_time_total)) ${only}, 0),
      'energy', coalesce(sum(metabolic_energy_total) ${only}, 0),
      'ascent', coalesce(sum(ascent_total) ${only}, 0))`;
  };
  const { rows } = await sql<Record<'week' | 'lastWeek' | 'month' | 'lifetime', Totals>>`
    select ${totals(spans.week)} as "week", ${totals(spans.lastWeek)} as "lastWeek",
      ${totals(spans.month)} as "month", ${totals(null)} as "lifetime"
    from workouts where ${within(scope)}`.execute(db);
  return rows[0]!;
}

/** The days of a month page, the ends of its first and last week included. */
export async function readCalendar(db: Db, scope: Scope, days: Days): Promise<CalendarEntry[]> {
  const { rows } = await sql<Omit<CalendarEntry, 'activity_group'>>`
    select id, name, local_day::text as day, activity_type_id,
      coalesce(active_time_total, elapsed_time_total, 0) as duration, distance_total as distance
    from workouts
    where ${within(scope)} and local_day between ${days.from}::date and ${days.to}::date
    order by local_day, start_at, id`.execute(db);
  return rows.map(({ id, name, day, activity_type_id, duration, distance }) => ({
    id,
    name,
    day,
    activity_type_id,
    activity_group: groupOfActivity(activity_type_id),
    duration,
    distance,
  }));
}

export function readRecent(db: Db, { userId, privacy }: Scope): Promise<SummaryRow[]> {
  return db
    .selectFrom('workouts')
    .select(SUMMARY_COLUMNS)
    .where('user_id', '=', userId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`privacy = any(${[...privacy]}::smallint[])`)
    .orderBy('start_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT)
    .execute();
}

/** First days of the weeks that have a workout, newest first. */
export async function readWeeks(db: Db, scope: Scope, weekStart: number): Promise<string[]> {
  const origin = sql`(date '${sql.raw(FIRST_SUNDAY)}' + ${weekStart}::int)`;
  const { rows } = await sql<{ week: string }>`
    select (${origin} + 7 * week)::text as week from (
      select distinct floor((local_day - ${origin}) / 7.0)::int as week
      from workouts where ${within(scope)}
    ) as weeks order by week desc`.execute(db);
  return rows.map(({ week }) => week);
}
