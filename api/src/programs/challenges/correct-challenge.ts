import { isDeepStrictEqual } from 'node:util';
import type { Trx } from '../../kernel/database/tables.ts';
import { daily } from '../../kernel/jobs/recurring.ts';
import { acquireMemberLocks } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sweepEach } from '../../kernel/server/sweeps.ts';
import { giveCompletionAwards } from './awards.ts';
import { type BoardMove, moveOnBoards, shareBoards } from './board.ts';
import { correctCounts } from './board-upkeep.ts';
import type { ChallengeRow } from './find-challenge.ts';
import { computeContributions } from './compute-contributions.ts';
import { readContributions, readWorkouts, standingOfMember } from './follow-workouts.ts';
import { endLostGroups } from './group-members.ts';
import { endLostMemberships } from './memberships.ts';
import type { Contribution, Standing } from './scoring.ts';
import { findUncountedMembers } from './uncounted-workouts.ts';

/** Members who are counted in one transaction: few enough that a save of theirs hardly waits for it. */
const MEMBERS_AT_ONCE = 200;
/** Rows of one statement. */
const ROWS_AT_ONCE = 1000;

export interface Correction {
  members: number;
  /** Of whom a contribution or the standing was not what the workouts say. */
  corrected: number;
  /** Whether the counts of the board were not those of its members. */
  hadWrongCounts: boolean;
}

const byWorkout = (a: Contribution, b: Contribution) => a.workout_id - b.workout_id;

/** Stores what the workouts of some members count, where it is not stored. @returns the members of whom something was different */
async function correctContributions(
  trx: Trx,
  challenge: ChallengeRow,
  userIds: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const workouts = await readWorkouts(trx, userIds, challenge);
  const right = await computeContributions(trx, [challenge], workouts, now);
  const rightOf = Map.groupBy(right, ({ user_id }) => user_id);
  const stored = await trx
    .selectFrom('challenge_contributions')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .where('challenge_id', '=', challenge.id)
    .execute();
  const storedOf = Map.groupBy(stored, ({ user_id }) => user_id);
  const wrong = userIds.filter(
    (id) =>
      !isDeepStrictEqual(
        (rightOf.get(id) ?? []).toSorted(byWorkout),
        (storedOf.get(id) ?? []).toSorted(byWorkout),
      ),
  );
  if (wrong.length === 0) return new Set();
  await trx
    .deleteFrom('challenge_contributions')
    .where('user_id', 'in', wrong)
    .where('challenge_id', '=', challenge.id)
    .execute();
  const rows = wrong.flatMap((id) => rightOf.get(id) ?? []);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await trx
      .insertInto('challenge_contributions')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  return new Set(wrong);
}

const STANDING = ['score', 'progress', 'workout_count', 'excluded_count', 'reached_at'] as const;
const isSameStanding = (one: Standing, other: Standing) =>
  STANDING.every((field) => one[field].valueOf() === other[field].valueOf());

/** Stores the standings that the contributions of some members give. @returns the members who stood elsewhere */
async function correctStandings(
  trx: Trx,
  challenge: ChallengeRow,
  userIds: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const { id } = challenge;
  const memberships = await trx
    .selectFrom('challenge_members')
    .selectAll()
    .where('challenge_id', '=', id)
    .where('user_id', 'in', [...userIds])
    .execute();
  const contributionsOf = Map.groupBy(await readContributions(trx, userIds, [id]), ({ user_id }) => user_id);
  const moves: BoardMove[] = [];
  const corrected = new Set<number>();
  for (const before of memberships) {
    const { user_id } = before;
    const standing = standingOfMember({ ...challenge, ...before }, contributionsOf.get(user_id) ?? []);
    if (isSameStanding(before, standing)) continue;
    corrected.add(user_id);
    await trx
      .updateTable('challenge_members')
      .set(standing)
      .where('user_id', '=', user_id)
      .where('challenge_id', '=', id)
      .execute();
    const after = { ...before, ...standing };
    moves.push({ before, after });
    await giveCompletionAwards(trx, user_id, { ...challenge, ...after }, now);
  }
  await moveOnBoards(trx, moves);
  return corrected;
}

/**
 * Counts a whole challenge anew from the workouts of its members, and stores what is not as they say. Members go on
 * saving workouts meanwhile. A challenge whose results are final stays as it is, also where they became so meanwhile.
 */
export async function correctChallenge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  challengeId: number,
): Promise<Correction> {
  // Who joins from now on is counted as they do.
  const joined = await db
    .selectFrom('challenge_members')
    .select('user_id')
    .where('challenge_id', '=', challengeId)
    .orderBy('user_id')
    .execute();
  let corrected = 0;
  for (let from = 0; from < joined.length; from += MEMBERS_AT_ONCE) {
    const userIds = joined.slice(from, from + MEMBERS_AT_ONCE).map(({ user_id }) => user_id);
    corrected += await db.transaction().execute(async (trx) => {
      await acquireMemberLocks(trx, userIds);
      await shareBoards(trx, [challengeId]);
      const challenge = await trx
        .selectFrom('challenges')
        .selectAll()
        .where('id', '=', challengeId)
        .where('frozen_at', 'is', null)
        .executeTakeFirst();
      if (!challenge) return 0;
      const changed = await correctContributions(trx, challenge, userIds, now());
      for (const userId of await correctStandings(trx, challenge, userIds, now())) changed.add(userId);
      // What an import stored a moment ago was not counted yet: that is no fault.
      const uncounted = await findUncountedMembers(trx, userIds);
      return [...changed].filter((userId) => !uncounted.has(userId)).length;
    });
  }
  return { members: joined.length, corrected, hadWrongCounts: await correctCounts(db, challengeId) };
}

/**
 * Each day all challenges that still count are compared with the workouts, and who is in them with who may be: a fault in
 * keeping them lasts a day at most.
 */
export const dailyCorrection = daily('challenges.correction', async (context) => {
  await endLostMemberships(context);
  await endLostGroups(context);
  const open = await context.db
    .selectFrom('challenges')
    .select('id')
    .where('frozen_at', 'is', null)
    .execute();
  await sweepEach(context, open, async ({ id }) => {
    const correction = await correctChallenge(context, id);
    if (correction.corrected > 0 || correction.hadWrongCounts)
      context.log.error({ challengeId: id, ...correction }, 'scores of a challenge were corrected');
  });
});
