import { DatabaseUnavailable } from '../kernel/database/unavailable.ts';
import type { FilePool } from '../files/pool.ts';
import type { Context } from '../kernel/server/context.ts';
import { letGo } from './let-go.ts';
import { begin, putBack, readRow, returnUncounted } from './read.ts';
import { notRest, restOf } from './rest.ts';
import type { BatchJob, ReadJob } from './rows.ts';

/** Files looked up at once; each is taken in hand by itself. */
const AHEAD = 32;
/** Nothing was heard of a file for so long: who had it in hand is gone. */
const GONE_MS = 15 * 60_000;

/**
 * Reads the files of an upload that wait, until none does. Killed, it is called again and goes on; several at
 * the same time share the files. A file that cannot be read through no fault of its own is put behind the others.
 */
export async function readBatch(
  context: Context,
  pool: FilePool,
  job: BatchJob,
  signal: AbortSignal,
): Promise<void> {
  await takeBack(context, job);
  // One more than are parsed at a time: while one is stored the next is read.
  const most = context.env.IMPORT_WORKERS + 1;
  const inHand = new Set<Promise<void>>();
  const read = async (next: ReadJob) => {
    const row = await begin(context, next, job.reader);
    if (!row) return;
    await readRow(context, pool, row).catch(async (error: unknown) => {
      if (error instanceof DatabaseUnavailable) return returnUncounted(context, row);
      context.log.warn({ err: error, id: row.id, attempt: row.tries }, 'a file could not be read');
      await putBack(context, row);
    });
  };
  const faults: unknown[] = [];
  try {
    for (;;) {
      let waiting = await nextOf(context, job);
      if (waiting.length === 0) {
        const rest = await restOf(context, job.userId, job.batchId);
        if (rest) waiting = [rest];
      }
      for (const next of waiting) {
        if (signal.aborted || faults.length > 0) break;
        const work: Promise<void> = read(next)
          .catch((error: unknown) => void faults.push(error))
          .finally(() => inHand.delete(work));
        inHand.add(work);
        if (inHand.size >= most) await Promise.race(inHand);
      }
      await Promise.all(inHand);
      if (faults.length > 0) throw faults[0];
      if (signal.aborted) throw new Error('The process ends. Another one, or its next start, goes on.');
      if (waiting.length === 0) break;
    }
  } finally {
    await Promise.all(inHand);
  }
  await letGo(context, job.userId, job.batchId);
}

const ofBatch = ({ db }: Context, { userId, batchId }: BatchJob) =>
  db.updateTable('file_imports').where('user_id', '=', userId).where('batch_id', '=', batchId);

/** What this work had in hand when it was killed waits again, and so does what nobody has in hand any more. */
async function takeBack(context: Context, job: BatchJob): Promise<void> {
  await ofBatch(context, job)
    .set({ state: 'queued', reader: null, progress: 0 })
    .where('state', '=', 'reading')
    .where((eb) =>
      eb.or([
        eb('reader', '=', job.reader),
        eb('updated_at', '<', new Date(context.now().getTime() - GONE_MS)),
      ]),
    )
    .execute();
}

/** Those that were begun before and not ended come last: they may be what ended it. */
async function nextOf({ db }: Context, { userId, batchId }: BatchJob): Promise<ReadJob[]> {
  const rows = await db
    .selectFrom('file_imports')
    .select(['id', 'turn'])
    .where('user_id', '=', userId)
    .where('batch_id', '=', batchId)
    .where('state', '=', 'queued')
    .where(notRest)
    .orderBy('tries')
    .orderBy('id')
    .limit(AHEAD)
    .execute();
  return rows.map(({ id, turn }) => ({ userId, id, turn }));
}
