import assert from 'node:assert/strict';
import type { UserGoalProgressList } from '@waymark/api-contract';
import { assertBoards, assertStandings } from '../programs/challenges/recount.test-helper.ts';
import type { Context } from '../kernel/server/context.ts';
import { assertRecount } from '../training/stats/recount-testing.ts';
import { assertAwards, type rankedAwards } from './recount-awards.ts';
import { assertExclusions } from './recount-exclusions.ts';
import { answeredGoals, recountGoals } from './recount-goals.ts';
import { assertPoints } from './recount-points.ts';

interface DerivedOptions {
  /** Members of challenges. */
  members: readonly { userId: number; readProgress: (path: string) => Promise<UserGoalProgressList> }[];
  /** Awards of ranks in challenges that are final. */
  ranked?: Awaited<ReturnType<typeof rankedAwards>>;
  /** Comes back once the points of all awards are in the ledger. */
  waitForPoints: () => Promise<unknown>;
}

/**
 * What counts nowhere, standings, ranks, awards, totals, records, curves, goals and points equal what they are when they
 * are counted from nothing. Needs a time at which nobody changes anything, and `noteReachedTargets` before anybody joined.
 */
export async function assertDerived(
  context: Pick<Context, 'db' | 'now'>,
  { members, ranked = [], waitForPoints }: DerivedOptions,
): Promise<void> {
  const { db, now } = context;
  for (const { userId } of members) {
    await assertExclusions(db, userId, now());
    await assertStandings(db, userId, now());
    await assertRecount(db, userId);
  }
  await assertBoards(db);
  await assertAwards(db, ranked);
  await waitForPoints();
  for (const { userId, readProgress } of members) {
    assert.deepEqual(await answeredGoals(readProgress), await recountGoals(context, userId), 'goals');
    await assertPoints(context, userId);
  }
}
