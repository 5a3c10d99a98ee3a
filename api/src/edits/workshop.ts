import { Apart } from '../server/apart.ts';
import { ApiProblem, busy } from '../server/errors.ts';
import type { Made, Task } from './compute.ts';
import { refused } from './refusal.ts';
import type { WorkReply } from './worker.ts';

const apart = new Apart<Task, WorkReply>({
  file: new URL('./worker.ts', import.meta.url),
  longest: 60_000,
  memory: 256,
  most: {
    tasks: 10,
    refuse: () =>
      new ApiProblem(
        429,
        'too_many_edits',
        'Several edits of yours are being worked out. Wait for them, then try again.',
        { headers: { 'retry-after': '5' } },
      ),
  },
  patience: {
    ms: 30_000,
    refuse: () => busy('More edits are asked for than can be worked out just now. Try again in a minute.'),
  },
  late: () => new ApiProblem(503, 'too_slow', 'Working out this edit took too long. Try again in a minute.'),
});

/** Works an edit out in a thread of its own: a long recording takes longer than other calls should wait. @throws ApiProblem */
export async function workOutApart(task: Task): Promise<Made[]> {
  const reply = await apart.do(task);
  if ('made' in reply) return reply.made;
  throw 'refusal' in reply ? refused(reply.refusal) : new Error(reply.failure);
}
