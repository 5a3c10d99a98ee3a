import { SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import { storedBytesBy } from '../../kernel/storage/quota.ts';
import { FilePool } from './reader/file-pool.ts';
import { daily, hourly } from '../../kernel/jobs/recurring.ts';
import type { Service } from '../../kernel/server/route.ts';
import { dismissAllHandler, resolveAllHandler, retryAllHandler } from './resolve-all.ts';
import { dismissHandler, resolveHandler, retryHandler } from './resolve-import.ts';
import { listImportsHandler, readImportHandler } from './list-imports.ts';
import { readQueuedImports } from './read-waiting.ts';
import { reportHandler } from './report.ts';
import { READ_QUEUES, type ReadJob } from './import-rows.ts';
import { savePlannedHandler } from './save-planned-route.ts';
import { uploadHandler } from './upload.ts';
import { removeOrphans, queueStranded, queueWaiting, runUpkeep } from './upkeep.ts';

/** Jobs that run at the same time: of archives and of members with other files. */
const CONCURRENCY = 4;

/** Attempts are counted for each file and not for the job. */
const COUNTED = { retries: 5, countsOwnAttempts: true } as const;

const tidying = hourly('imports.upkeep', runUpkeep);
const sweepingOrphans = daily('imports.orphans', removeOrphans);

export const importsService: Service = {
  name: 'imports',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  answers: {
    storedBytes: storedBytesBy(
      (userId) => sql`
        select sum(size)::float8 as bytes from file_imports
        where user_id = ${userId} and storage_key is not null and entry is null`,
    ),
  },
  routes: [
    uploadHandler,
    listImportsHandler,
    reportHandler,
    resolveAllHandler,
    retryAllHandler,
    dismissAllHandler,
    readImportHandler,
    resolveHandler,
    retryHandler,
    dismissHandler,
    savePlannedHandler,
  ],
  jobs(context) {
    const pool = new FilePool({ maxReaders: context.env.IMPORT_WORKERS });
    const options = { ...COUNTED, concurrency: CONCURRENCY, timeoutSeconds: 12 * 3600 };
    for (const queue of Object.values(READ_QUEUES))
      context.jobs.work<ReadJob>(queue, options, (job, signal) =>
        readQueuedImports(context, pool, job, signal),
      );
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
