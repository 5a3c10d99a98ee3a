import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';
import { NODE_FLAGS } from '../../kernel/server/node-flags.ts';

const MB = 1024 * 1024;

/** Streams 64 MB in chunks as an upload does; prints the bytes of chunks that were held at most. */
const UPLOAD = `
  const { collectYoungGarbage } = await import(${JSON.stringify(new URL('./upload.ts', import.meta.url).href)});
  const before = process.memoryUsage().arrayBuffers;
  let held = 0;
  for (let megabyte = 0; megabyte < 64; megabyte++) {
    for (let chunk = 0; chunk < 16; chunk++) Buffer.alloc(65_536);
    if (megabyte % 4 === 3) collectYoungGarbage();
    await new Promise((resolve) => setTimeout(resolve, 1));
    held = Math.max(held, process.memoryUsage().arrayBuffers - before);
  }
  console.log(held);`;

const heldBytes = async (flags: readonly string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    '--no-warnings',
    '--input-type=module',
    '-e',
    UPLOAD,
  ]);
  return Number(stdout);
};

test('[WORK-03] chunks of an upload that were stored are freed at once in the API as it is started', async () => {
  const held = await heldBytes(NODE_FLAGS);
  assert.ok(held < 12 * MB, `${held} bytes`);
});

test('an upload works without the flag that exposes the garbage collector', async () => {
  assert.ok((await heldBytes([])) > 0);
});
