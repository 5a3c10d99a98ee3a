import assert from 'node:assert/strict';
import test, { after, before, mock } from 'node:test';
import type {
  ErrorBody,
  NotificationList,
  StartedPlanDetails,
  TrainingPlanDetails,
} from '@waymark/api-contract';
import { Decoder, Stream } from '@garmin/fitsdk';
import { notePremium } from '../../commerce/billing/premium-index.ts';
import { sentenceOf } from '../../community/notifications/sentence.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';
import { adaptPlans } from './adaptive-plans.ts';

let api: TestApi;
let now = '2026-03-02T12:00:00Z';
before(async () => {
  api = await startTestApi();
  mock.method(api.context, 'now', () => new Date(now));
});
after(() => api.stop());

const premiumUntil = (who: TestMember, day: string | null) =>
  notePremium(api.context, who.userId, day === null ? null : Date.parse(`${day}T00:00:00Z`));

async function member({ hasPremium = true } = {}) {
  const who = await api.signUp({ time_zone: 'Europe/Warsaw' });
  if (hasPremium) premiumUntil(who, '2026-12-31');
  return { who, call: as(api, who) };
}

const EASY = { sport: 'run', kind: 'easy', duration: 3600 };
const INTERVALS = {
  sport: 'run',
  kind: 'intervals',
  steps: [
    { duration: 600, warmup: true },
    { reps: 6, steps: [{ distance: 400 }, { duration: 90, intensity: 'recovery' }] },
  ],
};
const LONG = { sport: 'run', kind: 'long', distance: 12_000 };
const week = {
  sessions: [
    { ...EASY, day: 0, title: 'Easy' },
    { ...INTERVALS, day: 2, title: 'Fast' },
    { ...LONG, day: 5, title: 'Long' },
  ],
};
const PLAN = { title: 'Four weeks', weeks: [week, week, week, week] };
const RACE_PLAN = {
  ...PLAN,
  weeks: [
    ...PLAN.weeks,
    { sessions: [{ sport: 'run', kind: 'race', duration: null, distance: 10_000, day: 6, title: 'Race' }] },
  ],
};

