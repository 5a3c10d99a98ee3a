import { Apart } from '../server/apart.ts';
import type { Made, Task } from './compute.ts';
import { refused } from './refusal.ts';
import type { WorkReply } from './worker.ts';

const apart = new Apart<Task, WorkReply>({
  file: new URL('./worker.ts', import.meta.url),
  longest: 60_000,
  memory: 256,
  late: () => new Error('working out an edit took too long'),
});

/** Works an edit out in a thread of its own: a long recording takes longer than other calls should wait. @throws ApiProblem */
export async function workOutApart(task: Task): Promise<Made[]> {
  const reply = await apart.do(task);
  if ('made' in reply) return reply.made;
  throw 'refusal' in reply ? refused(reply.refusal) : new Error(reply.failure);
}
