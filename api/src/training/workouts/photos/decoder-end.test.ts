import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import { decoderProcessIds } from '../../../kernel/images/image-queue.ts';
import { MAX_ATTEMPTS } from '../../../kernel/jobs/attempts.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { until } from '../../../testing/mail.ts';
import { as, log } from '../testing.ts';
import { addPhotos, jpeg, send, settled } from './testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi({ env: { LOG_LEVEL: 'silent' } });
  // Tests of other files in this process may have left some.
  for (const pid of decoderProcessIds()) process.kill(pid, 'SIGKILL');
  await until('no decoder runs', async () => decoderProcessIds().length === 0);
});
after(() => api.stop());

/** Takes long enough to decode that a kill finds it in hand. */
const large = () =>
  sharp({
    create: {
      width: 4000,
      height: 4000,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 30 })
    .toBuffer();

test('[WORK-02] the header of a photo is read by the process that decodes, and not by the API’s own', async () => {
  const mine = as(api, await api.signUp());
  const { id } = await log(mine);
  assert.deepEqual(decoderProcessIds(), []);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  assert.equal((await send(mine, id, [['drawing.jpg', svg]])).status, 415);
  assert.deepEqual(decoderProcessIds(), [], 'refused by its first bytes');
  const whole = await jpeg();
  assert.equal((await send(mine, id, [['broken.jpg', whole.subarray(0, 40)]])).status, 415);
  assert.equal(decoderProcessIds().length, 1);
});

test('[WORK-02] a picture that ends its decoder again and again is set aside; the API and other pictures go on', async () => {
  const member = await api.signUp();
  const mine = as(api, member);
  const { id } = await log(mine);
  // The decoder runs, and makes pictures ready before and after.
  await addPhotos(mine, id, [['before.jpg', await jpeg()]]);
  const triesOf = async () => {
    const { db } = api.context;
    const row = await db
      .selectFrom('workout_photos')
      .select(['tries', 'state'])
      .where('file_name', '=', 'heavy.jpg')
      .executeTakeFirst();
    return row?.state === 'failed' ? MAX_ATTEMPTS : (row?.tries ?? 0);
  };
  assert.equal((await send(mine, id, [['heavy.jpg', await large()]])).status, 202);
  await until('its decoders have ended as often as they may', async () => {
    for (const pid of decoderProcessIds()) process.kill(pid, 'SIGKILL');
    return (await triesOf()) === MAX_ATTEMPTS;
  });
  const photos = await settled(mine, id);
  assert.deepEqual(
    photos.map(({ status }) => status),
    ['ready', 'failed'],
  );
  assert.match(photos[1]!.problem!, /^This picture could not be read[.] /);
  const [, , later] = await addPhotos(mine, id, [['after.jpg', await jpeg()]]);
  assert.equal(later!.status, 'ready');
});
