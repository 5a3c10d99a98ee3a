import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { FileProblem } from '../../recordings/file-problem.ts';
import type { ParseOptions } from '../../recordings/parse-file.ts';
import type { ArchiveList, Listed, ListOptions } from '../archives/list-archive.ts';
import type { ReadWorkout } from '../../recordings/model/parsed-workout.ts';
import type { ReaderAnswer, ReaderReply, ReaderRequest } from './reader-process.ts';
import type { EntryRef } from '../../recordings/zip/zip-entry.ts';

export type PoolOptions = {
  /** Reader processes at work at most; each reads one file at a time. Default 1. */
  size?: number;
  /** ms one file may take before its reader is killed. Default 120,000. */
  timeout?: number;
  /** MB of heap a reader may take before its file is given up. Default 192. */
  memory?: number;
};

type Task = { path: string } & ({ read: ParseOptions; entry: EntryRef | null } | { list: ListOptions });
type Job = {
  task: Task;
  progress: (share: number) => void;
  piece: (files: Listed[]) => void;
  resolve: (answer: ReaderAnswer) => void;
  reject: (error: Error) => void;
};

type Reader = {
  child: ChildProcess;
  job: Job | null;
  timer: NodeJS.Timeout | null;
  ended: boolean;
  /** The end of what it wrote on its standard error. */
  said: string;
};

/** Characters of a reader's standard error that an error carries. */
const SAID_LENGTH = 2000;

const tooMuchMemory = () =>
  new FileProblem(
    'memory',
    'This file needs more memory to read than any workout should. Split it and try again.',
  );
const tooMuchTime = () =>
  new FileProblem('timeout', 'Reading this file took too long and was stopped. Split it and try again.');

/**
 * Long-lived child processes that read foreign files, so that the process which answers requests never does: a file
 * that fills the heap with plain arrays ends the whole process that reads it, whatever limits a worker thread
 * has. A reader that dies or hangs takes only its own file with it and is replaced at the next one.
 */
export class FilePool {
  #size: number;
  #timeout: number;
  #memory: number;
  #readers: Reader[] = [];
  #waiting: Job[] = [];
  #closed = false;
  #nextId = 1;

  constructor({ size = 1, timeout = 120_000, memory = 192 }: PoolOptions = {}) {
    this.#size = size;
    this.#timeout = timeout;
    this.#memory = memory;
  }

  /**
   * The workouts of one uploaded file: FIT, GPX or TCX, gzipped or not, whatever its name. Files wait in
   * order. `progress` hears some times a second what share of the bytes is read. Rejects with FileProblem,
   * whose message is a sentence for the member, or with an Error that is a fault of ours.
   */
  async read(
    path: string,
    options: ParseOptions,
    progress: (share: number) => void = () => {},
  ): Promise<ReadWorkout[]> {
    return (await this.readEntry(path, null, options, progress)).workouts;
  }

  /** The same for a file in an archive; `hash` is the sha256 of that file, in hex. */
  async readEntry(
    path: string,
    entry: EntryRef | null,
    options: ParseOptions,
    progress: (share: number) => void = () => {},
  ): Promise<{ workouts: ReadWorkout[]; hash: string | null }> {
    const answer = await this.#wait({ path, read: options, entry }, { progress });
    if (!('workouts' in answer)) throw new Error('the reader answered another question');
    return answer;
  }

  /** What an archive holds; see `listArchive`. `piece` hears its files, some hundreds at a time. */
  async list(path: string, options: ListOptions, piece: (files: Listed[]) => void): Promise<ArchiveList> {
    const answer = await this.#wait({ path, list: options }, { piece });
    if (!('list' in answer)) throw new Error('the reader answered another question');
    return answer.list;
  }

