import type { Trx } from '../kernel/database/tables.ts';
import type { AnnouncedRow } from '../workout-store/announce-changes.ts';
import { groupOfActivity } from '../workout-store/activity-names.ts';
import { type Analysis, floatBytes } from '../files/analysis.ts';

const bytesOf = (values: Float32Array | null) => values && floatBytes(values);

/**
 * Keeps what a recording says. It counts in curves once the door tells of the workout (`listed`).
 * @returns false when it is kept already
 */
export async function insertAnalysis(trx: Trx, row: AnnouncedRow, analysis: Analysis): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('workout_analyses')
    .values({
      user_id: row.user_id,
      workout_id: row.id,
      root_id: row.parent_id ?? row.id,
      listed: false,
      activity_group: groupOfActivity(row.activity_type_id),
      privacy: row.privacy,
      local_day: row.local_day,
      distance: bytesOf(analysis.distance),
      power: bytesOf(analysis.power),
      heartrate: bytesOf(analysis.heartrate),
    })
    .onConflict((at) => at.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Ends what is kept of workouts that are deleted for good. */
export async function dropAnalyses(trx: Trx, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('workout_analyses')
    .where('user_id', '=', userId)
    .where('workout_id', 'in', [...ids])
    .execute();
}
