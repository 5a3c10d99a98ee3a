import type { Privacy } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { isExcludedFor, isExcludedForOwnerOnly, levelsSql } from '../workout-store/exclusions.ts';
import { addDays } from '../../kernel/local-day.ts';
import { addCurves, addTops, noTops, type StoredCurves, type Tops } from './curve-tops.ts';

interface Asked {
  userId: number;
  privacy: readonly Privacy[];
  group: string;
  from?: string | undefined;
  to?: string | undefined;
  partly: boolean;
}

/** The first day of the month or year after the one that holds a day. */
function next(day: string, span: 'm' | 'y'): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const first = span === 'm' ? Date.UTC(year, month, 1) : Date.UTC(year + 1, 0, 1);
  return new Date(first).toISOString().slice(0, 10);
}

/** The first month or year that begins on a day or after it. */
const firstFrom = (day: string, span: 'm' | 'y'): string => next(addDays(day, -1), span);

const EARLIEST = '1900-01-01';
const LATEST = '2201-01-01';

/**
 * The best of a member's workouts at each point of both curves: from the kept bests of whole years, of the whole
 * months beside them, and of single workouts only in the broken months at the ends.
 */
export async function readCurves(db: Db, asked: Asked): Promise<Tops> {
  const { userId, privacy, group, from, to, partly } = asked;
  const begin = from ?? EARLIEST;
  // `end` is the day after the last.
  const end = to === undefined ? LATEST : addDays(to, 1);
  if (partly) return readShownCurves(db, asked, begin, end);
  const years = { from: firstFrom(begin, 'y'), to: `${end.slice(0, 4)}-01-01` };
  const months = { from: firstFrom(begin, 'm'), to: `${end.slice(0, 8)}01` };
  const wholeYears = years.from < years.to;
  const wholeMonths = months.from < months.to;
  const tops = noTops();
  const kept = await db
    .selectFrom('curve_tops')
    .selectAll()
    .where('user_id', '=', userId)
    .where('activity_group', '=', group)
    .where('privacy', 'in', [...privacy])
    .where((at) =>
      at.or([
        at.and([at('span', '=', 'y'), at('first_day', '>=', years.from), at('first_day', '<', years.to)]),
        at.and([
          at('span', '=', 'm'),
          at('first_day', '>=', months.from),
          at('first_day', '<', months.to),
          ...(wholeYears ? [at.or([at('first_day', '<', years.from), at('first_day', '>=', years.to)])] : []),
        ]),
      ]),
    )
    .execute();
  for (const row of kept) addTops(tops, row);
  const owner = { userId, group, privacy };
  for (const row of await readUnlistedCurves(db, [owner], { begin, end })) addCurves(tops, row);
  const edges = wholeMonths
    ? [
        [begin, months.from],
        [months.to, end],
      ]
    : [[begin, end]];
  for (const [first, after] of edges) {
    if (first! >= after!) continue;
    const single = await db
      .selectFrom('workout_analyses')
      .select(['workout_id', 'distance', 'power'])
      .where('user_id', '=', userId)
      .where('activity_group', '=', group)
      .where('privacy', 'in', [...privacy])
      .where('local_day', '>=', first!)
      .where('local_day', '<', after!)
      .where('listed', '=', true)
      .where(sql<boolean>`(distance is not null or power is not null)`)
      .execute();
    for (const row of single) addCurves(tops, row);
  }
  return tops;
}

interface Owner {
  userId: number;
  group: string;
  privacy: readonly Privacy[];
}

/**
 * Curves that are not among the kept bests because they count nowhere for their owner, and count for the caller: they
 * overlap a recording that the caller may not see.
 */
export async function readUnlistedCurves(
  db: Db,
  owners: readonly Owner[],
  { begin, end }: { begin: string; end: string } = { begin: EARLIEST, end: LATEST },
): Promise<(StoredCurves & { user_id: number; activity_group: string })[]> {
  // Members see all of their own.
  const others = owners.filter(({ privacy }) => !privacy.includes(0));
  if (others.length === 0) return [];
  const { rows } = await sql<StoredCurves & { user_id: number; activity_group: string }>`
    /* prepared */
    select a.user_id, a.activity_group, a.workout_id, a.distance, a.power
    from unnest(
      ${others.map(({ userId }) => userId)}::bigint[], ${others.map(({ group }) => group)}::text[],
      ${others.map(({ privacy }) => `{${privacy.join(',')}}`)}::text[]) as k (user_id, activity_group, levels)
    join excluded_workouts e on e.user_id = k.user_id and ${isExcludedForOwnerOnly(sql`k.levels::smallint[]`)}
    join workout_analyses a on a.user_id = e.user_id and a.root_id = e.workout_id
      and a.activity_group = k.activity_group and a.privacy = any(k.levels::smallint[])
    join workouts w on w.user_id = a.user_id and w.id = a.workout_id and w.leg_count = 0 and w.deleted_at is null
    where a.local_day >= ${begin}::date and a.local_day < ${end}::date
      and (a.distance is not null or a.power is not null)`.execute(db);
  return rows;
}

/** For who misses parts of tracks: what is kept of months and years is of whole ones, so each workout is read. */
async function readShownCurves(
  db: Db,
  { userId, privacy, group }: Asked,
  begin: string,
  end: string,
): Promise<Tops> {
  const within = sql`user_id = ${userId} and activity_group = ${group}
    and privacy = any(${[...privacy]}::smallint[]) and local_day >= ${begin}::date and local_day < ${end}::date`;
  const waiting = sql`select workout_id from stale_redactions where user_id = ${userId}`;
  const { rows } = await sql<StoredCurves>`
    select workout_id, distance, power from workout_analyses
    where ${within} and listed and (distance is not null or power is not null)
      and workout_id not in (select workout_id from redacted_workouts where user_id = ${userId} union all ${waiting})
    union all
    select workout_id, distance_curve, power_curve from redacted_workouts
    where ${within} and (distance_curve is not null or power_curve is not null)
      and not ${isExcludedFor(levelsSql(privacy), userId, sql`root_id`)}
      and workout_id not in (${waiting})`.execute(db);
  const unlisted = await readUnlistedCurves(db, [{ userId, privacy, group }], { begin, end });
  const { rows: redacted } =
    unlisted.length === 0
      ? { rows: [] }
      : await sql<{ workout_id: number }>`
          select workout_id from redacted_workouts where user_id = ${userId} union all ${waiting}`.execute(
          db,
        );
  const redactedIds = new Set(redacted.map(({ workout_id }) => workout_id));
  const whole = unlisted.filter(({ workout_id }) => !redactedIds.has(workout_id));
  return [...rows, ...whole].reduce(addCurves, noTops());
}

/** Activity groups that have a curve. */
export async function readCurveGroups(
  db: Db,
  { userId, privacy }: Pick<Asked, 'userId' | 'privacy'>,
): Promise<string[]> {
  const levels = levelsSql(privacy);
  const { rows } = await sql<{ activity_group: string }>`
    select activity_group from curve_tops
    where user_id = ${userId} and span = 'y' and privacy = any(${levels})
    union
    select a.activity_group from excluded_workouts e
    join workout_analyses a on a.user_id = e.user_id and a.root_id = e.workout_id and a.privacy = any(${levels})
    join workouts w on w.user_id = a.user_id and w.id = a.workout_id and w.leg_count = 0 and w.deleted_at is null
    where e.user_id = ${userId} and ${isExcludedForOwnerOnly(levels)}
      and (a.distance is not null or a.power is not null)
    order by activity_group`.execute(db);
  return rows.map(({ activity_group }) => activity_group);
}