  #wait(task: Task, hear: Partial<Pick<Job, 'progress' | 'piece'>>): Promise<ReaderAnswer> {
    if (this.#closed) return Promise.reject(new Error('the file pool is closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, progress: () => {}, piece: () => {}, ...hear, resolve, reject });
      this.#next();
    });
  }

  /** Process ids of the readers. */
  get processIds(): number[] {
    return this.#readers.flatMap(({ child }) => child.pid ?? []);
  }

  /** Stops the readers; files under way and waiting are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new Error('the file pool was closed'));
    const ended = this.#readers.map(({ child }) => once(child, 'exit'));
    for (const { child } of this.#readers) {
      refChild(child);
      child.kill('SIGKILL');
    }
    await Promise.all(ended);
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#closed) return;
    let reader = this.#readers.find(({ job }) => job === null);
    if (!reader && this.#readers.length < this.#size) reader = this.#open();
    if (reader) this.#start(reader, this.#waiting.shift()!);
  }

  #start(reader: Reader, job: Job): void {
    reader.job = job;
    refChild(reader.child);
    reader.timer = setTimeout(() => this.#end(reader, tooMuchTime()), this.#timeout);
    const request: ReaderRequest = { id: this.#nextId++, ...job.task };
    // A reader that is gone by now ends its job in its 'exit'.
    reader.child.send(request, () => {});
  }

  #open(): Reader {
    const child = fork(new URL('./reader-process.ts', import.meta.url), {
      // The flags the process was started with are its own affair. Readers make few objects that live: a small place
      // for new ones fits the processor's cache and costs no time.
      execArgv: [`--max-old-space-size=${this.#memory}`, '--max-semi-space-size=1', '--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const reader: Reader = { child, job: null, timer: null, ended: false, said: '' };
    this.#readers.push(reader);
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      reader.said = (reader.said + text).slice(-SAID_LENGTH);
    });
    child.on('message', (reply: ReaderReply) => {
      if ('progress' in reply) reader.job?.progress(reply.progress);
      else if ('piece' in reply) reader.job?.piece(reply.piece);
      else this.#finish(reader, reply);
    });
    child.on('error', (error) => this.#end(reader, error));
    child.on('close', (code, signal) => this.#end(reader, reasonOf(reader, code, signal)));
    unrefChild(child);
    return reader;
  }

  #finish(reader: Reader, reply: Exclude<ReaderReply, { progress: number } | { piece: Listed[] }>): void {
    const job = this.#free(reader);
    if ('workouts' in reply || 'list' in reply) job?.resolve(reply);
    else if ('problem' in reply) job?.reject(new FileProblem(reply.problem.code, reply.problem.message));
    else job?.reject(Object.assign(new Error(reply.failure), { code: reply.code }));
    unrefChild(reader.child);
    this.#next();
  }

  #free(reader: Reader): Job | null {
    if (reader.timer) clearTimeout(reader.timer);
    const { job } = reader;
    reader.job = null;
    reader.timer = null;
    return job;
  }

  /** Takes a dead or hanging reader out and goes on with the next file. */
  #end(reader: Reader, reason: Error): void {
    if (reader.ended) return;
    reader.ended = true;
    this.#readers = this.#readers.filter((other) => other !== reader);
    this.#free(reader)?.reject(reason);
    reader.child.kill('SIGKILL');
    this.#next();
  }
}

type Handle = { ref(): void; unref(): void };

/** What keeps a process alive for a child: the child itself, its channel and its standard error. */
const handlesOf = (child: ChildProcess): Handle[] =>
  [child, child.channel, child.stderr as unknown as Handle | null].filter(
    (handle) => handle !== null && handle !== undefined,
  );

/** An idle reader does not keep the process alive. */
function unrefChild(child: ChildProcess): void {
  for (const handle of handlesOf(child)) handle.unref();
}

function refChild(child: ChildProcess): void {
  for (const handle of handlesOf(child)) handle.ref();
}

/** How V8 ends a process whose heap is full, and the system one that takes all memory. */
const OUT_OF_MEMORY: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGKILL']);

function reasonOf({ said }: Reader, code: number | null, signal: NodeJS.Signals | null): Error {
  if (OUT_OF_MEMORY.has(signal) || said.includes('heap out of memory')) return tooMuchMemory();
  return new Error(`the file reader ended with ${signal ?? `code ${code}`}: ${said}`);
}
