import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAll } from '../build.ts';
import { ROOT } from '../testing/results.ts';
import { type Row, table } from './row.ts';

const ROUNDS = 3;
const REACH_SECONDS = 5;
const READY = /^Ready after .*?(http:\/\/\S+)/m;

/** Seconds from the command, as it is typed, to the address answering; then Ctrl-C. */
async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, 'tools/run.mjs'), 'start'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (data: Buffer) => (said += data.toString()));
      child.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        const ready = READY.exec(said);
        if (ready) resolve(ready[1]!);
      });
      child.once('exit', () => reject(new Error(`The start ended before it was ready:\n${said}`)));
    });
    const page = await fetch(url);
    if (!page.ok) throw new Error(`${url} answers ${page.status}`);
    await page.text();
    return (performance.now() - began) / 1000;
  } finally {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  }
}

/** Starts with nothing changed since the start before, on the data folder that one made. */
export async function run({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<Row[]> {
  await buildAll();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'waymark-bench-start-'));
  try {
    const first = await startOnce(dataDir);
    const again: number[] = [];
    for (let round = 0; round < rounds; round++) again.push(await startOnce(dataDir));
    const slowest = Math.max(...again);
    return [
      {
        what: `start again, nothing changed, until the front page answers, the slowest of ${rounds} (the first, on an empty folder: ${first.toFixed(1)} s)`,
        measured: `${slowest.toFixed(1)} s`,
        reach: `under ${REACH_SECONDS} s`,
        ok: slowest < REACH_SECONDS,
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await run()));
