import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gpxSample, SAMPLE_START, tcxSample } from '@waymark/api/src/recordings/testing/sample-files.ts';
import { fitSample } from '@waymark/api/src/recordings/testing/sample-fit.ts';
import { ZipFile } from 'yazl';
import { shiftFit } from './shift-fit.ts';

const DAY_MS = 86_400_000;
const FIT_EPOCH_MS = Date.UTC(1989, 11, 31);
const FIRST_DAY = Date.UTC(2012, 0, 1, 6);
/** Encoding a FIT file takes longer than importing it; these are made once and moved in time. */
const FIT_SHAPES = 12;

/** 3,000 to 10,000, spread evenly. */
const pointsOf = (i: number) => 3000 + ((i * 3571) % 7001);

function contents(): (i: number) => Buffer {
  const fits = Array.from({ length: FIT_SHAPES }, (_, i) =>
    fitSample({ sport: i % 2 ? 'cycling' : 'running', points: pointsOf(i * 3), power: i % 2 === 1 }),
  );
  const first = (SAMPLE_START - FIT_EPOCH_MS) / 1000;
  return (i) => {
    const start = FIRST_DAY + i * DAY_MS;
    const shape = { points: pointsOf(i), start };
    if (i % 3 === 0) {
      const later = (start - SAMPLE_START) / 1000;
      return shiftFit(fits[(i / 3) % FIT_SHAPES]!, first, later);
    }
    return i % 3 === 1
      ? Buffer.from(gpxSample({ ...shape, name: `Run ${i}` }))
      : Buffer.from(tcxSample(shape));
  };
}

/** An archive of FIT, GPX and TCX files in turns, one a day, the same on every run. */
export async function writeArchive(path: string, files: number): Promise<void> {
  const make = contents();
  const zip = new ZipFile();
  for (let i = 0; i < files; i++) {
    const name = `activities/${i}.${['fit', 'gpx', 'tcx'][i % 3]}`;
    zip.addReadStreamLazy(name, { compressionLevel: 1 }, (give) =>
      give(null, Readable.from([make(i)], { objectMode: false })),
    );
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
