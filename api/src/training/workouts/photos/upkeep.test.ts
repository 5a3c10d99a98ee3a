import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import type { ErrorBody, PhotoList } from '@waymark/api-contract';
import { sql } from 'kysely';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { until } from '../../../testing/mail.ts';
import { as, type As, log } from '../testing.ts';
import { addPhotos, jpeg, send, settled } from './testing.ts';
import { purgePhotos, queueWaiting } from './upkeep.ts';
import { encodePhoto, queueEncoding } from './encode-job.ts';
import type { PhotoState } from './tables.ts';

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

const photoRow = (owner: number, workoutId: number, state: PhotoState) => {
  const { newId, now } = api.context;
  const id = newId();
  return {
    user_id: owner,
    id,
    workout_id: workoutId,
    position: 0,
    state,
    caption: '',
    file_name: 'a.jpg',
    original_key: `photos/${owner}/${id}-original`,
    tries: 0,
    created_at: now(),
    updated_at: now(),
  };
};
const stored = () => readdirSync(path.join(api.context.env.DATA_DIR, 'files', 'photos', String(userId)));

test('what broke off while arriving is swept up, and what waits without work is queued again', async (t) => {
  const { id } = await log(mine);
  const { db, files } = api.context;
  const waiting = async (state: 'arriving' | 'processing') => {
    const row = photoRow(userId, id, state);
    await files.write(row.original_key, await jpeg(40, 30));
    await db.insertInto('workout_photos').values(row).execute();
    return row.id;
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

test('photos that wait count towards the storage by what was uploaded, and one of another member does not wait for all of them', async (t) => {
  const { context } = api;
  const { db, env, files } = context;
  const [ana, ben] = await Promise.all([api.signUp(), api.signUp()]);
  const [anaCalls, benCalls] = [as(api, ana), as(api, ben)];
  const [anas, bens] = [(await log(anaCalls)).id, (await log(benCalls)).id];
  const held = photoRow(userId, (await log(mine)).id, 'processing');
  await files.write(held.original_key, await jpeg(40, 30));
  await db.insertInto('workout_photos').values(held).execute();
  const picture = await jpeg(64, 48);
  // The one encoder is held at a photo whose row is locked, until all others wait for it.
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('workout_photos').select('id').where('id', '=', held.id).forUpdate().execute();
    await queueEncoding(context, held);
    await until('the encoder waits', async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]!.n > 0;
    });
    for (const name of ['1.jpg', '2.jpg', '3.jpg'])
      assert.equal((await send(anaCalls, anas, [[name, picture]])).status, 202);
    assert.equal((await send(benCalls, bens, [['ben.jpg', picture]])).status, 202);
    context.env = { ...env, MEMBER_STORAGE_GB: (3 * picture.length) / 1024 ** 3 };
    t.after(() => (context.env = env));
    const full = await send(anaCalls, anas, [['4.jpg', picture]]);
    assert.deepEqual([full.status, (full.body as unknown as ErrorBody).error], [507, 'member_storage_full']);
  });
  await settled(anaCalls, anas);
  await settled(benCalls, bens);
  const done = await db
    .selectFrom('workout_photos')
    .select('file_name')
    .where('user_id', 'in', [ana.userId, ben.userId])
    .orderBy('updated_at')
    .execute();
  assert.deepEqual(
    done.map(({ file_name: name }) => name),
    ['1.jpg', 'ben.jpg', '2.jpg', '3.jpg'],
  );
});

test('a member of whom too many photos wait is asked to come back, and nothing is kept of what they sent', async () => {
  const { db } = api.context;
  const member = await api.signUp();
  const { userId: owner } = member;
  const call = as(api, member);
  const { id } = await log(call);
  const others = Array.from({ length: 100 }, () => photoRow(owner, api.context.newId(), 'processing'));
  await db.insertInto('workout_photos').values(others).execute();
  const refused = await send(call, id, [['one.jpg', await jpeg(40, 30)]]);
  const problem = refused.body as unknown as ErrorBody;
  assert.deepEqual([refused.status, problem.error], [429, 'too_many_requests']);
  assert.deepEqual([refused.headers.get('retry-after'), problem.parameters], ['120', { seconds: 120 }]);
  assert.deepEqual(await api.context.files.list(`photos/${owner}`), []);
  await db.updateTable('workout_photos').set({ state: 'failed' }).where('user_id', '=', owner).execute();
  const [photo] = await addPhotos(call, id, [['one.jpg', await jpeg(40, 30)]]);
  assert.equal(photo!.status, 'ready');
});

test('a photo that is made ready twice is made ready once', async () => {
  const { id } = await log(mine);
  const [photo] = await addPhotos(mine, id, [['a.jpg', await jpeg()]]);
  const before = await mine<PhotoList>('GET', `/workout/${id}/photos/`);
  await encodePhoto(api.context, { userId, id: photo!.id });
  assert.deepEqual((await mine<PhotoList>('GET', `/workout/${id}/photos/`)).body, before.body);
});
