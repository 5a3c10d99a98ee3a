import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ArchiveList, listArchive, type Listed, type ListOptions } from '../archives/list-archive.ts';
import { giveBack } from '../../recordings/release-buffers.ts';
import { encodeWorkout, parseFile, type ParseOptions } from '../../recordings/parse-file.ts';
import { FileProblem, type ProblemCode } from '../../recordings/file-problem.ts';
import type { Source } from '../../recordings/file-source.ts';
import type { ParsedWorkout, ReadWorkout } from '../../recordings/model/parsed-workout.ts';
import { entryAtOnce, type EntryRef, extractEntry, isSmall } from '../../recordings/zip/zip-entry.ts';

export type ReaderRequest = { id: number; path: string } & (
  | { read: ParseOptions; entry: EntryRef | null }
  | { list: ListOptions }
);
/** `hash`: sha256 of a file out of an archive, in hex; of others it is known already. */
export type ReaderAnswer = { workouts: ReadWorkout[]; hash: string | null } | { list: ArchiveList };
export type ReaderReply = { id: number } & (
  | { progress: number }
  | { piece: Listed[] }
  | ReaderAnswer
  | { problem: { code: ProblemCode; message: string } }
  | { failure: string; code: string | undefined }
);

/** Progress is told at most this often. */
const PROGRESS_MS = 200;
/** A reader steps back behind the process that answers calls by so many steps of niceness; 19 is the last there is. */
const NICENESS = 10;
const LAST_NICENESS = 19;

const columnsOf = ({ streams, legs }: ParsedWorkout): Int32Array[] => [
  ...Object.values(streams.columns),
  ...legs.flatMap(columnsOf),
];

const tell = (reply: ReaderReply): void => void process.send!(reply);

function teller(id: number): (progress: number) => void {
  let told = -PROGRESS_MS;
  return (progress) => {
    const now = performance.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    tell({ id, progress });
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function readFile(id: number, path: string, options: ParseOptions, entry: EntryRef | null) {
  const read = async (file: Source, hash: string | null) => {
    const parsed = await parseFile(file, options, teller(id));
    const workouts = parsed.map(encodeWorkout);
    giveBack(...parsed.flatMap(columnsOf));
    tell({ id, workouts, hash });
  };
  if (!entry) return read(path, null);
  if (isSmall(entry)) {
    const bytes = entryAtOnce(path, entry);
    try {
      return await read(bytes, createHash('sha256').update(bytes).digest('hex'));
    } finally {
      giveBack(bytes);
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'waymark-entry-'));
  try {
    const file = join(folder, 'file');
    await extractEntry(path, entry, file);
    return await read(file, await hashOf(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function answer(request: ReaderRequest): Promise<void> {
  const { id, path } = request;
  try {
    if ('read' in request) return await readFile(id, path, request.read, request.entry);
    const list = await listArchive(path, (piece) => tell({ id, piece }), request.list);
    return tell({ id, list });
  } catch (error) {
    return tell(
      error instanceof FileProblem
        ? { id, problem: { code: error.code, message: error.message } }
        : {
            id,
            failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
            code: (error as NodeJS.ErrnoException).code,
          },
    );
  }
}

// On Linux a priority is the calling thread's own, elsewhere the whole process's: this process does nothing but read.
os.setPriority(Math.min(LAST_NICENESS, os.getPriority() + NICENESS));
process.on('message', (request: ReaderRequest) => void answer(request));
// Whoever asked is gone: nobody waits for what is being read.
process.on('disconnect', () => process.exit());
