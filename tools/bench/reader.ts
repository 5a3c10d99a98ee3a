import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FilePool } from '@waymark/api/src/training/imports/reader/file-pool.ts';
import { threadWorker } from '@waymark/api/src/kernel/worker-queue/thread-worker.ts';
import { WorkerQueue } from '@waymark/api/src/kernel/worker-queue/worker-queue.ts';
import type { ReadWorkout } from '@waymark/api/src/recordings/model/parsed-workout.ts';
import { median, type Row, table } from './row.ts';
import { createMixedFiles, createSmallGpxFiles, writeFiles } from './small-files.ts';

const ROUNDS = 5;
const REACH = 1.1;
const TIMEOUT_MS = 120_000;

type Read = (file: string) => Promise<unknown>;

/** Milliseconds for each file, one after the other. */
async function timeEach(files: readonly string[], read: Read): Promise<number> {
  const start = performance.now();
  for (const file of files) await read(file);
  return (performance.now() - start) / files.length;
}

/** What it costs to read a foreign file in a process instead of a thread, which a hostile file could end together with the API. */
export async function run({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-reader-'));
  const pool = new FilePool();
  const thread = new WorkerQueue<string, { id: number; workouts: ReadWorkout[] }>({
    startWorker: threadWorker({ file: new URL('reader-thread.ts', import.meta.url) }),
    taskTimeoutMs: TIMEOUT_MS,
    errors: { taskTimeout: () => new Error('The thread took too long.') },
  });
  const inProcess: Read = (file) => pool.read(file, { name: file });
  const inThread: Read = (file) => thread.run(file);
  try {
    const rows: Row[] = [];
    for (const [what, samples] of [
      ['small GPX files', createSmallGpxFiles(0)],
      ['FIT, GPX and TCX files of one to two hours', createMixedFiles()(0)],
    ] as const) {
      const files = writeFiles(folder, samples);
      const ratios: number[] = [];
      let each = '';
      // The first round warms both up; then the two take turns in going first.
      for (let round = 0; round <= rounds; round++) {
        const order = round % 2 === 0 ? [inProcess, inThread] : [inThread, inProcess];
        const times = new Map<Read, number>();
        for (const read of order) times.set(read, await timeEach(files, read));
        const [ofProcess, ofThread] = [times.get(inProcess)!, times.get(inThread)!];
        each = `${ofProcess.toFixed(1)} / ${ofThread.toFixed(1)} ms`;
        if (round > 0) ratios.push(ofProcess / ofThread);
      }
      const ratio = median(ratios);
      rows.push({
        what: `${what} read in a process against a thread (${each} a file)`,
        measured: ratio.toFixed(2),
        reach: `at most ${REACH}`,
        ok: ratio <= REACH,
      });
    }
    return rows;
  } finally {
    await pool.close();
    thread.close(new Error('the benchmark is over'));
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await run()));
