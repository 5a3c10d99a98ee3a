import type { Lap, SwimLength } from '@waymark/api-contract';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../kernel/database/tables.ts';
import { decodeColumnAsync, encodeColumnAsync } from '../../recordings/streams/codec.ts';
import {
  STREAM_KINDS,
  type EncodedColumn,
  type StreamKind,
  type Streams,
} from '../../recordings/model/parsed-workout.ts';
import type { Relation } from '../../visibility/policy.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { areasNear, areasOf, type HiddenAreas } from './hidden-areas.ts';
import { redactLaps } from './redact-laps.ts';
import { isPreviewRedacted } from './redact-preview.ts';
import { redactStreams, type VisiblePart } from './redact-streams.ts';

/** One stored column, still encoded. */
export type StoredColumn = Pick<EncodedColumn, 'kind' | 'n'> & { data: Uint8Array };
export type Recording = Pick<WorkoutRow, 'user_id' | 'id' | 'updated_at' | 'bounds' | 'has_time_series'>;

const ORDER = new Map<StreamKind, number>(STREAM_KINDS.map((kind, at) => [kind, at]));

interface VisibleRecording {
  columns: StoredColumn[];
  /** Null when nothing was left out. */
  parts: VisiblePart[] | null;
}

/** Redacting a long recording takes a while, and the page of a workout asks for it several times. */
const visibleRecordings = new LRUCache<string, VisibleRecording, () => Promise<VisibleRecording>>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ columns }) => columns.reduce((sum, { data }) => sum + data.length, 1000),
  fetchMethod: (_key, _stale, { context: read }) => read(),
  // A recording that is evicted while it is read is still answered.
  ignoreFetchAbort: true,
});

/**
 * The stored series of a workout as a viewer may see them, still encoded, in the order of the kinds. The only way to
 * read positions: `areas` is the result of `hiddenAreas` for the viewer.
 */
export async function visibleColumns(db: Db, row: Recording, areas: HiddenAreas): Promise<StoredColumn[]> {
  const { columns } = await readVisible(db, row, areas);
  return areas.hidesHealthData ? columns.filter(({ kind }) => kind !== 'heartrate') : columns;
}

/** The complete streams of a workout, for computations only: they must never be sent. */
export async function unredactedStreams(db: Db, row: Pick<Recording, 'user_id' | 'id'>): Promise<Streams> {
  return decodeColumns(await readColumns(db, row));
}

/** The laps of a workout as a viewer may see them. */
export async function visibleLaps(
  db: Db,
  row: Recording & { laps: readonly Lap[] },
  areas: HiddenAreas,
): Promise<Lap[]> {
  const laps = areas.hidesHealthData
    ? row.laps.map((lap) => Object.assign({ ...lap }, { heartrate_avg: null, heartrate_max: null }))
    : [...row.laps];
  if (laps.length === 0 || !row.has_time_series || areasNear(areas, row.bounds).circles.length === 0)
    return laps;
  return redactLaps(laps, (await readVisible(db, row, areas)).parts);
}

/** A part of this workout's track is redacted for other viewers. */
export async function hasHiddenPart(
  db: Db,
  row: Recording & { polyline: string | null },
  known?: HiddenAreas,
): Promise<boolean> {
  if (row.bounds === null) return false;
  const near = areasNear(known ?? (await areasOf(db, row.user_id)), row.bounds);
  if (near.circles.length === 0) return false;
  if (isPreviewRedacted(row, near)) return true;
  // The preview is simplified to 200 points: the track itself may still cross a zone.
  const columns = await readColumns(db, row, ['lat', 'lng']);
  return redactStreams(await decodeColumns(columns), near).parts !== null;
}

async function readVisible(db: Db, row: Recording, areas: HiddenAreas): Promise<VisibleRecording> {
  const near = areasNear(areas, row.bounds);
  if (near.circles.length === 0) return { columns: await readColumns(db, row), parts: null };
  return visibleRecordings.forceFetch(`${row.id} ${row.updated_at.getTime()} ${areas.version}`, {
    context: async () => {
      const columns = await readColumns(db, row);
      const { streams, parts } = redactStreams(await decodeColumns(columns), near);
      return parts === null ? { columns, parts } : { columns: await encodeColumns(streams), parts };
    },
  });
}

async function readColumns(
  db: Db,
  { user_id, id }: Pick<Recording, 'user_id' | 'id'>,
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

async function decodeColumns(columns: readonly StoredColumn[]): Promise<Streams> {
  const streams: Streams = { n: columns[0]?.n ?? 0, columns: {} };
  await Promise.all(
    columns.map(async ({ kind, n, data }) => {
      streams.columns[kind] = await decodeColumnAsync(data, n);
    }),
  );
  return streams;
}

/** Column by column, so that other work gets its turn between the columns of a long recording. */
async function encodeColumns({ n, columns }: Streams): Promise<StoredColumn[]> {
  const packed: StoredColumn[] = [];
  for (const kind of STREAM_KINDS) {
    const column = columns[kind];
    if (column) packed.push({ kind, n, data: await encodeColumnAsync(column) });
  }
  return packed;
}

/**
 * The lengths of a pool swim as a viewer may see them. Lengths inside a hidden area would disclose the time spent
 * there: those of a swim with positions are for the owner only.
 */
export const visibleLengths = (
  { lengths, bounds }: Pick<WorkoutRow, 'lengths' | 'bounds'>,
  relation: Relation,
): SwimLength[] => (relation === 'self' || bounds === null ? lengths : []);
