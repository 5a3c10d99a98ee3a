import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { NODE_FLAGS } from '../kernel/server/node-flags.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The API as it runs in production, in a process of its own that can be killed. */
export interface ApiProcess {
  url: string;
  pid: number;
  /** Process id of its PostgreSQL; 0 when it has none of its own. */
  database: number;
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  /** Its exit code, once it has ended; null after a signal. */
  ended: Promise<number | null>;
  /** All that it has printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts it on a data folder, which may be one that a killed process left. `env` changes its configuration. */
export async function startProcess(folder: string, env: Record<string, string> = {}): Promise<ApiProcess> {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      DATA_DIR: folder,
      API_PORT: '0',
      LOG_LEVEL: 'info',
      RATE_LIMITS: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const { url, database } = await readiness(child);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url,
    pid: child.pid!,
    database,
    ended,
    output: () => output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

function readiness(child: ChildProcess): Promise<{ url: string; database: number }> {
  return new Promise((resolve, reject) => {
    let said = '';
    let database = 0;
    child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('exit', (code) => reject(new Error(`the API ended with ${code} before it was ready: ${said}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      said += `${line}\n`;
      const entry = parse(line);
      if (entry.msg === 'database runs' && entry.pid) database = entry.pid;
      if (entry.url) resolve({ url: entry.url, database });
    });
  });
}

function parse(line: string): { msg?: string; pid?: number; url?: string } {
  try {
    return JSON.parse(line) as { msg?: string; pid?: number; url?: string };
  } catch {
    return {};
  }
}
