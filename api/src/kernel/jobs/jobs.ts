import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { PgBoss, type Job, type JobWithMetadata, type QueueResult } from 'pg-boss';
import { CompiledQuery, sql } from 'kysely';
import type { Logger } from 'pino';
import { beginEffect } from '../database/call-attempt.ts';
import { STATEMENT_TIMEOUT_MS, timeouts } from '../database/connect.ts';
import { prepared } from '../database/prepared.ts';
import { retryUnavailable } from '../database/retry-unavailable.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { Jobs } from '../server/context.ts';
import { runAsWork } from '../server/current-work.ts';
import { discountAttempts, withAttemptLimit } from './attempts.ts';
import { keepUnfinished, prepareUnfinished } from './unfinished-work.ts';

export interface JobQueue extends Jobs {
  /** Makes the queues, takes up what a killed process left, starts the workers. */
  start(): Promise<void>;
  /**
   * Lets running work end for some seconds; what does not end is taken up at the next start. After a fault it counts as
   * what may have ended the process.
   */
  stop(options?: { isFault?: boolean }): Promise<void>;
}

export interface JobOptions {
  url: string;
  db: Db;
  log: Logger;
  /** Number of this process: names what it had in hand. */
  node: number;
  connections?: number;
  statementTimeoutMs?: number;
  /** How long `stop` waits for running work. */
  drainMs?: number;
  /** How often the process looks for work that nothing told it of: another process's, or what was to begin later. */
  pollSeconds?: number;
}

interface Kind {
  name: string;
  options: Parameters<Jobs['work']>[1];
  handler(data: object, signal: AbortSignal): Promise<void>;
}

/** Work is 'cancelled' while a process takes it up; where that process was killed, until the next one does. */
const PENDING: ReadonlySet<string> = new Set(['created', 'retry', 'active', 'cancelled']);
const KEEP_DONE_SECONDS = 3600;
/** How often a worker looks by itself, without being woken: for what a look over all queues might ever miss. */
const WORKER_LOOKS_SECONDS = 3600;
const WORKER_OPTIONS = {
  batchSize: 1,
  includeMetadata: true,
  pollingIntervalSeconds: WORKER_LOOKS_SECONDS,
} as const;
/** How long `send` tries, while somebody waits for it. */
const SEND_MS = 2000;
/** How long work waits for a database that is not available, before it counts as failed. */
const OUTAGE_MS = 60_000;

/** Of the queues named, those in which work waits that may begin by now. */
const findQueuesWithDueWork = prepared(
  (queues: readonly string[]) => sql<{ queue: string }>`
    select queue from unnest(${queues}::text[]) as queue
    where exists (
      select from waymark_jobs.job j
      where j.name = queue and j.state < 'active' and not j.blocked and j.start_after <= waymark_jobs.job_now())`,
);

const inTransaction = (trx: Trx) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});

