import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type WorkerEvents, type WorkerHandle, WorkerQueue } from '../../kernel/worker-queue/worker-queue.ts';
import { FileProblem } from '../../recordings/file-problem.ts';
import type { ReadWorkout } from '../../recordings/model/parsed-workout.ts';
import type { ParseOptions } from '../../recordings/parse-file.ts';
import type { EntryRef } from '../../recordings/zip/zip-entry.ts';
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

/** Characters of a reader's standard error that an error carries. */
const MAX_STDERR_CHARACTERS = 2000;

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
        startWorker: (events) => this.#startReader(events, heapLimitMb),
        maxWorkers: maxReaders,
        taskTimeoutMs: fileTimeoutMs,
        errors: { taskTimeout: timeoutProblem },
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
      refChild(child);
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

  #startReader({ onMessage, onEnd }: WorkerEvents<ReaderMessage>, heapLimitMb: number): WorkerHandle {
    const child = fork(new URL('./reader-process.ts', import.meta.url), {
      // Flags of this process are not for readers. They create few long-lived objects: a small space for new ones
      // fits the processor's cache and costs no time.
      execArgv: [`--max-old-space-size=${heapLimitMb}`, '--max-semi-space-size=1', '--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#children.add(child);
    let stderr = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_STDERR_CHARACTERS);
    });
    child.on('message', (message: ReaderMessage) => onMessage(message));
    child.on('error', onEnd);
    child.on('exit', () => this.#children.delete(child));
    child.on('close', (code, signal) => onEnd(exitReason(stderr, code, signal)));
    return {
      // A reader that has ended fails its task by its 'close' event.
      post: (request) => void child.send(request, () => {}),
      ref: () => refChild(child),
      unref: () => unrefChild(child),
      terminate: () => void child.kill('SIGKILL'),
    };
  }
}

type Handle = { ref(): void; unref(): void };

/** What keeps a process alive for a child: the child itself, its channel and its standard error. */
const handlesOf = (child: ChildProcess): Handle[] =>
  [child, child.channel, child.stderr as unknown as Handle | null].filter(
    (handle) => handle !== null && handle !== undefined,
  );

function unrefChild(child: ChildProcess): void {
  for (const handle of handlesOf(child)) handle.unref();
}

function refChild(child: ChildProcess): void {
  for (const handle of handlesOf(child)) handle.ref();
}

/** Signals by which V8 ends a process whose heap is full, and the system one that takes all memory. */
const OUT_OF_MEMORY: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGKILL']);

function exitReason(stderr: string, code: number | null, signal: NodeJS.Signals | null): Error {
  if (OUT_OF_MEMORY.has(signal) || stderr.includes('heap out of memory')) return memoryProblem();
  return new Error(`the file reader ended with ${signal ?? `code ${code}`}: ${stderr}`);
}
