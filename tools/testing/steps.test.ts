import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'node:test';
import { describeFailure, runStep } from './steps.ts';

const node = (code: string) => [process.execPath, '-e', code];

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs a step without its lines on the console, and gives what it printed. */
async function quietly(t: test.TestContext, ...step: Parameters<typeof runStep>) {
  const lines: string[] = [];
  const log = t.mock.method(console, 'log', (line: string) => void lines.push(line));
  const result = await runStep(...step);
  log.mock.restore();
  return { ...result, printed: lines.join('\n') };
}

test('a step that hangs is stopped with what it started, and counts as failed', async (t) => {
  const hanging = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    console.log('child ' + child.pid); setInterval(() => {}, 1000);`;
  const { ok, printed } = await quietly(t, 'hanging', node(hanging), { timeoutMs: 1500 });
  assert.equal(ok, false);
  assert.match(printed, /took longer than 1.5 s/);
  const pid = Number(/child (\d+)/.exec(printed)?.[1]);
  for (let tries = 0; isRunning(pid) && tries < 100; tries++) await wait(20);
  assert.equal(isRunning(pid), false);
});

test('a process that a step leaves behind does not hold up the run', async (t) => {
  const leaving = `const { spawn } = require('node:child_process');
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref();
    process.exit(0);`;
  const { ok, seconds } = await quietly(t, 'leaving', node(leaving), { timeoutMs: 30_000 });
  assert.equal(ok, true);
  assert.ok(seconds < 20);
});

test('a step that is killed fails, and so does a program that does not exist', async (t) => {
  assert.equal((await quietly(t, 'killed', node('process.kill(process.pid, "SIGKILL")'))).ok, false);
  assert.equal((await quietly(t, 'missing', ['no-such-program'])).ok, false);
});

test('what failed is named before anything else that a step printed', () => {
  const output = [
    'PASS browser a.test.tsx',
    'noise',
    'FAIL browser b.test.tsx',
    '  ● saves › twice',
    '  ✓ other',
  ];
  assert.deepEqual(describeFailure(output.join('\n')).split('\n').slice(0, 3), [
    'FAIL browser b.test.tsx',
    '  ● saves › twice',
    '',
  ]);
  assert.doesNotMatch(describeFailure(output.join('\n')), /PASS|✓/);
});
