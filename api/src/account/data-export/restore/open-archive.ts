import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { z } from 'zod';
import { openEntryStream, toEntryRef } from '../../../recordings/zip/zip-entry.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';
import { withOpenZip } from '../../../recordings/zip/open-zip.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, CHECKSUMS_FILE } from '../write-archive.ts';
import type { ArchiveRow } from './check-row.ts';
import { RestoreProblem } from './restore-problem.ts';

const MADE_BY_US = 'Choose an archive that you downloaded from “Your data”.';
const changed = () =>
  new RestoreProblem(
    'This archive was changed or damaged after it was made. Download it again, and bring it in as it is.',
  );
/** Forty thousand workouts of five files each. The list is in memory as a whole, some kilobyte for each. */
const MAX_ENTRIES = 200_000;
/** A series of two million values that do not compress, as hexadecimal digits. */
const LINE_MAX_CHARS = 40_000_000;
const MANIFEST_MAX_BYTES = 1024 * 1024;
/**
 * Values of one line: parsed they take many times the memory of their text, and other calls wait meanwhile. A workout of
 * 20,000 laps has some 300,000.
 */
const VALUES_MAX = 500_000;

const Manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.number(),
  user_id: z.number().int().positive(),
});
const Checksum = z.object({
  path: z.string().max(1000),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** An archive whose files are all as they were written. */
export interface OpenArchive {
  /** The member's id where it was made. */
  userId: number;
  paths: readonly string[];
  /** Rows of a table, one after the other; none where the archive does not have it. */
  rowsOf(table: string): AsyncGenerator<ArchiveRow>;
  read(path: string): Promise<Readable>;
  /** Unpacked bytes of a file, known before it is read. */
  sizeOf(path: string): number;
}

/** Unpacked bytes that a member may still store, and what they are told when an archive holds more. */
export interface StorageRoom {
  bytes: number;
  problem: string;
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8');
  let parts: string[] = [];
  let chars = 0;
  for await (const chunk of stream as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    parts.push(first);
    chars += first.length;
    if (chars > LINE_MAX_CHARS) throw changed();
    for (const other of others) {
      yield parts.join('');
      parts = [other];
      chars = other.length;
    }
  }
  if (chars > 0) yield parts.join('');
}

/** Whether a text of JSON holds no more values than can be parsed into memory. */
function hasFewValues(text: string): boolean {
  if (text.length <= VALUES_MAX) return true;
  let count = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') isInString = !isInString;
    else if (isInString) at += char === '\\' ? 1 : 0;
    else if (char === ',' || char === '[' || char === '{') count++;
  }
  return count <= VALUES_MAX;
}

function parseJson(text: string): unknown {
  if (!hasFewValues(text)) throw changed();
  try {
    return JSON.parse(text);
  } catch {
    throw changed();
  }
}

async function digestOf(stream: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Photos and uploads that are stored again. */
const isStoredFile = (name: string): boolean => /^photos\/|\/original-/.test(name);

/** What a restore reads. Workouts in other formats are for other programs: nobody waits until they are unpacked. */
const isRead = (name: string): boolean =>
  name === 'manifest.json' || name.startsWith('data/') || isStoredFile(name);

/** Every file is listed with its size and checksum, and nothing else is there. @throws RestoreProblem */
async function verify(zip: ZipFile, entries: ReadonlyMap<string, Entry>, onFile: () => Promise<void>) {
  const listed = new Set<string>();
  const list = entries.get(CHECKSUMS_FILE);
  if (!list) throw changed();
  for await (const line of linesOf(await openEntryStream(zip, toEntryRef(list)))) {
    const checksum = Checksum.safeParse(parseJson(line)).data;
    const entry = checksum && entries.get(checksum.path);
    if (!entry || listed.has(checksum.path)) throw changed();
    listed.add(checksum.path);
    if (entry.uncompressedSize !== checksum.bytes) throw changed();
    if (!isRead(checksum.path)) {
      await onFile();
      continue;
    }
    const found = await digestOf(await openEntryStream(zip, toEntryRef(entry)));
    if (found.sha256 !== checksum.sha256 || found.bytes !== checksum.bytes) throw changed();
    await onFile();
  }
  if (listed.size !== entries.size - 1) throw changed();
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
  const entry = entries.get('manifest.json');
  if (!entry || entry.uncompressedSize > MANIFEST_MAX_BYTES)
    throw new RestoreProblem(`This is no archive of a Waymark account. ${MADE_BY_US}`);
  let text = '';
  for await (const line of linesOf(await openEntryStream(zip, toEntryRef(entry)))) text += line;
  const manifest = Manifest.safeParse(parseJson(text)).data;
  if (!manifest) throw new RestoreProblem(`This is no archive of a Waymark account. ${MADE_BY_US}`);
  if (manifest.version !== ARCHIVE_VERSION)
    throw new RestoreProblem(
      manifest.version > ARCHIVE_VERSION
        ? 'This archive was made by a newer Waymark than this one. Ask whoever runs this site for an update.'
        : 'This archive was made by an older Waymark, which did not write all that is needed. Make a new one there after an update.',
    );
  return manifest;
}

/**
 * What is stored of an archive must fit into the room that is left: its rows, and its photos and uploads.
 * @throws RestoreProblem
 */
function checkRoom(entries: readonly Entry[], { bytes, problem }: StorageRoom): void {
  let [rows, files] = [0, 0];
  for (const { fileName, uncompressedSize } of entries) {
    if (fileName.startsWith('data/')) rows += uncompressedSize;
    else if (isStoredFile(fileName)) files += uncompressedSize;
  }
  if (Math.max(rows, files) > bytes) throw new RestoreProblem(problem);
}

/**
 * Opens an archive once all of it is known to be as it was written.
 * @param room what the member may still store
 * @param onFile after each file that was verified
 * @throws RestoreProblem with a sentence for the member
 */
export async function openArchive<T>(
  path: string,
  room: StorageRoom,
  onFile: () => Promise<void>,
  work: (archive: OpenArchive) => Promise<T>,
): Promise<T> {
  let outcome: { value: T } | { error: unknown } | null = null;
  const run = async (zip: ZipFile, list: readonly Entry[]): Promise<T> => {
    const entries = new Map(list.map((entry) => [entry.fileName, entry]));
    if (entries.size !== list.length) throw changed();
    checkRoom(list, room);
    const { user_id: userId } = await readManifest(zip, entries);
    await verify(zip, entries, onFile);
    const read = (name: string) => openEntryStream(zip, toEntryRef(entries.get(name)!));
    return work({
      userId,
      paths: [...entries.keys()],
      read,
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      async *rowsOf(table) {
        const name = `data/${table}.ndjson`;
        if (!entries.has(name)) return;
        for await (const line of linesOf(await read(name))) {
          const row = parseJson(line);
          if (typeof row !== 'object' || row === null || Array.isArray(row)) throw changed();
          yield row as ArchiveRow;
        }
      },
    });
  };
  const keepOutcome = async (zip: ZipFile, list: readonly Entry[]) => {
    // `withOpenZip` takes every error for damage of the archive.
    outcome = await run(zip, list).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
  };
  await withOpenZip(path, keepOutcome, { maxEntries: MAX_ENTRIES }).catch((error: unknown) => {
    throw error instanceof FileProblem ? new RestoreProblem(error.message) : error;
  });
  const { value, error } = outcome! as { value: T; error?: unknown };
  if (error === undefined) return value;
  throw isUnpackError(error) ? changed() : error;
}

const isUnpackError = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Z_|^ERR_/.test((error as NodeJS.ErrnoException).code ?? '') ||
    /too many bytes|not enough bytes|invalid local file header|invalid stored/.test(error.message));
