import type { Db } from '../kernel/database/tables.ts';
import { decodeColumnAside } from '../files/codec.ts';
import type { Streams } from '../files/types.ts';
import { hiddenAreas } from '../privacy/redaction/hidden-areas.ts';
import { asShown, type Sight } from '../privacy/redaction/viewer-scope.ts';
import { sightOf } from '../privacy/redaction/recompute-redactions.ts';
import { visibleColumns, visibleLaps, visibleLengths } from '../privacy/redaction/visible-recording.ts';
import type { Relation } from '../workout-store/policy.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';
import type { Exported } from './exported-workout.ts';
import { exportedWhole } from './legs.ts';

/** A workout with its legs as the caller may see it. */
export async function loadExported(db: Db, row: WorkoutRow, relation: Relation): Promise<Exported> {
  const rows = await legRows(db, row);
  const areas = await hiddenAreas(db, row.user_id, relation);
  const sight = await sightOf(db, row.user_id, areas, [row, ...rows]);
  const legs: Exported[] = [];
  for (const leg of rows) legs.push(await one(db, leg, relation, sight, []));
  return one(db, row, relation, sight, legs);
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

async function one(
  db: Db,
  row: WorkoutRow,
  relation: Relation,
  sight: Sight,
  legs: Exported[],
): Promise<Exported> {
  const laps = await visibleLaps(db, row, sight);
  const streams: Streams = { n: 0, columns: {} };
  // The points of a whole are those of its legs.
  if (row.has_time_series && legs.length === 0) {
    for (const { kind, n, data } of await visibleColumns(db, row, sight)) {
      streams.n = n;
      streams.columns[kind] = await decodeColumnAside(data, n);
    }
  }
  return exportedWhole(
    { ...asShown(row, sight), laps, lengths: visibleLengths(row, relation) },
    streams,
    legs,
  );
}
