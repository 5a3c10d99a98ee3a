import type { Context } from '../../kernel/server/context.ts';
import { withAttemptLimit } from '../../kernel/jobs/attempts.ts';
import { hourly } from '../../kernel/jobs/recurring.ts';
import { analyseStored } from './analyse-stored.ts';
import { membersWithoutLoads, recomputeLoads } from './recompute-loads.ts';

const ANALYSE = 'stats.analyse';
export const LOADS = 'stats.loads';
const CATCH_UP = 'stats.catch-up';
const HOUR = 3600;

/**
 * Has recordings read that were stored without their analysis. Call it after the transaction that stored a
 * `ParsedWorkout`; what the file worker read (`ReadWorkout`) brings its own.
 */
export const queueAnalysis = ({ jobs }: Context): Promise<void> => jobs.send(ANALYSE, {});

/** Has the training loads of a member taken anew. Call it after their zones changed. */
export const queueLoads = ({ jobs }: Context, userId: number): Promise<void> => jobs.send(LOADS, { userId });

/** Work of processes that ended between storing a recording and queueing its analysis. */
const upkeep = hourly('stats.upkeep', queueAnalysis);

export function declareJobs(context: Context): void {
  const { jobs } = context;
  // Not keyed: what is asked for while the work runs may lie behind it already.
  // Neither has a key that its next run shares: the attempts are counted by recording and by member.
  const counted = { concurrency: 1, retries: 5, countsOwnAttempts: true } as const;
  jobs.work(ANALYSE, { ...counted, timeoutSeconds: 12 * HOUR }, (_, signal) =>
    analyseStored(context, signal),
  );
  jobs.work<{ userId: number }>(LOADS, { ...counted, timeoutSeconds: HOUR }, async ({ userId }) => {
    const piece = { queue: LOADS, key: String(userId) };
    await withAttemptLimit(context, piece, () => recomputeLoads(context, userId));
  });
  jobs.work(CATCH_UP, { concurrency: 1, retries: 5, timeoutSeconds: HOUR }, async () => {
    await queueAnalysis(context);
    for (const userId of await membersWithoutLoads(context.db)) await queueLoads(context, userId);
  });
  upkeep.declare(context);
}

/** At each start: recordings and averages of earlier versions. */
export async function catchUp(context: Context): Promise<void> {
  await upkeep.next(context);
  await context.jobs.send(CATCH_UP, {});
}
