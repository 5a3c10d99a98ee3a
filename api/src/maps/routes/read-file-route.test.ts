import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import test from 'node:test';
import { receiveFile } from './read-file-route.ts';

test('a file that is only looked at does not hold its part of the disk for longer than it may', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'waymark-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'file');
  await receiveFile(Readable.from([Buffer.from('<gpx/>')]), file);
  assert.equal(await readFile(file, 'utf8'), '<gpx/>');

  const slow = new PassThrough();
  slow.write('<gpx>');
  await assert.rejects(receiveFile(slow, file, 50), { status: 408, code: 'request_timeout' });
  assert.ok(slow.destroyed);
});
