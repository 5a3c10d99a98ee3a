import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Dashboard, ErrorBody, Workout, WorkoutList } from '@waymark/api-contract';
import { unpackStreams } from '../../recordings/streams/codec.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As, log } from './testing.ts';

let api: TestApi;
let call: As;
let workouts: WorkoutList['_embedded']['workouts'];

before(async () => {
  api = await startTestApi();
  call = as(api, await api.signUp());
  await log(call, { name: 'My own' });
  const added = await call<{ added: number }>('POST', '/workout/samples/');
  assert.equal(added.status, 201);
  assert.equal(added.body.added, 8);
  workouts = (await call<WorkoutList>('GET', '/workout/')).body._embedded.workouts;
});
after(() => api.stop());

const named = (name: string) => workouts.find((workout) => workout.name === name)!;

test('[WORK-01] samples lie in the last four weeks, and their figures are plausible', () => {
  const samples = workouts.filter(({ source }) => source === 'sample');
  assert.equal(samples.length, 8);
  for (const { start_datetime, aggregates, has_time_series } of samples) {
    const days = (Date.now() - Date.parse(start_datetime)) / 86_400_000;
    assert.ok(days > 0 && days < 28);
    assert.ok(has_time_series);
    assert.ok(aggregates.active_time_total! > 1500);
    assert.ok(aggregates.metabolic_energy_total! > 100_000);
    assert.ok(aggregates.heartrate_min! < aggregates.heartrate_avg!);
    assert.ok(aggregates.heartrate_avg! < aggregates.heartrate_max!);
  }
  const run = named('Lakeside run');
  assert.ok(run.aggregates.speed_avg! > 2.5 && run.aggregates.speed_avg! < 4);
  assert.equal(run.start_locale_timezone, 'Europe/Zurich');
  assert.ok(named('Ridge walk').aggregates.ascent_total! > 350);
  assert.ok(named('Round the lake').aggregates.power_avg! > 120);
  assert.equal(named('Morning yoga').start_locale_timezone, 'Europe/Warsaw');
});

test('[WORK-04] a workout with a recording has laps, a preview and its series in two forms', async () => {
  const { id, preview } = named('Lakeside run');
  assert.ok(preview.polyline && preview.bounds);
  const detail = (await call<Workout>('GET', `/workout/${id}/`)).body;
  assert.equal(detail.laps.length, 9);
  assert.ok(detail.laps.slice(0, -1).every((lap) => Math.abs(lap.distance! - 1000) < 15));
  const series = (await call<Record<string, [number, unknown][]>>('GET', `/workout/${id}/time_series/`)).body;
  const [, place] = series['position']![0]! as [number, { lat: number; lng: number; elevation: number }];
  assert.ok(Math.abs(place.lat - 47.36655) < 0.001 && Math.abs(place.lng - 8.54505) < 0.001);
  assert.ok(place.elevation > 400 && place.elevation < 420);
  const [seconds, meters] = series['distance']!.at(-1)!;
  assert.equal(seconds, detail.aggregates.elapsed_time_total);
  assert.ok(Math.abs(Number(meters) - detail.aggregates.distance_total!) < 1);
  const rates = series['heartrate']!.map(([, value]) => Number(value));
  assert.equal(Math.max(...rates), detail.aggregates.heartrate_max);
});

test('[WORK-13] the packed columns are what was stored, and unchanged ones are not sent again', async () => {
  const { id } = named('Round the lake');
  const token = (await api.signUp()).token;
  assert.equal((await as(api, { token })('GET', `/workout/${id}/streams/`)).status, 404);
  const path = `/workout/${id}/streams/`;
  const answer = await call('GET', path);
  assert.equal(answer.headers.get('content-type'), 'application/vnd.waymark.streams');
  assert.match(answer.headers.get('cache-control') ?? '', /private/u);
  const tag = answer.headers.get('etag')!;
  const same = await call('GET', path, undefined, { 'if-none-match': tag });
  assert.equal(same.status, 304);
  await call('PUT', `/workout/${id}/`, { notes: 'Changed.' });
  assert.equal((await call('GET', path, undefined, { 'if-none-match': tag })).status, 200);
});

test('[WORK-13] packed columns open to the kinds that were recorded', async () => {
  const { id } = named('Round the lake');
  const rows = await api.context.db
    .selectFrom('workout_streams')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('workout_id', '=', id)
    .executeTakeFirstOrThrow();
  const url = `${api.url}/services/main/v7.1/workout/${id}/streams/`;
  await call('PUT', `/workout/${id}/`, { privacy: 3 });
  const columns = unpackStreams(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  assert.equal(columns.length, rows.n);
  assert.deepEqual(columns.map(({ kind }) => kind).slice(0, 4), ['time', 'timer', 'lat', 'lng']);
  assert.ok(columns.some(({ kind }) => kind === 'power'));
});

test('[WORK-13] figures of a recording cannot be changed by hand, the description can', async () => {
  const { id, aggregates } = named('Long run');
  const refused = await call<ErrorBody>('PUT', `/workout/${id}/`, {
    distance: 42_195,
    duration: 60,
    notes: 'x',
  });
  assert.equal(refused.status, 400);
  assert.deepEqual(Object.keys(refused.body.diagnostics!).toSorted(), ['distance', 'duration']);
  assert.match(refused.body.error_description, /recording/u);
  const form = {
    name: 'Longest run',
    activity_type_id: 1000,
    distance: Math.round(aggregates.distance_total!),
  };
  const taken = await call<Workout>('PUT', `/workout/${id}/`, form);
  assert.equal(taken.status, 200);
  assert.equal(taken.body.name, 'Longest run');
  assert.equal(taken.body.activity_type_id, 1000);
  assert.deepEqual(taken.body.aggregates, aggregates);
});

test('[WORK-05] a copy of a recording has its figures but neither track nor series', async () => {
  const { id, aggregates } = named('Ridge walk');
  const copy = (await call<Workout>('POST', `/workout/${id}/copy/`, {})).body;
  assert.deepEqual(copy.aggregates, aggregates);
  assert.deepEqual([copy.has_time_series, copy.laps, copy.preview.polyline], [false, [], null]);
  assert.equal((await call('GET', `/workout/${copy.id}/time_series/`)).body?.['error'], 'no_recording');
  assert.equal((await call('GET', `/workout/${copy.id}/streams/`)).status, 204);
  await call('DELETE', `/workout/${copy.id}/`);
});

test("[WORK-01] samples are added once and go in one call, what is the member's own stays", async () => {
  const board = async () => (await call<Dashboard>('GET', '/dashboard/')).body;
  const [first, second] = await Promise.all([
    call<{ added: number }>('POST', '/workout/samples/'),
    call<{ added: number }>('POST', '/workout/samples/'),
  ]);
  assert.equal(first.body.added + second.body.added, 0);
  assert.equal((await board()).has_sample_data, true);
  const removed = await call<{ removed: number }>('DELETE', '/workout/samples/');
  assert.equal(removed.body.removed, 8);
  const list = (await call<WorkoutList>('GET', '/workout/')).body;
  assert.deepEqual([list.total_count, list._embedded.workouts.map(({ name }) => name)], [1, ['My own']]);
  assert.equal((await board()).has_sample_data, false);
});
