import { Worker } from 'node:worker_threads';
import { currentCaller } from './calling.ts';
import { Turns } from './turns.ts';

export interface ApartOptions<Task> {
  /** The worker's file. It hears `{id, task}` and answers with the same id. */
  file: URL;
  /** ms after which a task is given up, from when the thread has it. */
  longest: number;
  /** What a new thread does before its first task: how long that takes counts for no task. */
  start?: { task: Task; longest: number };
  /** MB of heap. */
  memory?: number;
  workerData?: unknown;
  /**
   * Tasks that the thread has at the same time, one unless given. More are for a worker that keeps an order of its
   * own; what they wait for each other counts.
   */
  atOnce?: number;
  /** How long a task waits for its turn; as long as one may take unless given, and then it is late. */
  patience?: { ms: number; refuse: () => Error };
  /** How many tasks one caller may have waiting and in work. */
  most?: { tasks: number; refuse: () => Error };
  /** What a task is refused with when it took too long. */
  late: () => Error;
  /** What it is refused with when its thread died; the thread's own error unless given. */
  died?: (error: NodeJS.ErrnoException) => Error;
}

interface Job<Task, Reply> {
  task: Task;
  longest: number;
  who: string;
  /** It was in a thread already that went for the sake of another task. */
  moved: boolean;
  timer: NodeJS.Timeout | undefined;
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
}
interface Thread<Task, Reply> {
  worker: Worker;
  ready: boolean;
  /** What it has, by id. */
  work: Map<number, Job<Task, Reply>>;
}

/**
 * A thread of its own for what would keep other calls waiting. It starts with the first task. Callers take turns. A
 * task that takes too long goes with its thread, alone: what else that had is done by the next one. A thread that dies
 * takes what it had with it.
 */
export class Apart<Task, Reply extends { id: number }> {
  #options: ApartOptions<Task>;
  #thread: Thread<Task, Reply> | null = null;
  #turns = new Turns<Job<Task, Reply>>();
  #next = 1;

  constructor(options: ApartOptions<Task>) {
    this.#options = options;
  }

  do(task: Task, longest = this.#options.longest): Promise<Reply> {
    const who = currentCaller();
    const { most } = this.#options;
    if (most && this.#tasksOf(who) >= most.tasks) return Promise.reject(most.refuse());
    return new Promise((resolve, reject) => {
      const job = { task, longest, who, moved: false, timer: undefined, resolve, reject };
      this.#turns.add(who, job);
      if (this.#thread?.ready) this.#wait(job);
      this.#go();
    });
  }

  #tasksOf(who: string): number {
    let tasks = this.#turns.of(who);
    for (const job of this.#thread?.work.values() ?? []) if (job.who === who) tasks++;
    return tasks;
  }

  /** Nobody waits for ever. */
  #wait(job: Job<Task, Reply>): void {
    if (job.timer) return;
    const { ms, refuse } = this.#options.patience ?? { ms: job.longest, refuse: this.#options.late };
    job.timer = setTimeout(() => {
      this.#turns.remove(job.who, job);
      job.reject(refuse());
    }, ms);
  }

  /** Gives the thread what it can take. */
  #go(): void {
    if (this.#turns.empty) return;
    const thread = (this.#thread ??= this.#open());
    const atOnce = this.#options.atOnce ?? 1;
    while (thread.ready && thread.work.size < atOnce) {
      const job = this.#turns.take();
      if (!job) return;
      this.#send(thread, job);
    }
  }

  #send(thread: Thread<Task, Reply>, job: Job<Task, Reply>): void {
    const id = this.#next++;
    clearTimeout(job.timer);
    // What it does cannot be stopped from outside: the thread goes.
    job.timer = setTimeout(() => {
      thread.work.delete(id);
      job.reject(this.#options.late());
      this.#replace(thread);
    }, job.longest);
    thread.work.set(id, job);
    thread.worker.ref();
    thread.worker.postMessage({ id, task: job.task }, []);
  }

  #open(): Thread<Task, Reply> {
    const { file, memory, workerData, start, died = (error: Error) => error } = this.#options;
    const worker = new Worker(file, {
      // The flags the process was started with are its own affair.
      execArgv: [],
      workerData,
      ...(memory !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memory } }),
    });
    const thread: Thread<Task, Reply> = { worker, ready: !start, work: new Map() };
    worker.on('message', (reply: Reply) => this.#finish(thread, reply));
    worker.on('error', (error: Error) => this.#lose(thread, died(error)));
    worker.on('exit', (code) => this.#lose(thread, died(new Error(`the worker ended with code ${code}`))));
    if (start) this.#start(thread, start);
    else for (const job of this.#turns) this.#wait(job);
    return thread;
  }

  /** While a thread wakes up, the patience of those who wait stands still. */
  #start(thread: Thread<Task, Reply>, { task, longest }: { task: Task; longest: number }): void {
    for (const job of this.#turns) {
      clearTimeout(job.timer);
      job.timer = undefined;
    }
    this.#send(thread, {
      task,
      longest,
      who: '',
      moved: true,
      timer: undefined,
      resolve: () => {
        thread.ready = true;
        for (const job of this.#turns) this.#wait(job);
      },
      reject: (error) => this.#refuseAll(error),
    });
  }

  #finish(thread: Thread<Task, Reply>, reply: Reply): void {
    const job = thread.work.get(reply.id);
    if (!job) return;
    thread.work.delete(reply.id);
    clearTimeout(job.timer);
    job.resolve(reply);
    this.#go();
    // An idle worker does not keep the process alive.
    if (thread.work.size === 0) thread.worker.unref();
  }

  /** The thread goes; what it had and did not hold it up is done by another, though not over and over. */
  #replace(thread: Thread<Task, Reply>): void {
    const left = [...thread.work.values()].reverse();
    this.#end(thread);
    for (const job of left) {
      if (job.moved) job.reject(this.#options.late());
      else this.#turns.putBack(job.who, { ...job, moved: true, timer: undefined });
    }
    this.#go();
  }

  #lose(thread: Thread<Task, Reply>, reason: Error): void {
    if (this.#thread !== thread) return;
    const left = [...thread.work.values()];
    this.#end(thread);
    for (const job of left) job.reject(reason);
    this.#go();
  }

  #end(thread: Thread<Task, Reply>): void {
    if (this.#thread === thread) this.#thread = null;
    for (const job of thread.work.values()) clearTimeout(job.timer);
    thread.work.clear();
    void thread.worker.terminate();
  }

  #refuseAll(reason: Error): void {
    for (let job = this.#turns.take(); job; job = this.#turns.take()) {
      clearTimeout(job.timer);
      job.reject(reason);
    }
  }
}
