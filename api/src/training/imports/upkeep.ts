import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { removeBytes, releaseArchives } from './release-archives.ts';
import { READ_QUEUES, sendReading } from './import-rows.ts';

const HOUR = 3600;
const DAY_MS = 24 * HOUR * 1000;
const BATCH_SIZE = 500;
/** A file that is queued for so long may have lost its job. */
const STRANDED_MS = 10_000;
const STRANDED_BATCH_SIZE = 100;

type FileImports = ExpressionBuilder<Database, 'file_imports'>;

/** A file without an archive: a job of its member reads it. */
const isReadAlone = (eb: FileImports) => eb.and([eb('source_id', 'is', null), eb('archive', '=', false)]);
/** An archive or a file of one: a job of its upload reads it. */
const isReadInBatch = (eb: FileImports) => eb.or([eb('source_id', 'is not', null), eb('archive', '=', true)]);

const waitingFiles = ({ db }: Context) =>
  db.selectFrom('file_imports').where('state', 'in', ['queued', 'reading']);

/** Queues jobs for all queued files: a process killed between storing and queueing leaves a file without a job. */
export async function queueWaiting(context: Context): Promise<void> {
  const alone = await waitingFiles(context).select('user_id').distinct().where(isReadAlone).execute();
  // One at a time for each member and upload, however often the process starts.
  for (const { user_id: userId } of alone)
    await sendReading(context, { userId, batchId: null }, `waiting:${userId}`);
  const batches = await waitingFiles(context)
    .select(['user_id', 'batch_id'])
    .distinct()
    .where(isReadInBatch)
    .execute();
  for (const { user_id: userId, batch_id: batchId } of batches)
    await sendReading(context, { userId, batchId }, `waiting:${batchId}`);
}

/**
 * Queues jobs for files that have none. Answers of the queue that are lost in a database outage count as attempts of the
 * job; after many outages none is left, and the files would wait until the hourly upkeep.
 */
export async function queueStranded(context: Context): Promise<void> {
  const { jobs } = context;
  const waiting = waitingFiles(context)
    .where('updated_at', '<', new Date(context.now().getTime() - STRANDED_MS))
    .limit(STRANDED_BATCH_SIZE);
  const alone = await waiting.select('user_id').distinct().where(isReadAlone).execute();
  for (const { user_id: userId } of alone)
    if (!(await jobs.isPending(READ_QUEUES.member, { userId })))
      await sendReading(context, { userId, batchId: null }, `waiting:${userId}`);
  const batches = await waiting.select(['user_id', 'batch_id']).distinct().where(isReadInBatch).execute();
  for (const { user_id: userId, batch_id: batchId } of batches)
    if (!(await jobs.isPending(READ_QUEUES.batch, { userId, batchId })))
      await sendReading(context, { userId, batchId }, `waiting:${batchId}`);
}

/** Removes failed files that their member has not tried again for a while. */
export async function removeOldFailures(context: Context): Promise<void> {
  const { db, env } = context;
  const before = new Date(context.now().getTime() - env.FAILED_UPLOADS_DAYS * DAY_MS);
  const old = await db
    .selectFrom('file_imports')
    .select(['user_id', 'id', 'batch_id', 'archive', 'storage_key', 'entry'])
    .where('state', '=', 'failed')
    .where('updated_at', '<', before)
    .limit(BATCH_SIZE)
    .execute();
  for (const { user_id, id, batch_id, archive, ...row } of old) {
    // Originals of workouts that were read before an archive failed are extracted first.
    if (archive && !(await releaseArchives(context, user_id, batch_id, { includesFailed: true }))) continue;
    await removeBytes(context, [row]);
    await db.deleteFrom('file_imports').where('user_id', '=', user_id).where('id', '=', id).execute();
  }
  await db.deleteFrom('import_told').where('created_at', '<', before).execute();
}

/**
 * Removes stored files without a row: their process was killed, or lost its database, between storing the bytes and the
 * row. Files younger than a day may still get their row.
 */
export async function removeOrphans({ db, files, log, now }: Context): Promise<void> {
  for await (const keys of files.listOld('imports', new Date(now().getTime() - DAY_MS))) {
    const userId = Number(keys[0]!.split('/')[1]);
    const rows = Number.isSafeInteger(userId)
      ? await db
          .selectFrom('file_imports')
          .select('storage_key')
          .where('user_id', '=', userId)
          .where('storage_key', 'is not', null)
          .execute()
      : [];
    const used = new Set(rows.map(({ storage_key }) => storage_key));
    const orphans = keys.filter((key) => !used.has(key));
    for (const key of orphans) await files.remove(key);
    if (orphans.length > 0) log.warn({ files: orphans.length }, 'stored files without a row removed');
  }
}

/** Releases archives whose files are done, which a lack of space or time prevented before. */
async function releaseDoneArchives(context: Context): Promise<void> {
  const batches = await context.db
    .selectFrom('file_imports')
    .select(['user_id', 'batch_id'])
    .distinct()
    .where('archive', '=', true)
    .where('storage_key', 'is not', null)
    .where('hidden_at', '<', new Date(context.now().getTime() - HOUR * 1000))
    .limit(BATCH_SIZE)
    .execute();
  for (const { user_id, batch_id } of batches)
    await releaseArchives(context, user_id, batch_id).catch((error: unknown) =>
      context.log.warn({ err: error, batch: batch_id }, 'a finished archive was not released'),
    );
}

export async function runUpkeep(context: Context): Promise<void> {
  await queueWaiting(context);
  await releaseDoneArchives(context);
  await removeOldFailures(context);
}
