import { workoutCalls } from '@waymark/api-contract';
import { writtenFieldsOf } from '../../recordings/model/written-fields.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { runOnce, idempotentCallOf } from '../../kernel/idempotency/run-once.ts';
import { countMember, WRITES } from '../../kernel/server/member-limit.ts';
import { route } from '../../kernel/server/route.ts';
import { inheritRestrictions } from '../privacy/restrictions.ts';
import { estimateLoad } from '../stats/estimate-load.ts';
import { ownWorkout } from '../workout-store/workout-access.ts';
import { checkWorkout } from './check-workout.ts';
import { announceAdded } from '../workout-store/announce-changes.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { localDay } from '../../kernel/local-day.ts';
import { figuresWithoutHealthData } from '../workout-store/health-figures.ts';
import { loadMember } from '../workout-store/member.ts';
import { answerOwnWorkout } from './read.ts';
import { FIGURES } from '../workout-store/workout-rows.ts';

/**
 * A copy keeps what the workout was and its figures; track, series, laps and legs belong to the day they were recorded.
 * Hidden health data is not copied: a copy would be health data that was stored without consent.
 */
export const copyHandler = route<typeof workoutCalls.copy>({
  call: workoutCalls.copy,
  access: 'member',
  async handler({ context, caller, params, body, request }) {
    const original = await ownWorkout(context, caller, params.id, 'copy');
    countMember(request, 'workouts', original.user_id, WRITES);
    const now = context.now();
    const start = body.start_datetime ? new Date(body.start_datetime) : now;
    checkWorkout(
      {
        activity_type_id: original.activity_type_id,
        start_datetime: start.toISOString(),
        start_locale_timezone: original.time_zone,
      },
      now,
    );
    const idempotentCall = idempotentCallOf(
      request,
      original.user_id,
      JSON.stringify([original.id, body]),
      now,
    );
    const add = async (trx: Trx, id: number) => {
      // Made private a moment ago, so is the copy.
      const from = await ownWorkout({ ...context, db: trx }, caller, params.id, 'copy');
      const member = await loadMember(trx, from.user_id);
      const figures = member.hidesHealthData ? figuresWithoutHealthData(from) : from;
      const copy = await trx
        .insertInto('workouts')
        .values({
          ...Object.fromEntries(FIGURES.map((figure) => [figure, figures[figure]])),
          load: await estimateLoad(trx, member, start, figures),
          user_id: from.user_id,
          id,
          name: from.name,
          ...writtenFieldsOf(from),
          activity_type_id: from.activity_type_id,
          gear_id: from.gear_id,
          route_id: from.route_id,
          start_at: start,
          time_zone: from.time_zone,
          local_day: localDay(start, from.time_zone),
          privacy: from.privacy,
          source: 'copy',
          leg_count: 0,
          has_time_series: false,
          energy_estimated: figures.energy_estimated,
          laps: '[]',
          warnings: '[]',
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await announceAdded(context, trx, copy);
      await inheritRestrictions(context, trx, from.user_id, { from: [from.parent_id ?? from.id], to: [id] });
    };
    const { id } = await withMemberLock(context.db, original.user_id, (trx) =>
      runOnce(trx, idempotentCall, context.newId(), (id) => add(trx, id)),
    );
    return answerOwnWorkout(context, await ownWorkout(context, caller, id, 'edit'));
  },
});
