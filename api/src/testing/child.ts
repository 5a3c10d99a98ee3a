import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  process: ChildProcess;
  /** The next line that it prints, as JSON. */
  next<T>(): Promise<T>;
  kill(): Promise<void>;
}

/** Runs a module in a process of its own that can be killed; it prints one JSON value a line. */
export function startChild(module: URL, args: string[], env: Record<string, string> = {}): Child {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', module.pathname, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let rest = '';
  let wake = (): void => undefined;
  child.stdout.on('data', (part: Buffer) => {
    const all = (rest + part.toString()).split('\n');
    rest = all.pop() ?? '';
    lines.push(...all);
    wake();
  });
  child.once('exit', () => wake());
  return {
    process: child,
    async next<T>() {
      for (;;) {
        const line = lines.shift();
        if (line !== undefined) return JSON.parse(line) as T;
        if (child.exitCode !== null || child.signalCode !== null) throw new Error('The process has ended.');
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
