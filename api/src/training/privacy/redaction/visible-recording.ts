import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../kernel/database/tables.ts';
import { STREAM_KINDS, type StreamKind } from '../../../recordings/model/parsed-workout.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { areasNear, type HiddenAreas } from './hidden-areas.ts';
import { isPreviewRedacted } from './redact-preview.ts';
import { redactInlineOrInWorker } from './redaction-queue.ts';
import type { StoredColumn, VisibleRecording } from './redaction-task.ts';

export type { StoredColumn } from './redaction-task.ts';
export type RecordingRow = Pick<WorkoutRow, 'user_id' | 'id' | 'updated_at' | 'bounds' | 'has_time_series'>;

const ORDER = new Map<StreamKind, number>(STREAM_KINDS.map((kind, at) => [kind, at]));

/** Redacting a long recording takes a while, and the page of a workout asks for it several times. */
const visibleRecordings = new LRUCache<string, VisibleRecording, () => Promise<VisibleRecording>>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ columns }) => columns.reduce((sum, { data }) => sum + data.length, 1000),
  fetchMethod: (_key, _stale, { context: read }) => read(),
  // A recording that is evicted while it is read is still answered.
  ignoreFetchAbort: true,
});

/** Whether parts of tracks are hidden, by workout and version of its zones. */
const hiddenParts = new LRUCache<string, { isHidden: boolean }, () => Promise<{ isHidden: boolean }>>({
  max: 10_000,
  fetchMethod: (_key, _stale, { context: read }) => read(),
  ignoreFetchAbort: true,
});

/** A part of this workout's track is redacted for viewers who must not see these areas. */
export async function isPartRedacted(
  db: Db,
  row: RecordingRow & { polyline: string | null },
  areas: HiddenAreas,
): Promise<boolean> {
  if (row.bounds === null) return false;
  const near = areasNear(areas, row.bounds);
  if (near.circles.length === 0) return false;
  if (isPreviewRedacted(row, near)) return true;
  // The preview is simplified to 200 points: the track itself may still cross a zone.
  const { isHidden } = await hiddenParts.forceFetch(versionKey(row, areas), {
    context: async () => {
      const columns = await readColumns(db, row, ['lat', 'lng']);
      return { isHidden: await redactInlineOrInWorker({ kind: 'hidden', columns, areas: near }) };
    },
  });
  return isHidden;
}

const versionKey = (row: RecordingRow, areas: HiddenAreas) =>
  `${row.id} ${row.updated_at.getTime()} ${areas.version}`;

/** The recording of a workout outside of some areas. */
export async function readVisiblePart(
  db: Db,
  row: RecordingRow,
  areas: HiddenAreas,
): Promise<VisibleRecording> {
  const near = areasNear(areas, row.bounds);
  if (near.circles.length === 0) return { columns: await readColumns(db, row), parts: null };
  return visibleRecordings.forceFetch(versionKey(row, areas), {
    context: async () =>
      redactInlineOrInWorker({ kind: 'visible', columns: await readColumns(db, row), areas: near }),
  });
}

/** The stored columns of a workout as they are, in the order of the kinds. They must never be sent to other viewers. */
export async function readColumns(
  db: Db,
  { user_id, id }: Pick<RecordingRow, 'user_id' | 'id'>,
  kinds?: StreamKind[],
): Promise<StoredColumn[]> {
  const rows = await db
    .selectFrom('workout_streams')
    .select(['kind', 'n', 'data'])
    .where('user_id', '=', user_id)
    .where('workout_id', '=', id)
    .$if(kinds !== undefined, (query) => query.where(sql<boolean>`kind = any(${kinds}::text[])`))
    .execute();
  return rows.sort((a, b) => ORDER.get(a.kind)! - ORDER.get(b.kind)!);
}
