import assert from 'node:assert/strict';
import test, { after, before, mock } from 'node:test';
import type { UserGoalProgressList } from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend } from '../../members/friends/testing.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { chance } from '../../training/sample-workouts/chance.ts';
import { withoutChallengeSweep } from './challenges.test-helper.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { assertAwards, noteReachedTargets, rankedAwards } from '../../testing/recount-awards.ts';
import { assertDerived } from '../../testing/recount-derived.ts';
import { addPointsOfAwards } from '../../testing/recount-points.ts';
import { log } from '../../training/workouts/testing.ts';
import { readBoard, readPage } from './board.ts';
import { getChallenge } from './find-challenge.ts';
import { finishChallenges } from './finish-challenges.ts';
import {
  callsOf,
  CHALLENGE_RULES,
  COUNT_RULES,
  DAY_MS,
  createPicker,
  type Life,
  openChallenge,
  stepsOf,
  teamChallenge,
} from './random-life.test-helper.ts';
import { assertStandings, readStandings } from './recount.test-helper.ts';
import { readTeamBoard } from './teams.ts';

/** More with CHALLENGE_STEPS=10000; what went wrong can be run again by CHALLENGE_SEED. */
const DEFAULT_STEPS = 150;
const STEPS = Number(process.env['CHALLENGE_STEPS'] ?? DEFAULT_STEPS);
const SEED = Number(process.env['CHALLENGE_SEED'] ?? 5);
const CHECK_EVERY = STEPS > DEFAULT_STEPS ? 100 : 30;
const REPORT_EVERY = 500;
/** Among as many steps, the clock goes on once. */
const STEPS_A_PASS = 20;
const PASS_MS = DAY_MS / 2;
/** Longer than any of the challenges counts on. */
const TO_THE_END_MS = 14 * DAY_MS;

const clock = { at: Date.parse('2026-02-20T06:00:00Z') };
const STAFF = 'staff@example.com';
let api: TestApi;
before(async () => {
  api = await startTestApi({
    services: withoutChallengeSweep,
    env: { ROLLOUTS: 'loyalty=enabled', MODERATORS: STAFF, CHALLENGE_OPERATORS: STAFF },
  });
  mock.method(api.context, 'now', () => new Date(clock.at));
});
after(() => api.stop());

/** Every workout of the window is counted, or left out with a reason. */
async function assertWindow(challengeId: number): Promise<void> {
  const { rows } = await sql`
    select * from (
      select workout_count + excluded_count as n, (
        select count(*) from workouts w where w.user_id = m.user_id and parent_id is null and deleted_at is null
          and source <> 'sample' and local_day between c.first_day and c.last_day) as n_workouts
      from challenge_members m join challenges c on c.id = m.challenge_id
      where challenge_id = ${challengeId} and counts_private) as counts
    where n <> n_workouts`.execute(api.context.db);
  assert.deepEqual(rows, []);
}

/** The board of teams equals what the contributions of their members add up to. */
async function assertTeams({ id, makerId }: { id: number; makerId: number }): Promise<void> {
  const { db } = api.context;
  const caller: Caller = { userId: makerId };
  const board = await readTeamBoard(db, await getChallenge(db, caller, id), 0);
  const { rows } = await sql<{ id: number; value: number; rank: number | null }>`
    select id, score / 100.0 as value, case when score > 0 then rank() over (order by score desc) end as rank
    from (
      select t.id, coalesce(sum(m.score) filter (where m.is_shown), 0) as score
      from challenge_teams t left join challenge_members m on m.challenge_id = t.challenge_id and m.team_id = t.id
      where t.challenge_id = ${id} group by t.id) as teams order by id`.execute(db);
  assert.deepEqual(
    board.map(({ id: teamId, value, rank }) => ({ id: teamId, value, rank })).toSorted((a, b) => a.id - b.id),
    rows,
    'teams',
  );
}

interface FinalChallenge {
  id: number;
  makerId: number;
  /** Its standings when it became final. */
  standings: unknown;
}

