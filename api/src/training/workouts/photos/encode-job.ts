import { sql } from 'kysely';
import type { EncodedImage } from '../../../kernel/images/encode-image.ts';
import { DecoderEnded, encodePhotoFile } from '../../../kernel/images/image-queue.ts';
import type { Db } from '../../../kernel/database/tables.ts';
import { MAX_ATTEMPTS } from '../../../kernel/jobs/attempts.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ApiProblem } from '../../../kernel/server/errors.ts';
import { imageKey, keysOf, type PhotoRow } from './photo-rows.ts';

/** The queue's name for making one photo ready. */
export const ENCODE = 'photos.encode';
export interface EncodeJob {
  userId: number;
  id: number;
}

const BROKEN = 'This picture could not be read. It may be damaged: export it again and add it once more.';

/** Photos of a member that are being made ready, deleted ones among them. */
export async function countProcessing(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('workout_photos')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('state', '=', 'processing')
    .executeTakeFirstOrThrow();
  return n;
}

/** Queues a photo behind those of members who have fewer waiting: many of one member do not hold up all others. */
export async function queueEncoding(
  { db, jobs }: Context,
  { user_id: userId, id }: Pick<PhotoRow, 'user_id' | 'id'>,
): Promise<void> {
  const priority = -(await countProcessing(db, userId));
  await jobs.send<EncodeJob>(ENCODE, { userId, id }, { key: String(id), priority });
}

/**
 * Makes a photo anew and lets go of what was uploaded. It may be called again at any point and takes effect once:
 * the files have fixed names, the row says ready only when they are there, and the upload goes last.
 */
export async function encodePhoto(context: Context, job: EncodeJob): Promise<void> {
  const row = await findUpload(context, job);
  if (!row?.original_key) return;
  if (row.state === 'processing') await encode(context, row, row.original_key);
  await removeUpload(context, row);
}

async function encode(context: Context, row: PhotoRow, original: string): Promise<void> {
  let made: EncodedImage;
  try {
    made = await context.files.withLocal(original, encodePhotoFile);
  } catch (error) {
    // A process of ours that ended at this picture is held against it; one that was killed with us is not.
    const isTriedAgain = error instanceof DecoderEnded && (await countTry(context, row)) < MAX_ATTEMPTS;
    if (isTriedAgain || isUnavailable(error)) throw error;
    context.log.info({ err: error, photo: row.id }, 'photo cannot be read');
    await finishEncoding(context, row, { state: 'failed', problem: BROKEN, bytes: 0 });
    return;
  }
  let bytes = 0;
  for (const [size, image] of made.images)
    bytes += (await context.files.write(imageKey(row, size), image)).bytes;
  const { width, height } = made;
  await finishEncoding(context, row, { state: 'ready', problem: null, width, height, bytes });
}

const isUnavailable = (error: unknown) => error instanceof ApiProblem && error.status === 503;

function findUpload({ db }: Context, { userId, id }: EncodeJob): Promise<PhotoRow | undefined> {
  return db
    .selectFrom('workout_photos')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('original_key', 'is not', null)
    .where('state', '<>', 'arriving')
    .executeTakeFirst();
}

/** @returns how many decoders this photo has ended */
async function countTry({ db }: Context, { user_id, id }: PhotoRow): Promise<number> {
  const row = await db
    .updateTable('workout_photos')
    .set({ tries: sql`tries + 1` })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries ?? MAX_ATTEMPTS;
}

async function finishEncoding(
  context: Context,
  row: PhotoRow,
  result: Pick<PhotoRow, 'state' | 'problem'> & Partial<Pick<PhotoRow, 'width' | 'height' | 'bytes'>>,
): Promise<void> {
  const done = await context.db
    .updateTable('workout_photos')
    .set({ ...result, updated_at: context.now() })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .where('state', '=', 'processing')
    .returning('id')
    .executeTakeFirst();
  // Gone for good meanwhile: what was just written must not outlive it.
  if (!done) await removeFilesIfPurged(context, row);
}

async function removeFilesIfPurged({ db, files }: Context, row: PhotoRow): Promise<void> {
  const there = await db
    .selectFrom('workout_photos')
    .select('id')
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .executeTakeFirst();
  if (!there) for (const key of keysOf(row)) await files.remove(key);
}

async function removeUpload({ db, files }: Context, row: PhotoRow): Promise<void> {
  await files.remove(row.original_key!);
  await db
    .updateTable('workout_photos')
    .set({ original_key: null })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .execute();
}
