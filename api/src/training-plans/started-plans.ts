import {
  ACTIVE_PLANS_MAX,
  type PlannedSession,
  STARTED_PLANS_MAX,
  startedPlanCalls,
} from '@waymark/api-contract';
import type { Trx } from '../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../kernel/idempotency/run-once.ts';
import { withMemberLock } from '../kernel/member-lock.ts';
import type { Context } from '../kernel/server/context.ts';
import { conflict, invalid, notFound } from '../kernel/server/errors.ts';
import { route } from '../kernel/server/route.ts';
import { addDays } from '../workout-store/local-day.ts';
import { checkPremium, setAdaptive } from './adaptive-plans.ts';
import { closenessOf, sharesTraining } from './match-sessions.ts';
import { PlanChange } from './plan-change.ts';
import { type FoundPlan, findPlan, totalsOf } from './plan-store.ts';
import {
  CHOICE_DAYS,
  findToday,
  loadSteps,
  presentSessions,
  presentStarted,
  presentStartedDetails,
  readStartedPlan,
  readStartedPlans,
  readWorkouts,
  type SessionRow,
} from './read-started.ts';

/** A plan may have begun before it is entered here, and may be meant for next year. */
const START_AGO_DAYS = 28;
const START_AHEAD_DAYS = 366;
const COMING_DAYS = 6;

export const listStartedRoute = route<typeof startedPlanCalls.list>({
  call: startedPlanCalls.list,
  access: 'member',
  async handler({ context, caller }) {
    const { userId } = caller!;
    const [plans, today] = await Promise.all([
      readStartedPlans(context.db, userId),
      findToday(context, userId),
    ]);
    const coming: PlannedSession[] = [];
    const presented = plans.map((plan) => {
      const sessions = presentSessions(plan, today);
      if (plan.row.status === 'active')
        coming.push(...sessions.filter(({ day }) => day >= today && day <= addDays(today, COMING_DAYS)));
      return presentStarted(plan, sessions, today);
    });
    coming.sort((a, b) => a.day.localeCompare(b.day) || a.id - b.id);
    await loadSteps(context.db, userId, [
      ...coming,
      ...presented.flatMap(({ next_session: next }) => next ?? []),
    ]);
    return { today, started_plans: presented, coming };
  },
});

/** The first day of a plan, from the day that it starts or ends on. @throws ApiProblem 400 for a day that is too early or late */
export function firstDayOf(
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
async function checkActivePlans(trx: Trx, userId: number, today: string): Promise<void> {
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

export const startRoute = route<typeof startedPlanCalls.start>({
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

export const startedRoute = route<typeof startedPlanCalls.one>({
  call: startedPlanCalls.one,
  access: 'member',
  handler: ({ context, caller, params }) => presentStartedDetails(context, caller!.userId, params.id),
});

declare module '../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A member deleted a plan that they had started. Published after it is gone. */
    startedPlanRemoved: { userId: number; planId: number };
  }
}

export const removeStartedRoute = route<typeof startedPlanCalls.remove>({
  call: startedPlanCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    const { userId } = caller!;
    await withMemberLock(context.db, userId, async (trx) => {
      const gone = await trx
        .deleteFrom('started_plans')
        .where('user_id', '=', userId)
        .where('id', '=', params.id)
        .returning('id')
        .executeTakeFirst();
      if (!gone) throw notFound('plan');
      await trx
        .deleteFrom('planned_sessions')
        .where('user_id', '=', userId)
        .where('started_plan_id', '=', params.id)
        .execute();
      await context.publish(trx, 'startedPlanRemoved', { userId, planId: params.id });
    });
    return undefined;
  },
});

type Change = (plan: PlanChange, trx: Trx) => Promise<void> | void;

/** Under the member lock. @throws ApiProblem 404, 409 for a plan that was stopped */
async function changeSessions(
  { now }: Pick<Context, 'now'>,
  trx: Trx,
  { userId, planId }: { userId: number; planId: number },
  change: Change,
): Promise<void> {
  const plan = new PlanChange(await readStartedPlan(trx, userId, planId));
  if (plan.state.row.status === 'stopped')
    throw conflict('plan_over', 'This plan was stopped. Take it up again to change it.');
  await change(plan, trx);
  await plan.save(trx, now());
}

/** @throws ApiProblem 404, 409 for a plan that was stopped */
async function changePlan(
  context: Context,
  userId: number,
  findId: (trx: Trx) => Promise<number>,
  change: Change,
) {
  const id = await withMemberLock(context.db, userId, async (trx) => {
    const planId = await findId(trx);
    await changeSessions(context, trx, { userId, planId }, change);
    return planId;
  });
  return presentStartedDetails(context, userId, id);
}

export const updateStartedRoute = route<typeof startedPlanCalls.update>({
  call: startedPlanCalls.update,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const { userId } = caller!;
    const { status, shift, is_adaptive: isAdaptive } = body;
    const planId = params.id;
    await withMemberLock(context.db, userId, async (trx) => {
      const plan = await readStartedPlan(trx, userId, planId);
      const { row } = plan;
      if (isAdaptive) checkPremium(context, userId);
      if (status !== undefined && status !== row.status) {
        const today = await findToday({ db: trx, now: context.now }, userId);
        if (status === 'active') await checkActivePlans(trx, userId, today);
        await trx
          .updateTable('started_plans')
          .set({
            status,
            stopped_day: status === 'stopped' ? today : null,
            updated_at: context.now(),
          })
          .where('user_id', '=', userId)
          .where('id', '=', planId)
          .execute();
      }
      if (isAdaptive !== undefined && isAdaptive !== row.is_adaptive)
        await setAdaptive(context, trx, plan, isAdaptive);
      if (shift)
        await changeSessions(context, trx, { userId, planId }, (change) => {
          for (const session of change.state.sessions)
            if (session.day >= shift.from && !session.is_skipped && !change.isDone(session))
              change.move(session, addDays(session.day, shift.days));
        });
    });
    return presentStartedDetails(context, userId, planId);
  },
});

