import { activityIdForFileSport } from '@waymark/activities';
import { nameOf, notesOf, NOTHING_TOLD, type Told } from './told.ts';

/** What Garmin's summary says of an activity, found by the moment it began: its files have ids of their own. */
export type ToldStart = { start: number; told: Told };

interface Summary {
  name?: unknown;
  description?: unknown;
  activityType?: unknown;
  beginTimestamp?: unknown;
  startTimeGmt?: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Summaries lie in arrays of objects that hold arrays; two levels are known, deeper ones hold other things. */
function summariesIn(value: unknown, depth = 0): Summary[] {
  if (Array.isArray(value)) return value.flatMap((each) => summariesIn(each, depth));
  if (!isObject(value)) return [];
  if ('beginTimestamp' in value || 'startTimeGmt' in value) return [value];
  if (depth === 2) return [];
  return Object.values(value).flatMap((each) => (Array.isArray(each) ? summariesIn(each, depth + 1) : []));
}

const EARLIEST = Date.UTC(1980, 0, 1);

/** Names and notes of one `summarizedActivities` file; null when it is none. */
export function readSummaries(json: Buffer): ToldStart[] | null {
  let content: unknown;
  try {
    content = JSON.parse(json.toString('utf8'));
  } catch {
    return null;
  }
  return summariesIn(content).flatMap(({ name, description, activityType, beginTimestamp, startTimeGmt }) => {
    const start = Number(beginTimestamp ?? startTimeGmt);
    if (!Number.isFinite(start) || start < EARLIEST || start > 4e12) return [];
    const type = activityIdForFileSport({
      format: 'tcx',
      sport: typeof activityType === 'string' ? activityType : null,
    });
    const told: Told = {
      ...NOTHING_TOLD,
      name: nameOf(name),
      notes: notesOf(description),
      activityTypeId: type === 1 ? null : type,
    };
    return [{ start: Math.round(start), told }];
  });
}
