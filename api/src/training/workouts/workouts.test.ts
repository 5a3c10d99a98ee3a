import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { ErrorBody, Workout, WorkoutList } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { purgeDeleted } from './purge.ts';
import { as, type As, log, RUN } from './testing.ts';

let api: TestApi;
let call: As;

before(async () => {
  api = await startTestApi();
  call = as(api, await api.signUp());
});
after(() => api.stop());

const fresh = async () => as(api, await api.signUp());
const names = (list: WorkoutList) => list._embedded.workouts.map(({ name }) => name);

test('[WORK-02] a workout logged by hand has its figures, its pace and an estimate of its energy', async () => {
  const workout = await log(call, { heartrate_avg: 150, heartrate_max: 171, notes: 'Windy.' });
  const { aggregates } = workout;
  assert.equal(aggregates.distance_total, 10_000);
  assert.equal(aggregates.active_time_total, 3600);
  assert.equal(aggregates.elapsed_time_total, 3600);
  assert.ok(Math.abs(aggregates.speed_avg! - 10_000 / 3600) < 1e-9);
  assert.equal(aggregates.heartrate_avg, 150);
  assert.equal(aggregates.heartrate_max, 171);
  assert.ok(aggregates.metabolic_energy_total! > 3_000_000);
  assert.match(workout.warnings.join(' '), /estimated for 70 kg/u);
  assert.equal(workout.start_datetime, '2026-05-01T05:30:00.000Z');
  assert.equal(workout.start_utc_offset, 120);
  assert.equal(workout.activity_name, 'Run');
  assert.equal(workout.hrZones.length, 5);
  const again = await call<Workout>('GET', `/workout/${workout.id}/`);
  assert.deepEqual(again.body, workout);
});

test('[WORK-02] energy that the member gives is kept, and the calls agree on the estimate', async () => {
  assert.equal((await log(call, { energy: 1_000_000 })).aggregates.metabolic_energy_total, 1_000_000);
  const asked = await call<{ energy: number; weight_assumed: boolean; formula: string }>(
    'GET',
    '/workout/calculate/calories/?activity_type=16&duration=3600&distance=10000',
  );
  assert.equal(asked.status, 200);
  assert.equal(asked.body.energy, (await log(call)).aggregates.metabolic_energy_total);
  assert.equal(asked.body.weight_assumed, true);
  const unknown = await call('GET', '/workout/calculate/calories/?activity_type=999999&duration=60');
  assert.equal(unknown.status, 400);
});

const BAD: [field: string, value: unknown, sentence: RegExp][] = [
  ['activity_type_id', 999_999, /from the list/u],
  ['start_datetime', '2199-01-01T00:00:00Z', /future/u],
  ['start_datetime', 'yesterday', /Invalid date/u],
  ['start_locale_timezone', 'Europe/Atlantis', /time zone/u],
  ['duration', 0, /how long/u],
  ['duration', 31 * 86_400, /at most 30 days/u],
  ['distance', -1, /negative/u],
  ['energy', -1, /negative/u],
  ['heartrate_avg', 400, /between 20 and 260/u],
  ['notes', 'x'.repeat(10_001), /10,000/u],
  ['privacy', 2, /privacy/iu],
];
for (const [field, value, sentence] of BAD) {
  test(`[WORK-02] ${field} ${String(value).slice(0, 24)} is refused with a sentence`, async () => {
    const answer = await call<ErrorBody>('POST', '/workout/', { ...RUN, [field]: value });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.error, 'validation_error');
    assert.match(answer.body.diagnostics?.[field]?.join(' ') ?? '', sentence);
  });
}

test('[WORK-02] the highest heart rate cannot be below the average; an unlikely speed is kept with a word', async () => {
  const answer = await call<ErrorBody>('POST', '/workout/', {
    ...RUN,
    heartrate_avg: 150,
    heartrate_max: 149,
  });
  assert.deepEqual(Object.keys(answer.body.diagnostics ?? {}), ['heartrate_max']);
  const fast = await log(call, { distance: 100_000 });
  assert.match(fast.warnings.join(' '), /unusually high for Run/u);
});

test('[WORK-05] a change keeps what it does not name and computes again what rests on it', async () => {
  const { id, aggregates } = await log(call, { notes: 'Keep me.' });
  const changed = await call<Workout>('PUT', `/workout/${id}/`, { duration: 1800, name: 'Faster' });
  assert.equal(changed.status, 200);
  assert.equal(changed.body.name, 'Faster');
  assert.equal(changed.body.notes, 'Keep me.');
  assert.equal(changed.body.aggregates.elapsed_time_total, 1800);
  assert.ok(Math.abs(changed.body.aggregates.speed_avg! - 10_000 / 1800) < 1e-9);
  assert.notEqual(changed.body.aggregates.metabolic_energy_total, aggregates.metabolic_energy_total);
  const bad = await call<ErrorBody>('PUT', `/workout/${id}/`, { heartrate_avg: 180, heartrate_max: 120 });
  assert.equal(bad.status, 400);
  assert.deepEqual((await call<Workout>('GET', `/workout/${id}/`)).body.aggregates.heartrate_avg, null);
});

