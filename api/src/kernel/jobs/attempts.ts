import { AsyncLocalStorage } from 'node:async_hooks';
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
const endAttempt = (store: () => Promise<unknown>): Promise<unknown> =>
  retryUnavailable(store, { forMs: OUTAGE_MS });

/** One piece of work that may be taken up again by a later process. */
interface PieceOfWork {
  queue: string;
  key: string;
  /** Earlier beginnings without an end that were not counted here. */
  uncounted?: number;
}

/** The pieces that this process has in hand; what is left of them when it ends tells what may have ended it. */
const inHand = new Set<{ db: Db; piece: PieceOfWork }>();

/** Pieces that a process ended with are begun one at a time, so that the next end tells which of them it was. */
let lastSuspect: Promise<unknown> = Promise.resolve();
/** Set within a piece that is a suspect: a part of it does not wait for the whole. */
const suspectWork = new AsyncLocalStorage<true>();

function runAlone(task: () => Promise<void>): Promise<void> {
  if (suspectWork.getStore()) return task();
  const run = lastSuspect.then(() => suspectWork.run(true, task));
  lastSuspect = run.catch(() => undefined);
  return run;
}

/** How many beginnings of a piece came to no end, as far as they still count. */
async function countUnended(db: Db, { queue, key }: PieceOfWork): Promise<number> {
  const row = await db
    .selectFrom('work_attempts')
    .select('attempts')
    .where('queue', '=', queue)
    .where('key', '=', key)
    .where('began_at', '>=', sql<Date>`now() - ${SET_ASIDE}`)
    .executeTakeFirst();
  return row?.attempts ?? 0;
}

/**
 * Counts a beginning before the work is touched. The count goes with any end of it, also a failure: what remains
 * are beginnings whose process ended with them.
 */
async function beginAttempt(db: Db, { queue, key, uncounted = 0 }: PieceOfWork): Promise<void> {
  const first = uncounted + 1;
  await db
    .insertInto('work_attempts')
    .values({ queue, key, attempts: first })
    .onConflict((on) =>
      on.columns(['queue', 'key']).doUpdateSet({
        attempts: sql`case when work_attempts.began_at < now() - ${SET_ASIDE} then ${first}
          else work_attempts.attempts + 1 end`,
        began_at: sql`now()`,
      }),
    )
    .execute();
}

const removeAttempts = (db: Db, { queue, key }: PieceOfWork) =>
  db.deleteFrom('work_attempts').where('queue', '=', queue).where('key', '=', key).execute();

/**
 * Does a piece of work, unless its process ended three times in a row while it was in hand, from the second time on
 * with no other such piece beside it: then it is set aside for a day, so that nothing stored can end each process that
 * takes it up.
 * @returns false when it was set aside
 */
export async function withAttemptLimit(
  { db, log }: { db: Db; log: Logger },
  piece: PieceOfWork,
  task: () => Promise<void>,
): Promise<boolean> {
  const unended = await countUnended(db, piece);
  if (unended >= MAX_ATTEMPTS) {
    log.error(piece, 'work ended its process several times and is set aside');
    return false;
  }
  const attempt = async () => {
    await beginAttempt(db, piece);
    const entry = { db, piece };
    inHand.add(entry);
    try {
      await task();
    } finally {
      inHand.delete(entry);
      await endAttempt(() => removeAttempts(db, piece));
    }
  };
  await (unended === 0 && !piece.uncounted ? attempt() : runAlone(attempt));
  return true;
}

/** Forgets the beginnings of what is still in hand: its process ends because it was told to, not because of the work. */
export async function discountAttempts(db: Db): Promise<void> {
  for (const entry of inHand) {
    if (entry.db !== db) continue;
    inHand.delete(entry);
    await removeAttempts(db, entry.piece);
  }
}
