import { type WorkoutUpdate, workoutCalls } from '@waymark/api-contract';
import type { Updateable } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import { hasHeartRate, isEnergyFromHeartRate } from '../../recordings/model/health-data.ts';
import { writtenFieldsOf } from '../../recordings/model/written-fields.ts';
import { checkGear } from './gear/gear-of-workout.ts';
import { checkRoute } from './route-of-workout.ts';
import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { estimateLoad } from '../stats/estimate-load.ts';
import { ownWorkout } from '../workout-store/workout-access.ts';
import { announceLegUpdated, announceUpdated } from '../workout-store/announce-changes.ts';
import { checkLeg, checkRecorded, checkWorkout } from './check-workout.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { estimateEnergy } from '../workout-store/energy.ts';
import { loadMember, type Member } from '../workout-store/member.ts';
import { requireHealthConsent } from '../../members/consents/require-health-consent.ts';
import { answerOwnWorkout } from './read.ts';
import { nameOfActivity } from '../../recordings/activity-names.ts';
import { findWorkout, type WorkoutRow } from '../workout-store/workout-rows.ts';
import { tidy } from '../workout-store/recorded-figures.ts';
import type { WorkoutTable } from '../workout-store/tables.ts';
import { changeManualEntry } from './change-manual-entry.ts';

type Change = Updateable<WorkoutTable>;

export const updateHandler = route<typeof workoutCalls.update>({
  call: workoutCalls.update,
  access: 'member',
  async handler({ context, caller, params, body: sent }) {
    const { user_id: userId } = await ownWorkout(context, caller, params.id, 'edit');
    const row = await withMemberLock(context.db, userId, async (trx) => {
      // Another change may have been made since the caller was let in, or the workout deleted.
      const before = await findWorkout(trx, params.id);
      if (!before) throw notFound('workout');
      const now = context.now();
      const member = await loadMember(trx, userId);
      const { heartrate_avg, heartrate_max, energy } = sent;
      await requireHealthConsent(trx, userId, {
        heartrate_avg,
        heartrate_max,
        // Beside a heart rate that is hidden it would be taken for its, and be seen by nobody.
        ...(hasHeartRate(before) && { energy }),
      });
      const body = member.hidesHealthData ? withoutHiddenFigures(sent, before) : sent;
      checkLeg(before, body);
      if (before.has_time_series) checkRecorded(before, body);
      checkWorkout(whole(before, body), now, before.start_at);
      const change: Change = {
        ...described(before, body),
        ...(before.has_time_series
          ? estimateOfRecording(before, body.activity_type_id, member)
          : changeManualEntry(before, body, member, now)),
        ...(await belongings(trx, caller, before, body)),
        // It tells one state from the next, so two changes never share one.
        updated_at: new Date(Math.max(now.getTime(), before.updated_at.getTime() + 1)),
      };
      return apply(context, trx, before, change, member);
    });
    return answerOwnWorkout(context, row);
  },
});

/** While health data is hidden a form sends null for it, which must not erase what is stored. */
function withoutHiddenFigures(change: WorkoutUpdate, row: WorkoutRow): WorkoutUpdate {
  const { energy } = change;
  const isHidden = energy === null && isEnergyFromHeartRate(row);
  return {
    ...change,
    heartrate_avg: undefined,
    heartrate_max: undefined,
    energy: isHidden ? undefined : energy,
  };
}

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
    ...writtenFieldsOf(change, row),
    activity_type_id: activity,
    privacy: change.privacy ?? row.privacy,
  };
}

/** Of a recording only its activity changes what it took, and only where no device measured that. */
export function estimateOfRecording(
  row: Pick<
    WorkoutRow,
    | 'activity_type_id'
    | 'energy_estimated'
    | 'leg_count'
    | 'active_time_total'
    | 'distance_total'
    | 'start_at'
  >,
  activity: number | undefined,
  member: Member,
): Pick<Change, 'metabolic_energy_total'> {
  if (activity === undefined || activity === row.activity_type_id) return {};
  if (!row.energy_estimated || row.leg_count > 0) return {};
  const { active_time_total, distance_total, start_at } = row;
  const estimate = estimateEnergy(activity, active_time_total ?? 0, distance_total, member, start_at);
  return { metabolic_energy_total: tidy(estimate?.energy) };
}

/** Gear and route. @throws ApiProblem for one that the member may not choose */
async function belongings(
  trx: Trx,
  caller: Caller | null,
  row: WorkoutRow,
  { gear_id, route_id }: WorkoutUpdate,
): Promise<Change> {
  const change: Change = {};
  if (gear_id !== undefined) change.gear_id = await checkGear(trx, row.user_id, gear_id);
  // What was chosen once stays, though its owner may have closed it since.
  if (route_id !== undefined && route_id !== row.route_id)
    change.route_id = await checkRoute(trx, caller, route_id);
  return change;
}

async function apply(
  context: Context,
  trx: Trx,
  before: WorkoutRow,
  change: Change,
  member: Member,
): Promise<WorkoutRow> {
  const { user_id: userId, id } = before;
  if (change.privacy !== undefined && change.privacy !== before.privacy && before.parent_id === null) {
    await trx
      .updateTable('workouts')
      .set({ privacy: change.privacy })
      .where('user_id', '=', userId)
      .where('parent_id', '=', id)
      .execute();
  }
  const after = { ...before, ...change };
  const row = await trx
    .updateTable('workouts')
    .set({
      ...change,
      // Of a hidden heart rate it is taken again once that may be used.
      ...(before.has_time_series || member.hidesHealthData
        ? {}
        : { load: await estimateLoad(trx, member, after.start_at, after) }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.parent_id === null) await announceUpdated(context, trx, before, row);
  else await announceLegUpdated(context, trx, row);
  return row;
}
