import type { Privacy } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db } from '../kernel/database/tables.ts';
import { addDays } from '../workout-store/local-day.ts';
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
      and workout_id not in (${waiting})`.execute(db);
  return rows.reduce(addCurves, noTops());
}

/** Activity groups that have a curve. */
export async function readCurveGroups(
  db: Db,
  { userId, privacy }: Pick<Asked, 'userId' | 'privacy'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('curve_tops')
    .select('activity_group')
    .distinct()
    .where('user_id', '=', userId)
    .where('privacy', 'in', [...privacy])
    .where('span', '=', 'y')
    .orderBy('activity_group')
    .execute();
  return rows.map(({ activity_group }) => activity_group);
}
