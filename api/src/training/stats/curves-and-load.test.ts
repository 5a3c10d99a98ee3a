import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Curves, TrainingLoad, Workout } from '@waymark/api-contract';
import { bestEffort, powerCurve, unpackStreams } from '@waymark/streams';
import { loadOfMinute } from '@waymark/units';
import { fitSample, triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { gpx, importAll } from '../imports/testing/import-files.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as, type As, log } from '../workouts/testing.ts';
import { assertRecount } from './recount-testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

async function curvesOf(call: As, id: number, query: string): Promise<Curves> {
  const answer = await call<Curves>('GET', `/user_stats/${id}/curves/?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const at = <P extends { meters: number }>(points: P[], meters: number) =>
  points.find((point) => point.meters === meters);

test('[WORK-08] curves are the best of the stored recordings, point for point, with whose they are', async () => {
  const { userId, token } = await api.signUp();
  const call = as(api, { token });
  const ride = fitSample({ sport: 'cycling', points: 1500, speed: 9, power: true, pauses: [[700, 300]] });
  const done = await importAll(call, [['ride.fit', new Uint8Array(ride)]]);
  const id = done.get('ride.fit')!.workouts[0]!.id;
  const packed = await fetch(`${api.url}/services/main/v7.1/workout/${id}/streams/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const streams = await unpackStreams(await packed.arrayBuffer());
  const { distance, power, activity_groups } = await curvesOf(call, userId, 'activity_group=ride');
  assert.deepEqual(activity_groups, ['ride']);
  for (const { meters, seconds, workout } of distance) {
    assert.ok(Math.abs(seconds - bestEffort(streams, meters)!.seconds) < 0.01, `${meters} m`);
    assert.equal(workout.id, id);
  }
  assert.ok(at(distance, 10_000) && !at(distance, 50_000));
  const watts = powerCurve(
    streams,
    power.map(({ seconds }) => seconds),
  );
  assert.ok(power.length > 30);
  for (const [i, point] of power.entries()) assert.ok(Math.abs(point.watts - watts[i]!) < 0.01);
});

test('[WORK-08] a span takes whole years, whole months and single days, and a deletion gives the next best', async () => {
  const { userId, token } = await api.signUp();
  const call = as(api, { token });
  // The later the faster: seconds between two points of 14.5 m, and the points.
  const days: [string, number][] = [
    ['2023-03-10', 8],
    ['2024-01-31', 7],
    ['2024-07-01', 6],
    ['2025-05-20', 5],
    ['2025-06-02', 4],
  ];
  const files = days.map(
    ([day, every]) => [`${day}.gpx`, gpx(`${day}T08:00:00Z`, { every, points: 200, name: day })] as const,
  );
  await importAll(call, files);
  const holder = async (query: string) => {
    const { distance } = await curvesOf(call, userId, `activity_group=run&${query}`);
    return at(distance, 1000)?.workout.day;
  };
  assert.equal(await holder(''), '2025-06-02');
  assert.equal(await holder('to=2025-06-01'), '2025-05-20');
  assert.equal(await holder('to=2025-06-02'), '2025-06-02');
  assert.equal(await holder('from=2023-01-01&to=2024-12-31'), '2024-07-01');
  assert.equal(await holder('from=2023-03-11&to=2024-06-30'), '2024-01-31');
  assert.equal(await holder('to=2024-01-30'), '2023-03-10');
  assert.equal(await holder('from=2024-01-31&to=2024-01-31'), '2024-01-31');
  assert.equal(await holder('from=2025-06-03'), undefined);
  assert.equal(await holder('from=2024-01-15&to=2025-05-31'), '2025-05-20');
  const best = (await curvesOf(call, userId, 'activity_group=run')).distance[0]!.workout.id;
  await call('DELETE', `/workout/${best}/`);
  assert.equal(await holder(''), '2025-05-20');
  await call('POST', `/workout/${best}/restore/`);
  assert.equal(await holder(''), '2025-06-02');
  await call('PUT', `/workout/${best}/`, { activity_type_id: 11 });
  assert.equal(await holder(''), '2025-05-20');
  await assertRecount(api.context.db, userId);
});

test('[DATA-03] a curve that others see holds public workouts only', async () => {
  const { userId, token } = await api.signUp();
  const call = as(api, { token });
  const slow = gpx('2026-03-01T08:00:00Z', { every: 8, points: 200, name: 'slow' });
  const fast = gpx('2026-03-02T08:00:00Z', { every: 4, points: 200, name: 'fast' });
  const done = await importAll(call, [
    ['slow.gpx', slow],
    ['fast.gpx', fast],
  ]);
  await call('PUT', `/workout/${done.get('slow.gpx')!.workouts[0]!.id}/`, { privacy: 3 });
  const names = async (by: As) =>
    new Set((await curvesOf(by, userId, 'activity_group=run')).distance.map(({ workout }) => workout.name));
  assert.deepEqual(await names(call), new Set(['fast']));
  assert.deepEqual(await names(as(api, null)), new Set(['slow']));
});

test('[WORK-08] legs have curves in their own sport, the whole of them none', async () => {
  const { userId, token } = await api.signUp();
  const call = as(api, { token });
  const done = await importAll(call, [['day.fit', new Uint8Array(triathlonFit(2000))]]);
  const parent = (await call<Workout>('GET', `/workout/${done.get('day.fit')!.workouts[0]!.id}/`)).body;
  for (const group of ['swim', 'ride', 'run']) {
    const leg = parent.legs.find(({ activity_group }) => activity_group === group)!;
    const { distance } = await curvesOf(call, userId, `activity_group=${group}`);
    assert.ok(distance.length > 0);
    assert.ok(distance.every(({ workout }) => workout.id === leg.id));
  }
});

const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 0.01, `${a} and ${b}`);

