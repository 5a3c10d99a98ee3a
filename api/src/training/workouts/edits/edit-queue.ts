import { ApiProblem, busy } from '../../../kernel/server/errors.ts';
import { threadWorker } from '../../../kernel/worker-queue/thread-worker.ts';
import { WorkerQueue } from '../../../kernel/worker-queue/worker-queue.ts';
import type { EditTask, EditResult } from './compute-edit.ts';
import type { EditReply } from './edit-worker.ts';
import { refused } from './refusal.ts';

const queue = new WorkerQueue<EditTask, EditReply>({
  startWorker: threadWorker({ file: new URL('./edit-worker.ts', import.meta.url), heapLimitMb: 256 }),
  taskTimeoutMs: 60_000,
  queueTimeoutMs: 30_000,
  maxPerCaller: 10,
  errors: {
    taskTimeout: () =>
      new ApiProblem(503, 'too_slow', 'Working out this edit took too long. Try again in a minute.'),
    queueTimeout: () => busy('Too many workouts are being edited at once. Try again in a minute.'),
    tooManyTasks: () =>
      new ApiProblem(
        429,
        'too_many_edits',
        'Several edits of yours are being worked out. Wait for them, then try again.',
        { headers: { 'retry-after': '5' } },
      ),
  },
});

/** Computes an edit in a worker: a long recording takes longer than other calls should wait. @throws ApiProblem */
export async function runEdit(task: EditTask): Promise<EditResult[]> {
  const reply = await queue.run(task);
  if ('made' in reply) return reply.made;
  throw 'refusal' in reply ? refused(reply.refusal) : new Error(reply.failure);
}
