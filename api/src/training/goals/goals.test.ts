import assert from 'node:assert/strict';
import test, { after, before, type TestContext } from 'node:test';
import {
  ACTIVE_GOALS_MAX,
  type Dashboard,
  type ErrorBody,
  type GoalMetric,
  type UserGoal,
  type UserGoalList,
  type UserGoalProgress,
  type UserGoalProgressList,
  type Workout,
} from '@waymark/api-contract';
import { CATALOGUE } from '@waymark/activities/catalogue';
import { befriend } from '../../members/friends/testing.ts';
import { importAll } from '../imports/testing/import-files.ts';
import { triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { answeredGoals, recountGoals } from '../../testing/recount-goals.ts';
import { as, type As, log } from '../workouts/testing.ts';
import { RestoredGoal } from './tables.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

/** Wednesday, 13 May 2026. */
const WEDNESDAY = '2026-05-13T10:00:00Z';
const moveClock = (t: TestContext, at: string) => {
  t.mock.restoreAll();
  t.mock.method(api.context, 'now', () => new Date(at));
};

const bodyOf = (metric: GoalMetric, value: number, typeId: number | null = null) => ({
  criteria: { activity_type_id: typeId, threshold: { metric, value } },
});
async function setGoal(call: As, ...goal: Parameters<typeof bodyOf>): Promise<UserGoal> {
  const answer = await call<UserGoal>('POST', '/user_goal/', bodyOf(...goal));
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
const progressOf = async (call: As, query = ''): Promise<UserGoalProgress[]> =>
  (await call<UserGoalProgressList>('GET', `/user_goal_progress/${query}`)).body._embedded.user_goal_progress;
const onlyProgress = async (call: As, query = ''): Promise<UserGoalProgress> => {
  const [only, ...others] = await progressOf(call, query);
  assert.ok(only);
  assert.deepEqual(others, []);
  return only;
};
const change = <T = UserGoal>(call: As, { id }: UserGoal, body: object) =>
  call<T>('PATCH', `/user_goal/${id}/`, body);

test('[CHAL-03] goals by distance, duration, count and energy fill with the workouts of their activity', async (t) => {
  moveClock(t, WEDNESDAY);
  const mine = as(api, await api.signUp({ time_zone: 'Europe/Warsaw' }));
  await setGoal(mine, 'distance', 30_000, 16);
  await setGoal(mine, 'duration', 7200);
  await setGoal(mine, 'count', 3, 11);
  await setGoal(mine, 'energy', 4_184_000);
  const day = (start_datetime: string, more: object) => log(mine, { start_datetime, ...more });
  // Trail Run and Treadmill Run are kinds of Run; a ride is not.
  await day('2026-05-11T06:00:00+02:00', { distance: 10_000.5, duration: 3600, energy: 2_000_000 });
  await day('2026-05-12T06:00:00+02:00', {
    activity_type_id: 25,
    distance: 5000,
    duration: 1800,
    energy: 1_000_000,
  });
  await day('2026-05-12T18:00:00+02:00', { activity_type_id: 11, duration: 1800, energy: 1_500_000 });
  await day('2026-05-10T23:00:00+02:00', { distance: 99_000, energy: 9_000_000 });
  const goals = await progressOf(mine);
  assert.deepEqual(
    goals.map(({ goal, progress }) => [
      goal.criteria.threshold.metric,
      goal.activity_group,
      progress.value,
      progress.remaining,
      progress.is_reached,
    ]),
    [
      ['energy', null, 4_500_000, 0, true],
      ['count', 'ride', 1, 2, false],
      ['duration', null, 7200, 0, true],
      ['distance', 'run', 15_000.5, 14_999.5, false],
    ],
  );
  const { from, to, days_left: daysLeft } = goals[0]!.progress;
  assert.deepEqual([from, to, daysLeft], ['2026-05-11', '2026-05-17', 5]);
  const board = (await mine<Dashboard>('GET', '/dashboard/')).body;
  assert.deepEqual(
    board.goals.map(({ goal, progress }) => [goal.id, progress]),
    goals.map(({ goal, progress }) => [goal.id, progress]),
    '[WORK-01] the dashboard says the same',
  );
});

test('[CHAL-03] stopping sets abandoned and the end to now, once; within a day it can be taken back', async (t) => {
  moveClock(t, WEDNESDAY);
  const mine = as(api, await api.signUp());
  const goal = await setGoal(mine, 'count', 2);
  assert.deepEqual([goal.period, goal.status, goal.end_datetime], ['P1W', 'active', null]);
  moveClock(t, '2026-05-21T08:30:00Z');
  const stopped = (await change(mine, goal, { status: 'abandoned' })).body;
  assert.deepEqual([stopped.status, stopped.end_datetime], ['abandoned', '2026-05-21T08:30:00.000Z']);
  moveClock(t, '2026-05-21T20:00:00Z');
  const again = (await change(mine, goal, { status: 'abandoned' })).body;
  assert.equal(again.end_datetime, stopped.end_datetime);
  assert.deepEqual((await mine<UserGoalList>('GET', '/user_goal/')).body.total_count, 0);
  const past = await onlyProgress(mine, '?status=abandoned');
  assert.deepEqual([past.progress.from, past.progress.days_left], ['2026-05-18', 0]);
  assert.equal((await change<ErrorBody>(mine, goal, bodyOf('count', 3))).body.error, 'goal_ended');
  const resumed = (await change(mine, goal, { status: 'active' })).body;
  assert.deepEqual([resumed.status, resumed.end_datetime], ['active', null]);
  await change(mine, goal, { status: 'abandoned' });
  moveClock(t, '2026-05-22T20:00:00Z');
  const late = await change<ErrorBody>(mine, goal, { status: 'active' });
  assert.deepEqual([late.status, late.body.error], [409, 'goal_ended']);
});

test('[CHAL-03] a new target counts from this week on; streaks count weeks as they were reached', async (t) => {
  moveClock(t, '2026-05-04T10:00:00Z');
  const mine = as(api, await api.signUp({ time_zone: 'UTC' }));
  const goal = await setGoal(mine, 'count', 1);
  const train = (...days: string[]) =>
    Promise.all(
      days.map((day) => log(mine, { start_datetime: `${day}T08:00:00Z`, start_locale_timezone: 'UTC' })),
    );
  moveClock(t, '2026-05-29T10:00:00Z');
  await train('2026-05-05', '2026-05-12', '2026-05-20', '2026-05-27', '2026-05-28');
  await change(mine, goal, bodyOf('count', 2));
  await change(mine, goal, bodyOf('count', 3));
  const streakOf = async () => {
    const { performance, progress } = await onlyProgress(mine);
    const {
      current_streak: current,
      longest_streak: longest,
      week_count: n,
      reached_count: reached,
    } = performance;
    return {
      targets: performance.weeks.map(({ target }) => target),
      current,
      longest,
      n,
      reached,
      value: progress.value,
    };
  };
  // The week that is not over neither counts nor ends the streak.
  assert.deepEqual(await streakOf(), {
    targets: [1, 1, 1, 3],
    current: 3,
    longest: 3,
    n: 3,
    reached: 3,
    value: 2,
  });
  moveClock(t, '2026-05-31T10:00:00Z');
  await train('2026-05-31');
  assert.deepEqual(await streakOf(), {
    targets: [1, 1, 1, 3],
    current: 4,
    longest: 4,
    n: 4,
    reached: 4,
    value: 3,
  });
  moveClock(t, '2026-06-09T10:00:00Z');
  assert.deepEqual(await streakOf(), {
    targets: [1, 1, 1, 3, 3, 3],
    current: 0,
    longest: 4,
    n: 5,
    reached: 4,
    value: 0,
  });
});

test('[CHAL-03] the member’s first day of the week and zone decide what a week is, across clock changes and moves', async (t) => {
  // Sunday evening in Berlin, the night of the clock change; still Sunday in UTC and Los Angeles.
  moveClock(t, '2026-03-29T21:30:00Z');
  const member = await api.signUp({ time_zone: 'Europe/Berlin' });
  const mine = as(api, member);
  const set = async (body: object) => {
    const answer = await mine('PUT', `/user/${member.userId}/`, body);
    assert.equal(answer.status, 200, answer.text);
  };
  await set({ first_day_of_week: 1 });
  await setGoal(mine, 'count', 1);
  await log(mine, { start_datetime: '2026-03-29T23:30:00+02:00', start_locale_timezone: 'Europe/Berlin' });
  const week = async () => {
    const { from, to, value, days_left: left } = (await onlyProgress(mine)).progress;
    return [from, to, value, left];
  };
  assert.deepEqual(await week(), ['2026-03-23', '2026-03-29', 1, 1]);
  await set({ first_day_of_week: 0 });
  assert.deepEqual(await week(), ['2026-03-29', '2026-04-04', 1, 7]);
  await set({ first_day_of_week: 1 });
  moveClock(t, '2026-03-29T22:30:00Z');
  assert.deepEqual(await week(), ['2026-03-30', '2026-04-05', 0, 7]);
  await set({ time_zone: 'America/Los_Angeles' });
  assert.deepEqual(await week(), ['2026-03-23', '2026-03-29', 1, 1]);
  await set({ time_zone: 'Pacific/Kiritimati' });
  assert.deepEqual(await week(), ['2026-03-30', '2026-04-05', 0, 7]);
  // Set on Monday at the far east, looked at from the far west, where it is Saturday still.
  moveClock(t, '2026-03-29T10:30:00Z');
  await setGoal(mine, 'distance', 5000);
  await set({ time_zone: 'Pacific/Honolulu' });
  const [ahead] = await progressOf(mine);
  assert.deepEqual([ahead!.progress.from, ahead!.progress.days_left], ['2026-03-30', 7]);
});

test('[CHAL-03] what comes after a goal was stopped fills it no further', async (t) => {
  moveClock(t, '2026-05-11T10:00:00Z');
  const mine = as(api, await api.signUp({ time_zone: 'UTC' }));
  const goal = await setGoal(mine, 'count', 2);
  const train = (day: string) =>
    log(mine, { start_datetime: `${day}T08:00:00Z`, start_locale_timezone: 'UTC' });
  moveClock(t, '2026-05-12T20:00:00Z');
  await train('2026-05-12');
  await change(mine, goal, { status: 'abandoned' });
  moveClock(t, '2026-05-15T20:00:00Z');
  await train('2026-05-15');
  const { progress, performance } = await onlyProgress(mine, '?status=abandoned');
  assert.deepEqual([progress.value, progress.is_reached, performance.reached_count], [1, false, 0]);
});

test('[CHAL-03] what counts nowhere fills no goal, and neither do samples', async () => {
  const member = await api.signUp();
  const mine = as(api, member);
  await setGoal(mine, 'distance', 20_000, 16);
  await setGoal(mine, 'count', 2);
  const value = async () => (await progressOf(mine)).map(({ progress }) => progress.value);
  const start_datetime = new Date(Date.now() - 60_000).toISOString();
  const { id } = await log(mine, { start_datetime, distance: 90_000, duration: 3600 });
  assert.deepEqual(await value(), [0, 0], 'a run at 25 m/s');
  await mine('PUT', `/workout/${id}/`, { distance: 9000 });
  assert.deepEqual(await value(), [1, 9000]);
  await mine('POST', '/workout/samples/');
  assert.deepEqual(await value(), [1, 9000]);
  assert.deepEqual(
    await answeredGoals(async (path) => (await mine<UserGoalProgressList>('GET', path)).body),
    await recountGoals(api.context, member.userId),
  );
});

test('[CHAL-03] a leg of a triathlon fills the goal of its activity, and the day is one workout', async (t) => {
  const member = await api.signUp();
  const mine = as(api, member);
  const [done] = (await importAll(mine, [['day.fit', new Uint8Array(triathlonFit(2000))]])).values();
  const { body: whole } = await mine<Workout>('GET', `/workout/${done!.workouts[0]!.id}/`);
  moveClock(t, whole.start_datetime);
  await setGoal(mine, 'distance', 20_000, 16);
  await setGoal(mine, 'distance', 20_000);
  await setGoal(mine, 'count', 2, 11);
  await setGoal(mine, 'count', 2);
  const run = whole.legs.find(({ activity_group: group }) => group === 'run')!;
  assert.deepEqual(
    (await progressOf(mine)).map(({ progress }) => progress.value),
    [1, 1, whole.aggregates.distance_total, run.aggregates.distance_total],
  );
  assert.deepEqual(
    await answeredGoals(async (path) => (await mine<UserGoalProgressList>('GET', path)).body),
    await recountGoals(api.context, member.userId),
  );
});

test('[CHAL-03] [ACCT-05] a target that is changed after a move west can be restored from an archive', async (t) => {
  moveClock(t, '2026-03-29T10:30:00Z');
  const member = await api.signUp({ time_zone: 'Pacific/Kiritimati' });
  const mine = as(api, member);
  const goal = await setGoal(mine, 'distance', 5000);
  await mine('PUT', `/user/${member.userId}/`, { time_zone: 'Pacific/Honolulu' });
  assert.equal((await change(mine, goal, bodyOf('distance', 7000))).status, 200);
  const row = await api.context.db
    .selectFrom('user_goals')
    .select(['metric', 'activity_type_id', 'targets', 'first_day', 'last_day'])
    .where('id', '=', goal.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    [row.first_day, row.targets],
    ['2026-03-30', [{ first_day: '2026-03-30', target: 7_000_000 }]],
  );
  assert.deepEqual(RestoredGoal.safeParse(row).error, undefined);
});

test('[CHAL-03] what is not a goal is refused with a sentence at its field', async () => {
  const mine = as(api, await api.signUp());
  const refused = async (body: object, field: string) => {
    const answer = await mine<ErrorBody>('POST', '/user_goal/', body);
    assert.equal(answer.status, 400, answer.text);
    assert.deepEqual(Object.keys(answer.body.diagnostics ?? {}), [field]);
  };
  await refused(bodyOf('distance', 0), 'criteria.threshold.value');
  await refused(bodyOf('count', 1.5), 'criteria.threshold.value');
  await refused(bodyOf('duration', 700_000), 'criteria.threshold.value');
  await refused(bodyOf('speed' as GoalMetric, 3), 'criteria.threshold.metric');
  await refused(bodyOf('count', 1, 99_998), 'criteria.activity_type_id');
  await refused({ ...bodyOf('count', 1), period: 'P1M' }, 'period');
  const goal = await setGoal(mine, 'count', 1);
  const other = await change<ErrorBody>(mine, goal, bodyOf('distance', 5000));
  assert.deepEqual(Object.keys(other.body.diagnostics ?? {}), ['criteria.threshold.metric']);
  const twin = await mine<ErrorBody>('POST', '/user_goal/', bodyOf('count', 2));
  assert.deepEqual([twin.status, twin.body.error], [409, 'goal_exists']);
});

test('[CHAL-03] a repeated form sets one goal; taps at once set one; a member has at most so many', async () => {
  const mine = as(api, await api.signUp());
  const key = { 'idempotency-key': 'form-1' };
  const twice = await Promise.all(
    [1, 2].map(() => mine<UserGoal>('POST', '/user_goal/', bodyOf('count', 1), key)),
  );
  assert.deepEqual(
    twice.map(({ status }) => status),
    [201, 201],
  );
  assert.equal(twice[0]!.body.id, twice[1]!.body.id);
  const taps = await Promise.all([1, 2, 3].map(() => mine('POST', '/user_goal/', bodyOf('distance', 9000))));
  assert.deepEqual(
    taps.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409],
  );
  for (const { id } of CATALOGUE.slice(0, ACTIVE_GOALS_MAX - 2)) await setGoal(mine, 'count', 1, id);
  const more = await mine<ErrorBody>('POST', '/user_goal/', bodyOf('energy', 5000));
  assert.deepEqual([more.status, more.body.error], [409, 'too_many_goals']);
});

test('[CHAL-03] [WORK-01] others see the goals and the workouts that privacy allows, and change nothing', async (t) => {
  moveClock(t, WEDNESDAY);
  const member = await api.signUp({ time_zone: 'UTC' });
  const mine = as(api, member);
  const friend = await api.signUp();
  await befriend(api, member, friend);
  const [friends, strangers, visitors] = [as(api, friend), as(api, await api.signUp()), as(api, null)];
  const all = await setGoal(mine, 'count', 3);
  await change(mine, all, { privacy: 3 });
  const secret = await setGoal(mine, 'distance', 5000);
  await change(mine, secret, { privacy: 0 });
  const close = await setGoal(mine, 'duration', 5000);
  await change(mine, close, { privacy: 1 });
  const query = `?user=${member.userId}`;
  const seenBy = async (call: As) =>
    (await progressOf(call, query)).map(({ goal, progress }) => [goal.id, progress.value]);
  // As with a dashboard: whoever may see no workout is told that there is no such member.
  assert.equal((await strangers('GET', `/user_goal_progress/${query}`)).status, 404);
  for (const privacy of [0, 1, 3] as const)
    await log(mine, {
      start_datetime: '2026-05-12T08:00:00Z',
      start_locale_timezone: 'UTC',
      duration: 3600,
      privacy,
    });
  assert.deepEqual(await seenBy(mine), [
    [close.id, 10_800],
    [secret.id, 30_000],
    [all.id, 3],
  ]);
  assert.deepEqual(await seenBy(friends), [
    [close.id, 7200],
    [all.id, 2],
  ]);
  for (const call of [strangers, visitors]) assert.deepEqual(await seenBy(call), [[all.id, 1]]);
  const board = (await friends<Dashboard>('GET', `/dashboard/${query}`)).body;
  assert.deepEqual(
    board.goals.map(({ goal, progress }) => [goal.id, progress.value]),
    await seenBy(friends),
  );
  assert.equal(
    (await friends<UserGoalProgressList>('GET', `/user_goal_progress/${query}`)).body.is_own,
    false,
  );
  for (const call of [friends, strangers])
    assert.equal((await change(call, all, { status: 'abandoned' })).status, 404);
  assert.equal((await visitors('PATCH', `/user_goal/${all.id}/`, { status: 'abandoned' })).status, 401);
  assert.equal((await visitors('GET', '/user_goal/')).status, 401);
  assert.equal((await mine<UserGoalList>('GET', '/user_goal/')).body.total_count, 3);
});
