import { busy } from '../../../kernel/server/errors.ts';
import { threadWorker } from '../../../kernel/worker-queue/thread-worker.ts';
import { WorkerQueue } from '../../../kernel/worker-queue/worker-queue.ts';
import { type RedactionResult, runRedactionTask, type RedactionTask } from './redaction-task.ts';
import type { RedactionReply } from './redaction-worker.ts';

/** Samples that are redacted in some 20 ms. */
const INLINE_SAMPLES = 20_000;
/** Two million samples in ten columns, before and after. */
const WORKER_HEAP_MB = 512;

const tooMany = () => busy('More recordings are being prepared than usual. Try again in a minute.');

const queue = new WorkerQueue<RedactionTask, RedactionReply>({
  startWorker: threadWorker({
    file: new URL('./redaction-worker.ts', import.meta.url),
    heapLimitMb: WORKER_HEAP_MB,
  }),
  taskTimeoutMs: 60_000,
  queueTimeoutMs: 30_000,
  errors: { taskTimeout: tooMany },
});

/** Runs a task for a short recording at once and for a long one in a worker. @throws ApiProblem 503 when too many wait */
export async function redactInlineOrInWorker<K extends RedactionTask['kind']>(
  task: Extract<RedactionTask, { kind: K }>,
): Promise<RedactionResult<K>> {
  if ((task.columns[0]?.n ?? 0) <= INLINE_SAMPLES) return runRedactionTask(task);
  const reply = await queue.run(task);
  if ('failure' in reply) throw new Error(reply.failure);
  return reply.made as RedactionResult<K>;
}
