import type { RouteSummary } from '@waymark/api-contract';
import { readLocal, parseStored } from '@waymark/api-contract/browser-storage';
import { estimatedSeconds, type OwnSpeeds, PACE_KINDS, paceOf } from '@waymark/routes';
import { formatDuration } from '@waymark/units';

/** Metres a second that somebody could mean. */
const FASTEST = 60;

/** The speeds chosen last, stored in this browser. */
export function rememberedSpeeds(): OwnSpeeds {
  const stored = parseStored(readLocal('waymark.planner_speeds')) as Record<string, unknown> | null;
  return Object.fromEntries(
    PACE_KINDS.flatMap((kind) => {
      const speed = Number(stored?.[kind]);
      return speed > 0 && speed <= FASTEST ? [[kind, speed]] : [];
    }),
  );
}

/** How long a route takes, from its length and climb for its activity: to the minute, more nobody knows. */
export function estimatedTime(
  {
    distance,
    ascent,
    activity_type_id: activity,
  }: Pick<RouteSummary, 'distance' | 'ascent' | 'activity_type_id'>,
  speeds: OwnSpeeds = {},
): string {
  const seconds = estimatedSeconds(paceOf(activity, 1, speeds), { distance, ascent });
  return formatDuration(Math.max(60, Math.round(seconds / 60) * 60));
}
