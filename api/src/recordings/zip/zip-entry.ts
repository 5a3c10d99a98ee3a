import { closeSync, createWriteStream, openSync, readSync } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { inflateRawSync } from 'node:zlib';
import { Entry, openPromise, type ZipFile } from 'yauzl';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { releaseBuffers } from '../release-buffers.ts';
import { LIMITS } from '../limits.ts';
import { FileProblem } from '../file-problem.ts';
import { zipBombProblem } from './gunzip.ts';

/** Where one file lies in an archive: enough to read it without the list of the others. */
export type EntryRef = {
  /** Of the entry's own header, from the beginning of the archive. */
  offset: number;
  packed: number;
  size: number;
  /** 0 as it is, 8 deflated. */
  method: number;
};

export const toEntryRef = (entry: Entry): EntryRef => ({
  offset: entry.relativeOffsetOfLocalHeader,
  packed: entry.compressedSize,
  size: entry.uncompressedSize,
  method: entry.compressionMethod,
});

const entryOf = (ref: EntryRef): Entry =>
  Object.assign(new Entry(), {
    relativeOffsetOfLocalHeader: ref.offset,
    compressedSize: ref.packed,
    uncompressedSize: ref.size,
    compressionMethod: ref.method,
    generalPurposeBitFlag: 0,
  });

/**
 * The unpacked bytes of one file of an open archive; longer or shorter ones than announced are an error. The stream
 * may fail before its reader listens: it keeps the error until it is read. The zip library emits errors without
 * destroying its own stream, so that a later reader would wait for ever.
 */
export async function openEntryStream(zip: ZipFile, ref: EntryRef): Promise<Readable> {
  const unpacked = await zip.openReadStreamPromise(entryOf(ref));
  const stream = new PassThrough();
  stream.on('error', () => undefined);
  stream.on('close', () => unpacked.destroy());
  unpacked.on('error', (error) => stream.destroy(error));
  return unpacked.pipe(stream);
}

function toEntryProblem(error: unknown): unknown {
  // What the store says, for instance that it is full, is no damage of the archive.
  if (error instanceof FileProblem || error instanceof ApiProblem) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const message = error instanceof Error ? error.message : '';
  if (code === 'ERR_BUFFER_TOO_LARGE' || /too many bytes|not enough bytes/.test(message))
    return zipBombProblem();
  return code.startsWith('E') && !code.startsWith('ERR_')
    ? error
    : new FileProblem('damaged', 'This file is damaged inside the archive. Add it by itself.');
}

/** Hands the unpacked bytes of one file of an archive to `work`. Throws a FileProblem for a damaged one. */
export async function withEntry<T>(
  path: string,
  ref: EntryRef,
  work: (stream: Readable) => Promise<T>,
): Promise<T> {
  let zip: ZipFile | null = null;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: false, decodeStrings: false });
    return await work(await openEntryStream(zip, ref));
  } catch (error) {
    throw toEntryProblem(error);
  } finally {
    zip?.close();
  }
}

export const extractEntry = (path: string, ref: EntryRef, to: string): Promise<void> =>
  withEntry(path, ref, (stream) => pipeline(stream, createWriteStream(to, { mode: 0o600 })));

const SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
const DEFLATED = 8;

function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (readSync(fd, bytes, 0, length, position) < length) throw new RangeError('the archive ends too early');
  return bytes;
}

function checkSize(bytes: Buffer, size: number): Buffer {
  if (bytes.length !== size) throw zipBombProblem();
  return bytes;
}

/**
 * The bytes of one file at once: for threads of their own and for files that are small, packed and unpacked
 * (`isSmall`). Throws a FileProblem for a damaged one.
 */
export function readSmallEntry(path: string, { offset, packed, size, method }: EntryRef): Buffer {
  const fd = openSync(path, 'r');
  try {
    const header = readAt(fd, offset, HEADER_BYTES);
    if (header.readUInt32LE(0) !== SIGNATURE) throw new RangeError('no file begins here');
    // Behind the name and the extra field, which may differ from those in the list of the files.
    const from = offset + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
    const bytes = readAt(fd, from, packed);
    if (method !== DEFLATED) return checkSize(bytes, size);
    // In one piece: with room for one byte more it is never put together from several.
    const room = Math.max(64, size + 1);
    const whole = inflateRawSync(bytes, { maxOutputLength: room, chunkSize: room });
    releaseBuffers(bytes);
    return checkSize(whole, size);
  } catch (error) {
    throw toEntryProblem(error);
  } finally {
    closeSync(fd);
  }
}

export const isSmall = ({ packed, size, method }: EntryRef): boolean =>
  Math.max(packed, size) <= LIMITS.memoryBytes && (method === DEFLATED || method === 0);

/** The first bytes of one file, at little cost: only so much of it is unpacked. */
export async function readEntryHead(zip: ZipFile, ref: EntryRef, bytes: number): Promise<Buffer> {
  if (ref.size === 0) return Buffer.alloc(0);
  const stream = await openEntryStream(zip, ref);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= bytes) break;
    }
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}

/** A whole small file, such as a table of names; null when it is larger than tables are or damaged. */
export async function readSmallTable(zip: ZipFile, ref: EntryRef): Promise<Buffer | null> {
  if (ref.size > LIMITS.tableBytes) return null;
  return openEntryStream(zip, ref)
    .then(buffer)
    .catch(() => null);
}
