import { sql, type Updateable } from 'kysely';
import { retryUnavailable } from '../../kernel/database/retry-unavailable.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Publisher } from '../../kernel/server/domain-events.ts';
import { CLAIMED_SHARE, PARSED_SHARE } from './progress.ts';
import { type ImportRow, isNotTableRow, READ_QUEUES, type ReadJob, type ReadScope } from './import-rows.ts';
import type { FileImportTable } from './tables.ts';

const OUTAGE_MS = 60_000;
/** Files claimed in one statement. */
const CLAIM_SIZE = 8;
/** A file without an update for so long may have lost its reader. */
const QUIET_MS = 10_000;

const inScope = ({ db }: Context, { userId, batchId }: ReadScope) => {
  const own = db.updateTable('file_imports').where('user_id', '=', userId);
  return batchId === null
    ? own.where('source_id', 'is', null).where('archive', '=', false)
    : own.where('batch_id', '=', batchId);
};

/**
 * Claims the next queued files. A file that was claimed before without an end comes last and alone: it may have ended its
 * process, and must not affect other files.
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
  const rows = await setClaimed(context, job.reader)
    .where('user_id', '=', userId)
    .where(
      'id',
      '=',
      sql<number>`any (array(
        select id from file_imports
        where user_id = ${userId} and state = 'queued' and ${scope} and ${isNotTableRow} and ${condition}
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
  return setClaimed(context, reader)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
}

const setClaimed = (context: Context, reader: string) =>
  context.db.updateTable('file_imports').set({
    state: 'reading',
    progress: CLAIMED_SHARE,
    tries: sql`tries + 1`,
    reader,
    updated_at: context.now(),
  });

/** Notes before files are stored that they are: what ends this process is then looked for among them alone. */
export async function noteStoring({ db, now }: Context, rows: readonly ImportRow[]): Promise<void> {
  const [row] = rows;
  if (!row) return;
  await db
    .updateTable('file_imports')
    .set({ progress: PARSED_SHARE, updated_at: now() })
    .where('user_id', '=', row.user_id)
    .where(sql<boolean>`(id, turn) in (select * from unnest(
      ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ turn }) => turn)}::int[]))`)
    .where('state', '=', 'reading')
    .execute();
}

/** What a process leaves that was killed. Files that only waited in it, or were read, did not end it: see `withStoreLimit`. */
const released = {
  state: 'queued',
  reader: null,
  progress: 0,
  tries: sql<number>`case when progress < ${PARSED_SHARE}::double precision then tries - 1 else tries end`,
} as const;

/** Queues files again that this job had claimed when its process was killed, and those whose job is gone. */
export async function releaseLostClaims(context: Context, job: ReadJob): Promise<void> {
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
    // A pending job releases its own claims.
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

/** An update of a file that only takes effect while its reader holds the claim. */
export const updateClaimed = ({ db }: Pick<Context, 'db'>, { user_id, id, turn }: ImportRow) =>
  db
    .updateTable('file_imports')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where('state', '=', 'reading');

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /**
     * Files of an import came to their end, under the member lock. With the last one of an upload it has ended: what was
     * deferred is due, as the member is told at this commit that all is there.
     */
    importProgressed: { userId: number; hasEnded: boolean };
  }
}

/** Tells subscribers that these files of a member are at their end, in the transaction that ends their turns. */
export async function announceProgress(
  publisher: Publisher,
  trx: Trx,
  rows: readonly Pick<ImportRow, 'user_id' | 'batch_id'>[],
): Promise<void> {
  const userId = rows[0]!.user_id;
  const { rows: ended } = await sql`
    select from unnest(${[...new Set(rows.map(({ batch_id }) => batch_id))]}::bigint[]) as upload (id)
    where not exists (
        select from file_imports where user_id = ${userId} and batch_id = upload.id and state = 'reading')
      and not exists (
        select from file_imports where user_id = ${userId} and batch_id = upload.id and state = 'queued')
    limit 1`.execute(trx);
  await publisher.publish(trx, 'importProgressed', { userId, hasEnded: ended.length > 0 });
}

/** Ends the turn of a file that becomes no workout. @returns whether the reader still held the claim */
export async function endClaim(
  context: Context,
  row: ImportRow,
  changes: Updateable<FileImportTable> & { state: FileImportTable['state'] },
): Promise<boolean> {
  return withMemberLock(context.db, row.user_id, async (trx) => {
    const ended = await updateClaimed({ db: trx }, row)
      .set({ progress: 1, updated_at: context.now(), ...changes })
      .returning('id')
      .executeTakeFirst();
    if (!ended) return false;
    await announceProgress(context, trx, [row]);
    return true;
  });
}

/** Queues a file again that could not be read through no fault of its own. */
export async function requeue(context: Context, row: ImportRow): Promise<void> {
  await updateClaimed(context, row).set({ state: 'queued', reader: null, progress: 0 }).execute();
}

/** Queues a file again whose reading was interrupted by a database outage or a stop, without counting the attempt. */
export async function returnWithoutCounting(context: Context, row: ImportRow): Promise<void> {
  const uncounted = { state: 'queued', reader: null, progress: 0, tries: row.tries - 1 } as const;
  await retryUnavailable(() => updateClaimed(context, row).set(uncounted).execute(), { forMs: OUTAGE_MS });
}
