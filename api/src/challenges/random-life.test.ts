import assert from 'node:assert/strict';
import test, { after, before, mock } from 'node:test';
import { CHALLENGE_KINDS, type ChallengeInput, SERVICE_BASES, type Workout } from '@waymark/api-contract';
import { sql } from 'kysely';
import { gpx, importAll } from '../imports/testing/import-files.ts';
import type { Caller } from '../kernel/server/route.ts';
import { triathlonFit } from '../recordings/testing/sample-fit.ts';
import { chance } from '../sample-workouts/chance.ts';
import { startTestApi, type TestApi, type TestMember } from '../testing/api.ts';
import type { PointsEntryTable } from '../loyalty/tables.ts';
import { as, type As, log } from '../workouts/testing.ts';
import { answeredGoals, recountGoals } from '../testing/recount-goals.ts';
import { getChallenge } from './find-challenge.ts';
import { finishChallenges } from './finish-challenges.ts';
import { assertRecount, readStandings } from './recount.test-helper.ts';
import { readTeamBoard } from './teams.ts';

/** More with CHALLENGE_STEPS=10000; what went wrong can be run again by CHALLENGE_SEED. */
const STEPS = Number(process.env['CHALLENGE_STEPS'] ?? 60);
const SEED = Number(process.env['CHALLENGE_SEED'] ?? 5);
const CHECK_EVERY = 15;

const JUNE = '2026-06-03T06:00:00Z';
let now = JUNE;
let api: TestApi;
before(async () => {
  api = await startTestApi({ env: { ROLLOUTS: 'loyalty=enabled' } });
  // May is over, and its results are not final yet.
  mock.method(api.context, 'now', () => new Date(now));
});
after(() => api.stop());

/** Every workout of the window is counted, or left out with a reason. */
async function assertWindow(userId: number, countId: number): Promise<void> {
  const { rows } = await sql`
    select * from (
      select workout_count + excluded_count as n, (
        select count(*) from workouts w where w.user_id = m.user_id and parent_id is null and deleted_at is null
          and source <> 'sample' and local_day between '2026-05-01' and '2026-05-31') as n_workouts
      from challenge_members m where user_id = ${userId} and challenge_id = ${countId} and counts_private) as counts
    where n <> n_workouts`.execute(api.context.db);
  assert.deepEqual(rows, []);
}

interface AwardRow {
  challenge_id: number;
  kind: string;
  value: number;
}
const awardsOf = async (userId: number) =>
  (
    await sql<AwardRow>`
      select challenge_id, kind, value from challenge_awards where user_id = ${userId}
      order by challenge_id, kind`.execute(api.context.db)
  ).rows;

/** Who has reached a target has its award, and whoever has an award keeps it as it was. */
async function assertAwards(userId: number, earlier: readonly AwardRow[]): Promise<AwardRow[]> {
  const awards = await awardsOf(userId);
  for (const award of earlier)
    assert.ok(
      awards.some((one) => JSON.stringify(one) === JSON.stringify(award)),
      'an award is gone or has changed',
    );
  const { rows: missing } = await sql`
    select m.challenge_id from challenge_members m join challenges c on c.id = m.challenge_id
    where m.user_id = ${userId} and m.progress >= c.target and not exists (
      select from challenge_awards a
      where a.user_id = m.user_id and a.challenge_id = m.challenge_id and a.kind = 'completed')`.execute(
    api.context.db,
  );
  assert.deepEqual(missing, []);
  return awards;
}

/** The ledger of points equals what it is when it is counted from nothing. */
async function assertPoints({ userId, token }: TestMember): Promise<void> {
  const { db } = api.context;
  const read = async () => {
    await api.call('GET', `${SERVICE_BASES.loyalty}/rewards-points/${userId}`, { token });
    const { rows } = await sql`
      select day, rule, cause_id, sum(amount) as amount from points_entries where user_id = ${userId}
      group by day, rule, cause_id having sum(amount) <> 0 order by day, rule, cause_id`.execute(db);
    return rows;
  };
  const kept = await read();
  const { rows: ledger } = await sql`select * from points_entries where user_id = ${userId}`.execute(db);
  await sql`with closed as (delete from points_accounts where user_id = ${userId})
    delete from points_entries where user_id = ${userId}`.execute(db);
  assert.deepEqual(await read(), kept, 'points');
  await db.deleteFrom('points_entries').where('user_id', '=', userId).execute();
  for (const line of ledger as PointsEntryTable[])
    await db.insertInto('points_entries').values(line).execute();
}

