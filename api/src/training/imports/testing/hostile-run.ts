import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchiveEntry } from '../archives/list-archive.ts';
import { LIMITS } from '../../../recordings/limits.ts';
import { hostileFiles } from '../../../recordings/testing/hostile-files.ts';
import { FilePool } from '../reader/file-pool.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';
import { gpxSample } from '../../../recordings/testing/sample-files.ts';
import { writeFile } from 'node:fs/promises';

/** What came of one file; sent to the test, which started this in a process of its own to weigh it. */
export type HostileOutcome = {
  name: string;
  /** Of work. */
  milliseconds: number;
  /** MB above what the process held before the first hostile file, at the highest moment so far. */
  megabytes: number;
  code: string | null;
  message: string;
  points: number;
  warnings: string[];
};

const pool = new FilePool();
/** What Linux tells of the reader process, which may be another one after each file. */
const stat = (name: string) =>
  process.platform === 'linux'
    ? pool.processIds.map((pid) => readFileSync(`/proc/${pid}/${name}`, 'utf8'))
    : [];
/** MB that it has held at most. */
const peak = () =>
  Math.max(0, ...stat('status').map((text) => Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024));
const TICK_MS = 10;
/** Milliseconds of work by all threads: what a file costs, whatever else the machine is doing. */
const worked = () =>
  stat('stat')
    .map((text) => text.slice(text.lastIndexOf(')') + 2).split(' '))
    .reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS, 0);

async function attempt(pool: FilePool, name: string, path: string) {
  const outcome = { code: null as string | null, message: '', points: 0, warnings: [] as string[] };
  try {
    if (name.startsWith('zip: ')) {
      const files: ArchiveEntry[] = [];
      await pool.listArchive(path, { isNested: false, maxEntries: LIMITS.archiveRows }, (piece) =>
        files.push(...piece),
      );
      for (const { ref } of files) if (ref) await pool.readEntry(path, ref, { name });
      return outcome;
    }
    const workouts = await pool.read(path, { name });
    outcome.points = workouts.reduce((sum, { n }) => sum + n, 0);
    outcome.warnings = workouts.flatMap(({ warnings }) => warnings);
  } catch (error) {
    outcome.code = error instanceof FileProblem ? error.code : 'fault';
    outcome.message = error instanceof Error ? error.message : String(error);
  }
  return outcome;
}

const folder = await mkdtemp(join(tmpdir(), 'waymark-hostile-'));
try {
  const path = join(folder, 'file');
  const files = await hostileFiles();
  await writeFile(path, gpxSample({ points: 20_000 }));
  await pool.read(path, { name: 'warm-up' });
  const before = peak();
  for (const { name, write } of files) {
    await write(path);
    let milliseconds = Number.POSITIVE_INFINITY;
    let outcome = await attempt(pool, name, path);
    // Garbage of the file before is collected now and then; the best of three is the file's own cost.
    for (let round = 0; round < 3 && milliseconds > 1000; round++) {
      const start = worked();
      outcome = await attempt(pool, name, path);
      milliseconds = Math.min(milliseconds, worked() - start);
    }
    process.send!({ name, milliseconds, megabytes: peak() - before, ...outcome } satisfies HostileOutcome);
  }
} finally {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
  process.disconnect?.();
}
