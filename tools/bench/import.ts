import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { triathlonFit } from '@waymark/api/src/recordings/testing/sample-fit.ts';
import FitParser from 'fit-file-parser';
import { SaxesParser } from 'saxes';
import { writeLongGpx } from './long-gpx.ts';
import { type Bench, startBench } from './member.ts';
import { slowing } from './others.ts';
import { median, type Row, table } from './row.ts';
import { uploadToReady, watchMemory } from './upload.ts';

const POINTS = 200_000;
const RECORDS = 30_000;
const ROUNDS = 5;
const REACH = { gpx: 2.5, fit: 3, memory: 400, calls: 2 };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** The yardstick: every byte through the parser, nothing done with what it says. */
async function bareSaxes(file: string): Promise<void> {
  const parser = new SaxesParser();
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) parser.write(chunk as string);
  parser.close();
}

const bareFit = (file: string) => new FitParser({ mode: 'list' }).parseAsync(readFileSync(file));

async function measureGpx(bench: Bench, file: string, rounds: number): Promise<Row[]> {
  const ratios: number[] = [];
  const memory = watchMemory(bench.api.pid);
  for (let round = 0; round < rounds; round++) {
    const bare = await timed(() => bareSaxes(file));
    ratios.push((await uploadToReady(bench, file)) / bare);
  }
  const size = (statSync(file).size / 1e6).toFixed(0);
  // The calls are watched apart, so that watching does not count as importing.
  const { ratio, idle, busy } = await slowing(bench, file, rounds);
  const most = memory.stop();
  return [
    row(`GPX of 200,000 points (${size} MB), upload to ready, against bare saxes`, median(ratios), REACH.gpx),
    {
      what: 'memory of the API during it',
      measured: `${most.toFixed(0)} MB`,
      reach: `below ${REACH.memory} MB`,
      ok: most < REACH.memory,
    },
    row(
      `p99 of other calls during it, against idle (${busy.toFixed(1)} / ${idle.toFixed(1)} ms)`,
      ratio,
      REACH.calls,
    ),
  ];
}

async function measureFit(bench: Bench, file: string, rounds: number): Promise<Row[]> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await timed(() => bareFit(file));
    ratios.push((await uploadToReady(bench, file)) / bare);
  }
  return [
    row('triathlon FIT of 30,000 records, upload to ready, against a bare parse', median(ratios), REACH.fit),
  ];
}

const row = (what: string, ratio: number, most: number): Row => ({
  what,
  measured: ratio.toFixed(2),
  reach: `at most ${most}`,
  ok: ratio <= most,
});

/** Imports against a bare pass of their parser over the same file. */
export async function run({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-files-'));
  const gpx = path.join(folder, 'long.gpx');
  const fit = path.join(folder, 'triathlon.fit');
  await writeLongGpx(gpx, POINTS);
  writeFileSync(fit, triathlonFit(RECORDS));
  const bench = await startBench();
  try {
    // A first small round: the worker thread starts and the code gets warm.
    await uploadToReady(bench, fit);
    // A list that is not empty, so that the calls have something to answer.
    await fetch(bench.url('/workout/samples/'), { method: 'POST', headers: bench.headers });
    return [...(await measureGpx(bench, gpx, rounds)), ...(await measureFit(bench, fit, rounds))];
  } finally {
    await bench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await run()));
