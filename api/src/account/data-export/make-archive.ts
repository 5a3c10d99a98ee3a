import path from 'node:path';
import type { Context } from '../../kernel/server/context.ts';
import { processWorker } from '../../kernel/worker-queue/process-worker.ts';
import { WorkerQueue } from '../../kernel/worker-queue/worker-queue.ts';
import type { ArchiveMessage, ArchiveTask } from './archive-process.ts';

export const ARCHIVE_TIMEOUT_MS = 6 * 3_600_000;
const HEAP_LIMIT_MB = 192;
/**
 * Megabytes for new objects: pieces of files, which are written at once. Their bytes lie outside: the rarer the small
 * collections, the more pieces outlive two of them, and the whole heap is collected to be rid of them.
 */
const YOUNG_MB = 1;

const timedOut = () => new Error('The archive took longer than it may.');

/**
 * Writes the archive of a member under a key of the file store, in a process of its own that ends with it: years of
 * workouts take minutes of computing, for which other calls would wait.
 * @param onProgress receives now and then how many workouts are in it
 * @returns its size in bytes
 * @throws Error when it could not be written, of which nothing is left
 */
export async function makeArchive(
  { databaseUrl, env, now }: Pick<Context, 'databaseUrl' | 'env' | 'now'>,
  { userId, key }: Pick<ArchiveTask, 'userId' | 'key'>,
  onProgress: (done: number) => void,
): Promise<number> {
  const queue = new WorkerQueue<ArchiveTask, ArchiveMessage>(
    {
      startWorker: processWorker({
        file: new URL('./archive-process.ts', import.meta.url),
        heapLimitMb: HEAP_LIMIT_MB,
        nodeOptions: [`--max-semi-space-size=${YOUNG_MB}`],
      }),
      taskTimeoutMs: ARCHIVE_TIMEOUT_MS,
      errors: { taskTimeout: timedOut },
    },
    (message) => 'done' in message,
  );
  try {
    const reply = await queue.run(
      {
        userId,
        key,
        madeAt: now(),
        databaseUrl,
        statementTimeoutMs: env.DATABASE_TIMEOUT_SECONDS * 1000,
        folder: path.resolve(env.DATA_DIR, 'files'),
      },
      { onUpdate: (message) => 'done' in message && onProgress(message.done) },
    );
    if ('bytes' in reply) return reply.bytes;
    throw new Error('problem' in reply ? reply.problem : 'The archive was not written.');
  } finally {
    queue.close(timedOut());
  }
}
