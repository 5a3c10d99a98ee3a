import { type PhotoList, photoCalls } from '@waymark/api-contract';
import { PHOTOS_MAX } from '@waymark/api-contract/limits';
import type { Context } from '../../../kernel/server/context.ts';
import { conflict, invalid, notFound } from '../../../kernel/server/errors.ts';
import { route } from '../../../kernel/server/route.ts';
import { ownWorkout } from '../../workout-store/workout-access.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import { RESTORE_MS } from '../../workout-store/hide-workout.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { presentPhotos, ownPhoto, presentPhoto } from './photo-rows.ts';
import { countPhotos } from './upload-photo.ts';

export const orderHandler = route<typeof photoCalls.order>({
  call: photoCalls.order,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const workout = await ownWorkout(context, caller, params.id, 'edit');
    return order(context, workout, body.ids);
  },
});

/** What is not named follows in the order it had: it may have arrived while the member was sorting. */
async function order(context: Context, workout: WorkoutRow, ids: readonly number[]): Promise<PhotoList> {
  const { user_id: userId, id: workoutId } = workout;
  await withMemberLock(context.db, userId, async (trx) => {
    const rows = await trx
      .selectFrom('workout_photos')
      .select('id')
      .where('user_id', '=', userId)
      .where('workout_id', '=', workoutId)
      .where('deleted_at', 'is', null)
      .where('state', '<>', 'arriving')
      .orderBy('position')
      .orderBy('id')
      .execute();
    const there = rows.map(({ id }) => id);
    const named = new Set(ids);
    if (named.size < ids.length) throw invalid({ ids: ['Name each photo once.'] });
    if (ids.some((id) => !there.includes(id)))
      throw invalid({ ids: ['One of these is no photo of this workout. Load the page again.'] });
    for (const [at, id] of [...ids, ...there.filter((id) => !named.has(id))].entries())
      await trx
        .updateTable('workout_photos')
        .set({ position: at + 1 })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute();
  });
  return presentPhotos(context, workout, 'self', { userId });
}

export const describeHandler = route<typeof photoCalls.describe>({
  call: photoCalls.describe,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const before = await ownPhoto(context, caller, params.id);
    const row = await context.db
      .updateTable('workout_photos')
      .set({ caption: body.caption, updated_at: context.now() })
      .where('user_id', '=', before.user_id)
      .where('id', '=', before.id)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound('photo');
    return presentPhoto(context, row, { relation: 'self', viewerId: row.user_id });
  },
});

export const removeHandler = route<typeof photoCalls.remove>({
  call: photoCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    const row = await ownPhoto(context, caller, params.id);
    await context.db
      .updateTable('workout_photos')
      .set({ deleted_at: context.now(), updated_at: context.now() })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .where('deleted_at', 'is', null)
      .execute();
    return undefined;
  },
});

export const restoreHandler = route<typeof photoCalls.restore>({
  call: photoCalls.restore,
  access: 'member',
  async handler({ context, caller, params }) {
    const userId = caller!.userId;
    const row = await withMemberLock(context.db, userId, async (trx) => {
      const now = context.now();
      // The answer to an earlier call may have been lost: a repeat finds the photo back already.
      const before = await trx
        .selectFrom('workout_photos')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', params.id)
        .where('deleted_at', 'is', null)
        .where('state', '<>', 'arriving')
        .executeTakeFirst();
      const back =
        before ??
        (await trx
          .updateTable('workout_photos')
          .set({ deleted_at: null, updated_at: now })
          .where('user_id', '=', userId)
          .where('id', '=', params.id)
          .where('deleted_at', '>', new Date(now.getTime() - RESTORE_MS))
          .returningAll()
          .executeTakeFirst());
      if (!back) throw notFound('photo');
      // Thrown inside, it takes the restoring back with it.
      if (!before && (await countPhotos(trx, userId, back.workout_id)) > PHOTOS_MAX)
        throw conflict('too_many_photos', `A workout has at most ${PHOTOS_MAX} photos. Delete one first.`, {
          max: PHOTOS_MAX,
        });
      const workout = await trx
        .selectFrom('workouts')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '=', back.workout_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!workout) throw notFound('photo');
      return back;
    });
    return presentPhoto(context, row, { relation: 'self', viewerId: row.user_id });
  },
});
