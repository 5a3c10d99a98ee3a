import assert from 'node:assert/strict';
import test from 'node:test';
import { Apart, type ApartOptions } from './apart.ts';

const WORKER = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, task }) => {
    if (task === 'die') process.exit(3);
    if (task === 'hang') for (;;);
    for (const end = performance.now() + (task === 'wake' ? 1000 : 0); performance.now() < end; );
    parentPort.postMessage({ id, made: task + task });
  });`;

const apart = (more: Partial<ApartOptions<string>> = {}) =>
  new Apart<string, { id: number; made: string }>({
    file: new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`),
    longest: 2000,
    late: () => new Error('too late'),
    ...more,
  });

test('tasks get their own answers', async () => {
  const one = apart();
  const made = await Promise.all(['a', 'b', 'c'].map((task) => one.do(task)));
  assert.deepEqual(
    made.map((reply) => reply.made),
    ['aa', 'bb', 'cc'],
  );
});

test('a thread that dies or hangs takes its task with it, and the next one is done', async () => {
  const one = apart();
  await assert.rejects(one.do('die'), /ended with code 3/);
  assert.equal((await one.do('x')).made, 'xx');
  await assert.rejects(one.do('hang'), /too late/);
  assert.equal((await one.do('y')).made, 'yy');
});

test('how long a new thread takes to wake up counts for no task, also after one that died', async () => {
  const one = apart({ longest: 800, start: { task: 'wake', longest: 20_000 } });
  const made = await Promise.all(['a', 'b'].map((task) => one.do(task)));
  assert.deepEqual(
    made.map((reply) => reply.made),
    ['aa', 'bb'],
  );
  await assert.rejects(one.do('die'));
  assert.equal((await one.do('c')).made, 'cc');
});

test('a thread that does not wake up refuses what waits for it, and the next one is tried', async () => {
  const one = apart({ start: { task: 'hang', longest: 300 } });
  for (const task of ['a', 'b']) await assert.rejects(one.do(task), /too late/);
});
