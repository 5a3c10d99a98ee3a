import type { ContributionExclusion } from '@waymark/api-contract';
import { CURVE_METERS, CURVE_SECONDS } from '@waymark/streams';
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

/** From a distance (metres) or a time (seconds) on, more than this is not possible. */
type Limits = readonly (readonly [from: number, most: number])[];

/** Metres a second over the fastest stretch of a distance: a tenth above world records, and for rides above descents. */
const STRETCH_SPEEDS: Readonly<Record<string, Limits>> = {
  run: [
    [1000, 8.3],
    [5000, 7.2],
    [10_000, 6.9],
    [21_000, 6.6],
    [42_000, 6.3],
  ],
  walk: [
    [1000, 6.5],
    [5000, 5.5],
  ],
  hike: [
    [1000, 6.5],
    [5000, 5.5],
  ],
  ride: [
    [1000, 33],
    [5000, 28],
    [20_000, 22],
    [50_000, 18],
  ],
  swim: [
    [1000, 2.4],
    [5000, 1.9],
  ],
};
/** Mean watts over the best time, in any sport. Sensors have peaks of seconds. */
const POWER_LIMITS: Limits = [
  [60, 1200],
  [300, 750],
  [1200, 640],
  [3600, 580],
];

/** What a recording did at its best: seconds for each of `CURVE_METERS`, mean watts over each of `CURVE_SECONDS`. */
interface BestStretches {
  distance: Float32Array | null;
  power: Float32Array | null;
}

/** The limits of sports by speed, as rules state them; of all sports where none is named. */
export const speedLimitsOf = (groups: readonly string[]) =>
  Object.entries(LIMITS)
    .filter(([group]) => groups.length === 0 || groups.includes(group))
    .map(([activity_group, { speed, longSpeed, ascentPerHour }]) => ({
      activity_group,
      speed,
      long_speed: longSpeed,
      kilometer_speed: STRETCH_SPEEDS[activity_group]![0]![1],
      ascent_per_hour: ascentPerHour,
    }));

const mostOf = (limits: Limits, at: number): number =>
  limits.findLast(([from]) => from <= at)?.[1] ?? Infinity;

/** Part of it as fast as a vehicle, however slow the whole is. */
function hasVehicleStretch(group: string, seconds: Float32Array): boolean {
  const limits = STRETCH_SPEEDS[group];
  return (
    limits !== undefined &&
    seconds.some((time, i) => CURVE_METERS[i]! > mostOf(limits, CURVE_METERS[i]!) * time)
  );
}

const isTooPowerful = (watts: Float32Array): boolean =>
  watts.some((mean, i) => mean > mostOf(POWER_LIMITS, CURVE_SECONDS[i]!));

export type Impossibility = Exclude<ContributionExclusion, 'overlap' | 'manual_entry'>;

/** What a workout claims that nobody can do; null where it may be true. */
export function impossibility(row: AnnouncedRow, best?: BestStretches): Impossibility | null {
  const seconds = activeSeconds(row);
  const group = groupOfActivity(row.activity_type_id);
  const limit = LIMITS[group] ?? OTHER_LIMIT;
  const meters = row.distance_total ?? 0;
  const climbed = row.ascent_total ?? 0;
  if (seconds > DAY_SECONDS) return 'too_long';
  if (meters > (meters > LONG_METERS ? limit.longSpeed : limit.speed) * seconds && meters > MEASURED_METERS)
    return 'too_fast';
  if (climbed > MEASURED_ASCENT_METERS && climbed * 3600 > limit.ascentPerHour * seconds) return 'too_steep';
  if (best?.distance && hasVehicleStretch(group, best.distance)) return 'vehicle';
  if (best?.power && isTooPowerful(best.power)) return 'too_powerful';
  return null;
}
