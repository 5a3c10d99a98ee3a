import { parentPort } from 'node:worker_threads';
import { type Made, type Task, workOut } from './compute.ts';
import { Refusal, type ToldRefusal } from './refusal.ts';

export type WorkReply =
  | { id: number; made: Made[] }
  | { id: number; refusal: ToldRefusal }
  | { id: number; failure: string };

function answer({ id, task }: { id: number; task: Task }): void {
  try {
    const made = workOut(task);
    const buffers = made.flatMap(({ columns }) => columns.map(({ data }) => data.buffer));
    parentPort!.postMessage({ id, made } satisfies WorkReply, buffers);
  } catch (error) {
    const reply: WorkReply =
      error instanceof Refusal
        ? { id, refusal: { code: error.code, sentence: error.message } }
        : { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    parentPort!.postMessage(reply, []);
  }
}

parentPort!.on('message', answer);
