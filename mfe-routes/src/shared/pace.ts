import { type ActivityFamily, FAMILY_IDS } from '@waymark/activities';
import type { TravelMode, RouteSummary } from '@waymark/api-contract';
import { formatDuration } from '@waymark/units';
import { TRAVEL_MODE } from './travel-modes.ts';

/** How long a course takes: seconds for each metre of the way, and on top for each metre climbed. */
export interface Pace {
  perMeter: number;
  perClimb: number;
}

/**
 * On foot Naismith's rule of 1892: an hour for three miles and half an hour more for each thousand feet. Runners by
 * Scarf (2007): a metre up costs as much as 7.92 metres on the flat. Riders by the same thought at 20 km/h, where a
 * rise of 5 % halves the speed. Cars do not mind.
 */
export type PaceKind = 'foot' | 'run' | 'ride' | 'car';

const PACES: Readonly<Record<PaceKind, Pace>> = {
  foot: { perMeter: 3600 / (3 * 1609.344), perClimb: 1800 / 304.8 },
  run: { perMeter: 0.36, perClimb: 7.92 * 0.36 },
  ride: { perMeter: 0.18, perClimb: 20 * 0.18 },
  car: { perMeter: 3.6 / 60, perClimb: 0 },
};

const BY_FAMILY: Readonly<Record<ActivityFamily, PaceKind>> = {
  fitness: 'foot',
  run: 'run',
  ride: 'ride',
  walk: 'foot',
  hike: 'foot',
};

/** The kind of pace of an activity; of one that says nothing of speed, that of the way's mode. */
export function paceKindOf(activityTypeId: number, mode: TravelMode): PaceKind {
  const family = (Object.keys(FAMILY_IDS) as ActivityFamily[]).find((key) =>
    FAMILY_IDS[key].includes(activityTypeId),
  );
  return family ? BY_FAMILY[family] : TRAVEL_MODE[mode].pace;
}

/** Metres a second on the flat where the member gave no other. */
export const usualSpeed = (kind: PaceKind): number => 1 / PACES[kind].perMeter;

/** Metres a second on the flat that a member goes by. */
export type OwnSpeeds = Partial<Record<PaceKind, number>>;

/** The pace of an activity. Who is faster on the flat is faster uphill as well. */
export function paceOf(activityTypeId: number, mode: TravelMode, speeds: OwnSpeeds = {}): Pace {
  const kind = paceKindOf(activityTypeId, mode);
  const usual = PACES[kind];
  const own = speeds[kind];
  if (!own) return usual;
  return { perMeter: 1 / own, perClimb: usual.perClimb / (own * usual.perMeter) };
}

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
