import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { SERVICE_BASES, type Workout } from '@waymark/api-contract';
import { fitSample, triathlonFit } from '../../../recordings/testing/sample-fit.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { log } from '../testing.ts';
import { editor, type Editor, type Refused, unstamped } from './testing.ts';

let api: TestApi;
let own: Editor;
let run: Workout;

const near = (actual: number | null, expected: number, tolerance: number, what: string) =>
  assert.ok(
    actual !== null && Math.abs(actual - expected) <= tolerance,
    `${what}: ${actual}, not ${expected}`,
  );

before(async () => {
  api = await startTestApi();
  own = await editor(api);
  // 3,000 s at 3 m/s, ten laps, a pause of five minutes after 20 minutes.
  const file = fitSample({ points: 3001, speed: 3, sport: 'running', lapEvery: 300, pauses: [[1200, 300]] });
  [run] = (await own.bring(['run.fit', new Uint8Array(file)])) as [Workout];
});
after(() => api.stop());

test('[WORK-06] a preview of a cut tells the figures and changes nothing', async () => {
  const [before_, bytes] = [(await own.one(run.id)).body, await own.bytes(run.id)];
  const { status, body } = await own.preview(`/cutWorkout/${run.id}`, { keep: [{ from: 600, to: 1000 }] });
  assert.equal(status, 200);
  const [made] = body.workouts;
  near(made!.aggregates.distance_total, 1200, 3, 'distance');
  near(made!.aggregates.elapsed_time_total, 400, 0.01, 'elapsed');
  assert.equal(Date.parse(made!.start_datetime) - Date.parse(run.start_datetime), 600_000);
  assert.deepEqual((await own.one(run.id)).body, before_);
  assert.deepEqual(await own.bytes(run.id), bytes);
  assert.deepEqual(await own.edits(run.id), []);
});

test('[WORK-06] [WORK-13] a cut keeps the link, its figures come from the series, and undo brings all back', async () => {
  const [whole, bytes] = [(await own.one(run.id)).body, await own.bytes(run.id)];
  const keep = [
    { from: 300, to: 900 },
    { from: 1800, to: 2400 },
  ];
  const preview = (await own.preview(`/cutWorkout/${run.id}`, { keep })).body.workouts[0]!;
  const { status, body } = await own.edit(`/cutWorkout/${run.id}`, { keep });
  assert.equal(status, 200);
  const [cut] = body.workouts;
  assert.deepEqual([cut!.id, cut!.name, cut!.privacy], [run.id, run.name, run.privacy]);
  assert.deepEqual(cut!.aggregates, preview.aggregates);
  const { aggregates: a } = cut!;
  near(a.distance_total, 3600, 6, 'distance');
  near(a.active_time_total, 1200, 2, 'active');
  near(a.paused_time_total, 900, 1, 'paused');
  near(a.elapsed_time_total, 2100, 0.01, 'elapsed');
  near(a.speed_avg, 3, 0.02, 'speed');
  assert.ok(a.heartrate_max! <= whole.aggregates.heartrate_max!);
  assert.ok(a.metabolic_energy_total! < whole.aggregates.metabolic_energy_total!);
  assert.notEqual(cut!.preview.polyline, whole.preview.polyline);
  assert.ok(cut!.laps.length < whole.laps.length && cut!.laps.length === preview.laps);
  assert.deepEqual(
    cut!.laps.map(({ index }) => index),
    cut!.laps.map((_, i) => i),
  );
  assert.ok(cut!.laps.every(({ start, elapsed }) => start >= 0 && start + elapsed <= 2102));
  const series = (
    await own.call<Record<string, [number, number][]>>('GET', `/workout/${run.id}/time_series/`)
  ).body;
  assert.equal(series['distance']![0]![1], 0);
  near(series['distance']!.at(-1)![1], a.distance_total!, 0.01, 'the series end with the distance');

  assert.deepEqual(await own.edits(run.id), [body.edit]);
  assert.deepEqual([body.edit.kind, body.edit.can_undo, body.edit.workout_ids], ['cut', true, [run.id]]);
  const undone = await own.edit(`/workoutEdits/${body.edit.id}/undo`);
  assert.equal(undone.status, 200);
  assert.deepEqual(undone.body.workouts.map(unstamped), [unstamped(whole)]);
  assert.ok(undone.body.workouts[0]!.updated_datetime > cut!.updated_datetime);
  assert.deepEqual(unstamped((await own.one(run.id)).body), unstamped(whole));
  assert.deepEqual(await own.bytes(run.id), bytes);
  const again = await own.edit<Refused>(`/workoutEdits/${body.edit.id}/undo`);
  assert.deepEqual(
    [again.status, again.body.errorCode, again.body.error],
    [409, 'edit_undone', 'edit_undone'],
  );
});

