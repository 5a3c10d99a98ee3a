import { parentPort } from 'node:worker_threads';
import { runRedactionTask, type RedactionTask } from './redaction-task.ts';

export type RedactionReply = { id: number } & ({ made: unknown } | { failure: string });

async function answer({ id, task }: { id: number; task: RedactionTask }): Promise<void> {
  let reply: RedactionReply;
  try {
    reply = { id, made: await runRedactionTask(task) };
  } catch (error) {
    reply = { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort!.postMessage(reply, []);
}

parentPort!.on('message', (request: { id: number; task: RedactionTask }) => void answer(request));
