import { randomUUID } from 'node:crypto';
import type { FileImport } from '@waymark/api-contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { readOwnScope, type ViewerScope } from '../privacy/viewer-scope.ts';
import { viewWorkouts, type VisibleWorkout } from '../privacy/visible-workout.ts';
import { ApiProblem, notFound } from '../../kernel/server/errors.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { presentSummary } from '../workouts/presenter.ts';
import { SUMMARY_COLUMNS, type SummaryRow } from '../workout-store/workout-rows.ts';
import type { ReadWorkout } from '../../recordings/model/parsed-workout.ts';
import type { FileImportTable } from './tables.ts';

export type ImportRow = Selectable<FileImportTable>;

/** The condition that leaves table rows out of a query for queued files. */
export const isNotTableRow = sql<boolean>`not is_activity_table`;

/** The queues in which files are read: one job for the files of an upload with an archive, one for a member's others. */
export const READ_QUEUES = { batch: 'imports.batch', member: 'imports.member' } as const;

/** Which files a job reads: those of one upload, or with null those that came without an archive. */
export interface ReadScope {
  userId: number;
  batchId: number | null;
}

export interface ReadJob extends ReadScope {
  /** Identifies this job and its claims. */
  reader: string;
}

/**
 * Queues a job that reads queued files. Each call is a job of its own, because one that is about to end might miss a file
 * that was just stored; several jobs share the files.
 */
export function sendReading(
  { jobs }: Pick<Context, 'jobs'>,
  { userId, batchId }: ReadScope,
  key?: string,
): Promise<void> {
  const reader = randomUUID();
  const queue = batchId === null ? READ_QUEUES.member : READ_QUEUES.batch;
  return jobs.send<ReadJob>(queue, { userId, batchId, reader }, { key: key ?? reader });
}

/** A file that was read and not committed yet. */
export interface ReadImport {
  row: ImportRow;
  workouts: readonly ReadWorkout[];
}

/** Whether the bytes are stored separately and not in an archive. */
export const isStoredSeparately = ({
  storage_key,
  entry,
}: Pick<ImportRow, 'storage_key' | 'entry'>): boolean => storage_key !== null && entry === null;

/** An import of the caller. @throws ApiProblem 404 for those of others */
export async function ownImport(db: Db, caller: Caller | null, id: number): Promise<ImportRow> {
  const row = await db
    .selectFrom('file_imports')
    .selectAll()
    .where('user_id', '=', caller!.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('upload');
  return row;
}

/** Workouts that one answer holds beside its uploads. A single file may hold, or resemble, hundreds. */
const WORKOUTS_MAX = 3000;

type ImportedWorkout = VisibleWorkout<SummaryRow>;

const byStart = (a: SummaryRow, b: SummaryRow): number =>
  a.start_at.getTime() - b.start_at.getTime() || a.id - b.id;

/**
 * Uploads with the workouts they became and those they resemble, in a few queries for any number of rows. Of an upload
 * in a long list the first of its workouts are there, of one by itself all.
 */
export async function presentImports(db: Db, rows: readonly ImportRow[]): Promise<FileImport[]> {
  const userId = rows[0]?.user_id;
  if (userId === undefined) return [];
  const most = Math.max(1, Math.floor(WORKOUTS_MAX / rows.length));
  // Uploads are their owner's alone.
  const scope = await readOwnScope(db, userId);
  const made = await loadMade(db, scope, rows, most);
  const alikeOf = ({ state, duplicate_ids }: ImportRow) =>
    state === 'duplicate' ? duplicate_ids.slice(0, most) : [];
  const alike = await loadAlike(db, scope, [...new Set(rows.flatMap(alikeOf))]);
  const routes = await savedRoutes(db, userId, rows);
  return rows.map((row) =>
    presentRow(
      row,
      routes.find(({ id }) => id === row.route_id) ?? null,
      (made.get(row.id) ?? []).toSorted(byStart),
      alikeOf(row)
        .flatMap((id) => alike.get(id) ?? [])
        .toSorted(byStart),
    ),
  );
}

/** The first workouts of each upload. */
async function loadMade(
  db: Db,
  scope: ViewerScope,
  rows: readonly ImportRow[],
  most: number,
): Promise<Map<number, ImportedWorkout[]>> {
  const ids = rows.filter(({ state }) => state !== 'queued' && state !== 'failed').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom(sql<{ id: number }>`unnest(${ids}::bigint[])`.as<'upload'>(sql`upload (id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('workouts')
          .select(SUMMARY_COLUMNS)
          .where('user_id', '=', scope.ownerId)
          .whereRef('import_id', '=', 'upload.id')
          .where('deleted_at', 'is', null)
          .orderBy('start_at')
          .orderBy('id')
          .limit(most)
          .as('made'),
      (join) => join.onTrue(),
    )
    .selectAll('made')
    .select('upload.id as upload_id')
    .execute();
  return Map.groupBy(await viewWorkouts(db, [scope], found), ({ upload_id }) => upload_id);
}

async function loadAlike(
  db: Db,
  scope: ViewerScope,
  ids: readonly number[],
): Promise<Map<number, ImportedWorkout>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('workouts')
    .select(SUMMARY_COLUMNS)
    .where('user_id', '=', scope.ownerId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return new Map((await viewWorkouts(db, [scope], found)).map((workout) => [workout.id, workout]));
}

/** Routes that planned routes were saved as; deleted ones are left out. */
async function savedRoutes(db: Db, userId: number, rows: readonly ImportRow[]) {
  const ids = rows.flatMap((row) => (row.route_id === null ? [] : [row.route_id]));
  if (ids.length === 0) return [];
  return db
    .selectFrom('routes')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

function presentRow(
  row: ImportRow,
  savedRoute: FileImport['route'],
  workouts: readonly ImportedWorkout[],
  duplicates: readonly ImportedWorkout[],
): FileImport {
  return {
    id: row.id,
    batch_id: row.batch_id,
    file_name: row.file_name,
    archive_name: row.archive_name,
    size: row.size,
    state: row.state,
    progress: row.progress,
    problem:
      row.problem_code === null ? null : { code: row.problem_code, message: row.problem_message ?? '' },
    warnings: row.warnings,
    workouts: workouts.map(presentSummary),
    route: savedRoute,
    duplicate_of: duplicates.map(presentSummary),
    preview: row.preview,
    created_datetime: row.created_at.toISOString(),
    _links: {
      self: [{ href: `/v7.1/device/file_import/${row.id}/`, id: String(row.id) }],
      workout: workouts.map(({ id }) => ({ href: `/v7.1/workout/${id}/`, id: String(id) })),
      ...(savedRoute && { route: [{ href: `/v7.1/route/${savedRoute.id}/`, id: String(savedRoute.id) }] }),
    },
  };
}

export async function presentImport(db: Db, row: ImportRow): Promise<FileImport> {
  const [only] = await presentImports(db, [row]);
  return only!;
}

export const stillReading = () =>
  new ApiProblem(409, 'still_reading', 'This file is still being read. Wait until it is done.');
