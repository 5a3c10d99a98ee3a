import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import type { PhotoList } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As, log } from '../testing.ts';
import { addPhotos, jpeg, settled } from './testing.ts';
import { purgePhotos, queueWaiting } from './upkeep.ts';
import { encodePhoto } from './encode-job.ts';

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

const stored = () => readdirSync(path.join(api.context.env.DATA_DIR, 'files', 'photos', String(userId)));

test('what broke off while arriving is swept up, and what waits without work is queued again', async (t) => {
  const { id } = await log(mine);
  const { db, files, newId, now } = api.context;
  const waiting = async (state: 'arriving' | 'processing') => {
    const photo = newId();
    const key = `photos/${userId}/${photo}-original`;
    await files.write(key, await jpeg(40, 30));
    await db
      .insertInto('workout_photos')
      .values({
        user_id: userId,
        id: photo,
        workout_id: id,
        position: 0,
        state,
        caption: '',
        file_name: 'a.jpg',
        original_key: key,
        tries: 0,
        created_at: now(),
        updated_at: now(),
      })
      .execute();
    return photo;
  };
  const [broken, left] = [await waiting('arriving'), await waiting('processing')];
  await queueWaiting(api.context);
  const photos = await settled(mine, id);
  assert.deepEqual(
    photos.map((photo) => [photo.id, photo.status]),
    [[left, 'ready']],
  );
  const at = Date.now();
  t.mock.method(api.context, 'now', () => new Date(at + 25 * HOUR));
  await purgePhotos(api.context);
  assert.deepEqual(
    stored().filter((name) => name.startsWith(String(broken))),
    [],
  );
});

test('a photo that is made ready twice is made ready once', async () => {
  const { id } = await log(mine);
  const [photo] = await addPhotos(mine, id, [['a.jpg', await jpeg()]]);
  const before = await mine<PhotoList>('GET', `/workout/${id}/photos/`);
  await encodePhoto(api.context, { userId, id: photo!.id });
  assert.deepEqual((await mine<PhotoList>('GET', `/workout/${id}/photos/`)).body, before.body);
});
