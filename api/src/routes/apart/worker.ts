import { parentPort } from 'node:worker_threads';
import { ApiProblem } from '../../server/errors.ts';
import { doTask, type Task } from './task.ts';

export type WorkReply = { id: number } & (
  | { made: unknown }
  | { problem: Pick<ApiProblem, 'status' | 'code' | 'message' | 'diagnostics'> }
  | { failure: string }
);

async function answer({ id, task }: { id: number; task: Task }): Promise<void> {
  let reply: WorkReply;
  try {
    reply = { id, made: await doTask(task) };
  } catch (error) {
    if (error instanceof ApiProblem) {
      const { status, code, message, diagnostics } = error;
      reply = { id, problem: { status, code, message, diagnostics } };
    } else reply = { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort!.postMessage(reply, []);
}

// One after the other: memory is for one long route at a time.
let before = Promise.resolve();
parentPort!.on('message', (request: { id: number; task: Task }) => {
  before = before.then(() => answer(request));
});
