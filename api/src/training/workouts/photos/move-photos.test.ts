import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Photo, PhotoList } from '@waymark/api-contract';
import { type Editor, editor } from '../edits/testing.ts';
import { gpx } from '../../imports/testing/import-files.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { addPhotos, jpeg } from './testing.ts';

let api: TestApi;
let picture: Buffer;
before(async () => {
  api = await startTestApi();
  picture = await jpeg(16, 16);
});
after(() => api.stop());

const idsOf = async (own: Editor, workout: number) => {
  const { body } = await own.call<PhotoList>('GET', `/workout/${workout}/photos/`);
  return body._embedded.photos.map(({ id }: Photo) => id);
};
const add = async (own: Editor, workout: number, name: string) =>
  (await addPhotos(own.call, workout, [[name, picture]])).at(-1)!.id;

test('[WORK-06] photos of merged workouts are all there, and return with the undo', async () => {
  const own = await editor(api);
  const workouts = await own.bring(
    ['1.gpx', gpx('2026-05-01T08:00:00Z')],
    ['2.gpx', gpx('2026-05-01T09:00:00Z')],
    ['3.gpx', gpx('2026-05-01T10:00:00Z')],
  );
  const [a, b, c] = workouts.map(({ id }) => id) as [number, number, number];
  const [inA, inB, inC] = [
    await add(own, a, 'a.jpg'),
    await add(own, b, 'b.jpg'),
    await add(own, c, 'c.jpg'),
  ];
  const merge = async (ids: number[]) => {
    const answer = await own.edit('/mergeWorkouts', { ids });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.edit.id;
  };
  const undo = async (edit: number) =>
    assert.equal((await own.edit(`/workoutEdits/${edit}/undo`)).status, 200);
  const first = await merge([b, c]);
  assert.deepEqual(await idsOf(own, b), [inB, inC]);
  const second = await merge([a, b]);
  assert.deepEqual(await idsOf(own, a), [inA, inB, inC]);
  const { body } = await own.call<PhotoList>('GET', `/workout/${a}/photos/`);
  for (const { urls } of body._embedded.photos)
    assert.equal((await fetch(api.url + urls!.small)).status, 200);
  await undo(second);
  assert.deepEqual([await idsOf(own, a), await idsOf(own, b)], [[inA], [inB, inC]]);
  await undo(first);
  assert.deepEqual([await idsOf(own, b), await idsOf(own, c)], [[inB], [inC]]);
});

test('[WORK-06] a split leaves photos with the first part, and what the others got goes back into the whole', async () => {
  const own = await editor(api);
  const [whole] = await own.bring(['1.gpx', gpx('2026-06-01T08:00:00Z')]);
  const before = await add(own, whole!.id, 'before.jpg');
  const { body, status } = await own.edit(`/splitWorkout/${whole!.id}`, { at: [300] });
  assert.equal(status, 200);
  const [first, second] = body.workouts;
  assert.deepEqual([await idsOf(own, first!.id), await idsOf(own, second!.id)], [[before], []]);
  const later = await add(own, second!.id, 'later.jpg');
  await own.edit(`/workoutEdits/${body.edit.id}/undo`);
  assert.deepEqual(await idsOf(own, whole!.id), [before, later]);
});
