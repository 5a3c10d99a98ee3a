import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lap } from '@waymark/api-contract';
import type { Context } from '../../kernel/server/context.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { notFound } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { HEALTH_STREAMS, withoutHealthFields, withoutHeartRate } from '../../recordings/model/health-data.ts';
import { EMPTY_WRITTEN_FIELDS } from '../../recordings/model/written-fields.ts';
import { canRead, type Relation } from '../../members/visibility/policy.ts';
import { relationTo } from '../../members/visibility/relation.ts';
import { relationByKey } from '../workout-store/workout-access.ts';
import { FIGURES, findLinkedWorkout, type WorkoutRow } from '../workout-store/workout-rows.ts';
import { areasNear, areasOf } from './redaction/hidden-areas.ts';
import { findRedactions } from './redaction/recompute-redactions.ts';
import { redactLaps } from './redaction/redact-laps.ts';
import { redactPreview, type TrackPreview } from './redaction/redact-preview.ts';
import type { RedactedWorkout } from './redaction/redact-workout.ts';
import {
  isPartRedacted,
  readVisiblePart,
  type RecordingRow,
  type StoredColumn,
} from './redaction/visible-recording.ts';
import { findHiddenMaps, readOwnScope, readViewerScope, type ViewerScope } from './viewer-scope.ts';

/**
 * The one way by which workouts leave the API. A handler reads rows, `viewWorkouts` decides what the viewer may see of
 * them, and presenters take its result alone: a handler that skips it does not compile.
 */

const source = Symbol('the stored row');

/** What decides which columns a viewer sees: each row that is to be shown has these, and any others of the table. */
type ViewableRow = Pick<WorkoutRow, 'user_id' | 'id' | 'parent_id' | 'bounds'> & Partial<WorkoutRow>;

/** Columns of a workout, each as its viewer may see it. */
export type VisibleWorkout<R extends ViewableRow = WorkoutRow> = R & {
  readonly view: WorkoutView;
  readonly [source]: { readonly row: R; readonly scope: ViewerScope };
};

export interface WorkoutView {
  readonly relation: Relation;
  /** The figures are those of the visible part; where and when it began is hidden. */
  readonly isPartHidden: boolean;
  readonly isMapHidden: boolean;
  readonly hidesHealthData: boolean;
}

/** Rows decided on before others get their turn, where each may have a preview that crosses a zone. */
const BATCH_SIZE = 50;

/**
 * Decides what a viewer may see of some workouts: figures, track, health data and what only the owner reads. At most one
 * query for hidden maps, none for the owner, and two for each owner with a workout near a zone.
 * @param scopes of every owner whose workouts the viewer may see at all; rows of others are left out
 */
export async function viewWorkouts<R extends ViewableRow>(
  db: Db,
  scopes: readonly ViewerScope[],
  rows: readonly R[],
): Promise<VisibleWorkout<R>[]> {
  const rowsByOwner = Map.groupBy(rows, ({ user_id }) => user_id);
  const decisions = await Promise.all(
    scopes.map(async (scope) => {
      const ownRows = rowsByOwner.get(scope.ownerId) ?? [];
      const [hiddenMapIds, redactions] = await Promise.all([
        findHiddenMaps(db, scope, ownRows.map(rootIdOf)),
        findRedactions(db, scope.ownerId, scope.areas, ownRows),
      ]);
      return [scope.ownerId, { scope, hiddenMapIds, redactions }] as const;
    }),
  );
  const decisionByOwner = new Map(decisions);
  const visible: VisibleWorkout<R>[] = [];
  for (const row of rows) {
    const decision = decisionByOwner.get(row.user_id);
    if (!decision) continue;
    const { scope, hiddenMapIds, redactions } = decision;
    visible.push(toVisible(row, scope, hiddenMapIds.has(rootIdOf(row)), redactions.get(row.id)));
    if (scope.areas.circles.length > 0 && visible.length % BATCH_SIZE === 0) await nextTurn();
  }
  return visible;
}

/** `viewWorkouts` for one workout of an owner. */
export async function viewWorkout<R extends ViewableRow>(
  db: Db,
  scope: ViewerScope,
  row: R,
): Promise<VisibleWorkout<R>> {
  const [visible] = await viewWorkouts(db, [scope], [row]);
  if (!visible) throw new Error(`workout ${row.id} belongs to another member than the scope`);
  return visible;
}

/** A workout of the caller's own, as the answer to a call that changed it. */
export async function viewOwnWorkout<R extends ViewableRow>(db: Db, row: R): Promise<VisibleWorkout<R>> {
  return viewWorkout(db, await readOwnScope(db, row.user_id), row);
}

/**
 * A workout as the caller may see it, with the scope in which its legs are viewed.
 * @param key of the link, as the call carries it
 * @throws ApiProblem 404, the same for one that is not there, one that is private and one whose key is another
 */
export async function openWorkout(
  { db }: Pick<Context, 'db'>,
  caller: Caller | null,
  id: number,
  key?: string,
): Promise<{ workout: VisibleWorkout; scope: ViewerScope }> {
  const { row, linkHash } = await findLinkedWorkout(db, id);
  const ownerId = row?.user_id ?? 0;
  // The same queries whether it is there or not.
  const relation = relationTo(db, caller, ownerId).then((known) => relationByKey(known, key, linkHash));
  const scope = await readViewerScope(db, ownerId, relation, [row ? rootIdOf(row) : 0]);
  if (!row || !canRead(scope.relation, row.privacy)) throw notFound('workout');
  return { workout: await viewWorkout(db, scope, row), scope };
}

const rootIdOf = ({ parent_id, id }: ViewableRow): number => parent_id ?? id;

