import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { LIMITS } from '../limits.ts';
import { FileProblem } from '../file-problem.ts';
import type { FileSource } from '../file-source.ts';

export const zipBombProblem = (): FileProblem =>
  new FileProblem(
    'zip_bomb',
    'This archive unpacks to far more than workouts would. Unpack it yourself and add the files in it.',
  );

/** Lets through what stays within the cap for one entry and within the ratio to what came in. */
function limitSize(compressed: () => number): Transform {
  let written = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      written += chunk.length;
      const wild = written > LIMITS.zipRatioFrom && written > compressed() * LIMITS.zipRatio;
      if (wild || written > LIMITS.zipEntryBytes) done(zipBombProblem());
      else done(null, chunk);
    },
  });
}

type GunzipOptions = {
  /** What is there of a file that ends too early, instead of a FileProblem. */
  cut?: boolean;
};

const zlibOptions = ({ cut = false }: GunzipOptions) => (cut ? { finishFlush: constants.Z_SYNC_FLUSH } : {});

/** Writes what a gzip stream holds to `to`; damaged and oversized ones throw a FileProblem. */
async function gunzipTo(source: Readable, to: string, options: GunzipOptions): Promise<void> {
  let read = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(
      source,
      counted,
      createGunzip(zlibOptions(options)),
      limitSize(() => read),
      createWriteStream(to, { mode: 0o600 }),
    );
  } catch (error) {
    throw gzipProblem(error);
  }
}

/** A gzip file that ends before its content does. */
export class GzipCut extends FileProblem {
  constructor() {
    super('truncated', 'This .gz file ends too early. Download it again.');
  }
}

function gzipProblem(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (!code.startsWith('Z_')) return error;
  return code === 'Z_BUF_ERROR'
    ? new GzipCut()
    : new FileProblem('damaged', 'This .gz file is damaged. Download it again.');
}

export const gunzipFile = (source: FileSource, to: string, options: GunzipOptions = {}): Promise<void> =>
  gunzipTo(typeof source === 'string' ? createReadStream(source) : Readable.from([source]), to, options);

/** What a small gzip file holds; null when that is not small. Damaged ones throw a FileProblem. */
export function gunzipSmall(bytes: Buffer, options: GunzipOptions = {}): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: LIMITS.memoryBytes, ...zlibOptions(options) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw gzipProblem(error);
  }
}
