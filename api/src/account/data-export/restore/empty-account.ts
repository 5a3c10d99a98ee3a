import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/tables.ts';
import { RestoreProblem } from './restore-problem.ts';

/** Whether nothing would be mixed with what an archive brings. */
export async function isEmptyAccount(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from workouts where user_id = ${userId} and deleted_at is null
    union all select 1 from routes where user_id = ${userId} and deleted_at is null limit 1`.execute(db);
  return rows.length === 0;
}

/** Gear, zones, goals and posts that somebody may have made in a new account before the archive comes. */
const FEW = 50;

/**
 * What is deleted takes space for a day, and an archive may hold nothing but gear, zones, goals and posts: archives brought in
 * one after the other would fill the database.
 * @throws RestoreProblem where more is there than a new account has
 */
export async function requireEmptyAccount(db: Db, userId: number): Promise<void> {
  if (!(await isEmptyAccount(db, userId)))
    throw new RestoreProblem('This account has workouts or routes by now. Bring the archive into a new one.');
  const { rows } = await sql<{ deleted: boolean; small: number }>`
    select
      exists (select 1 from workouts where user_id = ${userId})
        or exists (select 1 from routes where user_id = ${userId}) as deleted,
      (select count(*)::int from gear where user_id = ${userId})
        + (select count(*)::int from heart_rate_zones where user_id = ${userId})
        + (select count(*)::int from threshold_powers where user_id = ${userId})
        + (select count(*)::int from user_goals where user_id = ${userId})
        + (select count(*)::int from training_plans where user_id = ${userId})
        + (select count(*)::int from started_plans where user_id = ${userId})
        + (select count(*)::int from privacy_zones where user_id = ${userId})
        + (select count(*)::int from stories where user_id = ${userId} and kind = 'status') as small`.execute(
    db,
  );
  if (rows[0]!.deleted)
    throw new RestoreProblem(
      'Workouts or routes were deleted from this account not long ago. Try again in a day, or bring the archive into a new one.',
    );
  if (rows[0]!.small >= FEW)
    throw new RestoreProblem(
      'This account has gear, zones, goals and posts already. Bring the archive into a new one.',
    );
}
