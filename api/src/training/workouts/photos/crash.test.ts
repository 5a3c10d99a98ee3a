import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { type PhotoList, SERVICE_BASES, type Workout } from '@waymark/api-contract';
import sharp from 'sharp';
import { MAX_ATTEMPTS } from '../../../kernel/jobs/attempts.ts';
import { type ApiProcess, startProcess } from '../../../testing/api-process.ts';
import { until } from '../../../testing/mail.ts';
import { signUpAt } from '../../../testing/member.ts';
import { RUN } from '../testing.ts';
import { formOf } from './testing.ts';

const PHOTOS = 4;

/** Large enough that a kill finds it in hand. */
const noise = () =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();

test('[WORK-02] photos in hand when the API is killed are made ready at its next start, each once', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-photos-crash-'));
  let api: ApiProcess = await startProcess(folder);
  t.after(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const call = async <T>(
    method: string,
    where: string,
    token: string,
    body?: FormData | object,
  ): Promise<T> => {
    const json = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(api.url + where, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${method} ${where}: ${answer.status}`);
    return (await answer.json()) as T;
  };
  const { access_token: token } = await signUpAt(api.url);
  const main = SERVICE_BASES.main;
  const { id } = await call<Workout>('POST', `${main}/workout/`, token, RUN);
  const list = () => call<PhotoList>('GET', `${main}/workout/${id}/photos/`, token);
  const picture = await noise();
  const sent = Array.from({ length: PHOTOS }, (_, i) => [`${i}.jpg`, picture] as const);
  const { _embedded } = await call<PhotoList>('POST', `${main}/workout/${id}/photos/`, token, formOf(sent));
  const ids = _embedded.photos.map((photo) => photo.id);
  assert.equal(ids.length, PHOTOS);
  // However often it is killed: that is no fault of the pictures.
  for (let kills = 0; kills < MAX_ATTEMPTS; kills++) {
    await api.kill();
    api = await startProcess(folder);
  }
  // One is ready and the next in hand.
  await until(
    'one is ready',
    async () => (await list())._embedded.photos.some((photo) => photo.urls),
    60_000,
  );
  await api.kill();
  api = await startProcess(folder);
  const photos = await until(
    'all are ready',
    async () => {
      const all = (await list())._embedded.photos;
      return all.every(({ status }) => status === 'ready') && all;
    },
    60_000,
  );
  assert.deepEqual(
    photos.map((photo) => photo.id),
    ids,
  );
  const files = path.join(folder, 'files', 'photos');
  await until('no upload is left', () => {
    const names = readdirSync(files).flatMap((member) => readdirSync(path.join(files, member)));
    return Promise.resolve(names.filter((name) => !name.endsWith('.part')).length === 3 * PHOTOS);
  });
  for (const { urls } of photos)
    assert.equal((await fetch(api.url + urls!.large)).headers.get('content-type'), 'image/webp');
});
