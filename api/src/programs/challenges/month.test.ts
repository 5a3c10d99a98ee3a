import assert from 'node:assert/strict';
import test, { after, before, mock } from 'node:test';
import {
  type ChallengeDetails,
  type LoyaltyPoints,
  SERVICE_BASES,
  type StartedPlanDetails,
  type UserGoal,
  type UserGoalProgressList,
  type Workout,
} from '@waymark/api-contract';
import { befriend } from '../../members/friends/testing.ts';
import { withoutChallengeSweep } from './challenges.test-helper.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { addDays } from '../../kernel/local-day.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { announceAwards } from './awards.ts';
import { finishChallenges } from './finish-challenges.ts';

const ZONE = 'Europe/Warsaw';
let now = '2026-05-01T05:00:00Z';
let api: TestApi;
before(async () => {
  api = await startTestApi({ env: { ROLLOUTS: 'loyalty=enabled' }, services: withoutChallengeSweep });
  mock.method(api.context, 'now', () => new Date(now));
});
after(() => api.stop());

/** What the hourly jobs do, at this hour. */
async function moveTo(day: string, hour: string): Promise<void> {
  now = `${day}T${hour}:00Z`;
  await finishChallenges(api.context);
  await announceAwards(api.context);
}

/** The third week of the plan is spent in bed. */
const isIll = (day: string): boolean => day >= '2026-05-18' && day <= '2026-05-24';

