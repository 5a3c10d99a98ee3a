import { type WorkoutUpdate, workoutCalls } from '@waymark/api-contract';
import type { Updateable } from 'kysely';
import { checkGear } from '../gear/of-workout.ts';
import { checkRoute } from '../routes/of-workout.ts';
import { notFound } from '../server/errors.ts';
import { route } from '../server/route.ts';
import { loadOfTold } from '../stats/load.ts';
import { ownWorkout } from './access.ts';
import { COUNTED_COLUMNS, legChanged, workoutChanged } from './changes.ts';
import { checkLeg, checkRecorded, checkWorkout } from './checks.ts';
import { inTurn } from './counts.ts';
import { localDay } from './local-day.ts';
import { figuresOfTold, type Told } from './manual.ts';
import { loadMember, type Member } from './member.ts';
import { answerWorkout } from './one.ts';
import { nameOfActivity } from './presenter.ts';
import type { Trx, WorkoutRow } from './rows.ts';
import type { WorkoutTable } from './tables.ts';

type Change = Updateable<WorkoutTable>;

export const updateRoute = route<typeof workoutCalls.update>({
  call: workoutCalls.update,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const before = await ownWorkout(context, caller, params.id, 'edit');
    const now = context.now();
    checkLeg(before, body);
    if (before.has_time_series) checkRecorded(before, body);
    checkWorkout(whole(before, body), now);
    const member = await loadMember(context.db, before.user_id);
    // What was chosen once stays, though its owner may have closed it since.
    const chosen =
      body.route_id !== undefined && body.route_id !== before.route_id ? body.route_id : undefined;
    const change: Change = {
      ...described(before, body),
      ...(before.has_time_series ? {} : told(before, body, member, now)),
      ...(chosen !== undefined && { route_id: await checkRoute(context.db, caller, chosen) }),
      updated_at: now,
    };
    const row = await inTurn(context.db, before.user_id, async (trx) => {
      if (body.gear_id !== undefined) change.gear_id = await checkGear(trx, before.user_id, body.gear_id);
      return apply(trx, before, change, member);
    });
    return answerWorkout(context, caller, row, 'self');
  },
});

/** The workout as it would be after the change, for the checks that look at more than one field. */
const whole = (row: WorkoutRow, change: WorkoutUpdate) => ({
  activity_type_id: change.activity_type_id ?? row.activity_type_id,
  start_datetime: change.start_datetime ?? row.start_at.toISOString(),
  start_locale_timezone: change.start_locale_timezone ?? row.time_zone,
  heartrate_avg: change.heartrate_avg === undefined ? row.heartrate_avg : change.heartrate_avg,
  heartrate_max: change.heartrate_max === undefined ? row.heartrate_max : change.heartrate_max,
});

function described(row: WorkoutRow, change: WorkoutUpdate): Change {
  const activity = change.activity_type_id ?? row.activity_type_id;
  return {
    name: change.name === undefined ? row.name : change.name || nameOfActivity(activity),
    notes: change.notes ?? row.notes,
    activity_type_id: activity,
    privacy: change.privacy ?? row.privacy,
  };
}

function told(row: WorkoutRow, change: WorkoutUpdate, member: Member, now: Date): Change {
  const start = change.start_datetime ? new Date(change.start_datetime) : row.start_at;
  const timeZone = change.start_locale_timezone ?? row.time_zone;
  const kept = row.energy_estimated ? null : row.metabolic_energy_total;
  const facts: Told = {
    activity_type_id: change.activity_type_id ?? row.activity_type_id,
    duration: change.duration ?? row.elapsed_time_total ?? 0,
    distance: change.distance === undefined ? row.distance_total : change.distance,
    energy: change.energy === undefined ? kept : change.energy,
    heartrate_avg: change.heartrate_avg === undefined ? row.heartrate_avg : change.heartrate_avg,
    heartrate_max: change.heartrate_max === undefined ? row.heartrate_max : change.heartrate_max,
  };
  const place = { start_at: start, time_zone: timeZone, local_day: localDay(start, timeZone) };
  // A file without series still knows moving time and the like: they stay unless the member changes what they rest on.
  const fields = [
    'activity_type_id',
    'duration',
    'distance',
    'energy',
    'heartrate_avg',
    'heartrate_max',
  ] as const;
  if (fields.every((field) => change[field] === undefined)) return place;
  const { figures, energyEstimated, warnings } = figuresOfTold(facts, member, now);
  const timed =
    change.duration === undefined
      ? { active_time_total: row.active_time_total }
      : { paused_time_total: null, stopped_time_total: null };
  return {
    ...place,
    ...figures,
    ...timed,
    energy_estimated: energyEstimated,
    warnings: JSON.stringify(warnings),
  };
}

async function apply(trx: Trx, before: WorkoutRow, change: Change, member: Member): Promise<WorkoutRow> {
  const { user_id: userId, id } = before;
  const current = await trx
    .selectFrom('workouts')
    .select(COUNTED_COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  // Deleted since it was looked up.
  if (!current) throw notFound('workout');
  const privacy = change.privacy ?? current.privacy;
  if (privacy !== current.privacy && before.parent_id === null) {
    await trx
      .updateTable('workouts')
      .set({ privacy })
      .where('user_id', '=', userId)
      .where('parent_id', '=', id)
      .execute();
  }
  const after = { ...before, ...change };
  const row = await trx
    .updateTable('workouts')
    .set({
      ...change,
      ...(before.has_time_series ? {} : { load: await loadOfTold(trx, member, after.start_at, after) }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.parent_id === null) await workoutChanged(trx, current, row);
  else await legChanged(trx, row);
  return row;
}
