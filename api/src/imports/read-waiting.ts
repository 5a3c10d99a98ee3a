import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable } from '../kernel/database/unavailable.ts';
import type { FilePool } from './reader/file-pool.ts';
import type { Context, Jobs } from '../kernel/server/context.ts';
import { loadMember } from '../workout-store/member.ts';
import { claimNext, claimOne, putBack, releaseLost, returnUncounted } from './claims.ts';
import { CommitQueue } from './commit-queue.ts';
import { commitImports } from './commit-imports.ts';
import { releaseArchives } from './release-archives.ts';
import { failImport, failureOf, readFile, unreadable, withStoreLimit } from './read-import.ts';
import { restOf } from './activities-without-file.ts';
import { type ImportRow, type ReadImport, type ReadJob, sendReading } from './import-rows.ts';

/** A member with more files than that goes behind other members who wait. */
const FILES_A_TURN = 200;

/** So many files of a member in a row are a stream: more are waited for this long, before those read are committed. */
const STREAM_FILES = 4;
const LINGER_MS = 50;

/** Members whose files a job of this process reads that will look for more before it ends. */
const openReaders = new WeakMap<Jobs, Set<number>>();
const openReadersOf = ({ jobs }: Pick<Context, 'jobs'>): Set<number> => {
  const readers = openReaders.get(jobs) ?? new Set();
  openReaders.set(jobs, readers);
  return readers;
};

/** Has a file read that was just stored: by a job of this process that is about to look for more, else by a new one. */
export async function readSoon(
  context: Pick<Context, 'jobs'>,
  row: Pick<ImportRow, 'user_id' | 'batch_id' | 'archive' | 'source_id'>,
): Promise<void> {
  const userId = row.user_id;
  if (row.archive || row.source_id !== null) await sendReading(context, { userId, batchId: row.batch_id });
  else if (!openReadersOf(context).has(userId)) await sendReading(context, { userId, batchId: null });
}

/**
 * Reads the files of an upload, or of all uploads without an archive, until none waits. Killed, it is called again
 * and goes on; several at the same time share the files. Files are read one by one and committed several at a time.
 */
export async function readWaiting(
  context: Context,
  pool: FilePool,
  job: ReadJob,
  signal: AbortSignal,
): Promise<void> {
  const { userId, batchId } = job;
  const open = openReadersOf(context);
  if (batchId === null) {
    // The job that is open looks once more.
    if (open.has(userId)) return;
    open.add(userId);
  }
  try {
    await releaseLost(context, job);
    const isDone = await readAll(context, pool, job, signal);
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
  /** How often each file failed in it through no fault of its own. */
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
  // One more than are parsed at a time: while one is handed over the next is read.
  const concurrency = context.env.IMPORT_WORKERS + 1;
  const inHand = new Set<Promise<void>>();
  const faults: unknown[] = [];
  const noteFault = (error: unknown) => void faults.push(error);
  const commits = new CommitQueue((group) => commitGroup(run, group).catch(noteFault));
  let isSettled = true;
  const begin = (row: ImportRow) => {
    isSettled = false;
    const work: Promise<void> = readOne(run, commits, row)
      .catch(noteFault)
      .finally(() => inHand.delete(work));
    inHand.add(work);
  };
  const settle = async () => {
    await Promise.all(inHand);
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
          // In a stream of uploads the next file is about to come, and is then committed with these.
          if (count >= STREAM_FILES && !isLingering) await lingerAfter(inHand);
          // What is put back meanwhile waits again.
          else await settle();
          isLingering = !isLingering;
          continue;
        }
        rows = await claimRest(context, job);
      }
      if (rows.length > 0) run.timeZone = (await loadMember(context.db, userId)).timeZone;
      // What was begun before may end this process: nothing else is in hand then.
      const isSuspicious = rows.some(({ tries }) => tries > 1);
      if (isSuspicious) await settle();
      for (const row of rows) {
        if (signal.aborted || faults.length > 0) {
          await returnUncounted(context, row);
          continue;
        }
        begin(row);
        if (inHand.size >= concurrency) await Promise.race(inHand);
      }
      if (isSuspicious) await settle();
      if (faults.length > 0) throw faults[0];
      if (signal.aborted) throw new Error('The process ends. Another one, or its next start, goes on.');
      count += rows.length;
      isLingering &&= rows.length === 0;
      if (rows.length > 0) {
        if (count < FILES_A_TURN || batchId !== null) continue;
        return false;
      }
      // Files that are stored from now on have a job of their own; those stored before are found by one more look.
      if (isLastLook) return true;
      openReadersOf(context).delete(userId);
      isLastLook = true;
    }
  } finally {
    await settle();
  }
}

async function lingerAfter(inHand: Iterable<Promise<void>>): Promise<void> {
  await Promise.all(inHand);
  await wait(LINGER_MS);
}

/** The line of an archive's table is read last of all. */
async function claimRest(context: Context, { userId, batchId, reader }: ReadJob): Promise<ImportRow[]> {
  const rest = batchId === null ? null : await restOf(context, userId, batchId);
  const row = rest && (await claimOne(context, { userId, id: rest.id, reader }));
  return row ? [row] : [];
}

async function readOne(run: Run, commits: CommitQueue, row: ImportRow): Promise<void> {
  try {
    const read = await readFile(run.context, run.pool, row, run.timeZone);
    if (read) await commits.add(read);
  } catch (error) {
    await settleFailure(run, row, error);
  }
}

/** Commits what was read together. Where that fails each file is committed by itself, so that none fails for another. */
async function commitGroup(run: Run, group: readonly ReadImport[]): Promise<void> {
  const { context, job } = run;
  const rows = group.map(({ row }) => row);
  try {
    await withStoreLimit(context, rows, () => commitImports(context, job.userId, group));
  } catch (error) {
    if (error instanceof DatabaseUnavailable || group.length === 1) {
      for (const row of rows) await settleFailure(run, row, error);
      return;
    }
    for (const read of group) await commitGroup(run, [read]);
  }
}

/** A file that failed so often in one run, through whatever, is not tried again by itself. */
const MAX_FAILURES = 3;
/** A fault of the file is told to the member; after any other the file waits again. */
async function settleFailure({ context, failures }: Run, row: ImportRow, error: unknown): Promise<void> {
  const problem = failureOf(error);
  if (problem) return failImport(context, row, problem);
  if (error instanceof DatabaseUnavailable) return returnUncounted(context, row);
  const failed = (failures.get(row.id) ?? 0) + 1;
  failures.set(row.id, failed);
  context.log.warn({ err: error, id: row.id, attempt: row.tries }, 'a file could not be read');
  if (failed < MAX_FAILURES) await putBack(context, row);
  else await failImport(context, row, unreadable());
}
