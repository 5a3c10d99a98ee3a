import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../kernel/database/tables.ts';
import { withEntry } from '../../recordings/zip/zip-entry.ts';
import { withAttemptLimit } from '../../kernel/jobs/attempts.ts';
import type { Context } from '../../kernel/server/context.ts';
import { remainingStorage } from '../../kernel/storage/quota.ts';
import { type ImportRow, isStoredSeparately } from './import-rows.ts';

/** A failed file above it is not extracted: its member has it, and uploads it again to have it tried again. */
const MAX_FAILED_BYTES = 8 * 1024 * 1024;

/** Removes the bytes of files that are not needed any more; bytes of an archive stay for its other files. */
export async function removeBytes(
  { files }: Pick<Context, 'files'>,
  rows: readonly Pick<ImportRow, 'storage_key' | 'entry'>[],
): Promise<void> {
  for (const row of rows) if (isStoredSeparately(row)) await files.remove(row.storage_key!);
}

/**
 * Releases the archives of an upload once no file in them is queued. Originals of workouts, and files that the member may
 * still have read (duplicates and failed ones), are extracted first and stored separately.
 * @param options.includesFailed releases archives too that could not be read to their end
 * @returns whether none is left
 */
export async function releaseArchives(
  context: Context,
  userId: number,
  batchId: number,
  { includesFailed = false } = {},
): Promise<boolean> {
  const isDone = (eb: ExpressionBuilder<Database, 'file_imports'>) => eb('hidden_at', 'is not', null);
  const archives = await context.db
    .selectFrom('file_imports')
    .select(['id', 'storage_key'])
    .where('user_id', '=', userId)
    .where('batch_id', '=', batchId)
    .where('archive', '=', true)
    .where('storage_key', 'is not', null)
    .where((eb) => (includesFailed ? eb.or([isDone(eb), eb('state', '=', 'failed')]) : isDone(eb)))
    .execute();
  if (archives.length === 0) return true;
  if (await hasQueuedFiles(context, userId, batchId)) return false;
  // Where the member has no room for the originals they stay in the archive.
  if (!(await extractKeptFiles(context, userId, batchId))) return false;
  if (await hasQueuedFiles(context, userId, batchId)) return false;
  for (const { id, storage_key } of archives) {
    await context.files.remove(storage_key!);
    await context.db
      .updateTable('file_imports')
      .set({ storage_key: null })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  }
  return true;
}

async function hasQueuedFiles({ db }: Context, userId: number, batchId: number): Promise<boolean> {
  const waiting = await db
    .selectFrom('file_imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['queued', 'reading'])
    .where((eb) => eb.or([eb('entry', 'is not', null), eb('archive', '=', true)]))
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** @returns whether the archive is not needed any more; false when the member has no room for what is kept */
async function extractKeptFiles(context: Context, userId: number, batchId: number): Promise<boolean> {
  const rows = await context.db
    .selectFrom('file_imports')
    .select(['id', 'state', 'storage_key', 'entry'])
    .where('user_id', '=', userId)
    .where('batch_id', '=', batchId)
    .where('entry', 'is not', null)
    .where('storage_key', 'is not', null)
    .execute();
  let room = await remainingStorage(context, userId);
  for (const { id, state, storage_key, entry } of rows) {
    const key = `imports/${userId}/${id}`;
    const { size } = entry!;
    const isDropped = state === 'failed' && (size > MAX_FAILED_BYTES || size > room);
    if (!isDropped && size > room) return false;
    const extract = async () => {
      await context.files.withLocal(storage_key!, (path) =>
        withEntry(path, entry!, (stream) => context.files.write(key, stream)),
      );
    };
    // A file that is damaged in the archive, or ends the process that extracts it, cannot be read again either.
    const extracted = isDropped
      ? Promise.resolve(false)
      : withAttemptLimit(context, { queue: 'imports.extract', key }, extract);
    const extractedKey = await extracted
      .then((isExtracted) => (isExtracted ? key : null))
      .catch((error: unknown) => (isDamage(error) ? null : Promise.reject(error as Error)));
    if (extractedKey !== null) room -= size;
    await context.db
      .updateTable('file_imports')
      .set({ storage_key: extractedKey, entry: null })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('entry', 'is not', null)
      // A file that was queued again in the meantime is read from the archive, which then stays.
      .where('state', 'not in', ['queued', 'reading'])
      .execute();
    if (extractedKey !== null && (await loadStorageKey(context, userId, id)) !== key)
      await context.files.remove(key);
  }
  return true;
}

async function loadStorageKey({ db }: Context, userId: number, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('file_imports')
    .select('storage_key')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.storage_key ?? null;
}

const isDamage = (error: unknown) => error instanceof Error && error.name === 'FileProblem';