const CHALLENGES: Partial<ChallengeInput>[] = [
  ...CHALLENGE_KINDS.map((kind) => ({ kind, distance: kind === 'fastest' ? 5000 : null })),
  { kind: 'distance', activity_groups: ['run'], accepts_manual: false },
  { kind: 'distance', target: 60_000 },
  { kind: 'count', target: 8, activity_groups: ['ride'] },
  { kind: 'duration', time_zone: 'Pacific/Auckland' },
  { kind: 'active_days', time_zone: 'Etc/GMT+12' },
  {
    kind: 'distance',
    teams: { score: 'sum', choice: 'pick', names: ['North', 'South'] },
    boards: ['country'],
  },
];

/** The board of teams equals what the contributions of their members add up to. */
async function assertTeams(challengeId: number): Promise<void> {
  const { db } = api.context;
  const { owner_id } = await db
    .selectFrom('challenges')
    .select('owner_id')
    .where('id', '=', challengeId)
    .executeTakeFirstOrThrow();
  const caller: Caller = { userId: owner_id! };
  const board = await readTeamBoard(db, await getChallenge(db, caller, challengeId));
  const { rows } = await sql<{ id: number; score: number }>`
    select t.id, coalesce((select sum(m.score) from challenge_members m
      where m.challenge_id = t.challenge_id and m.team_id = t.id and m.is_shown), 0)::bigint as score
    from challenge_teams t where t.challenge_id = ${challengeId}`.execute(db);
  for (const { id, score } of rows) assert.equal(board.find((team) => team.id === id)?.value, score / 100);
}

const inputOf = (input: Partial<ChallengeInput>) => ({
  title: 'May',
  first_day: '2026-05-01',
  last_day: '2026-05-31',
  ...input,
});

async function createChallenges({ token }: TestMember): Promise<number[]> {
  const ids: number[] = [];
  for (const input of CHALLENGES) {
    const body = inputOf(input);
    const answer = await api.call<{ id: number }>('POST', `${SERVICE_BASES.challenges}/v2/challenges`, {
      token,
      body,
    });
    ids.push(answer.body.id);
  }
  return ids;
}

const PRIVACY = [0, 1, 3, 6] as const;

/** One member's life in calls, in an order of chance. */
function life(member: TestMember, challengeIds: readonly number[], seed: number) {
  const random = chance(seed);
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const call: As = (...args) => as(api, member)(...args);
  const shown: number[] = [];
  const deleted: number[] = [];
  const edits: number[] = [];
  /** Kinds of edits that were made. */
  const edited = new Set<string>();
  const take = (from: number[]) => from.splice(below(from.length), 1)[0];
  const start = () => new Date(Date.UTC(2026, 3, 28) + below(36 * 24) * 3_600_000).toISOString();
  const facts = () => ({
    activity_type_id: pick([16, 11, 15, 24]),
    privacy: pick(PRIVACY),
    start_datetime: start(),
    start_locale_timezone: pick(['Europe/Warsaw', 'Pacific/Kiritimati', 'America/Los_Angeles']),
    duration: 600 + below(7200),
    distance: pick([null, 5000, 10_000.126, below(60_000)]),
  });
  const ofChallenge = (method: string, path: string, body?: unknown) =>
    api.call(method, `${SERVICE_BASES.challenges}/challenges/${pick(challengeIds)}/users${path}`, {
      token: member.token,
      ...(body !== undefined && { body }),
    });
  const edit = async (where: string, body?: unknown) => {
    const answer = await api.call<{ edit: { id: number }; workouts: Workout[] }>(
      'POST',
      SERVICE_BASES.internal + where,
      { token: member.token, body },
    );
    if (answer.status !== 200) return undefined;
    edited.add(where.split('/')[where.endsWith('undo') ? 3 : 1]!);
    if (!where.endsWith('undo')) edits.push(answer.body.edit.id);
    return answer.body.workouts;
  };
  const steps = {
    create: async () => shown.push((await log(call, facts())).id),
    update: () => call('PUT', `/workout/${pick(shown)}/`, facts()),
    privacy: () => call('PUT', `/workout/${pick(shown)}/`, { privacy: pick(PRIVACY) }),
    move: () => call('PUT', `/workout/${pick(shown)}/`, { start_datetime: start() }),
    copy: () => call('POST', `/workout/${pick(shown)}/copy/`, { start_datetime: start() }),
    remove: async () => {
      const id = take(shown);
      if (id === undefined) return;
      await call('DELETE', `/workout/${id}/`);
      deleted.push(id);
    },
    restore: async () => {
      const id = take(deleted);
      if (id === undefined) return;
      await call('POST', `/workout/${id}/restore/`);
      shown.push(id);
    },
    import: async () => {
      const file = gpx(start(), { points: 400, name: `Run ${below(1e9)}` });
      const [done] = (await importAll(call, [[`${below(1e9)}.gpx`, file]])).values();
      for (const { id } of done!.workouts) {
        shown.push(id);
        if (random() < 0.6) {
          const parts = (await edit(`/splitWorkout/${id}`, { at: [60] })) ?? [];
          if (random() < 0.5) await edit('/mergeWorkouts', { ids: parts.map((part) => part.id) });
        } else await edit(`/cutWorkout/${id}`, { keep: [{ from: 10, to: 70 }] });
      }
    },
    undo: async () => {
      const id = take(edits);
      if (id !== undefined) await edit(`/workoutEdits/${id}/undo`);
    },
    legs: async () => {
      const leg = await api.context.db
        .selectFrom('workouts')
        .select('id')
        .where('user_id', '=', member.userId)
        .where('parent_id', 'is not', null)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (leg) await call('PUT', `/workout/${leg.id}/`, { activity_type_id: pick([16, 11, 15]) });
    },
    samples: () => call('POST', '/workout/samples/'),
    join: () => ofChallenge('POST', '', { counts_private: random() < 0.5, team_id: 1 + below(2) }),
    leave: () => ofChallenge('DELETE', `/${member.userId}`),
    change: () =>
      ofChallenge('PATCH', `/${member.userId}`, {
        is_shown: random() < 0.5,
        is_classified: random() < 0.5,
      }),
    rename: () =>
      api.call('PUT', `${SERVICE_BASES.challenges}/v2/challenges/${challengeIds[0]}`, {
        token: member.token,
        body: { ...inputOf(CHALLENGES[0]!), accepts_manual: random() < 0.5 },
      }),
    zone: () => call('PUT', '/user/self/', { time_zone: pick(['Europe/Warsaw', 'Pacific/Kiritimati']) }),
  };
  return { steps, pick, edited };
}