test('[CHAL-01] [CHAL-02] [CHAL-03] [CHAL-04] [CHAL-05] [DATA-04] a month of two friends: goal, challenge, plan and points follow each day of it', async () => {
  const [ana, ben] = [await api.signUp({ time_zone: ZONE }), await api.signUp({ time_zone: ZONE })];
  await befriend(api, ana, ben);
  const call = as(api, ana);
  const challenges = <T>(member: TestMember, method: string, path: string, body?: object) =>
    api.call<T>(method, SERVICE_BASES.challenges + path, { token: member.token, ...(body && { body }) });

  const goal = await call<UserGoal>('POST', '/user_goal/', {
    criteria: { activity_type_id: 16, threshold: { metric: 'count', value: 2 } },
  });
  assert.equal(goal.status, 201, goal.text);
  const plan = await call<StartedPlanDetails>('POST', '/started_plan/', {
    plan: 'first-5k',
    day: '2026-05-04',
    anchor: 'start',
  });
  assert.equal(plan.status, 201, plan.text);
  const made = await challenges<ChallengeDetails>(ana, 'POST', '/v2/challenges', {
    title: 'May on foot',
    kind: 'distance',
    activity_groups: ['run', 'walk'],
    first_day: '2026-05-01',
    last_day: '2026-05-31',
    target: 40_000,
  });
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  for (const member of [ana, ben]) {
    const joined = await challenges(member, 'POST', `/challenges/${id}/users`, {});
    assert.equal(joined.status, 201, joined.text);
  }
  const details = async (member: TestMember) =>
    (await challenges<ChallengeDetails>(member, 'GET', `/challenges/challenge/${id}/details`)).body;

  const runs: Workout[] = [];
  const weekly: { day: string; count: number; streak: number }[] = [];
  for (let day = '2026-05-01'; day <= '2026-05-31'; day = addDays(day, 1)) {
    await moveTo(day, '09:00');
    const { sessions } = (await call<StartedPlanDetails>('GET', `/started_plan/${plan.body.id}/`)).body;
    const planned = sessions.find((session) => session.day === day);
    if (planned && !isIll(day))
      runs.push(
        await log(call, {
          activity_type_id: planned.sport === 'walk' ? 9 : 16,
          start_datetime: `${day}T06:30:00+02:00`,
          start_locale_timezone: ZONE,
          duration: (planned.duration ?? 1800) + 60,
          distance: 4000,
        }),
      );
    // A friend who runs less often, and farther.
    if (day.endsWith('5'))
      await log(as(api, ben), {
        activity_type_id: 16,
        start_datetime: `${day}T07:00:00+02:00`,
        start_locale_timezone: ZONE,
        duration: 3600,
        distance: 12_000,
      });
    await moveTo(day, '20:00');
    const total = runs.length * 4000;
    const { progress } = await details(ana);
    assert.equal(progress!.value, total, day);
    assert.equal(progress!.is_completed, total >= 40_000, day);
    if (new Date(day).getUTCDay() === 0) {
      const [only] = (await call<UserGoalProgressList>('GET', '/user_goal_progress/')).body._embedded
        .user_goal_progress;
      weekly.push({ day, count: only!.progress.value, streak: only!.performance.current_streak });
    }
  }
  assert.deepEqual(weekly, [
    { day: '2026-05-03', count: 0, streak: 0 },
    { day: '2026-05-10', count: 3, streak: 1 },
    { day: '2026-05-17', count: 3, streak: 2 },
    // Not over yet: it ends no streak.
    { day: '2026-05-24', count: 0, streak: 2 },
    // The second run of this week was a walk.
    { day: '2026-05-31', count: 1, streak: 0 },
  ]);
  const standing = async () => {
    const { leaderboard, userAwards } = await details(ana);
    const names = new Map([
      [ana.userId, 'ana'],
      [ben.userId, 'ben'],
    ]);
    return {
      board: leaderboard._embedded.entries.map(({ rank, user, value }) => [rank, names.get(user!.id), value]),
      awards: userAwards.map(({ kind, awarded_datetime: at }) => `${kind} ${at}`),
    };
  };
  const ofBen = (day: string) =>
    log(as(api, ben), {
      activity_type_id: 16,
      start_datetime: `${day}T18:00:00+02:00`,
      start_locale_timezone: ZONE,
      duration: 7200,
      distance: 20_000,
    });
  const last = [
    [1, 'ben', 56_000],
    [2, 'ana', 32_000],
  ];
  await moveTo('2026-06-03', '20:00');
  await ofBen('2026-05-31');
  assert.deepEqual(await standing(), { board: last, awards: [] }, 'a late upload counts for 72 hours');
  await moveTo('2026-06-05', '00:30');
  await ofBen('2026-05-30');
  assert.deepEqual(
    await standing(),
    { board: last, awards: ['rank_2 2026-06-05T00:30:00.000Z'] },
    'results are final, and so are awards',
  );
  const { userAwards } = await details(ben);
  assert.deepEqual(userAwards.map(({ kind, awarded_datetime: at }) => `${kind} ${at}`).toSorted(), [
    'completed 2026-06-03T20:00:00.000Z',
    'rank_1 2026-06-05T00:30:00.000Z',
  ]);

  const { sessions } = (await call<StartedPlanDetails>('GET', `/started_plan/${plan.body.id}/`)).body;
  const untilMay = sessions.filter(({ day }) => day < '2026-06-01');
  assert.deepEqual(
    untilMay.map(({ day, status }) => `${day.slice(5)} ${status}`),
    [
      ...['05-04', '05-06', '05-09', '05-11', '05-13', '05-16'].map((day) => `${day} done`),
      ...['05-18', '05-20', '05-23'].map((day) => `${day} missed`),
      ...['05-26', '05-29'].map((day) => `${day} done`),
    ],
  );
  assert.deepEqual(
    untilMay.flatMap(({ workout }) => workout?.id ?? []),
    runs.map((run) => run.id),
  );

  const points = await api.call<LoyaltyPoints>(
    'GET',
    `${SERVICE_BASES.loyalty}/rewards-points/${ana.userId}`,
    { token: ana.token },
  );
  // Each of the eight: 10 for a workout, and one for each ten minutes of its half hour and more.
  assert.equal(points.body.pointsBalance, runs.length * 13);
});
