import { groupOfActivity } from './activity-names.ts';
import type { AnnouncedRow } from './announce-changes.ts';

interface SpeedLimit {
  /** Metres a second over the whole workout. */
  speed: number;
  /** The same above 10 km. */
  longSpeed: number;
  /** Metres climbed in an hour. */
  ascentPerHour: number;
}
/** Above what the best of the world reach, by activity group. */
const LIMITS: Readonly<Record<string, SpeedLimit>> = {
  run: { speed: 8, longSpeed: 6.6, ascentPerHour: 2500 },
  walk: { speed: 4.6, longSpeed: 4.4, ascentPerHour: 2500 },
  hike: { speed: 5, longSpeed: 5, ascentPerHour: 2500 },
  ride: { speed: 21, longSpeed: 17, ascentPerHour: 3000 },
  swim: { speed: 2.4, longSpeed: 1.8, ascentPerHour: 500 },
};
const OTHER_LIMIT: SpeedLimit = { speed: 40, longSpeed: 40, ascentPerHour: 20_000 };
const LONG_METERS = 10_000;
/** The speed of a recording of a few metres is noise. */
const MEASURED_METERS = 400;
const MEASURED_ASCENT_METERS = 200;
const DAY_SECONDS = 86_400;

export const activeSeconds = (row: AnnouncedRow): number =>
  row.active_time_total ?? row.elapsed_time_total ?? 0;

/** What a workout claims that nobody can do; null where it may be true. */
export function impossibility(row: AnnouncedRow): 'too_long' | 'too_fast' | 'too_steep' | null {
  const seconds = activeSeconds(row);
  const limit = LIMITS[groupOfActivity(row.activity_type_id)] ?? OTHER_LIMIT;
  const meters = row.distance_total ?? 0;
  const climbed = row.ascent_total ?? 0;
  if (seconds > DAY_SECONDS) return 'too_long';
  if (meters > (meters > LONG_METERS ? limit.longSpeed : limit.speed) * seconds && meters > MEASURED_METERS)
    return 'too_fast';
  if (climbed > MEASURED_ASCENT_METERS && climbed * 3600 > limit.ascentPerHour * seconds) return 'too_steep';
  return null;
}
