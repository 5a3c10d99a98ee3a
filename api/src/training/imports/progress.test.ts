import assert from 'node:assert/strict';
import test from 'node:test';
import { createProgressWriter } from './progress.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('[WORK-03] progress is written every tenth and twice a second at most', async (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const written: number[] = [];
  const bar = createProgressWriter((share) => {
    written.push(Number(share.toFixed(3)));
    return Promise.resolve();
  });
  for (let read = 0; read <= 100; read++) {
    bar.report(read / 100);
    now += 40;
    await turn();
  }
  // 100 steps of 40 ms make 4 seconds; a tenth of the whole is passed every 533 ms.
  assert.equal(written.length, 7);
  assert.ok(
    written.every((share, i) => i === 0 || share - written[i - 1]! >= 0.1),
    String(written),
  );
  assert.ok(written.at(-1)! <= 0.8);
});

test('[WORK-03] the last write is awaited, and a failed one does not fail the import', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => (now += 1000));
  let end = () => {};
  const written: number[] = [];
  const bar = createProgressWriter((share) => {
    written.push(share);
    return new Promise<void>((_, reject) => (end = () => reject(new Error('no database'))));
  });
  bar.report(0.5);
  bar.report(1);
  assert.equal(written.length, 1);
  let settled = false;
  const waiting = bar.finish().then(() => (settled = true));
  await turn();
  assert.equal(settled, false);
  end();
  await waiting;
});
