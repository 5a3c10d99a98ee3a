import { ACTIVITY_GROUPS } from '@waymark/activities';
import type { Db } from '../../kernel/database/tables.ts';
import { invalid } from '../../kernel/server/errors.ts';
import { groupOfActivity, nameOfActivity } from '../../recordings/activity-names.ts';

/** The workout that holds a record or a point of a curve. */
export const recordWorkout = (row: {
  id: number;
  name: string;
  local_day: string;
  activity_type_id: number;
}) => ({
  id: row.id,
  name: row.name,
  day: row.local_day,
  activity_name: nameOfActivity(row.activity_type_id),
  activity_group: groupOfActivity(row.activity_type_id),
});

/** @throws ApiProblem with a sentence when there is no such group */
export function checkGroup(group: string): string {
  if (!ACTIVITY_GROUPS.some(({ key }) => key === group)) {
    throw invalid({ activity_group: ['There is no such activity group. Choose one from the list.'] });
  }
  return group;
}

export type RecordHolder = ReturnType<typeof recordWorkout>;

/** The workouts that hold records or points of curves, by id. One that was deleted meanwhile is missing. */
export async function readRecordHolders(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, RecordHolder>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('workouts')
    .select(['id', 'name', 'local_day', 'activity_type_id'])
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, recordWorkout(row)]));
}
