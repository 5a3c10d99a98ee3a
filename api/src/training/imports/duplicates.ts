import { activityType } from '@waymark/activities/catalogue';
import { sql } from 'kysely';
import type { ReadWorkout } from '../../recordings/model/parsed-workout.ts';
import type { Trx } from '../../kernel/database/tables.ts';

const SAME_START_MS = 60_000;
const MIN_OVERLAP_SHARE = 0.5;
/** The longest duration of a workout: one that began earlier cannot overlap. */
const MAX_DURATION = sql`interval '31 days'`;
/** The activity of files that name no sport, which matches any. */
const GENERIC = 1;

export interface Span {
  activityTypeId: number;
  /** ms since 1970. */
  start: number;
  /** Seconds. */
  elapsed: number;
}

/** Same sport, or one of them unknown; and started within a minute, or overlapping by at least half of the shorter one. */
export function areSameTraining(a: Span, b: Span): boolean {
  const [rootA, rootB] = [activityType(a.activityTypeId)?.rootId, activityType(b.activityTypeId)?.rootId];
  if (rootA !== rootB && rootA !== GENERIC && rootB !== GENERIC) return false;
  if (Math.abs(a.start - b.start) <= SAME_START_MS) return true;
  const common =
    Math.min(a.start + a.elapsed * 1000, b.start + b.elapsed * 1000) - Math.max(a.start, b.start);
  return common > 0 && common >= MIN_OVERLAP_SHARE * 1000 * Math.min(a.elapsed, b.elapsed);
}

/** A stored workout that may be a duplicate. */
export interface KnownWorkout extends Span {
  id: number;
  importId: number | null;
  importIndex: number | null;
  contentHash: string | null;
}

/** One workout of a file. */
export interface ImportedWorkout {
  importId: number;
  importIndex: number;
  contentHash: string | null;
  workout: Pick<ReadWorkout, 'activityTypeId' | 'start' | 'summary'>;
}

export const spanOf = ({ activityTypeId, start, summary }: ImportedWorkout['workout']): Span => ({
  activityTypeId,
  start: start.getTime(),
  elapsed: summary.elapsed,
});

/** Loads the member's workouts that overlap with any of these, or come from the same file. */
export async function loadDuplicateCandidates(
  trx: Trx,
  userId: number,
  found: readonly Pick<ImportedWorkout, 'contentHash' | 'workout'>[],
): Promise<KnownWorkout[]> {
  if (found.length === 0) return [];
  const spans = found.map(({ workout }) => spanOf(workout));
  const starts = spans.map(({ start }) => new Date(start));
  const ends = spans.map(({ start, elapsed }) => new Date(start + elapsed * 1000 + SAME_START_MS));
  const hashes = [...new Set(found.flatMap(({ contentHash }) => contentHash ?? []))];
  const columns = sql`
    w.id, w.activity_type_id, w.start_at, w.elapsed_time_total, w.content_hash, w.import_id, w.import_index`;
  const { rows } = await sql<KnownRow>`
    select ${columns}
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) span (start, latest)
    join workouts w on w.user_id = ${userId} and w.parent_id is null and w.deleted_at is null
      and w.start_at between span.start - ${MAX_DURATION} and span.latest
      and w.start_at + greatest(w.elapsed_time_total, ${SAME_START_MS / 1000}) * interval '1 second' >= span.start
    union
    select ${columns} from workouts w
    where w.user_id = ${userId} and w.parent_id is null and w.deleted_at is null
      and w.content_hash = any (${hashes}::text[])`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    importId: row.import_id,
    importIndex: row.import_index,
    contentHash: row.content_hash,
    activityTypeId: row.activity_type_id,
    start: row.start_at.getTime(),
    elapsed: row.elapsed_time_total ?? 0,
  }));
}

interface KnownRow {
  id: number;
  activity_type_id: number;
  start_at: Date;
  elapsed_time_total: number | null;
  content_hash: string | null;
  import_id: number | null;
  import_index: number | null;
}

/** Ids of known workouts that are the same training, or come from the same place of the same file; the nearest in time first. */
export function findDuplicates(known: readonly KnownWorkout[], found: ImportedWorkout): number[] {
  const span = spanOf(found.workout);
  return known
    .filter(
      (other) =>
        other.importId !== found.importId && (isFromSameFile(other, found) || areSameTraining(span, other)),
    )
    .sort((a, b) => Math.abs(a.start - span.start) - Math.abs(b.start - span.start))
    .map(({ id }) => id);
}

/** A workout that was read from the very same bytes: there is nothing to ask. */
export const hasIdenticalFile = (known: readonly KnownWorkout[], found: ImportedWorkout): boolean =>
  known.some((other) => other.importId !== found.importId && isFromSameFile(other, found));

const isFromSameFile = (
  other: Pick<KnownWorkout, 'contentHash' | 'importIndex'>,
  found: Pick<ImportedWorkout, 'contentHash' | 'importIndex'>,
): boolean =>
  other.contentHash !== null &&
  other.contentHash === found.contentHash &&
  other.importIndex === found.importIndex;
