import { METERS_PER_MILE } from './constants.ts';

export type RecordDistanceKey =
  | '1km'
  | '5km'
  | '10km'
  | '50km'
  | '100km'
  | '1mi'
  | '5mi'
  | '10mi'
  | '50mi'
  | '100mi'
  | 'half_marathon'
  | 'marathon';

export interface RecordDistance {
  key: RecordDistanceKey;
  meters: number;
  /** English label; kilometres and miles read the same in every language. */
  label: string;
}

const SIZES = [1, 5, 10, 50, 100] as const;

/** The distances over which a fastest time is a personal record. */
export const RECORD_DISTANCES: readonly RecordDistance[] = [
  ...SIZES.map((size) => ({ key: `${size}km` as const, meters: size * 1000, label: `${size} km` })),
  ...SIZES.map((size) => ({
    key: `${size}mi` as const,
    meters: size * METERS_PER_MILE,
    label: `${size} mi`,
  })),
  { key: 'half_marathon', meters: 21_097.5, label: 'Half marathon' },
  { key: 'marathon', meters: 42_195, label: 'Marathon' },
];

/** On foot a half and a whole marathon are events of their own. */
const FOOT_GROUPS: ReadonlySet<string> = new Set(['run', 'walk', 'hike']);
const EVENTS: ReadonlySet<string> = new Set(['half_marathon', 'marathon']);
const SWIM_KEYS: ReadonlySet<string> = new Set(['1km', '5km', '10km']);

/** The distances over which people of an activity group compare their fastest times. */
export function recordDistancesOf(group: string): readonly RecordDistance[] {
  if (group === 'swim') return RECORD_DISTANCES.filter(({ key }) => SWIM_KEYS.has(key));
  return FOOT_GROUPS.has(group) ? RECORD_DISTANCES : RECORD_DISTANCES.filter(({ key }) => !EVENTS.has(key));
}

/** A workout counts for a record distance when it covers 99% to 105% of it; both in metres. */
export function matchesRecord(distance: number, target: number): boolean {
  return distance * 100 >= target * 99 && distance * 100 <= target * 105;
}

export interface RecordCandidate {
  /** Metres. */
  distance?: number | null;
  /** Seconds. */
  duration?: number | null;
  /** Any one energy unit. */
  energy?: number | null;
}

export interface PersonalRecords<W> {
  longestDistance: W | null;
  mostEnergy: W | null;
  fastest: Partial<Record<RecordDistanceKey, W>>;
}

/**
 * The personal records among workouts. The fastest over a distance is the one with the highest mean speed,
 * as workouts that match may differ in length by 6%. Of equals the first given stays.
 */
export function personalRecords<W extends RecordCandidate>(workouts: Iterable<W>): PersonalRecords<W> {
  const records: PersonalRecords<W> = { longestDistance: null, mostEnergy: null, fastest: {} };
  const speed = (workout: W) => (workout.distance ?? 0) / (workout.duration ?? Infinity);
  for (const workout of workouts) {
    const distance = workout.distance ?? 0;
    if (distance > (records.longestDistance?.distance ?? 0)) records.longestDistance = workout;
    if ((workout.energy ?? 0) > (records.mostEnergy?.energy ?? 0)) records.mostEnergy = workout;
    if (!workout.duration || workout.duration < 0) continue;
    for (const { key, meters } of RECORD_DISTANCES) {
      if (!matchesRecord(distance, meters)) continue;
      const best = records.fastest[key];
      if (!best || speed(workout) > speed(best)) records.fastest[key] = workout;
    }
  }
  return records;
}
