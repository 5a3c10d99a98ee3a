import { SERVICE_BASES } from '@waymark/api-contract';
import { hourly } from '../jobs/recurring.ts';
import type { Context } from '../server/context.ts';
import type { Service } from '../server/route.ts';

/** Nobody repeats a call later than this. */
const KEEP_MS = 24 * 3600 * 1000;

/** Ends the keys that nobody repeats any more. */
export async function purgeKeys({ db, now }: Context): Promise<void> {
  const last = new Date(now().getTime() - KEEP_MS);
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', last).execute();
}

const purging = hourly('idempotency.purge', purgeKeys);

/** Remembers for a day what calls with an `idempotency-key` created; it has no calls of its own. */
export const idempotencyService: Service = {
  name: 'idempotency',
  base: SERVICE_BASES.main,
  routes: [],
  jobs: (context) => purging.declare(context),
  started: (context) => purging.next(context),
};
