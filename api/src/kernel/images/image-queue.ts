import type { ChildProcess } from 'node:child_process';
import { busy } from '../server/errors.ts';
import { processWorker } from '../worker-queue/process-worker.ts';
import { WorkerQueue } from '../worker-queue/worker-queue.ts';
import type { ImageReply, ImageResults, ImageTask } from './image-process.ts';

/** The picture ended the process that decoded it, or took it for too long. */
export class DecoderEnded extends Error {
  override readonly name = 'DecoderEnded';
}

/** The picture cannot be decoded. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage';
}

/** For the largest picture that is taken, on a busy machine. */
const TASK_TIMEOUT_MS = 60_000;
const HEAP_LIMIT_MB = 96;

const children = new Set<ChildProcess>();

const queue = new WorkerQueue<ImageTask, ImageReply>({
  startWorker: processWorker({
    file: new URL('./image-process.ts', import.meta.url),
    heapLimitMb: HEAP_LIMIT_MB,
    onStart: (child) => {
      children.add(child);
      child.once('exit', () => children.delete(child));
    },
  }),
  // Photos are made ready one at a time: the other one is for members who wait for an answer.
  maxWorkers: 2,
  taskTimeoutMs: TASK_TIMEOUT_MS,
  queueTimeoutMs: TASK_TIMEOUT_MS,
  errors: {
    taskTimeout: () => new DecoderEnded('decoding took too long'),
    queueTimeout: () => busy('More pictures are being read than usual. Try again in a minute.'),
    workerEnded: ({ message }) => new DecoderEnded(message),
  },
});

async function run<K extends ImageTask['kind']>(
  task: Extract<ImageTask, { kind: K }>,
): Promise<ImageResults[K]> {
  const reply = await queue.run(task);
  if ('problem' in reply) throw new UnreadableImage(reply.problem);
  return reply.result as ImageResults[K];
}

/** How large a picture is; see `readHeader`. @throws UnreadableImage, DecoderEnded */
export const readImageHeader = (source: string | Uint8Array) => run<'header'>({ kind: 'header', source });

/** A photo made anew; see `encodeImage`. @throws UnreadableImage, DecoderEnded */
export const encodePhotoFile = (path: string) => run<'photo'>({ kind: 'photo', path });

/** A picture cut to squares; see `encodeSquares`. @throws UnreadableImage, DecoderEnded */
export const cropToSquares = (bytes: Uint8Array, sides: readonly number[]) =>
  run<'squares'>({ kind: 'squares', bytes, sides });

/** Whether it is the picture that cannot be read: a decoder that is not free says nothing about it. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof UnreadableImage || error instanceof DecoderEnded;

/** The processes that decode, for tests that end them. */
export const decoderProcessIds = (): number[] => [...children].flatMap(({ pid }) => pid ?? []);
