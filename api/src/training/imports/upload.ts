import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ARCHIVE_MAX_BYTES, importCalls, UPLOAD_MAX_BYTES } from '@waymark/api-contract';
import type { Insertable } from 'kysely';
import { toFileName } from '../../recordings/storable-text.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { runOnce, type IdempotentCall, idempotentFileCall } from '../../kernel/idempotency/run-once.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, invalid } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { unbroken } from '../../kernel/server/uploads.ts';
import { beginUpload, memberStorageFull } from '../../kernel/storage/quota.ts';
import { requireOpenAccess } from '../../members/security/identity.ts';
import { countImports } from './count-imports.ts';
import { queueReading } from './read-waiting.ts';
import { type ImportRow, presentImports } from './import-rows.ts';
import type { Choice, FileImportTable } from './tables.ts';

const MAX_FILES = 500;
const INTERRUPTED =
  'The upload was interrupted. The files that arrived whole are kept; send the others again.';
const MB = 1024 * 1024;
const GB = 1024 * MB;
/** Chunks of a file are collected after so many bytes. */
const COLLECT_EVERY_BYTES = 4 * MB;

/** Why one file of an upload was refused; the others are stored. */
interface RefusedFile {
  name: string;
  size: number;
  problem: ApiProblem;
}

export const newImport = (
  context: Context,
  of: Pick<ImportRow, 'user_id' | 'id' | 'batch_id' | 'file_name' | 'size'>,
): Insertable<FileImportTable> => ({
  ...of,
  state: 'queued',
  progress: 0,
  warnings: '[]',
  duplicate_ids: '[]',
  turn: 0,
  tries: 0,
  created_at: context.now(),
  updated_at: context.now(),
});

/** The signature of a zip, an empty one included. */
const isZip = (head: Buffer) => ['504b0304', '504b0506'].includes(head.toString('hex', 0, 4));

/**
 * Streams a file into storage. A refused file is read to its end, so that the next one can be read.
 * @param remainingBytes what the member may still store
 */
