import type { Trx } from '../../kernel/database/tables.ts';
import type { AnnouncedRow } from '../workout-store/announce-changes.ts';
import { groupOfActivity } from '../../recordings/activity-names.ts';
import type { Analysis } from '../../recordings/model/parsed-workout.ts';
import { floatBytes } from '../../recordings/streams/analysis.ts';

const bytesOf = (values: Float32Array | null) => values && floatBytes(values);

interface AnalysedRow {
  row: AnnouncedRow;
  analysis: Analysis;
}

/**
 * Keeps what a recording says. It counts in curves once the door tells of the workout (`listed`).
 * @returns false when it is kept already
 */
export async function insertAnalysis(trx: Trx, row: AnnouncedRow, analysis: Analysis): Promise<boolean> {
  return (await insertAnalyses(trx, [{ row, analysis }])) > 0;
}

/** The same for several recordings, in one statement. @returns how many were not kept already */
export async function insertAnalyses(trx: Trx, analysed: readonly AnalysedRow[]): Promise<number> {
  if (analysed.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('workout_analyses')
    .values(
      analysed.map(({ row, analysis }) => ({
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
      })),
    )
    .onConflict((at) => at.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
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