/** Started on Monday, 2 March 2026. */
async function start(call: As, plan: object = PLAN): Promise<StartedPlanDetails> {
  now = '2026-03-02T12:00:00Z';
  const made = await call<TrainingPlanDetails>('POST', '/training_plan/', plan);
  assert.equal(made.status, 201, made.text);
  const answer = await call<StartedPlanDetails>('POST', '/started_plan/', {
    plan: made.body.plan,
    day: '2026-03-02',
    anchor: 'start',
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
const change = <T = StartedPlanDetails>(call: As, id: number, body: object) =>
  call<T>('PATCH', `/started_plan/${id}/`, body);
const read = async (call: As, id: number) =>
  (await call<StartedPlanDetails>('GET', `/started_plan/${id}/`)).body;
/** As `Easy 03-02 100`. */
const sessionsOf = ({ sessions }: StartedPlanDetails) =>
  sessions.map(({ title, day, load_percent: load }) => `${title} ${day.slice(5)} ${load}`);
const runAs = (call: As, day: string, more: object = {}) =>
  log(call, {
    start_datetime: `${day}T07:00:00+01:00`,
    start_locale_timezone: 'Europe/Warsaw',
    duration: 3600,
    distance: 9000,
    ...more,
  });
const noticesOf = async (call: As) =>
  (await call<NotificationList>('GET', '/notification/')).body._embedded.notifications;

/** The first session done, the rest of the first week missed: on 10 March it is seven days since. */
async function startAndMissAWeek(call: As, plan?: object): Promise<StartedPlanDetails> {
  const started = await start(call, plan);
  await runAs(call, '2026-03-02');
  now = '2026-03-10T12:00:00Z';
  return started;
}
const linesOf = (text: string): string[] => text.split(/, |\n/u).map((line) => line.trim());
const UNCHANGED = linesOf(`Easy 03-02 100, Fast 03-04 100, Long 03-07 100
  Easy 03-09 100, Fast 03-11 100, Long 03-14 100
  Easy 03-16 100, Fast 03-18 100, Long 03-21 100
  Easy 03-23 100, Fast 03-25 100, Long 03-28 100`);
const ADAPTED = linesOf(`Easy 03-02 100, Fast 03-11 50, Long 03-14 50
  Easy 03-16 75, Fast 03-18 100, Long 03-21 100
  Easy 03-23 100, Fast 03-25 100, Long 03-28 100
  Easy 03-30 100, Fast 04-01 100, Long 04-04 100`);

test('[PREM-01] [CHAL-04] without premium no plan is made adaptive, and everybody may switch it off', async () => {
  const { call, who } = await member({ hasPremium: false });
  const { id, is_adaptive: isAdaptive, adapted } = await startAndMissAWeek(call);
  assert.deepEqual([isAdaptive, adapted], [false, null]);
  const refused = await change<ErrorBody>(call, id, { is_adaptive: true, status: 'stopped' });
  assert.deepEqual([refused.status, refused.body.error], [403, 'premium_required']);
  assert.match(refused.body.error_description, /Get premium/);
  const unchanged = await read(call, id);
  assert.deepEqual([unchanged.is_adaptive, unchanged.status], [false, 'active'], 'nothing of it was done');

  premiumUntil(who, '2026-12-31');
  assert.equal((await change(call, id, { is_adaptive: true })).body.is_adaptive, true);
  premiumUntil(who, null);
  const off = await change(call, id, { is_adaptive: false });
  assert.deepEqual([off.status, off.body.is_adaptive], [200, false]);
});

test('[CHAL-04] a plan that is made adaptive after a missed week goes on where it was left, with less', async () => {
  const { call } = await member();
  const { id } = await startAndMissAWeek(call);
  const { body } = await change(call, id, { is_adaptive: true });
  assert.deepEqual(sessionsOf(body), ADAPTED);
  assert.deepEqual(
    [body.is_adaptive, body.adapted, body.last_day, body.missed_count],
    [true, { day: '2026-03-10', away_days: 7, moved_days: 7, eased_until: '2026-03-16' }, '2026-04-04', 0],
  );
  const [, fast, long, easy] = body.sessions;
  assert.deepEqual(fast!.steps, [
    { duration: 600, warmup: true },
    { reps: 3, steps: [{ distance: 400 }, { duration: 90, intensity: 'recovery' }] },
  ]);
  assert.equal(fast!.duration, 600 + 3 * (Math.round(400 / 2.6) + 90));
  assert.deepEqual([long!.distance, easy!.duration], [6000, 2700]);
  assert.deepEqual(await noticesOf(call), [], 'who sees it happen is not notified');
  assert.deepEqual(sessionsOf((await change(call, id, { is_adaptive: true })).body), ADAPTED);
});

test('[CHAL-04] a race that lies ahead keeps its day and those before it, which become easier', async () => {
  const { call } = await member();
  const { id } = await startAndMissAWeek(call, RACE_PLAN);
  const { body } = await change(call, id, { is_adaptive: true });
  assert.deepEqual(sessionsOf(body), [
    ...UNCHANGED.slice(0, 4),
    'Fast 03-11 50',
    'Long 03-14 50',
    'Easy 03-16 75',
    ...UNCHANGED.slice(7),
    'Race 04-05 100',
  ]);
  assert.deepEqual([body.adapted!.moved_days, body.missed_count], [0, 3]);
});

test('[CHAL-04] switched off, a plan has its full load again and stays where it is', async () => {
  const { call, who } = await member();
  const { id } = await startAndMissAWeek(call);
  const full = new Map((await read(call, id)).sessions.map((session) => [session.id, session]));
  await change(call, id, { is_adaptive: true });
  now = '2026-03-12T12:00:00Z';
  await runAs(call, '2026-03-11', { duration: 1332, distance: 4000 });
  assert.equal((await read(call, id)).sessions[1]!.status, 'done');
  const { body } = await change(call, id, { is_adaptive: false });
  assert.deepEqual(
    sessionsOf(body),
    ADAPTED.map((line) => (line.startsWith('Fast 03-11') ? line : line.replace(/\d+$/u, '100'))),
    'what was done stays as it was done',
  );
  for (const { id: sessionId, steps, distance, duration, status } of body.sessions) {
    const before = full.get(sessionId)!;
    if (status !== 'done')
      assert.deepEqual(
        { steps, distance, duration },
        { steps: before.steps, distance: before.distance, duration: before.duration },
      );
  }
  assert.equal(body.adapted, null);
  const rows = await api.context.db
    .selectFrom('planned_sessions')
    .select(['full_load', 'load_percent', 'revision'])
    .where('user_id', '=', who.userId)
    .orderBy('day')
    .execute();
  assert.deepEqual(
    rows.map(({ full_load: load }) => load !== null),
    rows.map(({ load_percent: percent }) => percent < 100),
  );
  assert.deepEqual(
    rows.slice(0, 5).map(({ revision }) => revision),
    [0, 1, 2, 2, 1],
    'each change counts for calendar apps',
  );
});

test('[CHAL-04] a plan adapts in the background once, however often and at once that runs', async () => {
  const { call } = await member();
  const { id } = await start(call);
  await runAs(call, '2026-03-02');
  await change(call, id, { is_adaptive: true });
  now = '2026-03-08T22:30:00Z';
  await adaptPlans(api.context);
  assert.deepEqual(sessionsOf(await read(call, id)), UNCHANGED, 'five full days away');
  now = '2026-03-10T12:00:00Z';
  await Promise.all([adaptPlans(api.context), adaptPlans(api.context), adaptPlans(api.context)]);
  await adaptPlans(api.context);
  const adapted = await read(call, id);
  assert.deepEqual(sessionsOf(adapted), ADAPTED);
  const [notice, ...others] = await noticesOf(call);
  assert.deepEqual(
    [others.length, notice!.kind, notice!.actor_count, notice!.object, notice!._links['page']],
    [
      0,
      'training_plan',
      0,
      { type: 'training_plan', id, text: 'Four weeks' },
      [{ href: `/training-plans/started/${id}` }],
    ],
  );
  assert.equal(sentenceOf(notice!), 'Your training plan was adapted after your break: “Four weeks”');

  // Away for another week: from the full load, and no sooner than a week after the first time.
  now = '2026-03-16T12:00:00Z';
  await adaptPlans(api.context);
  assert.deepEqual(sessionsOf(await read(call, id)), ADAPTED);
  now = '2026-03-17T12:00:00Z';
  await adaptPlans(api.context);
  const again = await read(call, id);
  assert.deepEqual(again.adapted, {
    day: '2026-03-17',
    away_days: 14,
    moved_days: 7,
    eased_until: '2026-03-30',
  });
  const fast = again.sessions.find(({ day }) => day === '2026-03-18')!;
  assert.deepEqual([fast.load_percent, fast.title], [50, 'Fast']);
  assert.deepEqual(
    fast.steps[1],
    { reps: 3, steps: [{ distance: 400 }, { duration: 90, intensity: 'recovery' }] },
    'half of six and not of three',
  );
  assert.equal((await noticesOf(call)).length, 2, 'one for each day');

  assert.equal((await call('DELETE', `/started_plan/${id}/`)).status, 204);
  assert.deepEqual(await noticesOf(call), [], 'they go with the plan');
});

test('[CHAL-04] an adaptation that breaks off leaves nothing, and the next run makes it up', async () => {
  const { call } = await member();
  const { id } = await start(call);
  await runAs(call, '2026-03-02');
  await change(call, id, { is_adaptive: true });
  now = '2026-03-10T12:00:00Z';
  const broken = mock.method(api.context, 'publish', () => Promise.reject(new Error('cut off')));
  await adaptPlans(api.context);
  assert.ok(broken.mock.callCount() > 0);
  broken.mock.restore();
  const untouched = await read(call, id);
  assert.deepEqual([sessionsOf(untouched), untouched.adapted], [UNCHANGED, null]);
  await adaptPlans(api.context);
  assert.deepEqual(sessionsOf(await read(call, id)), ADAPTED);
  assert.equal((await noticesOf(call)).length, 1);
});

test('[CHAL-04] who trains, has stopped the plan or has ended premium keeps the plan as it is', async () => {
  const plans: { call: As; id: number; why: string }[] = [];
  /** Each has done the first session, and has the rest of its week before them. */
  const add = async (why: string, prepare: (call: As, id: number, who: TestMember) => Promise<unknown>) => {
    const { call, who } = await member();
    const { id } = await start(call);
    await runAs(call, '2026-03-02');
    await change(call, id, { is_adaptive: true });
    now = '2026-03-07T12:00:00Z';
    await prepare(call, id, who);
    plans.push({ call, id, why });
  };
  await add('a run too short for any session', (call) =>
    runAs(call, '2026-03-06', { duration: 600, distance: 1500 }),
  );
  await add('stopped', (call, id) => change(call, id, { status: 'stopped' }));
  await add('switched off', (call, id) => change(call, id, { is_adaptive: false }));
  await add('premium ended', (_call, _id, who) => Promise.resolve(premiumUntil(who, '2026-03-09')));
  now = '2026-03-10T12:00:00Z';
  await adaptPlans(api.context);
  for (const { call, id, why } of plans) assert.deepEqual(sessionsOf(await read(call, id)), UNCHANGED, why);
  assert.equal((await read(plans.at(-1)!.call, plans.at(-1)!.id)).is_adaptive, true, 'the choice stays');

  const { call: rider } = await member();
  const { id } = await start(rider);
  await runAs(rider, '2026-03-02');
  await change(rider, id, { is_adaptive: true });
  now = '2026-03-07T12:00:00Z';
  await runAs(rider, '2026-03-06', { activity_type_id: 11 });
  now = '2026-03-10T12:00:00Z';
  await adaptPlans(api.context);
  assert.deepEqual(sessionsOf(await read(rider, id)), ADAPTED, 'a ride is no run');
});

test('[CHAL-04] a plan that is over is not brought back', async () => {
  const { call } = await member();
  const { id } = await start(call);
  await runAs(call, '2026-03-02');
  now = '2026-03-29T12:00:00Z';
  const { body } = await change(call, id, { is_adaptive: true });
  assert.deepEqual([body.status, sessionsOf(body)], ['over', UNCHANGED]);
});

test('[CHAL-04] plans of others are adapted by nobody else', async () => {
  const { call } = await member();
  const { call: other } = await member();
  const { id } = await startAndMissAWeek(call);
  for (const isAdaptive of [true, false])
    assert.equal((await change(other, id, { is_adaptive: isAdaptive })).status, 404);
  assert.equal((await change(call, id, { is_adaptive: null })).status, 400);
  const plan = await read(call, id);
  assert.deepEqual([plan.is_adaptive, sessionsOf(plan)], [false, UNCHANGED]);
});

test('[CHAL-04] files of an eased session have the eased steps', async () => {
  const { call, who } = await member();
  const { id } = await startAndMissAWeek(call);
  const { body } = await change(call, id, { is_adaptive: true });
  const [, fast, long] = body.sessions;
  const file = (session: number, format: string) =>
    fetch(`${api.url}/services/main/v7.1/planned_session/${session}/file/?format=${format}`, {
      headers: { authorization: `Bearer ${who.token}` },
    });
  const bytes = Buffer.from(await (await file(fast!.id, 'fit')).arrayBuffer());
  const { messages } = new Decoder(Stream.fromByteArray([...bytes])).read();
  assert.equal(messages.workoutStepMesgs!.at(-1)!['repeatSteps'], 3);
  assert.match(await (await file(fast!.id, 'tcx')).text(), /<Repetitions>3<\/Repetitions>/);
  assert.match(await (await file(long!.id, 'tcx')).text(), /<Meters>6000<\/Meters>/);
  assert.equal((await (await file(fast!.id, 'zwo')).text()).match(/ Duration=/g)?.length, 7);
});
