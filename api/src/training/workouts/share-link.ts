import { workoutCalls } from '@waymark/api-contract';
import { readShareLink, renewLinkKey } from '../../members/share-links/store.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { ownWorkout } from '../workout-store/workout-access.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { findWorkout, type WorkoutRow } from '../workout-store/workout-rows.ts';

/** The whole that a leg belongs to: its link opens the legs too. */
const rootOf = ({ user_id, id, parent_id, privacy }: WorkoutRow) => ({
  user_id,
  id: parent_id ?? id,
  privacy,
});

export const shareLinkHandler = route<typeof workoutCalls.shareLink>({
  call: workoutCalls.shareLink,
  access: 'member',
  async handler({ context, caller, params }) {
    const row = await ownWorkout(context, caller, params.id, 'edit');
    return readShareLink(context.db, 'workout', rootOf(row));
  },
});

export const renewShareLinkHandler = route<typeof workoutCalls.renewShareLink>({
  call: workoutCalls.renewShareLink,
  access: 'member',
  async handler({ context, caller, params }) {
    const { user_id: userId } = await ownWorkout(context, caller, params.id, 'edit');
    return withMemberLock(context.db, userId, async (trx) => {
      // Its privacy may have changed, or it was deleted, since the caller was let in.
      const row = await findWorkout(trx, params.id);
      if (!row) throw notFound('workout');
      return renewLinkKey(trx, 'workout', rootOf(row), context.now());
    });
  },
});
