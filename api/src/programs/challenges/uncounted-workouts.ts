import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import {
  type AnnouncedRow,
  readLegs,
  selectWholeWorkouts,
} from '../../training/workout-store/announce-changes.ts';
import type { ChallengeTable } from './tables.ts';

/**
 * Workouts that challenges count later: those of an import, and those of which it is not known yet what others see, which
 * count for their member already. To count one, all contributions of its member are read: the files
 * of an archive are counted some seconds' worth at a time. A row is written with its workout, and deleted by the
 * transaction that counts it.
 */

/** How long a workout may wait while its import goes on. */
const OVERDUE_MS = 5000;
/** Workouts stored before results become final count in them, so none waits then. */
const BEFORE_FREEZE_MS = 3_600_000;
/** Members of one sweep. */
const MEMBERS_AT_ONCE = 200;

export const canWait = ({ freeze_at }: Pick<ChallengeTable, 'freeze_at'>, now: Date): boolean =>
  freeze_at.getTime() - now.getTime() > BEFORE_FREEZE_MS;

export async function addUncounted(
  trx: Trx,
  userId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into uncounted_workouts (user_id, workout_id, created_at)
    select ${userId}, id, ${now} from unnest(${ids}::bigint[]) as id on conflict do nothing`.execute(trx);
}

/** The workouts that the caller counts now; of one that is deleted there is only the id. Under the member lock. */
export async function takeUncounted(
  trx: Trx,
  userId: number,
): Promise<{ ids: number[]; workouts: AnnouncedRow[]; legs: AnnouncedRow[] }> {
  const taken = await trx
    .deleteFrom('uncounted_workouts')
    .where('user_id', '=', userId)
    .returning('workout_id')
    .execute();
  const ids = taken.map(({ workout_id }) => workout_id);
  if (ids.length === 0) return { ids, workouts: [], legs: [] };
  const workouts = await selectWholeWorkouts(trx, [userId])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return { ids, workouts, legs: await readLegs(trx, [userId], workouts) };
}

const overdueWorkouts = (db: Db, now: Date) =>
  db
    .selectFrom('uncounted_workouts')
    .select('user_id')
    .where('created_at', '<=', new Date(now.getTime() - OVERDUE_MS));

export async function hasOverdue(trx: Trx, userId: number, now: Date): Promise<boolean> {
  const overdue = await overdueWorkouts(trx, now).where('user_id', '=', userId).limit(1).executeTakeFirst();
  return overdue !== undefined;
}

/** Members whose import is busy with a large file, or whose process was killed. */
export async function findOverdueMembers(db: Db, now: Date): Promise<number[]> {
  const rows = await overdueWorkouts(db, now).distinct().limit(MEMBERS_AT_ONCE).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Which of these members have workouts that are not counted yet. */
export async function findUncountedMembers(db: Db, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('uncounted_workouts')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Whether workouts are not counted yet that members stored before the results of a challenge were due. */
export async function hasUncountedMembers(trx: Trx, challengeId: number): Promise<boolean> {
  const uncounted = await trx
    .selectFrom('uncounted_workouts as u')
    .innerJoin('challenge_members as m', 'm.user_id', 'u.user_id')
    .innerJoin('challenges as c', 'c.id', 'm.challenge_id')
    .select('u.user_id')
    .where('c.id', '=', challengeId)
    .whereRef('u.created_at', '<=', 'c.freeze_at')
    .limit(1)
    .executeTakeFirst();
  return uncounted !== undefined;
}
