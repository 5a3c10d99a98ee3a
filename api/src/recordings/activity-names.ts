import { type ActivityGroupKey, groupOf } from '@waymark/activities';
import { activityType } from '@waymark/activities/catalogue';

/** What a workout is called when neither file nor member says: its activity. */
export const nameOfActivity = (id: number): string => activityType(id)?.name ?? 'Workout';

/** Key of the group an activity is drawn as; a type that has left the catalogue is one of the others. */
export function groupOfActivity(id: number): ActivityGroupKey {
  const type = activityType(id);
  return type ? groupOf(type) : 'others';
}
