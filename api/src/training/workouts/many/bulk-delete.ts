import { manyWorkoutsCalls } from '@waymark/api-contract';
import { withMemberLock } from '../../../members/member-lock.ts';
import { route } from '../../../kernel/server/route.ts';
import { hideWorkout } from '../../workout-store/hide-workout.ts';
import { restoreWorkout } from '../remove.ts';

/** Legs, and ids that are not the member's or are gone, are passed over: a repeat after a lost answer changes nothing. */
export const bulkRemoveHandler = route<typeof manyWorkoutsCalls.remove>({
  call: manyWorkoutsCalls.remove,
  access: 'member',
  async handler({ context, caller, body }) {
    const userId = caller!.userId;
    const changed = await withMemberLock(context.db, userId, async (trx) => {
      let count = 0;
      for (const id of body.ids) if (await hideWorkout(context, trx, userId, id)) count++;
      return count;
    });
    return { changed };
  },
});

export const bulkRestoreHandler = route<typeof manyWorkoutsCalls.restore>({
  call: manyWorkoutsCalls.restore,
  access: 'member',
  async handler({ context, caller, body }) {
    const userId = caller!.userId;
    const changed = await withMemberLock(context.db, userId, async (trx) => {
      let count = 0;
      for (const id of body.ids) if (await restoreWorkout(context, trx, userId, id)) count++;
      return count;
    });
    return { changed };
  },
});
