import { decodeColumnAside } from '../files/codec.ts';
import type { Streams } from '../files/types.ts';
import { type HiddenAreas, hiddenAreas } from '../privacy-zones/areas.ts';
import { visibleColumns, visibleLaps } from '../privacy-zones/visible.ts';
import type { Relation } from '../workouts/policy.ts';
import type { Db, WorkoutRow } from '../workouts/rows.ts';
import type { Exported } from './exported.ts';
import { exportedWhole } from './told.ts';

/** A workout with its legs as the caller may see it. */
export async function loadExported(db: Db, row: WorkoutRow, relation: Relation): Promise<Exported> {
  const areas = await hiddenAreas(db, row.user_id, relation);
  const legs: Exported[] = [];
  for (const leg of await legRows(db, row)) legs.push(await one(db, leg, areas, []));
  return one(db, row, areas, legs);
}

function legRows(db: Db, { user_id, id, leg_count }: WorkoutRow): Promise<WorkoutRow[]> {
  if (leg_count === 0) return Promise.resolve([]);
  return db
    .selectFrom('workouts')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('leg_index')
    .execute();
}

async function one(db: Db, row: WorkoutRow, areas: HiddenAreas, legs: Exported[]): Promise<Exported> {
  const laps = await visibleLaps(db, row, areas);
  const streams: Streams = { n: 0, columns: {} };
  // The points of a whole are those of its legs.
  if (row.has_time_series && legs.length === 0) {
    for (const { kind, n, data } of await visibleColumns(db, row, areas)) {
      streams.n = n;
      streams.columns[kind] = await decodeColumnAside(data, n);
    }
  }
  return exportedWhole({ ...row, laps }, streams, legs);
}
