import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { decodeStreams } from '../../../recordings/streams/codec.ts';
import { FilePool } from './file-pool.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';
import { gpxSample } from '../../../recordings/testing/sample-files.ts';
import { fitSample, triathlonFit } from '../../../recordings/testing/sample-fit.ts';
import type { ReadWorkout } from '../../../recordings/model/parsed-workout.ts';

let folder: string;
const shared = new FilePool();
const readWorkoutFile = (path: string, options: { name: string }): Promise<ReadWorkout[]> =>
  shared.read(path, options);
const file = (name: string) => join(folder, name);
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-pool-'));
  await writeFile(file('run.gpx'), gpxSample({ points: 300 }));
  await writeFile(file('tri.bin'), triathlonFit(500));
  await writeFile(file('bad.gpx'), 'nonsense');
});
after(async () => {
  await shared.close();
  await rm(folder, { recursive: true, force: true });
});

test('[WORK-03] a file is read in a child process and returned encoded, including legs', async () => {
  const [run] = await readWorkoutFile(file('run.gpx'), { name: 'run.gpx' });
  assert.equal(run!.n, 300);
  assert.ok(run!.start instanceof Date);
  assert.equal(decodeStreams(run!.encoded).columns.lat!.length, 300);
  const [day] = await readWorkoutFile(file('tri.bin'), { name: 'a name that says nothing' });
  assert.equal(day!.legs.length, 5);
  assert.equal(decodeStreams(day!.legs[2]!.encoded).n, day!.legs[2]!.n);
});

test('[WORK-03] a bad file fails with its code and sentence, and the next one is read', async () => {
  const files = ['bad.gpx', 'run.gpx', 'bad.gpx', 'run.gpx'];
  const results = await Promise.allSettled(files.map((name) => readWorkoutFile(file(name), { name })));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
  const { reason } = results[0] as PromiseRejectedResult;
  assert.ok(reason instanceof FileProblem);
  assert.equal(reason.code, 'not_a_workout');
  await assert.rejects(readWorkoutFile(file('missing.gpx'), { name: 'x' }), /ENOENT/);
});

test('[WORK-03] the share of the bytes that are read is reported', async () => {
  for (const [name, content] of [
    ['long.gpx', gpxSample({ points: 20_000 })],
    ['long.fit', fitSample({ sport: 'running', points: 5000 })],
  ] as const) {
    await writeFile(file(name), content);
    const shares: number[] = [];
    await shared.read(file(name), { name }, (share) => shares.push(share));
    assert.ok(shares.length > 0 && shares.length < 100, `${name}: ${shares.length}`);
    assert.ok(shares[0]! > 0 && shares[0]! < 0.3, `${name}: ${shares[0]}`);
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    );
    assert.ok(shares.at(-1)! <= 1);
  }
});

/** Niceness of each thread of a process. */
async function nicenessOfThreads(pid: number): Promise<number[]> {
  const stats = (await readdir(`/proc/${pid}/task`)).map((thread) =>
    readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8'),
  );
  // The name in brackets may hold blanks; niceness is the 17th after it.
  return (await Promise.all(stats)).map((stat) =>
    Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]),
  );
}

test(
  'reader processes run with a lower priority, the API does not',
  { skip: process.platform !== 'linux' && 'niceness is read from /proc' },
  async () => {
    const own = os.getPriority();
    const pool = new FilePool();
    await pool.read(file('run.gpx'), { name: 'run.gpx' });
    const [reader] = pool.processIds;
    const threads = await nicenessOfThreads(reader!);
    assert.ok(threads.length > 1, 'the collector has threads of its own');
    assert.deepEqual([...new Set(threads)], [Math.min(19, own + 10)]);
    assert.equal(os.getPriority(), own);
    await pool.close();
  },
);

test('[WORK-03] a reader that ends fails only its own file, and no reader outlives its pool', async () => {
  // A fifo without a writer keeps the reader busy.
  execFileSync('mkfifo', [file('stuck')]);
  const pool = new FilePool();
  await pool.read(file('run.gpx'), { name: 'run.gpx' });
  const [first] = pool.processIds;
  const stuck = pool.read(file('stuck'), { name: 'stuck' });
  const next = pool.read(file('run.gpx'), { name: 'run.gpx' });
  process.kill(first!, 'SIGTERM');
  await assert.rejects(stuck, /ended with SIGTERM/);
  assert.equal((await next)[0]!.n, 300);
  const [second] = pool.processIds;
  assert.notEqual(second, first);
  await pool.close();
  assert.throws(() => process.kill(second!, 0), { code: 'ESRCH' });
});

async function assertPending(promise: Promise<unknown>): Promise<void> {
  const pending = Symbol('pending');
  assert.equal(await Promise.race([promise, Promise.resolve(pending)]), pending);
}

test('a file that exceeds its timeout fails alone', async (t) => {
  // A fifo without a writer keeps its reader busy for ever: no machine is fast enough.
  execFileSync('mkfifo', [file('fifo')]);
  const pool = new FilePool();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const waiting = pool.read(file('fifo'), { name: 'fifo' });
  const next = pool.read(file('run.gpx'), { name: 'run.gpx' });
  t.mock.timers.tick(119_999);
  await Promise.all([assertPending(waiting), assertPending(next)]);
  t.mock.timers.tick(1);
  await assert.rejects(waiting, { code: 'timeout' });
  assert.equal((await next)[0]!.n, 300);
  await pool.close();
  await assert.rejects(pool.read(file('run.gpx'), { name: 'run.gpx' }), /closed/);
});

test('[WORK-03] a reader out of memory fails its file and not the process', async () => {
  const pool = new FilePool({ heapLimitMb: 4 });
  await assert.rejects(pool.read(file('run.gpx'), { name: 'run.gpx' }), { code: 'memory' });
  await pool.close();
});

test('a process is not kept alive by an idle reader', () => {
  const script =
    `const { FilePool } = await import(${JSON.stringify(new URL('./file-pool.ts', import.meta.url).href)});` +
    `console.log((await new FilePool().read(${JSON.stringify(file('run.gpx'))}, { name: 'run.gpx' }))[0].n);`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 });
  assert.equal(out.toString().trim(), '300');
});
