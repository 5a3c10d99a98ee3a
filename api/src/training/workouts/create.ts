import { workoutCalls } from '@waymark/api-contract';
import type { Trx } from '../../kernel/database/tables.ts';
import { writtenFieldsOf } from '../../recordings/model/written-fields.ts';
import { gearOfNew } from './gear/gear-of-workout.ts';
import { runOnce, idempotentCallOf } from '../../kernel/idempotency/run-once.ts';
import { checkRoute } from './route-of-workout.ts';
import { countMember, WRITES } from '../../kernel/server/member-limit.ts';
import { route } from '../../kernel/server/route.ts';
import { estimateLoad } from '../stats/estimate-load.ts';
import { ownWorkout } from '../workout-store/workout-access.ts';
import { announceAdded } from '../workout-store/announce-changes.ts';
import { checkWorkout } from './check-workout.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { localDay } from '../../kernel/local-day.ts';
import { figuresOfManualEntry } from './manual-entry.ts';
import { loadMember } from '../workout-store/member.ts';
import { requireHealthConsent } from '../../members/consents/require-health-consent.ts';
import { answerOwnWorkout } from './read.ts';
import { nameOfActivity } from '../../recordings/activity-names.ts';

export const createHandler = route<typeof workoutCalls.create>({
  call: workoutCalls.create,
  access: 'member',
  async handler({ context, caller, body, request }) {
    const userId = caller!.userId;
    countMember(request, 'workouts', userId, WRITES);
    const now = context.now();
    checkWorkout(body, now);
    const start = new Date(body.start_datetime);
    const routeId = await checkRoute(context.db, caller, body.route_id ?? null);
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now);
    const add = async (trx: Trx, id: number) => {
      const { heartrate_avg, heartrate_max } = body;
      await requireHealthConsent(trx, userId, { heartrate_avg, heartrate_max });
      const member = await loadMember(trx, userId);
      const { figures, energyEstimated, warnings } = figuresOfManualEntry(body, member, now);
      const workout = await trx
        .insertInto('workouts')
        .values({
          ...figures,
          load: await estimateLoad(trx, member, start, figures),
          user_id: userId,
          id,
          name: body.name || nameOfActivity(body.activity_type_id),
          ...writtenFieldsOf(body),
          activity_type_id: body.activity_type_id,
          gear_id: await gearOfNew(trx, userId, body.gear_id, body.activity_type_id),
          route_id: routeId,
          start_at: start,
          time_zone: body.start_locale_timezone,
          local_day: localDay(start, body.start_locale_timezone),
          privacy: body.privacy ?? member.workoutPrivacy,
          source: 'manual',
          leg_count: 0,
          has_time_series: false,
          energy_estimated: energyEstimated,
          laps: '[]',
          warnings: JSON.stringify(warnings),
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await announceAdded(context, trx, workout);
    };
    const { id } = await withMemberLock(context.db, userId, (trx) =>
      runOnce(trx, idempotentCall, context.newId(), (id) => add(trx, id)),
    );
    return answerOwnWorkout(context, await ownWorkout(context, caller, id, 'edit'));
  },
});