const standingsOf = async (challengeId: number) =>
  (
    await sql`
      select m.*, (
        select jsonb_agg(c order by workout_id) from challenge_contributions c
        where c.user_id = m.user_id and c.challenge_id = m.challenge_id) as contributions
      from challenge_members m where challenge_id = ${challengeId} order by user_id`.execute(api.context.db)
  ).rows;

async function startLife(random: ReturnType<typeof createPicker>): Promise<Life> {
  const [staff, ...members] = await Promise.all([
    api.signUp({ email: STAFF }),
    api.signUp(),
    api.signUp(),
    api.signUp(),
  ]);
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', staff.userId)
    .execute();
  for (const [i, member] of members.entries())
    for (const other of members.slice(i + 1)) await befriend(api, member, other);
  const edits = new Map(members.map(({ userId }) => [userId, [] as number[]]));
  const life: Life = { api, members, staff, clock, challenges: [], edits };
  for (const index of CHALLENGE_RULES.keys()) await openChallenge(life, index, random);
  return life;
}

/** What follows from the workouts of a life, compared with what they give when all is counted from nothing. */
class LifeChecker {
  readonly #life: Life;
  readonly #sessions: Promise<readonly (readonly [TestMember, number])[]>;
  readonly #ranked: Awaited<ReturnType<typeof rankedAwards>> = [];
  #final: FinalChallenge[] = [];
  frozenCount = 0;

