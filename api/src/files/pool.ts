import { Worker } from 'node:worker_threads';
import { FileProblem } from './problem.ts';
import type { ParseOptions } from './parse-file.ts';
import type { ArchiveList, Listed } from './archive-list.ts';
import type { ReadWorkout } from './types.ts';
import type { WorkerAnswer, WorkerReply, WorkerRequest } from './worker.ts';
import type { EntryRef } from './zip-entry.ts';

export type PoolOptions = {
  /** Workers at work at most; each reads one file at a time. Default 1. */
  size?: number;
  /** ms one file may take before its worker is stopped. Default 120,000. */
  timeout?: number;
  /** MB of heap a worker may take before its file is given up. Default 192. */
  memory?: number;
};

type Task = { path: string } & (
  | { read: ParseOptions; entry: EntryRef | null }
  | { list: { within: boolean } }
);
type Job = {
  task: Task;
  progress: (share: number) => void;
  piece: (files: Listed[]) => void;
  resolve: (answer: WorkerAnswer) => void;
  reject: (error: Error) => void;
};

type Seat = { worker: Worker; job: Job | null; timer: NodeJS.Timeout | null; ended: boolean };

const tooMuchMemory = () =>
  new FileProblem(
    'memory',
    'This file needs more memory to read than any workout should. Split it and try again.',
  );
const tooMuchTime = () =>
  new FileProblem('timeout', 'Reading this file took too long and was stopped. Split it and try again.');

/**
 * Long-lived worker threads that read files, so that the thread which answers requests never does. A worker
 * that dies or hangs takes only its own file with it and is replaced at the next one.
 */
export class FilePool {
  #size: number;
  #timeout: number;
  #memory: number;
  #seats: Seat[] = [];
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
    if (!('workouts' in answer)) throw new Error('the worker answered another question');
    return answer;
  }

  /** What an archive holds; see `listArchive`. `piece` hears its files, some hundreds at a time. */
  async list(path: string, within: boolean, piece: (files: Listed[]) => void): Promise<ArchiveList> {
    const answer = await this.#wait({ path, list: { within } }, { piece });
    if (!('list' in answer)) throw new Error('the worker answered another question');
    return answer.list;
  }

  #wait(task: Task, hear: Partial<Pick<Job, 'progress' | 'piece'>>): Promise<WorkerAnswer> {
    if (this.#closed) return Promise.reject(new Error('the file pool is closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, progress: () => {}, piece: () => {}, ...hear, resolve, reject });
      this.#next();
    });
  }

  /** Stops the workers; files under way and waiting are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new Error('the file pool was closed'));
    await Promise.all(this.#seats.map(({ worker }) => worker.terminate()));
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#closed) return;
    let seat = this.#seats.find(({ job }) => job === null);
    if (!seat && this.#seats.length < this.#size) seat = this.#open();
    if (seat) this.#start(seat, this.#waiting.shift()!);
  }

  #start(seat: Seat, job: Job): void {
    seat.job = job;
    seat.worker.ref();
    seat.timer = setTimeout(() => this.#end(seat, tooMuchTime()), this.#timeout);
    const request: WorkerRequest = { id: this.#nextId++, ...job.task };
    seat.worker.postMessage(request, []);
  }

  #open(): Seat {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      // The flags the process was started with are its own affair.
      execArgv: [],
      // Readers make few objects that live: a small place for new ones fits the processor's cache and costs no time.
      resourceLimits: { maxOldGenerationSizeMb: this.#memory, maxYoungGenerationSizeMb: 4 },
    });
    const seat: Seat = { worker, job: null, timer: null, ended: false };
    this.#seats.push(seat);
    worker.on('message', (reply: WorkerReply) => {
      if ('progress' in reply) seat.job?.progress(reply.progress);
      else if ('piece' in reply) seat.job?.piece(reply.piece);
      else this.#finish(seat, reply);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#end(seat, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory() : error);
    });
    worker.on('exit', (code) => this.#end(seat, new Error(`the file worker ended with code ${code}`)));
    // An idle worker does not keep the process alive.
    worker.unref();
    return seat;
  }

  #finish(seat: Seat, reply: Exclude<WorkerReply, { progress: number } | { piece: Listed[] }>): void {
    const job = this.#free(seat);
    if ('workouts' in reply || 'list' in reply) job?.resolve(reply);
    else if ('problem' in reply) job?.reject(new FileProblem(reply.problem.code, reply.problem.message));
    else job?.reject(Object.assign(new Error(reply.failure), { code: reply.code }));
    seat.worker.unref();
    this.#next();
  }

  #free(seat: Seat): Job | null {
    if (seat.timer) clearTimeout(seat.timer);
    const { job } = seat;
    seat.job = null;
    seat.timer = null;
    return job;
  }

  /** Takes a dead or hanging worker out and goes on with the next file. */
  #end(seat: Seat, reason: Error): void {
    if (seat.ended) return;
    seat.ended = true;
    this.#seats = this.#seats.filter((other) => other !== seat);
    this.#free(seat)?.reject(reason);
    void seat.worker.terminate();
    this.#next();
  }
}
