import { currentCaller } from '../server/current-work.ts';
import { FairQueue } from './fair-queue.ts';

/** A thread or process that runs tasks. It receives `{id, task}` and answers with the same id. */
export interface WorkerHandle {
  post(request: { id: number; task: unknown }): void;
  ref(): void;
  unref(): void;
  terminate(): void;
}

export interface WorkerEvents<Message> {
  onMessage: (message: Message) => void;
  /** The worker ended or cannot be reached. Only the first call counts. */
  onEnd: (reason: Error) => void;
}

export interface WorkerQueueOptions<Task, Message> {
  /** Starts a worker; `threadWorker` for a thread. */
  startWorker: (events: WorkerEvents<Message>) => WorkerHandle;
  /** Workers at most. Default 1. */
  maxWorkers?: number;
  /** Tasks that one worker has at a time. Default 1; more are for a worker that schedules its tasks itself. */
  concurrency?: number;
  /** How long a task may run before it is refused and its worker is replaced. */
  taskTimeoutMs: number;
  /** How long a task may wait for a worker; without limit unless given. Paused while a worker starts. */
  queueTimeoutMs?: number;
  /** Tasks of one caller, waiting and running; without limit unless given. */
  maxPerCaller?: number;
  /** The first task of a new worker, with a timeout of its own: the queue waits until it is done. */
  startTask?: { task: Task; timeoutMs: number };
  errors: {
    taskTimeout: () => Error;
    /** Default: as `taskTimeout`. */
    queueTimeout?: () => Error;
    /** Default: as `taskTimeout`. */
    tooManyTasks?: () => Error;
    /** For the tasks of a worker that ended. Default: the reason itself. */
    workerEnded?: (reason: NodeJS.ErrnoException) => Error;
  };
}

export interface RunOptions<Message> {
  /** Overrides the queue's own. */
  taskTimeoutMs?: number;
  /** Lets all other tasks that wait go first. */
  isBackground?: boolean;
  /** Takes the task out of the queue while it waits; it is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Receives what the worker sends about the task before its reply, when the queue has `isUpdate`. */
  onUpdate?: (update: Message) => void;
}

interface Job<Task, Message> {
  task: Task;
  taskTimeoutMs: number;
  caller: string;
  /** Where it waits; null for the first task of a worker. */
  queue: FairQueue<Job<Task, Message>> | null;
  isWaiting: boolean;
  /** It was in a worker before that was replaced because of another task. */
  isRepeated: boolean;
  timer: NodeJS.Timeout | undefined;
  onUpdate: ((update: Message) => void) | undefined;
  resolve: (reply: Message) => void;
  reject: (error: Error) => void;
}

interface RunningWorker<Task, Message> {
  handle: WorkerHandle;
  isReady: boolean;
  jobs: Map<number, Job<Task, Message>>;
}

/**
 * Runs tasks in threads or processes, so that slow work does not delay other calls. Callers are served in rotation.
 * Workers start with the first task that needs them. A task that exceeds its timeout is refused and its worker
 * replaced; other tasks of that worker are repeated once in a new one. A worker that ends takes its tasks with it.
 */
export class WorkerQueue<Task, Message extends { id: number }> {
  #options: WorkerQueueOptions<Task, Message>;
  #isUpdate: (message: Message) => boolean;
  #workers = new Set<RunningWorker<Task, Message>>();
  #queue = new FairQueue<Job<Task, Message>>();
  #background = new FairQueue<Job<Task, Message>>();
  #nextId = 1;
  #closedWith: Error | null = null;

  /** @param isUpdate of a message of the worker: it is not the reply that ends the task */
  constructor(
    options: WorkerQueueOptions<Task, Message>,
    isUpdate: (message: Message) => boolean = () => false,
  ) {
    this.#options = options;
    this.#isUpdate = isUpdate;
  }

