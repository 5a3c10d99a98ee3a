import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { ErrorBody, Workout, WorkoutList, WorkoutUpdate } from '@waymark/api-contract';
import { gpx, importAll } from '../imports/testing/import-files.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As, log, RUN } from './testing.ts';

let api: TestApi;

before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const fresh = async () => as(api, await api.signUp());
const one = async (call: As, id: number) => (await call<Workout>('GET', `/workout/${id}/`)).body;

async function change(call: As, id: number, body: WorkoutUpdate): Promise<Workout> {
  const answer = await call<Workout>('PUT', `/workout/${id}/`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const TABLE = [
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed,Average Speed,Elevation Gain,Elevation Loss,Calories',
  '1,"Jan 5, 2020, 7:30:12 PM",Lunch run,Run,Sunny,3900,"10.54",170,,false,,,activities/1.fit.gz,,,3900.0,3600.0,10543.21,4,2.9,120.5,110,650.5',
].join('\n');

/** A run of which another service has only figures: half an hour less in motion than from start to end. */
async function told(call: As): Promise<Workout> {
  const zip = await zipOf([
    ['export_1/activities.csv', TABLE],
    // An archive needs one file that is read.
    ['export_1/activities/2.gpx', gpx('2020-02-01T08:00:00Z')],
  ]);
  await importAll(call, [['strava.zip', new Uint8Array(zip)]]);
  const list = (await call<WorkoutList>('GET', '/workout/')).body._embedded.workouts;
  return one(call, list.find(({ name }) => name === 'Lunch run')!.id);
}

test('[WORK-05] what another service knew of a workout stays unless the member changes what it rests on', async () => {
  const call = await fresh();
  const { id, aggregates, warnings } = await told(call);
  assert.deepEqual(
    [aggregates.active_time_total, aggregates.elapsed_time_total, aggregates.distance_total],
    [3600, 3900, 10_543.21],
  );
  assert.match(warnings.join(' '), /did not hold activities\/1\.fit\.gz/u);
  const noted = await change(call, id, { notes: 'Rainy', heartrate_max: 175 });
  assert.deepEqual(noted.aggregates, { ...aggregates, heartrate_max: 175 });
  assert.deepEqual(noted.warnings, warnings);
  // The time that a form shows is the one in motion: sent back as it is, it changes nothing.
  const longer = await change(call, id, { duration: 3600, distance: 12_000 });
  assert.deepEqual(longer.aggregates, {
    ...noted.aggregates,
    distance_total: 12_000,
    speed_avg: 12_000 / 3600,
  });
  const timed = await change(call, id, { duration: 4000 });
  assert.deepEqual([timed.aggregates.active_time_total, timed.aggregates.elapsed_time_total], [4000, 4000]);
  assert.equal(timed.aggregates.paused_time_total, null);
  assert.equal(timed.aggregates.ascent_total, aggregates.ascent_total);
});

test('[WORK-05] a change replaces the warnings about its figures and keeps all others', async () => {
  const call = await fresh();
  const { id, warnings } = await told(call);
  const fast = await change(call, id, { distance: 100_000 });
  assert.deepEqual(fast.warnings.slice(0, warnings.length), warnings);
  assert.match(fast.warnings.at(-1)!, /unusually high for Run/u);
  assert.equal(fast.warnings.length, warnings.length + 1);
  const slower = await change(call, id, { distance: 10_000, activity_type_id: 9 });
  assert.deepEqual(slower.warnings, warnings);
  const estimated = await change(call, id, { energy: null });
  assert.match(estimated.warnings.at(-1)!, /estimated for 70 kg/u);
  const given = await change(call, id, { energy: 2_000_000 });
  assert.deepEqual(given.warnings, warnings);
});

test('[WORK-05] energy that was estimated says so, and follows distance and time', async () => {
  const call = await fresh();
  const first = await log(call);
  assert.equal(first.energy_estimated, true);
  const doubled = await change(call, first.id, { distance: 20_000, duration: 7200 });
  const same = await log(call, { distance: 20_000, duration: 7200 });
  assert.equal(doubled.aggregates.metabolic_energy_total, same.aggregates.metabolic_energy_total);
  assert.equal(doubled.energy_estimated, true);
  assert.equal((await change(call, first.id, { energy: 1_000_000 })).energy_estimated, false);
  assert.equal((await log(call, { energy: 1_000_000 })).energy_estimated, false);
});

test('[WORK-02] [WORK-05] the ascent of a logged workout is stored, changed and taken away; a recording keeps its own', async () => {
  const call = await fresh();
  const logged = await log(call, { ascent: 320 });
  assert.equal(logged.aggregates.ascent_total, 320);
  const renamed = await change(call, logged.id, { name: 'Hills' });
  assert.equal(renamed.aggregates.ascent_total, 320);
  assert.equal((await change(call, logged.id, { ascent: 410 })).aggregates.ascent_total, 410);
  assert.equal((await change(call, logged.id, { ascent: null })).aggregates.ascent_total, null);
  const files = await importAll(call, [['run.gpx', gpx('2026-05-01T08:00:00Z')]]);
  const { id } = files.get('run.gpx')!.workouts[0]!;
  assert.equal((await call('PUT', `/workout/${id}/`, { ascent: 9000 })).status, 400);
});

test('[WORK-05] the estimate of a recording follows its activity', async () => {
  const call = await fresh();
  const files = await importAll(call, [
    ['run.gpx', gpx('2026-05-01T08:00:00Z')],
    ['ride.gpx', gpx('2026-05-02T08:00:00Z', { type: 'cycling' })],
  ]);
  const [run, ride] = ['run.gpx', 'ride.gpx'].map((name) => files.get(name)!.workouts[0]!);
  const changed = await change(call, run!.id, { activity_type_id: ride!.activity_type_id });
  assert.equal(changed.aggregates.metabolic_energy_total, ride!.aggregates.metabolic_energy_total);
  assert.notEqual(changed.aggregates.metabolic_energy_total, run!.aggregates.metabolic_energy_total);
  assert.equal(changed.energy_estimated, true);
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('[WORK-02] a start is refused unless it has come, whatever the clock of its place shows', async () => {
  const call = await fresh();
  const begin = (start_datetime: string, start_locale_timezone: string) =>
    call<ErrorBody>('POST', '/workout/', { ...RUN, start_datetime, start_locale_timezone });
  // In Kiritimati it is tomorrow already, on Niue still yesterday.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue', 'Europe/Berlin']) {
    assert.equal((await begin(inMinutes(2), zone)).status, 201, 'clocks differ by some minutes');
    for (const minutes of [10, 60, 23 * 60]) {
      const { status, body } = await begin(inMinutes(minutes), zone);
      assert.equal(status, 400, `${minutes} minutes ahead in ${zone}`);
      assert.deepEqual(body.diagnostics, {
        start_datetime: ['This start is in the future. Log the workout once it has begun.'],
      });
    }
  }
  const { id } = await log(call);
  const moved = await call<ErrorBody>('PUT', `/workout/${id}/`, { start_datetime: inMinutes(60) });
  assert.equal(moved.status, 400);
  const copy = await call('POST', `/workout/${id}/copy/`, { start_datetime: inMinutes(60) });
  assert.equal(copy.status, 400);
});

test('[WORK-05] a workout that a wrong clock dated some hours ahead can be renamed', async () => {
  const call = await fresh();
  const files = await importAll(call, [['ahead.gpx', gpx(inMinutes(5 * 60))]]);
  const { id, start_datetime } = files.get('ahead.gpx')!.workouts[0]!;
  assert.equal((await change(call, id, { name: 'Renamed', start_datetime })).name, 'Renamed');
});
