import type { Privacy } from '@waymark/api-contract';
import { DEFAULT_HEART_RATE_ZONES } from '@waymark/units';
import type { Db } from '../../kernel/database/tables.ts';
import { notFound } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import type { Body } from './energy.ts';

const MONDAY = 1;

/** What workouts need to know of the member who owns them. */
export interface Member extends Body {
  id: number;
  username: string;
  displayName: string;
  timeZone: string;
  workoutPrivacy: Privacy;
  /** Their heart rate, weight and zones are neither read from files nor shown nor counted. */
  hidesHealthData: boolean;
}

export interface Zone {
  name: string;
  start: number;
  end: number;
}

/** @throws ApiProblem 404 when there is no such member */
export async function loadMember(db: Db, id: number): Promise<Member> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'display_name',
      'time_zone',
      'workout_privacy',
      'weight',
      'height',
      'birthdate',
      'gender',
      'hides_health_data',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('member');
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    timeZone: row.time_zone,
    workoutPrivacy: row.workout_privacy,
    hidesHealthData: row.hides_health_data,
    weight: row.hides_health_data ? null : row.weight,
    height: row.height,
    birthdate: row.birthdate,
    gender: row.gender,
  };
}

/** The member has not consented to the use of their health data where that is asked for. */
export async function hidesHealthData(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('hides_health_data')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.hides_health_data ?? false;
}

/** The day on which weeks begin for whoever looks: as they set it, Monday for visitors. */
export async function findFirstDayOfWeek(db: Db, caller: Caller | null): Promise<number> {
  if (!caller) return MONDAY;
  const row = await db
    .selectFrom('users')
    .select('first_day_of_week')
    .where('id', '=', caller.userId)
    .executeTakeFirst();
  return row?.first_day_of_week ?? MONDAY;
}

export const DEFAULT_ZONES: readonly Zone[] = DEFAULT_HEART_RATE_ZONES.map(({ zone, min, max }) => ({
  name: `zone${zone}`,
  start: min,
  end: max,
}));

/** The member's latest zones made before the workout, else the usual ones. */
export async function zonesAt(db: Db, userId: number, at: Date): Promise<Zone[]> {
  const own = await db
    .selectFrom('heart_rate_zones')
    .select('zones')
    .where('user_id', '=', userId)
    .where('created_at', '<', at)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return own ? own.zones : [...DEFAULT_ZONES];
}