  run(
    task: Task,
    { taskTimeoutMs, isBackground = false, signal, onUpdate }: RunOptions<Message> = {},
  ): Promise<Message> {
    if (this.#closedWith) return Promise.reject(this.#closedWith);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const caller = currentCaller();
    const { maxPerCaller = Infinity, errors } = this.#options;
    if (this.#tasksOf(caller) >= maxPerCaller)
      return Promise.reject((errors.tooManyTasks ?? errors.taskTimeout)());
    return new Promise((resolve, reject) => {
      const job: Job<Task, Message> = {
        task,
        taskTimeoutMs: taskTimeoutMs ?? this.#options.taskTimeoutMs,
        caller,
        queue: isBackground ? this.#background : this.#queue,
        isWaiting: true,
        isRepeated: false,
        timer: undefined,
        onUpdate,
        resolve,
        reject,
      };
      job.queue?.add(caller, job);
      if (!this.#isStarting()) this.#startQueueTimer(job);
      signal?.addEventListener('abort', () => this.#cancel(job, signal.reason as Error), { once: true });
      this.#dispatch();
    });
  }

  /** Ends the workers and rejects all tasks, running and future ones, with `reason`. */
  close(reason: Error): void {
    this.#closedWith = reason;
    this.#rejectQueue(reason);
    for (const worker of this.#workers) this.#loseWorker(worker, reason);
  }

  #tasksOf(caller: string): number {
    let tasks = this.#queue.countOf(caller) + this.#background.countOf(caller);
    for (const { jobs } of this.#workers) for (const job of jobs.values()) if (job.caller === caller) tasks++;
    return tasks;
  }

  *#waiting(): Generator<Job<Task, Message>> {
    yield* this.#queue;
    yield* this.#background;
  }

  /** A task that is running goes on: it cannot be interrupted without its worker. */
  #cancel(job: Job<Task, Message>, reason: Error): void {
    if (!job.isWaiting) return;
    job.queue?.remove(job.caller, job);
    job.isWaiting = false;
    clearTimeout(job.timer);
    job.reject(reason);
  }

  #isStarting(): boolean {
    return [...this.#workers].some(({ isReady }) => !isReady);
  }

  #startQueueTimer(job: Job<Task, Message>): void {
    const { queueTimeoutMs, errors } = this.#options;
    if (job.timer || queueTimeoutMs === undefined) return;
    job.timer = setTimeout(() => {
      job.queue?.remove(job.caller, job);
      job.isWaiting = false;
      job.reject((errors.queueTimeout ?? errors.taskTimeout)());
    }, queueTimeoutMs);
  }

  /** Gives waiting tasks to workers that have room for them. */
  #dispatch(): void {
    while (!this.#queue.isEmpty || !this.#background.isEmpty) {
      const worker = this.#workerWithRoom();
      const job = worker && (this.#queue.take() ?? this.#background.take());
      if (!worker || !job) return;
      this.#send(worker, job);
    }
  }

  #workerWithRoom(): RunningWorker<Task, Message> | undefined {
    const { maxWorkers = 1, concurrency = 1 } = this.#options;
    for (const worker of this.#workers) if (worker.isReady && worker.jobs.size < concurrency) return worker;
    if (this.#workers.size >= maxWorkers) return undefined;
    const worker = this.#startWorker();
    return worker.isReady ? worker : undefined;
  }

  #send(worker: RunningWorker<Task, Message>, job: Job<Task, Message>): void {
    const id = this.#nextId++;
    job.isWaiting = false;
    clearTimeout(job.timer);
    job.timer = setTimeout(() => {
      worker.jobs.delete(id);
      job.reject(this.#options.errors.taskTimeout());
      // A running task cannot be interrupted from outside.
      this.#replaceWorker(worker);
    }, job.taskTimeoutMs);
    worker.jobs.set(id, job);
    worker.handle.ref();
    worker.handle.post({ id, task: job.task });
  }

  #startWorker(): RunningWorker<Task, Message> {
    const { startWorker, startTask, errors } = this.#options;
    const worker: RunningWorker<Task, Message> = {
      handle: startWorker({
        onMessage: (message) => this.#receive(worker, message),
        onEnd: (reason) => this.#loseWorker(worker, errors.workerEnded?.(reason) ?? reason),
      }),
      isReady: !startTask,
      jobs: new Map(),
    };
    this.#workers.add(worker);
    if (startTask) this.#runStartTask(worker, startTask);
    else for (const job of this.#waiting()) this.#startQueueTimer(job);
    return worker;
  }

  /** Queue timeouts are paused while a worker starts. */
  #runStartTask(
    worker: RunningWorker<Task, Message>,
    { task, timeoutMs }: { task: Task; timeoutMs: number },
  ): void {
    for (const job of this.#waiting()) {
      clearTimeout(job.timer);
      job.timer = undefined;
    }
    this.#send(worker, {
      task,
      taskTimeoutMs: timeoutMs,
      caller: '',
      queue: null,
      isWaiting: false,
      isRepeated: true,
      timer: undefined,
      onUpdate: undefined,
      resolve: () => {
        worker.isReady = true;
        for (const job of this.#waiting()) this.#startQueueTimer(job);
      },
      reject: (error) => this.#rejectQueue(error),
    });
  }

  #receive(worker: RunningWorker<Task, Message>, message: Message): void {
    const job = worker.jobs.get(message.id);
    if (!job) return;
    if (this.#isUpdate(message)) {
      job.onUpdate?.(message);
      return;
    }
    worker.jobs.delete(message.id);
    clearTimeout(job.timer);
    job.resolve(message);
    this.#dispatch();
    // An idle worker does not keep the process alive.
    if (worker.jobs.size === 0) worker.handle.unref();
  }

  #replaceWorker(worker: RunningWorker<Task, Message>): void {
    const jobs = [...worker.jobs.values()].reverse();
    this.#endWorker(worker);
    for (const job of jobs) {
      if (job.isRepeated) job.reject(this.#options.errors.taskTimeout());
      else {
        Object.assign(job, { isRepeated: true, isWaiting: true, timer: undefined });
        job.queue?.addFirst(job.caller, job);
      }
    }
    this.#dispatch();
  }

  #loseWorker(worker: RunningWorker<Task, Message>, reason: Error): void {
    if (!this.#workers.has(worker)) return;
    const jobs = [...worker.jobs.values()];
    this.#endWorker(worker);
    for (const job of jobs) job.reject(reason);
    this.#dispatch();
  }

  #endWorker(worker: RunningWorker<Task, Message>): void {
    this.#workers.delete(worker);
    for (const job of worker.jobs.values()) clearTimeout(job.timer);
    worker.jobs.clear();
    worker.handle.terminate();
  }

  #rejectQueue(reason: Error): void {
    for (const queue of [this.#queue, this.#background])
      for (let job = queue.take(); job; job = queue.take()) {
        clearTimeout(job.timer);
        job.isWaiting = false;
        job.reject(reason);
      }
  }
}
