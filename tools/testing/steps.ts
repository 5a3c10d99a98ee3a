import { type ChildProcess, spawn } from 'node:child_process';
import { ROOT } from './results.ts';

export interface StepResult {
  name: string;
  ok: boolean;
  seconds: number;
}

export interface StepOptions {
  env?: Record<string, string>;
  /** After this long the step and everything it started is killed, and counts as failed. */
  timeoutMs?: number;
}

/** For what hangs: a run has 90 minutes, and no step alone may take them. */
const DEFAULT_TIMEOUT_MS = 70 * 60_000;
/** How long a step that was told to stop, or whose own process has ended, may still hold its output open. */
const GRACE_MS = 3_000;
const KEPT_OUTPUT = 2_000_000;

const running = new Set<ChildProcess>();

/** Passed tests say nothing about a failure, and push it out of a log that is cut somewhere. */
const isPassedTest = (line: string) => /^(\s+✓ |PASS )/.test(line);
/** What names a failed test or file in the output of jest, node's runner, Playwright, tsc and oxlint. */
const namesFailure = (line: string) => /^\s*(● |FAIL |✖ |\d+\) |.*error TS\d+)/.test(line);

/** A failed step's output, the names of what failed first, since a log may be cut at its end as well. */
export function describeFailure(output: string): string {
  const lines = output.split('\n').filter((line) => !isPassedTest(line));
  const names = [...new Set(lines.filter(namesFailure))].slice(0, 40);
  return [...names, '', lines.join('\n').slice(-20_000)].join('\n');
}

/** Runs one command of the test run in a process group of its own; its output is shown when it failed. */
export function runStep(name: string, command: string[], options: StepOptions = {}): Promise<StepResult> {
  const { env = {}, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const startedAt = performance.now();
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    let output = '';
    const keep = (data: Buffer) => (output = (output + data.toString()).slice(-KEPT_OUTPUT));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);

    let isTimedOut = false;
    const timeout = setTimeout(() => {
      isTimedOut = true;
      output += `\n${name} took longer than ${timeoutMs / 1000} s and was stopped.`;
      killGroup(child, 'SIGTERM');
      setTimeout(() => killGroup(child, 'SIGKILL'), GRACE_MS).unref();
    }, timeoutMs);

    let isSettled = false;
    const settle = (code: number | null) => {
      if (isSettled) return;
      isSettled = true;
      const ok = code === 0 && !isTimedOut;
      clearTimeout(timeout);
      running.delete(child);
      // What the step left behind would hold ports, memory and files of the run.
      killGroup(child, 'SIGKILL');
      const seconds = (performance.now() - startedAt) / 1000;
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
      if (!ok) console.log(describeFailure(output));
      resolve({ name, ok, seconds });
    };
    child.once('error', (error) => {
      output += error.message;
      settle(null);
    });
    // A process that the step left running keeps the output open: 'close' alone would wait for it for ever.
    child.once('exit', (code) => setTimeout(() => settle(code), GRACE_MS).unref());
    child.once('close', (code) => settle(code));
  });
}

/** Kills every step that is running, with all it has started. */
export function killSteps(): void {
  for (const child of running) killGroup(child, 'SIGKILL');
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The whole group has ended.
  }
}
