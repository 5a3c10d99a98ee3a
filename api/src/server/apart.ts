import { Worker } from 'node:worker_threads';

export interface ApartOptions<Task> {
  /** The worker's file. It hears `{id, task}` and answers with the same id. */
  file: URL;
  /** ms after which a task is given up. */
  longest: number;
  /** What a new thread does before its first task: how long that takes counts for no task. */
  start?: { task: Task; longest: number };
  /** MB of heap. */
  memory?: number;
  workerData?: unknown;
  /** What a task is refused with when it took too long. */
  late: () => Error;
  /** What it is refused with when its thread died; the thread's own error unless given. */
  died?: (error: NodeJS.ErrnoException) => Error;
}

interface Thread {
  worker: Worker;
  started: Promise<unknown>;
}
interface Waiting<R> {
  resolve: (reply: R) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * A thread of its own for what would keep other calls waiting. It starts with the first task; one that dies or hangs
 * takes what it had with it, and the next task gets a new one.
 */
export class Apart<Task, Reply extends { id: number }> {
  #options: ApartOptions<Task>;
  #thread: Thread | null = null;
  #waiting = new Map<number, Waiting<Reply>>();
  #next = 1;

  constructor(options: ApartOptions<Task>) {
    this.#options = options;
  }

  async do(task: Task, longest = this.#options.longest): Promise<Reply> {
    const thread = (this.#thread ??= this.#open());
    await thread.started;
    // The thread went while it was waited for: another one does it.
    return thread === this.#thread ? this.#send(thread.worker, task, longest) : this.do(task, longest);
  }

  #send(worker: Worker, task: Task, longest: number): Promise<Reply> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      // What it does cannot be stopped from outside: the thread goes.
      const timer = setTimeout(() => this.#drop(worker, this.#options.late()), longest);
      this.#waiting.set(id, { resolve, reject, timer });
      worker.ref();
      worker.postMessage({ id, task }, []);
    });
  }

  #open(): Thread {
    const { file, memory, workerData, start, died = (error: Error) => error } = this.#options;
    const worker = new Worker(file, {
      // The flags the process was started with are its own affair.
      execArgv: [],
      workerData,
      ...(memory !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memory } }),
    });
    worker.on('message', (reply: Reply) => this.#finish(worker, reply));
    worker.on('error', (error: Error) => this.#drop(worker, died(error)));
    worker.on('exit', (code) => this.#drop(worker, died(new Error(`the worker ended with code ${code}`))));
    const started = start ? this.#send(worker, start.task, start.longest) : Promise.resolve();
    return { worker, started };
  }

  #finish(worker: Worker, reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    // An idle worker does not keep the process alive.
    if (this.#waiting.size === 0) worker.unref();
    if (!waiting) return;
    clearTimeout(waiting.timer);
    waiting.resolve(reply);
  }

  #drop(worker: Worker, reason: Error): void {
    if (this.#thread?.worker !== worker) return;
    this.#thread = null;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    this.#waiting.clear();
    void worker.terminate();
  }
}
