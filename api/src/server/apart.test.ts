import assert from 'node:assert/strict';
import test from 'node:test';
import { Apart, type ApartOptions } from './apart.ts';
import { runAsCaller } from './calling.ts';

const WORKER = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, task }) => {
    if (task === 'die') process.exit(3);
    if (task === 'hang') for (;;);
    for (const end = performance.now() + (task === 'wake' ? 1000 : Number(task) || 0); performance.now() < end; );
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

test('a task has its time from its own beginning: what it waits for others counts as waiting', async () => {
  const one = apart({ longest: 500, patience: { ms: 20_000, refuse: () => new Error('busy') } });
  const made = await Promise.all(Array.from({ length: 8 }, () => one.do('150')));
  assert.equal(made.length, 8);
});

test('only the task that takes too long is given up, what waited behind it is done by a new thread', async () => {
  for (const atOnce of [1, 10]) {
    const one = apart({ longest: 600, atOnce, patience: { ms: 20_000, refuse: () => new Error('busy') } });
    assert.equal((await one.do('a')).made, 'aa');
    const [hung, ...others] = await Promise.allSettled(['hang', 'b', 'c'].map((task) => one.do(task)));
    assert.match(String(hung!.status === 'rejected' && hung!.reason), /too late/);
    assert.deepEqual(
      others.map((other) => other.status === 'fulfilled' && other.value.made),
      ['bb', 'cc'],
    );
  }
});

test('a task that hangs a second thread, too, is not tried for ever', async () => {
  const one = apart({ longest: 10_000, atOnce: 10 });
  const poison = one.do('hang');
  const refused = assert.rejects(poison, /too late/);
  for (const task of ['a', 'b']) await assert.rejects(one.do(task, 300), /too late/);
  await refused;
  assert.equal((await one.do('c')).made, 'cc');
});

test('callers take turns: one with many tasks keeps another waiting for one of them only', async () => {
  const one = apart();
  const done: string[] = [];
  const ask = (who: string, task: string) => runAsCaller(who, () => one.do(task)).then(() => done.push(who));
  const many = Array.from({ length: 12 }, () => ask('many', '40'));
  await ask('few', '1');
  assert.ok(done.indexOf('few') <= 2, done.join());
  await Promise.all(many);
});

test('who waits too long and who has too many tasks is told so; the others are done', async () => {
  const one = apart({
    patience: { ms: 300, refuse: () => new Error('busy') },
    most: { tasks: 3, refuse: () => new Error('too many') },
  });
  const ask = (who: string, task: string) => runAsCaller(who, () => one.do(task).catch(String));
  const made = await Promise.all([...['700', '1', '1', '1'].map((task) => ask('a', task)), ask('b', '1')]);
  assert.deepEqual(
    made.map((each) => (typeof each === 'string' ? each : each.made)),
    ['700700', 'Error: busy', 'Error: busy', 'Error: too many', 'Error: busy'],
  );
  assert.equal((await one.do('x')).made, 'xx');
});
