import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import {
  type ErrorBody,
  type FileImportList,
  type PhotoList,
  SERVICE_BASES,
  type Workout,
} from '@waymark/api-contract';
import sharp from 'sharp';
import { entryOf, buildZip } from '../../recordings/testing/zip-builder.ts';
import { startProcess } from '../../testing/api-process.ts';
import { formOf, gpx, type File } from '../../training/imports/testing/import-files.ts';
import { withFaults } from '../../testing/inject-faults.ts';
import { until } from '../../testing/mail.ts';
import { signUpAt } from '../../testing/member.ts';
import { RUN } from '../../training/workouts/testing.ts';

const MAIN = SERVICE_BASES.main;

const picture = async (side: number) =>
  new Uint8Array(
    await sharp({ create: { width: side, height: side, channels: 3, background: '#678' } })
      .png()
      .toBuffer(),
  );
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test('[WORK-03] on a full disk nothing is stored by halves and each call says so; with space again all of it works', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-full-'));
  const faults = path.join(folder, 'faults');
  const api = await startProcess(folder, withFaults(faults));
  t.after(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { access_token: token } = await signUpAt(api.url);
  const call = async <T>(method: string, where: string, body?: FormData | object) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${api.url}${MAIN}${where}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isForm && body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as T & ErrorBody };
  };
  const { body: self } = await call<{ id: number }>('GET', '/user/self/');
  const { body: workout } = await call<Workout>('POST', '/workout/', RUN);
  const photos = (files: readonly File[], field = 'photo') => {
    const form = new FormData();
    for (const [name, content] of files) form.append(field, new Blob([content], { type: 'image/png' }), name);
    return form;
  };
  const small = await picture(300);
  const uploads: [method: string, where: string, body: () => FormData][] = [
    ['POST', '/device/file_import/', () => formOf([['run.gpx', gpx('2026-03-01T08:00:00Z')]])],
    ['POST', `/workout/${workout.id}/photos/`, () => photos([['a.png', small]])],
    ['PUT', `/user_profile_photo/${self.id}/`, () => photos([['me.png', small]])],
    ['POST', '/route/read_file/', () => formOf([['run.gpx', gpx('2026-03-01T08:00:00Z')]])],
  ];
  const pending = async () => (await call<FileImportList>('GET', '/device/file_import/')).body;

  writeFileSync(faults, 'full disk');
  for (const [method, where, body] of uploads) {
    const answer = await call(method, where, body());
    assert.deepEqual([answer.status, answer.body.error], [507, 'storage_full'], where);
    assert.match(answer.body.error_description, /no (room|space) left/, where);
  }
  assert.deepEqual(filesIn(path.join(folder, 'files')), []);

  rmSync(faults);
  for (const [method, where, body] of uploads) {
    const { status } = await call(method, where, body());
    assert.ok(status < 300, `${where}: ${status}`);
  }
  await until('the file is read and the photo is ready', async () => {
    const { body } = await call<PhotoList>('GET', `/workout/${workout.id}/photos/`);
    return (await pending()).counts.ready === 1 && body._embedded.photos[0]?.status === 'ready';
  });

  await t.test('what an archive holds of duplicates is taken out of it once there is space', async () => {
    // The same workout in other bytes: what is the same byte for byte is skipped.
    const twice = buildZip([entryOf('run.gpx', gpx('2026-03-01T08:00:00Z').replace('</gpx>', ' </gpx>'))]);
    // The archive itself still finds its space.
    writeFileSync(faults, 'full disk after a file');
    const sent = await call('POST', '/device/file_import/', formOf([['a.zip', twice]]));
    assert.equal(sent.status, 202);
    await until('the taking out has failed', () => Promise.resolve(api.output().includes('work failed')));
    assert.equal((await pending()).counts.duplicate, 1);
    assert.deepEqual(
      filesIn(folder).filter((name) => name.endsWith('.part')),
      [],
    );
    const before = filesIn(path.join(folder, 'files', 'imports', String(self.id)));
    rmSync(faults);
    await until('the file has replaced its archive', () => {
      const after = filesIn(path.join(folder, 'files', 'imports', String(self.id)));
      return Promise.resolve(after.length === before.length && after.join() !== before.join());
    });
  });
});
