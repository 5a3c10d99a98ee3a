import type { Context } from '../../kernel/server/context.ts';
import { hourly } from '../../kernel/jobs/recurring.ts';
import { announcePurged } from '../workout-store/announce-changes.ts';
import { RESTORE_MS } from '../workout-store/hide-workout.ts';

const BATCH_SIZE = 500;

/** Ends what was deleted and can no longer come back: rows, series, and the file when nothing else came of it. */
export async function purgeDeleted(context: Context): Promise<void> {
  const { db } = context;
  const before = new Date(context.now().getTime() - RESTORE_MS);
  for (;;) {
    const gone = await db
      .selectFrom('workouts')
      .select(['user_id', 'id', 'import_id'])
      .where('deleted_at', '<', before)
      .where('edit_id', 'is', null)
      .limit(BATCH_SIZE)
      .execute();
    for (const row of gone) {
      await db.transaction().execute(async (trx) => {
        await announcePurged(context, trx, row.user_id, [row.id]);
        await trx
          .deleteFrom('workout_streams')
          .where('user_id', '=', row.user_id)
          .where('workout_id', '=', row.id)
          .execute();
        await trx
          .deleteFrom('workouts')
          .where('user_id', '=', row.user_id)
          .where('id', '=', row.id)
          .execute();
      });
      if (row.import_id !== null) await dropOriginal(context, row.user_id, row.import_id);
    }
    if (gone.length < BATCH_SIZE) return;
  }
}

/** The uploaded bytes, once the last workout that came of them is gone. */
async function dropOriginal({ db, files }: Context, userId: number, importId: number): Promise<void> {
  const left = await db
    .selectFrom('workouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('import_id', '=', importId)
    .limit(1)
    .executeTakeFirst();
  if (left) return;
  const upload = await db
    .selectFrom('file_imports')
    .select(['storage_key', 'entry'])
    .where('user_id', '=', userId)
    .where('id', '=', importId)
    .where('state', 'in', ['ready', 'skipped'])
    .executeTakeFirst();
  if (!upload?.storage_key) return;
  await db
    .updateTable('file_imports')
    .set({ storage_key: null, entry: null })
    .where('user_id', '=', userId)
    .where('id', '=', importId)
    .execute();
  // The bytes of an archive stay for its other files until it is released.
  if (!upload.entry) await files.remove(upload.storage_key);
}

export const purging = hourly('workouts.purge', purgeDeleted);
