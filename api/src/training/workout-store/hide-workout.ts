import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ANNOUNCED_COLUMNS, announceRemoved } from './announce-changes.ts';

/** How long a deleted workout can come back. */
export const RESTORE_MS = 24 * 3600 * 1000;

/** Takes a workout and its legs out of sight, under the member lock. @returns false when it was gone already */
export async function hideWorkout(context: Context, trx: Trx, userId: number, id: number): Promise<boolean> {
  const now = context.now();
  const gone = await trx
    .updateTable('workouts')
    .set({ deleted_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .returning(ANNOUNCED_COLUMNS)
    .executeTakeFirst();
  if (!gone) return false;
  await trx
    .updateTable('workouts')
    .set({ deleted_at: now })
    .where('user_id', '=', userId)
    .where('parent_id', '=', id)
    .execute();
  await announceRemoved(context, trx, gone);
  return true;
}
