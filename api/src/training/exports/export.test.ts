import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import test, { after, before } from 'node:test';
import type { Workout, WorkoutList } from '@waymark/api-contract';
import { storeParsedWorkout } from '../workouts/store-recording.ts';
import { loadMember } from '../workout-store/member.ts';
import { parseOneWorkout } from '../../recordings/testing/parse-content.ts';
import { triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { gpxPieces } from '../../recordings/testing/sample-files.ts';
import { importAll } from '../imports/testing/import-files.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, log } from '../workouts/testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const FORMATS = ['fit', 'gpx', 'tcx'] as const;

async function download(member: TestMember | null, id: number, format: string) {
  const answer = await fetch(`${api.url}/services/main/v7.1/workout/${id}/export/?format=${format}`, {
    headers: member ? { authorization: `Bearer ${member.token}` } : {},
  });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}
const problemIn = ({ bytes }: { bytes: Uint8Array }) =>
  JSON.parse(Buffer.from(bytes).toString()) as { error: string };

async function withSamples(): Promise<{
  member: TestMember;
  workouts: WorkoutList['_embedded']['workouts'];
}> {
  const member = await api.signUp();
  await as(api, member)('POST', '/workout/samples/');
  const { body } = await as(api, member)<WorkoutList>('GET', '/workout/?limit=100');
  return { member, workouts: body._embedded.workouts };
}

test('[WORK-03] [DATA-02] an exported workout is recognised when it comes back, and is the same for another member', async () => {
  const { member, workouts } = await withSamples();
  const run = workouts.find(({ name }) => name === 'Lakeside run')!;
  for (const format of FORMATS) {
    const { status, headers, bytes } = await download(member, run.id, format);
    assert.equal(status, 200);
    assert.match(
      headers.get('content-disposition')!,
      new RegExp(`filename="\\d{4}-\\d\\d-\\d\\d Lakeside run.${format}"`),
    );
    assert.equal(headers.get('content-length') ?? String(bytes.length), String(bytes.length));
    const again = await importAll(as(api, member), [[`again.${format}`, bytes]]);
    assert.equal(again.get(`again.${format}`)!.state, 'duplicate');
    const other = await api.signUp();
    const there = (await importAll(as(api, other), [[`run.${format}`, bytes]])).get(`run.${format}`)!;
    const original = (await as(api, member)<Workout>('GET', `/workout/${run.id}/`)).body;
    const copy = (await as(api, other)<Workout>('GET', `/workout/${there.workouts[0]!.id}/`)).body;
    for (const key of [
      'name',
      'notes',
      'activity_type_id',
      'start_datetime',
      'start_locale_timezone',
      'device',
      'laps',
      'preview',
    ] as const) {
      assert.deepEqual(copy[key], original[key], `${format} ${key}`);
    }
    // Ours is an estimate by the body of each.
    assert.deepEqual(
      { ...copy.aggregates, metabolic_energy_total: 0 },
      { ...original.aggregates, metabolic_energy_total: 0 },
    );
  }
});

test('[WORK-03] a workout logged by hand has the same figures and load when it comes back', async () => {
  for (const over of [
    { heartrate_max: 180 },
    { heartrate_avg: 140 },
    { energy: 1_000_000, distance: null },
  ]) {
    const member = await api.signUp();
    const logged = await log(as(api, member), { ...over, notes: 'n\n\nb' });
    for (const format of ['fit', 'tcx']) {
      const { bytes } = await download(member, logged.id, format);
      const other = as(api, await api.signUp());
      const there = (await importAll(other, [[`x.${format}`, bytes]])).get(`x.${format}`)!;
      const copy = (await other<Workout>('GET', `/workout/${there.workouts[0]!.id}/`)).body;
      assert.deepEqual(
        [copy.aggregates.heartrate_avg, copy.aggregates.heartrate_max, copy.aggregates.paused_time_total],
        [logged.aggregates.heartrate_avg, logged.aggregates.heartrate_max, null],
      );
      const rounded = ({ speed_avg, ...others }: Workout['aggregates']) => ({
        ...others,
        speed_avg: speed_avg?.toFixed(2),
      });
      assert.deepEqual(rounded(copy.aggregates), rounded(logged.aggregates), format);
      assert.deepEqual([copy.load, copy.notes, copy.name], [logged.load, 'n\n\nb', logged.name]);
    }
  }
});

test('[DATA-03] who may not read a workout may not export it; who may gets it without its owner’s zones', async () => {
  const { member, workouts } = await withSamples();
  const run = workouts.find(({ name }) => name === 'Lakeside run')!;
  const other = await api.signUp();
  assert.equal((await download(other, run.id, 'gpx')).status, 404);
  await as(api, member)('PUT', `/workout/${run.id}/`, { privacy: 3 });
  const open = await download(other, run.id, 'gpx');
  assert.equal(open.status, 200);
  const whole = (await parseOneWorkout(open.bytes)).streams;
  const [lat, lng] = [whole.columns.lat![0]! / 1e7, whole.columns.lng![0]! / 1e7];
  const zone = await as(api, member)('POST', '/privacy_zones/', { name: 'Home', lat, lng, radius: 500 });
  assert.equal(zone.status, 201);
  for (const format of FORMATS) {
    const { bytes } = await download(null, run.id, format);
    const shown = (await parseOneWorkout(bytes)).streams;
    assert.ok(shown.n < whole.n && shown.n > 10);
    shown.columns.lat!.forEach((value, i) => {
      const away = Math.hypot(
        (value / 1e7 - lat) * 111_195,
        (shown.columns.lng![i]! / 1e7 - lng) * 111_195 * Math.cos((lat * Math.PI) / 180),
      );
      assert.ok(away > 500, `${format}: ${away} m from home`);
    });
    assert.equal((await parseOneWorkout((await download(member, run.id, format)).bytes)).streams.n, whole.n);
  }
});

test('[WORK-03] without a recording there is a FIT and a TCX file, and a sentence instead of GPX', async () => {
  const member = await api.signUp();
  const workout = await log(as(api, member), {
    name: 'Gym ../../<x>:"\u202e',
    energy: 500_000,
    heartrate_avg: 130,
  });
  const refused = await download(member, workout.id, 'gpx');
  assert.deepEqual([refused.status, problemIn(refused).error], [422, 'no_track']);
  for (const format of ['fit', 'tcx'] as const) {
    const { headers, bytes } = await download(member, workout.id, format);
    assert.match(headers.get('content-disposition')!, /filename="2026-05-01 Gym .. .. x\.(fit|tcx)"/);
    const read = await parseOneWorkout(bytes);
    assert.equal(read.name, workout.name);
    assert.deepEqual(
      [
        read.summary.distance,
        read.summary.elapsed,
        read.summary.energy,
        read.summary.heartrate?.avg,
        read.timeZone,
      ],
      [10_000, 3600, 500_000, 130, 'Europe/Warsaw'],
    );
  }
});

test('[WORK-03] a triathlon goes out and comes in with its legs', async () => {
  const member = await api.signUp();
  const file = new Uint8Array(triathlonFit(300));
  const { workouts } = (await importAll(as(api, member), [['tri.fit', file]])).get('tri.fit')!;
  for (const format of FORMATS) {
    const { status, bytes } = await download(member, workouts[0]!.id, format);
    assert.equal(status, 200);
    const read = await parseOneWorkout(bytes);
    assert.equal(read.legs.length, 5);
  }
});

test('a workout of 100,000 points is written without keeping others waiting', async () => {
  const member = await api.signUp();
  const parsed = await parseOneWorkout([...gpxPieces({ points: 100_000, power: true })].join(''));
  const { context } = api;
  const owner = await loadMember(context.db, member.userId);
  const id = await context.db.transaction().execute((trx) =>
    storeParsedWorkout(api.context, trx, member.userId, parsed, {
      source: 'file',
      privacy: 0,
      now: context.now(),
      member: owner,
      newId: context.newId,
    }),
  );
  await download(member, id, 'fit');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  for (const format of FORMATS) {
    delay.enable();
    const started = performance.now();
    await download(member, id, format);
    delay.disable();
    const took = performance.now() - started;
    // A ratio within one run: it is cut into many turns, whatever the machine does.
    assert.ok(delay.max / 1e6 < took / 3, `${format}: one turn took ${delay.max / 1e6} of ${took} ms`);
    delay.reset();
  }
});

test('[DATA-02] all workouts come as a table that runs no formula', async () => {
  const { member } = await withSamples();
  const call = as(api, member);
  await log(call, { name: '=HYPERLINK("http://x")', notes: 'two\nlines, "quoted"' });
  await log(call, { name: ' +cmd|calc' });
  await log(call, { name: 'Żółw 🐢', start_datetime: '2026-11-01T00:30:00+01:00' });
  const answer = await fetch(`${api.url}/internal/allWorkouts/`, {
    headers: { authorization: `Bearer ${member.token}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.match(answer.headers.get('content-type')!, /^text\/csv/);
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const lines = bytes.toString().slice(1).split('\r\n');
  assert.equal(lines.length, 1 + 11 + 1);
  assert.match(lines[0]!, /^Id,Date,Local time,/);
  assert.match(
    lines.find((line) => line.includes('Żółw'))!,
    /^\d+,2026-11-01,00:30:00,Europe\/Warsaw,2026-10-31T23:30:00.000Z,Żółw 🐢,Run,10000,3600,/,
  );
  const table = bytes.toString();
  assert.ok(table.includes(`"'=HYPERLINK(""http://x"")"`));
  assert.ok(table.includes(`,"'+cmd|calc",`));
  assert.ok(table.includes(`"two\nlines, ""quoted"""`));
  assert.equal((await fetch(`${api.url}/internal/allWorkouts/`)).status, 401);
});
