import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileProblemCode } from '@waymark/api-contract';
import { lowerPriority } from '../../../kernel/worker-queue/lower-priority.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';
import type { FileSource } from '../../../recordings/file-source.ts';
import type { ParsedWorkout, ReadWorkout } from '../../../recordings/model/parsed-workout.ts';
import { encodeWorkout, parseFile, type ParseOptions } from '../../../recordings/parse-file.ts';
import { releaseBuffers } from '../../../recordings/release-buffers.ts';
import { type EntryRef, extractEntry, isSmall, readSmallEntry } from '../../../recordings/zip/zip-entry.ts';
import {
  type ArchiveEntry,
  type ArchiveList,
  listArchive,
  type ListArchiveOptions,
} from '../archives/list-archive.ts';

export type ReaderTask = { path: string } & (
  | { read: ParseOptions; entry: EntryRef | null }
  | { list: ListArchiveOptions }
);
/** Updates (`progress`, `entries`), then one reply. `hash`: sha256 of a file out of an archive, in hex. */
export type ReaderMessage = { id: number } & (
  | { progress: number }
  | { entries: ArchiveEntry[] }
  | { workouts: ReadWorkout[]; hash: string | null }
  | { list: ArchiveList }
  | { problem: { code: FileProblemCode; message: string } }
  | { failure: string; code: string | undefined }
);

/** The shortest time between two reports of progress. */
const PROGRESS_INTERVAL_MS = 200;

const columnsOf = ({ streams, legs }: ParsedWorkout): Int32Array[] => [
  ...Object.values(streams.columns),
  ...legs.flatMap(columnsOf),
];

const send = (message: ReaderMessage): void => void process.send!(message);

function createProgressReporter(id: number): (progress: number) => void {
  let reportedAt = -PROGRESS_INTERVAL_MS;
  return (progress) => {
    const now = performance.now();
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = now;
    send({ id, progress });
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function readFile(id: number, path: string, options: ParseOptions, entry: EntryRef | null) {
  const read = async (file: FileSource, hash: string | null) => {
    const parsed = await parseFile(file, options, createProgressReporter(id));
    const workouts = parsed.map(encodeWorkout);
    releaseBuffers(...parsed.flatMap(columnsOf));
    send({ id, workouts, hash });
  };
  if (!entry) return read(path, null);
  if (isSmall(entry)) {
    const bytes = readSmallEntry(path, entry);
    try {
      return await read(bytes, createHash('sha256').update(bytes).digest('hex'));
    } finally {
      releaseBuffers(bytes);
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'waymark-entry-'));
  try {
    const file = join(folder, 'file');
    await extractEntry(path, entry, file);
    return await read(file, await hashFile(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function handleRequest({ id, task }: { id: number; task: ReaderTask }): Promise<void> {
  try {
    if ('read' in task) return await readFile(id, task.path, task.read, task.entry);
    const list = await listArchive(task.path, (entries) => send({ id, entries }), task.list);
    return send({ id, list });
  } catch (error) {
    return send(
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

lowerPriority();
process.on('message', (request: { id: number; task: ReaderTask }) => void handleRequest(request));
// Without its parent nobody receives the result.
process.on('disconnect', () => process.exit());
