import { findEmbeddedUrl } from '@waymark/api/src/kernel/database/embedded-address.ts';
import { withUnfinishedWork } from '@waymark/api/src/kernel/jobs/unfinished-work.ts';
import type { Order } from './arguments.ts';

type Print = (line: string) => void;

export function databaseOf({ databaseUrl, data }: Order): string {
  const url = databaseUrl ?? findEmbeddedUrl(data);
  if (url) return url;
  throw new Error(`No database runs in ${data}. Start Waymark, or set DATABASE_URL.`);
}

/** Prints what could not be sent, one piece a line. @returns the exit code */
export const listUnfinished = (order: Order, print: Print): Promise<number> =>
  withUnfinishedWork(databaseOf(order), async ({ list }) => {
    const all = await list();
    for (const { id, at, queue, reason, data } of all)
      print([id, at.toISOString(), queue, reason, JSON.stringify(data)].join('  '));
    if (all.length === 0) print('Nothing is unfinished.');
    return 0;
  });

/** Queues one piece of work again, or all of it. @returns the exit code: 1 where there is no such work */
export const retryUnfinished = (order: Order, print: Print): Promise<number> =>
  withUnfinishedWork(databaseOf(order), async ({ list, retry }) => {
    const { remote: id = '' } = order;
    const ids = id === 'all' ? (await list()).map((work) => work.id) : [id];
    let queued = 0;
    for (const one of ids) if (await retry(one)) queued++;
    print(queued > 0 ? `Queued again: ${queued}.` : 'There is no such work.');
    return queued > 0 || id === 'all' ? 0 : 1;
  });
