import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { gpxPieces } from '@waymark/api/src/files/samples.ts';
import { triathlonFit } from '@waymark/api/src/files/samples-fit.ts';
import FitParser from 'fit-file-parser';
import { SaxesParser } from 'saxes';
import { type Bench, startBench } from './member.ts';
import { median, percentile, type Row, table } from './row.ts';
import { uploadToReady, watchCalls, watchMemory } from './upload.ts';

const POINTS = 200_000;
const RECORDS = 30_000;
const ROUNDS = 3;
const IDLE_MS = 4000;
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

async function measureGpx(bench: Bench, file: string): Promise<Row[]> {
  const ratios: number[] = [];
  const idle = watchCalls(bench);
  await wait(IDLE_MS);
  const idleTimes = await idle.stop();
  const busyTimes: number[] = [];
  const memory = watchMemory(bench.api.pid);
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await timed(() => bareSaxes(file));
    ratios.push((await uploadToReady(bench, file)) / bare);
    // Once more with others at work, so that watching does not count as importing.
    const calls = watchCalls(bench);
    await uploadToReady(bench, file);
    busyTimes.push(...(await calls.stop()));
  }
  const most = memory.stop();
  const size = (statSync(file).size / 1024 / 1024).toFixed(0);
  const slower = percentile(busyTimes, 0.99) / percentile(idleTimes, 0.99);
  return [
    row(`GPX of 200,000 points (${size} MB), upload to ready, against bare saxes`, median(ratios), REACH.gpx),
    {
      what: 'memory of the API during it',
      measured: `${most.toFixed(0)} MB`,
      reach: `below ${REACH.memory} MB`,
      ok: most < REACH.memory,
    },
    row(
      `p99 of other calls during it (${percentile(busyTimes, 0.99).toFixed(1)} ms against ${percentile(idleTimes, 0.99).toFixed(1)} ms idle)`,
      slower,
      REACH.calls,
    ),
  ];
}

async function measureFit(bench: Bench, file: string): Promise<Row[]> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
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
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-files-'));
  const gpx = path.join(folder, 'long.gpx');
  const fit = path.join(folder, 'triathlon.fit');
  await pipeline(Readable.from(gpxPieces({ points: POINTS })), createWriteStream(gpx));
  writeFileSync(fit, triathlonFit(RECORDS));
  const bench = await startBench();
  try {
    // A first small round: the worker thread starts and the code gets warm.
    await uploadToReady(bench, fit);
    return [...(await measureGpx(bench, gpx)), ...(await measureFit(bench, fit))];
  } finally {
    await bench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await run()));