test('[WORK-08] load follows heart rate, age and zones; fitness, fatigue and form follow load', async (t) => {
  t.mock.method(api.context, 'now', () => new Date('2026-05-20T12:00:00Z'));
  const member = await api.signUp({ birthdate: '1986-05-17', gender: 'F' });
  const call = as(api, member);
  const on = (day: string, more: object) => log(call, { start_datetime: `${day}T08:00:00Z`, ...more });
  // 40 years on the day before yesterday.
  const first = await on('2026-05-18', { heartrate_avg: 150, duration: 3600 });
  await on('2026-05-19', { duration: 3600 });
  const expected = 60 * loadOfMinute(150, { resting: 60, maximum: 180, sex: 'F' });
  near(first.load!, expected);
  const load = async (query = '') =>
    (await call<TrainingLoad>('GET', `/user_stats/${member.userId}/training_load/${query}`)).body;
  const plain = await load('?from=2026-05-17');
  assert.deepEqual([plain.counted, plain.not_counted, plain.maximum_from], [1, 1, 'age']);
  assert.deepEqual([plain.resting_heartrate, plain.maximum_heartrate], [60, 180]);
  assert.deepEqual(
    plain.days.map(({ day }) => day),
    ['2026-05-17', '2026-05-18', '2026-05-19', '2026-05-20'],
  );
  const [before, day, next] = plain.days;
  assert.deepEqual([before!.load, before!.fitness], [0, 0]);
  near(day!.fitness, expected * (1 - Math.exp(-1 / 42)));
  near(day!.fatigue, expected * (1 - Math.exp(-1 / 7)));
  near(next!.form, day!.fitness - day!.fatigue);
  // A later begin changes nothing of what came before it.
  assert.deepEqual((await load('?from=2026-05-19')).days, plain.days.slice(2));
  const top = [
    { name: 'easy', start: 0, end: 150 },
    { name: 'hard', start: 151, end: 200 },
  ];
  const made = await call('POST', '/heart_rate_zones/', { zones: top, valid_from: '2026-01-01T00:00:00Z' });
  assert.equal(made.status, 201);
  const lower = 60 * loadOfMinute(150, { resting: 60, maximum: 200, sex: 'F' });
  const follows = (value: number) =>
    until('the load to follow', async () => {
      const { days, maximum_from } = await load('?from=2026-05-18&to=2026-05-18');
      return Math.abs(days[0]!.load - value) < 0.01 && maximum_from === 'zones';
    });
  await follows(lower);
  await call('PUT', `/user/${member.userId}/`, { gender: 'M' });
  await follows(60 * loadOfMinute(150, { resting: 60, maximum: 200, sex: 'M' }));
  await call('PUT', `/workout/${first.id}/`, { heartrate_avg: null });
  assert.deepEqual((await load('?from=2026-05-18')).counted, 0);
  await assertRecount(api.context.db, member.userId);
});