/** The queue in PostgreSQL behind `Jobs`, kept by pg-boss in a schema of its own. */
export function createJobs({
  url,
  db,
  log,
  node,
  connections = 3,
  drainMs = 10_000,
  pollSeconds = 1,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
}: JobOptions): JobQueue {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'waymark_jobs',
    application_name: 'waymark jobs',
    max: connections,
    ...timeouts(statementTimeoutMs),
    schedule: false,
    monitorIntervalSeconds: 10,
    superviseIntervalSeconds: 10,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  const kinds = new Map<string, Kind>();
  const workers = new Map<string, string[]>();
  const stopping = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  let started = false;

  const wake = (queue: string): void => {
    for (const id of workers.get(queue) ?? []) boss.notifyWorker(id);
  };

  /** Work is repeatable by contract: it goes on here once the database is back, instead of counting as failed. */
  const whenAvailable = <T>(kind: Kind, job: Job, work: () => Promise<T>): Promise<T> =>
    retryUnavailable(work, {
      forMs: OUTAGE_MS,
      signal: job.signal,
      onRetry: (error) => log.warn({ err: error, job: kind.name, id: job.id }, 'work waits for the database'),
    });

  async function keep({ name, options }: Kind, { id, data }: Job, reason: string): Promise<void> {
    if (options.keepsUnfinished) await keepUnfinished(boss, { id, queue: name, reason, data });
  }

  /** Work that ends its process is not taken up for ever, unless it counts the attempts of its parts itself. */
  async function handle(kind: Kind, job: JobWithMetadata): Promise<void> {
    const work = () => kind.handler(job.data, job.signal);
    if (kind.options.countsOwnAttempts) return work();
    const piece = { queue: kind.name, key: job.singletonKey ?? job.id };
    if (await withAttemptLimit({ db, log }, piece, work)) return;
    await keep(kind, job, 'It ended its process several times.');
    await kind.options.onSetAside?.(job.data);
  }

  async function run(kind: Kind, job: JobWithMetadata): Promise<void> {
    const register = () =>
      db
        .insertInto('job_runs')
        .values({ job_id: job.id, queue: kind.name, node })
        .onConflict((on) => on.column('job_id').doUpdateSet({ node }))
        .execute();
    const unregister = () => db.deleteFrom('job_runs').where('job_id', '=', job.id).execute();
    await whenAvailable(kind, job, register);
    try {
      await whenAvailable(kind, job, () =>
        runAsWork({ job: kind.name, id: job.id }, () => handle(kind, job)),
      );
    } catch (error) {
      log.warn({ err: error, job: kind.name, id: job.id, attempt: job.retryCount + 1 }, 'work failed');
      if (job.retryCount >= job.retryLimit)
        await whenAvailable(kind, job, () =>
          keep(kind, job, error instanceof Error ? error.message : String(error)),
        );
      throw error;
    } finally {
      // Not when the process is stopping: the next start then takes the work up.
      if (!job.signal.aborted) await whenAvailable(kind, job, unregister);
    }
  }

  async function prepare({ name, options }: Kind, existing: QueueResult | undefined): Promise<void> {
    const settings = {
      retryLimit: options.retries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: options.timeoutSeconds,
      heartbeatSeconds: 30,
      deleteAfterSeconds: KEEP_DONE_SECONDS,
    };
    if (existing) {
      const isSame = Object.entries(settings).every(
        ([setting, value]) => existing[setting as keyof typeof settings] === value,
      );
      if (!isSame) await boss.updateQueue(name, settings);
    }
    // 'exclusive' is what queues a key once while it waits or runs.
    else await boss.createQueue(name, { policy: 'exclusive', ...settings });
  }

  /** A killed process cannot give its work back; its successor with the same number does. */
  async function takeUp(): Promise<void> {
    const left = await db
      .selectFrom('job_runs')
      .select(['job_id', 'queue'])
      .where('node', '=', node)
      .execute();
    for (const { job_id, queue } of left) {
      if (kinds.has(queue))
        await resume(queue, job_id).catch((error: unknown) =>
          // Its queue gives it out again once its heartbeat is missed.
          log.error({ err: error, job: queue, id: job_id }, 'interrupted work was not taken up'),
        );
      await db.deleteFrom('job_runs').where('job_id', '=', job_id).execute();
    }
  }

  async function resume(queue: string, id: string): Promise<void> {
    const [job] = await boss.findJobs(queue, { id });
    // Nothing else cancels work: the successor that did it was killed before it could go on.
    if (job?.state !== 'active' && job?.state !== 'cancelled') return;
    if (job.state === 'active') await boss.cancel(queue, id);
    await boss.resume(queue, id);
    log.info({ job: queue, id }, 'interrupted work goes on');
  }

  async function startWorkers(kind: Kind): Promise<void> {
    const ids: string[] = [];
    workers.set(kind.name, ids);
    for (let n = 0; n < kind.options.concurrency; n++)
      ids.push(
        await boss.work(kind.name, WORKER_OPTIONS, async (jobs: JobWithMetadata[]) => {
          try {
            for (const job of jobs) await run(kind, job);
          } finally {
            // More may be waiting: without a word the worker would sleep.
            wake(kind.name);
          }
        }),
      );
  }

  /** One look for all workers: each of them asking for itself kept the database busy while there was nothing to do. */
  async function wakeForDueWork(): Promise<void> {
    const queues = [...kinds.keys()];
    while (!stopping.signal.aborted) {
      try {
        for (const { queue } of await findQueuesWithDueWork(db, queues)) wake(queue);
      } catch (error) {
        log.warn({ err: error }, 'the look for work failed');
      }
      await setTimeout(pollSeconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Waits for the work in hand, and not longer. The library's own graceful stop looks every half second. */
  async function drain(): Promise<void> {
    const isOver = new AbortController();
    const drained = Promise.allSettled([
      looking,
      ...[...kinds.keys()].map((name) => boss.offWork(name, { wait: true })),
    ]);
    await Promise.race([drained, setTimeout(drainMs, undefined, { signal: isOver.signal })]);
    isOver.abort();
  }

  return {
    work<T extends object>(
      name: string,
      options: Kind['options'],
      handler: (data: T, signal: AbortSignal) => Promise<void>,
    ) {
      if (started) throw new Error(`The work "${name}" is declared after the start.`);
      if (kinds.has(name)) throw new Error(`The work "${name}" is declared twice.`);
      kinds.set(name, { name, options, handler: (data, signal) => handler(data as T, signal) });
    },
    async send(name, data, { key, afterSeconds, priority = 0, trx } = {}) {
      if (!kinds.has(name)) throw new Error(`Nothing does the work "${name}".`);
      const options = {
        singletonKey: key ?? randomUUID(),
        priority,
        ...(afterSeconds && { startAfter: afterSeconds }),
      };
      if (trx) {
        // Workers find it within the time in which they look for what nothing woke them for.
        await boss.send(name, data, { ...options, db: inTransaction(trx) });
        return;
      }
      beginEffect();
      // The key is queued once, so that a repeat after a lost answer queues nothing twice.
      await retryUnavailable(() => boss.send(name, data, options), { forMs: SEND_MS });
      wake(name);
    },
    async isPending(name, data) {
      const found = await retryUnavailable(() => boss.findJobs(name, { data }), { forMs: SEND_MS });
      return found.some(({ state }) => PENDING.has(state));
    },
    async start() {
      started = true;
      await boss.start();
      await prepareUnfinished(boss);
      const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      for (const kind of kinds.values()) await prepare(kind, queues.get(kind.name));
      await takeUp();
      for (const kind of kinds.values()) await startWorkers(kind);
      looking = wakeForDueWork();
    },
    async stop({ isFault = false } = {}) {
      stopping.abort();
      await drain();
      await boss.stop({ graceful: false, close: true });
      if (!isFault) await discountAttempts(db);
    },
  };
}
