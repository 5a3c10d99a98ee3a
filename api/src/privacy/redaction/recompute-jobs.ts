import type { Context } from '../../kernel/server/context.ts';
import { settle } from './recompute-redactions.ts';

const SETTLE = 'privacy-zones.settle';
const HOUR = 3600;
const AT_ONCE = 100;
/** So many are worked out while somebody waits for an answer about all of a member's workouts. */
const WHILE_ASKED = 25;

/** Has what others are told of a member's workouts worked out. Call it after the transaction that changed zones. */
export const settleSoon = ({ jobs }: Context, userId: number): Promise<void> =>
  jobs.send(SETTLE, { userId }, { key: String(userId) });

/** Before totals, records and curves of a member are read for others: of what still waits after it they tell nothing. */
export async function settleSome(context: Context, userId: number): Promise<void> {
  if (await settle(context.db, userId, WHILE_ASKED)) await settleSoon(context, userId);
}

/** Declares the work. */
export function declareWork(context: Context): void {
  context.jobs.work<{ userId: number }>(
    SETTLE,
    { concurrency: 1, retries: 5, timeoutSeconds: 12 * HOUR },
    async ({ userId }, signal) => {
      while (!signal.aborted && (await settle(context.db, userId, AT_ONCE))) continue;
    },
  );
}
