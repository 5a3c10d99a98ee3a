import { type ChallengeAward, challengeCalls } from '@waymark/api-contract';
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { sweepEach } from '../../kernel/server/sweeps.ts';
import { isListedFor } from '../../members/visibility/relation.ts';
import type { Context } from '../../kernel/server/context.ts';
import { findRanks, hasNoName, isOnBoard, type RankedRow, readPage, shareBoards } from './board.ts';
import { findChallenge } from './find-challenge.ts';
import { toValue } from './scoring.ts';
import type { ChallengeAwardTable, ChallengeMemberTable, ChallengeTable } from './tables.ts';

type Awarded = Pick<ChallengeTable, 'id' | 'title' | 'kind' | 'target' | 'audience'>;

/** An award is given once and never taken back by a change of workouts: that is its rule, and pages say so. */
async function giveAwards(trx: Trx, awards: readonly Insertable<ChallengeAwardTable>[]): Promise<void> {
  if (awards.length === 0) return;
  await trx
    .insertInto('challenge_awards')
    .values([...awards])
    .onConflict((on) =>
      on
        .columns(['user_id', 'challenge_id', 'kind'])
        .doUpdateSet({ is_shared: true })
        .where('challenge_awards.is_shared', '=', false)
        .where('excluded.is_shared', '=', true),
    )
    .execute();
}

export async function giveCompletionAwards(
  trx: Trx,
  userId: number,
  {
    id,
    title,
    kind,
    target,
    audience,
    progress,
    score,
    is_shown,
  }: Awarded & Pick<ChallengeMemberTable, 'progress' | 'score' | 'is_shown'>,
  now: Date,
): Promise<void> {
  if (target === null || progress < target) return;
  const value = toValue(kind, progress);
  await giveAwards(trx, [
    {
      user_id: userId,
      challenge_id: id,
      kind: 'completed',
      title,
      value,
      awarded_at: now,
      is_public: audience === 'everyone',
      is_shared: is_shown && score >= target,
    },
  ]);
}

/** Replaces what the awards of a member say that they did. */
export async function changeAwardValues(
  trx: Trx,
  userId: number,
  challengeId: number,
  { completed, rank }: { completed: number; rank: number },
): Promise<void> {
  await trx
    .updateTable('challenge_awards')
    .set({
      value: sql<number>`case kind when 'completed' then ${completed}::float8 else ${rank}::float8 end`,
    })
    .where('user_id', '=', userId)
    .where('challenge_id', '=', challengeId)
    .execute();
}

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A member has new awards, given at these times. Published under the member lock, some seconds after they were given. */
    awardsGiven: { userId: number; at: readonly Date[] };
  }
}

/** Of one sweep. */
const ANNOUNCED_AT_ONCE = 200;
const RANK_KINDS = ['rank_1', 'rank_2', 'rank_3'] as const;
/** Any number of members may share a rank: they get its award so many at a time. */
const WINNERS_PAGE = 1000;

/**
 * Awards of the first three ranks, when the results become final. Young members are on no board of strangers: each gets
 * the rank that they see there themselves, and shows it to nobody.
 */
export async function giveRankAwards(
  trx: Trx,
  { id, title, kind, audience }: Awarded,
  now: Date,
): Promise<void> {
  const give = async (rows: readonly RankedRow[], isShared: boolean) => {
    const winners = rows.flatMap(({ user_id, rank, score }) => {
      const award = RANK_KINDS[rank - 1];
      return award ? [{ user_id, kind: award, value: toValue(kind, score) }] : [];
    });
    await giveAwards(
      trx,
      winners.map((winner) => ({
        ...winner,
        challenge_id: id,
        title,
        awarded_at: now,
        is_public: audience === 'everyone',
        is_shared: isShared,
      })),
    );
    return winners.length;
  };
  let bestWithout = 0;
  for (let offset = 0; ; offset += WINNERS_PAGE) {
    const page = await readPage(trx, id, { limit: WINNERS_PAGE, offset });
    bestWithout = page.find(({ rank }) => rank > RANK_KINDS.length)?.score ?? 0;
    if ((await give(page, true)) < WINNERS_PAGE) break;
  }
  const { rows: young } = await sql<
    Pick<ChallengeMemberTable, 'user_id' | 'challenge_id' | 'score' | 'reached_at'>
  >`
    select m.user_id, m.challenge_id, m.score, m.reached_at
    from users join challenge_members m on m.user_id = users.id
    where users.is_protected and m.challenge_id = ${id} and ${isOnBoard} and m.score > ${bestWithout}
      and not exists (select from hidden_members h where h.user_id = m.user_id)`.execute(trx);
  for (const row of young) {
    const place = (await findRanks(trx, row.user_id, [row])).get(id)!;
    await give([{ ...row, ...place }], false);
  }
}