export const arrangeRoute = route<typeof startedPlanCalls.arrange>({
  call: startedPlanCalls.arrange,
  access: 'member',
  handler: ({ context, caller, params, body }) =>
    changePlan(
      context,
      caller!.userId,
      () => Promise.resolve(params.id),
      (plan) => {
        for (const { id, day } of body.sessions) plan.move(plan.session(id), day);
      },
    ),
});

async function findSession(db: Context['db'], userId: number, id: number) {
  const row = await db
    .selectFrom('planned_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('session');
  return row;
}

/**
 * Reads the workout that the member chooses for a session, and those that share training with it.
 * @throws ApiProblem 400 for a workout that is not the member's, or far from the session
 */
async function readChoice(trx: Trx, session: SessionRow, workoutId: number): Promise<Set<number>> {
  const [from, to] = [addDays(session.day, -CHOICE_DAYS), addDays(session.day, CHOICE_DAYS)];
  const workouts = await readWorkouts(trx, session.user_id, from, to);
  const chosen = workouts.find(({ id }) => id === workoutId);
  if (!chosen)
    throw invalid(
      { workout_id: ['Choose one of your workouts within a week of the session.'] },
      { workout_id: [{ code: 'invalid_choice' }] },
    );
  return new Set(workouts.filter((one) => sharesTraining(one, chosen)).map(({ id }) => id));
}

export const updateSessionRoute = route<typeof startedPlanCalls.updateSession>({
  call: startedPlanCalls.updateSession,
  access: 'member',
  handler: ({ context, caller, params, body }) =>
    changePlan(
      context,
      caller!.userId,
      async (trx) => (await findSession(trx, caller!.userId, params.id)).started_plan_id,
      async (plan, trx) => {
        const session = plan.session(params.id);
        if ('day' in body) plan.move(session, body.day);
        else if ('swap_with' in body) {
          const other = plan.session(body.swap_with);
          const { day } = session;
          plan.move(session, other.day);
          plan.move(other, day);
        } else if ('is_skipped' in body) {
          if (body.is_skipped && plan.isDone(session))
            throw conflict('session_done', 'This session is done. It stays on the day of its workout.');
          if (session.is_skipped === body.is_skipped) return;
          plan.set(session, { is_skipped: body.is_skipped });
          if (body.is_skipped && body.closes_up)
            plan.closeUp(session, await findToday({ db: trx, now: context.now }, caller!.userId));
        } else if ('workout_id' in body) {
          const { workout_id: workoutId } = body;
          if (workoutId !== null) {
            const shared = await readChoice(trx, session, workoutId);
            for (const other of plan.state.sessions)
              if (other.workout_id !== null && shared.has(other.workout_id))
                plan.set(other, { workout_id: null });
          }
          plan.set(session, {
            workout_id: workoutId,
            is_unmatched: workoutId === null,
            ...(workoutId !== null && { is_skipped: false }),
          });
        } else plan.set(session, { workout_id: null, is_unmatched: false });
      },
    ),
});

export const sessionRoute = route<typeof startedPlanCalls.session>({
  call: startedPlanCalls.session,
  access: 'member',
  async handler({ context, caller, params }) {
    const { userId } = caller!;
    const row = await findSession(context.db, userId, params.id);
    const [plan, today, workouts] = await Promise.all([
      readStartedPlan(context.db, userId, row.started_plan_id),
      findToday(context, userId),
      readWorkouts(context.db, userId, addDays(row.day, -CHOICE_DAYS), addDays(row.day, CHOICE_DAYS)),
    ]);
    const session = presentSessions(plan, today).find(({ id }) => id === row.id)!;
    const candidates = workouts
      .map((workout) => ({
        id: workout.id,
        name: workout.name,
        day: workout.local_day,
        closeness: closenessOf(row, workout),
      }))
      .toSorted((a, b) => (b.closeness ?? -1) - (a.closeness ?? -1) || b.id - a.id)
      .slice(0, 20);
    const { title, status } = presentStarted(plan, [], today);
    return { ...session, plan_title: title, is_plan_active: status !== 'stopped', candidates };
  },
});
