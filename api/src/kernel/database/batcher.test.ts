import assert from 'node:assert/strict';
import test from 'node:test';
import { Batcher } from './batcher.ts';
import { beginEffect, withRepeat } from './call-attempt.ts';
import { DatabaseUnavailable } from './unavailable.ts';

interface Item {
  member: number;
  text: string;
}
const item = (member: number, text = `of ${member}`): Item => ({ member, text });

/** A batcher whose batches are written when the test says so. */
function controlled({ maxItems = 100, maxBatches = 10 } = {}) {
  const begun: { key: number; texts: string[]; finish: (error?: Error) => void }[] = [];
  const batcher = new Batcher<Item, string>({
    write: (key, items) =>
      new Promise((resolve, reject) => {
        const texts = items.map(({ text }) => text);
        const finish = (error?: Error) =>
          error ? reject(error) : resolve(texts.map((text) => `written ${text}`));
        begun.push({ key, texts, finish });
      }),
    identify: ({ member }) => member,
    maxItems,
    maxBatches,
  });
  return { batcher, begun };
}

test('what comes while a batch is written goes into the next one, one item of each member', async () => {
  const { batcher, begun } = controlled({ maxItems: 3 });
  const results = [item(1), item(2), item(3), item(2, 'again'), item(4), item(5)].map((one) =>
    batcher.add(7, one),
  );
  assert.deepEqual(
    begun.map(({ texts }) => texts),
    [['of 1']],
    'the first waits for nobody',
  );
  begun[0]!.finish();
  assert.equal(await results[0], 'written of 1');
  assert.deepEqual(begun[1]!.texts, ['of 2', 'of 3', 'of 4']);
  begun[1]!.finish();
  await results[1];
  assert.deepEqual(begun[2]!.texts, ['again', 'of 5']);
  begun[2]!.finish();
  assert.deepEqual((await Promise.all(results)).slice(1), [
    'written of 2',
    'written of 3',
    'written again',
    'written of 4',
    'written of 5',
  ]);
  void batcher.add(7, item(1));
  assert.equal(begun.length, 4, 'nothing is left of a key that had its turn');
});

test('keys do not wait for each other, up to as many batches as may be written at once', async () => {
  const { batcher, begun } = controlled({ maxBatches: 2 });
  const results = [1, 2, 3, 1].map((key, index) => batcher.add(key, item(index)));
  assert.deepEqual(
    begun.map(({ key }) => key),
    [1, 2],
  );
  begun[1]!.finish();
  await results[1];
  assert.deepEqual(
    begun.map(({ key }) => key),
    [1, 2, 3],
  );
  begun[0]!.finish();
  begun[2]!.finish();
  await results[2];
  begun[3]!.finish();
  assert.deepEqual(await results[3], 'written of 3');
});

test('an item that is refused, or that makes its batch fail, leaves the others theirs', async () => {
  const written: string[][] = [];
  const gate = Promise.withResolvers<void>();
  const batcher = new Batcher<Item, string>({
    async write(_key, items) {
      if (items[0]!.text === 'first') await gate.promise;
      if (items.some(({ text }) => text === 'breaks')) throw new Error('of this one');
      written.push(items.map(({ text }) => text));
      return items.map(({ text }) => (text === 'refused' ? new Error('not you') : text));
    },
    identify: ({ member }) => member,
    maxItems: 100,
    maxBatches: 1,
  });
  const results = ['first', 'one', 'breaks', 'refused', 'other'].map((text, member) =>
    batcher.add(1, item(member, text)),
  );
  gate.resolve();
  const settled = await Promise.allSettled(results);
  assert.deepEqual(
    settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    ['first', 'one', 'of this one', 'not you', 'other'],
  );
  assert.deepEqual(written, [['first'], ['one'], ['refused'], ['other']]);
});

test('each call decides by itself whether it is repeated: not where the batch may have been committed', async () => {
  let attempts = 0;
  const failing = (hasEffect: boolean) =>
    new Batcher<Item, string>({
      write(_key, items) {
        attempts++;
        if (hasEffect) beginEffect();
        // Once for each of two calls: what one of them makes of its error is not told to the other.
        if (attempts <= 2 || hasEffect) throw new DatabaseUnavailable('connection', 'gone');
        return Promise.resolve(items.map(({ text }) => text));
      },
      identify: ({ member }) => member,
      maxItems: 100,
      maxBatches: 1,
    });
  const call = (batcher: Batcher<Item, string>, member: number) =>
    withRepeat(
      () => batcher.add(1, item(member)),
      () => true,
    );
  const certain = failing(false);
  assert.deepEqual(await Promise.all([call(certain, 1), call(certain, 2)]), ['of 1', 'of 2']);
  attempts = 0;
  const unknown = failing(true);
  const settled = await Promise.allSettled([call(unknown, 1), call(unknown, 2)]);
  const errors = settled.map((one) => (one as PromiseRejectedResult).reason as DatabaseUnavailable);
  assert.deepEqual(
    errors.map(({ isOutcomeUnknown }) => isOutcomeUnknown),
    [true, true],
  );
  assert.notEqual(errors[0], errors[1]);
  assert.equal(attempts, 2, 'nothing was repeated');
});
