import type { Context } from '../server/context.ts';
import { dropBytes, letGo } from './let-go.ts';
import { READ, type ReadJob, readKey, sendBatch } from './rows.ts';

const HOUR = 3600;
const KEPT_MS = 30 * 24 * HOUR * 1000;
const AT_ONCE = 500;

/** Queues every file that waits: a process killed between storing and queueing leaves one without work. Those that have it keep it. */
export async function queueWaiting({ db, jobs }: Context): Promise<void> {
  const alone = await db
    .selectFrom('file_imports')
    .select(['user_id', 'id', 'turn'])
    .where('state', 'in', ['queued', 'reading'])
    .where('storage_key', 'is not', null)
    .where('source_id', 'is', null)
    .where('archive', '=', false)
    .orderBy('id')
    .execute();
  for (const { user_id: userId, id, turn } of alone) {
    const job: ReadJob = { userId, id, turn };
    await jobs.send(READ, job, { key: readKey(job) });
  }
  const batches = await db
    .selectFrom('file_imports')
    .select(['user_id', 'batch_id'])
    .distinct()
    .where('state', 'in', ['queued', 'reading'])
    .where((eb) => eb.or([eb('source_id', 'is not', null), eb('archive', '=', true)]))
    .execute();
  // One at a time for each upload, however often the process starts.
  for (const { user_id, batch_id } of batches)
    await sendBatch({ jobs }, user_id, batch_id, `waiting:${batch_id}`);
}

/** Lets go of files that nobody came back for in 30 days. */
export async function dropOldFailures(context: Context): Promise<void> {
  const { db } = context;
  const before = new Date(context.now().getTime() - KEPT_MS);
  const old = await db
    .selectFrom('file_imports')
    .select(['user_id', 'id', 'storage_key', 'entry'])
    .where('state', '=', 'failed')
    .where('updated_at', '<', before)
    .limit(AT_ONCE)
    .execute();
  for (const { user_id, id, ...row } of old) {
    await dropBytes(context, [row]);
    await db.deleteFrom('file_imports').where('user_id', '=', user_id).where('id', '=', id).execute();
  }
  await db.deleteFrom('import_told').where('created_at', '<', before).execute();
}

/** Archives that are done and still there: there was no space to take out what is kept of them, or no time. */
async function releaseDoneArchives(context: Context): Promise<void> {
  const batches = await context.db
    .selectFrom('file_imports')
    .select(['user_id', 'batch_id'])
    .distinct()
    .where('archive', '=', true)
    .where('storage_key', 'is not', null)
    .where('hidden_at', '<', new Date(context.now().getTime() - HOUR * 1000))
    .limit(AT_ONCE)
    .execute();
  for (const { user_id, batch_id } of batches)
    await letGo(context, user_id, batch_id).catch((error: unknown) =>
      context.log.warn({ err: error, batch: batch_id }, 'an archive that is done was not released'),
    );
}

export async function upkeep(context: Context): Promise<void> {
  await queueWaiting(context);
  await releaseDoneArchives(context);
  await dropOldFailures(context);
}
