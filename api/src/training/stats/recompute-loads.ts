import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { ANNOUNCED_COLUMNS } from '../workout-store/announce-changes.ts';
import { loadMember } from '../workout-store/member.ts';
import { floatsOf } from '../../recordings/streams/analysis.ts';
import { limitsAt, computeLoad, zoneSetsOf } from './estimate-load.ts';
import { moveTotals } from './totals.ts';

const BATCH_SIZE = 200;

const measuredAfter = (trx: Trx, userId: number, id: number) =>
  trx
    .selectFrom('workouts as w')
    .leftJoin('workout_analyses as a', (on) =>
      on.onRef('a.user_id', '=', 'w.user_id').onRef('a.workout_id', '=', 'w.id'),
    )
    .select(ANNOUNCED_COLUMNS.map((column) => `w.${column}` as const))
    .select(['w.heartrate_avg', 'w.deleted_at', 'a.heartrate'])
    .where('w.user_id', '=', userId)
    .where('w.id', '>', id)
    .where((at) =>
      at.or([
        at('a.heartrate', 'is not', null),
        at.and([at('w.heartrate_avg', 'is not', null), at('w.has_time_series', '=', false)]),
      ]),
    )
    .orderBy('w.id')
    .limit(BATCH_SIZE)
    .execute();

/**
 * Recomputes every load of a member after their zones, birth date or sex changed, or they allowed the use of health data
 * again, some hundred workouts at a time. While they refuse it nothing is worked out from a heart rate.
 */
export async function recomputeLoads({ db }: Context, userId: number): Promise<void> {
  for (let last: number | null = 0; last !== null;) {
    const from: number = last;
    last = await withMemberLock(db, userId, (trx) => page(trx, userId, from));
  }
}

async function page(trx: Trx, userId: number, from: number): Promise<number | null> {
  const [member, sets, rows] = await Promise.all([
    loadMember(trx, userId),
    zoneSetsOf(trx, userId),
    measuredAfter(trx, userId, from),
  ]);
  if (member.hidesHealthData) return null;
  const changed = rows.flatMap((row) => {
    const recorded = row.heartrate && floatsOf(row.heartrate);
    const load = computeLoad(row, recorded, limitsAt(member, sets, row.start_at));
    return load === row.load ? [] : [{ before: row, after: { ...row, load } }];
  });
  if (changed.length > 0) {
    const loads = sql.join(
      changed.map(({ after: { id, load } }) => sql`(${id}::bigint, ${load}::double precision)`),
    );
    await sql`
      update workouts w set load = v.load from (values ${loads}) as v (id, load)
      where w.user_id = ${userId} and w.id = v.id`.execute(trx);
    const shown = changed.filter(({ before }) => before.parent_id === null && before.deleted_at === null);
    await moveTotals(
      trx,
      userId,
      shown.map(({ before }) => before),
      shown.map(({ after }) => after),
    );
  }
  return rows.length < BATCH_SIZE ? null : rows.at(-1)!.id;
}

/** Members who logged heart rates before loads were kept. */
export async function membersWithoutLoads(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('workouts')
    .select('user_id')
    .distinct()
    .where('load', 'is', null)
    .where('heartrate_avg', 'is not', null)
    .where('has_time_series', '=', false)
    .where(sql<boolean>`coalesce(active_time_total, elapsed_time_total) > 0`)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
