import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gpxSample, SAMPLE_START, tcxSample } from '@waymark/api/src/recordings/testing/sample-files.ts';
import { fitSample } from '@waymark/api/src/recordings/testing/sample-fit.ts';
import type { FileImportList } from '@waymark/api-contract';
import FitParser from 'fit-file-parser';
import { SaxesParser } from 'saxes';
import { type Bench, startBench } from './member.ts';
import { median, type Row, table } from './row.ts';
import { shiftFit } from './shift-fit.ts';
import { send } from './upload.ts';

const FILES = 60;
const ROUNDS = 3;
const REACH = { gpx: 4, mixed: 2 };
const DAY_MS = 86_400_000;
const FIT_EPOCH_MS = Date.UTC(1989, 11, 31);
const POLL_MS = 25;
/** Files that a browser sends at the same time. */
const PARALLEL = 3;

/** Twenty minutes to two hours at one sample a second: each is parsed in less than 40 ms. */
const GPX_POINTS = [1200, 2400, 3600, 5400, 7200];
/** An hour or two at one sample a second, as most files are. */
const MIXED_POINTS = [3600, 5400, 7200];

export type SampleFile = { name: string; content: Buffer };

export function createSmallGpxFiles(round: number): SampleFile[] {
  return Array.from({ length: FILES }, (_, i) => ({
    name: `${i}.gpx`,
    content: Buffer.from(gpxSample({ points: GPX_POINTS[i % GPX_POINTS.length]!, start: startOf(round, i) })),
  }));
}

const startOf = (round: number, i: number) => SAMPLE_START - (round * FILES + i + 1) * DAY_MS;

/** FIT files are made once and moved in time: encoding them takes longer than importing them. */
export function createMixedFiles(): (round: number) => SampleFile[] {
  const fits = MIXED_POINTS.map((points) => fitSample({ sport: 'running', points }));
  const first = (SAMPLE_START - FIT_EPOCH_MS) / 1000;
  return (round) =>
    Array.from({ length: FILES }, (_, i) => {
      const start = startOf(round + 100, i);
      const points = MIXED_POINTS[i % MIXED_POINTS.length]!;
      if (i % 3 === 0) {
        const fit = fits[(i / 3) % fits.length]!;
        return { name: `${i}.fit`, content: shiftFit(fit, first, (start - SAMPLE_START) / 1000) };
      }
      return i % 3 === 1
        ? { name: `${i}.gpx`, content: Buffer.from(gpxSample({ points, start })) }
        : { name: `${i}.tcx`, content: Buffer.from(tcxSample({ points, start })) };
    });
}

export const writeFiles = (folder: string, samples: readonly SampleFile[]): string[] =>
  samples.map(({ name, content }) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  });

/** Seconds of the parsers alone, one file after the other. */
async function bareParsing(files: readonly string[]): Promise<number> {
  const start = performance.now();
  for (const file of files) {
    if (file.endsWith('.fit')) await new FitParser({ mode: 'list' }).parseAsync(readFileSync(file));
    else {
      const parser = new SaxesParser();
      parser.write(readFileSync(file, 'utf8'));
      parser.close();
    }
  }
  return (performance.now() - start) / 1000;
}

/** Seconds from the first byte of the first file to all workouts being there; as a browser does, one file in each request. */
async function wholeImport(bench: Bench, files: readonly string[], before: number): Promise<number> {
  const start = performance.now();
  const waiting = [...files];
  const sendAll = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await send(bench, file);
  };
  await Promise.all(Array.from({ length: PARALLEL }, sendAll));
  for (;;) {
    const answer = await fetch(bench.url('/device/file_import/?limit=1'), { headers: bench.headers });
    const { pending, counts } = (await answer.json()) as FileImportList;
    if (pending === 0) {
      const ready = counts.ready - before;
      if (ready !== files.length) throw new Error(`${ready} of ${files.length}: ${JSON.stringify(counts)}`);
      return (performance.now() - start) / 1000;
    }
    await wait(POLL_MS);
  }
}

/** What an upload costs beside the parsing: many small files against a bare pass of their parsers. */
export async function run({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-small-'));
  const bench = await startBench();
  const rows: Row[] = [];
  let ready = 0;
  try {
    for (const [what, make, most] of [
      [`${FILES} GPX files of 1,200 to 7,200 points`, createSmallGpxFiles, REACH.gpx],
      [`${FILES} FIT, GPX and TCX files of 3,600 to 7,200 points`, createMixedFiles(), REACH.mixed],
    ] as const) {
      const ratios: number[] = [];
      let each = '';
      // The first round warms up the reader and the parsers.
      for (let round = 0; round <= rounds; round++) {
        const files = writeFiles(folder, make(round));
        const bare = await bareParsing(files);
        const whole = await wholeImport(bench, files, ready);
        ready += files.length;
        each = `${((bare / FILES) * 1000).toFixed(0)} / ${((whole / FILES) * 1000).toFixed(0)} ms`;
        if (round > 0) ratios.push(whole / bare);
      }
      const ratio = median(ratios);
      rows.push({
        what: `${what}, whole import against bare parsing (${each} a file)`,
        measured: ratio.toFixed(2),
        reach: `at most ${most}`,
        ok: ratio <= most,
      });
    }
    return rows;
  } finally {
    await bench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await run()));
