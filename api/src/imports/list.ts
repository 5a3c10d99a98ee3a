import { type FileImportList, type ImportBatch, importCalls, ImportState } from '@waymark/api-contract';
import { sql } from 'kysely';
import { route } from '../server/route.ts';
import type { Db } from '../workouts/rows.ts';
import { ownImport, presentImports, presentOne } from './rows.ts';

const STATES = ImportState.options;
type Counts = FileImportList['counts'];

const none = (): Counts => ({ queued: 0, reading: 0, ready: 0, duplicate: 0, failed: 0, skipped: 0 });
const sum = (counts: Counts) => STATES.reduce((total, state) => total + counts[state], 0);

/** How many uploads are in which state; of one batch where one is given. */
export async function countImports(
  db: Db,
  userId: number,
  batchId?: number,
): Promise<{ counts: Counts; pending: number; total: number }> {
  const rows = await db
    .selectFrom('file_imports')
    .select(({ fn }) => ['state', fn.countAll<number>().as('n')])
    .where('user_id', '=', userId)
    .where('hidden_at', 'is', null)
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId!))
    .groupBy('state')
    .execute();
  const counts = none();
  for (const { state, n } of rows) counts[state] = n;
  return { counts, pending: counts.queued + counts.reading, total: sum(counts) };
}

const BATCHES = 20;

/** The member's latest uploads as wholes. */
export async function readBatches(db: Db, userId: number): Promise<ImportBatch[]> {
  const latest = db
    .selectFrom('file_imports')
    .select('batch_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('hidden_at', 'is', null)
    .orderBy('batch_id', 'desc')
    .limit(BATCHES);
  const rows = await db
    .selectFrom('file_imports')
    .select(({ fn }) => [
      'batch_id',
      'state',
      fn.countAll<number>().as('n'),
      sql<string>`min(coalesce(archive_name, file_name))`.as('name'),
      fn.min('created_at').as('created'),
      fn.max('updated_at').as('updated'),
    ])
    .where('user_id', '=', userId)
    .where('hidden_at', 'is', null)
    .where('batch_id', 'in', latest)
    .groupBy(['batch_id', 'state'])
    .orderBy('batch_id', 'desc')
    .execute();
  const batches = new Map<number, ImportBatch>();
  for (const { batch_id, state, n, name, created, updated } of rows) {
    const batch = batches.get(batch_id) ?? {
      batch_id,
      name,
      unpacking: false,
      total: 0,
      counts: none(),
      created_datetime: created.toISOString(),
      finished_datetime: '',
    };
    const last = updated.toISOString();
    batch.counts[state] = n;
    batch.total += n;
    if (last > (batch.finished_datetime ?? '')) batch.finished_datetime = last;
    batches.set(batch_id, batch);
  }
  for (const batch of batches.values()) {
    if (batch.counts.queued + batch.counts.reading > 0) batch.finished_datetime = null;
  }
  return [...batches.values()];
}

export const listRoute = route<typeof importCalls.list>({
  call: importCalls.list,
  access: 'member',
  async handler({ context: { db }, caller, query }) {
    const userId = caller!.userId;
    let found = db
      .selectFrom('file_imports')
      .selectAll()
      .where('user_id', '=', userId)
      .where('hidden_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(query.limit)
      .offset(query.offset);
    if (query.state) found = found.where('state', '=', query.state);
    if (query.batch_id) found = found.where('batch_id', '=', query.batch_id);
    // Counted first: the other way round a page could hear that nothing is pending, stop asking,
    // and keep a row that was still being read.
    const { counts, total, pending } = await countImports(db, userId, query.batch_id);
    const [rows, batches] = await Promise.all([found.execute(), readBatches(db, userId)]);
    return {
      _embedded: { file_imports: await presentImports(db, rows) },
      total_count: query.state ? counts[query.state] : total,
      pending,
      counts,
      batches,
    };
  },
});

export const oneRoute = route<typeof importCalls.one>({
  call: importCalls.one,
  access: 'member',
  async handler({ context: { db }, caller, params }) {
    return presentOne(db, await ownImport(db, caller, params.id));
  },
});
