import type { ContributionExclusion } from '@waymark/api-contract';
import { CURVE_METERS, CURVE_SECONDS } from '@waymark/streams';
import type { AnnouncedRow } from './announce-changes.ts';
import { type Limits, type SportLimit, sportLimitOf } from './sport-limits.ts';

/** The speed of a recording of a few metres is noise. */
const MEASURED_METERS = 400;
const MEASURED_ASCENT_METERS = 200;
const LONG_METERS = 10_000;

export const activeSeconds = (row: AnnouncedRow): number =>
  row.active_time_total ?? row.elapsed_time_total ?? 0;

/**
 * What holds in every sport. Watts are means over the best time: sensors have peaks of seconds. Of two recordings that
 * share more than `overlap_percent` of the shorter one, one counts.
 */
export const GENERAL_LIMITS = {
  duration: 86_400,
  overlap_percent: 50,
  power: [
    [60, 1200],
    [300, 750],
    [1200, 640],
    [3600, 580],
  ] satisfies Limits,
} as const;

/** What a recording did at its best: seconds for each of `CURVE_METERS`, mean watts over each of `CURVE_SECONDS`. */
interface BestStretches {
  distance: Float32Array | null;
  power: Float32Array | null;
}

const mostOf = (limits: Limits, at: number): number =>
  limits.findLast(([from]) => from <= at)?.[1] ?? Infinity;

/** Part of it as fast as a vehicle, however slow the whole is. */
const hasVehicleStretch = ({ stretches }: SportLimit, seconds: Float32Array): boolean =>
  seconds.some((time, i) => CURVE_METERS[i]! > mostOf(stretches, CURVE_METERS[i]!) * time);

const isTooPowerful = (watts: Float32Array): boolean =>
  watts.some((mean, i) => mean > mostOf(GENERAL_LIMITS.power, CURVE_SECONDS[i]!));

/** In the order in which they are stated. */
const IMPOSSIBILITIES = ['too_long', 'too_fast', 'too_steep', 'vehicle', 'too_powerful'] as const;
export type Impossibility = (typeof IMPOSSIBILITIES)[number] & ContributionExclusion;

/** What a workout claims that nobody can do, the plainest first; empty where all of it may be true. */
export function findImpossibilities(row: AnnouncedRow, best?: BestStretches): Impossibility[] {
  const seconds = activeSeconds(row);
  const limit = sportLimitOf(row.activity_type_id);
  const meters = row.distance_total ?? 0;
  const climbed = row.ascent_total ?? 0;
  const { distance = null, power = null } = best ?? {};
  const speed = meters > LONG_METERS ? limit.longSpeed : limit.speed;
  const claims: Readonly<Record<Impossibility, boolean>> = {
    too_long: seconds > GENERAL_LIMITS.duration,
    too_fast: meters > speed * seconds && meters > MEASURED_METERS,
    too_steep: climbed > MEASURED_ASCENT_METERS && climbed * 3600 > limit.ascentPerHour * seconds,
    vehicle: distance !== null && hasVehicleStretch(limit, distance),
    too_powerful: power !== null && isTooPowerful(power),
  };
  return IMPOSSIBILITIES.filter((reason) => claims[reason]);
}

/** The limits that hold in every sport, as rules state them. */
export const presentGeneralLimits = () => ({
  duration: GENERAL_LIMITS.duration,
  overlap_percent: GENERAL_LIMITS.overlap_percent,
  power: GENERAL_LIMITS.power.map(([duration, watts]) => ({ duration, watts })),
});
