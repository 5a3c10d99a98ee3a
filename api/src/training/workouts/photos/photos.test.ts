import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import type { ErrorBody, Photo, PhotoList, Workout } from '@waymark/api-contract';
import { PHOTO_MAX_BYTES, PHOTOS_MAX } from '@waymark/api-contract/limits';
import sharp from 'sharp';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { until } from '../../../testing/mail.ts';
import { purgeDeleted } from '../purge.ts';
import { as, type As, log } from '../testing.ts';
import { addPhotos, formOf, jpeg, send, settled } from './testing.ts';
import { purgePhotos } from './upkeep.ts';

const HOUR = 3_600_000;
let api: TestApi;
let mine: As;
let userId: number;

before(async () => {
  api = await startTestApi();
  const member = await api.signUp();
  userId = member.userId;
  mine = as(api, member);
});
after(() => api.stop());

const fetchImage = (href: string) => fetch(api.url + href);
/** Names of all that is stored of somebody's photos. */
const stored = () => {
  try {
    return readdirSync(path.join(api.context.env.DATA_DIR, 'files', 'photos', String(userId)));
  } catch {
    return [];
  }
};
/** The upload is let go after its photo has been told to be ready or broken. */
const kept = (photo: Photo, count: number) =>
  until(`${count} files of the photo`, () => Promise.resolve(names(photo).length === count));
const names = (photo: Photo) => stored().filter((name) => name.startsWith(`${photo.id}-`));

test('[WORK-02] a photo is made anew in three sizes without where and with what it was taken', async () => {
  const { id } = await log(mine);
  const sent = await send(mine, id, [['IMG_1.jpg', await jpeg(3000, 2000)]]);
  assert.equal(sent.status, 202);
  assert.equal(sent.body._embedded.photos[0]?.status, 'processing');
  assert.equal(sent.body._embedded.photos[0]?.urls, null);
  const [photo] = await settled(mine, id);
  assert.deepEqual([photo?.status, photo?.problem, photo?.width, photo?.height], ['ready', null, 2048, 1365]);
  for (const [size, side] of [
    ['small', 320],
    ['medium', 1024],
    ['large', 2048],
  ] as const) {
    const answer = await fetchImage(photo!.urls![size]);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'image/webp');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-site');
    const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(answer.headers.get('cache-control')!)!;
    assert.ok(Number(seconds) > 86_000 && Number(seconds) <= 2 * 86_400, seconds);
    const made = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    assert.deepEqual(
      [made.format, made.width, made.exif, made.xmp, made.icc],
      ['webp', side, undefined, undefined, undefined],
    );
  }
  await kept(photo!, 3);
  const workout = await mine<Workout>('GET', `/workout/${id}/`);
  assert.deepEqual(workout.body.photos, [photo]);
});

test('the addresses of a photo stay the same for a day, so that the browser need not ask again', async (t) => {
  const { id } = await log(mine);
  await addPhotos(mine, id, [['a.jpg', await jpeg()]]);
  const list = async () =>
    (await mine<PhotoList>('GET', `/workout/${id}/photos/`)).body._embedded.photos[0]!.urls;
  const day = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  let now = day + 2 * HOUR;
  t.mock.method(api.context, 'now', () => new Date(now));
  const before = await list();
  now = day + 23 * HOUR;
  assert.deepEqual(await list(), before);
  now = day + 25 * HOUR;
  assert.notDeepEqual(await list(), before);
  assert.equal((await fetchImage(before!.small)).status, 200);
  now = day + 48 * HOUR;
  assert.equal((await fetchImage(before!.small)).status, 403);
});

