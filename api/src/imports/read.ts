import { sql } from 'kysely';
import { retryUnavailable } from '../kernel/database/retry-unavailable.ts';
import { DatabaseUnavailable } from '../kernel/database/unavailable.ts';
import { detectFormat, readHead } from '../files/detect.ts';
import { FileProblem } from '../files/problem.ts';
import type { FilePool } from '../files/pool.ts';
import type { ReadWorkout } from '../files/types.ts';
import { withAttemptLimit } from '../kernel/jobs/attempts.ts';
import type { Context } from '../kernel/server/context.ts';
import { ApiProblem } from '../kernel/server/errors.ts';
import { loadMember } from '../workout-store/member.ts';
import { expandArchive } from './archive.ts';
import { dropBytes, letGo } from './let-go.ts';
import { BEGUN, progressBar } from './progress.ts';
import { type ImportRow, type ReadJob, readKey } from './rows.ts';
import { isRest, readRest } from './rest.ts';
import { settle } from './settle.ts';
import { toldWorkout } from './told-workout.ts';

const OUTAGE_MS = 60_000;
/** A file that was begun more often than this without coming to an end may be what ends the process. */
const UNSUSPICIOUS_BEGINS = 2;

/** Takes one file from the queue to its end. It may be called again at any point and takes effect once. */
export async function readImport(context: Context, pool: FilePool, job: ReadJob): Promise<void> {
  const row = await begin(context, job, readKey(job));
  if (!row) return;
  try {
    await readRow(context, pool, row);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) await returnUncounted(context, row);
    throw error;
  }
  if (row.entry) await letGo(context, row.user_id, row.batch_id);
}

/**
 * Takes a file in hand that waits, or that this reader had in hand before it was killed.
 * @returns undefined when there is nothing to do any more
 */
export function begin(
  context: Context,
  { userId, id, turn }: ReadJob,
  reader: string,
): Promise<ImportRow | undefined> {
  return context.db
    .updateTable('file_imports')
    .set({ state: 'reading', progress: BEGUN, tries: sql`tries + 1`, reader, updated_at: context.now() })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where((eb) =>
      eb.or([eb('state', '=', 'queued'), eb.and([eb('state', '=', 'reading'), eb('reader', '=', reader)])]),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Reads a file that is in hand, and ends its turn. Throws what is no fault of the file. */
export async function readRow(context: Context, pool: FilePool, row: ImportRow): Promise<void> {
  if (row.choice === 'skip' && row.duplicate_ids.length > 0) return skip(context, row);
  try {
    if (isRest(row)) return await withStoreLimit(context, row, () => readRest(context, row));
    if (row.storage_key === null) return await settleTold(context, row);
    await context.files.withLocal(row.storage_key, async (path) => {
      if (!row.entry && detectFormat(await readHead(path)) === 'zip')
        return withStoreLimit(context, row, () => expand(context, row, path));
      const { timeZone } = await loadMember(context.db, row.user_id);
      const { workouts, hash } = await readShown(context, pool, row, path, timeZone);
      const hashed = { ...row, content_hash: hash ?? row.content_hash };
      return withStoreLimit(context, row, () => settle(context, hashed, workouts));
    });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    await fail(context, row, problem);
  }
}

async function expand(context: Context, row: ImportRow, path: string): Promise<void> {
  if (!row.archive) await inHand(context, row).set({ archive: true }).execute();
  await expandArchive(context, row, path);
}

async function settleTold(context: Context, row: ImportRow): Promise<void> {
  const { timeZone } = await loadMember(context.db, row.user_id);
  const workout = row.told && toldWorkout(row.told, timeZone);
  if (!workout) {
    throw new FileProblem('unreadable', 'The file is no longer kept here. Upload it again.');
  }
  await withStoreLimit(context, row, () => settle(context, row, [workout]));
}

/**
 * Stores what was read. A file may be begun any number of times: whatever ends the process while its reader works is no
 * fault of the file, which cannot end more than the reader. Only storing happens in this process, so only its attempts
 * are limited. They are counted for suspicious files alone, which saves the others two statements.
 * @throws FileProblem when storing it ended the process several times
 */
async function withStoreLimit(context: Context, row: ImportRow, store: () => Promise<void>): Promise<void> {
  if (row.tries <= UNSUSPICIOUS_BEGINS) return store();
  const piece = { queue: 'imports.store', key: `${row.user_id}:${readKey(row)}` };
  if (await withAttemptLimit(context, piece, store)) return;
  throw new FileProblem('unreadable', 'This file could not be read after several tries. Export it again.');
}

async function readShown(
  context: Context,
  pool: FilePool,
  row: ImportRow,
  path: string,
  fileTimeZone: string | null,
): Promise<{ workouts: ReadWorkout[]; hash: string | null }> {
  const bar = progressBar((share) => progress(context, row, share));
  try {
    const options = { name: row.file_name, fileTimeZone };
    const moved = (share: number) => bar.moved(share);
    return row.entry
      ? await pool.readEntry(path, row.entry, options, moved)
      : { workouts: await pool.read(path, options, moved), hash: null };
  } finally {
    await bar.settled();
  }
}

/** What the member can be told. Anything else is a fault of ours, and the queue tries again. */
function problemOf(error: unknown): { code: string; message: string } | null {
  if (error instanceof FileProblem || error instanceof ApiProblem) return error;
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? { code: 'storage_full', message: 'There is no room left to unpack this file. Try again later.' }
    : null;
}

const inHand = ({ db }: Context, { user_id, id, turn }: ImportRow) =>
  db
    .updateTable('file_imports')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where('state', '=', 'reading');

async function progress(context: Context, row: ImportRow, share: number): Promise<void> {
  await inHand(context, row).set({ progress: share, updated_at: context.now() }).execute();
}

/** Puts a file that could not be read through no fault of its own behind the others. */
export async function putBack(context: Context, row: ImportRow): Promise<void> {
  await inHand(context, row).set({ state: 'queued', reader: null, progress: 0 }).execute();
}

/** A file whose reading a database outage interrupted waits again; the try does not count against it. */
export async function returnUncounted(context: Context, row: ImportRow): Promise<void> {
  const uncounted = { state: 'queued', reader: null, progress: 0, tries: row.tries - 1 } as const;
  await retryUnavailable(() => inHand(context, row).set(uncounted).execute(), { forMs: OUTAGE_MS });
}

async function fail(context: Context, row: ImportRow, { code, message }: { code: string; message: string }) {
  await inHand(context, row)
    .set({
      state: 'failed',
      progress: 1,
      problem_code: code,
      problem_message: message,
      updated_at: context.now(),
    })
    .execute();
}

/** Of a file whose other workouts are stored already, only the duplicate ones are left out. */
async function skip(context: Context, row: ImportRow): Promise<void> {
  const stored = await context.db
    .selectFrom('workouts')
    .select('id')
    .where('user_id', '=', row.user_id)
    .where('import_id', '=', row.id)
    .limit(1)
    .executeTakeFirst();
  const done = await inHand(context, row)
    .set({
      state: stored ? 'ready' : 'skipped',
      progress: 1,
      preview: null,
      ...(!stored && { storage_key: null, entry: null }),
      updated_at: context.now(),
    })
    .returning('id')
    .executeTakeFirst();
  if (done && !stored) await dropBytes(context, [row]);
}