test(`[CHAL-02] [DATA-04] [CHAL-03] [CHAL-05] goals, points, standings, ranks, awards and boards equal a recount after ${STEPS} steps of a life by chance (seed ${SEED})`, async () => {
  const member = await api.signUp();
  const { sessionId: session } = await api.app.tokens.verify(member.token);
  // Reads the token of the time.
  const call: As = (...args) => as(api, member)(...args);
  const challengeIds = await createChallenges(member);
  const { steps, pick, edited } = life(member, challengeIds, SEED);
  await importAll(call, [['day.fit', new Uint8Array(triathlonFit(500))]]);
  const [triathlon] = (await call<{ _embedded: { workouts: Workout[] } }>('GET', '/workout/')).body._embedded
    .workouts;
  await call('PUT', `/workout/${triathlon!.id}/`, { start_datetime: '2026-05-20T08:00:00Z' });
  for (const id of challengeIds)
    await api.call('POST', `${SERVICE_BASES.challenges}/challenges/${id}/users`, {
      token: member.token,
      body: { team_id: 1 },
    });
  now = '2026-05-04T06:00:00Z';
  for (const threshold of [
    { metric: 'distance', value: 20_000 },
    { metric: 'count', value: 3 },
  ])
    await call('POST', '/user_goal/', { criteria: { activity_type_id: null, threshold } });
  now = JUNE;
  await steps.create();
  await assertPoints(member);
  let awards: AwardRow[] = [];
  // Imported recordings can be cut, split and merged.
  const names = [...Object.keys(steps), 'import', 'import'] as (keyof typeof steps)[];
  const countId = challengeIds[CHALLENGE_KINDS.indexOf('count')]!;
  for (let step = 1; step <= STEPS; step++) {
    // Steps at once show whether they take turns.
    await Promise.all([steps[pick(names)](), steps[pick(names)]()]);
    if (step % CHECK_EVERY !== 0) continue;
    await assertRecount(api.context.db, member.userId, api.context.now());
    await assertWindow(member.userId, countId);
    awards = await assertAwards(member.userId, awards);
    assert.deepEqual(await answeredGoals(api, member), await recountGoals(api, member), 'goals');
    await assertPoints(member);
    await assertTeams(challengeIds.at(-1)!);
    // A life of many steps is longer than a token.
    member.token = await api.app.tokens.mint(member.userId, session);
  }
  const { contributions } = await readStandings(api.context.db, member.userId);
  assert.ok(contributions.length > 0, 'something counted');
  assert.ok(awards.length > 0, 'a target was reached');
  assert.deepEqual([...edited].toSorted(), ['cutWorkout', 'mergeWorkouts', 'splitWorkout', 'undo']);

  // Alone on each board: whoever has a result there is the first of it once it is final.
  const { rows: ranked } = await sql<{ challenge_id: number }>`
    select challenge_id from challenge_members where user_id = ${member.userId} and is_shown and score > 0
    order by challenge_id`.execute(api.context.db);
  now = '2026-06-20T06:00:00Z';
  await finishChallenges(api.context);
  const final = await assertAwards(member.userId, awards);
  assert.deepEqual(
    final.filter(({ kind }) => kind !== 'completed').map(({ challenge_id, kind }) => [challenge_id, kind]),
    ranked.map(({ challenge_id }) => [challenge_id, 'rank_1']),
  );
});
