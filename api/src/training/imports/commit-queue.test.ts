import assert from 'node:assert/strict';
import test from 'node:test';
import type { ReadImport } from './import-rows.ts';
import { CommitQueue } from './commit-queue.ts';

const read = (id: number, { tries = 1, bytes = 1 } = {}) =>
  ({
    row: { id, tries },
    workouts: [{ encoded: [{ data: new Uint8Array(bytes) }], legs: [] }],
  }) as unknown as ReadImport;

/** A queue whose commits end when told to. */
function heldQueue() {
  const groups: number[][] = [];
  const ends: (() => void)[] = [];
  const queue = new CommitQueue((group) => {
    groups.push(group.map(({ row }) => row.id));
    return new Promise((resolve) => ends.push(resolve));
  });
  return { queue, groups, ends };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('[WORK-03] files that were read are committed together, in their order', async () => {
  const { queue, groups, ends } = heldQueue();
  for (const id of [1, 2, 3]) await queue.add(read(id));
  const flushed = queue.flush();
  await turn();
  assert.deepEqual(groups, [[1, 2, 3]]);
  ends[0]!();
  await flushed;
});

test('[WORK-03] a file that was read alone is committed without waiting for others for long', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { queue, groups } = heldQueue();
  await queue.add(read(1));
  t.mock.timers.tick(100);
  await turn();
  assert.deepEqual(groups, [[1]]);
});

test('[WORK-03] while one group is committed and the next is full, readers wait', async () => {
  const { queue, groups, ends } = heldQueue();
  const full = { bytes: 8 << 20 };
  await queue.add(read(1, full));
  let isAdded = false;
  const adding = queue.add(read(2, full)).then(() => (isAdded = true));
  await turn();
  assert.deepEqual([groups, isAdded], [[[1]], false]);
  ends[0]!();
  await adding;
  await turn();
  assert.deepEqual(groups, [[1], [2]]);
});

test('[WORK-03] a file that was begun before without an end is committed alone', async () => {
  const { queue, groups } = heldQueue();
  await queue.add(read(1, { tries: 2 }));
  await turn();
  assert.deepEqual(groups, [[1]]);
});
