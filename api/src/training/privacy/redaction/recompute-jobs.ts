import type { Context } from '../../../kernel/server/context.ts';
import { recomputeRedactions } from './recompute-redactions.ts';

const RECOMPUTE = 'privacy-zones.settle';
const HOUR = 3600;
const BATCH_SIZE = 100;
/** Redactions that are computed while somebody waits for an answer about all of a member's workouts. */
const MAX_BEFORE_ANSWER = 25;

/** Queues the computation of a member's stale redactions. Call it after the transaction that changed zones. */
export const queueRecompute = ({ jobs }: Context, userId: number): Promise<void> =>
  jobs.send(RECOMPUTE, { userId }, { key: String(userId) });

/** Called before totals, records and curves of a member are read for others; these leave out what is still stale afterwards. */
export async function recomputeSome(context: Context, userId: number): Promise<void> {
  if (await recomputeRedactions(context.db, userId, MAX_BEFORE_ANSWER)) await queueRecompute(context, userId);
}

/** Declares the job. */
export function declareJobs(context: Context): void {
  context.jobs.work<{ userId: number }>(
    RECOMPUTE,
    { concurrency: 1, retries: 5, timeoutSeconds: 12 * HOUR },
    async ({ userId }, signal) => {
      while (!signal.aborted && (await recomputeRedactions(context.db, userId, BATCH_SIZE))) continue;
    },
  );
}
