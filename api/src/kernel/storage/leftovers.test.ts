import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import test, { after, beforeEach } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestApi } from '../../testing/api.ts';
import { diskStore } from './disk.ts';
import { sweepLeftovers } from './leftovers.ts';

const root = mkdtempSync(path.join(tmpdir(), 'waymark-leftovers-'));
after(() => rmSync(root, { recursive: true, force: true }));
const files = path.join(root, 'files');
const temporary = path.join(root, 'tmp');
beforeEach(() => {
  for (const folder of [files, temporary]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
});

const HOUR = 3600;
const aged = (place: string, hours: number): void => {
  const at = Date.now() / 1000 - hours * HOUR;
  utimesSync(place, at, at);
};
async function until(so: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!so() && Date.now() < end) await wait(10);
  assert.ok(so());
}

test('[WORK-03] an upload that a kill broke off is removed a day later, one that goes on is not', async () => {
  const store = diskStore(files);
  await store.write('imports/42/1', Buffer.from('kept'));
  aged(path.join(files, 'imports/42/1'), 1000);
  const source = new PassThrough();
  const writing = store.write('imports/42/2', source);
  writing.catch(() => undefined);
  source.write('half');
  const folder = path.join(files, 'imports/42');
  await until(() => readdirSync(folder).length === 2);
  const part = path.join(
    folder,
    readdirSync(folder).find((name) => name !== '1')!,
  );
  aged(part, 23);
  assert.deepEqual(await sweepLeftovers({ files, temporary }), { parts: 0, folders: 0 });
  aged(part, 25);
  assert.deepEqual(await sweepLeftovers({ files, temporary }), { parts: 1, folders: 0 });
  assert.deepEqual(readdirSync(folder), ['1']);
  source.destroy();
  await assert.rejects(writing);
});

test('[WORK-03] folders in which a killed process unpacked files are removed, and no others', async () => {
  const make = (name: string, hours: number) => {
    const folder = path.join(temporary, name);
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'file'), 'unpacked');
    aged(folder, hours);
  };
  for (const kind of ['entry', 'gz', 'course']) make(`waymark-${kind}-aB3dEf`, 25);
  make('waymark-gz-young1', 2);
  make('waymark-test-aB3dEf', 25);
  make('waymark-gz-of-somebody', 25);
  const elsewhere = path.join(root, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(path.join(elsewhere, 'file'), 'kept');
  symlinkSync(elsewhere, path.join(temporary, 'waymark-gz-linked'));
  assert.deepEqual(await sweepLeftovers({ files, temporary }), { parts: 0, folders: 3 });
  assert.deepEqual(readdirSync(temporary).toSorted(), [
    'waymark-gz-linked',
    'waymark-gz-of-somebody',
    'waymark-gz-young1',
    'waymark-test-aB3dEf',
  ]);
  assert.ok(existsSync(path.join(elsewhere, 'file')));
});

test('folders that are not there are no fault', async () => {
  const missing = path.join(root, 'missing');
  assert.deepEqual(await sweepLeftovers({ files: missing, temporary: missing }), { parts: 0, folders: 0 });
});

test('[WORK-03] the API sweeps when it starts', async () => {
  const data = path.join(root, 'data');
  const folder = path.join(data, 'files', 'imports', '42');
  mkdirSync(folder, { recursive: true });
  for (const [name, hours] of [
    ['7.4711.1.part', 25],
    ['8.4711.2.part', 1],
    ['9', 25],
  ] as const) {
    writeFileSync(path.join(folder, name), 'half');
    aged(path.join(folder, name), hours);
  }
  const api = await startTestApi({ env: { DATA_DIR: data }, services: [] });
  try {
    await until(() => readdirSync(folder).length < 3);
    assert.deepEqual(readdirSync(folder).toSorted(), ['8.4711.2.part', '9']);
  } finally {
    await api.stop();
  }
});
