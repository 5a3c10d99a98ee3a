import { PgBoss } from 'pg-boss';

/**
 * Work that was set aside or failed for the last time, as jobs that nothing takes up: an operator looks at them and has
 * them done again. The data stays at the top, where the erasure of a member finds it.
 */
const QUEUE = 'unfinished-work';
const KEEP_SECONDS = 30 * 24 * 3600;

/** Names of our own beside the data of the work. */
interface Kept {
  unfinishedQueue: string;
  unfinishedReason: string;
}

export interface UnfinishedWork {
  id: string;
  queue: string;
  reason: string;
  at: Date;
  data: object;
}

/** Makes the place for unfinished work; once, at the start of a queue. */
export async function prepareUnfinished(boss: PgBoss): Promise<void> {
  if (!(await boss.getQueue(QUEUE))) await boss.createQueue(QUEUE, { retentionSeconds: KEEP_SECONDS });
}

/** Keeps work for an operator. The same job is kept once. */
export async function keepUnfinished(
  boss: PgBoss,
  { id, queue, reason, data }: Omit<UnfinishedWork, 'at'>,
): Promise<void> {
  const kept: Kept = { unfinishedQueue: queue, unfinishedReason: reason };
  await boss.send(QUEUE, { ...data, ...kept }, { id });
}

/** What an operator does with unfinished work, beside the processes that serve. */
export async function withUnfinishedWork<T>(
  url: string,
  act: (work: {
    list: () => Promise<UnfinishedWork[]>;
    /** Queues work again, and nothing twice. @returns whether there was such work */
    retry: (id: string) => Promise<boolean>;
  }) => Promise<T>,
): Promise<T> {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'waymark_jobs',
    application_name: 'waymark operator',
    max: 1,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  const list = async () => {
    const jobs = await boss.findJobs<Kept>(QUEUE);
    return jobs.map(({ id, createdOn, data: { unfinishedQueue, unfinishedReason, ...data } }) => ({
      id,
      queue: unfinishedQueue,
      reason: unfinishedReason,
      at: createdOn,
      data,
    }));
  };
  try {
    return await act({
      list,
      async retry(id) {
        const found = (await list()).find((work) => work.id === id);
        if (!found) return false;
        // The key is queued once: an operator who repeats this after a lost connection does nothing twice.
        await boss.send(found.queue, found.data, { singletonKey: id });
        await boss.deleteJob(QUEUE, id);
        return true;
      },
    });
  } finally {
    await boss.stop({ graceful: false });
  }
}
