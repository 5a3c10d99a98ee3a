import { Worker } from 'node:worker_threads';
import { ApiProblem } from '../../server/errors.ts';
import type { Made, Task } from './task.ts';
import type { WorkReply } from './worker.ts';

const LONGEST_MS = 60_000;

type Waiting = { resolve: (made: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

let worker: Worker | null = null;
const waiting = new Map<number, Waiting>();
let nextId = 1;

const tooMuch = () =>
  new ApiProblem(
    422,
    'too_much',
    'This takes more memory or time than a route should. Simplify it and try again.',
  );

/** Does a task in a thread of its own: other calls are not kept waiting. @throws ApiProblem */
export function doApart<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<Made<K>> {
  const id = nextId++;
  const at = (worker ??= open());
  return new Promise<Made<K>>((resolve, reject) => {
    const timer = setTimeout(() => drop(at, tooMuch()), LONGEST_MS);
    waiting.set(id, { resolve: resolve as (made: unknown) => void, reject, timer });
    at.ref();
    at.postMessage({ id, task }, []);
  });
}

function open(): Worker {
  const made = new Worker(new URL('./worker.ts', import.meta.url), {
    // The flags the process was started with are its own affair.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 384 },
  });
  made.on('message', (reply: WorkReply) => finish(made, reply));
  made.on('error', (error: NodeJS.ErrnoException) =>
    drop(made, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
  );
  made.on('exit', (code) => drop(made, new Error(`the route worker ended with code ${code}`)));
  return made;
}

function finish(from: Worker, reply: WorkReply): void {
  const task = waiting.get(reply.id);
  waiting.delete(reply.id);
  // An idle worker does not keep the process alive.
  if (waiting.size === 0) from.unref();
  if (!task) return;
  clearTimeout(task.timer);
  if ('made' in reply) task.resolve(reply.made);
  else if ('problem' in reply) {
    const { status, code, message, diagnostics } = reply.problem;
    task.reject(new ApiProblem(status, code, message, diagnostics && { diagnostics }));
  } else task.reject(new Error(reply.failure));
}

/** A worker that died or hangs takes what it had with it; the next task gets a new one. */
function drop(from: Worker, reason: Error): void {
  if (worker !== from) return;
  worker = null;
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer);
    reject(reason);
  }
  waiting.clear();
  void from.terminate();
}
