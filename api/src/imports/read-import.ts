import { detectFormat, readHead } from '../recordings/formats/detect-format.ts';
import { FileProblem } from '../recordings/file-problem.ts';
import type { FilePool } from './reader/file-pool.ts';
import type { ReadWorkout } from '../recordings/model/parsed-workout.ts';
import { withAttemptLimit } from '../kernel/jobs/attempts.ts';
import type { Context } from '../kernel/server/context.ts';
import { ApiProblem } from '../kernel/server/errors.ts';
import { expandArchive } from './expand-archive.ts';
import { claimOf } from './claims.ts';
import { dropBytes } from './release-archives.ts';
import { progressBar } from './progress.ts';
import type { ImportRow, ReadImport } from './import-rows.ts';
import { isRest, readRest } from './activities-without-file.ts';
import { toldWorkout } from './summary-only-workout.ts';

/** A file that was begun more often than this without coming to an end may be what ends the process. */
const UNSUSPICIOUS_BEGINS = 2;

/**
 * Reads a file that was claimed.
 * @param timeZone the member's, for files that name none
 * @returns null when it has come to its end here: an archive, a duplicate to skip
 * @throws what the member can be told (see `failureOf`), and what is no fault of the file
 */
export async function readFile(
  context: Context,
  pool: FilePool,
  row: ImportRow,
  timeZone: string,
): Promise<ReadImport | null> {
  if (row.choice === 'skip' && row.duplicate_ids.length > 0) {
    await skip(context, row);
    return null;
  }
  if (isRest(row)) {
    await withStoreLimit(context, [row], () => readRest(context, row));
    return null;
  }
  if (row.storage_key === null) return readTold(row, timeZone);
  return context.files.withLocal(row.storage_key, async (path) => {
    if (!row.entry && detectFormat(await readHead(path)) === 'zip') {
      await withStoreLimit(context, [row], () => expand(context, row, path));
      return null;
    }
    const { workouts, hash } = await readShown(context, pool, row, path, timeZone);
    return { row: { ...row, content_hash: hash ?? row.content_hash }, workouts };
  });
}

async function expand(context: Context, row: ImportRow, path: string): Promise<void> {
  if (!row.archive) await claimOf(context, row).set({ archive: true }).execute();
  await expandArchive(context, row, path);
}

function readTold(row: ImportRow, timeZone: string): ReadImport {
  const workout = row.told && toldWorkout(row.told, timeZone);
  if (!workout) {
    throw new FileProblem('unreadable', 'The file is no longer kept here. Upload it again.');
  }
  return { row, workouts: [workout] };
}

export const unreadable = () =>
  new FileProblem('unreadable', 'This file could not be read after several tries. Export it again.');

/**
 * Stores what was read. A file may be begun any number of times: whatever ends the process while its reader works is no
 * fault of the file, which cannot end more than the reader. Only storing happens in this process, so only its attempts
 * are limited. They are counted for suspicious files alone, which are stored by themselves: that saves the others two
 * statements.
 * @throws FileProblem when storing it ended the process several times
 */
export async function withStoreLimit(
  context: Context,
  [row]: readonly ImportRow[],
  store: () => Promise<void>,
): Promise<void> {
  if (!row || row.tries <= UNSUSPICIOUS_BEGINS) return store();
  const piece = { queue: 'imports.store', key: `${row.user_id}:${row.id}:${row.turn}` };
  if (await withAttemptLimit(context, piece, store)) return;
  throw unreadable();
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

/** What the member can be told. Anything else is a fault of ours, and the file is tried again. */
export function failureOf(error: unknown): { code: string; message: string } | null {
  if (error instanceof FileProblem || error instanceof ApiProblem) return error;
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? { code: 'storage_full', message: 'There is no room left to unpack this file. Try again later.' }
    : null;
}

async function progress(context: Context, row: ImportRow, share: number): Promise<void> {
  await claimOf(context, row).set({ progress: share, updated_at: context.now() }).execute();
}

export async function failImport(
  context: Context,
  row: ImportRow,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await claimOf(context, row)
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
  const done = await claimOf(context, row)
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
