import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';

const preload = `--import=${path.join(import.meta.dirname, 'block-network.mjs')}`;

test('a process that reaches out of this machine fails, even if it carries on without the answer', () => {
  const code = "fetch('http://203.0.113.7/').catch((error) => console.log(error.cause.message))";
  const { status, stdout, stderr } = spawnSync(process.execPath, [preload, '-e', code], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stdout, /tried to connect to 203\.0\.113\.7/);
  assert.match(stderr, /tests reach nothing but this machine/);
});

test('what listens on this machine can be reached', async (t) => {
  const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const code = `console.log(await (await fetch('http://localhost:${port}/')).text())`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    preload,
    '--input-type=module',
    '-e',
    code,
  ]);
  assert.equal(stdout, 'here\n');
});
