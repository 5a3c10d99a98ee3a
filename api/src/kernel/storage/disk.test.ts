import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import test, { after } from 'node:test';
import { diskStore } from './disk.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'waymark-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const files = diskStore(folder);

test('a file is written, read, lent and removed', async () => {
  assert.deepEqual(await files.write('imports/42/original', Readable.from(['ab', 'cd'])), { bytes: 4 });
  assert.equal((await files.read('imports/42/original')).toString(), 'abcd');
  await files.write('imports/42/original', Buffer.from('new'));
  assert.equal(
    await files.withLocal('imports/42/original', (place) => Promise.resolve(existsSync(place))),
    true,
  );
  assert.equal((await files.read('imports/42/original')).toString(), 'new');
  await files.remove('imports/42/original');
  await assert.rejects(files.read('imports/42/original'), { status: 404, code: 'not_found' });
  await files.remove('imports/42/original');
});

test('a write that breaks off leaves nothing behind', async () => {
  await files.write('kept/file', Buffer.from('before'));
  const broken = new Readable({
    read() {
      this.push('half');
      this.destroy(new Error('gone'));
    },
  });
  await assert.rejects(files.write('kept/file', broken), /gone/);
  assert.equal((await files.read('kept/file')).toString(), 'before');
  assert.deepEqual(readdirSync(path.join(folder, 'kept')), ['file']);
});

test('a full disk is said in a sentence', async () => {
  const full = new Readable({
    read() {
      this.destroy(Object.assign(new Error('write'), { code: 'ENOSPC' }));
    },
  });
  await assert.rejects(files.write('full/file', full), {
    status: 507,
    code: 'storage_full',
    message: /no room left.*Nothing was saved/,
  });
  assert.deepEqual(readdirSync(path.join(folder, 'full')), []);
});

test('no key leads out of the folder', async () => {
  for (const key of ['../secret', '/etc/passwd', 'a/../../b', 'a//b', '', '.', 'a/.hidden', 'a\0b', 'a\\b'])
    await assert.rejects(files.write(key, Buffer.from('x')), /is no key of a file/, key);
});
