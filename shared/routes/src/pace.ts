import { enduranceKinOf } from '@waymark/activities';
import type { TravelMode } from '@waymark/api-contract';

/** How long a course takes: seconds for each metre of the way, and on top for each metre climbed. */
export interface Pace {
  perMeter: number;
  perClimb: number;
}

export const PACE_KINDS = ['foot', 'run', 'ride', 'mountain', 'swim', 'car'] as const;
export type PaceKind = (typeof PACE_KINDS)[number];

/**
 * On foot Naismith's rule of 1892: an hour for three miles and half an hour more for each thousand feet. Runners by
 * Scarf (2007): a metre up costs as much as 7.92 metres on the flat. Riders by the same thought at 20 km/h, off the road
 * at 15 km/h, where a rise of 5 % halves the speed. Swimmers take 2:23 for 100 m. Cars do not mind.
 */
const PACES: Readonly<Record<PaceKind, Pace>> = {
  foot: { perMeter: 3600 / (3 * 1609.344), perClimb: 1800 / 304.8 },
  run: { perMeter: 0.36, perClimb: 7.92 * 0.36 },
  ride: { perMeter: 0.18, perClimb: 20 * 0.18 },
  mountain: { perMeter: 0.24, perClimb: 20 * 0.24 },
  swim: { perMeter: 1 / 0.7, perClimb: 0 },
  car: { perMeter: 3.6 / 60, perClimb: 0 },
};

const BY_ROOT: Readonly<Record<number, PaceKind>> = {
  9: 'foot',
  11: 'ride',
  15: 'swim',
  16: 'run',
  24: 'foot',
};
const MOUNTAIN_BIKES = 19;

/** Where the activity says nothing of speed. */
const BY_MODE: Readonly<Record<TravelMode, PaceKind>> = { 0: 'foot', 1: 'foot', 2: 'ride', 3: 'car' };

/** The kind of pace of an activity, by its root and parent; of one that says nothing of speed, that of the way's mode. */
export function paceKindOf(activityTypeId: number, mode: TravelMode): PaceKind {
  const kin = enduranceKinOf(activityTypeId);
  if (kin?.parentId === MOUNTAIN_BIKES) return 'mountain';
  return (kin && BY_ROOT[kin.rootId]) ?? BY_MODE[mode];
}

/** Metres a second on the flat where the member gave no other. */
export const usualSpeed = (kind: PaceKind): number => 1 / PACES[kind].perMeter;

/** Metres a second on the flat that a member goes by. */
export type OwnSpeeds = Partial<Record<PaceKind, number>>;

/** The pace of an activity. Who is faster on the flat is faster uphill as well. */
export function paceOf(activityTypeId: number, mode: TravelMode, speeds: OwnSpeeds = {}): Pace {
  const kind = paceKindOf(activityTypeId, mode);
  const usual = PACES[kind];
  const speed = speeds[kind];
  if (!speed) return usual;
  return { perMeter: 1 / speed, perClimb: usual.perClimb / (speed * usual.perMeter) };
}

/** Seconds for a way with what is climbed on it, both in metres; null where no source knows heights. */
export const estimatedSeconds = (
  { perMeter, perClimb }: Pace,
  { distance, ascent }: { distance: number; ascent: number | null },
): number => distance * perMeter + (ascent ?? 0) * perClimb;