test('[WORK-05] energy by hand stays when the time changes, and is estimated anew when taken out', async () => {
  const { id } = await log(call, { energy: 2_000_000 });
  const longer = await call<Workout>('PUT', `/workout/${id}/`, { duration: 7200 });
  assert.equal(longer.body.aggregates.metabolic_energy_total, 2_000_000);
  const without = await call<Workout>('PUT', `/workout/${id}/`, { energy: null });
  assert.ok(without.body.aggregates.metabolic_energy_total! > 2_100_000);
});

test('[WORK-05] a deleted workout comes back within a day, and is gone for good after it', async (t) => {
  const mine = await fresh();
  const { id } = await log(mine);
  await log(mine, { name: 'Other' });
  assert.equal((await mine('DELETE', `/workout/${id}/`)).status, 204);
  assert.equal((await mine('DELETE', `/workout/${id}/`)).status, 404);
  assert.equal((await mine<WorkoutList>('GET', '/workout/')).body.total_count, 1);
  await purgeDeleted(api.context);
  const back = await mine<Workout>('POST', `/workout/${id}/restore/`);
  assert.equal(back.status, 200);
  assert.deepEqual((await mine('POST', `/workout/${id}/restore/`)).body, back.body, 'a repeat finds it back');
  assert.equal((await mine<WorkoutList>('GET', '/workout/')).body.total_count, 2);
  await mine('DELETE', `/workout/${id}/`);
  t.mock.method(api.context, 'now', () => new Date(Date.now() + 25 * 3_600_000));
  assert.equal((await mine('POST', `/workout/${id}/restore/`)).status, 404);
  await purgeDeleted(api.context);
  t.mock.restoreAll();
  assert.equal((await mine('POST', `/workout/${id}/restore/`)).status, 404);
  assert.equal((await mine<WorkoutList>('GET', '/workout/')).body.total_count, 1);
});

test('[WORK-05] a copy keeps figures, name and notes, begins now or when told, and has no recording', async () => {
  const { id } = await log(call, { notes: 'Windy.', energy: 900_000 });
  const before = Date.now();
  const copy = await call<Workout>('POST', `/workout/${id}/copy/`, {});
  assert.equal(copy.status, 201);
  assert.notEqual(copy.body.id, id);
  assert.equal(copy.body.source, 'copy');
  assert.equal(copy.body.notes, 'Windy.');
  assert.equal(copy.body.aggregates.metabolic_energy_total, 900_000);
  assert.ok(Date.parse(copy.body.start_datetime) >= before - 1);
  const told = await call<Workout>('POST', `/workout/${id}/copy/`, {
    start_datetime: '2026-04-01T06:00:00Z',
  });
  assert.equal(told.body.start_datetime, '2026-04-01T06:00:00.000Z');
  const future = await call('POST', `/workout/${id}/copy/`, { start_datetime: '2199-01-01T00:00:00Z' });
  assert.equal(future.status, 400);
});

test('[DATA-02] the list goes page by page in both orders, with filters, links and the true total', async () => {
  const mine = await fresh();
  for (let day = 1; day <= 7; day++) {
    await log(mine, {
      name: `day ${day}`,
      start_datetime: `2026-04-0${day}T10:00:00Z`,
      activity_type_id: day % 2 ? 16 : 11,
    });
  }
  const first = (await mine<WorkoutList>('GET', '/workout/?limit=3')).body;
  assert.deepEqual(names(first), ['day 7', 'day 6', 'day 5']);
  assert.equal(first.total_count, 7);
  assert.equal(first._links['prev'], undefined);
  const next = first._links['next']![0]!.href.replace('/v7.1', '');
  const second = (await mine<WorkoutList>('GET', next)).body;
  assert.deepEqual(names(second), ['day 4', 'day 3', 'day 2']);
  assert.ok(second._links['prev'] && second._links['next']);
  const beyond = (await mine<WorkoutList>('GET', '/workout/?limit=3&offset=30')).body;
  assert.deepEqual([names(beyond), beyond.total_count], [[], 7]);
  const rides = (await mine<WorkoutList>('GET', '/workout/?activity_type=11&order_by=start_datetime')).body;
  assert.deepEqual([names(rides), rides.total_count], [['day 2', 'day 4', 'day 6'], 3]);
  const span = 'started_after=2026-04-03T10:00:00Z&started_before=2026-04-05T10:00:00Z';
  const between = (await mine<WorkoutList>('GET', `/workout/?${span}&limit=1`)).body;
  assert.deepEqual([names(between), between.total_count], [['day 4'], 2]);
  assert.match(between._links['next']![0]!.href, /started_after=2026-04-03/u);
  assert.equal((await as(api, null)('GET', '/workout/')).status, 401);
});

test('[DATA-03] the total follows every change of privacy', async () => {
  const member = await api.signUp();
  const mine = as(api, member);
  const { id } = await log(mine, { privacy: 0 });
  const seen = async () =>
    (await call<WorkoutList>('GET', `/workout/?user=${member.userId}`)).body.total_count;
  assert.equal(await seen(), 0);
  await mine('PUT', `/workout/${id}/`, { privacy: 3 });
  assert.equal(await seen(), 1);
  await mine('DELETE', `/workout/${id}/`);
  assert.equal(await seen(), 0);
  await mine('POST', `/workout/${id}/restore/`);
  assert.equal(await seen(), 1);
});
