import { Worker } from 'node:worker_threads';
import { ApiProblem } from '../../server/errors.ts';
import { NoWay } from '../graph/router.ts';
import type { Answers, Ask, Reply } from './worker.ts';

/** ms after which a question is given up. */
const LONGEST = 8000;

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

const unavailable = () =>
  new ApiProblem(
    503,
    'routing_unavailable',
    'Routing does not work just now. Try again, or draw this leg straight.',
  );
const slow = () =>
  new ApiProblem(
    504,
    'routing_slow',
    'Routing took too long. Try again with points closer together, or draw this leg straight.',
  );

/** Routes in a thread of its own, so that a long way never keeps other calls waiting. It starts with the first question. */
export class OwnRouter {
  #data: { dataDir: string; demo: boolean };
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;

  constructor(data: { dataDir: string; demo: boolean }) {
    this.#data = data;
  }

  /** @throws NoWay where no way was found, ApiProblem when the thread died or took too long */
  ask<K extends Ask['kind']>(ask: Extract<Ask, { kind: K }>): Promise<Answers[K]> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#next++;
    return new Promise<Answers[K]>((resolve, reject) => {
      const timer = setTimeout(() => {
        // A search cannot be stopped from outside: the thread goes, and the next question starts another.
        void worker.terminate();
        this.#end(worker, slow());
      }, LONGEST);
      this.#waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, ask }, []);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      execArgv: [],
      workerData: this.#data,
    });
    worker.on('message', (reply: Reply) => {
      const waiting = this.#waiting.get(reply.id);
      if (!waiting) return;
      this.#waiting.delete(reply.id);
      clearTimeout(waiting.timer);
      if ('answer' in reply) waiting.resolve(reply.answer as never);
      else if ('problem' in reply)
        waiting.reject(new NoWay(reply.problem.code, reply.problem.leg, reply.problem.message));
      else waiting.reject(new Error(reply.failure));
    });
    worker.on('error', () => this.#end(worker, unavailable()));
    worker.on('exit', () => this.#end(worker, unavailable()));
    // Last: to listen to a worker is to wait for it.
    worker.unref();
    return worker;
  }

  #end(worker: Worker, reason: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    this.#waiting.clear();
  }
}