/** Tells others of new awards, and friends of completed challenges for everyone where the member is shown. What it does may be repeated. */
export async function announceAwards(context: Context): Promise<void> {
  const { db, newId } = context;
  const due = await db
    .selectFrom('challenge_awards')
    .select(['user_id', 'challenge_id'])
    .where('is_announced', '=', false)
    // Whether others see enough for it is known then.
    .where(sql<boolean>`not exists (
      select from uncounted_workouts u where u.user_id = challenge_awards.user_id)`)
    .limit(ANNOUNCED_AT_ONCE)
    .execute();
  await sweepEach(context, due, ({ user_id: userId, challenge_id: challengeId }) =>
    withMemberLock(db, userId, async (trx) => {
      const rows = await trx
        .updateTable('challenge_awards')
        .set({ is_announced: true })
        .where('user_id', '=', userId)
        .where('challenge_id', '=', challengeId)
        .where('is_announced', '=', false)
        .returning(['kind', 'title', 'awarded_at', 'is_shared'])
        .execute();
      await context.publish(trx, 'awardsGiven', { userId, at: rows.map(({ awarded_at }) => awarded_at) });
      // Waits for a deletion of the challenge in hand, which takes its stories along.
      await shareBoards(trx, [challengeId]);
      const completed = rows.find(({ kind, is_shared }) => kind === 'completed' && is_shared);
      const isShown = await trx
        .selectFrom('challenge_members as m')
        .innerJoin('challenges as c', 'c.id', 'm.challenge_id')
        .select('m.user_id')
        .where('m.user_id', '=', userId)
        .where('m.challenge_id', '=', challengeId)
        .where('m.is_shown', '=', true)
        // Their name is taken off the final board.
        .where('m.is_anonymous', '=', false)
        .where('c.audience', '=', 'everyone')
        .executeTakeFirst();
      if (!completed || !isShown) return;
      await context.publish(trx, 'challengeEntered', {
        userId,
        storyId: newId(),
        challengeId,
        title: completed.title,
        event: 'finished',
        privacy: 1,
        at: completed.awarded_at,
      });
    }),
  );
}

type AwardRow = Pick<ChallengeAwardTable, 'challenge_id' | 'kind' | 'title' | 'value' | 'awarded_at'>;

const presentAward = ({ challenge_id, kind, title, value, awarded_at }: AwardRow): ChallengeAward => ({
  challenge_id,
  kind,
  title,
  value,
  awarded_datetime: awarded_at.toISOString(),
});

export async function readAwards(db: Db, userId: number, challengeId: number): Promise<ChallengeAward[]> {
  const { rows } = await sql<AwardRow>`
    /* prepared */
    select * from challenge_awards where user_id = ${userId} and challenge_id = ${challengeId}
    order by awarded_at, kind`.execute(db);
  return rows.map(presentAward);
}

/** Of `challenge_awards a`: a rank would tell whose the place without a name on that board is. */
const namesAnonymousPlace = sql<boolean>`
  (a.kind <> 'completed' and exists (
    select from challenge_members m join challenges c on c.id = m.challenge_id
    where m.user_id = a.user_id and m.challenge_id = a.challenge_id and ${hasNoName}))`;

/**
 * The shelf of a member, for those who may see the profile. Challenges among friends, what private workouts did, and
 * ranks on a board that the member's name is off, are on it for the member alone.
 */
export const memberAwardsHandler = route<typeof challengeCalls.memberAwards>({
  call: challengeCalls.memberAwards,
  access: 'anyone',
  async handler({ context: { db }, caller, params, query }) {
    const { rows: seen } = await sql`
      select from users where id = ${params.id}
        and ${isListedFor(caller?.userId ?? 0, 'users.id', 'users.profile_privacy')}`.execute(db);
    if (seen.length === 0) throw notFound('member');
    const { limit, offset } = query;
    const isOwn = caller?.userId === params.id;
    const awards = db
      .selectFrom('challenge_awards as a')
      .where('user_id', '=', params.id)
      .$if(!isOwn, (some) =>
        some
          .where('is_public', '=', true)
          .where('is_shared', '=', true)
          .where((has) => has.not(namesAnonymousPlace)),
      );
    const [rows, { n }] = await Promise.all([
      awards
        .selectAll()
        .orderBy('awarded_at', 'desc')
        .orderBy('challenge_id', 'desc')
        .orderBy('kind')
        .limit(limit)
        .offset(offset)
        .execute(),
      awards.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    ]);
    return {
      _embedded: {
        awards: rows.map((row) => {
          const award = presentAward(row);
          return isOwn ? award : Object.assign(award, { value: null });
        }),
      },
      total_count: n,
    };
  },
});

export const awardsHandler = route<typeof challengeCalls.awards>({
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
