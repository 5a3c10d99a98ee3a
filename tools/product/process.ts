import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../testing/results.ts';
import { openLogFile } from './log-file.ts';

export interface Running {
  child: ChildProcess;
  /** Resolves with a sentence when the process has ended. */
  ended: Promise<string>;
  /** Asks it to end (SIGTERM), and after ten seconds insists. */
  stop(): Promise<void>;
}

/**
 * Starts a server of the product from its source; its log goes to a file, its errors are kept for the message.
 * @param flags of the runtime
 */
export function startProcess(
  name: string,
  script: string,
  env: Record<string, string>,
  logFile: string,
  flags: readonly string[] = [],
): Running {
  const log = openLogFile(logFile);
  const args = ['--disable-warning=ExperimentalWarning', ...flags, path.resolve(ROOT, script)];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  for (const output of [child.stdout, child.stderr]) output?.on('error', () => undefined);
  child.stdout?.on('data', (data: Buffer) => log.write(data));
  child.stderr?.on('data', (data: Buffer) => {
    errors = (errors + data.toString()).slice(-2000);
    log.write(data);
  });
  const ended = new Promise<string>((resolve) => {
    // No more processes, or no memory for one.
    child.once('error', (error) => resolve(`${name} could not be started: ${error.message}`));
    child.once('close', (code, signal) => {
      log.close();
      resolve(errors.trim() || `${name} ended with ${signal ?? `code ${code}`}. Its log is ${logFile}.`);
    });
  });
  return {
    child,
    ended,
    async stop() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(insist);
    },
  };
}

/** Waits until an address answers 200, or one of the processes it needs has ended. @throws Error with what the process said */
export async function untilReady(url: string, needs: Running[], timeoutMs = 60_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  let failure: string | undefined;
  for (const running of needs) void running.ended.then((message) => (failure = message));
  while (Date.now() < end) {
    if (failure) throw new Error(failure);
    const ok = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${url} did not answer within ${timeoutMs / 1000} seconds.`);
}
