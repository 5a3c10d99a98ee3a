import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Photo, Story } from '@waymark/api-contract';
import { STORY_PHOTOS_MAX } from '@waymark/api-contract/limits';
import { befriend, pairOf } from '../../members/friends/testing.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { formOf, jpeg, type Picture } from '../../training/workouts/photos/testing.ts';
import { purgePhotos } from '../../training/workouts/photos/upkeep.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

interface Member extends TestMember {
  call: As;
}
const member = async (): Promise<Member> => {
  const signedUp = await api.signUp();
  return { ...signedUp, call: as(api, signedUp) };
};
const post = async ({ call }: Member, privacy = 1) => {
  const body = { verb: 'post', object: { type: 'status', text: 'Look at this' }, privacy };
  return (await call<Story>('POST', '/activity_story/', body)).body.id;
};
const add = ({ call }: Member, id: number, pictures: readonly Picture[], headers?: Record<string, string>) =>
  call<Story>('POST', `/activity_story/${id}/photos/`, formOf(pictures), headers);
const photosOf = async ({ call }: { call: As }, id: number): Promise<Photo[]> =>
  (await call<Story>('GET', `/activity_story/${id}/`)).body.object.photos;
const ready = (owner: Member, id: number, count: number) =>
  until(`${count} photos of the post are ready`, async () => {
    const photos = await photosOf(owner, id);
    return photos.length === count && photos.every(({ status }) => status === 'ready') ? photos : null;
  });
const statusOf = async (url: string) => {
  const answer = await fetch(api.url + url);
  await answer.arrayBuffer();
  return answer.status;
};

test('[SOC-01] a post has photos: its owner sees them at once, friends once they are ready, nobody after the friendship or the post', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ana, ben);
  const id = await post(ana);
  const sent = await add(ana, id, [
    ['a.jpg', await jpeg()],
    ['b.jpg', await jpeg(600, 800)],
  ]);
  assert.equal(sent.status, 202, sent.text);
  assert.equal(sent.body.object.photos.length, 2);
  await ready(ana, id, 2);
  const [first, second] = await photosOf(ben, id);
  assert.deepEqual([first!.width, second!.height], [800, 800]);
  assert.equal(await statusOf(first!.urls!.small), 200);
  assert.equal(await statusOf(first!.urls!.small.replace('/story_photo/', '/workout_photo/')), 404);
  assert.equal((await carl.call('GET', `/activity_story/${id}/`)).status, 404);
  await ben.call('DELETE', `/friendship/${pairOf(ana, ben)}/`);
  assert.equal(await statusOf(first!.urls!.small), 404, 'an address ends with the friendship');
  const [own] = await photosOf(ana, id);
  assert.equal(await statusOf(own!.urls!.large), 200);
  assert.equal((await api.context.files.list(`photos/${ana.userId}`)).length, 6);
  await ana.call('DELETE', `/activity_story/${id}/`);
  assert.equal(await statusOf(own!.urls!.large), 404);
  await purgePhotos(api.context);
  assert.deepEqual(await api.context.files.list(`photos/${ana.userId}`), []);
});

test('[SOC-01] photos are added to own posts only, so many, and only pictures; what is not ready is shown to the owner alone', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  const id = await post(ana, 3);
  const picture = ['a.jpg', await jpeg(40, 30)] as const;
  assert.equal((await add(ben, id, [picture])).status, 403);
  const workout = await log(ana.call, { privacy: 3 });
  assert.equal((await add(ana, workout.id, [picture])).status, 404);
  const text = await add(ana, id, [['a.txt', new TextEncoder().encode('no picture')]]);
  assert.equal(text.status, 415, text.text);
  assert.deepEqual(await photosOf(ana, id), []);
  const many = await add(
    ana,
    id,
    Array.from({ length: STORY_PHOTOS_MAX + 1 }, () => picture),
  );
  assert.equal(many.status, 202, many.text);
  const [photo] = await ready(ana, id, STORY_PHOTOS_MAX);
  const full = await add(ana, id, [picture]);
  assert.deepEqual([full.status, full.body['error' as never]], [409, 'too_many_photos']);
  await api.context.db
    .updateTable('workout_photos')
    .set({ state: 'processing' })
    .where('id', '=', photo!.id)
    .execute();
  assert.equal((await photosOf(ben, id)).length, STORY_PHOTOS_MAX - 1);
  assert.equal((await photosOf(ana, id))[0]!.status, 'processing');
});

test('[SESS-06] [SOC-01] photos of a post whose answer was lost may be sent again: each is there once', async () => {
  const ana = await member();
  const id = await post(ana);
  const pictures = [
    ['a.jpg', await jpeg(40, 30)],
    ['b.jpg', await jpeg(30, 40)],
  ] as const;
  const send = (some: readonly Picture[]) => add(ana, id, some, { 'idempotency-key': 'photos' });
  assert.equal((await send([pictures[0]])).body.object.photos.length, 1);
  const [one, two] = await Promise.all([send(pictures), send(pictures)]);
  assert.deepEqual([one.status, two.status], [202, 202], `${one.text} ${two.text}`);
  await ready(ana, id, 2);
});

test('[SOC-01] photos that arrive after their post was deleted are not kept', async (t) => {
  const ana = await member();
  const id = await post(ana);
  const write = api.context.files.write.bind(api.context.files);
  let written = 0;
  t.mock.method(api.context.files, 'write', async (...given: Parameters<typeof write>) => {
    const stored = await write(...given);
    if (++written === 1) assert.equal((await ana.call('DELETE', `/activity_story/${id}/`)).status, 204);
    return stored;
  });
  const sent = await add(ana, id, [
    ['a.jpg', await jpeg(64, 48)],
    ['b.jpg', await jpeg(48, 64)],
  ]);
  assert.equal(sent.status, 404, sent.text);
  assert.equal(written, 2);
  const left = await api.context.db
    .selectFrom('workout_photos')
    .select('id')
    .where('user_id', '=', ana.userId)
    .where('state', 'in', ['processing', 'ready'])
    .where('deleted_at', 'is', null)
    .execute();
  assert.deepEqual(left, []);
  assert.deepEqual(await api.context.files.list(`photos/${ana.userId}`), []);
});
