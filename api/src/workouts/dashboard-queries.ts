import type { CalendarEntry } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Scope } from '../stats/scope.ts';
import { groupOfActivity } from './presenter.ts';
import { type Db, SUMMARY_COLUMNS, type SummaryRow } from './rows.ts';

interface Days {
  from: string;
  to: string;
}

const RECENT = 5;

const within = ({ userId, privacy }: Scope) => sql`
  user_id = ${userId} and parent_id is null and deleted_at is null
  and privacy = any(${[...privacy]}::smallint[])`;

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
