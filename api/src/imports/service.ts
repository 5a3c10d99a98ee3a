import { SERVICE_BASES } from '@waymark/api-contract';
import { FilePool } from './reader/file-pool.ts';
import { daily, hourly } from '../kernel/jobs/recurring.ts';
import type { Service } from '../kernel/server/route.ts';
import { dismissAllRoute, resolveAllRoute, retryAllRoute } from './resolve-all.ts';
import { dismissRoute, resolveRoute, retryRoute } from './resolve-import.ts';
import { listRoute, oneRoute } from './list-imports.ts';
import { readWaiting } from './read-waiting.ts';
import { reportRoute } from './report.ts';
import { READ_QUEUES, type ReadJob } from './import-rows.ts';
import { savePlannedRoute } from './save-planned-route.ts';
import { uploadRoute } from './upload.ts';
import { dropOrphans, queueStranded, queueWaiting, upkeep } from './upkeep.ts';

/** Archives, and members with other files, read side by side; their files take turns in the pool. */
const CONCURRENCY = 4;

/** Each file counts how often it was begun. */
const COUNTED = { retries: 5, countsOwnAttempts: true } as const;

const tidying = hourly('imports.upkeep', upkeep);
const sweepingOrphans = daily('imports.orphans', dropOrphans);

export const importsService: Service = {
  name: 'imports',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
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
    const pool = new FilePool({ size: context.env.IMPORT_WORKERS });
    const options = { ...COUNTED, concurrency: CONCURRENCY, timeoutSeconds: 12 * 3600 };
    for (const queue of Object.values(READ_QUEUES))
      context.jobs.work<ReadJob>(queue, options, (job, signal) => readWaiting(context, pool, job, signal));
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
