import assert from 'node:assert/strict';
import test, { after, before, mock } from 'node:test';
import {
  type CalendarAddress,
  type ErrorBody,
  type PlannedSessionDetails,
  SERVICE_BASES,
  type StartedPlanDetails,
  type StartedPlanList,
  type TrainingPlanDetails,
  type TrainingPlanList,
  type Workout,
  type WorkoutList,
} from '@waymark/api-contract';
import { Decoder, Stream } from '@garmin/fitsdk';
import { importAll } from '../../training/imports/testing/import-files.ts';
import { triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { sameId, saveRepeatedly } from '../../testing/repeated-saves.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';

let api: TestApi;
let now = '2026-01-20T12:00:00Z';
before(async () => {
  api = await startTestApi();
  mock.method(api.context, 'now', () => new Date(now));
});
after(() => api.stop());

async function member(more: Parameters<TestApi['signUp']>[0] = { time_zone: 'Europe/Warsaw' }) {
  const who = await api.signUp(more);
  return { who, call: as(api, who) };
}
const run = (day: number, title: string, more: object = {}) => ({
  day,
  sport: 'run',
  kind: 'easy',
  title,
  duration: 1800,
  ...more,
});
const OWN = {
  title: 'Two weeks',
  weeks: [
    {
      sessions: [
        run(0, 'A'),
        run(2, 'B'),
        run(4, 'C', { steps: [{ duration: 600 }, { duration: 1200 }] }),
        run(6, 'D', { kind: 'long', duration: null, distance: 12_000 }),
      ],
    },
    { sessions: [run(1, 'E'), run(6, 'Race', { kind: 'race', duration: null, distance: 10_000 })] },
  ],
};
async function make(call: As, plan: object = OWN): Promise<TrainingPlanDetails> {
  const answer = await call<TrainingPlanDetails>('POST', '/training_plan/', plan);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
async function start(call: As, plan: string, day: string, anchor = 'start'): Promise<StartedPlanDetails> {
  const answer = await call<StartedPlanDetails>('POST', '/started_plan/', { plan, day, anchor });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
const daysOf = ({ sessions }: StartedPlanDetails) =>
  sessions.map(({ title, day }) => `${title} ${day.slice(5)}`);
const idOf = ({ sessions }: StartedPlanDetails, title: string) =>
  sessions.find((session) => session.title === title)!.id;
const change = <T = StartedPlanDetails>(call: As, id: number, body: object) =>
  call<T>('PATCH', `/planned_session/${id}/`, body);
const ran = (call: As, day: string, more: object = {}) =>
  log(call, {
    start_datetime: `${day}T07:00:00+01:00`,
    start_locale_timezone: 'Europe/Warsaw',
    duration: 1800,
    distance: 5000,
    ...more,
  });
const doneOf = async (call: As, id: number) =>
  (await call<StartedPlanDetails>('GET', `/started_plan/${id}/`)).body.sessions.flatMap(
    ({ title, workout }) => (workout ? [`${title} ${workout.closeness}`] : []),
  );

test('[CHAL-04] everybody reads the catalogue, by goal and level; own plans are for their owner and whoever has the link', async () => {
  const { call } = await member();
  const { call: other } = await member();
  const visitor = as(api, null);
  const all = (await visitor<TrainingPlanList>('GET', '/training_plan/')).body;
  assert.ok(all.catalogue.length >= 12);
  const some = (await visitor<TrainingPlanList>('GET', '/training_plan/?goal=marathon&level=advanced')).body;
  assert.deepEqual(
    some.catalogue.map(({ plan }) => plan),
    ['marathon-in-3-30'],
  );
  const first = (await visitor<TrainingPlanDetails>('GET', '/training_plan/first-5k/')).body;
  assert.deepEqual([first.weeks.length, first.is_own, first.link_key], [8, false, null]);
  assert.ok(first.sources.length > 0);

  const { plan, is_own: isOwn, peak_week_duration: peak } = await make(call);
  assert.ok(isOwn && peak > 3 * 1800);
  assert.deepEqual(
    (await call<TrainingPlanList>('GET', '/training_plan/')).body.own.map((one) => one.plan),
    [plan],
  );
  const read = async (who: As, key = '') => (await who('GET', `/training_plan/${plan}/?key=${key}`)).status;
  assert.deepEqual([await read(call), await read(other), await read(visitor)], [200, 404, 404]);
  const share = async () =>
    (await call<{ link_key: string }>('POST', `/training_plan/${plan}/link/`)).body.link_key;
  const old = await share();
  assert.equal(Buffer.from(old, 'base64url').length, 16);
  assert.deepEqual(
    [await read(other, old), await read(visitor, old), await read(other, `${old}x`)],
    [200, 200, 404],
  );
  const fresh = await share();
  assert.deepEqual([await read(other, old), await read(other, fresh)], [404, 200]);
  const shared = await other<StartedPlanDetails>('POST', '/started_plan/', {
    plan,
    key: fresh,
    day: '2026-02-01',
    anchor: 'start',
  });
  assert.deepEqual([shared.status, shared.body.plan], [201, null], 'a copy that says nothing of its maker');
  const { call: blocked, who } = await member();
  assert.equal(await read(blocked, fresh), 200);
  await call('POST', '/user_block/', { _links: { user: [{ href: `/v7.1/user/${who.userId}/` }] } });
  assert.deepEqual([await read(blocked, fresh), await read(other, fresh)], [404, 200]);
  assert.equal((await other('POST', `/training_plan/${plan}/link/`)).status, 404);
  assert.equal((await other('PUT', `/training_plan/${plan}/`, OWN)).status, 404);
  await call('DELETE', `/training_plan/${plan}/link/`);
  assert.equal(await read(other, fresh), 404);
  assert.equal((await call('DELETE', `/training_plan/${plan}/`)).status, 204);
  assert.equal(
    (await other('GET', `/started_plan/${shared.body.id}/`)).status,
    200,
    'what was started stays',
  );
});

test('[CHAL-04] plans of 0 and of 200 weeks and sessions that cannot be are refused with a sentence', async () => {
  const { call } = await member();
  const sentence = async (plan: object) => {
    const { status, body } = await call<ErrorBody>('POST', '/training_plan/', { ...OWN, ...plan });
    assert.equal(status, 400);
    return Object.values(body.diagnostics!).flat()[0];
  };
  const week = (session: object) => ({ ...OWN, weeks: [{ sessions: [{ ...run(0, 'Long'), ...session }] }] });
  assert.equal(await sentence({ weeks: [] }), 'A plan has at least one week.');
  const weeks = Array.from({ length: 200 }, () => OWN.weeks[0]);
  assert.equal(await sentence({ weeks }), 'A plan has at most 52 weeks.');
  assert.equal(await sentence({ weeks: [{ sessions: [] }] }), 'Add at least one session.');
  assert.equal(await sentence(week({ duration: null })), 'Say how long or how far “Long” of week 1 is.');
  assert.equal(
    await sentence(week({ duration: null, steps: [{ reps: 50, steps: [{ duration: 3600 }] }] })),
    'Keep “Long” of week 1 below 24 hours.',
  );
  assert.equal(await sentence({ title: ' ' }), 'Name the plan.');
  for (const steps of [
    [{}],
    [{ duration: 60, distance: 100 }],
    [{ reps: 1, steps: [{ duration: 60 }] }],
    [{ duration: 60, rpe: { value: 3, units: 'rpe' }, power: { value: 80, units: '%ftp' } }],
  ])
    await sentence(week({ steps }));
  const targets = [
    [{ hr: { value: 200, units: 'hr_zone' } }, 'Set a heart rate zone from 1 to 5.'],
    [{ hr: { value: 2.5, units: 'hr_zone' } }, 'Set a heart rate zone from 1 to 5.'],
    [{ hr: { start: 120, end: 260, units: 'bpm' } }, 'Set a heart rate between 30 and 250 bpm.'],
    [{ power: { value: 1500, units: '%ftp' } }, 'Set power between 10 and 300% of FTP.'],
    [{ power: { start: 0, end: 90, units: 'w' } }, 'Set power between 1 and 2,500 W.'],
    [{ pace: { value: 20, units: 'secs/km' } }, 'Set a pace between 1 and 60 minutes per km.'],
    [{ rpe: { value: 11, units: 'rpe' } }, 'Set an effort between 1 and 10.'],
  ] as const;
  for (const [target, expected] of targets)
    for (const steps of [[{ duration: 60, ...target }], [{ reps: 2, steps: [{ duration: 60, ...target }] }]])
      assert.equal(await sentence(week({ steps })), expected);
  const sessions = Array.from({ length: 15 }, () => run(0, 'x'));
  assert.equal(await sentence({ weeks: [{ sessions }] }), 'A week has at most 14 sessions.');
  await make(
    call,
    week({
      steps: [
        {
          reps: 4,
          steps: [{ distance: 400, pace: { start: 240, end: 250, units: 'secs/km' } }, { duration: 90 }],
        },
      ],
      duration: null,
    }),
  );
});

test('[CHAL-04] a plan starts on a day or ends on one, by the calendar: over 31 January, February and clock changes', async () => {
  now = '2026-01-20T12:00:00Z';
  const { call } = await member();
  const { plan } = await make(call);
  const started = await start(call, plan, '2026-01-31');
  assert.deepEqual(daysOf(started), ['A 01-31', 'B 02-02', 'C 02-04', 'D 02-06', 'E 02-08', 'Race 02-13']);
  // Clocks in Poland change on 29 March.
  const race = await start(call, plan, '2026-03-31', 'finish');
  assert.deepEqual(daysOf(race), ['A 03-18', 'B 03-20', 'C 03-22', 'D 03-24', 'E 03-26', 'Race 03-31']);
  const tooLate = await call<ErrorBody>('POST', '/started_plan/', {
    plan: 'first-marathon',
    day: '2026-03-01',
    anchor: 'finish',
  });
  assert.deepEqual(
    [tooLate.status, tooLate.body.diagnostics!['day']],
    [400, ['This plan takes 18 weeks. Choose 2026-04-27 or later.']],
  );
  for (const day of ['2026-02-30', '2025-12-01', '2028-01-01'])
    assert.equal((await call('POST', '/started_plan/', { plan, day, anchor: 'start' })).status, 400, day);
  await start(call, plan, '2026-02-01');
  const fourth = await call<ErrorBody>('POST', '/started_plan/', {
    plan,
    day: '2026-02-01',
    anchor: 'start',
  });
  assert.deepEqual([fourth.status, fourth.body.error], [409, 'too_many_active_plans']);
  assert.equal(
    (await call('POST', '/started_plan/', { plan: 'no-such', day: '2026-02-01', anchor: 'start' })).status,
    404,
  );
});

test('[SESS-06] [CHAL-04] a plan that is saved again is one plan', async () => {
  const [own, other] = [await member(), await member()];
  const { answers, theirs } = await saveRepeatedly<TrainingPlanDetails>(api, {
    path: `${SERVICE_BASES.main}/training_plan/`,
    body: OWN,
    changed: { ...OWN, title: 'Three weeks' },
    refused: { ...OWN, title: ' ' },
    members: [own.who, other.who],
  });
  const plan = sameId(answers.map((made) => ({ id: made.plan })));
  assert.notEqual(theirs.plan, plan);
  const { body } = await own.call<TrainingPlanList>('GET', '/training_plan/');
  assert.deepEqual(
    body.own.map((one) => one.plan),
    [plan],
  );
});

test('[CHAL-04] a start that is repeated with its key makes one plan', async () => {
  const { call } = await member();
  const body = { plan: 'first-5k', day: '2026-02-01', anchor: 'start' };
  const send = () => call<StartedPlanDetails>('POST', '/started_plan/', body, { 'idempotency-key': 'once' });
  const [one, two] = await Promise.all([send(), send()]);
  assert.deepEqual([one.status, two.status, one.body.id], [201, 201, two.body.id]);
});

test('[CHAL-04] sessions move, swap and are skipped, and the plan closes up', async () => {
  now = '2026-01-20T12:00:00Z';
  const { call, who } = await member();
  const plan = await start(call, (await make(call)).plan, '2026-02-02');
  const id = (title: string) => idOf(plan, title);
  const moved = await change(call, id('A'), { day: '2026-02-03' });
  assert.equal(daysOf(moved.body)[0], 'A 02-03');
  const swapped = await change(call, id('B'), { swap_with: id('D') });
  assert.deepEqual(daysOf(swapped.body).slice(0, 4), ['A 02-03', 'D 02-04', 'C 02-06', 'B 02-08']);
  await change(call, id('B'), { swap_with: id('D') });
  const closed = await change(call, id('B'), { is_skipped: true, closes_up: true });
  assert.deepEqual(daysOf(closed.body), [
    'A 02-03',
    'B 02-04',
    'C 02-04',
    'D 02-06',
    'E 02-10',
    'Race 02-15',
  ]);
  assert.equal(closed.body.sessions.find(({ title }) => title === 'B')!.status, 'skipped');
  const back = await call<StartedPlanDetails>('PUT', `/started_plan/${plan.id}/days/`, {
    sessions: [
      { id: id('C'), day: '2026-02-06' },
      { id: id('D'), day: '2026-02-08' },
    ],
  });
  assert.deepEqual(daysOf(back.body).slice(2, 4), ['C 02-06', 'D 02-08']);
  const skippedE = await change(call, id('E'), { is_skipped: true, closes_up: true });
  assert.equal(daysOf(skippedE.body).at(-1), 'Race 02-15', 'a race keeps its day');
  const shifted = await call<StartedPlanDetails>('PATCH', `/started_plan/${plan.id}/`, {
    shift: { from: '2026-02-06', days: 7 },
  });
  assert.deepEqual(daysOf(shifted.body), [
    'A 02-03',
    'B 02-04',
    'E 02-10',
    'C 02-13',
    'D 02-15',
    'Race 02-22',
  ]);
  const hard = await change(call, id('D'), { day: '2026-02-21' });
  assert.deepEqual(
    hard.body.sessions.filter((one) => one.follows_hard_day).map(({ title }) => title),
    ['Race'],
  );
  assert.equal((await change(call, id('A'), { day: '2030-01-01' })).status, 400);
  assert.equal((await change(call, id('A'), { swap_with: 1 })).status, 404);
  const { call: other } = await member();
  for (const [method, path, body] of [
    ['GET', `/started_plan/${plan.id}/`],
    ['PATCH', `/started_plan/${plan.id}/`, { status: 'stopped' }],
    ['DELETE', `/started_plan/${plan.id}/`],
    ['GET', `/planned_session/${id('A')}/`],
    ['PATCH', `/planned_session/${id('A')}/`, { is_skipped: true }],
    ['GET', `/planned_session/${id('A')}/file/?format=fit`],
  ] as const)
    assert.equal((await other(method, path, body)).status, 404, path);
  assert.equal((await as(api, null)('GET', '/started_plan/')).status, 401);
  await api.context.db.deleteFrom('started_plans').where('user_id', '=', who.userId).execute();
});

test('[CHAL-04] closing up moves nothing to a day that is over', async () => {
  now = '2026-02-03T12:00:00Z';
  const { call } = await member();
  const days = [1, 3, 5].map((day) => run(day, `Day ${day}`));
  const { plan } = await make(call, { ...OWN, weeks: [{ sessions: [run(0, 'A'), ...days] }] });
  const missed = await start(call, plan, '2026-02-02');
  const skip = async (from: StartedPlanDetails, title: string) =>
    daysOf((await change(call, idOf(from, title), { is_skipped: true, closes_up: true })).body);
  assert.deepEqual(
    await skip(missed, 'A'),
    ['A 02-02', 'Day 1 02-03', 'Day 3 02-05', 'Day 5 02-07'],
    'today has a session of its own',
  );
  now = '2026-02-04T12:00:00Z';
  assert.deepEqual(
    await skip(missed, 'Day 1'),
    ['A 02-02', 'Day 1 02-03', 'Day 3 02-04', 'Day 5 02-05'],
    'today is free',
  );
});

test('[CHAL-04] a session is done by the workout that matches best, whatever happens to workouts later', async () => {
  now = '2026-02-20T12:00:00Z';
  const { call } = await member();
  const plan = await start(call, (await make(call)).plan, '2026-02-02');
  const done = () => doneOf(call, plan.id);
  assert.deepEqual(await done(), []);
  assert.equal((await call<StartedPlanDetails>('GET', `/started_plan/${plan.id}/`)).body.missed_count, 6);
  const short = await ran(call, '2026-02-02', { duration: 1300 });
  assert.deepEqual(await done(), ['A 72']);
  await ran(call, '2026-02-02', { activity_type_id: 11 });
  await ran(call, '2026-02-02', { duration: 600 });
  const exact = await ran(call, '2026-02-02', { duration: 1750 });
  assert.deepEqual(await done(), ['A 97'], 'the closest of the day');
  await ran(call, '2026-02-09', { duration: 4000, distance: 10_900 });
  assert.deepEqual(await done(), ['A 97', 'D 91'], 'a day late, by distance');
  await call('DELETE', `/workout/${exact.id}/`);
  assert.deepEqual(await done(), ['A 72', 'D 91']);
  await call('POST', `/workout/${exact.id}/restore/`);
  await call('PUT', `/workout/${exact.id}/`, { start_datetime: '2026-02-04T07:00:00+01:00' });
  assert.deepEqual(await done(), ['A 72', 'B 97', 'D 91'], 'each workout is one session');
  // By hand: this one, or none.
  const a = idOf(plan, 'A');
  const details = (await call<PlannedSessionDetails>('GET', `/planned_session/${a}/`)).body;
  assert.equal(details.candidates[0]!.id, exact.id);
  const chosen = await change(call, a, { workout_id: exact.id });
  assert.deepEqual(
    chosen.body.sessions
      .filter(({ workout }) => workout)
      .map(({ title, workout }) => [title, workout!.id, workout!.is_chosen]),
    [
      ['A', exact.id, true],
      ['D', chosen.body.sessions[3]!.workout!.id, false],
    ],
  );
  assert.equal((await change<ErrorBody>(call, a, { day: '2026-02-03' })).body.error, 'session_done');
  const without = await change(call, a, { workout_id: null });
  assert.ok(without.body.sessions.find(({ id }) => id === a)!.is_unmatched);
  assert.deepEqual(await done(), ['B 97', 'D 91']);
  await change(call, a, { is_matched: true });
  assert.deepEqual(await done(), ['A 72', 'B 97', 'D 91']);
  const { call: other } = await member();
  const foreign = await ran(other, '2026-02-02');
  assert.equal((await change(call, a, { workout_id: foreign.id })).status, 400);
  await call('DELETE', `/workout/${short.id}/`);
  assert.deepEqual(await done(), ['B 97', 'D 91']);
});

test('[CHAL-04] the ride and the run of a triathlon are two sessions; chosen as a whole it is one', async () => {
  now = '2026-02-20T12:00:00Z';
  const { call } = await member();
  const { plan } = await make(call, {
    ...OWN,
    weeks: [
      {
        sessions: [
          run(0, 'Run', { duration: null, distance: 1000 }),
          run(0, 'Ride', { sport: 'ride', duration: null, distance: 4500 }),
          run(0, 'Swim', { sport: 'swim', duration: null, distance: 2000 }),
        ],
      },
    ],
  });
  const started = await start(call, plan, '2026-02-02');
  const file = new Uint8Array(triathlonFit(1000, Date.parse('2026-02-02T09:00:00Z')));
  const [done] = (await importAll(call, [['race.fit', file]])).values();
  const whole = done!.workouts[0]!;
  const legs = (await call<Workout>('GET', `/workout/${whole.id}/`)).body.legs;
  const legOf = (group: string) => legs.find(({ activity_group }) => activity_group === group)!.id;
  const sessions = async () =>
    Object.fromEntries(
      (await call<StartedPlanDetails>('GET', `/started_plan/${started.id}/`)).body.sessions.map(
        ({ title, workout }) => [title, workout?.id ?? null],
      ),
    );
  assert.deepEqual(await sessions(), { Run: legOf('run'), Ride: legOf('ride'), Swim: null });
  const { candidates } = (
    await call<PlannedSessionDetails>('GET', `/planned_session/${idOf(started, 'Swim')}/`)
  ).body;
  assert.deepEqual(
    new Set(candidates.map(({ id }) => id)),
    new Set([whole.id, legOf('run'), legOf('ride'), legOf('swim')]),
    'transitions are no sessions',
  );
  await change(call, idOf(started, 'Swim'), { workout_id: legOf('swim') });
  assert.equal((await sessions())['Swim'], legOf('swim'));
  await change(call, idOf(started, 'Run'), { workout_id: whole.id });
  assert.deepEqual(await sessions(), { Run: whole.id, Ride: null, Swim: null });
  await change(call, idOf(started, 'Ride'), { workout_id: legOf('ride') });
  assert.deepEqual(await sessions(), { Run: legOf('run'), Ride: legOf('ride'), Swim: null });
  await call('PUT', `/workout/${legOf('run')}/`, { activity_type_id: 9 });
  assert.equal((await sessions())['Run'], null, 'the leg was no run');
  await call('DELETE', `/workout/${whole.id}/`);
  assert.deepEqual(await sessions(), { Run: null, Ride: null, Swim: null });
});

test('[CHAL-04] a plan stops, keeps what was done, and can be taken up again', async () => {
  now = '2026-02-06T12:00:00Z';
  const { call } = await member();
  const plan = await start(call, (await make(call)).plan, '2026-02-02');
  await ran(call, '2026-02-02');
  const list = async () => (await call<StartedPlanList>('GET', '/started_plan/')).body;
  assert.deepEqual(
    [(await list()).coming.length, (await list()).started_plans[0]!.next_session!.title],
    [3, 'C'],
  );
  const { coming, started_plans: started } = await list();
  for (const shown of [...coming, started[0]!.next_session!])
    assert.deepEqual(
      shown.steps,
      plan.sessions.find(({ id }) => id === shown.id)!.steps,
      'steps are read later',
    );
  const set = (status: string) => call<StartedPlanDetails>('PATCH', `/started_plan/${plan.id}/`, { status });
  const stopped = (await set('stopped')).body;
  assert.deepEqual(
    [stopped.status, stopped.done_count, stopped.missed_count, stopped.skipped_count],
    ['stopped', 1, 1, 3],
  );
  assert.deepEqual((await list()).coming, []);
  assert.equal(
    (await change<ErrorBody>(call, idOf(plan, 'D'), { is_skipped: true })).body.error,
    'plan_over',
  );
  assert.equal((await set('active')).body.skipped_count, 0);
  now = '2026-03-06T12:00:00Z';
  assert.equal((await list()).started_plans[0]!.status, 'over');
  assert.equal((await call('DELETE', `/started_plan/${plan.id}/`)).status, 204);
  assert.deepEqual((await list()).started_plans, []);
});

test('[CHAL-04] a plan that is stopped and moved at once is refused and stays as it is', async () => {
  now = '2026-02-03T12:00:00Z';
  const { call } = await member();
  const plan = await start(call, (await make(call)).plan, '2026-02-02');
  const patch = (body: object) =>
    call<StartedPlanDetails & Pick<ErrorBody, 'error'>>('PATCH', `/started_plan/${plan.id}/`, body);
  const shift = { from: '2026-02-04', days: 7 };
  const refused = await patch({ status: 'stopped', shift });
  assert.deepEqual([refused.status, refused.body.error], [409, 'plan_over']);
  const after = (await call<StartedPlanDetails>('GET', `/started_plan/${plan.id}/`)).body;
  assert.deepEqual([after.status, daysOf(after)], ['active', daysOf(plan)]);
  await patch({ status: 'stopped' });
  const taken = (await patch({ status: 'active', shift })).body;
  assert.deepEqual(
    [taken.status, daysOf(taken).slice(0, 2)],
    ['active', ['A 02-02', 'B 02-11']],
    'one that is taken up again can be moved with it',
  );
});

test('[CHAL-04] sample workouts are no sessions of a plan', async () => {
  const real = new Date();
  now = real.toISOString();
  const { call } = await member();
  await call('POST', '/workout/samples/');
  const { workouts } = (await call<WorkoutList>('GET', '/workout/')).body._embedded;
  const sample = workouts.find(({ activity_type_id: id }) => id === 16)!;
  const day = sample.start_datetime.slice(0, 10);
  const duration = Math.round(sample.aggregates.active_time_total!);
  const weeks = [{ sessions: [run(0, 'Like it', { duration })] }];
  const plan = await start(call, (await make(call, { ...OWN, weeks })).plan, day);
  assert.deepEqual(await doneOf(call, plan.id), []);
  const { candidates } = (
    await call<PlannedSessionDetails>('GET', `/planned_session/${idOf(plan, 'Like it')}/`)
  ).body;
  assert.deepEqual(candidates, []);
});

test('[CHAL-04] calendar apps take whatever changes an event for newer than what they have', async () => {
  now = '2026-02-02T12:00:00Z';
  const { call } = await member();
  const plan = await start(call, (await make(call)).plan, '2026-02-02');
  const { href } = (await call<CalendarAddress>('POST', '/calendar_address/')).body;
  const key = href!.split('/').at(-2)!;
  const event = async () => {
    const text = await (await fetch(`${api.url}/services/main/v7.1/calendar/${key}/training.ics`)).text();
    const [, first] = text.split('BEGIN:VEVENT');
    const field = (name: string) => new RegExp(`${name}[^:]*:(.*)\r`).exec(first!)![1]!;
    return {
      isDone: field('SUMMARY').startsWith('✓'),
      status: field('STATUS'),
      sequence: Number(field('SEQUENCE')),
      modified: field('LAST-MODIFIED'),
    };
  };
  let before = await event();
  assert.deepEqual([before.isDone, before.status], [false, 'CONFIRMED']);
  const isNewer = async (at: string, change: () => Promise<unknown>) => {
    now = at;
    await change();
    const after = await event();
    assert.ok(after.sequence > before.sequence, `${at}: ${after.sequence} after ${before.sequence}`);
    assert.ok(after.modified > before.modified, `${at}: ${after.modified} after ${before.modified}`);
    before = after;
  };
  let id = 0;
  await isNewer('2026-02-02T13:00:00Z', async () => {
    ({ id } = await ran(call, '2026-02-02'));
  });
  assert.ok(before.isDone);
  await isNewer('2026-02-02T14:00:00Z', () => call('DELETE', `/workout/${id}/`));
  assert.ok(!before.isDone);
  await isNewer('2026-02-02T15:00:00Z', () => call('POST', `/workout/${id}/restore/`));
  assert.ok(before.isDone);
  await isNewer('2026-02-02T16:00:00Z', () =>
    call('PATCH', `/started_plan/${plan.id}/`, { status: 'stopped' }),
  );
});

test('[CHAL-04] sessions download as FIT workout, ZWO and TCX', async () => {
  now = '2026-01-20T12:00:00Z';
  const { call, who } = await member();
  const plan = await start(call, '10k-in-50-minutes', '2026-02-02');
  const session = plan.sessions.find(({ title }) => title === '7 × 400 m')!;
  const file = async (id: number, format: string) =>
    fetch(`${api.url}/services/main/v7.1/planned_session/${id}/file/?format=${format}`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
  const fit = await file(session.id, 'fit');
  assert.match(fit.headers.get('content-disposition')!, /filename="2026-02-03 7 . 400 m\.fit"/);
  const decoder = new Decoder(Stream.fromByteArray([...Buffer.from(await fit.arrayBuffer())]));
  assert.ok(decoder.isFIT() && decoder.checkIntegrity());
  const { messages, errors } = decoder.read();
  assert.deepEqual(errors, []);
  assert.equal(messages.fileIdMesgs![0]!.type, 'workout');
  const [workout] = messages.workoutMesgs!;
  assert.deepEqual(
    [workout!['sport'], workout!['numValidSteps'], workout!['wktName']],
    ['running', 5, '7 × 400 m'],
  );
  const steps = messages.workoutStepMesgs!;
  assert.deepEqual(
    steps.map((step) => [step['durationType'], step['intensity']]),
    [
      ['time', 'warmup'],
      ['distance', 'active'],
      ['time', 'recovery'],
      ['repeatUntilStepsCmplt', undefined],
      ['time', 'cooldown'],
    ],
  );
  assert.deepEqual(
    [
      steps[1]!['durationDistance'],
      steps[1]!['targetType'],
      steps[3]!['durationStep'],
      steps[3]!['repeatSteps'],
    ],
    [400, 'speed', 1, 7],
  );
  assert.ok(
    Math.abs(Number(steps[1]!['customTargetSpeedLow']) - 1000 / 293) < 0.01,
    JSON.stringify(steps[1]),
  );
  const tcx = await (await file(session.id, 'tcx')).text();
  assert.match(tcx, /<Workout Sport="Running">[^]*<Repetitions>7<\/Repetitions>[^]*<ViewAs>Pace<\/ViewAs>/);
  const ride = await start(call, 'century-ride', '2026-02-02');
  const sweet = ride.sessions.find(({ title }) => title === 'Sweet spot')!;
  const zwo = await (await file(sweet.id, 'zwo')).text();
  assert.match(zwo, /<Warmup Duration="900" PowerLow="0.500" PowerHigh="0.750">/);
  assert.equal(zwo.match(/<SteadyState /g)!.length, 4);
  assert.equal((await file(session.id, 'gpx')).status, 400);
});

test('[CHAL-04] the calendar address is secret, is renewed, and answers hostile clients', async () => {
  now = '2026-01-20T12:00:00Z';
  const { call, who } = await member();
  const plan = await start(
    call,
    (
      await make(call, {
        ...OWN,
        weeks: [{ sessions: [run(0, 'Run; easy\r\nATTACH:evil, "x"', { description: 'ö'.repeat(200) })] }],
      })
    ).plan,
    '2026-01-31',
  );
  assert.deepEqual((await call<CalendarAddress>('GET', '/calendar_address/')).body, {
    href: null,
    created_datetime: null,
  });
  const { href } = (await call<CalendarAddress>('POST', '/calendar_address/')).body;
  const key = href!.split('/').at(-2)!;
  assert.equal(Buffer.from(key.split('.')[1]!, 'base64url').length, 16);
  const ask = (k: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/services/main/v7.1/calendar/${k}/training.ics`, { headers });
  const script = await api.call<{ token: string }>('POST', '/internal/oauth2/tokens', {
    token: who.token,
    body: { name: 'mine', scopes: ['workout:read', 'workout:write'], days: 30 },
  });
  const byToken = await api.call('GET', '/services/main/v7.1/calendar_address/', {
    token: script.body.token,
  });
  assert.equal(byToken.status, 403, 'the address would outlive the token');
  const answer = await ask(key);
  const text = await answer.text();
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type')],
    [200, 'text/calendar; charset=utf-8'],
  );
  assert.match(text, /DTSTART;VALUE=DATE:20260131\r\nDTEND;VALUE=DATE:20260201\r\n/);
  assert.doesNotMatch(text, /^ATTACH/m);
  assert.ok(
    text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75),
    'folded at 75 octets',
  );
  assert.ok(!text.includes(key), 'the calendar does not tell its address');
  const etag = answer.headers.get('etag')!;
  // The edge compresses, which makes the tag a weak one.
  for (const held of [etag, `W/${etag}`, `"x", W/${etag}`]) {
    const again = await ask(key, { 'if-none-match': held });
    assert.deepEqual([again.status, await again.text()], [304, ''], held);
  }
  const session = plan.sessions[0]!;
  await change(call, session.id, { is_skipped: true });
  const skipped = await (await ask(key, { 'if-none-match': etag })).text();
  assert.match(skipped, /STATUS:CANCELLED/);
  const sequenceOf = (calendar: string) => Number(/SEQUENCE:(\d+)/.exec(calendar)![1]);
  assert.equal(sequenceOf(skipped), sequenceOf(text) + 1);
  for (const wrong of [
    '',
    'x',
    `${key}x`,
    `${who.userId.toString(36)}.`,
    `${'z'.repeat(20)}.${key.split('.')[1]}`,
    '%00',
    `${key}%0d%0aX`,
    '9'.repeat(100),
  ])
    assert.ok([400, 404].includes((await ask(wrong)).status), wrong);
  await call('POST', '/calendar_address/');
  assert.equal((await ask(key)).status, 404, 'renewed');
  const fresh = (await call<CalendarAddress>('GET', '/calendar_address/')).body.href!.split('/').at(-2)!;
  assert.equal((await ask(fresh)).status, 200);
  await call('DELETE', '/calendar_address/');
  assert.equal((await ask(fresh)).status, 404, 'ended');
});

test('[CHAL-04] a calendar app that asks without pause is told to wait', async () => {
  const limited = await startTestApi({ env: { RATE_LIMITS: 'true' } });
  try {
    const newAddress = async () => {
      const who: TestMember = await limited.signUp();
      const { href } = (await as(limited, who)<CalendarAddress>('POST', '/calendar_address/')).body;
      return limited.url + new URL(href!).pathname;
    };
    const [address, other] = [await newAddress(), await newAddress()];
    const ask = async (where = address) => (await fetch(where)).status;
    const statuses = new Set<number>();
    for (let n = 0; n < 121; n++) statuses.add(await ask());
    assert.deepEqual([...statuses], [200, 429]);
    assert.equal(await ask(other), 200, 'calendars of others that the same service reads');
  } finally {
    await limited.stop();
  }
});
