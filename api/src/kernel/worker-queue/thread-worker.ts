import { Worker } from 'node:worker_threads';
import type { WorkerEvents, WorkerHandle } from './worker-queue.ts';

export interface ThreadOptions {
  file: URL;
  /** Heap of the thread; Node's own limit unless given. */
  heapLimitMb?: number;
  workerData?: unknown;
}

/** Starts threads of a file for a `WorkerQueue`. */
export const threadWorker =
  <Message>({ file, heapLimitMb, workerData }: ThreadOptions) =>
  ({ onMessage, onEnd }: WorkerEvents<Message>): WorkerHandle => {
    const thread = new Worker(file, {
      // Flags of the process, such as those of a test runner or profiler, are not for its threads.
      execArgv: [],
      workerData,
      ...(heapLimitMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapLimitMb } }),
    });
    thread.on('message', onMessage);
    thread.on('error', onEnd);
    thread.on('exit', (code) => onEnd(new Error(`the worker ended with code ${code}`)));
    return {
      post: (request) => thread.postMessage(request, []),
      ref: () => thread.ref(),
      unref: () => thread.unref(),
      terminate: () => void thread.terminate(),
    };
  };
