import type { Context } from '../../../kernel/server/context.ts';
import { busy } from '../../../kernel/server/errors.ts';
import { threadWorker } from '../../../kernel/worker-queue/thread-worker.ts';
import { WorkerQueue } from '../../../kernel/worker-queue/worker-queue.ts';
import { hasDemoHeights } from '../sources.ts';
import type { TerrainAnswers, TerrainReply, TerrainSettings, TerrainTask } from './terrain-worker.ts';

/** A tile of zoom 7 reads up to 16 files of 26 MB. */
const TIMEOUT_MS = 20_000;
const QUEUE_TIMEOUT_MS = 20_000;
/** Far more than one map asks for at a time; several members may share an address. */
const MAX_PER_CALLER = 96;
/** While one tile waits for a server of heights, others are made. */
const CONCURRENCY = 4;

const unavailable = () => busy('Terrain is not available right now. Try again in a minute.');

/** Makes shading and contours in a worker, which starts with the first tile. */
class TerrainQueue {
  #context: Context;
  #queue: WorkerQueue<TerrainTask, TerrainReply>;

  constructor(context: Context) {
    this.#context = context;
    const { ELEVATION_HGT, ELEVATION_TERRARIUM_URL } = context.env;
    const workerData: TerrainSettings = {
      demo: hasDemoHeights(context.env),
      hgt: ELEVATION_HGT,
      terrariumUrl: ELEVATION_TERRARIUM_URL,
    };
    this.#queue = new WorkerQueue({
      startWorker: threadWorker({ file: new URL('./terrain-worker.ts', import.meta.url), workerData }),
      concurrency: CONCURRENCY,
      taskTimeoutMs: TIMEOUT_MS,
      queueTimeoutMs: QUEUE_TIMEOUT_MS,
      maxPerCaller: MAX_PER_CALLER,
      errors: { taskTimeout: unavailable, workerEnded: unavailable },
    });
  }

  /**
   * @param left aborts when nobody waits for the answer any more
   * @returns null where there is nothing to draw
   * @throws ApiProblem when there is too much to do, or heights cannot be read just now
   */
  async ask<K extends TerrainTask['kind']>(
    task: Extract<TerrainTask, { kind: K }>,
    left: AbortSignal,
  ): Promise<TerrainAnswers[K]> {
    const reply = await this.#queue.run(task, { signal: left });
    if ('answer' in reply) return reply.answer as TerrainAnswers[K];
    this.#context.log.warn(
      { failure: reply.failure, tile: task.tile },
      'a tile of terrain could not be made',
    );
    throw unavailable();
  }
}

const queues = new WeakMap<Context, TerrainQueue>();

/** The worker that makes tiles of the configured heights. */
export function terrainOf(context: Context): TerrainQueue {
  let queue = queues.get(context);
  if (!queue) queues.set(context, (queue = new TerrainQueue(context)));
  return queue;
}
