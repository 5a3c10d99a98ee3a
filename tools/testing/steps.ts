import { spawn } from 'node:child_process';
import { ROOT } from './results.ts';

export interface StepResult {
  name: string;
  ok: boolean;
  seconds: number;
}

/** What passed says nothing about a failure, and pushes it out of a log that is cut somewhere. */
const withoutPassed = (output: string) =>
  output
    .split('\n')
    .filter((line) => !/^\s+✓ /.test(line))
    .join('\n');

/** Runs one command of the test run; its output is shown when it failed, or at once with `live`. */
export function step(
  name: string,
  command: string[],
  {
    env = {},
    live = false,
    expect = true,
  }: { env?: Record<string, string>; live?: boolean; expect?: boolean } = {},
): Promise<StepResult> {
  const start = performance.now();
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
    child.once('close', (code) => {
      const ok = (code === 0) === expect;
      const seconds = (performance.now() - start) / 1000;
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
      if (!ok && !live) console.log(withoutPassed(output).slice(-20_000));
      resolve({ name, ok, seconds });
    });
  });
}
