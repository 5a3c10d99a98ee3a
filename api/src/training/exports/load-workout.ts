import type { Db } from '../../kernel/database/tables.ts';
import { decodeColumnAsync } from '../../recordings/streams/codec.ts';
import type { Streams } from '../../recordings/model/parsed-workout.ts';
import { readOwnScope, type ViewerScope } from '../privacy/viewer-scope.ts';
import {
  readVisibleColumns,
  readVisibleLaps,
  viewWorkout,
  viewWorkouts,
  type VisibleWorkout,
} from '../privacy/visible-workout.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { toExportedWorkout } from './legs.ts';

/** A decoded value with its copy in the units of a format. */
const BYTES_PER_VALUE = 2 * Int32Array.BYTES_PER_ELEMENT;

interface ExportSource {
  db: Db;
  /** Hears how many bytes a recording takes, before it is decoded. @throws ApiProblem where there is no room */
  hold: (bytes: number) => void;
}

/** A workout with its legs as the caller may see it. @param hold hears how many bytes are about to be decoded */
export async function loadForExport(
  db: Db,
  { workout, scope }: { workout: VisibleWorkout; scope: ViewerScope },
  hold: ExportSource['hold'] = () => {},
): Promise<ExportedWorkout> {
  const visibleLegs = await viewWorkouts(db, [scope], await legRows(db, workout));
  const source = { db, hold };
  const legs: ExportedWorkout[] = [];
  for (const leg of visibleLegs) legs.push(await exportOne(source, leg, []));
  return exportOne(source, workout, legs);
}

/** The same for its owner. */
export async function loadOwnForExport(db: Db, row: WorkoutRow): Promise<ExportedWorkout> {
  const scope = await readOwnScope(db, row.user_id);
  return loadForExport(db, { workout: await viewWorkout(db, scope, row), scope });
}

function legRows(
  db: Db,
  { user_id, id, leg_count }: Pick<WorkoutRow, 'user_id' | 'id' | 'leg_count'>,
): Promise<WorkoutRow[]> {
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
  { db, hold }: ExportSource,
  workout: VisibleWorkout,
  legs: ExportedWorkout[],
): Promise<ExportedWorkout> {
  const laps = await readVisibleLaps(db, workout);
  const streams: Streams = { n: 0, columns: {} };
  const encodedSeries: NonNullable<ExportedWorkout['encodedSeries']> = {};
  // The points of a whole are those of its legs.
  if (workout.has_time_series && legs.length === 0) {
    const columns = await readVisibleColumns(db, workout);
    hold(columns.reduce((sum, { n, data }) => sum + n * BYTES_PER_VALUE + data.length, 0));
    for (const { kind, n, data } of columns) {
      streams.n = n;
      streams.columns[kind] = await decodeColumnAsync(data, n);
      encodedSeries[kind] = data;
    }
  }
  const exported = toExportedWorkout({ ...workout, laps }, streams, legs);
  return { ...exported, encodedSeries };
}