  constructor(life: Life) {
    this.#life = life;
    this.#sessions = Promise.all(
      [...life.members, life.staff].map(
        async (member) => [member, (await api.app.tokens.verify(member.token)).sessionId] as const,
      ),
    );
  }

  async check(): Promise<void> {
    const { members, challenges } = this.#life;
    await assertDerived(api.context, {
      members: members.map((member) => ({
        userId: member.userId,
        readProgress: async (path) =>
          (await callsOf(this.#life, member).main<UserGoalProgressList>('GET', path)).body,
      })),
      ranked: this.#ranked,
      waitForPoints: () => addPointsOfAwards(api.context),
    });
    await assertWindow(challenges[COUNT_RULES]!.id);
    await assertTeams(teamChallenge(this.#life));
    // Whoever made a challenge that is final may delete it; its awards stay.
    for (const { id, makerId, standings } of this.#final) {
      assert.deepEqual(await standingsOf(id), standings, 'final results stay as they are');
      const maker = [...members, this.#life.staff].find(({ userId }) => userId === makerId)!;
      const deleted = await callsOf(this.#life, maker).challenges('DELETE', `/v2/challenges/${id}`);
      assert.equal(deleted.status, 204, deleted.text);
    }
    this.#final = [];
    await this.#renewTokens();
  }

  /** Makes the results final of challenges that are due, with the awards of their ranks, and opens others. */
  async pass(ms: number, random: ReturnType<typeof createPicker>): Promise<void> {
    const { db } = api.context;
    clock.at += ms;
    const findDue = () =>
      db
        .selectFrom('challenges')
        .select('id')
        .where('frozen_at', 'is', null)
        .where('freeze_at', '<=', api.context.now())
        .execute();
    const due = await findDue();
    if (due.length === 0) return;
    for (const { userId } of this.#life.members) await assertStandings(db, userId, api.context.now());
    const expected = await Promise.all(due.map(({ id }) => rankedAwards(db, id)));
    // One whose board is being tidied is left for the next time.
    while ((await findDue()).length > 0) await finishChallenges(api.context);
    this.#ranked.push(...expected.flat());
    await assertAwards(db, this.#ranked);
    for (const { id } of due) {
      const index = this.#life.challenges.findIndex((one) => one.id === id);
      const { makerId } = this.#life.challenges[index]!;
      this.#final.push({ id, makerId, standings: await standingsOf(id) });
      await openChallenge(this.#life, index, random);
    }
    this.frozenCount += due.length;
  }

  rankKinds(): string[] {
    return [...new Set(this.#ranked.map(({ kind }) => kind))].toSorted();
  }

  /** A life of many steps is longer than a token. */
  async #renewTokens(): Promise<void> {
    for (const [member, session] of await this.#sessions)
      member.token = api.app.tokens.mint(member.userId, session);
  }
}

/** Three who did the same are all first; once two of them do more, there are ranks from 1 to 3. */
async function assertTiesAndRanks(life: Life): Promise<void> {
  const { id } = life.challenges[0]!;
  const ranks = async () =>
    (await readPage(api.context.db, id, { limit: 10, offset: 0 })).map(({ rank }) => rank);
  const start_datetime = new Date(clock.at - 5 * DAY_MS).toISOString();
  const run = (member: TestMember, distance: number) =>
    log(callsOf(life, member).main, { start_datetime, distance, privacy: 1 });
  for (const member of life.members) await run(member, 10_000);
  assert.deepEqual(await ranks(), [1, 1, 1]);
  const [first, second, third] = life.members;
  await run(first!, 8000);
  await run(second!, 8000);
  assert.deepEqual(await ranks(), [1, 1, 3]);
  await run(second!, 2000);
  assert.deepEqual(await ranks(), [1, 2, 3]);
  const { own } = await readBoard(api.context.db, id, { limit: 10, offset: 0, viewerId: third!.userId });
  assert.equal(own?.rank, 3);
}

test(`[CHAL-02] [DATA-04] [CHAL-03] [CHAL-05] goals, points, standings, ranks, awards and boards equal a recount after ${STEPS} steps of three members by chance (seed ${SEED})`, async () => {
  const opening = createPicker(chance(SEED));
  const life = await startLife(opening);
  await noteReachedTargets(api.context.db);
  const checker = new LifeChecker(life);
  const steps = stepsOf(life);
  await assertTiesAndRanks(life);
  await checker.check();

  const names = Object.keys(steps) as (keyof typeof steps)[];
  const done = new Map<string, number>();
  const take = async (step: number, name: keyof typeof steps) => {
    // Each step has its own chances: they do not depend on what goes on beside it.
    const picker = step === 0 ? opening : createPicker(chance(SEED * 1_000_003 + step));
    const member = step === 0 ? life.members[0]! : picker.pick(life.members);
    try {
      if (await steps[name]({ ...picker, member })) done.set(name, (done.get(name) ?? 0) + 1);
    } catch (error) {
      throw new Error(`step ${step}, ${name} of member ${life.members.indexOf(member)}`, { cause: error });
    }
  };
  // Each kind of step once: in their order each finds what it needs.
  for (const name of names) await take(0, name);
  assert.deepEqual(
    names.filter((name) => !done.has(name)),
    [],
    'each kind of step did something',
  );
  const { rows: multisport } = await sql`
    select from challenge_contributions c join workouts w on w.user_id = c.user_id and w.id = c.workout_id
    where leg_count > 0`.execute(api.context.db);
  assert.ok(multisport.length > 0, 'a workout with legs counts');
  await checker.check();

  for (let step = 1; step <= STEPS; step += 2) {
    const name = (n: number) => createPicker(chance(SEED * 7919 + n)).pick(names);
    // Steps at once show whether they take turns.
    await Promise.all([take(step, name(step)), take(step + 1, name(step + 1))]);
    if (step % STEPS_A_PASS === 1) await checker.pass(PASS_MS, opening);
    if ((step + 1) % CHECK_EVERY === 0) await checker.check();
    if (STEPS > DEFAULT_STEPS && (step + 1) % REPORT_EVERY === 0)
      // A diagnostic would be printed at the end.
      process.stdout.write(
        `${new Date().toISOString()} ${step + 1} steps, ${checker.frozenCount} challenges final\n`,
      );
  }
  await checker.check();
  for (const { userId } of life.members)
    assert.ok((await readStandings(api.context.db, userId)).contributions.length > 0, 'something counted');
  await checker.pass(TO_THE_END_MS, opening);
  await checker.check();
  assert.deepEqual(checker.rankKinds(), ['rank_1', 'rank_2', 'rank_3']);
});
