import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { readEdgeEnv } from './env.ts';
import { loggedPath } from './log.ts';
import { builtHost, startServer, startTestEdge } from './testing/edge.ts';
import { testFolder } from './testing/fixtures.ts';

test('alive always; ready only with an API that is ready', async (t) => {
  let ready = true;
  const { get } = await startTestEdge(t, {
    api: (_, response) => {
      if (ready) return false;
      response.writeHead(503).end('{}');
      return true;
    },
  });
  assert.equal((await get('/readyz')).status, 200);
  ready = false;
  const answer = await get('/readyz');
  assert.deepEqual([answer.status, await answer.json()], [503, { ok: false, reason: 'api' }]);
  assert.equal((await get('/livez')).status, 200);
});

test('an edge without a built host does not start, and says what is missing', async (t) => {
  await assert.rejects(startTestEdge(t, { hostDist: '/nowhere' }), /The host is not built: there is no/);
});

/** A signal after which code that nobody listens to throws. */
const FAULT_ON_SIGNAL = `process.on('SIGUSR2', () => { throw new Error('injected fault') })`;

async function startEdgeProcess(t: TestContext) {
  const folder = await testFolder(t);
  await builtHost(path.join(folder, 'host'));
  let answer = () => {};
  let asked = () => {};
  const begun = new Promise<void>((resolve) => (asked = resolve));
  const apiUrl = await startServer(t, (_, response) => {
    answer = () => response.end('done');
    asked();
  });
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      EDGE_PORT: '0',
      API_URL: apiUrl,
      DATA_DIR: folder,
      HOST_DIST: path.join(folder, 'host'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAULT_ON_SIGNAL)}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const said = async (part: string): Promise<string> => {
    for (;;) {
      const line = lines
        .join('')
        .split('\n')
        .find((text) => text.includes(part));
      if (line !== undefined) return line;
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
      lines.push(chunk.toString());
    }
  };
  const { url } = JSON.parse(await said('is ready on')) as { url: string };
  return { child, url, said, begun, answer: () => answer() };
}

for (const [signal, message, exitCode] of [
  ['SIGTERM', 'stopping', 0],
  ['SIGUSR2', 'injected fault', 1],
] as const)
  test(`${signal}, "${message}": the process lets a request under way end and ends with ${exitCode}`, async (t) => {
    const { child, url, said, begun, answer } = await startEdgeProcess(t);
    const call = fetch(`${url}/services/x`);
    await begun;
    const start = performance.now();
    child.kill(signal);
    await said(message);
    await assert.rejects(fetch(`${url}/livez`));
    const ended = once(child, 'exit') as Promise<[number]>;
    answer();
    assert.equal(await (await call).text(), 'done');
    assert.deepEqual(await ended, [exitCode, null]);
    assert.ok(performance.now() - start < 8000, 'it did not wait for the limit');
  });

test('a wrong environment is refused, naming the variable', () => {
  assert.throws(() => readEdgeEnv({ EDGE_PORT: 'many' }), /Configuration: EDGE_PORT/);
  assert.throws(
    () => readEdgeEnv({ EXTRA_SOURCES: "https://a.example 'unsafe-eval'" }),
    /EXTRA_SOURCES: "'unsafe-eval'"/,
  );
  assert.equal(readEdgeEnv({}).EDGE_PORT, 4000);
});

test('logs hold no token of a mail and no address', () => {
  assert.equal(loggedPath('/password_reset/0123456789abcdef0123'), '/password_reset/[removed]');
  assert.equal(
    loggedPath('/auth/find-user-by-email/robin%40example.com'),
    '/auth/find-user-by-email/[removed]',
  );
  assert.equal(loggedPath('/workout/42'), '/workout/42');
  assert.equal(loggedPath('/workout/42?key=c2VjcmV0'), '/workout/42');
});
