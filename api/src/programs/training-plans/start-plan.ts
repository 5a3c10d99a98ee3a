import { ACTIVE_PLANS_MAX, STARTED_PLANS_MAX, startedPlanCalls } from '@waymark/api-contract';
import type { Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, invalid } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { addDays } from '../../kernel/local-day.ts';
import { type FoundPlan, findPlan, totalsOf } from './plan-store.ts';
import { findToday, presentStartedDetails } from './read-started.ts';

/** A plan may have begun before it is entered here, and may be meant for next year. */
const START_AGO_DAYS = 28;
const START_AHEAD_DAYS = 366;

/** The first day of a plan, from the day that it starts or ends on. @throws ApiProblem 400 for a day that is too early or late */
function firstDayOf(
  { weeks }: Pick<FoundPlan, 'weeks'>,
  { anchor, day }: { anchor: 'start' | 'finish'; day: string },
  today: string,
): string {
  const offsets = weeks.flatMap(({ sessions }, week) => sessions.map((session) => week * 7 + session.day));
  // An archive may bring a plan without sessions.
  const length = Math.max(0, ...offsets);
  const firstDay = anchor === 'start' ? day : addDays(day, -length);
  const earliest = addDays(today, -START_AGO_DAYS);
  if (firstDay < earliest) {
    const least = anchor === 'start' ? earliest : addDays(earliest, length);
    throw invalid({
      day: [
        anchor === 'start'
          ? `Choose ${least} or later.`
          : `This plan takes ${weeks.length} weeks. Choose ${least} or later.`,
      ],
    });
  }
  if (firstDay > addDays(today, START_AHEAD_DAYS)) throw invalid({ day: ['Start within a year from now.'] });
  return firstDay;
}

/** @throws ApiProblem 409 */
export async function checkActivePlans(trx: Trx, userId: number, today: string): Promise<void> {
  const active = await trx
    .selectFrom('started_plans as p')
    .innerJoin('planned_sessions as s', (on) =>
      on.onRef('s.user_id', '=', 'p.user_id').onRef('s.started_plan_id', '=', 'p.id'),
    )
    .select('p.id')
    .distinct()
    .where('p.user_id', '=', userId)
    .where('p.status', '=', 'active')
    .where('s.day', '>=', today)
    .execute();
  if (active.length >= ACTIVE_PLANS_MAX)
    throw conflict(
      'too_many_active_plans',
      `You follow ${ACTIVE_PLANS_MAX} plans. Stop one to start another.`,
      { max: ACTIVE_PLANS_MAX },
    );
}

async function addStarted(
  { newId, now }: Context,
  trx: Trx,
  userId: number,
  { id, plan, firstDay }: { id: number; plan: FoundPlan; firstDay: string },
): Promise<void> {
  const { title, goal, level, weeks, templateName, made } = plan;
  const { n } = await trx
    .selectFrom('started_plans')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (n >= STARTED_PLANS_MAX)
    throw conflict('too_many', `You have ${STARTED_PLANS_MAX} plans. Delete one to add another.`, {
      max: STARTED_PLANS_MAX,
    });
  await trx
    .insertInto('started_plans')
    .values({
      user_id: userId,
      id,
      template_name: templateName,
      own_plan_id: made?.userId === userId ? made.id : null,
      title,
      goal,
      level,
      week_count: weeks.length,
      first_day: firstDay,
      status: 'active',
      stopped_day: null,
      created_at: now(),
      updated_at: now(),
    })
    .execute();
  const rows = weeks.flatMap(({ sessions }, week) =>
    sessions.map((session) => {
      const { sport, kind, title: name, description, steps } = session;
      const day = addDays(firstDay, week * 7 + session.day);
      return {
        user_id: userId,
        id: newId(),
        started_plan_id: id,
        week,
        day,
        planned_day: day,
        sport,
        kind,
        title: name,
        description,
        steps: JSON.stringify(steps),
        ...totalsOf(session),
        is_skipped: false,
        workout_id: null,
        is_unmatched: false,
        revision: 0,
        updated_at: now(),
      };
    }),
  );
  for (let from = 0; from < rows.length; from += 500)
    await trx
      .insertInto('planned_sessions')
      .values(rows.slice(from, from + 500))
      .execute();
}

export const startHandler = route<typeof startedPlanCalls.start>({
  call: startedPlanCalls.start,
  access: 'member',
  async handler({ context, caller, body, request }) {
    const { userId } = caller!;
    const plan = await findPlan(context.db, caller, body.plan, body.key);
    const today = await findToday(context, userId);
    const firstDay = firstDayOf(plan, body, today);
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), context.now());
    const { id } = await withMemberLock(context.db, userId, (trx) =>
      runOnce(trx, idempotentCall, context.newId(), async (newOne) => {
        await checkActivePlans(trx, userId, today);
        await addStarted(context, trx, userId, { id: newOne, plan, firstDay });
      }),
    );
    return presentStartedDetails(context, userId, id);
  },
});
