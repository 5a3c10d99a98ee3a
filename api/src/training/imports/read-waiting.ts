import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable } from '../../kernel/database/unavailable.ts';
import type { FilePool } from './reader/file-pool.ts';
import type { Context, Jobs } from '../../kernel/server/context.ts';
import { runAsCaller } from '../../kernel/server/current-work.ts';
import { loadMember } from '../workout-store/member.ts';
import { claimNext, claimOne, requeue, releaseLostClaims, returnWithoutCounting } from './claims.ts';
import { CommitQueue } from './commit-queue.ts';
import { commitImports } from './commit-imports.ts';
import { releaseArchives } from './release-archives.ts';
import { failImport, toMemberProblem, readImport, unreadableProblem, withStoreLimit } from './read-import.ts';
import { findReadyTableRow } from './activities-without-file.ts';
import { type ImportRow, type ReadImport, type ReadJob, sendReading } from './import-rows.ts';

/** After so many files a member goes behind others who wait. */
const MAX_FILES_PER_TURN = 200;

/** After so many files in a row more are expected soon: the reader waits this long for them before it commits. */
const STREAM_FILES = 4;
const LINGER_MS = 50;

/** Members with a job of this process that will look for more files before it ends. */
const openReaders = new WeakMap<Jobs, Set<number>>();
const openReadersOf = ({ jobs }: Pick<Context, 'jobs'>): Set<number> => {
  const readers = openReaders.get(jobs) ?? new Set();
  openReaders.set(jobs, readers);
  return readers;
};

/** Queues a job for a file that was just stored, unless a job of this process is about to find it. */
export async function queueReading(
  context: Pick<Context, 'jobs'>,
  row: Pick<ImportRow, 'user_id' | 'batch_id' | 'archive' | 'source_id'>,
): Promise<void> {
  const userId = row.user_id;
  if (row.archive || row.source_id !== null) await sendReading(context, { userId, batchId: row.batch_id });
  else if (!openReadersOf(context).has(userId)) await sendReading(context, { userId, batchId: null });
}

/**
 * Reads the files of an upload, or of all uploads without an archive, until none is queued. Repeated after a kill it
 * continues; several jobs at the same time share the files. Files are read one by one and committed in groups.
 */
export async function readQueuedImports(
  context: Context,
  pool: FilePool,
  job: ReadJob,
  signal: AbortSignal,
): Promise<void> {
  const { userId, batchId } = job;
  const open = openReadersOf(context);
  if (batchId === null) {
    // The open job looks for files once more.
    if (open.has(userId)) return;
    open.add(userId);
  }
  try {
    await releaseLostClaims(context, job);
    // The readers of files serve members in rotation, whether their files came alone or in an archive.
    const isDone = await runAsCaller(`member ${userId}`, () => readAll(context, pool, job, signal));
    // The next job of this member must not find this one open.
    open.delete(userId);
    if (!isDone) await sendReading(context, { userId, batchId });
  } finally {
    if (batchId === null) open.delete(userId);
  }
  if (batchId !== null) await releaseArchives(context, userId, batchId);
}

/** One run of a job, with what its parts share. */
interface Run {
  context: Context;
  pool: FilePool;
  job: ReadJob;
  /** Of the member, when the last files were claimed. */
  timeZone: string;
  /** How often each file failed in this run through no fault of its own. */
  failures: Map<number, number>;
}

