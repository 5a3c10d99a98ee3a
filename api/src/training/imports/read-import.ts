import { detectFormat, readHead, refuseZipDocument } from '../../recordings/formats/detect-format.ts';
import { FileProblem } from '../../recordings/file-problem.ts';
import type { FilePool } from './reader/file-pool.ts';
import type { ReadWorkout } from '../../recordings/model/parsed-workout.ts';
import { withAttemptLimit } from '../../kernel/jobs/attempts.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { expandArchive } from './expand-archive.ts';
import { endClaim, noteStoring, updateClaimed } from './claims.ts';
import { removeBytes } from './release-archives.ts';
import { createProgressWriter } from './progress.ts';
import type { ImportRow, ReadImport } from './import-rows.ts';
import { addActivitiesWithoutFile } from './activities-without-file.ts';
import { createSummaryOnlyWorkout } from './summary-only-workout.ts';

/** The first storing of a file is not counted; one that begins again may be what ended the process. */
const UNCOUNTED_TRIES = 1;

/**
 * Reads a file that was claimed.
 * @param timeZone the member's, for files that name none
 * @returns null when nothing is left to commit: an archive, a duplicate to skip
 * @throws problems for the member (see `toMemberProblem`), and faults that are not the file's
 */
export async function readImport(
  context: Context,
  pool: FilePool,
  row: ImportRow,
  timeZone: string,
): Promise<ReadImport | null> {
  if (row.choice === 'skip' && row.duplicate_ids.length > 0) {
    await skipDuplicate(context, row);
    return null;
  }
  if (row.is_activity_table) {
    await withStoreLimit(context, [row], () => addActivitiesWithoutFile(context, row));
    return null;
  }
  if (row.storage_key === null) return readSummaryOnly(row, timeZone);
  return context.files.withLocal(row.storage_key, async (path) => {
    const head = row.entry ? null : await readHead(path);
    if (head && detectFormat(head) === 'zip') {
      refuseZipDocument(head);
      await withStoreLimit(context, [row], () => expand(context, row, path));
      return null;
    }
    const { workouts, hash } = await readWithProgress(context, pool, row, path, timeZone);
    return { row: { ...row, content_hash: hash ?? row.content_hash }, workouts };
  });
}

async function expand(context: Context, row: ImportRow, path: string): Promise<void> {
  if (!row.archive) await updateClaimed(context, row).set({ archive: true }).execute();
  await expandArchive(context, row, path);
}

function readSummaryOnly(row: ImportRow, timeZone: string): ReadImport {
  const workout = row.told && createSummaryOnlyWorkout(row.told, timeZone);
  if (!workout) {
    throw new FileProblem('unreadable', 'The file is no longer kept here. Upload it again.');
  }
  return { row, workouts: [workout] };
}

export const unreadableProblem = () =>
  new FileProblem('unreadable', 'This file could not be read after several tries. Export it again.');

/**
 * Runs `store` with a limit of attempts for suspicious files. Reading may be repeated without limit, because a file can
 * only end its reader process; storing happens in this process. Other files are not counted, which saves them two
 * statements.
 * @throws FileProblem when storing it ended the process several times
 */
export async function withStoreLimit(
  context: Context,
  rows: readonly ImportRow[],
  store: () => Promise<void>,
): Promise<void> {
  const [row] = rows;
  await noteStoring(context, rows);
  if (!row || row.tries <= UNCOUNTED_TRIES) return store();
  const key = `${row.user_id}:${row.id}:${row.turn}`;
  const piece = { queue: 'imports.store', key, uncounted: UNCOUNTED_TRIES };
  if (await withAttemptLimit(context, piece, store)) return;
  throw unreadableProblem();
}

async function readWithProgress(
  context: Context,
  pool: FilePool,
  row: ImportRow,
  path: string,
  fileTimeZone: string | null,
): Promise<{ workouts: ReadWorkout[]; hash: string | null }> {
  const bar = createProgressWriter((share) => saveProgress(context, row, share));
  try {
    const options = { name: row.file_name, fileTimeZone };
    const moved = (share: number) => bar.report(share);
    return row.entry
      ? await pool.readEntry(path, row.entry, options, moved)
      : { workouts: await pool.read(path, options, moved), hash: null };
  } finally {
    await bar.finish();
  }
}

/** The problem that the member is shown. Null for a fault of ours, after which the file is tried again. */
export function toMemberProblem(error: unknown): { code: string; message: string } | null {
  if (error instanceof FileProblem || error instanceof ApiProblem) return error;
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? { code: 'storage_full', message: 'There is no room left to unpack this file. Try again later.' }
    : null;
}

async function saveProgress(context: Context, row: ImportRow, share: number): Promise<void> {
  await updateClaimed(context, row).set({ progress: share, updated_at: context.now() }).execute();
}

export async function failImport(
  context: Context,
  row: ImportRow,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await endClaim(context, row, { state: 'failed', problem_code: code, problem_message: message });
}

/** Skips the duplicates of a file; workouts of it that are stored stay. */
async function skipDuplicate(context: Context, row: ImportRow): Promise<void> {
  const stored = await context.db
    .selectFrom('workouts')
    .select('id')
    .where('user_id', '=', row.user_id)
    .where('import_id', '=', row.id)
    .limit(1)
    .executeTakeFirst();
  const done = await endClaim(context, row, {
    state: stored ? 'ready' : 'skipped',
    preview: null,
    ...(!stored && { storage_key: null, entry: null }),
  });
  if (done && !stored) await removeBytes(context, [row]);
}
