import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  processWorker,
  refProcess,
  WorkerProcessEnded,
} from '../../../kernel/worker-queue/process-worker.ts';
import { WorkerQueue } from '../../../kernel/worker-queue/worker-queue.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';
import type { ReadWorkout } from '../../../recordings/model/parsed-workout.ts';
import type { ParseOptions } from '../../../recordings/parse-file.ts';
import type { EntryRef } from '../../../recordings/zip/zip-entry.ts';
import type { ArchiveEntry, ArchiveList, ListArchiveOptions } from '../archives/list-archive.ts';
import type { ReaderMessage, ReaderTask } from './reader-process.ts';

export interface FilePoolOptions {
  /** Reader processes at most; each reads one file at a time. Default 1. */
  maxReaders?: number;
  /** How long reading one file may take before its reader is killed. Default 120,000. */
  fileTimeoutMs?: number;
  /** Heap that a reader may take before its file is given up. Default 192. */
  heapLimitMb?: number;
}

const memoryProblem = () =>
  new FileProblem(
    'memory',
    'This file needs more memory to read than any workout should. Split it and try again.',
  );
const timeoutProblem = () =>
  new FileProblem('timeout', 'Reading this file took too long and was stopped. Split it and try again.');

/**
 * Reads foreign files in child processes, so that the process which answers calls never does: a file that fills the
 * heap ends the whole process that reads it, whatever limits a worker thread has. A reader that ends or exceeds its
 * timeout fails only its own file and is replaced. Callers are served in rotation, files of one caller in order.
 */
export class FilePool {
  #queue: WorkerQueue<ReaderTask, ReaderMessage>;
  #children = new Set<ChildProcess>();

  constructor({ maxReaders = 1, fileTimeoutMs = 120_000, heapLimitMb = 192 }: FilePoolOptions = {}) {
    this.#queue = new WorkerQueue(
      {
        startWorker: processWorker({
          file: new URL('./reader-process.ts', import.meta.url),
          heapLimitMb,
          // Readers create few long-lived objects: a small space for new ones fits the processor's cache and costs no time.
          nodeOptions: ['--max-semi-space-size=1'],
          onStart: (child) => {
            this.#children.add(child);
            child.on('exit', () => this.#children.delete(child));
          },
        }),
        maxWorkers: maxReaders,
        taskTimeoutMs: fileTimeoutMs,
        errors: { taskTimeout: timeoutProblem, workerEnded: problemOfEnd },
      },
      (message) => 'progress' in message || 'entries' in message,
    );
  }

  /**
   * The workouts of one uploaded file: FIT, GPX or TCX, gzipped or not, whatever its name.
   * @param onProgress receives the share of the bytes that are read, a few times a second
   * @throws FileProblem, whose message is for the member; any other error is a fault of ours
   */
  async read(
    path: string,
    options: ParseOptions,
    onProgress: (share: number) => void = () => {},
  ): Promise<ReadWorkout[]> {
    return (await this.readEntry(path, null, options, onProgress)).workouts;
  }

  /** The same for a file in an archive; `hash` is the sha256 of that file, in hex. */
  async readEntry(
    path: string,
    entry: EntryRef | null,
    options: ParseOptions,
    onProgress: (share: number) => void = () => {},
  ): Promise<{ workouts: ReadWorkout[]; hash: string | null }> {
    const reply = await this.#run({ path, read: options, entry }, (update) => {
      if ('progress' in update) onProgress(update.progress);
    });
    if (!('workouts' in reply)) throw new Error('the reader answered another task');
    return reply;
  }

  /** Lists an archive; see `listArchive`. */
  async listArchive(
    path: string,
    options: ListArchiveOptions,
    onEntries: (entries: ArchiveEntry[]) => void,
  ): Promise<ArchiveList> {
    const reply = await this.#run({ path, list: options }, (update) => {
      if ('entries' in update) onEntries(update.entries);
    });
    if (!('list' in reply)) throw new Error('the reader answered another task');
    return reply.list;
  }

  /** Process ids of the readers. */
  get processIds(): number[] {
    return [...this.#children].flatMap(({ pid }) => pid ?? []);
  }

  /** Ends the readers; running and queued files are rejected. */
  async close(): Promise<void> {
    const ended = [...this.#children].map((child) => {
      refProcess(child);
      return once(child, 'exit');
    });
    this.#queue.close(new Error('the file pool is closed'));
    await Promise.all(ended);
  }

  async #run(task: ReaderTask, onUpdate: (update: ReaderMessage) => void): Promise<ReaderMessage> {
    const reply = await this.#queue.run(task, { onUpdate });
    if ('problem' in reply) throw new FileProblem(reply.problem.code, reply.problem.message);
    if ('failure' in reply) throw Object.assign(new Error(reply.failure), { code: reply.code });
    return reply;
  }
}

/** Signals by which V8 ends a process whose heap is full, and the system one that takes all memory. */
const OUT_OF_MEMORY: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGKILL']);

const problemOfEnd = (reason: Error): Error =>
  reason instanceof WorkerProcessEnded &&
  (OUT_OF_MEMORY.has(reason.signal) || reason.stderr.includes('heap out of memory'))
    ? memoryProblem()
    : reason;
