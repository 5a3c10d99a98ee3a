import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { startProcess } from './process.ts';
import { supervise, type SuperviseOptions } from './supervise.ts';

/** Runs a script that ends at once under supervision, until it has ended so often. */
async function pausesOf(script: string, ends: number, options: SuperviseOptions) {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-supervise-'));
  const file = path.join(folder, 'server.mjs');
  writeFileSync(file, script);
  const reasons: string[] = [];
  const pauses: number[] = [];
  let isDone = (): void => undefined;
  const done = new Promise<void>((resolve) => (isDone = resolve));
  const start = () => startProcess('The server', file, {}, path.join(folder, 'server.log'));
  const supervised = supervise(start(), start, {
    ...options,
    onEnd(reason, pauseMs) {
      reasons.push(reason);
      pauses.push(pauseMs);
      if (pauses.length === ends) isDone();
    },
  });
  await done;
  await supervised.stop();
  rmSync(folder, { recursive: true });
  return { reasons, pauses };
}

test('a server that ends each time is started again after pauses that double up to the longest', async () => {
  const options = { firstPauseMs: 5, longestPauseMs: 20 };
  const { pauses, reasons } = await pausesOf('process.exit(3)', 4, options);
  assert.deepEqual(pauses, [5, 10, 20, 20]);
  assert.match(reasons[0]!, /^The server ended with code 3\./);
});

test('after a healthy time the pauses begin anew', async () => {
  const { pauses } = await pausesOf('process.exit(0)', 3, { firstPauseMs: 5, healthyMs: 0 });
  assert.deepEqual(pauses, [5, 5, 5]);
});
