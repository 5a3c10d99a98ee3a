import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface DevelopmentRun {
  /** Its address, once it says that it is ready. Rejects when it ends before. */
  ready: Promise<string>;
  output(): string;
  /** As Ctrl-C does: a signal to the whole group. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Runs `npm run dev` on fresh data. */
export function runDevelopment(args: string[]): DevelopmentRun {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'waymark-dev-'));
  const child = spawn(process.execPath, [path.join(root, 'tools/dev.ts'), ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives it.
    detached: true,
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    const read = (data: Buffer) => {
      output += data.toString();
      const address = /Ready after .*?(http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() =>
      reject(new Error(`npm run dev ended before it was ready:\n${output.slice(-2000)}`)),
    );
  });
  return {
    ready,
    output: () => output,
    async stop() {
      if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGINT');
      const [code] = await ended;
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
