import { sql } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { RESTORE_MS } from '../../workout-store/hide-workout.ts';
import { keysOf, type PhotoRow } from './photo-rows.ts';
import { queueEncoding } from './encode-job.ts';

const DAY_MS = 24 * 3600 * 1000;
const FAILED_KEPT_MS = 7 * DAY_MS;
const BATCH_SIZE = 500;

/** Long before anything can be restored: the next upkeep ends it. */
const LONG_AGO = new Date(0);

/** Gives up the photos of workouts that end for good, in the same transaction; their files follow in the background. */
export async function releasePhotos(trx: Trx, userId: number, workoutIds: readonly number[]): Promise<void> {
  if (workoutIds.length === 0) return;
  await trx
    .updateTable('workout_photos')
    .set({ deleted_at: LONG_AGO })
    .where('user_id', '=', userId)
    .where(sql<boolean>`workout_id = any(${workoutIds}::bigint[])`)
    .execute();
}

/** Queues what waits to be made ready: a process killed between storing and queueing leaves it without work. */
export async function queueWaiting(context: Context): Promise<void> {
  const waiting = await context.db
    .selectFrom('workout_photos')
    .select(['user_id', 'id'])
    .where('original_key', 'is not', null)
    .where('state', '<>', 'arriving')
    .orderBy('created_at')
    .execute();
  for (const photo of waiting) await queueEncoding(context, photo);
}

/** Files first: killed in between, the row still says what is left to do. */
async function end({ db, files }: Context, photos: readonly Pick<PhotoRow, 'user_id' | 'id'>[]) {
  for (const photo of photos) {
    for (const key of keysOf(photo)) await files.remove(key);
    await db
      .deleteFrom('workout_photos')
      .where('user_id', '=', photo.user_id)
      .where('id', '=', photo.id)
      .execute();
  }
}

/** Ends what was deleted, what broke off while arriving, and refusals that everybody has read. */
export async function purgePhotos(context: Context): Promise<void> {
  const now = context.now().getTime();
  const photos = context.db.selectFrom('workout_photos').select(['user_id', 'id']).limit(BATCH_SIZE);
  const over = [
    photos.where('deleted_at', '<', new Date(now - RESTORE_MS)),
    photos
      .where('original_key', 'is not', null)
      .where('state', '=', 'arriving')
      .where('created_at', '<', new Date(now - DAY_MS)),
    photos.where('state', '=', 'failed').where('updated_at', '<', new Date(now - FAILED_KEPT_MS)),
  ];
  for (const query of over)
    for (;;) {
      const rows = await query.execute();
      await end(context, rows);
      if (rows.length < BATCH_SIZE) break;
    }
}

export async function upkeep(context: Context): Promise<void> {
  await queueWaiting(context);
  await purgePhotos(context);
}
