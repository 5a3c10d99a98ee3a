import { offersDemoTown } from '../../demo-town.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ApiProblem, busy } from '../../../kernel/server/errors.ts';
import { threadWorker } from '../../../kernel/worker-queue/thread-worker.ts';
import { WorkerQueue } from '../../../kernel/worker-queue/worker-queue.ts';
import { NoWay } from '../graph/router.ts';
import type { RouterAnswers, RouterReply, RouterTask } from './router-worker.ts';

/** Somebody waits with the pointer on a line; a map waits longer for its tiles. */
const TIMEOUT_MS = 8000;
const TILE_TIMEOUT_MS = 20_000;
/** What waits for longer is refused, and its worker goes on. */
const QUEUE_TIMEOUT_MS = 20_000;
/** Far more than one map asks for at a time; several members may share an address. */
const MAX_PER_CALLER = 96;
/** For reading the roads of all regions, once for each worker. */
const START_TIMEOUT_MS = 120_000;

const unavailable = () =>
  new ApiProblem(
    503,
    'routing_unavailable',
    'Routing isn’t available right now. Try again, or draw this leg straight.',
  );
const slow = () =>
  new ApiProblem(
    504,
    'routing_slow',
    'Routing took too long. Try again with points closer together, or draw this leg straight.',
  );

const tooBusy = () => busy('Routing is busy right now. Try again in a minute, or draw this leg straight.');

/**
 * Finds ways in a worker, so that a long one does not delay other calls. The worker starts with the first question and
 * has one task at a time; ways go before tiles, for a map asks for many tiles while somebody drags a point.
 */
class RouterQueue {
  #queue: WorkerQueue<RouterTask, RouterReply>;

  constructor(workerData: { dataDir: string; demo: boolean }) {
    this.#queue = new WorkerQueue({
      startWorker: threadWorker({ file: new URL('./router-worker.ts', import.meta.url), workerData }),
      taskTimeoutMs: TIMEOUT_MS,
      queueTimeoutMs: QUEUE_TIMEOUT_MS,
      maxPerCaller: MAX_PER_CALLER,
      startTask: { task: { kind: 'regions' }, timeoutMs: START_TIMEOUT_MS },
      errors: { taskTimeout: slow, queueTimeout: tooBusy, tooManyTasks: tooBusy, workerEnded: unavailable },
    });
  }

  /**
   * @param left aborts when nobody waits for the answer any more
   * @throws NoWay where no way was found, ApiProblem when the worker ended, took too long or has too much to do
   */
  async ask<K extends RouterTask['kind']>(
    task: Extract<RouterTask, { kind: K }>,
    left?: AbortSignal,
  ): Promise<RouterAnswers[K]> {
    const reply = await this.#queue.run(task, {
      taskTimeoutMs: task.kind === 'tile' ? TILE_TIMEOUT_MS : TIMEOUT_MS,
      isBackground: task.kind === 'tile',
      ...(left && { signal: left }),
    });
    if ('answer' in reply) return reply.answer as RouterAnswers[K];
    if ('failure' in reply) throw new Error(reply.failure);
    throw new NoWay(reply.problem.code, reply.problem.leg, reply.problem.message);
  }
}

const queues = new WeakMap<Context, RouterQueue>();

/** The worker that knows the imported roads. */
export function ownRouter(context: Context): RouterQueue {
  let queue = queues.get(context);
  if (!queue) {
    const demo = offersDemoTown(context.env);
    queues.set(context, (queue = new RouterQueue({ dataDir: context.env.DATA_DIR, demo })));
  }
  return queue;
}
