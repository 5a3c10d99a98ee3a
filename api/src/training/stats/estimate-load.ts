import {
  ageOn,
  DEFAULT_MAXIMUM_HEART_RATE,
  type HeartRateLimits,
  loadOfMinute,
  maximumHeartRateOf,
  RESTING_HEART_RATE,
  trainingLoad,
} from '@waymark/units';
import type { Db } from '../../kernel/database/tables.ts';
import type { Member } from '../workout-store/member.ts';

export interface Limits extends HeartRateLimits {
  /** Where the maximum comes from. */
  from: 'zones' | 'age' | 'default';
}

interface ZoneSet {
  zones: { end: number }[];
  created_at: Date;
}

/** The zone sets a member made, latest first. */
export const zoneSetsOf = (db: Db, userId: number): Promise<ZoneSet[]> =>
  db
    .selectFrom('heart_rate_zones')
    .select(['zones', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();

/**
 * What a workout's heart rate is held against: the top of the zones that applied to it, else the maximum for the
 * member's age on its day, else a usual one.
 */
export function limitsAt(
  { birthdate, gender }: Pick<Member, 'birthdate' | 'gender'>,
  sets: readonly ZoneSet[],
  at: Date,
): Limits {
  const known = { resting: RESTING_HEART_RATE, sex: gender };
  const top = sets.find(({ created_at }) => created_at < at)?.zones.at(-1)?.end;
  if (top !== undefined) return { ...known, maximum: top, from: 'zones' };
  const age = birthdate === null ? null : ageOn(birthdate, at);
  if (age !== null) return { ...known, maximum: maximumHeartRateOf(age), from: 'age' };
  return { ...known, maximum: DEFAULT_MAXIMUM_HEART_RATE, from: 'default' };
}

interface Measured {
  heartrate_avg: number | null;
  active_time_total: number | null;
  elapsed_time_total: number | null;
}

/**
 * The load of a workout, in thousandths; null without a heart rate. A recording is taken minute for minute; one
 * that was logged by hand or copied has only an average, which tells less of it when it was done in intervals.
 */
export function computeLoad(
  { heartrate_avg, active_time_total, elapsed_time_total }: Measured,
  recorded: Float32Array | null,
  limits: HeartRateLimits,
): number | null {
  const minutes = (active_time_total ?? elapsed_time_total ?? 0) / 60;
  if (!recorded && (heartrate_avg === null || minutes <= 0)) return null;
  const load = recorded ? trainingLoad(recorded, limits) : minutes * loadOfMinute(heartrate_avg!, limits);
  return Math.round(load * 1000) / 1000;
}

/** The load of a workout without a recording. */
export async function estimateLoad(
  db: Db,
  member: Member,
  start: Date,
  workout: Measured,
): Promise<number | null> {
  if (workout.heartrate_avg === null) return null;
  return computeLoad(workout, null, limitsAt(member, await zoneSetsOf(db, member.id), start));
}
