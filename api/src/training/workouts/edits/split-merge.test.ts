import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Workout, WorkoutList } from '@waymark/api-contract';
import { decodePreview } from '@waymark/streams';
import { fitSample } from '../../../recordings/testing/sample-fit.ts';
import { gpx } from '../../imports/testing/import-files.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { editor, type Editor, type Refused, unstamped } from './testing.ts';

let api: TestApi;

before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const run = (pauses: [number, number][] = []) =>
  new Uint8Array(fitSample({ points: 3001, speed: 3, sport: 'running', lapEvery: 300, pauses }));

const sum = (workouts: readonly Workout[], figure: keyof Workout['aggregates']) =>
  workouts.reduce((all, { aggregates }) => all + (aggregates[figure] ?? 0), 0);

const near = (actual: number, expected: number, tolerance: number, what: string) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, not ${expected}`);

async function whole(own: Editor, ...given: Parameters<Editor['bring']>): Promise<Workout[]> {
  const workouts = await own.bring(...given);
  await own.call('PUT', `/workout/${workouts[0]!.id}/`, {
    name: 'Long one',
    notes: 'Felt good.',
    privacy: 3,
  });
  return Promise.all(workouts.map(async ({ id }) => (await own.one(id)).body));
}

test('[WORK-06] [WORK-13] a split gives workouts that together are the one there was', async () => {
  const own = await editor(api);
  const [long] = await whole(own, ['run.fit', run([[1200, 600]])]);
  const bytes = await own.bytes(long!.id);
  const preview = (await own.preview(`/splitWorkout/${long!.id}`, { at: [600, 1400] })).body.workouts;
  assert.equal(await own.count(), 1);
  const { body, status } = await own.edit(`/splitWorkout/${long!.id}`, { at: [600, 1400] });
  assert.equal(status, 200);
  const parts = body.workouts;
  assert.deepEqual(
    parts.map(({ id, name, notes, privacy }) => [id === long!.id, name, notes, privacy]),
    [
      [true, 'Long one', 'Felt good.', 3],
      [false, 'Long one (2)', '', 3],
      [false, 'Long one (3)', '', 3],
    ],
  );
  assert.deepEqual(
    parts.map(({ aggregates }) => aggregates),
    preview.map(({ aggregates }) => aggregates),
  );
  for (const figure of [
    'distance_total',
    'active_time_total',
    'metabolic_energy_total',
    'steps_total',
  ] as const)
    near(sum(parts, figure), long!.aggregates[figure]!, 3, figure);
  near(sum(parts, 'ascent_total'), long!.aggregates.ascent_total!, 8, 'ascent');
  // The second split lies in the pause: neither part begins or ends with it.
  assert.deepEqual(
    parts.map(({ aggregates }) => aggregates.paused_time_total),
    [0, 0, 0],
  );
  assert.equal(Date.parse(parts[2]!.start_datetime) - Date.parse(long!.start_datetime), 1_799_000 + 1000);
  assert.deepEqual(new Set(body.edit.workout_ids), new Set(parts.map(({ id }) => id)));
  assert.equal(await own.count(), 3);
  for (const { id } of parts) assert.deepEqual(await own.edits(id), [body.edit]);

  const undone = await own.edit(`/workoutEdits/${body.edit.id}/undo`);
  assert.deepEqual(undone.body.workouts.map(unstamped), [unstamped(long!)]);
  assert.deepEqual(await own.bytes(long!.id), bytes);
  assert.equal(await own.count(), 1);
  for (const { id } of parts.slice(1)) {
    assert.equal((await own.one(id)).status, 404);
    assert.equal((await own.call('POST', `/workout/${id}/restore/`)).status, 404);
  }
});

test('[WORK-06] a split outside the workout, twice at a place or out of order is refused', async () => {
  const own = await editor(api);
  const [long] = await own.bring(['run.fit', run()]);
  const codes = await Promise.all(
    [[0], [3000], [9999], [50, 50], [900, 300], [0.2], [100, 100.3], [-1]].map(
      async (at) => (await own.edit<Refused>(`/splitWorkout/${long!.id}`, { at })).body.errorCode,
    ),
  );
  const outside = Array.from({ length: 5 }, () => 'out_of_range');
  assert.deepEqual(codes, [...outside, 'nothing_left', 'nothing_left', 'validation_error']);
});

test('[WORK-06] what is out of range is told with its value and the range', async () => {
  const own = await editor(api);
  const [long] = await own.bring(['run.fit', run()]);
  const { id } = long!;
  const sentence = async (path: string, body: unknown) =>
    (await own.edit<Refused>(`/${path}/${id}`, body)).body.error_description;
  assert.deepEqual(
    await Promise.all([
      sentence('splitWorkout', { at: [-1] }),
      sentence('splitWorkout', { at: [4000.25] }),
      sentence('splitWorkout', { at: [900, 300] }),
      sentence('cutWorkout', { keep: [{ from: -5, to: 10 }] }),
      sentence('cutWorkout', { keep: [{ from: 700, to: 99_999 }] }),
      sentence('cutWorkout', {
        keep: [
          { from: 10, to: 20 },
          { from: 15, to: 30 },
        ],
      }),
    ]),
    [
      'A place at -1 s lies before the workout: give seconds after its start, from 0 to its end.',
      'A split at 4000.3 s does not fit: this workout goes from 0 to 3000 s.',
      'After 900 s comes 300 s: give the places in order.',
      'A place at -5 s lies before the workout: give seconds after its start, from 0 to its end.',
      'A part from 700 to 99999 s does not fit: this workout goes from 0 to 3000 s.',
      'After 20 s comes 15 s: give the places in order.',
    ],
  );
});

const START = '2026-05-01T08:00:00Z';
const at = (minutes: number) => new Date(Date.parse(START) + minutes * 60_000).toISOString();

test('[WORK-06] [WORK-13] merged workouts are one, with a pause between them, and come apart again', async () => {
  const own = await editor(api);
  // Ten minutes each; the second begins twenty minutes after the first.
  const [first, second] = await whole(
    own,
    ['a.gpx', gpx(START, { name: 'Out' })],
    ['b.gpx', gpx(at(20), { name: 'Back' })],
  );
  await own.call('PUT', `/workout/${second!.id}/`, { notes: 'Wind on the way back.' });
  const before_ = [first!, (await own.one(second!.id)).body];
  const bytes = await Promise.all(before_.map(({ id }) => own.bytes(id)));
  const ids = [second!.id, first!.id];
  const preview = (await own.preview('/mergeWorkouts', { ids })).body.workouts;
  assert.equal(await own.count(), 2);
  const { body, status } = await own.edit('/mergeWorkouts', { ids });
  assert.equal(status, 200);
  const [one] = body.workouts;
  assert.deepEqual(
    [one!.id, one!.name, one!.privacy, one!.notes],
    [first!.id, 'Long one', second!.privacy, 'Felt good.\n\nWind on the way back.'],
  );
  assert.deepEqual([preview[0]!.aggregates], [one!.aggregates]);
  // The second begins 1.7 km from where the first ended: no line leads there.
  const { points, breaks } = decodePreview(one!.preview.polyline!);
  assert.equal(breaks.length, 1);
  assert.deepEqual([points[breaks[0]! - 1]![1], points[breaks[0]!]![1]], [52.215_47, 52.2]);
  for (const figure of ['distance_total', 'active_time_total'] as const)
    near(one!.aggregates[figure]!, sum(before_, figure), 0.02, figure);
  near(one!.aggregates.paused_time_total!, 20 * 60 - 595, 0.1, 'paused');
  near(one!.aggregates.elapsed_time_total!, 20 * 60 + 595, 0.1, 'elapsed');
  assert.equal(await own.count(), 1);
  assert.equal((await own.one(second!.id)).status, 404);
  assert.equal((await own.call('POST', `/workout/${second!.id}/restore/`)).status, 404);
  const undone = await own.edit(`/workoutEdits/${body.edit.id}/undo`);
  assert.deepEqual(undone.body.workouts.map(unstamped), before_.map(unstamped));
  assert.deepEqual(await Promise.all(before_.map(({ id }) => own.bytes(id))), bytes);
  assert.equal(await own.count(), 2);
});

test('[WORK-06] workouts that do not go together are not merged', async () => {
  const own = await editor(api);
  const files = [
    ['a.gpx', gpx(START)],
    ['ride.gpx', gpx(at(30), { type: 'cycling' })],
    ['late.gpx', gpx(at(26 * 60))],
    ['over.gpx', gpx(at(8), { points: 400 })],
  ] as const;
  const [a, ride, late, over] = await own.bring(...files);
  const merge = async (...ids: number[]) =>
    (await own.edit<Refused>('/mergeWorkouts', { ids })).body.errorCode;
  assert.equal(await merge(a!.id, ride!.id), 'different_sports');
  assert.equal(await merge(a!.id, late!.id), 'too_far_apart');
  assert.equal(await merge(over!.id, a!.id), 'overlapping');
  assert.equal(await merge(a!.id, a!.id), 'validation_error');
  assert.equal(await merge(a!.id), 'validation_error');
  assert.equal(await merge(a!.id, 12_345), 'not_found');
  const stranger = await editor(api);
  const [foreign] = await stranger.bring(['b.gpx', gpx(at(20))]);
  assert.equal(await merge(a!.id, foreign!.id), 'not_found');
  assert.equal(await own.count(), 4);
});

test('[WORK-06] merging a workout that was split gives back its figures', async () => {
  const own = await editor(api);
  const [long] = await own.bring(['run.fit', run()]);
  const { body } = await own.edit(`/splitWorkout/${long!.id}`, { at: [700, 1900] });
  const ids = body.workouts.map(({ id }) => id).toReversed();
  const merged = (await own.edit('/mergeWorkouts', { ids })).body.workouts[0]!;
  assert.equal(merged.id, long!.id);
  for (const [figure, value] of Object.entries(long!.aggregates)) {
    const now = merged.aggregates[figure as keyof Workout['aggregates']];
    if (value === null) assert.equal(now, null, figure);
    else near(now!, value, Math.max(1, value * 1e-6), figure);
  }
  assert.deepEqual(merged.preview, long!.preview);
});

test('[WORK-06] removing the samples leaves what was merged with one of them', async () => {
  const own = await editor(api);
  await own.call('POST', '/workout/samples/');
  const list = await own.call<WorkoutList>('GET', '/workout/');
  const sample = list.body._embedded.workouts.find(
    ({ activity_group, has_time_series }) => activity_group === 'run' && has_time_series,
  )!;
  const later = Date.parse(sample.start_datetime) + sample.aggregates.elapsed_time_total! * 1000 + 600_000;
  const [mine] = await own.bring(['a.gpx', gpx(new Date(later).toISOString())]);
  const { body } = await own.edit('/mergeWorkouts', { ids: [sample.id, mine!.id] });
  assert.equal(body.workouts[0]!.source, 'file');
  await own.call('DELETE', '/workout/samples/');
  assert.equal(
    (await own.one(sample.id)).body.aggregates.distance_total,
    body.workouts[0]!.aggregates.distance_total,
  );
  assert.equal((await own.edits(sample.id))[0]!.can_undo, false);
});

test('[SESS-06] [WORK-06] an edit whose answer was lost is made once; its repeat answers with the edit, and can be undone', async () => {
  const own = await editor(api);
  const [long] = await own.bring(['run.fit', run()]);
  const path = `/splitWorkout/${long!.id}`;
  const body = { at: [600, 1400] };
  const tooLong = await own.edit<Refused>(path, { at: [9000] }, 'split');
  assert.equal(tooLong.body.errorCode, 'out_of_range');
  assert.equal((await own.preview(path, body)).status, 200, 'a preview makes nothing');
  const all = await Promise.all([1, 2, 3].map(() => own.edit(path, body, 'split')));
  all.push(await own.edit(path, body, 'split'));
  for (const one of all) assert.deepEqual([one.status, one.body], [200, all[0]!.body], one.text);
  assert.equal(await own.count(), 3);
  const other = await own.edit<Refused>(path, { at: [700] }, 'split');
  assert.deepEqual([other.status, other.body.error], [422, 'idempotency_key_reused']);
  const ids = all[0]!.body.workouts.map(({ id }) => id);
  const merges = [
    await own.edit('/mergeWorkouts', { ids }, 'merge'),
    await own.edit('/mergeWorkouts', { ids }, 'merge'),
  ] as const;
  assert.deepEqual([merges[1].status, merges[1].body], [200, merges[0].body], merges[1].text);
  const { edit } = merges[1].body;
  assert.equal((await own.edit(`/workoutEdits/${edit.id}/undo`)).status, 200);
  assert.equal(await own.count(), 3);
  const keep = [{ from: 10, to: 400 }];
  const cut = () => own.edit(`/cutWorkout/${ids[1]!}`, { keep }, 'cut');
  const [first, again] = [await cut(), await cut()];
  assert.deepEqual([again.status, again.body], [200, first.body], again.text);
  const elsewhere = await own.edit<Refused>(`/cutWorkout/${ids[0]!}`, { keep }, 'cut');
  assert.equal(elsewhere.body.error, 'idempotency_key_reused');
  const stranger = await editor(api);
  assert.equal((await stranger.edit(`/cutWorkout/${ids[1]!}`, { keep }, 'cut')).status, 404);
  await own.call('DELETE', `/workout/${ids[1]!}/`);
  assert.equal((await cut()).status, 404);
});
