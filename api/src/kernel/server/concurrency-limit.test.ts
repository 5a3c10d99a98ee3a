import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { runAsCaller } from './current-work.ts';

test('work is bounded in all and for each caller; what waits begins when there is room', async () => {
  const limit = new ConcurrencyLimit({
    max: 3,
    perCaller: {
      max: 2,
      maxWaiting: 1,
      refused: () => new Error('too many'),
    },
  });
  const begun: string[] = [];
  const open = (caller: string, name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = runAsCaller(caller, () =>
      limit.run(() => {
        begun.push(name);
        return promise;
      }),
    );
    return { end: resolve, done };
  };
  const a1 = open('a', 'a1');
  const a2 = open('a', 'a2');
  const a3 = open('a', 'a3');
  await assert.rejects(open('a', 'a4').done, /too many/);
  const b1 = open('b', 'b1');
  const b2 = open('b', 'b2');
  await nextTurn();
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);

  // A place that is free goes to the first that waits and whose caller has room.
  b1.end();
  await b1.done;
  await nextTurn();
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2']);
  a1.end();
  await a1.done;
  await nextTurn();
  assert.deepEqual(begun.slice(4), ['a3']);
  for (const { end } of [a2, a3, b2]) end();
  await Promise.all([a2.done, a3.done, b2.done]);
  await runAsCaller('a', () => limit.run(() => Promise.resolve()));
});

test('work that fails gives its place back', async () => {
  const limit = new ConcurrencyLimit({
    max: 1,
    perCaller: {
      max: 1,
      maxWaiting: 0,
      refused: () => new Error('too many'),
    },
  });
  await assert.rejects(
    limit.run(() => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.equal(await limit.run(() => Promise.resolve(7)), 7);
});

test('without a bound for each caller one may take all places, and none is refused', async () => {
  const limit = new ConcurrencyLimit({ max: 2 });
  const begun: number[] = [];
  const works = Array.from({ length: 100 }, (_, i) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = limit.run(() => {
      begun.push(i);
      return promise;
    });
    return { end: resolve, done };
  });
  await nextTurn();
  for (const [i, { end, done }] of works.entries()) {
    assert.deepEqual(begun, [...works.keys()].slice(0, Math.min(works.length, i + 2)));
    end();
    await done;
    await nextTurn();
  }
});
