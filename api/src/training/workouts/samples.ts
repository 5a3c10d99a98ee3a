import { workoutCalls } from '@waymark/api-contract';
import { setUser } from '../../members/users/set-user.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { sampleWorkouts } from '../sample-workouts/plans.ts';
import { countMember } from '../../kernel/server/member-limit.ts';
import { route } from '../../kernel/server/route.ts';
import { queueAnalysis } from '../stats/jobs.ts';
import { ANNOUNCED_COLUMNS, announceChanges, announcePurged } from '../workout-store/announce-changes.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { loadMember } from '../workout-store/member.ts';
import { storeParsedWorkout } from './store-recording.ts';

/** Recordings are computed each time, while nobody else is answered. */
const ADDITIONS = [{ max: 20, windowSeconds: 3600 }];

/** The member has sample workouts that can be removed in one go. */
export async function hasSampleData(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('workouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('source', '=', 'sample')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The profile says too whether there are samples. */
const markSamples = (trx: Trx, userId: number, there: boolean) =>
  setUser(trx, userId, { has_sample_data: there });

export const addSamplesHandler = route<typeof workoutCalls.addSamples>({
  call: workoutCalls.addSamples,
  access: 'member',
  async handler({ context, caller, request }) {
    const userId = caller!.userId;
    countMember(request, 'samples', userId, ADDITIONS);
    const now = context.now();
    // Making them is work that a repeat need not do.
    if (await hasSampleData(context.db, userId)) return { added: 0 };
    const member = await loadMember(context.db, userId);
    const workouts = await sampleWorkouts(now, member.timeZone);
    const answer = await withMemberLock(context.db, userId, async (trx) => {
      // Under the member lock: of two impatient clicks only the first adds.
      if (await hasSampleData(trx, userId)) return { added: 0 };
      const origin = { source: 'sample', privacy: 0, now, member, newId: () => context.newId() } as const;
      for (const workout of workouts) await storeParsedWorkout(context, trx, userId, workout, origin);
      await markSamples(trx, userId, true);
      return { added: workouts.length };
    });
    if (answer.added > 0) await queueAnalysis(context);
    return answer;
  },
});

export const removeSamplesHandler = route<typeof workoutCalls.removeSamples>({
  call: workoutCalls.removeSamples,
  access: 'member',
  async handler({ context, caller }) {
    const userId = caller!.userId;
    return withMemberLock(context.db, userId, async (trx) => {
      const gone = await trx
        .deleteFrom('workouts')
        .where('user_id', '=', userId)
        .where('source', '=', 'sample')
        .returning([...ANNOUNCED_COLUMNS, 'deleted_at'])
        .execute();
      if (gone.length > 0) {
        const ids = gone.map(({ id }) => id);
        await trx
          .deleteFrom('workout_streams')
          .where('user_id', '=', userId)
          .where('workout_id', 'in', ids)
          .execute();
      }
      const shown = gone.filter((row) => row.parent_id === null && row.deleted_at === null);
      await announceChanges(context, trx, { userId, before: shown, after: [] });
      await announcePurged(
        context,
        trx,
        userId,
        gone.map(({ id }) => id),
      );
      await markSamples(trx, userId, false);
      return { removed: shown.length };
    });
  },
});
