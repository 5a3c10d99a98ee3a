import assert from 'node:assert/strict';
import test from 'node:test';
import { Apart } from './apart.ts';

const WORKER = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, task }) => {
    if (task === 'die') process.exit(3);
    if (task === 'hang') for (;;);
    parentPort.postMessage({ id, made: task + task });
  });`;

const apart = () =>
  new Apart<string, { id: number; made: string }>({
    file: new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`),
    longest: 2000,
    late: () => new Error('too late'),
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
