import { parentPort } from 'node:worker_threads';
import { type Made, type Task, workOut } from './compute.ts';
import { Refusal, type RefusalCode } from './refusal.ts';

export type WorkReply =
  | { id: number; made: Made[] }
  | { id: number; refusal: RefusalCode }
  | { id: number; failure: string };

function answer({ id, task }: { id: number; task: Task }): void {
  try {
    const made = workOut(task);
    const buffers = made.flatMap(({ columns }) => columns.map(({ data }) => data.buffer));
    parentPort!.postMessage({ id, made } satisfies WorkReply, buffers);
  } catch (error) {
    const reply: WorkReply =
      error instanceof Refusal
        ? { id, refusal: error.code }
        : { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    parentPort!.postMessage(reply, []);
  }
}

parentPort!.on('message', answer);
