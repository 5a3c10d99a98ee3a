import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { Client } from 'pg';
import { startChild } from '../../testing/child.ts';
import { until } from '../../testing/mail.ts';
import { clusterFolder, embeddedRoot } from './embedded-address.ts';
import { startEmbedded } from './embedded.ts';
import { identify, isRunning, isZombie } from './process-identity.ts';
import { chooseAccount } from './run-as.ts';
import { restartPauseMs } from './supervise.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'waymark-crash-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const KILLS = 20;
const writer = new URL('./crash-child.ts', import.meta.url);

test(`no acknowledged write is lost when the API or PostgreSQL is killed ${KILLS} times`, async () => {
  let acknowledged = 0;
  let adopted = 0;
  for (let round = 0; round < KILLS; round++) {
    const child = startChild(writer, [folder]);
    const start = await child.next<{ pid: number; adopted: boolean; last: number }>();
    assert.ok(start.last >= acknowledged, `round ${round}: ${start.last} of ${acknowledged}`);
    adopted += Number(start.adopted);
    for (let write = 0; write < 20 + round * 7; write++) acknowledged = (await child.next<{ n: number }>()).n;
    if (round % 2 === 1) process.kill(start.pid, 'SIGKILL');
    await child.kill();
  }
  // How many are still there for the next start depends on how soon it comes; some always are.
  assert.ok(adopted > 0, 'no server that outlived its parent was taken over');
  const server = await startEmbedded(folder);
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ n: number; last: number }>(
    'select count(*)::int as n, max(n) as last from numbers',
  );
  await client.end();
  await server.stop();
  assert.ok((rows[0]?.last ?? 0) >= acknowledged);
  assert.equal(rows[0]?.n, rows[0]?.last);
  // Stopped is a server that has written everything; its process needs another moment to leave.
  await until('the server ended', () => Promise.resolve(!isRunning(identify(server.pid))));
});

test('a second start on the same data folder says who holds it, and leaves it running', async () => {
  const server = await startEmbedded(folder);
  try {
    await assert.rejects(startEmbedded(folder), {
      message: `Waymark is already running on this data folder (process ${process.pid}). Stop it first or choose another DATA_DIR.`,
    });
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.end();
  } finally {
    await server.stop();
  }
});

test('the lock of a process that is gone does not keep a start out', async () => {
  writeFileSync(path.join(folder, 'waymark.lock'), JSON.stringify({ pid: 2 ** 22 - 3, started: '1' }));
  const server = await startEmbedded(folder);
  await server.stop();
});

test(
  'a killed server whose parent never asks for it does not keep the next one from starting',
  { skip: process.platform !== 'linux' && 'the state of a process is read from /proc' },
  async (t) => {
    const server = await startEmbedded(folder);
    const { port } = new URL(server.url);
    await server.stop();
    // Of the account of the server, as PostgreSQL heeds no process of others.
    const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 600'], chooseAccount().ids);
    t.after(() => parent.kill());
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    await until('it has ended', () => Promise.resolve(isZombie(pid)));
    const data = clusterFolder(embeddedRoot(folder));
    writeFileSync(path.join(data, 'postmaster.pid'), [pid, data, 0, port, '', ''].join('\n'));
    const next = await startEmbedded(folder);
    await next.stop();
  },
);

test('the server ends by itself after its parent was killed', async () => {
  const child = startChild(writer, [folder]);
  const { pid } = await child.next<{ pid: number }>();
  await child.kill();
  await until('the server ended', () => Promise.resolve(!isRunning(identify(pid))));
});

/** Connects as soon as the server takes connections. */
const connected = (url: string): Promise<Client> =>
  until('the server answers', async () => {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client,
      () => null,
    );
  });

test('a killed server is back at the same address within 5 s, with everything acknowledged', async () => {
  const child = startChild(writer, [folder]);
  const { pid: orphan } = await child.next<{ pid: number }>();
  await child.kill();
  const server = await startEmbedded(folder);
  const { url } = server;
  const outagesMs: number[] = [];
  try {
    assert.deepEqual([server.adopted, server.pid], [true, orphan]);
    for (let round = 0; round < 3; round++) {
      const client = await connected(url);
      await client.query('create table if not exists rounds (n int)');
      await client.query('insert into rounds values ($1)', [round]);
      // A statement in hand keeps its process, and with it the folder, from going.
      const busy = client.query('do $$ begin loop null; end loop; end $$');
      const { pid } = server;
      const start = performance.now();
      process.kill(pid, 'SIGKILL');
      await assert.rejects(busy);
      const again = await connected(url);
      outagesMs.push(performance.now() - start);
      const { rows } = await again.query<{ n: number }>('select n from rounds order by n');
      assert.deepEqual(
        rows.map(({ n }) => n),
        Array.from({ length: round + 1 }, (_, n) => n),
      );
      await again.end();
      await until('its process is known', () => Promise.resolve(server.pid !== pid));
    }
  } finally {
    await server.stop();
  }
  // The machine that runs the tests may be busy with others; `KILLS` of the larger suite looks at each outage.
  assert.ok(Math.min(...outagesMs) < 5000, `${Math.min(...outagesMs)} ms`);
  await until('the server ended', () => Promise.resolve(!isRunning(identify(server.pid))));
});

test('a server that keeps dying is restarted with growing pauses', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 20].map(restartPauseMs), [0, 250, 500, 1000, 2000, 30_000]);
});
