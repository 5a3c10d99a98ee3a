import { isOutdoor } from '@waymark/activities';
import { activityType } from '@waymark/activities/catalogue';
import { decodePolyline } from '@waymark/streams';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';

/** Where and when weather is asked for. */
export interface Place {
  lat: number;
  lng: number;
  hour: Date;
}

/** These lie under outdoor roots and happen inside, or on a road that does not exist. */
const INSIDE = /\b(indoor|treadmill|virtual|trainer|endless pool)\b/i;
const INSIDE_IDS: ReadonlySet<number> = new Set([25, 453]);
const HOUR_MS = 3_600_000;
/** Archives of the weather of the whole earth begin here. */
const EARLIEST = Date.UTC(1940, 0, 2);

function isOutside(activityTypeId: number): boolean {
  const type = activityType(activityTypeId);
  if (!type || !isOutdoor(type) || INSIDE.test(type.name)) return false;
  return !INSIDE_IDS.has(type.id) && !INSIDE_IDS.has(type.parentId ?? 0);
}

const rounded = (degrees: number) => Math.round(degrees * 100) / 100;

/** The place and hour of a workout's start; null indoors, without a position, or too long ago. */
export function placeOf(row: Pick<WorkoutRow, 'activity_type_id' | 'start_at' | 'polyline'>): Place | null {
  const start = row.start_at.getTime();
  if (row.polyline === null || start < EARLIEST || !isOutside(row.activity_type_id)) return null;
  const [first] = decodePolyline(row.polyline);
  if (!first) return null;
  const [lng, lat] = first;
  return { lat: rounded(lat), lng: rounded(lng), hour: new Date(Math.round(start / HOUR_MS) * HOUR_MS) };
}
