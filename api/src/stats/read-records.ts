import { ACTIVITY_GROUPS } from '@waymark/activities';
import type { PersonalRecord } from '@waymark/api-contract';
import { RECORD_DISTANCES } from '@waymark/units';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../kernel/database/tables.ts';
import { recordWorkout } from './record-workout.ts';
import type { Scope } from './query-scope.ts';

/** Every record there is, in the order of the table. */
export const RECORD_KEYS: readonly string[] = [
  'longest_distance',
  'most_energy',
  ...RECORD_DISTANCES.map(({ key }) => key),
];

interface Held {
  key: string;
  rank: number;
  id: number;
  name: string;
  local_day: string;
  activity_type_id: number;
  distance: number | null;
  duration: number;
}

/** Distance and time of the workout that holds a record. */
function told(partly: boolean): RawBuilder<unknown> {
  const duration = sql`coalesce(w.active_time_total, w.elapsed_time_total, 0)`;
  if (!partly) return sql`w.distance_total as distance, ${duration} as duration`;
  const shown = (figure: string, whole: RawBuilder<unknown>) =>
    sql`case when s.workout_id is null then ${whole} else (s.figures ->> ${sql.lit(figure)})::float8 end`;
  return sql`${shown('distance_total', sql`w.distance_total`)} as distance,
    ${shown('active_time_total', duration)} as duration`;
}

/**
 * The records among what the caller may see, over all activities or in one group: for each key and privacy the
 * first entry of an index. Seconds are those that lists and totals show, the time in motion where it is known;
 * `personalRecords` of `@waymark/units` is the rule. Who misses parts of tracks is told the records among what they
 * are told of each.
 */
export async function readRecords(
  db: Db,
  { userId, privacy, partly }: Scope,
  group: string | null,
): Promise<PersonalRecord[]> {
  const only = group === null ? sql`` : sql`and activity_group = ${group}`;
  const notIn = (table: string) =>
    sql`workout_id not in (select workout_id from ${sql.table(table)} where user_id = ${userId})`;
  const [notStale, notRedacted] = [notIn('stale_redactions'), notIn('redacted_workouts')];
  const best = (table: string, condition: RawBuilder<unknown>) => sql`(
    select rank, start_at, workout_id from ${sql.table(table)}
    where user_id = ${userId} and key = k.key and privacy = p.level ${only} and ${condition}
    order by rank desc, start_at, workout_id limit 1)`;
  const { rows } = await sql<Held>`
    select k.key, best.rank, w.id, w.name, w.local_day, w.activity_type_id, ${told(partly)}
    from unnest(${[...RECORD_KEYS]}::text[]) with ordinality as k (key, place)
    cross join lateral (
      select c.* from unnest(${[...privacy]}::smallint[]) as p (level)
      cross join lateral (
        ${best('record_candidates', partly ? sql`${notStale} and ${notRedacted}` : sql`true`)}
        ${partly ? sql`union all ${best('redacted_candidates', notStale)}` : sql``}
      ) as c
      order by c.rank desc, c.start_at, c.workout_id limit 1
    ) as best
    join workouts w on w.user_id = ${userId} and w.id = best.workout_id
    ${partly ? sql`left join redacted_workouts s on s.user_id = ${userId} and s.workout_id = w.id` : sql``}
    order by k.place`.execute(db);
  return rows.map(({ key, rank, distance, duration, ...workout }) => ({
    key,
    value: key === 'longest_distance' || key === 'most_energy' ? rank : duration,
    distance,
    duration,
    workout: recordWorkout(workout),
  }));
}

/** Groups with any record. Whatever holds one has a distance or an energy, so that two keys tell. */
export async function readRecordGroups(db: Db, { userId, privacy }: Scope): Promise<string[]> {
  const groups = ACTIVITY_GROUPS.map(({ key }) => key);
  const { rows } = await sql<{ name: string }>`
    select g.name from unnest(${groups}::text[]) with ordinality as g (name, place)
    where exists (
      select from unnest(${[...privacy]}::smallint[]) as p (level),
        unnest(array['longest_distance', 'most_energy']) as k (key)
      cross join lateral (
        select from record_candidates
        where user_id = ${userId} and activity_group = g.name and key = k.key and privacy = p.level limit 1
      ) as c
    ) order by g.place`.execute(db);
  return rows.map(({ name }) => name);
}
