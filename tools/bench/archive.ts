import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileImportList } from '@waymark/api-contract';
import { writeArchive } from './archive-files.ts';
import { type Bench, startBench } from './member.ts';
import { during, startCallingPage } from './page-calls.ts';
import { percentile, type Row, table } from './row.ts';
import { send, watchMemory } from './upload.ts';

const FILES = 2000;
const IDLE_MS = 10_000;
/** As often as a page asks while something is read. */
const POLL_MS = 1000;
const REACH = { filesPerSecond: 15, calls: 2 };

/** Seconds from the answer to the upload until nothing is pending. */
async function untilRead(bench: Bench, files: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const answer = await fetch(bench.url('/device/file_import/?limit=100'), { headers: bench.headers });
    const { pending, counts } = (await answer.json()) as FileImportList;
    if (pending === 0) {
      if (counts.ready !== files)
        throw new Error(`${counts.ready} of ${files} files: ${JSON.stringify(counts)}`);
      return (performance.now() - start) / 1000;
    }
    await wait(POLL_MS);
  }
}

/** An archive of thousands of files: how fast it is read, and what other calls feel of it. */
export async function run({ files = FILES }: { files?: number } = {}): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-archive-'));
  const file = path.join(folder, 'archive.zip');
  await writeArchive(file, files);
  const bench = await startBench();
  await fetch(bench.url('/workout/samples/'), { method: 'POST', headers: bench.headers });
  const page = await startCallingPage(bench.url('/workout/?limit=20'), bench.headers.authorization);
  try {
    const idle = [await during(() => wait(IDLE_MS))];
    const memory = watchMemory(bench.api.pid);
    const from = Date.now();
    await send(bench, file);
    const sent = (Date.now() - from) / 1000;
    const seconds = await untilRead(bench, files);
    const busy = [{ from, until: Date.now() }];
    const most = memory.stop();
    idle.push(await during(() => wait(IDLE_MS)));
    const times = await page.stop();
    const [busyMs, idleMs] = [busy, idle].map((windows) => percentile(times(windows), 0.99)) as [
      number,
      number,
    ];
    const ratio = busyMs / idleMs;
    const size = (statSync(file).size / 1e6).toFixed(0);
    return [
      {
        what: `archive of ${files} files of 3,000 to 10,000 points (${size} MB, sent in ${sent.toFixed(1)} s), memory ${most.toFixed(0)} MB`,
        measured: `${(files / seconds).toFixed(1)} files/s`,
        reach: `at least ${REACH.filesPerSecond}`,
        ok: files / seconds >= REACH.filesPerSecond,
      },
      {
        what: `p99 of other calls during it, against idle (${busyMs.toFixed(1)} / ${idleMs.toFixed(1)} ms)`,
        measured: ratio.toFixed(2),
        reach: `at most ${REACH.calls}`,
        ok: ratio <= REACH.calls,
      },
    ];
  } finally {
    page.kill();
    await bench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await run()));
