import type { CalendarEntry } from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { Scope } from '../stats/query-scope.ts';
import { groupOfActivity } from '../../recordings/activity-names.ts';
import { SUMMARY_COLUMNS, type SummaryRow } from '../workout-store/workout-rows.ts';

interface Days {
  from: string;
  to: string;
}

const RECENT = 5;

const within = ({ userId, privacy }: Scope) => sql`
  user_id = ${userId} and parent_id is null and deleted_at is null
  and privacy = any(${[...privacy]}::smallint[])`;

/** The same with what others are told where they miss a part; of what is not worked out yet, nothing. */
const asOthersSee = (userId: number, whole: RawBuilder<unknown>) => sql`
  select id, name, day, w.activity_type_id, w.start_at,
    case when waits.workout_id is not null then 0 when s.workout_id is null then w.duration
      else s.duration / 1000::float8 end as duration,
    case when waits.workout_id is not null then null when s.workout_id is null then w.distance
      else (s.figures ->> 'distance_total')::float8 end as distance
  from (${whole}) as w
  left join redacted_workouts s on s.user_id = ${userId} and s.workout_id = w.id
  left join stale_redactions waits on waits.user_id = ${userId} and waits.workout_id = w.id`;

/** The days of a month page, the ends of its first and last week included. */
export async function readCalendar(db: Db, scope: Scope, days: Days): Promise<CalendarEntry[]> {
  const whole = sql`
    select id, name, local_day::text as day, activity_type_id,
      coalesce(active_time_total, elapsed_time_total, 0) as duration, distance_total as distance, start_at
    from workouts
    where ${within(scope)} and local_day between ${days.from}::date and ${days.to}::date`;
  const { rows } = await sql<Omit<CalendarEntry, 'activity_group'>>`
    select id, name, day, activity_type_id, duration, distance
    from (${scope.partly ? asOthersSee(scope.userId, whole) : whole}) as one order by day, start_at, id`.execute(
    db,
  );
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
