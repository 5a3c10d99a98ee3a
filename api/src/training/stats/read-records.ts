import { ACTIVITY_GROUPS } from '@waymark/activities';
import type { PersonalRecord } from '@waymark/api-contract';
import { CURVE_METERS } from '@waymark/streams';
import { type RecordDistance, recordDistancesOf } from '@waymark/units';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { HEALTH_RECORDS } from '../../recordings/model/health-data.ts';
import { groupOfActivity } from '../../recordings/activity-names.ts';
import { isExcludedFor, levelsSql } from '../workout-store/exclusions.ts';
import type { Top } from './curve-tops.ts';
import type { Scope } from './query-scope.ts';
import { readCurves } from './read-curves.ts';
import type { Cell } from './read-totals.ts';
import { readRecordHolders, recordWorkout } from './record-workout.ts';

interface BestWorkout {
  key: string;
  rank: number;
  id: number;
  name: string;
  local_day: string;
  activity_type_id: number;
  distance: number | null;
  duration: number;
}

/** The group that most time goes into, of those whose workouts cover a distance; null without any workout. */
export function mainGroupOf(cells: readonly Cell[]): string | null {
  let main: { group: string; hasDistance: boolean; duration: number } | null = null;
  for (const [group, of] of Map.groupBy(cells, ({ activity_type_id: id }) => groupOfActivity(id))) {
    const hasDistance = of.some(({ distance }) => distance > 0);
    const duration = of.reduce((sum, cell) => sum + cell.duration, 0);
    const isAhead =
      main === null ||
      (hasDistance === main.hasDistance ? duration > main.duration : hasDistance && !main.hasDistance);
    if (isAhead) main = { group, hasDistance, duration };
  }
  return main?.group ?? null;
}

/**
 * Every record of a group, in the order of the table, without those that tell of a body: where that is hidden, and for
 * everybody but the owner, since energy that was estimated follows from their weight.
 */
export const recordKeysOf = (
  group: string,
  { hidesHealthData, isOwner }: { hidesHealthData: boolean; isOwner: boolean },
): string[] =>
  ['longest_distance', 'most_energy', ...recordDistancesOf(group).map(({ key }) => key)].filter(
    (key) => (isOwner && !hidesHealthData) || !HEALTH_RECORDS.has(key),
  );

/** Distance and time of the workout that holds a record, as the caller may see them. */
function visibleFigures(partly: boolean): RawBuilder<unknown> {
  const duration = sql`coalesce(w.active_time_total, w.elapsed_time_total, 0)`;
  if (!partly) return sql`w.distance_total as distance, ${duration} as duration`;
  const visible = (figure: string, whole: RawBuilder<unknown>) =>
    sql`case when s.workout_id is null then ${whole} else (s.figures ->> ${sql.lit(figure)})::float8 end`;
  return sql`${visible('distance_total', sql`w.distance_total`)} as distance,
    ${visible('active_time_total', duration)} as duration`;
}

/**
 * The best whole workouts of a group among what the caller may see: for each key and privacy the first entry of an
 * index, without what counts nowhere. Seconds are those that lists and totals show, the time in motion where it is known. Who misses parts of tracks
 * gets the records among the redacted workouts.
 */
async function readBestWorkouts(
  db: Db,
  { userId, privacy, partly }: Scope,
  group: string,
  keys: readonly string[],
): Promise<BestWorkout[]> {
  const notIn = (table: string) =>
    sql`workout_id not in (select workout_id from ${sql.table(table)} where user_id = ${userId})`;
  const counts = sql`not ${isExcludedFor(levelsSql(privacy), userId, sql`root_id`)}`;
  const [notStale, notRedacted] = [notIn('stale_redactions'), notIn('redacted_workouts')];
  const best = (table: string, condition: RawBuilder<unknown>) => sql`(
    select rank, start_at, workout_id from ${sql.table(table)}
    where user_id = ${userId} and key = k.key and privacy = p.level and activity_group = ${group} and ${condition}
      and ${counts}
    order by rank desc, start_at, workout_id limit 1)`;
  const { rows } = await sql<BestWorkout>`
    select k.key, best.rank, w.id, w.name, w.local_day, w.activity_type_id, ${visibleFigures(partly)}
    from unnest(${[...keys]}::text[]) with ordinality as k (key, place)
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
  return rows;
}

/** The fastest stretch of a record distance inside a recording, where it beats the best whole workout. */
export function effortAhead(
  { values, ids }: Top,
  { meters }: Pick<RecordDistance, 'meters'>,
  bestSpeed: number,
): { id: number; seconds: number } | null {
  const point = CURVE_METERS.indexOf(meters);
  const id = ids[point]!;
  const seconds = Number(values[point]!.toPrecision(7));
  return id !== 0 && meters / seconds > bestSpeed ? { id, seconds } : null;
}

/** The records of a group among what the caller may see, of whole workouts and of best efforts. */
export async function readRecords(db: Db, scope: Scope, group: string): Promise<PersonalRecord[]> {
  const { userId, privacy, partly } = scope;
  const keys = recordKeysOf(group, scope);
  const [wholes, tops] = await Promise.all([
    readBestWorkouts(db, scope, group, keys),
    readCurves(db, { userId, privacy, partly, group }),
  ]);
  const byKey = new Map(wholes.map((whole) => [whole.key, whole]));
  const efforts = recordDistancesOf(group).flatMap(({ key, meters }) => {
    const effort = effortAhead(tops.distance, { meters }, byKey.get(key)?.rank ?? 0);
    return effort ? [{ key, meters, ...effort }] : [];
  });
  const holders = await readRecordHolders(db, userId, [...new Set(efforts.map(({ id }) => id))]);
  return keys.flatMap((key): PersonalRecord[] => {
    const effort = efforts.find((one) => one.key === key);
    const holder = effort && holders.get(effort.id);
    if (holder) {
      const { meters, seconds } = effort;
      return [
        { key, value: seconds, distance: meters, duration: seconds, is_best_effort: true, workout: holder },
      ];
    }
    const whole = byKey.get(key);
    if (!whole) return [];
    const { rank, distance, duration } = whole;
    const value = key === 'longest_distance' || key === 'most_energy' ? rank : duration;
    return [{ key, value, distance, duration, is_best_effort: false, workout: recordWorkout(whole) }];
  });
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
        where user_id = ${userId} and activity_group = g.name and key = k.key and privacy = p.level
          and not ${isExcludedFor(levelsSql(privacy), userId, sql`root_id`)}
        order by rank desc, start_at, workout_id limit 1
      ) as c
    ) order by g.place`.execute(db);
  return rows.map(({ name }) => name);
}
