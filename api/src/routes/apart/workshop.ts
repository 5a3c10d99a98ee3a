import { Apart } from '../../server/apart.ts';
import { ApiProblem, busy } from '../../server/errors.ts';
import type { Made, Task } from './task.ts';
import type { WorkReply } from './worker.ts';

const tooMuch = () =>
  new ApiProblem(
    422,
    'too_much',
    'This takes more memory or time than a route should. Simplify it and try again.',
  );

const apart = new Apart<Task, WorkReply>({
  file: new URL('./worker.ts', import.meta.url),
  longest: 60_000,
  memory: 384,
  patience: {
    ms: 60_000,
    refuse: () => busy('More routes are being worked out than usual. Try again in a minute.'),
  },
  late: tooMuch,
  died: (error) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
});

/** Does a task in a thread of its own: other calls are not kept waiting. @throws ApiProblem */
export async function doApart<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<Made<K>> {
  const reply = await apart.do(task);
  if ('made' in reply) return reply.made as Made<K>;
  if ('failure' in reply) throw new Error(reply.failure);
  const { status, code, message, diagnostics } = reply.problem;
  throw new ApiProblem(status, code, message, diagnostics && { diagnostics });
}
