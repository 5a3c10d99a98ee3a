import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { extractZip } from '../files/zip.ts';
import type { Context } from '../server/context.ts';
import type { ImportRow, ReadJob } from './rows.ts';
import { READ, readKey } from './rows.ts';
import { cleanName, newImport } from './upload.ts';

/**
 * Puts the files of a zip archive in its place on the list. Their bytes are written first, under names that a
 * second try overwrites; then all rows appear at once. What is no workout file is listed with the reason.
 */
export async function expandArchive(context: Context, row: ImportRow, path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-zip-'));
  try {
    const { files, leftOut } = await extractZip(path, folder);
    const kept: { name: string; bytes: number; key: string; hash: string }[] = [];
    for (const [index, file] of files.entries()) {
      const key = `imports/${row.user_id}/${row.id}-${index}`;
      kept.push({ name: file.name, key, ...(await keepEntry(context, key, file.path)) });
    }
    const jobs = await takePlace(context, row, kept, leftOut);
    for (const job of jobs) await context.jobs.send(READ, job, { key: readKey(job) });
    if (jobs.length > 0 && row.storage_key !== null) await context.files.remove(row.storage_key);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function keepEntry(context: Context, key: string, path: string) {
  const hash = createHash('sha256');
  async function* counted() {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const { bytes } = await context.files.write(key, Readable.from(counted(), { objectMode: false }));
  return { bytes, hash: hash.digest('hex') };
}

function takePlace(
  context: Context,
  archive: ImportRow,
  kept: readonly { name: string; bytes: number; key: string; hash: string }[],
  leftOut: readonly { name: string; reason: string }[],
): Promise<ReadJob[]> {
  const now = context.now();
  const entry = (name: string, size: number) => ({
    ...newImport(context, {
      user_id: archive.user_id,
      id: context.newId(),
      batch_id: archive.batch_id,
      file_name: cleanName(name),
      size,
    }),
    archive_name: archive.file_name,
  });
  return context.db.transaction().execute(async (trx) => {
    const hidden = await trx
      .updateTable('file_imports')
      .set({ state: 'ready', progress: 1, hidden_at: now, storage_key: null, updated_at: now })
      .where('user_id', '=', archive.user_id)
      .where('id', '=', archive.id)
      .where('state', '=', 'reading')
      .where('turn', '=', archive.turn)
      .returning('id')
      .executeTakeFirst();
    if (!hidden) return [];
    const rows = kept.map(({ name, bytes, key, hash }) => ({
      ...entry(name, bytes),
      storage_key: key,
      content_hash: hash,
    }));
    const others = leftOut.map(({ name, reason }) => ({
      ...entry(name, 0),
      state: 'failed' as const,
      problem_code: 'left_out',
      problem_message: reason,
    }));
    for (const one of [...rows, ...others]) await trx.insertInto('file_imports').values(one).execute();
    return rows.map(({ id, user_id, turn }) => ({ id, userId: user_id, turn }));
  });
}
