import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type Photo,
  type Privacy,
  SERVICE_BASES,
  type Workout,
  type WorkoutList,
} from '@waymark/api-contract';
import sharp from 'sharp';
import { gpx } from '../../imports/testing/import-files.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { strictestOf } from '../../../members/visibility/policy.ts';
import { as } from '../testing.ts';
import { editor, unstamped } from './testing.ts';

let api: TestApi;

before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

test('[DATA-03] workouts together are as open as none of them is more', () => {
  const cases: [levels: Privacy[], strictest: Privacy][] = [
    [[3], 3],
    [[3, 3], 3],
    [[3, 6], 6],
    [[1, 3], 1],
    [[0, 3], 0],
    [[6, 6], 6],
    [[1, 1], 1],
    [[0, 1, 3, 6], 0],
    // Friends would find what only its link led to, or its link would lead to what was for friends.
    [[1, 6], 0],
  ];
  for (const [levels, strictest] of cases) {
    assert.equal(strictestOf(levels), strictest, levels.join());
    assert.equal(strictestOf(levels.toReversed()), strictest, levels.join());
  }
});

/** Their addresses are signed anew each time. */
const withoutPhotos = (workout: Workout): Workout => ({ ...unstamped(workout), photos: [] });

const at = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 8) + minutes * 60_000).toISOString();

/** Two runs of ten minutes of one member, the first in time first, with what they may be seen by. */
async function two(first: Privacy, second: Privacy) {
  const own = await editor(api);
  const brought = await own.bring(['a.gpx', gpx(at(0))], ['b.gpx', gpx(at(20))]);
  const [a, b] = brought.map(({ id }) => id) as [number, number];
  await own.call('PUT', `/workout/${a}/`, { privacy: first });
  await own.call('PUT', `/workout/${b}/`, { privacy: second, notes: 'See the doctor.' });
  return { own, a, b };
}

test('[WORK-06] [DATA-03] a merge of a public and a private workout is private, and undone each is what it was', async () => {
  const { own, a, b } = await two(3, 0);
  const visitor = as(api, null);
  const form = new FormData();
  const picture = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#888888' },
  })
    .jpeg()
    .toBuffer();
  form.append('photo', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'secret.jpg');
  await own.call('POST', `/workout/${b}/photos/`, form);
  const before_ = [(await own.one(a)).body, (await own.one(b)).body];
  const preview = (await own.preview('/mergeWorkouts', { ids: [a, b] })).body.workouts;
  assert.equal(preview[0]!.privacy, 0);
  const { body } = await own.edit('/mergeWorkouts', { ids: [a, b] });
  const [merged] = body.workouts;
  assert.deepEqual([merged!.id, merged!.privacy, merged!.notes], [a, 0, 'See the doctor.']);
  assert.equal(merged!.photos.length, 1);
  for (const path of [
    `/workout/${a}/`,
    `/workout/${b}/`,
    `/workout/${a}/time_series/`,
    `/workout/${a}/photos/`,
    `/workout/${b}/photos/`,
  ])
    assert.equal((await visitor('GET', path)).status, 404, path);
  const seen = as(api, await api.signUp());
  const list = await seen<WorkoutList>('GET', `/workout/?user=${own.member.userId}`);
  assert.equal(list.body.total_count, 0);

  const undone = await own.edit(`/workoutEdits/${body.edit.id}/undo`);
  assert.deepEqual(
    undone.body.workouts.map(({ privacy }) => privacy),
    [3, 0],
  );
  assert.deepEqual(undone.body.workouts.map(withoutPhotos), before_.map(withoutPhotos));
  assert.deepEqual(
    undone.body.workouts.map(({ photos }) => photos.length),
    [0, 1],
  );
  assert.equal((await visitor('GET', `/workout/${a}/`)).status, 200);
  assert.equal((await visitor('GET', `/workout/${b}/`)).status, 404);
  const photos = await api.call<{ _embedded: { photos: Photo[] } }>(
    'GET',
    `${SERVICE_BASES.main}/workout/${a}/photos/`,
  );
  assert.deepEqual(photos.body._embedded.photos, []);
});

test('[WORK-06] [DATA-03] the order of the workouts in time does not matter, and equal ones stay as open as they are', async () => {
  const cases = [
    [0, 3, 0],
    [6, 3, 6],
    [3, 3, 3],
  ] as const;
  for (const [first, second, merged] of cases) {
    const { own, a, b } = await two(first, second);
    const { body } = await own.edit('/mergeWorkouts', { ids: [b, a] });
    assert.equal(body.workouts[0]!.privacy, merged);
  }
});
