import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { pictureKey } from '../../../members/users/profile-photo.ts';
import { PICTURE_SIZES } from '../../../members/users/presenter.ts';
import { imageKind, IMAGE_SIZES, SIDES } from '../../../kernel/images/image-formats.ts';
import { isUnreadable, readImageHeader } from '../../../kernel/images/image-queue.ts';
import { imageKey } from '../../../training/workouts/photos/photo-rows.ts';
import type { NewIds } from './new-ids.ts';
import type { OpenArchive } from './open-archive.ts';
import { archiveInvalid } from './restore-problem.ts';

const IMAGE_MAX_BYTES = 16 * 1024 * 1024;

interface FilesOfRestore {
  context: Context;
  trx: Trx;
  userId: number;
  archive: OpenArchive;
  ids: NewIds;
  usedImports: ReadonlyMap<unknown, string | null>;
  /** Called with each file. @throws RestoreProblem where it takes too long */
  onRow: () => Promise<void>;
}

/** Pictures are answered as they are stored: each has to be one of ours, by its bytes. */
async function readImage(archive: OpenArchive, path: string, maxSide: number): Promise<Buffer> {
  if (archive.sizeOf(path) > IMAGE_MAX_BYTES) throw archiveInvalid(path);
  const bytes = await buffer(await archive.read(path));
  if (imageKind(bytes) !== 'webp') throw archiveInvalid(path);
  const { width, height } = await readImageHeader(bytes).catch((error: unknown) => {
    throw isUnreadable(error) ? archiveInvalid(path) : error;
  });
  if (!(Math.max(width, height) <= maxSide)) throw archiveInvalid(path);
  return bytes;
}

async function restorePhotos({ context, trx, userId, archive, ids, onRow }: FilesOfRestore): Promise<void> {
  const paths = new Set(archive.paths);
  const restored = await trx
    .selectFrom('workout_photos')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'ready')
    .execute();
  const newIds = new Set(restored.map(({ id }) => id));
  // Files of an attempt that ended early: its rows are gone, and its ids are not minted again.
  for (const key of await context.files.list(`photos/${userId}`)) {
    const name = key.slice(key.lastIndexOf('/') + 1);
    const id = Number(name.slice(0, name.indexOf('-')));
    if (!newIds.has(id)) await context.files.remove(key);
  }
  for await (const { id: oldId } of archive.rowsOf('workout_photos')) {
    const id = ids.of(oldId as number);
    if (id === undefined || !newIds.has(id)) continue;
    await onRow();
    let bytes = 0;
    for (const size of IMAGE_SIZES) {
      const path = `photos/${String(oldId)}-${size}.webp`;
      if (!paths.has(path)) throw archiveInvalid(path);
      const image = await readImage(archive, path, SIDES[size]);
      bytes += (await context.files.write(imageKey({ user_id: userId, id }, size), image)).bytes;
    }
    // The quota counts what is stored, whatever the archive says.
    await trx
      .updateTable('workout_photos')
      .set({ bytes })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  }
}

/** Writes the picture of the profile, before its row is committed. */
export async function restorePicture(
  { context, trx, userId, archive }: FilesOfRestore,
  version: number | null,
): Promise<void> {
  if (version === null) return;
  for (const size of PICTURE_SIZES) {
    const path = `photos/picture-${version}-${size}.webp`;
    if (!archive.paths.includes(path)) {
      await trx.updateTable('users').set({ picture_version: null }).where('id', '=', userId).execute();
      return;
    }
    await context.files.write(pictureKey(userId, version, size), await readImage(archive, path, 1024));
  }
}

/** Writes photos and the files that were uploaded, before their rows are committed. */
export async function restoreFiles(restore: FilesOfRestore): Promise<void> {
  const { context, trx, userId, archive, ids, usedImports, onRow } = restore;
  await restorePhotos(restore);
  for (const [importId, path] of usedImports) {
    const id = ids.of(importId as number);
    if (path === null || id === undefined) continue;
    await onRow();
    const { rows } = await sql<{ storage_key: string | null }>`
      select storage_key from file_imports where user_id = ${userId} and id = ${id}`.execute(trx);
    const key = rows[0]?.storage_key;
    if (!key) continue;
    const { bytes: size } = await context.files.write(key, await archive.read(path));
    await trx
      .updateTable('file_imports')
      .set({ size })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  }
}
