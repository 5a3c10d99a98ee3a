import { ApiProblem, busy } from '../../../kernel/server/errors.ts';
import { processWorker, WorkerProcessEnded } from '../../../kernel/worker-queue/process-worker.ts';
import { threadWorker } from '../../../kernel/worker-queue/thread-worker.ts';
import { WorkerQueue } from '../../../kernel/worker-queue/worker-queue.ts';
import { runCourseTask, type CourseReply, type CourseResult, type CourseTask } from './course-task.ts';
import type { RouteTable, RoutePointTable } from '../tables.ts';
import type { CourseFormat } from '../export/exported-course.ts';

/** Tasks of up to so many bytes of points take a millisecond or two. */
const INLINE_BYTES = 48 * 1024;

const tooMuch = () =>
  new ApiProblem(
    422,
    'too_much',
    'This takes more memory or time than a route should. Simplify it and try again.',
  );

const tooManyRoutes = () => busy('More routes are being worked out than usual. Try again in a minute.');

/** Of points that wait for the worker or are in it. */
const MAX_QUEUED_BYTES = 256 * 1024 * 1024;
let queuedBytes = 0;

const HEAP_LIMIT_MB = 384;
const LIMITS = {
  // One for those who wait while the other reads somebody's large file.
  maxWorkers: 2,
  taskTimeoutMs: 30_000,
  queueTimeoutMs: 60_000,
  maxPerCaller: 8,
};
const PROBLEMS = { taskTimeout: tooMuch, queueTimeout: tooManyRoutes, tooManyTasks: tooManyRoutes };

const queue = new WorkerQueue<CourseTask, CourseReply>({
  startWorker: threadWorker({
    file: new URL('./course-worker.ts', import.meta.url),
    heapLimitMb: HEAP_LIMIT_MB,
  }),
  ...LIMITS,
  errors: {
    ...PROBLEMS,
    workerEnded: (reason) => (reason.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reason),
  },
});

/** Foreign files are read by processes of their own: see `course-file-process.ts`. */
const fileQueue = new WorkerQueue<CourseTask, CourseReply>({
  startWorker: processWorker({
    file: new URL('./course-file-process.ts', import.meta.url),
    heapLimitMb: HEAP_LIMIT_MB,
  }),
  ...LIMITS,
  errors: {
    ...PROBLEMS,
    workerEnded: (reason) => (reason instanceof WorkerProcessEnded ? tooMuch() : reason),
  },
});

/** Runs a task in a worker, or in a process that reads files, so that other calls do not wait for it. @throws ApiProblem */
export async function runInWorker<K extends CourseTask['kind']>(
  task: Extract<CourseTask, { kind: K }>,
): Promise<CourseResult<K>> {
  const reply = await (task.kind === 'read' ? fileQueue : queue).run(task);
  if ('made' in reply) return reply.made as CourseResult<K>;
  if ('failure' in reply) throw new Error(reply.failure);
  const { status, code, message, diagnostics } = reply.problem;
  throw new ApiProblem(status, code, message, diagnostics && { diagnostics });
}

/** Runs a short task at once and a long one in a worker. @param bytes of points that are read @throws ApiProblem */
export async function runInlineOrInWorker<K extends CourseTask['kind']>(
  task: Extract<CourseTask, { kind: K }>,
  bytes: number,
): Promise<CourseResult<K>> {
  if (bytes <= INLINE_BYTES) return runCourseTask(task);
  if (queuedBytes > 0 && queuedBytes + bytes > MAX_QUEUED_BYTES) throw tooManyRoutes();
  queuedBytes += bytes;
  try {
    return await runInWorker(task);
  } finally {
    queuedBytes -= bytes;
  }
}

/** Of a point, spread out. */
const BYTES_PER_POINT = 60;

type StoredCourse = Pick<RouteTable, 'name' | 'description' | 'activity_type_id' | 'created_at'> &
  Pick<RoutePointTable, 'n' | 'data'>;

/** A stored route as a file; a long one is written beside the thread that answers. @throws ApiProblem */
export const writeCourseFile = (
  { name, description, activity_type_id: activityTypeId, created_at, n, data }: StoredCourse,
  format: CourseFormat,
): Promise<Uint8Array> =>
  runInlineOrInWorker(
    {
      kind: 'file',
      file: { format, name, description, activityTypeId, created: created_at.getTime(), data },
    },
    n * BYTES_PER_POINT,
  );
