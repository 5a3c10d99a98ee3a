import assert from 'node:assert/strict';
import test from 'node:test';
import { runAsCaller } from '../server/current-work.ts';
import { FairQueue } from './fair-queue.ts';
import { threadWorker } from './thread-worker.ts';
import { WorkerQueue, type WorkerQueueOptions } from './worker-queue.ts';

const WORKER = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, task }) => {
    if (task === 'die') process.exit(3);
    if (task === 'hang') for (;;);
    for (const end = performance.now() + (task === 'wake' ? 2000 : Number(task) || 0); performance.now() < end; );
    parentPort.postMessage({ id, made: task + task });
  });`;

type Reply = { id: number; made: string };

const createQueue = (more: Partial<WorkerQueueOptions<string, Reply>> = {}) =>
  new WorkerQueue<string, Reply>({
    startWorker: threadWorker({ file: new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`) }),
    taskTimeoutMs: 2000,
    errors,
    ...more,
  });

const errors = {
  taskTimeout: () => new Error('too late'),
  queueTimeout: () => new Error('busy'),
  tooManyTasks: () => new Error('too many'),
};

test('tasks get their own answers', async () => {
  const queue = createQueue();
  const made = await Promise.all(['a', 'b', 'c'].map((task) => queue.run(task)));
  assert.deepEqual(
    made.map((reply) => reply.made),
    ['aa', 'bb', 'cc'],
  );
});

test('a worker that ends or hangs takes its task with it, and the next task is run by another', async () => {
  const queue = createQueue();
  await assert.rejects(queue.run('die'), /ended with code 3/);
  assert.equal((await queue.run('x')).made, 'xx');
  await assert.rejects(queue.run('hang'), /too late/);
  assert.equal((await queue.run('y')).made, 'yy');
});

test('the start of a worker counts for no task, also after one that ended', async () => {
  const queue = createQueue({ taskTimeoutMs: 1800, startTask: { task: 'wake', timeoutMs: 20_000 } });
  const made = await Promise.all(['a', 'b'].map((task) => queue.run(task)));
  assert.deepEqual(
    made.map((reply) => reply.made),
    ['aa', 'bb'],
  );
  await assert.rejects(queue.run('die'));
  assert.equal((await queue.run('c')).made, 'cc');
});

test('when a worker does not start, waiting tasks are refused and the next task tries another', async () => {
  const queue = createQueue({ startTask: { task: 'hang', timeoutMs: 300 } });
  for (const task of ['a', 'b']) await assert.rejects(queue.run(task), /too late/);
});

test('a task timeout begins when the task begins to run, not while it waits', async () => {
  const queue = createQueue({ taskTimeoutMs: 2000, queueTimeoutMs: 20_000 });
  await queue.run('a', { taskTimeoutMs: 20_000 });
  const made = await Promise.all(Array.from({ length: 8 }, () => queue.run('300')));
  assert.equal(made.length, 8);
});

test('only the task that exceeds its timeout is refused, those behind it are run by a new worker', async () => {
  for (const concurrency of [1, 10]) {
    const queue = createQueue({ taskTimeoutMs: 20_000, concurrency, queueTimeoutMs: 20_000 });
    assert.equal((await queue.run('a')).made, 'aa');
    const [hung, ...others] = await Promise.allSettled([
      queue.run('hang', { taskTimeoutMs: 600 }),
      queue.run('b'),
      queue.run('c'),
    ]);
    assert.match(String(hung.status === 'rejected' && hung.reason), /too late/);
    assert.deepEqual(
      others.map((other) => other.status === 'fulfilled' && other.value.made),
      ['bb', 'cc'],
    );
  }
});

test('a task that hangs a second worker is not repeated again', async () => {
  const queue = createQueue({ taskTimeoutMs: 10_000, concurrency: 10 });
  const poison = queue.run('hang');
  const refused = assert.rejects(poison, /too late/);
  for (const task of ['a', 'b']) await assert.rejects(queue.run(task, { taskTimeoutMs: 300 }), /too late/);
  await refused;
  assert.equal((await queue.run('c')).made, 'cc');
});

