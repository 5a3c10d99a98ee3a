import assert from 'node:assert/strict';
import test from 'node:test';
import type { Context } from './context.ts';
import { createLog } from './log.ts';
import type { Service } from './route.ts';
import { runSweeps } from './sweeps.ts';

test('a sweep is run again, also after it failed, and no more once it is ended', async () => {
  const context = { log: createLog({ LOG_LEVEL: 'fatal' }) } as Context;
  let runs = 0;
  let hear = (): void => undefined;
  const third = new Promise<void>((resolve) => (hear = resolve));
  const sweep = () => {
    if (++runs === 3) hear();
    return Promise.reject(new Error('no database'));
  };
  const service: Service = { name: 'swept', base: '/', routes: [], sweep };
  const end = runSweeps([service], context, { pauseMs: 1 });
  await third;
  await end();
  const atEnd = runs;
  await new Promise(setImmediate);
  assert.equal(runs, atEnd);
});