test('what is no picture, is too big or has too many pixels is refused by name, and the others are taken', async () => {
  const { id } = await log(mine);
  const wide = await sharp({ create: { width: 50_000, height: 4, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  const many = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
    .png({ palette: true })
    .toBuffer();
  const avif = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#000' } })
    .avif({ effort: 0 })
    .toBuffer();
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(40)]);
  const cases: [string, Uint8Array, number, string, RegExp][] = [
    [
      'notes.jpg',
      Buffer.from('just words, whatever the name says'),
      415,
      'invalid-image-type',
      /read this as a photo/,
    ],
    [
      'mark.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      'invalid-image-type',
      /read this as a photo/,
    ],
    ['empty.png', Buffer.alloc(0), 415, 'invalid-image-type', /read this as a photo/],
    ['cut.png', wide.subarray(0, 20), 415, 'invalid-image-type', /damaged/],
    ['phone.heic', heic, 415, 'invalid-image-type', /HEIC/],
    ['wide.png', wide, 413, 'image_too_large', /50,000 by 4 pixels/],
    ['many.png', many, 413, 'image_too_large', /9,000 by 9,000/],
    ['large.avif', avif, 413, 'image_too_large', /5,000 by 4,000 .*16 million/],
    ['huge.jpg', Buffer.alloc(PHOTO_MAX_BYTES + 1, 0xff), 413, 'too-big', /larger than 30 MB/],
  ];
  for (const [name, bytes, status, code, sentence] of cases) {
    const answer = await mine<ErrorBody>('POST', `/workout/${id}/photos/`, formOf([[name, bytes]]));
    assert.deepEqual([answer.status, answer.body.error], [status, code], name);
    assert.ok(answer.body.error_description.startsWith(`${name}: `), answer.body.error_description);
    assert.match(answer.body.error_description, sentence);
    assert.deepEqual(answer.body.diagnostics, { photo: [answer.body.error_description] });
  }
  assert.equal((await mine<PhotoList>('GET', `/workout/${id}/photos/`)).body.total_count, 0);
  const picture = await jpeg();
  const mixed = await addPhotos(mine, id, [
    ['one.jpg', picture],
    ['wide.png', wide],
    ['two.jpg', picture],
  ]);
  assert.deepEqual(
    mixed.map(({ status }) => status),
    ['ready', 'ready', 'failed'],
  );
  assert.match(mixed[2]!.problem!, /^wide\.png: .*50,000/);
  await kept(mixed[2]!, 0);
});

test('a picture with a good header and broken pixels says so, and nothing of it is kept', async () => {
  const { id } = await log(mine);
  const whole = await sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .jpeg()
    .toBuffer();
  const [photo] = await addPhotos(mine, id, [['half.jpg', whole.subarray(0, whole.length / 2)]]);
  assert.ok(photo);
  assert.equal(photo.status, 'failed');
  assert.match(photo.problem!, /could not be read/);
  await kept(photo, 0);
});

test('an upload without a picture says what is missing', async () => {
  const { id } = await log(mine);
  const at = `/workout/${id}/photos/`;
  const other = await mine<ErrorBody>('POST', at, formOf([['a.jpg', await jpeg()]], 'file'));
  assert.deepEqual(other.body.diagnostics, { photo: ['Choose at least one picture.'] });
  assert.equal((await mine('POST', at, {})).status, 415);
});

test(`a workout has at most ${PHOTOS_MAX} photos, however they come`, async () => {
  // A member of their own, behind whose photos those of the other tests do not wait.
  const many = as(api, await api.signUp());
  const { id } = await log(many);
  const picture = await jpeg(8, 8);
  const some = (n: number) => Array.from({ length: n }, (_, i) => [`${i}.jpg`, picture] as const);
  assert.equal((await send(many, id, some(PHOTOS_MAX - 1))).status, 202);
  const racing = await Promise.all([1, 2, 3].map(() => send(many, id, some(1))));
  assert.deepEqual(
    racing.map(({ status }) => status).toSorted((a, b) => a - b),
    [202, 409, 409],
  );
  const { body } = await many<PhotoList>('GET', `/workout/${id}/photos/`);
  const { photos } = body._embedded;
  assert.equal(photos.length, PHOTOS_MAX);
  const full = await many<ErrorBody>('POST', `/workout/${id}/photos/`, formOf(some(1)));
  assert.deepEqual([full.status, full.body.error], [409, 'too_many_photos']);
  await many('DELETE', `/workout_photo/${photos[0]!.id}/`);
  assert.equal((await send(many, id, some(1))).status, 202);
  const back = await many<ErrorBody>('POST', `/workout_photo/${photos[0]!.id}/restore/`);
  assert.deepEqual([back.status, back.body.error], [409, 'too_many_photos']);
});

test('[SESS-06] photos whose answer was lost may be sent again: each is there once', async () => {
  const { id } = await log(mine);
  const files = [
    ['a.jpg', await jpeg()],
    ['b.jpg', await jpeg()],
  ] as const;
  const send = (some: typeof files | [(typeof files)[0]]) =>
    mine<PhotoList>('POST', `/workout/${id}/photos/`, formOf(some), { 'idempotency-key': `photos of ${id}` });
  assert.equal((await send([files[0]])).body.total_count, 1);
  assert.equal((await send(files)).body.total_count, 2);
  assert.equal((await send(files)).body.total_count, 2);
  assert.deepEqual(
    (await settled(mine, id)).map(({ status }) => status),
    ['ready', 'ready'],
  );
});

test('photos are put in order and described', async () => {
  const { id } = await log(mine);
  const picture = await jpeg(16, 16);
  const ids = (
    await addPhotos(
      mine,
      id,
      ['a', 'b', 'c'].map((name) => [name, picture]),
    )
  ).map((p) => p.id);
  const put = (body: unknown) =>
    mine<PhotoList & ErrorBody>('PUT', `/workout/${id}/photos/order/`, { ids: body });
  const order = (list: PhotoList) => list._embedded.photos.map((photo) => photo.id);
  const [a, b, c] = ids as [number, number, number];
  assert.deepEqual(order((await put([c, a, b])).body), [c, a, b]);
  assert.deepEqual(order((await put([b])).body), [b, c, a], 'what is not named follows');
  assert.deepEqual((await put([a, a])).body.diagnostics, { ids: ['Name each photo once.'] });
  assert.equal((await put([a, 12])).status, 400);
  const described = await mine<Photo>('PUT', `/workout_photo/${a}/`, { caption: '  The top  ' });
  assert.equal(described.body.caption, 'The top');
  const long = await mine<ErrorBody>('PUT', `/workout_photo/${a}/`, { caption: 'x'.repeat(301) });
  assert.deepEqual(long.body.diagnostics, { caption: ['Keep the description below 300 characters.'] });
});

test('a deleted photo comes back for a day, and then is gone with its files', async (t) => {
  const { id } = await log(mine);
  const [photo] = await addPhotos(mine, id, [['a.jpg', await jpeg()]]);
  const at = `/workout_photo/${photo!.id}/`;
  const { small } = photo!.urls!;
  assert.equal((await mine('DELETE', at)).status, 204);
  assert.equal((await mine('DELETE', at)).status, 404);
  assert.equal((await fetchImage(small)).status, 404);
  assert.equal((await mine<Photo>('POST', `${at}restore/`)).body.status, 'ready');
  assert.equal((await mine<Photo>('POST', `${at}restore/`)).body.status, 'ready', 'a repeat finds it back');
  assert.equal((await fetchImage(small)).status, 200);
  await mine('DELETE', at);
  await purgePhotos(api.context);
  await kept(photo!, 3);
  const now = Date.now();
  t.mock.method(api.context, 'now', () => new Date(now + 25 * HOUR));
  assert.equal((await mine('POST', `${at}restore/`)).status, 404);
  await purgePhotos(api.context);
  assert.equal(names(photo!).length, 0);
});

test('photos go with their workout: out of sight at once, for good when it does', async (t) => {
  const { id } = await log(mine);
  const [photo] = await addPhotos(mine, id, [['a.jpg', await jpeg()]]);
  const { large } = photo!.urls!;
  await mine('DELETE', `/workout/${id}/`);
  assert.equal((await fetchImage(large)).status, 404);
  assert.equal((await mine('PUT', `/workout_photo/${photo!.id}/`, { caption: 'x' })).status, 404);
  await mine('POST', `/workout/${id}/restore/`);
  assert.equal((await fetchImage(large)).status, 200);
  await mine('DELETE', `/workout/${id}/`);
  const now = Date.now();
  t.mock.method(api.context, 'now', () => new Date(now + 25 * HOUR));
  await purgeDeleted(api.context);
  await purgePhotos(api.context);
  assert.equal(names(photo!).length, 0);
  const left = await api.context.db
    .selectFrom('workout_photos')
    .selectAll()
    .where('workout_id', '=', id)
    .execute();
  assert.deepEqual(left, []);
});
