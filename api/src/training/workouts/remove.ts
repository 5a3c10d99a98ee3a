import { workoutCalls } from '@waymark/api-contract';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { ownWorkout } from '../workout-store/workout-access.ts';
import { announceAdded } from '../workout-store/announce-changes.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { hideWorkout, RESTORE_MS } from '../workout-store/hide-workout.ts';
import { answerOwnWorkout } from './read.ts';

export const removeHandler = route<typeof workoutCalls.remove>({
  call: workoutCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    const row = await ownWorkout(context, caller, params.id, 'delete');
    if (row.parent_id !== null) {
      throw conflict('is_leg', 'This is one leg of a workout. Delete the whole workout instead.');
    }
    const gone = await withMemberLock(context.db, row.user_id, (trx) =>
      hideWorkout(context, trx, row.user_id, row.id),
    );
    if (!gone) throw notFound('workout');
    return undefined;
  },
});

export const restoreHandler = route<typeof workoutCalls.restore>({
  call: workoutCalls.restore,
  access: 'member',
  async handler({ context, caller, params }) {
    const row = await withMemberLock(context.db, caller!.userId, (trx) =>
      restoreOrFind(context, trx, caller!.userId, params.id),
    );
    return answerOwnWorkout(context, row);
  },
});

/**
 * Brings a deleted workout and its legs back, under the member lock. It is its owner's alone: for everybody else there is
 * none, whatever its privacy was.
 * @returns undefined where it cannot come back: it is there, or gone for good
 */
export async function restoreWorkout(context: Context, trx: Trx, userId: number, id: number) {
  const now = context.now();
  const row = await trx
    .updateTable('workouts')
    .set({ deleted_at: null, updated_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('parent_id', 'is', null)
    .where('deleted_at', '>', new Date(now.getTime() - RESTORE_MS))
    .where('edit_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await trx
    .updateTable('workouts')
    .set({ deleted_at: null })
    .where('user_id', '=', userId)
    .where('parent_id', '=', id)
    .execute();
  await announceAdded(context, trx, row);
  return row;
}

/** The answer to an earlier call may have been lost: a repeat finds the workout back already. @throws ApiProblem 404 */
async function restoreOrFind(context: Context, trx: Trx, userId: number, id: number) {
  const restored = await restoreWorkout(context, trx, userId, id);
  if (restored) return restored;
  const row = await trx
    .selectFrom('workouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('workout');
  return row;
}
