import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type ErrorBody,
  type Photo,
  photoCalls,
  type PhotoList,
  type Privacy,
  type Workout,
} from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { as, type As, log } from '../testing.ts';
import { addPhotos, formOf, jpeg } from './testing.ts';

let api: TestApi;
let owner: As;
let stranger: As;
let visitor: As;
let picture: Buffer;

before(async () => {
  api = await startTestApi();
  owner = as(api, await api.signUp());
  stranger = as(api, await api.signUp());
  visitor = as(api, null);
  picture = await jpeg(40, 30);
});
after(() => api.stop());

const image = async (href: string) => (await fetch(api.url + href)).status;

async function withPhoto(privacy: Privacy): Promise<{ id: number; photo: Photo }> {
  const { id } = await log(owner, { privacy });
  const [photo] = await addPhotos(owner, id, [['a.jpg', picture]]);
  return { id, photo: photo! };
}

const BODIES: Record<string, () => unknown> = {
  add: () => formOf([['b.jpg', picture]]),
  order: () => ({ ids: [] }),
  describe: () => ({ caption: 'Mine now' }),
};

for (const [name, call] of Object.entries(photoCalls).filter(([name]) => name !== 'image'))
  for (const privacy of [0, 1, 3, 6] as Privacy[])
    test(`[DATA-03] photos of another member's workout, ${name} (${call.method}) at privacy ${privacy}`, async () => {
      const open = privacy === 3;
      const { id, photo } = await withPhoto(privacy);
      const path = call.path.replace(':id', String(call.path.startsWith('/workout/') ? id : photo.id));
      const theirs = await stranger(call.method, path, BODIES[name]?.());
      const nobody = await visitor(call.method, path, BODIES[name]?.());
      if (name === 'list') {
        assert.deepEqual([theirs.status, nobody.status], open ? [200, 200] : [404, 404]);
      } else {
        assert.equal(theirs.status, open && name !== 'restore' ? 403 : 404);
        assert.equal(nobody.status, 401);
      }
      const mine = await owner<PhotoList>('GET', `/workout/${id}/photos/`);
      assert.deepEqual(mine.body._embedded.photos, [photo]);
    });

test('[WORK-04] others see photos that are ready, and only of workouts they may read', async () => {
  const { id, photo } = await withPhoto(3);
  const { db } = api.context;
  const state = (value: 'processing' | 'failed' | 'ready') =>
    db
      .updateTable('workout_photos')
      .set({ state: value, problem: 'Broken.' })
      .where('id', '=', photo.id)
      .execute();
  for (const value of ['processing', 'failed'] as const) {
    await state(value);
    for (const who of [stranger, visitor]) {
      assert.deepEqual((await who<PhotoList>('GET', `/workout/${id}/photos/`)).body._embedded.photos, []);
      assert.deepEqual((await who<Workout>('GET', `/workout/${id}/`)).body.photos, []);
    }
    assert.equal(await image(photo.urls!.small), 404);
    const [mine] = (await owner<PhotoList>('GET', `/workout/${id}/photos/`)).body._embedded.photos;
    assert.deepEqual([mine?.status, mine?.problem, mine?.urls], [value, 'Broken.', null]);
  }
  await state('ready');
  const [theirs] = (await visitor<PhotoList>('GET', `/workout/${id}/photos/`)).body._embedded.photos;
  assert.ok(theirs);
  assert.equal(theirs.problem, null);
  assert.equal(await image(theirs.urls!.large), 200);
});

test('[DATA-03] an address given to others ends with their right to see the workout', async () => {
  const { id, photo } = await withPhoto(3);
  const [theirs] = (await stranger<Workout>('GET', `/workout/${id}/`)).body.photos;
  const given = theirs!.urls!.medium;
  assert.notEqual(given, photo.urls!.medium);
  for (const [privacy, status] of [
    [6, 404],
    [1, 404],
    [3, 200],
    [0, 404],
  ] as const) {
    await owner('PUT', `/workout/${id}/`, { privacy });
    assert.equal(await image(given), status, `privacy ${privacy}`);
    assert.equal(await image(photo.urls!.medium), 200, 'the owner still sees it');
  }
});

test('[DATA-03] an address that was changed opens nothing, whether there is such a photo or not', async () => {
  const { photo } = await withPhoto(3);
  const other = await withPhoto(3);
  const { small, large } = photo.urls!;
  const address = new URL(small, api.url);
  const { until, signature } = Object.fromEntries(address.searchParams) as Record<string, string>;
  const forged = [
    small.replace('/small/', '/large/'),
    small.replace(String(photo.id), String(other.photo.id)),
    small.replace(String(photo.id), '12'),
    small.replace(until!, String(Number(until) + 86_400)),
    small.replace(until!, `0${until}x`),
    small.replace(signature!, signature!.slice(0, -1)),
    small.replace(signature!, 'é'.repeat(43)),
    small.replace(signature!, large.split('signature=')[1]!),
  ];
  for (const href of forged) {
    const answer = await fetch(api.url + href);
    assert.equal(answer.status, 403, href);
    assert.equal(((await answer.json()) as ErrorBody).error, 'address_expired');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
  const bare = await fetch(api.url + address.pathname);
  assert.equal(bare.status, 400);
});
