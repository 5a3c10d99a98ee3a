import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ANNOUNCED_COLUMNS, announceChanges } from './announce-changes.ts';
import { figuresWithoutHealthData } from './health-figures.ts';
import { FIGURES, type WorkoutRow } from './workout-rows.ts';

const COLUMNS = [...ANNOUNCED_COLUMNS, ...FIGURES, 'energy_estimated', 'updated_at', 'deleted_at'] as const;
type Row = Pick<WorkoutRow, (typeof COLUMNS)[number]>;

const CLEARED_FIGURES = [
  'heartrate_min',
  'heartrate_max',
  'heartrate_avg',
  'load',
  'metabolic_energy_total',
  'energy_estimated',
] as const;

/**
 * Removes the health data of some workouts and their legs, deleted ones too, since they can come back. It runs under the
 * member lock and may be repeated: what has none stays untouched.
 * @param roots ids of whole workouts
 */
export async function clearWorkouts(
  context: Context,
  trx: Trx,
  userId: number,
  roots: readonly number[],
): Promise<void> {
  const rows: Row[] = await trx
    .selectFrom('workouts')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where((at) => at.or([at('id', 'in', [...roots]), at('parent_id', 'in', [...roots])]))
    .execute();
  const beside = await clearBeside(
    trx,
    userId,
    rows.map(({ id }) => id),
  );
  const now = context.now();
  const changed = rows.flatMap((before) => {
    const cleared = { ...figuresWithoutHealthData(before), load: null };
    const isSame = CLEARED_FIGURES.every((name) => cleared[name] === before[name]);
    if (isSame && !beside.has(before.id)) return [];
    // Answers and edits that are being worked out from the state before are refused by it.
    const updated_at = new Date(Math.max(now.getTime(), before.updated_at.getTime() + 1));
    return [{ before, after: { ...cleared, ...(before.deleted_at === null && { updated_at }) } }];
  });
  if (changed.length === 0) return;
  await writeFigures(trx, userId, changed);
  const touched = new Set(changed.map(({ before }) => before.parent_id ?? before.id));
  const isListed = (row: Row) => row.parent_id === null && row.deleted_at === null && touched.has(row.id);
  const afterById = new Map(changed.map(({ after }) => [after.id, after]));
  const listed = rows.filter(isListed);
  await announceChanges(context, trx, {
    userId,
    before: listed,
    after: listed.map((row) => afterById.get(row.id) ?? row),
  });
}

/** Series, laps, and seconds at each heart rate. @returns the ids of the workouts that had some */
async function clearBeside(trx: Trx, userId: number, ids: readonly number[]): Promise<Set<number>> {
  const list = sql`any(${[...ids]}::bigint[])`;
  const cleared = await Promise.all([
    sql<{ id: number }>`
      delete from workout_streams where user_id = ${userId} and workout_id = ${list} and kind = 'heartrate'
      returning workout_id as id`.execute(trx),
    sql<{ id: number }>`
      update workout_analyses set heartrate = null
      where user_id = ${userId} and workout_id = ${list} and heartrate is not null
      returning workout_id as id`.execute(trx),
    sql<{ id: number }>`
      update workouts set laps = (
        select jsonb_agg(lap || '{"heartrate_avg": null, "heartrate_max": null}' order by place)
        from jsonb_array_elements(laps) with ordinality as each (lap, place))
      where user_id = ${userId} and id = ${list}
        and laps @? '$[*] ? (@.heartrate_avg != null || @.heartrate_max != null)'
      returning id`.execute(trx),
  ]);
  return new Set(cleared.flatMap(({ rows }) => rows.map(({ id }) => id)));
}

async function writeFigures(
  trx: Trx,
  userId: number,
  changed: readonly { before: Row; after: Row }[],
): Promise<void> {
  const values = JSON.stringify(
    changed.map(({ before, after }) => ({
      id: after.id,
      energy: after.metabolic_energy_total,
      estimated: after.energy_estimated,
      before: before.updated_at,
      after: after.updated_at,
    })),
  );
  const changes = sql`jsonb_to_recordset(${values}::jsonb) as change (
    id bigint, energy double precision, estimated boolean, before timestamptz, after timestamptz)`;
  await sql`
    update workouts w
    set heartrate_min = null, heartrate_max = null, heartrate_avg = null, load = null,
      metabolic_energy_total = change.energy, energy_estimated = change.estimated, updated_at = change.after
    from ${changes} where w.user_id = ${userId} and w.id = change.id`.execute(trx);
  // An edit can be undone as long as its workouts are as it left them, which they are but for this.
  await sql`
    update workout_edit_parts p set left_at = change.after
    from ${changes} where p.user_id = ${userId} and p.workout_id = change.id and p.left_at = change.before`.execute(
    trx,
  );
}