async function storeFile(
  context: Context,
  key: string,
  file: Readable & { truncated?: boolean },
  remainingBytes: number,
) {
  const hash = createHash('sha256');
  let size = 0;
  let archive = false;
  let truncated = false;
  let exceedsQuota = false;
  const chunks = file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  async function* counted() {
    for await (const chunk of unbroken(chunks, INTERRUPTED)) {
      if (size === 0) archive = isZip(chunk);
      if ((size % COLLECT_EVERY_BYTES) + chunk.length >= COLLECT_EVERY_BYTES) collectYoungGarbage();
      size += chunk.length;
      truncated = !archive && size > UPLOAD_MAX_BYTES;
      exceedsQuota = size > remainingBytes;
      if (truncated || exceedsQuota) return;
      // Duplicates of archives are found by the files in them, so hashing gigabytes has no use.
      if (!archive) hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await context.files.write(key, Readable.from(counted(), { objectMode: false }));
    truncated ||= file.truncated === true;
    return { size, hash: archive ? null : hash.digest('hex'), archive, truncated, exceedsQuota };
  } finally {
    file.resume();
  }
}

/**
 * Frees memory of objects that were created last, in about a millisecond. Chunks of a large upload are much memory in
 * few objects: left alone they trigger collections of the whole heap, several for one file, which delay other calls.
 * Node offers the collector where it was started with `--expose-gc`, as `NODE_FLAGS` says; elsewhere nothing happens.
 */
export function collectYoungGarbage(): void {
  globalThis.gc?.({ type: 'minor' });
}

/** One upload, its owner, and how much of it may still be stored. */
interface Upload {
  userId: number;
  batchId: number;
  remainingBytes: number;
  /** @throws ApiProblem 401 where what the upload came with has ended meanwhile */
  requireAccess(this: void, trx: Trx): Promise<void>;
  /** See `idempotentFileCall`. */
  idempotentCallFor: (place: number, content: string) => IdempotentCall | null;
  /** What becomes of files that are here already; without it their member is asked. */
  duplicateChoice?: Choice;
}

/** A file as it comes in. */
interface IncomingFile {
  filename: string;
  file: Readable & { truncated?: boolean };
}

async function receiveFile(
  context: Context,
  { userId, batchId, remainingBytes, requireAccess, idempotentCallFor, duplicateChoice }: Upload,
  part: IncomingFile,
  place: number,
): Promise<ImportRow | RefusedFile> {
  const id = context.newId();
  const name = toFileName(part.filename);
  const key = `imports/${userId}/${id}`;
  try {
    const { size, hash, archive, truncated, exceedsQuota } = await storeFile(
      context,
      key,
      part.file,
      remainingBytes,
    );
    if (truncated || exceedsQuota) {
      await context.files.remove(key);
      return { name, size, problem: truncated ? tooLarge(name, archive) : memberStorageFull(context) };
    }
    const idempotentCall = idempotentCallFor(place, `${name}\n${size}\n${hash ?? ''}`);
    const row = await addOnce(
      context,
      { requireAccess, idempotentCall },
      {
        ...newImport(context, { user_id: userId, id, batch_id: batchId, file_name: name, size }),
        storage_key: key,
        content_hash: hash,
        archive,
        ...(duplicateChoice && { choice: duplicateChoice }),
      },
    );
    // An earlier call stored the file already and its answer was lost.
    if (row.id !== id) await context.files.remove(key);
    if (row.state === 'queued') await queueReading(context, row);
    return row;
  } catch (error) {
    // Nothing was stored of it.
    if (error instanceof ApiProblem) await context.files.remove(key);
    if (!(error instanceof ApiProblem) || error.status === 401) throw error;
    return { name, size: 0, problem: new ApiProblem(error.status, error.code, `${name}: ${error.message}`) };
  }
}

/** Inserts the row of a file, or finds the one that an earlier call with the same idempotency key inserted. */
function addOnce(
  context: Context,
  {
    requireAccess,
    idempotentCall,
  }: Pick<Upload, 'requireAccess'> & { idempotentCall: IdempotentCall | null },
  row: Insertable<FileImportTable>,
): Promise<ImportRow> {
  return context.db.transaction().execute(async (trx) => {
    await requireAccess(trx);
    const { id } = await runOnce(trx, idempotentCall, row.id, () =>
      trx.insertInto('file_imports').values(row).execute(),
    );
    return trx
      .selectFrom('file_imports')
      .selectAll()
      .where('user_id', '=', row.user_id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  });
}

const tooLarge = (name: string, archive: boolean) =>
  new ApiProblem(
    413,
    'too_large',
    archive
      ? `${name} is larger than ${ARCHIVE_MAX_BYTES / GB} GB. Split it into several zip archives.`
      : `${name} is larger than ${UPLOAD_MAX_BYTES / MB} MB. Export the workouts in smaller files, or pack them in a zip archive.`,
  );

/** Represents all files beyond the limit of one upload: their names are not read. */
const TOO_MANY_FILES: RefusedFile = {
  name: 'Further files',
  size: 0,
  problem: new ApiProblem(
    413,
    'too_many_files',
    `One upload takes at most ${MAX_FILES} files. The first ${MAX_FILES} of this one are here; send the others again.`,
  ),
};

/** Adds rows for refused files, so that the list shows their reasons. */
function addRefusedRows(
  context: Context,
  { userId, batchId }: Upload,
  refusals: readonly RefusedFile[],
): Promise<ImportRow[]> {
  if (refusals.length === 0) return Promise.resolve([]);
  return context.db
    .insertInto('file_imports')
    .values(
      refusals.map(({ name, size, problem }) => ({
        ...newImport(context, {
          user_id: userId,
          id: context.newId(),
          batch_id: batchId,
          file_name: name,
          size,
        }),
        state: 'failed' as const,
        problem_code: problem.code,
        problem_message: problem.message,
      })),
    )
    .returningAll()
    .execute();
}

/**
 * Takes a file that a member's script or a connected service sent, to be read like one that the member uploads. What is
 * here already is left out without asking.
 * @param requireAccess what it came by is still there
 * @throws ApiProblem for what is too large, breaks off, or has no room
 */
export async function receiveSentFile(
  context: Context,
  userId: number,
  remainingBytes: number,
  file: IncomingFile,
  requireAccess: Upload['requireAccess'],
): Promise<ImportRow> {
  const upload: Upload = {
    userId,
    batchId: context.newId(),
    remainingBytes: Math.min(remainingBytes, ARCHIVE_MAX_BYTES),
    requireAccess,
    idempotentCallFor: () => null,
    duplicateChoice: 'skip',
  };
  const received = await receiveFile(context, upload, file, 0);
  if ('problem' in received) throw received.problem;
  return received;
}

export const uploadHandler = route<typeof importCalls.upload>({
  call: importCalls.upload,
  access: 'member',
  async handler({ context, caller, request }) {
    const userId = caller!.userId;
    const upload: Upload = {
      userId,
      batchId: context.newId(),
      remainingBytes: await beginUpload(context, userId, request),
      requireAccess: (trx) => requireOpenAccess(trx, request),
      idempotentCallFor: (place, content) =>
        idempotentFileCall(request, userId, { place, content, now: context.now() }),
    };
    const taken: ImportRow[] = [];
    const refused: RefusedFile[] = [];
    const options = {
      limits: { fileSize: ARCHIVE_MAX_BYTES, files: MAX_FILES, fields: 20, parts: MAX_FILES + 20 },
      // A file that is too large is cut there and refused by name; the rest of the upload goes on.
      throwFileSizeLimit: false,
    };
    try {
      for await (const part of unbroken(request.parts(options), INTERRUPTED)) {
        if (part.type !== 'file') continue;
        const result = await receiveFile(context, upload, part, taken.length + refused.length);
        if ('problem' in result) refused.push(result);
        else {
          taken.push(result);
          upload.remainingBytes -= result.size;
        }
      }
    } catch (error) {
      if ((error as { code?: string }).code !== 'FST_FILES_LIMIT') throw error;
      refused.push(TOO_MANY_FILES);
    }
    if (taken.length === 0) {
      throw (
        refused[0]?.problem ??
        invalid({ file: ['Choose at least one FIT, GPX or TCX file, or a zip of them.'] })
      );
    }
    const rows = [...taken, ...(await addRefusedRows(context, upload, refused))];
    const { counts, pending, batches } = await countImports(context.db, userId);
    return {
      _embedded: { file_imports: await presentImports(context.db, rows) },
      total_count: rows.length,
      pending,
      counts,
      batches,
    };
  },
});
