import type { Trx } from '../../../kernel/database/tables.ts';
import { dropAnalyses, insertAnalysis } from '../../stats/analysis-rows.ts';
import { moveCurves } from '../../stats/curve-cells.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import type { EditResult } from './compute-edit.ts';

/** Writes a recording: its series, and what statistics keep of it. */
export async function insertRecording(trx: Trx, row: WorkoutRow, made: EditResult): Promise<void> {
  // Row by row: one statement with every column of a long ride would hold all of them twice in memory.
  for (const { kind, n, data } of made.columns) {
    await trx
      .insertInto('workout_streams')
      .values({ user_id: row.user_id, workout_id: row.id, kind, n, data: Buffer.from(data) })
      .execute();
  }
  await insertAnalysis(trx, row, made.analysis);
}

/** Ends a recording that no statistic counts. */
export async function dropRecording(trx: Trx, userId: number, workoutId: number): Promise<void> {
  await trx
    .deleteFrom('workout_streams')
    .where('user_id', '=', userId)
    .where('workout_id', '=', workoutId)
    .execute();
  await dropAnalyses(trx, userId, [workoutId]);
}

/** Hands a recording that no statistic counts over to another id, byte for byte. */
export async function moveRecording(trx: Trx, userId: number, from: number, to: number): Promise<void> {
  await trx
    .updateTable('workout_streams')
    .set({ workout_id: to })
    .where('user_id', '=', userId)
    .where('workout_id', '=', from)
    .execute();
  await trx
    .updateTable('workout_analyses')
    .set({ workout_id: to, root_id: to })
    .where('user_id', '=', userId)
    .where('workout_id', '=', from)
    .execute();
}

/** Takes the curves of a recording out of the member's before it changes; the door puts the new ones in. */
export const unlistRecording = (trx: Trx, userId: number, workoutId: number): Promise<void> =>
  moveCurves(trx, userId, [workoutId], []);
