import { ACTIVITY_GROUPS } from '@waymark/activities';
import { invalid } from '../kernel/server/errors.ts';
import { groupOfActivity, nameOfActivity } from '../workout-store/activity-names.ts';

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