test('callers are served in rotation: one with many tasks delays another by one of them only', async () => {
  const queue = createQueue();
  const done: string[] = [];
  const ask = (caller: string, task: string) =>
    runAsCaller(caller, () => queue.run(task)).then(() => done.push(caller));
  const many = Array.from({ length: 12 }, () => ask('many', '40'));
  await ask('few', '1');
  assert.ok(done.indexOf('few') <= 2, done.join());
  await Promise.all(many);
});

test('background tasks are run after all others that wait, each caller’s in order', async () => {
  const queue = createQueue({ taskTimeoutMs: 20_000 });
  const done: string[] = [];
  const ask = (task: string, isBackground: boolean) =>
    queue.run(task, { isBackground }).then(({ made }) => done.push(made));
  await Promise.all([ask('30', false), ask('a', true), ask('b', true), ask('c', false), ask('d', false)]);
  assert.deepEqual(done, ['3030', 'cc', 'dd', 'aa', 'bb']);
});

test('a task whose caller leaves while it waits is not run', async () => {
  const queue = createQueue({ maxPerCaller: 3, taskTimeoutMs: 20_000 });
  const controller = new AbortController();
  const { signal } = controller;
  const running = queue.run('100', { signal });
  const waiting = assert.rejects(queue.run('hang', { signal }), /left/);
  const background = assert.rejects(queue.run('hang', { signal, isBackground: true }), /left/);
  controller.abort(new Error('left'));
  await Promise.all([waiting, background]);
  assert.equal((await queue.run('a')).made, 'aa');
  assert.equal((await running).made, '100100');
  await assert.rejects(queue.run('b', { signal }), /left/);
});

test('the queue gives callers their turns, whatever was taken out of it', () => {
  const queue = new FairQueue<string>();
  for (const entry of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(entry[0]!, entry);
  queue.addFirst('b', 'b0');
  queue.addFirst('c', 'c0');
  assert.deepEqual([queue.countOf('a'), queue.countOf('b'), queue.countOf('d')], [3, 3, 0]);
  queue.remove('c', 'c0');
  queue.remove('a', 'a2');
  queue.remove('c', 'c1');
  assert.deepEqual([...queue], ['b0', 'a1', 'a3', 'b1', 'b2']);
  const taken = [queue.take(), queue.take(), queue.take()];
  queue.add('a', 'a4');
  while (!queue.isEmpty) taken.push(queue.take());
  assert.deepEqual(taken, ['b0', 'a1', 'b1', 'a3', 'b2', 'a4']);
  assert.equal(queue.take(), undefined);
});

test('tasks beyond the queue timeout or the limit per caller are refused, the others are run', async () => {
  const queue = createQueue({ queueTimeoutMs: 300, maxPerCaller: 3 });
  const ask = (caller: string, task: string) => runAsCaller(caller, () => queue.run(task).catch(String));
  const made = await Promise.all([...['700', '1', '1', '1'].map((task) => ask('a', task)), ask('b', '1')]);
  assert.deepEqual(
    made.map((each) => (typeof each === 'string' ? each : each.made)),
    ['700700', 'Error: busy', 'Error: busy', 'Error: too many', 'Error: busy'],
  );
  assert.equal((await queue.run('x')).made, 'xx');
});

test('several workers run tasks side by side, and a closed queue rejects what waits and what comes', async () => {
  const queue = createQueue({ maxWorkers: 2, taskTimeoutMs: 20_000 });
  const hung = ['hang', 'hang', 'a'].map((task) => queue.run(task).catch(String));
  const reason = new Error('closed');
  queue.close(reason);
  assert.deepEqual(await Promise.all(hung), Array(3).fill('Error: closed'));
  await assert.rejects(queue.run('b'), reason);
});

test('two workers: a task runs while another one hangs', async () => {
  const queue = createQueue({ maxWorkers: 2, taskTimeoutMs: 20_000 });
  const hung = assert.rejects(queue.run('hang'), /closed/);
  assert.equal((await queue.run('a')).made, 'aa');
  queue.close(new Error('closed'));
  await hung;
});
