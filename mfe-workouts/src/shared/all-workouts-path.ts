import { ALL } from '@waymark/activities';

interface LinkedFilter {
  /** First and last day. */
  from?: string;
  to?: string;
  /** Ids as text, or ['all']. */
  activityTypes?: readonly string[];
}

/** The address of the list of all workouts with some conditions, for links from figures elsewhere. */
export function allWorkoutsPath({ from, to, activityTypes = [] }: LinkedFilter): string {
  const types = activityTypes.filter((type) => type !== ALL).join(',');
  const entries = Object.entries({ activityTypes: types, from, to }).filter(([, value]) => value);
  return entries.length > 0
    ? `/workouts/all?${new URLSearchParams(entries as [string, string][])}`
    : '/workouts/all';
}
