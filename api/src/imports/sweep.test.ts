import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sweepYoung } from './sweep.ts';

const MB = 1024 * 1024;

test('[WORK-03] pieces of an upload that were stored take no memory any more', async () => {
  sweepYoung();
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 8; i++) Buffer.alloc(MB);
  sweepYoung();
  // The bytes are given back beside the collector's own work, a moment later; nothing else here makes it run.
  const until = Date.now() + 5000;
  const held = () => process.memoryUsage().arrayBuffers - before;
  while (held() >= 2 * MB && Date.now() < until) await wait(20);
  assert.ok(held() < 2 * MB);
  assert.equal('gc' in globalThis, false, 'nobody else is given the collector');
});
