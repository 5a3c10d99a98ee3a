import { SERVICE_BASES } from '@waymark/api-contract';
import { FilePool } from '../files/pool.ts';
import { daily, hourly } from '../kernel/jobs/recurring.ts';
import type { Service } from '../kernel/server/route.ts';
import { readBatch } from './batch.ts';
import { dismissAllRoute, resolveAllRoute, retryAllRoute } from './decide-all.ts';
import { dismissRoute, resolveRoute, retryRoute } from './decide.ts';
import { listRoute, oneRoute } from './list.ts';
import { readImport } from './read.ts';
import { reportRoute } from './report.ts';
import { BATCH, type BatchJob, READ, type ReadJob } from './rows.ts';
import { savePlannedRoute } from './save-planned-route.ts';
import { uploadRoute } from './upload.ts';
import { dropOrphans, queueStranded, queueWaiting, upkeep } from './upkeep.ts';

/** Archives read side by side; their files take turns in the pool. */
const BATCHES = 4;

/** Each file counts how often it was begun. */
const COUNTED = { retries: 5, countsOwnAttempts: true } as const;

const tidying = hourly('imports.upkeep', upkeep);
const sweepingOrphans = daily('imports.orphans', dropOrphans);

export const importsService: Service = {
  name: 'imports',
  base: SERVICE_BASES.main,
  routes: [
    uploadRoute,
    listRoute,
    reportRoute,
    resolveAllRoute,
    retryAllRoute,
    dismissAllRoute,
    oneRoute,
    resolveRoute,
    retryRoute,
    dismissRoute,
    savePlannedRoute,
  ],
  jobs(context) {
    const concurrency = context.env.IMPORT_WORKERS;
    const pool = new FilePool({ size: concurrency });
    // One more than are parsed at a time: while one is stored the next is read.
    const reads = { ...COUNTED, concurrency: concurrency + 1, timeoutSeconds: 900 };
    context.jobs.work<ReadJob>(READ, reads, (job) => readImport(context, pool, job));
    const batches = { ...COUNTED, concurrency: BATCHES, timeoutSeconds: 12 * 3600 };
    context.jobs.work<BatchJob>(BATCH, batches, (job, signal) => readBatch(context, pool, job, signal));
    tidying.declare(context);
    sweepingOrphans.declare(context);
  },
  async started(context) {
    await queueWaiting(context);
    await tidying.next(context);
    await sweepingOrphans.next(context);
  },
  sweep: queueStranded,
};
