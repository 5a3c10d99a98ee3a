import { sql } from 'kysely';
import { detectFormat, readHead } from '../files/detect.ts';
import { FileProblem } from '../files/problem.ts';
import type { FilePool } from '../files/pool.ts';
import type { ReadWorkout } from '../files/types.ts';
import type { Context } from '../server/context.ts';
import { ApiProblem } from '../server/errors.ts';
import { loadMember } from '../workouts/member.ts';
import { expandArchive } from './archive.ts';
import { BEGUN, PARSED, progressBar } from './progress.ts';
import type { ImportRow, ReadJob } from './rows.ts';
import { settle } from './settle.ts';

/** A file that was begun so often and never ended takes something down with it each time. */
const MOST_TRIES = 5;

/** Takes one file from the queue to its end. It may be called again at any point and takes effect once. */
export async function readImport(context: Context, pool: FilePool, job: ReadJob): Promise<void> {
  const row = await begin(context, job);
  if (!row) return;
  if (row.choice === 'skip') return skip(context, row);
  try {
    if (row.tries > MOST_TRIES) {
      throw new FileProblem(
        'unreadable',
        'This file could not be read after several tries. Export it again.',
      );
    }
    await context.files.withLocal(row.storage_key!, async (path) => {
      if (detectFormat(await readHead(path)) === 'zip') return expandArchive(context, row, path);
      const { timeZone } = await loadMember(context.db, row.user_id);
      const workouts = await readShown(context, pool, row, path, timeZone);
      await progress(context, row, PARSED);
      return settle(context, row, workouts);
    });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    await fail(context, row, problem);
  }
}

async function readShown(
  context: Context,
  pool: FilePool,
  row: ImportRow,
  path: string,
  fileTimeZone: string | null,
): Promise<ReadWorkout[]> {
  const bar = progressBar((share) => progress(context, row, share));
  try {
    return await pool.read(path, { name: row.file_name, fileTimeZone }, (share) => bar.moved(share));
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

function begin(context: Context, { userId, id, turn }: ReadJob): Promise<ImportRow | undefined> {
  return context.db
    .updateTable('file_imports')
    .set({ state: 'reading', progress: BEGUN, tries: sql`tries + 1`, updated_at: context.now() })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where('state', 'in', ['queued', 'reading'])
    .returningAll()
    .executeTakeFirst();
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
  await inHand(context, row)
    .set({ state: stored ? 'ready' : 'skipped', progress: 1, preview: null, updated_at: context.now() })
    .execute();
}
