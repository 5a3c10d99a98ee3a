import { type FileImportList, type ImportBatch, ImportState } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';

const STATES = ImportState.options;
const BATCHES = 20;
type Counts = FileImportList['counts'];

export interface ImportCounts {
  counts: Counts;
  pending: number;
  total: number;
  /** The latest uploads. */
  batches: ImportBatch[];
}

const none = (): Counts => ({ queued: 0, reading: 0, ready: 0, duplicate: 0, failed: 0, skipped: 0 });
const sum = (counts: Counts) => STATES.reduce((total, state) => total + counts[state], 0);
const pendingOf = ({ queued, reading }: Counts) => queued + reading;

/** Counts files by state, of one upload or of all, and lists the latest uploads, in one index scan. */
export async function countImports(db: Db, userId: number, batchId?: number): Promise<ImportCounts> {
  const rows = await db
    .selectFrom('file_imports')
    .select(({ fn }) => [
      'batch_id',
      'state',
      fn.countAll<number>().as('n'),
      fn.max('updated_at').as('updated'),
    ])
    .where('user_id', '=', userId)
    .where('hidden_at', 'is', null)
    .groupBy(['batch_id', 'state'])
    .execute();
  const counts = none();
  const batches = new Map<number, { counts: Counts; updated: Date }>();
  for (const { batch_id, state, n, updated } of rows) {
    if (batchId === undefined || batch_id === batchId) counts[state] += n;
    const batch = batches.get(batch_id) ?? { counts: none(), updated };
    batch.counts[state] = n;
    if (updated > batch.updated) batch.updated = updated;
    batches.set(batch_id, batch);
  }
  const latest = [...batches.keys()].toSorted((a, b) => b - a).slice(0, BATCHES);
  return {
    counts,
    pending: pendingOf(counts),
    total: sum(counts),
    batches: await describe(db, userId, latest, batches),
  };
}

/**
 * An upload is named after its first file or archive. Ids follow the time, so that the first row of a batch is right
 * behind the batch's own id.
 */
async function describe(
  db: Db,
  userId: number,
  ids: readonly number[],
  batches: ReadonlyMap<number, { counts: Counts; updated: Date }>,
): Promise<ImportBatch[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ batch_id: number; name: string; created_at: Date; unpacking: boolean }>`
    select batch.id as batch_id, coalesce(first.archive_name, first.file_name) as name, first.created_at,
      exists (
        select from file_imports archive
        where archive.user_id = ${userId} and archive.batch_id = batch.id and archive.archive
          and archive.storage_key is not null and archive.hidden_at is null
          and archive.state in ('queued', 'reading')
      ) as unpacking
    from unnest(${ids}::bigint[]) batch (id)
    cross join lateral (
      select archive_name, file_name, created_at from file_imports
      where user_id = ${userId} and id > batch.id and batch_id = batch.id
      order by id limit 1
    ) first`.execute(db);
  const found = new Map(rows.map((row) => [row.batch_id, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    const { counts, updated } = batches.get(id)!;
    if (!row) return [];
    return {
      batch_id: id,
      name: row.name,
      unpacking: row.unpacking,
      total: sum(counts),
      counts,
      created_datetime: row.created_at.toISOString(),
      finished_datetime: pendingOf(counts) === 0 ? updated.toISOString() : null,
    };
  });
}
