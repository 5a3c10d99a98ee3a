import { sql } from 'kysely';
import { retryUnavailable } from '../kernel/database/retry-unavailable.ts';
import type { Context } from '../kernel/server/context.ts';
import { BEGUN } from './progress.ts';
import { notRest } from './activities-without-file.ts';
import { type ImportRow, READ_QUEUES, type ReadJob, type ReadScope } from './import-rows.ts';

const OUTAGE_MS = 60_000;
/** Files claimed in one statement. */
const CLAIM_SIZE = 8;
/** A file of which nothing was heard for so long may have lost its reader. */
const QUIET_MS = 10_000;

const inScope = ({ db }: Context, { userId, batchId }: ReadScope) => {
  const own = db.updateTable('file_imports').where('user_id', '=', userId);
  return batchId === null
    ? own.where('source_id', 'is', null).where('archive', '=', false)
    : own.where('batch_id', '=', batchId);
};

/**
 * Claims the next files that wait. What was claimed before and never ended comes last and by itself: it may be what
 * ended its process, and then takes no other file along.
 */
export async function claimNext(context: Context, job: ReadJob): Promise<ImportRow[]> {
  const fresh = await claim(context, job, CLAIM_SIZE, sql`tries = 0`);
  return fresh.length > 0 ? fresh : claim(context, job, 1, sql`tries > 0`);
}

async function claim(
  context: Context,
  job: ReadJob,
  limit: number,
  condition: ReturnType<typeof sql>,
): Promise<ImportRow[]> {
  const { userId, batchId } = job;
  const scope = batchId === null ? sql`source_id is null and archive = false` : sql`batch_id = ${batchId}`;
  const rows = await claimed(context, job.reader)
    .where('user_id', '=', userId)
    .where(
      'id',
      '=',
      sql<number>`any (array(
        select id from file_imports
        where user_id = ${userId} and state = 'queued' and ${scope} and ${notRest} and ${condition}
        order by tries, id limit ${limit} for update skip locked
      ))`,
    )
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Claims one file, unless another reader has by now. */
export function claimOne(
  context: Context,
  { userId, id, reader }: { userId: number; id: number; reader: string },
): Promise<ImportRow | undefined> {
  return claimed(context, reader)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
}

const claimed = (context: Context, reader: string) =>
  context.db
    .updateTable('file_imports')
    .set({ state: 'reading', progress: BEGUN, tries: sql`tries + 1`, reader, updated_at: context.now() });

/** What this job had claimed when its process was killed waits again, and so does what no job has claimed any more. */
export async function releaseLost(context: Context, job: ReadJob): Promise<void> {
  const released = { state: 'queued', reader: null, progress: 0 } as const;
  await inScope(context, job)
    .set(released)
    .where('state', '=', 'reading')
    .where('reader', '=', job.reader)
    .execute();
  const quiet = await context.db
    .selectFrom('file_imports')
    .select('reader')
    .distinct()
    .where('user_id', '=', job.userId)
    .where('state', '=', 'reading')
    .where('updated_at', '<', new Date(context.now().getTime() - QUIET_MS))
    .execute();
  for (const { reader } of quiet) {
    // A job that waits or runs releases its own.
    if (reader !== null && (await isPending(context, job.userId, reader))) continue;
    await inScope(context, job)
      .set(released)
      .where('state', '=', 'reading')
      .where('reader', 'is not distinct from', reader)
      .execute();
  }
}

async function isPending({ jobs }: Context, userId: number, reader: string): Promise<boolean> {
  for (const queue of Object.values(READ_QUEUES))
    if (await jobs.isPending(queue, { userId, reader })) return true;
  return false;
}

/** The row of a file for as long as its reader has it. */
export const claimOf = ({ db }: Context, { user_id, id, turn }: ImportRow) =>
  db
    .updateTable('file_imports')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where('state', '=', 'reading');

/** Puts a file that could not be read through no fault of its own behind the others. */
export async function putBack(context: Context, row: ImportRow): Promise<void> {
  await claimOf(context, row).set({ state: 'queued', reader: null, progress: 0 }).execute();
}

/** A file whose reading a database outage or a stop interrupted waits again; the try does not count against it. */
export async function returnUncounted(context: Context, row: ImportRow): Promise<void> {
  const uncounted = { state: 'queued', reader: null, progress: 0, tries: row.tries - 1 } as const;
  await retryUnavailable(() => claimOf(context, row).set(uncounted).execute(), { forMs: OUTAGE_MS });
}
