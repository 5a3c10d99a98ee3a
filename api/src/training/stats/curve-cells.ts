import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import {
  addCurves,
  addTops,
  isEmpty,
  noTops,
  type StoredCurves,
  storedTops,
  type Tops,
} from './curve-tops.ts';
import type { CurveTopTable, WorkoutAnalysisTable } from './tables.ts';

type Listed = Pick<WorkoutAnalysisTable, 'activity_group' | 'privacy' | 'local_day'> & StoredCurves;
type Cell = Pick<CurveTopTable, 'user_id' | 'activity_group' | 'privacy'> & { month: string };

const LISTED_COLUMNS = ['activity_group', 'privacy', 'local_day', 'workout_id', 'distance', 'power'] as const;

export interface ListedAs {
  id: number;
  activity_group: string;
  privacy: WorkoutAnalysisTable['privacy'];
  local_day: string;
}

const monthOf = (day: string) => `${day.slice(0, 8)}01`;
const yearOf = (day: string) => `${day.slice(0, 5)}01-01`;

/**
 * Takes workouts out of the member's curves and puts others in, under the member lock; those that count nowhere stay
 * out. Curves are kept at their best by month and by year: what comes is laid over them; where something goes, its
 * month is built again from the workouts that stay, and its year from the months.
 */
export async function moveCurves(
  trx: Trx,
  userId: number,
  goneRoots: readonly number[],
  added: readonly ListedAs[],
): Promise<void> {
  const gone = goneRoots.length > 0 ? await unlist(trx, userId, goneRoots) : [];
  const come = added.length > 0 ? await list(trx, userId, added) : [];
  const rebuilt = new Map(gone.map((row) => [keyOf(row), cellOf(userId, row)]));
  for (const cell of rebuilt.values()) await rebuild(trx, cell);
  const grown = Map.groupBy(
    come.filter((row) => !rebuilt.has(keyOf(row))),
    keyOf,
  );
  for (const rows of grown.values()) await grow(trx, cellOf(userId, rows[0]!), rows);
}

const keyOf = (row: Listed) => `${row.activity_group} ${row.privacy} ${monthOf(row.local_day)}`;
const cellOf = (user_id: number, { activity_group, privacy, local_day }: Listed): Cell => ({
  user_id,
  activity_group,
  privacy,
  month: monthOf(local_day),
});

/** Workouts that move no curve are left out. */
const moving = (rows: Listed[]) => rows.filter(({ distance, power }) => distance ?? power);

async function unlist(trx: Trx, userId: number, roots: readonly number[]): Promise<Listed[]> {
  const rows = await trx
    .updateTable('workout_analyses')
    .set({ listed: false })
    .where('user_id', '=', userId)
    .where('root_id', 'in', [...roots])
    .where('listed', '=', true)
    .returning(LISTED_COLUMNS)
    .execute();
  return moving(rows);
}

async function list(trx: Trx, userId: number, workouts: readonly ListedAs[]): Promise<Listed[]> {
  const as = sql.join(
    workouts.map(
      (row) =>
        sql`(${row.id}::bigint, ${row.activity_group}::text, ${row.privacy}::smallint, ${row.local_day}::date)`,
    ),
  );
  const { rows } = await sql<Listed & { listed: boolean }>`
    update workout_analyses a
    set activity_group = w.activity_group, privacy = w.privacy, local_day = w.local_day,
      listed = not exists (
        select from excluded_workouts e where e.user_id = a.user_id and e.workout_id = a.root_id)
    from (values ${as}) as w (id, activity_group, privacy, local_day)
    where a.user_id = ${userId} and a.workout_id = w.id
    returning a.listed, a.activity_group, a.privacy, a.local_day, a.workout_id, a.distance, a.power`.execute(
    trx,
  );
  return moving(rows.filter(({ listed }) => listed));
}

const topsOf = (db: Db, { user_id, activity_group, privacy }: Cell) =>
  db
    .selectFrom('curve_tops')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('activity_group', '=', activity_group)
    .where('privacy', '=', privacy);

async function grow(trx: Trx, cell: Cell, rows: readonly Listed[]): Promise<void> {
  const stored = await topsOf(trx, cell)
    .where((at) =>
      at.or([
        at.and({ span: 'm', first_day: cell.month }),
        at.and({ span: 'y', first_day: yearOf(cell.month) }),
      ]),
    )
    .execute();
  const grown = (['m', 'y'] as const).map((span) => {
    const tops = noTops();
    for (const row of stored) if (row.span === span) addTops(tops, row);
    for (const row of rows) addCurves(tops, row);
    return { span, tops };
  });
  await writeTops(trx, cell, grown);
}

async function rebuild(trx: Trx, cell: Cell): Promise<void> {
  const workouts = await trx
    .selectFrom('workout_analyses')
    .select(['workout_id', 'distance', 'power'])
    .where('user_id', '=', cell.user_id)
    .where('activity_group', '=', cell.activity_group)
    .where('privacy', '=', cell.privacy)
    .where('local_day', '>=', cell.month)
    .where('local_day', '<', sql<string>`${cell.month}::date + interval '1 month'`)
    .where('listed', '=', true)
    .execute();
  const month = noTops();
  for (const row of workouts) addCurves(month, row);
  await writeTops(trx, cell, [{ span: 'm', tops: month }]);
  const months = await topsOf(trx, cell)
    .where('span', '=', 'm')
    .where('first_day', '>=', yearOf(cell.month))
    .where('first_day', '<', sql<string>`${yearOf(cell.month)}::date + interval '1 year'`)
    .execute();
  const year = noTops();
  for (const row of months) addTops(year, row);
  await writeTops(trx, cell, [{ span: 'y', tops: year }]);
}

interface SpanTops {
  span: 'm' | 'y';
  tops: Tops;
}

async function writeTops(trx: Trx, { month, ...cell }: Cell, changed: readonly SpanTops[]): Promise<void> {
  const firstDay = { m: month, y: yearOf(month) };
  for (const { span } of changed.filter(({ tops }) => isEmpty(tops))) {
    await trx
      .deleteFrom('curve_tops')
      .where((at) => at.and({ ...cell, span, first_day: firstDay[span] }))
      .execute();
  }
  const rows = changed
    .filter(({ tops }) => !isEmpty(tops))
    .map(({ span, tops }) => Object.assign({ ...cell, span, first_day: firstDay[span] }, storedTops(tops)));
  if (rows.length === 0) return;
  await trx
    .insertInto('curve_tops')
    .values(rows)
    .onConflict((at) =>
      at.columns(['user_id', 'activity_group', 'privacy', 'span', 'first_day']).doUpdateSet((eb) => ({
        distance: eb.ref('excluded.distance'),
        distance_ids: eb.ref('excluded.distance_ids'),
        power: eb.ref('excluded.power'),
        power_ids: eb.ref('excluded.power_ids'),
      })),
    )
    .execute();
}
