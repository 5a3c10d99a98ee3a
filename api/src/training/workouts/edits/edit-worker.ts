import { parentPort } from 'node:worker_threads';
import { type EditResult, type EditTask, computeEdit } from './compute-edit.ts';
import { Refusal, type RefusalMessage } from './refusal.ts';

export type EditReply =
  | { id: number; made: EditResult[] }
  | { id: number; refusal: RefusalMessage }
  | { id: number; failure: string };

function answer({ id, task }: { id: number; task: EditTask }): void {
  try {
    const made = computeEdit(task);
    const buffers = made.flatMap(({ columns }) => columns.map(({ data }) => data.buffer));
    parentPort!.postMessage({ id, made } satisfies EditReply, buffers);
  } catch (error) {
    const reply: EditReply =
      error instanceof Refusal
        ? { id, refusal: { code: error.code, sentence: error.message } }
        : { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    parentPort!.postMessage(reply, []);
  }
}

parentPort!.on('message', answer);
