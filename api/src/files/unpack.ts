import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { LIMITS } from './limits.ts';
import { FileProblem } from './problem.ts';

export const bomb = (): FileProblem =>
  new FileProblem(
    'zip_bomb',
    'This archive unfolds to far more than workouts would. Unpack it yourself and add the files in it.',
  );

/** Lets through what stays within the cap for one entry and within the ratio to what came in. */
function capped(compressed: () => number): Transform {
  let written = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      written += chunk.length;
      const wild = written > LIMITS.zipRatioFrom && written > compressed() * LIMITS.zipRatio;
      if (wild || written > LIMITS.zipEntryBytes) done(bomb());
      else done(null, chunk);
    },
  });
}

/** Writes what a gzip stream holds to `to`; damaged and oversized ones throw a FileProblem. */
export async function gunzipTo(source: Readable, to: string): Promise<void> {
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
      createGunzip(),
      capped(() => read),
      createWriteStream(to, { mode: 0o600 }),
    );
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('Z_')) throw error;
    throw code === 'Z_BUF_ERROR'
      ? new FileProblem('truncated', 'This .gz file ends too early. Download it again.')
      : new FileProblem('damaged', 'This .gz file is damaged. Download it again.');
  }
}

export const gunzipFile = (path: string, to: string): Promise<void> => gunzipTo(createReadStream(path), to);