/** @returns false when the member's turn is over and more may wait */
async function readAll(
  context: Context,
  pool: FilePool,
  job: ReadJob,
  signal: AbortSignal,
): Promise<boolean> {
  const { userId, batchId } = job;
  const run: Run = { context, pool, job, timeZone: 'UTC', failures: new Map() };
  // One more than are parsed at a time: while one is transferred the next is read.
  const concurrency = context.env.IMPORT_WORKERS + 1;
  const running = new Set<Promise<void>>();
  const faults: unknown[] = [];
  const noteFault = (error: unknown) => void faults.push(error);
  const commits = new CommitQueue((group) => commitGroup(run, group).catch(noteFault));
  let isSettled = true;
  const begin = (row: ImportRow) => {
    isSettled = false;
    const work: Promise<void> = readOne(run, commits, row)
      .catch(noteFault)
      .finally(() => running.delete(work));
    running.add(work);
  };
  const settle = async () => {
    await Promise.all(running);
    await commits.flush();
    isSettled = true;
  };
  let isLastLook = batchId !== null;
  let isLingering = false;
  let count = 0;
  try {
    for (;;) {
      let rows = await claimNext(context, job);
      if (rows.length === 0) {
        if (!isSettled) {
          // More files are expected, which are then committed with these.
          if (count >= STREAM_FILES && !isLingering) await waitForMoreFiles(running);
          // Files that were queued again in the meantime are found by the next look.
          else await settle();
          isLingering = !isLingering;
          continue;
        }
        rows = await claimTableRow(context, job);
      }
      if (rows.length > 0) run.timeZone = (await loadMember(context.db, userId)).timeZone;
      // A file that was begun before may end this process: it is read alone.
      const isSuspicious = rows.some(({ tries }) => tries > 1);
      if (isSuspicious) await settle();
      for (const row of rows) {
        if (signal.aborted || faults.length > 0) {
          await returnWithoutCounting(context, row);
          continue;
        }
        begin(row);
        if (running.size >= concurrency) await Promise.race(running);
      }
      if (isSuspicious) await settle();
      if (faults.length > 0) throw faults[0];
      if (signal.aborted) throw new Error('The process ends. Another one, or its next start, goes on.');
      count += rows.length;
      isLingering &&= rows.length === 0;
      if (rows.length > 0) {
        if (count < MAX_FILES_PER_TURN) continue;
        return false;
      }
      // Files stored from now on get a job of their own; one more look finds those stored before.
      if (isLastLook) return true;
      openReadersOf(context).delete(userId);
      isLastLook = true;
    }
  } finally {
    await settle();
  }
}

async function waitForMoreFiles(running: Iterable<Promise<void>>): Promise<void> {
  await Promise.all(running);
  await wait(LINGER_MS);
}

/** The row of an activity table is processed after all files. */
async function claimTableRow(context: Context, { userId, batchId, reader }: ReadJob): Promise<ImportRow[]> {
  const rest = batchId === null ? null : await findReadyTableRow(context, userId, batchId);
  const row = rest && (await claimOne(context, { userId, id: rest.id, reader }));
  return row ? [row] : [];
}

async function readOne(run: Run, commits: CommitQueue, row: ImportRow): Promise<void> {
  try {
    const read = await readImport(run.context, run.pool, row, run.timeZone);
    if (read) await commits.add(read);
  } catch (error) {
    await handleFailure(run, row, error);
  }
}

/** Commits a group of files. If that fails each is committed alone, so that none fails because of another. */
async function commitGroup(run: Run, group: readonly ReadImport[]): Promise<void> {
  const { context, job } = run;
  const rows = group.map(({ row }) => row);
  try {
    await withStoreLimit(context, rows, () => commitImports(context, job.userId, group));
  } catch (error) {
    if (error instanceof DatabaseUnavailable || group.length === 1) {
      for (const row of rows) await handleFailure(run, row, error);
      return;
    }
    for (const read of group) await commitGroup(run, [read]);
  }
}

/** After so many failures in one run a file is not tried again automatically. */
const MAX_FAILURES = 3;
/** A problem of the file fails the import; after any other fault it is queued again. */
async function handleFailure({ context, failures }: Run, row: ImportRow, error: unknown): Promise<void> {
  const problem = toMemberProblem(error);
  if (problem) return failImport(context, row, problem);
  if (error instanceof DatabaseUnavailable) return returnWithoutCounting(context, row);
  const failed = (failures.get(row.id) ?? 0) + 1;
  failures.set(row.id, failed);
  context.log.warn({ err: error, id: row.id, attempt: row.tries }, 'a file could not be read');
  if (failed < MAX_FAILURES) await requeue(context, row);
  else await failImport(context, row, unreadableProblem());
}
