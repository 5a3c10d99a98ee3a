import type { Context } from '../server/context.ts';
import { READ, type ReadJob, readKey } from './rows.ts';

const HOUR = 3600;
const KEPT_MS = 30 * 24 * HOUR * 1000;
const AT_ONCE = 500;

/** Queues every file that waits: a process killed between storing and queueing leaves one without work. Those that have it keep it. */
export async function queueWaiting({ db, jobs }: Context): Promise<void> {
  const waiting = await db
    .selectFrom('file_imports')
    .select(['user_id', 'id', 'turn'])
    .where('state', 'in', ['queued', 'reading'])
    .where('storage_key', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { user_id: userId, id, turn } of waiting) {
    const job: ReadJob = { userId, id, turn };
    await jobs.send(READ, job, { key: readKey(job) });
  }
}

/** Lets go of files that nobody came back for in 30 days. */
export async function dropOldFailures(context: Context): Promise<void> {
  const { db, files } = context;
  const old = await db
    .selectFrom('file_imports')
    .select(['user_id', 'id', 'storage_key'])
    .where('state', '=', 'failed')
    .where('updated_at', '<', new Date(context.now().getTime() - KEPT_MS))
    .limit(AT_ONCE)
    .execute();
  for (const { user_id, id, storage_key } of old) {
    if (storage_key !== null) await files.remove(storage_key);
    await db.deleteFrom('file_imports').where('user_id', '=', user_id).where('id', '=', id).execute();
  }
}

export async function upkeep(context: Context): Promise<void> {
  await queueWaiting(context);
  await dropOldFailures(context);
}
