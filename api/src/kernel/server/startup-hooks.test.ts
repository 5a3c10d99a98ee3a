import assert from 'node:assert/strict';
import test from 'node:test';
import type { Context } from './context.ts';
import { createLog } from './log.ts';
import type { Service } from './route.ts';
import { runStartupHooks } from './startup-hooks.ts';

const context = { log: createLog({ LOG_LEVEL: 'silent' }) } as Context;
const service = (started: () => Promise<void>): Service => ({ name: 'test', base: '', routes: [], started });

test('a hook that fails is repeated until it succeeds, and keeps no other from running', async () => {
  let attempts = 0;
  let ran = 0;
  let succeed = (): void => undefined;
  const succeeded = new Promise<void>((resolve) => (succeed = resolve));
  const failing = service(() => {
    if (++attempts < 2) return Promise.reject(new Error('not yet'));
    succeed();
    return Promise.resolve();
  });
  const hooks = runStartupHooks([failing, service(() => Promise.resolve(void ran++))], context);
  await hooks.firstAttempts;
  assert.deepEqual([attempts, ran], [1, 1]);
  // The pause itself does not keep a process alive.
  const alive = setInterval(() => undefined, 1000);
  await succeeded;
  clearInterval(alive);
  await hooks.stop();
  assert.deepEqual([attempts, ran], [2, 1]);
});

test('stopping ends the repeats', async () => {
  const hooks = runStartupHooks([service(() => Promise.reject(new Error('never')))], context);
  await hooks.firstAttempts;
  await hooks.stop();
});
