import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { decodeStreams } from './codec.ts';
import { FilePool } from './pool.ts';
import { FileProblem } from './problem.ts';
import { closeFileReader, readWorkoutFile } from './read-workouts.ts';
import { gpxSample } from './samples.ts';
import { triathlonFit } from './samples-fit.ts';

let folder: string;
const file = (name: string) => join(folder, name);
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-pool-'));
  await writeFile(file('run.gpx'), gpxSample({ points: 300 }));
  await writeFile(file('tri.bin'), triathlonFit(500));
  await writeFile(file('bad.gpx'), 'nonsense');
});
after(async () => {
  await closeFileReader();
  await rm(folder, { recursive: true, force: true });
});

test('[WORK-03] a file is read in a worker and comes back encoded, legs included', async () => {
  const [run] = await readWorkoutFile(file('run.gpx'), { name: 'run.gpx' });
  assert.equal(run!.n, 300);
  assert.ok(run!.start instanceof Date);
  assert.equal(decodeStreams(run!.encoded).columns.lat!.length, 300);
  const [day] = await readWorkoutFile(file('tri.bin'), { name: 'a name that says nothing' });
  assert.equal(day!.legs.length, 5);
  assert.equal(decodeStreams(day!.legs[2]!.encoded).n, day!.legs[2]!.n);
});

test('[WORK-03] a bad file is told with its code and sentence, and the next one is read', async () => {
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

test('a file that takes too long takes only itself along', async () => {
  // A fifo without a writer never ends, so no machine is fast enough.
  execFileSync('mkfifo', [file('fifo')]);
  const pool = new FilePool({ timeout: 1500 });
  await pool.read(file('run.gpx'), { name: 'run.gpx' });
  const waiting = pool.read(file('fifo'), { name: 'fifo' });
  const next = pool.read(file('run.gpx'), { name: 'run.gpx' });
  await assert.rejects(waiting, { code: 'timeout' });
  const holder = await open(file('fifo'), 'r+');
  assert.equal((await next)[0]!.n, 300);
  await holder.close();
  await pool.close();
  await assert.rejects(pool.read(file('run.gpx'), { name: 'run.gpx' }), /closed/);
});

test('a worker out of memory is a problem of its file, not of the process', async () => {
  const pool = new FilePool({ memory: 4 });
  await assert.rejects(pool.read(file('run.gpx'), { name: 'run.gpx' }), { code: 'memory' });
  await pool.close();
});

test('a process is not kept alive by an idle worker', () => {
  const script =
    `const { readWorkoutFile } = await import(${JSON.stringify(new URL('./read-workouts.ts', import.meta.url).href)});` +
    `console.log((await readWorkoutFile(${JSON.stringify(file('run.gpx'))}, { name: 'run.gpx' }))[0].n);`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 });
  assert.equal(out.toString().trim(), '300');
});
