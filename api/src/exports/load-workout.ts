import type { Db } from '../kernel/database/tables.ts';
import { decodeColumnAsync } from '../recordings/streams/codec.ts';
import type { Streams } from '../recordings/model/parsed-workout.ts';
import { hiddenAreas } from '../privacy/redaction/hidden-areas.ts';
import { redact, type ViewerScope } from '../privacy/redaction/viewer-scope.ts';
import { viewerScopeOf } from '../privacy/redaction/recompute-redactions.ts';
import { visibleColumns, visibleLaps, visibleLengths } from '../privacy/redaction/visible-recording.ts';
import type { Relation } from '../visibility/policy.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { toExportedWorkout } from './legs.ts';

/** A decoded value with its copy in the units of a format. */
const BYTES_PER_VALUE = 2 * Int32Array.BYTES_PER_ELEMENT;

interface ExportSource {
  db: Db;
  relation: Relation;
  scope: ViewerScope;
  /** Hears how many bytes a recording takes, before it is decoded. @throws ApiProblem where there is no room */
  hold: (bytes: number) => void;
}

/** A workout with its legs as the caller may see it. @param hold hears how many bytes are about to be decoded */
export async function loadForExport(
  db: Db,
  row: WorkoutRow,
  relation: Relation,
  hold: ExportSource['hold'] = () => {},
): Promise<ExportedWorkout> {
  const rows = await legRows(db, row);
  const areas = await hiddenAreas(db, row.user_id, relation);
  const scope = await viewerScopeOf(db, row.user_id, areas, [row, ...rows]);
  const source = { db, relation, scope, hold };
  const legs: ExportedWorkout[] = [];
  for (const leg of rows) legs.push(await exportOne(source, leg, []));
  return exportOne(source, row, legs);
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

async function exportOne(
  { db, relation, scope, hold }: ExportSource,
  row: WorkoutRow,
  legs: ExportedWorkout[],
): Promise<ExportedWorkout> {
  const laps = await visibleLaps(db, row, scope);
  const streams: Streams = { n: 0, columns: {} };
  const encodedSeries: NonNullable<ExportedWorkout['encodedSeries']> = {};
  // The points of a whole are those of its legs.
  if (row.has_time_series && legs.length === 0) {
    const columns = await visibleColumns(db, row, scope);
    hold(columns.reduce((sum, { n, data }) => sum + n * BYTES_PER_VALUE + data.length, 0));
    for (const { kind, n, data } of columns) {
      streams.n = n;
      streams.columns[kind] = await decodeColumnAsync(data, n);
      encodedSeries[kind] = data;
    }
  }
  const exported = toExportedWorkout(
    { ...redact(row, scope), laps, lengths: visibleLengths(row, relation) },
    streams,
    legs,
  );
  return { ...exported, encodedSeries };
}
