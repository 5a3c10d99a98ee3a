import { Worker } from 'node:worker_threads';
import type { Made, Task } from './compute.ts';
import { refused } from './refusal.ts';
import type { WorkReply } from './worker.ts';

const LONGEST_MS = 60_000;

type Waiting = { resolve: (made: Made[]) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

let worker: Worker | null = null;
const waiting = new Map<number, Waiting>();
let nextId = 1;

/** Works an edit out in a thread of its own: a long recording takes longer than other calls should wait. @throws ApiProblem */
export function workOutApart(task: Task): Promise<Made[]> {
  const id = nextId++;
  const at = (worker ??= open());
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => drop(at, new Error('working out an edit took too long')), LONGEST_MS);
    waiting.set(id, { resolve, reject, timer });
    at.ref();
    at.postMessage({ id, task }, []);
  });
}

function open(): Worker {
  const made = new Worker(new URL('./worker.ts', import.meta.url), {
    // The flags the process was started with are its own affair.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  made.on('message', (reply: WorkReply) => finish(made, reply));
  made.on('error', (error: Error) => drop(made, error));
  made.on('exit', (code) => drop(made, new Error(`the edit worker ended with code ${code}`)));
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
  else task.reject('refusal' in reply ? refused(reply.refusal) : new Error(reply.failure));
}

/** A worker that died or hangs takes what it had with it; the next edit gets a new one. */
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
