import assert from 'node:assert/strict';
import test from 'node:test';
import { runTasks, type Task } from './scheduler.ts';

/** Tasks that note when they start, and end when they are told. */
function recorder() {
  const log: string[] = [];
  const ends = new Map<string, (ok: boolean) => void>();
  const task = (name: string, load: number, needs: string[] = []): Task<boolean> => ({
    name,
    load,
    needs,
    run: () => {
      log.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    },
  });
  const end = async (name: string, ok = true) => {
    ends.get(name)?.(ok);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { log, task, end };
}
const isTrue = (result: boolean) => result;

test('tasks run side by side as long as their loads fit, and later ones pass one that waits', async () => {
  const { log, task, end } = recorder();
  const done = runTasks([task('a', 2), task('b', 1, ['a']), task('c', 1), task('d', 1)], 3, isTrue);
  assert.deepEqual(log, ['a', 'c']);
  await end('c');
  assert.deepEqual(log, ['a', 'c', 'd']);
  await end('a');
  assert.deepEqual(log, ['a', 'c', 'd', 'b']);
  await end('b');
  await end('d');
  assert.deepEqual(
    (await done).map(({ name }) => name),
    ['c', 'a', 'b', 'd'],
  );
});

test('what needs a task that failed does not start, and the rest goes on', async () => {
  const { log, task, end } = recorder();
  const done = runTasks([task('build', 2), task('browser', 1, ['build']), task('unit', 1)], 2, isTrue);
  await end('build', false);
  assert.deepEqual(log, ['build', 'unit']);
  await end('unit');
  const outcomes = await done;
  assert.deepEqual(
    outcomes.find(({ name }) => name === 'browser'),
    { name: 'browser' },
  );
});

test('a task that is heavier than the machine runs alone', async () => {
  const { log, task, end } = recorder();
  const done = runTasks([task('small', 1), task('huge', 9)], 2, isTrue);
  assert.deepEqual(log, ['small']);
  await end('small');
  assert.deepEqual(log, ['small', 'huge']);
  await end('huge');
  await done;
});

test('tasks that need each other are named instead of hanging the run', async () => {
  const { task } = recorder();
  await assert.rejects(runTasks([task('a', 1, ['b']), task('b', 1, ['a'])], 2, isTrue), /a, b/);
});