/** Sets those of the columns that the row has. */
function replace(row: Partial<WorkoutRow>, columns: Partial<WorkoutRow>): void {
  for (const column of Object.keys(columns) as (keyof WorkoutRow)[])
    if (column in row) Object.assign(row, { [column]: columns[column] });
}

/** What only the owner sees, whatever is public of the workout. */
const OWNERS_COLUMNS: Partial<WorkoutRow> = {
  load: null,
  file_name: null,
  warnings: [],
  content_hash: null,
  import_id: null,
};

/** What the owner writes for themselves, unless they share it. */
const NOTES_COLUMNS: Partial<WorkoutRow> = { ...EMPTY_WRITTEN_FIELDS, gear_id: null };

/** The weight of its owner follows from an estimate. A row that does not say whether it has one counts as such. */
const hasEstimate = ({ energy_estimated }: Partial<WorkoutRow>): boolean => energy_estimated !== false;

const HIDDEN_MAP: Partial<WorkoutRow> = { polyline: null, bounds: null, route_id: null };

const startOfDay = (at: Date): Date => new Date(`${at.toISOString().slice(0, 10)}T00:00:00.000Z`);

function toVisible<R extends ViewableRow>(
  row: R,
  scope: ViewerScope,
  isMapHidden: boolean,
  redaction: RedactedWorkout | undefined,
): VisibleWorkout<R> {
  const { relation, hidesHealthData } = scope;
  const view = { relation, isPartHidden: redaction !== undefined, isMapHidden, hidesHealthData };
  const plain = hidesHealthData ? withoutHealthFields(row) : row;
  const visible = { ...plain, view, [source]: { row, scope } };
  if (relation !== 'self') {
    replace(visible, OWNERS_COLUMNS);
    if (row.are_notes_shared !== true) replace(visible, NOTES_COLUMNS);
    if (hasEstimate(row)) replace(visible, { metabolic_energy_total: null, energy_estimated: false });
    redactTrack(visible, scope, redaction);
    if (isMapHidden) replace(visible, HIDDEN_MAP);
  }
  return visible;
}

/** Changes with a recording and all that decides what of it is visible. To be signed where it becomes an etag. */
export const versionOf = ({
  [source]: { row, scope },
  view,
}: VisibleWorkout<ViewableRow & Pick<WorkoutRow, 'updated_at'>>): string =>
  [row.updated_at.getTime(), scope.areas.version, view.hidesHealthData, view.isMapHidden].join();

/** Leaves of a workout what lies outside the owner's zones. */
function redactTrack(
  fields: Partial<WorkoutRow>,
  { areas }: ViewerScope,
  redaction: RedactedWorkout | undefined,
): void {
  const { bounds = null, created_at, updated_at, has_time_series } = fields;
  // Lengths inside a hidden area would disclose the time spent there.
  if (bounds !== null) replace(fields, { lengths: [] });
  const near = areasNear(areas, bounds);
  if (near.circles.length === 0) return;
  // `readVisibleLaps` works them out from the recording.
  if (has_time_series !== false) replace(fields, { laps: [] });
  if (redaction) {
    const { figures, tracked, start_at, polyline } = redaction;
    replace(fields, { start_at, polyline, bounds: redaction.bounds });
    replace(fields, { has_time_series: tracked && has_time_series });
    for (const figure of FIGURES)
      if (fields[figure] !== null) replace(fields, { [figure]: figures[figure] ?? null });
    // A watch that sends at once would tell the hidden end.
    replace(fields, {
      created_at: created_at && startOfDay(created_at),
      updated_at: updated_at && startOfDay(updated_at),
    });
  }
  const preview = redactPreview({ polyline: fields.polyline ?? null, bounds: fields.bounds ?? null }, near);
  replace(fields, { polyline: preview.polyline, bounds: preview.bounds });
}

/** The preview of another track, such as that of the route that a workout followed, cut like the workout's own. */
export const redactOtherPreview = (
  { [source]: { scope } }: VisibleWorkout<ViewableRow>,
  preview: TrackPreview,
): TrackPreview => redactPreview(preview, scope.areas);

type RecordedRow = Pick<WorkoutRow, keyof RecordingRow | 'parent_id'>;

/**
 * The stored series of a workout as its viewer may see them, still encoded, in the order of the kinds. The only way to
 * read positions that are sent to anybody.
 */
export async function readVisibleColumns(
  db: Db,
  { [source]: { row, scope }, view }: VisibleWorkout<RecordedRow>,
): Promise<StoredColumn[]> {
  const { columns } = await readVisiblePart(db, row, scope.areas);
  return columns.filter(
    ({ kind }) =>
      !(view.hidesHealthData && HEALTH_STREAMS.has(kind)) &&
      !(view.isMapHidden && (kind === 'lat' || kind === 'lng')),
  );
}

/** The laps of a workout as its viewer may see them. */
export async function readVisibleLaps(
  db: Db,
  { [source]: { row, scope }, view }: VisibleWorkout<RecordedRow & Pick<WorkoutRow, 'laps'>>,
): Promise<Lap[]> {
  const laps = view.hidesHealthData ? row.laps.map(withoutHeartRate) : row.laps;
  if (laps.length === 0 || !row.has_time_series || areasNear(scope.areas, row.bounds).circles.length === 0)
    return laps;
  return redactLaps(laps, (await readVisiblePart(db, row, scope.areas)).parts);
}

/** A part of the track is hidden from others, whoever asks. */
export async function hasHiddenPart(
  db: Db,
  { [source]: { row, scope } }: VisibleWorkout<RecordedRow & Pick<WorkoutRow, 'polyline'>>,
): Promise<boolean> {
  if (row.bounds === null) return false;
  return isPartRedacted(db, row, scope.zones ?? (await areasOf(db, row.user_id)));
}
