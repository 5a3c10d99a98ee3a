import { workoutCalls } from '@waymark/api-contract';
import { gearOfNew } from '../gear/of-workout.ts';
import { checkRoute } from '../routes/of-workout.ts';
import { route } from '../server/route.ts';
import { loadOfTold } from '../stats/load.ts';
import { workoutAdded } from './changes.ts';
import { checkWorkout } from './checks.ts';
import { inTurn } from './counts.ts';
import { localDay } from './local-day.ts';
import { figuresOfTold } from './manual.ts';
import { loadMember } from './member.ts';
import { answerWorkout } from './one.ts';
import { nameOfActivity } from './presenter.ts';

export const createRoute = route<typeof workoutCalls.create>({
  call: workoutCalls.create,
  access: 'member',
  async handler({ context, caller, body }) {
    const userId = caller!.userId;
    const now = context.now();
    checkWorkout(body, now);
    const member = await loadMember(context.db, userId);
    const { figures, energyEstimated, warnings } = figuresOfTold(body, member, now);
    const start = new Date(body.start_datetime);
    const routeId = await checkRoute(context.db, caller, body.route_id ?? null);
    const privacy = body.privacy ?? member.workoutPrivacy;
    const row = await inTurn(context.db, userId, async (trx) => {
      const workout = await trx
        .insertInto('workouts')
        .values({
          ...figures,
          load: await loadOfTold(trx, member, start, figures),
          user_id: userId,
          id: context.newId(),
          name: body.name || nameOfActivity(body.activity_type_id),
          notes: body.notes ?? '',
          activity_type_id: body.activity_type_id,
          gear_id: await gearOfNew(trx, userId, body.gear_id, body.activity_type_id),
          route_id: routeId,
          start_at: start,
          time_zone: body.start_locale_timezone,
          local_day: localDay(start, body.start_locale_timezone),
          privacy,
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
      await workoutAdded(trx, workout);
      return workout;
    });
    return answerWorkout(context, caller, row, 'self');
  },
});
