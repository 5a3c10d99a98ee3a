import { parentPort } from 'node:worker_threads';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { runCourseTask, type CourseTask } from './course-task.ts';

export type CourseReply = { id: number } & (
  | { made: unknown }
  | { problem: Pick<ApiProblem, 'status' | 'code' | 'message' | 'diagnostics'> }
  | { failure: string }
);

async function answer({ id, task }: { id: number; task: CourseTask }): Promise<void> {
  let reply: CourseReply;
  try {
    reply = { id, made: await runCourseTask(task) };
  } catch (error) {
    if (error instanceof ApiProblem) {
      const { status, code, message, diagnostics } = error;
      reply = { id, problem: { status, code, message, diagnostics } };
    } else reply = { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort!.postMessage(reply, []);
}

parentPort!.on('message', (request: { id: number; task: CourseTask }) => void answer(request));
