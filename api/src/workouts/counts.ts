import type { Privacy } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db, Trx } from './rows.ts';

/**
 * Takes the member's turn: two transactions that change one member's workouts follow each other, so that a
 * check for duplicates sees what the other one wrote. Part of the counters because each of them changes those too.
 */
export async function takeTurn(trx: Trx, userId: number): Promise<void> {
  await trx
    .insertInto('workout_counts')
    .values({ user_id: userId, privacy: 0, n: 0 })
    .onConflict((at) => at.columns(['user_id', 'privacy']).doUpdateSet({ n: sql`workout_counts.n` }))
    .execute();
}

/** Adds to (or takes from) the number of workouts that lists show at a privacy. Call `takeTurn` first. */
export async function countWorkouts(trx: Trx, userId: number, privacy: Privacy, by: number): Promise<void> {
  await trx
    .insertInto('workout_counts')
    .values({ user_id: userId, privacy, n: by })
    .onConflict((at) =>
      at.columns(['user_id', 'privacy']).doUpdateSet({ n: sql`workout_counts.n + excluded.n` }),
    )
    .execute();
}

/** Runs a change of one member's workouts in their turn. */
export function inTurn<T>(db: Db, userId: number, change: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, userId);
    return change(trx);
  });
}
