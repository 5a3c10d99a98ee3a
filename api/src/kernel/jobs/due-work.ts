import { sql } from 'kysely';
import { prepared } from '../database/prepared.ts';

/** Of the queues named, those in which work waits that may begin by now. */
export const findQueuesWithDueWork = prepared(
  (queues: readonly string[]) => sql<{ queue: string }>`
    select queue from unnest(${queues}::text[]) as queue
    where exists (
      select from waymark_jobs.job j
      where j.name = queue and j.state < 'active' and not j.blocked and j.start_after <= waymark_jobs.job_now())`,
);
