import type { RouteSummary } from '@waymark/api-contract';
import { formatDuration } from '@waymark/units';
import { paceOf } from './pace.ts';

/** How long a route takes, from its length and climb for its activity: to the minute, more nobody knows. */
export function estimatedTime({
  distance,
  ascent,
  activity_type_id: activity,
}: Pick<RouteSummary, 'distance' | 'ascent' | 'activity_type_id'>): string {
  const { perMeter, perClimb } = paceOf(activity, 1);
  const seconds = distance * perMeter + (ascent ?? 0) * perClimb;
  return formatDuration(Math.max(60, Math.round(seconds / 60) * 60));
}
