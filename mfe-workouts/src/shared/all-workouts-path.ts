import { ALL } from '@waymark/activities';
import type { WorkoutOrder } from '@waymark/api-contract';

interface LinkedFilter {
  /** First and last day. */
  from?: string;
  to?: string;
  /** Ids as text, or ['all']. */
  activityTypes?: readonly string[];
  /** The figure that was pressed: the workouts with most of it come first. Default and for a count: the newest. */
  largest?: WorkoutOrder | 'count';
}

/** The address of the list of all workouts with some conditions, for links from figures elsewhere. */
export function allWorkoutsPath({ from, to, activityTypes = [], largest }: LinkedFilter): string {
  const types = activityTypes.filter((type) => type !== ALL).join(',');
  const order = largest && largest !== 'count' ? `-${largest}` : undefined;
  const entries = Object.entries({ activityTypes: types, from, to, order }).filter(([, value]) => value);
  return entries.length > 0
    ? `/workouts/all?${new URLSearchParams(entries as [string, string][])}`
    : '/workouts/all';
}
