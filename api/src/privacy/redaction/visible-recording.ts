import type { Lap, SwimLength } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { decodeColumnAside, encodeColumnAside } from '../../files/codec.ts';
import { STREAM_KINDS, type EncodedColumn, type StreamKind, type Streams } from '../../files/types.ts';
import type { Relation } from '../../workout-store/policy.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { areasNear, areasOf, type HiddenAreas } from './hidden-areas.ts';
import { hideLaps } from './redact-laps.ts';
import { previewIsCut } from './redact-preview.ts';
import { hideStreams, type VisiblePart } from './redact-streams.ts';
import { recently } from './recently.ts';

/** One stored column, still encoded. */
export type StoredColumn = Pick<EncodedColumn, 'kind' | 'n'> & { data: Uint8Array };
export type Recording = Pick<WorkoutRow, 'user_id' | 'id' | 'updated_at' | 'bounds' | 'has_time_series'>;

const ORDER = new Map<StreamKind, number>(STREAM_KINDS.map((kind, at) => [kind, at]));

interface Shown {
  columns: StoredColumn[];
  /** Null when nothing was left out. */
  parts: VisiblePart[] | null;
}

const sizeOf = ({ columns }: Shown) => columns.reduce((sum, { data }) => sum + data.length, 1000);
/** Leaving parts out of a long recording takes a while; who opens a workout asks for the same several times. */
const shownBefore = recently<Shown>(32 * 1024 * 1024, sizeOf);

/**
 * The stored series of a workout as a caller may see them, still encoded, in the order of the kinds. The one door
 * to positions: `areas` is what `hiddenAreas` gives for the caller, so a reader has to ask who is asking.
 */
export async function visibleColumns(db: Db, row: Recording, areas: HiddenAreas): Promise<StoredColumn[]> {
  return (await shown(db, row, areas)).columns;
}

/** All that was recorded of a workout, decoded: for what is worked out from it, never to be sent. */
export async function wholeStreams(db: Db, row: Pick<Recording, 'user_id' | 'id'>): Promise<Streams> {
  return decoded(await stored(db, row));
}

/** The laps of a workout as a caller may see them. */
export async function visibleLaps(
  db: Db,
  row: Recording & { laps: readonly Lap[] },
  areas: HiddenAreas,
): Promise<Lap[]> {
  if (row.laps.length === 0 || !row.has_time_series || areasNear(areas, row.bounds).circles.length === 0) {
    return [...row.laps];
  }
  return hideLaps(row.laps, (await shown(db, row, areas)).parts);
}

/** Others miss a part of this workout's track. */
export async function hasHiddenPart(
  db: Db,
  row: Recording & { polyline: string | null },
  known?: HiddenAreas,
): Promise<boolean> {
  if (row.bounds === null) return false;
  const near = areasNear(known ?? (await areasOf(db, row.user_id)), row.bounds);
  if (near.circles.length === 0) return false;
  if (previewIsCut(row, near)) return true;
  // The preview has 200 points at most: what it cut off may lead through a zone all the same.
  const columns = await stored(db, row, ['lat', 'lng']);
  return hideStreams(await decoded(columns), near).parts !== null;
}

async function shown(db: Db, row: Recording, areas: HiddenAreas): Promise<Shown> {
  const near = areasNear(areas, row.bounds);
  if (near.circles.length === 0) return { columns: await stored(db, row), parts: null };
  return shownBefore(`${row.id} ${row.updated_at.getTime()} ${areas.version}`, async () => {
    const columns = await stored(db, row);
    const { streams, parts } = hideStreams(await decoded(columns), near);
    return parts === null ? { columns, parts } : { columns: await encoded(streams), parts };
  });
}

async function stored(
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

async function decoded(columns: readonly StoredColumn[]): Promise<Streams> {
  const streams: Streams = { n: columns[0]?.n ?? 0, columns: {} };
  await Promise.all(
    columns.map(async ({ kind, n, data }) => {
      streams.columns[kind] = await decodeColumnAside(data, n);
    }),
  );
  return streams;
}

/** One column after the other: others have their turn between the columns of a long recording. */
async function encoded({ n, columns }: Streams): Promise<StoredColumn[]> {
  const packed: StoredColumn[] = [];
  for (const kind of STREAM_KINDS) {
    const column = columns[kind];
    if (column) packed.push({ kind, n, data: await encodeColumnAside(column) });
  }
  return packed;
}

/**
 * The lengths of a pool swim as a viewer may see them. The times of lengths in a place that others do not see would
 * tell how long one was there: of a swim with positions they are for the owner only.
 */
export const visibleLengths = (
  { lengths, bounds }: Pick<WorkoutRow, 'lengths' | 'bounds'>,
  relation: Relation,
): SwimLength[] => (relation === 'self' || bounds === null ? lengths : []);
