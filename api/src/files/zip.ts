import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { detectFormat, HEAD_BYTES, readHead } from './detect.ts';
import { LIMITS } from './limits.ts';
import { FileProblem } from './problem.ts';
import { bomb, gunzipTo } from './unpack.ts';

export type ZipResult = {
  /** Extracted files in the archive's order. `name` is the entry's own, `path` one of ours. */
  files: { name: string; path: string; bytes: number }[];
  /** Entries that are no workouts, each with a sentence. */
  leftOut: { name: string; reason: string }[];
};

const damaged = (): FileProblem =>
  new FileProblem('zip_damaged', 'This zip archive is damaged or incomplete. Download it again.');

/** Extra files of operating systems, not worth a word. */
const isClutter = (name: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$|desktop\.ini$)/.test(name);

/** yauzl refuses bad names by itself; its messages tell which kind. */
function problemOf(error: unknown): Error {
  if (error instanceof FileProblem) return error;
  const message = error instanceof Error ? error.message : '';
  if (/relative path|absolute path|invalid characters in fileName/.test(message)) {
    return new FileProblem(
      'zip_path',
      'This zip archive holds a file whose name points outside of it. That can do harm, so nothing was taken from it.',
    );
  }
  if (/too many bytes|not enough bytes/.test(message)) return bomb();
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return /^(ENOSPC|EIO|EDQUOT|EMFILE|EACCES)$/.test(code) ? (error as Error) : damaged();
}

function check(entry: Entry, total: number): void {
  if (entry.isEncrypted()) {
    throw new FileProblem('zip_encrypted', 'This zip archive is locked with a password. Unpack it first.');
  }
  // The upper half of the attributes is the Unix mode; 0o120000 is a symbolic link.
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) {
    throw new FileProblem(
      'zip_link',
      'This zip archive holds a link to another file. That can do harm, so nothing was taken from it.',
    );
  }
  const { uncompressedSize: size, compressedSize } = entry;
  const wild = size > LIMITS.zipRatioFrom && size > compressedSize * LIMITS.zipRatio;
  if (wild || size > LIMITS.zipEntryBytes || total > LIMITS.zipTotalBytes) throw bomb();
}

/** All entries, before anything is written. */
async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > LIMITS.zipEntries) {
    throw new FileProblem(
      'zip_too_many',
      'This zip archive holds more than 5,000 files. Split it and try again.',
    );
  }
  const entries: Entry[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    check(entry, total);
    if (!entry.fileName.endsWith('/') && !isClutter(entry.fileName)) entries.push(entry);
  }
  return entries;
}

/**
 * Takes the workout files of a zip archive into `folder`, under names of ours. The whole archive is checked
 * first: links, passwords, paths that lead outside and bombs throw a FileProblem and nothing is written.
 * Workouts in `.gz` are unfolded, other files and archives within the archive are listed as left out.
 */
export async function extractZip(path: string, folder: string): Promise<ZipResult> {
  const result: ZipResult = { files: [], leftOut: [] };
  let zip: ZipFile | null = null;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: false });
    const entries = await entriesOf(zip);
    await mkdir(folder, { recursive: true });
    for (const [index, entry] of entries.entries()) {
      const name = basename(entry.fileName);
      const to = join(folder, String(index).padStart(4, '0'));
      const reason = await extractEntry(zip, entry, to);
      if (reason === null) result.files.push({ name, path: to, bytes: entry.uncompressedSize });
      else result.leftOut.push({ name, reason });
    }
  } catch (error) {
    await Promise.all(result.files.map((file) => rm(file.path, { force: true })));
    throw problemOf(error);
  } finally {
    zip?.close();
  }
  if (result.files.length === 0 && result.leftOut.length === 0) {
    throw new FileProblem('zip_empty', 'This zip archive holds no files.');
  }
  return result;
}

/** Null when the entry was written to `to`, else why it was left out. */
async function extractEntry(zip: ZipFile, entry: Entry, to: string): Promise<string | null> {
  try {
    const { source, head } = await peek(await zip.openReadStreamPromise(entry));
    try {
      const format = detectFormat(head);
      if (format === 'zip') return 'This is an archive within the archive. Unpack it and add it by itself.';
      if (format === 'gzip') {
        await gunzipTo(source, to);
        return await unfolded(to);
      }
      await pipeline(source, createWriteStream(to, { mode: 0o600 }));
      return null;
    } finally {
      source.destroy();
    }
  } catch (error) {
    await rm(to, { force: true });
    if (error instanceof FileProblem && error.code !== 'zip_bomb') return error.message;
    throw error;
  }
}

async function unfolded(path: string): Promise<string | null> {
  const format = detectFormat(await readHead(path));
  if (format !== 'zip' && format !== 'gzip') return null;
  await rm(path, { force: true });
  return 'This is an archive within the archive. Unpack it and add it by itself.';
}

/** The first bytes of a stream, and a stream that still has them. */
async function peek(stream: Readable): Promise<{ source: Readable; head: Buffer }> {
  const source = new PassThrough({ highWaterMark: 2 * HEAD_BYTES });
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(chunks);
  source.write(head);
  const rest = async () => {
    for (;;) {
      const next = await iterator.next();
      if (next.done || source.destroyed) break;
      if (!source.write(next.value))
        await new Promise((resolve) => source.once('drain', resolve).once('close', resolve));
    }
    source.end();
  };
  rest().catch((error: unknown) => source.destroy(error as Error));
  source.once('close', () => stream.destroy());
  return { source, head: head.subarray(0, HEAD_BYTES) };
}
