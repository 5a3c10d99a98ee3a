import assert from 'node:assert/strict';
import { updateExclusions } from '../programs/challenges/excluded-workouts.ts';
import type { Db, Trx } from '../kernel/database/tables.ts';
import { withMemberLock } from '../members/member-lock.ts';
import { selectWholeWorkouts } from '../training/workout-store/announce-changes.ts';

/** Ends a transaction that was only to see what it would come to. */
class Discard extends Error {}

const readExclusions = (trx: Trx, userId: number) =>
  trx
    .selectFrom('excluded_workouts')
    .select(['workout_id', 'exclusion', 'further_exclusions', 'overlaps_id'])
    .where('user_id', '=', userId)
    .orderBy('workout_id')
    .execute();

/** What is stored of workouts that count nowhere equals what judging all of the member's workouts from nothing gives. */
export async function assertExclusions(db: Db, userId: number, now: Date): Promise<void> {
  const recount = withMemberLock(db, userId, async (trx) => {
    const stored = await readExclusions(trx, userId);
    await trx.deleteFrom('excluded_workouts').where('user_id', '=', userId).execute();
    const after = await selectWholeWorkouts(trx, [userId]).execute();
    const nobody = { now: () => now, publish: () => Promise.resolve(), queue: () => Promise.resolve() };
    await updateExclusions(nobody, trx, userId, { before: [], after });
    assert.deepEqual(stored, await readExclusions(trx, userId), 'exclusions');
    throw new Discard();
  });
  await recount.catch((error: unknown) => {
    if (!(error instanceof Discard)) throw error;
  });
}