test('[WORK-06] a lap that stays whole keeps its figures, one that is cut shrinks', async () => {
  const whole = (await own.one(run.id)).body;
  const at = whole.laps[2]!.start;
  const { body } = await own.edit(`/cutWorkout/${run.id}`, { keep: [{ from: at - 100, to: 3300 }] });
  const [first, second] = body.workouts[0]!.laps;
  near(first!.elapsed, 100, 1.1, 'what is left of the second lap');
  near(first!.distance, 300, 5, 'its distance');
  assert.deepEqual(
    { ...second!, index: 0, start: 0 },
    { ...whole.laps[2]!, index: 0, start: 0 },
    'the third lap is as it was',
  );
  near(second!.start, 100, 0.6, 'it begins when it began');
  assert.equal((await own.edit(`/workoutEdits/${body.edit.id}/undo`)).status, 200);
  assert.deepEqual(unstamped((await own.one(run.id)).body), unstamped(whole));
});

test('[WORK-06] ranges that make no sense are refused in words, with their code', async () => {
  const cases: [keep: unknown, code: string][] = [
    [[{ from: 500, to: 500 }], 'out_of_range'],
    [[{ from: 900, to: 300 }], 'out_of_range'],
    [[{ from: 100, to: 99_999 }], 'out_of_range'],
    [[{ from: 50_000, to: 60_000 }], 'out_of_range'],
    [
      [
        { from: 0, to: 500 },
        { from: 400, to: 900 },
      ],
      'out_of_range',
    ],
    [[{ from: 0, to: 3300 }], 'nothing_cut'],
    [[{ from: 100.1, to: 100.2 }], 'nothing_left'],
    [[{ from: -5, to: 900 }], 'validation_error'],
    [[{ from: null, to: 900 }], 'validation_error'],
    [[{ from: 'NaN', to: 900 }], 'validation_error'],
    [[], 'validation_error'],
  ];
  for (const [keep, code] of cases) {
    const { status, body } = await own.edit<Refused>(`/cutWorkout/${run.id}`, { keep });
    assert.equal(status, 400, JSON.stringify(keep));
    assert.deepEqual([body.error, body.errorCode], [code, code], JSON.stringify(keep));
    assert.match(body.error_description, /^[A-Z].*\.$/);
  }
});

test('[WORK-06] a workout without a recording has nothing to cut', async () => {
  const told = await log(own.call);
  for (const path of [`/cutWorkout/${told.id}`, `/splitWorkout/${told.id}`]) {
    const { status, body } = await own.edit<Refused>(path, { keep: [{ from: 0, to: 9 }], at: [5] });
    assert.deepEqual([status, body.errorCode], [409, 'no_recording']);
  }
});

test('[DATA-03] [WORK-06] nobody but its owner edits a workout, whatever its privacy', async () => {
  const stranger = await editor(api);
  const { body: made } = await own.edit(`/cutWorkout/${run.id}`, { keep: [{ from: 0, to: 1000 }] });
  for (const [privacy, status] of [
    [0, 404],
    [3, 403],
  ] as const) {
    await own.call('PUT', `/workout/${run.id}/`, { privacy });
    const before_ = (await own.one(run.id)).body;
    for (const [path, body] of [
      [`/cutWorkout/${run.id}`, { keep: [{ from: 0, to: 500 }] }],
      [`/splitWorkout/${run.id}`, { at: [500] }],
      ['/mergeWorkouts', { ids: [run.id, run.id + 1] }],
    ] as const) {
      for (const query of ['', '?preview=true'])
        assert.equal((await stranger.edit(path + query, body)).status, status, path);
      const visitor = await api.call('POST', SERVICE_BASES.internal + path, { body });
      assert.equal(visitor.status, 401, path);
    }
    const list = await api.call('GET', `${SERVICE_BASES.internal}/workoutEdits?workout=${run.id}`, {
      token: stranger.member.token,
    });
    assert.equal(list.status, status);
    assert.equal((await stranger.edit(`/workoutEdits/${made.edit.id}/undo`)).status, 404);
    assert.deepEqual((await own.one(run.id)).body, before_);
  }
});

test('[WORK-06] a leg of a workout, and a workout of legs, are not cut', async () => {
  const other = await editor(api);
  const [day] = await other.bring(['day.fit', new Uint8Array(triathlonFit(2000))]);
  for (const id of [day!.id, day!.legs[0]!.id]) {
    const { status, body } = await other.preview<Refused>(`/cutWorkout/${id}`, {
      keep: [{ from: 0, to: 100 }],
    });
    assert.deepEqual([status, body.errorCode], [409, 'has_legs']);
  }
});
