import { sql } from 'kysely';
import type { Logger } from 'pino';
import { retryUnavailable } from '../database/retry-unavailable.ts';
import type { Db } from '../database/tables.ts';

/** So often a piece of work may be begun without coming to any end. */
export const MAX_ATTEMPTS = 3;
/** What was set aside is tried again after this time: the cause may have been another one. */
const SET_ASIDE = sql`interval '1 day'`;

/** How long the end of an attempt waits for a database that is not available. */
const OUTAGE_MS = 60_000;

/**
 * Stores that an attempt has come to an end. Where the database is what ended it, this waits until it is back: a
 * lost connection must not count as the end of a process.
 */
export const endAttempt = (store: () => Promise<unknown>): Promise<unknown> =>
  retryUnavailable(store, { forMs: OUTAGE_MS });

/** One piece of work that may be taken up again by a later process. */
interface PieceOfWork {
  queue: string;
  key: string;
}

/**
 * Counts a beginning before the work is touched. The count goes with any end of it, also a failure: what remains
 * are beginnings whose process ended with them.
 */
async function countAttempt(db: Db, { queue, key }: PieceOfWork): Promise<number> {
  const { attempts } = await db
    .insertInto('work_attempts')
    .values({ queue, key, attempts: 1 })
    .onConflict((on) =>
      on.columns(['queue', 'key']).doUpdateSet({
        attempts: sql`case when work_attempts.began_at < now() - ${SET_ASIDE} then 1
          else least(work_attempts.attempts, ${MAX_ATTEMPTS}) + 1 end`,
        began_at: sql`case when work_attempts.attempts >= ${MAX_ATTEMPTS}
            and work_attempts.began_at >= now() - ${SET_ASIDE}
          then work_attempts.began_at else now() end`,
      }),
    )
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}

/**
 * Does a piece of work, unless it ended its process three times in a row: then it is set aside for a day, so that
 * nothing stored can end each process that takes it up.
 * @returns false when it was set aside
 */
export async function withAttemptLimit(
  { db, log }: { db: Db; log: Logger },
  piece: PieceOfWork,
  task: () => Promise<void>,
): Promise<boolean> {
  if ((await countAttempt(db, piece)) > MAX_ATTEMPTS) {
    log.error(piece, 'work ended its process several times and is set aside');
    return false;
  }
  try {
    await task();
    return true;
  } finally {
    await endAttempt(() =>
      db.deleteFrom('work_attempts').where('queue', '=', piece.queue).where('key', '=', piece.key).execute(),
    );
  }
}
