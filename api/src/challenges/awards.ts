import { type ChallengeAward, challengeCalls } from '@waymark/api-contract';
import type { Db, Trx } from '../kernel/database/tables.ts';
import { notFound } from '../kernel/server/errors.ts';
import { route } from '../kernel/server/route.ts';
import { readPage } from './board.ts';
import { findChallenge } from './find-challenge.ts';
import { toValue } from './scoring.ts';
import type { ChallengeAwardTable, ChallengeTable } from './tables.ts';

type Awarded = Pick<ChallengeTable, 'id' | 'title' | 'kind' | 'target'>;

/** An award is given once and never taken back by a change of workouts: that is its rule, and pages say so. */
async function giveAwards(trx: Trx, awards: readonly ChallengeAwardTable[]): Promise<void> {
  if (awards.length === 0) return;
  await trx
    .insertInto('challenge_awards')
    .values([...awards])
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function giveCompletionAwards(
  trx: Trx,
  userId: number,
  { id, title, kind, target, progress }: Awarded & { progress: number },
  now: Date,
): Promise<void> {
  if (target === null || progress < target) return;
  const value = toValue(kind, progress);
  await giveAwards(trx, [
    { user_id: userId, challenge_id: id, kind: 'completed', title, value, awarded_at: now },
  ]);
}

const RANK_KINDS = ['rank_1', 'rank_2', 'rank_3'] as const;
/** So many members may share the third rank and all get its award. */
const WINNERS_MAX = 100;

/** Awards of the first three ranks, when the results become final. */
export async function giveRankAwards(trx: Trx, { id, title, kind }: Awarded, now: Date): Promise<void> {
  const winners = await readPage(trx, id, { limit: WINNERS_MAX, offset: 0 });
  await giveAwards(
    trx,
    winners.flatMap(({ user_id, rank, score }) => {
      const award = RANK_KINDS[rank - 1];
      return award
        ? [{ user_id, challenge_id: id, kind: award, title, value: toValue(kind, score), awarded_at: now }]
        : [];
    }),
  );
}

export async function readAwards(db: Db, userId: number, challengeId: number): Promise<ChallengeAward[]> {
  const rows = await db
    .selectFrom('challenge_awards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('challenge_id', '=', challengeId)
    .orderBy('awarded_at')
    .orderBy('kind')
    .execute();
  return rows.map(({ challenge_id, kind, title, value, awarded_at }) => ({
    challenge_id,
    kind,
    title,
    value,
    awarded_datetime: awarded_at.toISOString(),
  }));
}

export const awardsRoute = route<typeof challengeCalls.awards>({
  call: challengeCalls.awards,
  access: 'anyone',
  async handler({ context: { db }, caller, params }) {
    const challenge = await findChallenge(db, caller, params.id);
    const userAwards = caller ? await readAwards(db, caller.userId, params.id) : [];
    // Awards outlive the challenge.
    if (!challenge && userAwards.length === 0) throw notFound('challenge');
    const completion = challenge && challenge.target !== null ? (['completed'] as const) : [];
    return {
      challenge_id: params.id,
      title: challenge?.title ?? userAwards[0]!.title,
      available: challenge ? [...completion, ...RANK_KINDS] : [],
      userAwards,
    };
  },
});
