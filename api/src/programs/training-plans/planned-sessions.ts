import { startedPlanCalls } from '@waymark/api-contract';
import type { Trx } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, invalid, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { addDays } from '../../kernel/local-day.ts';
import { closenessOf, sharesTraining } from './match-sessions.ts';
import { PlanChange } from './plan-change.ts';
import {
  CHOICE_DAYS,
  findToday,
  presentSessions,
  presentStarted,
  presentStartedDetails,
  readStartedPlan,
  readWorkouts,
  type SessionRow,
} from './read-started.ts';

type Change = (plan: PlanChange, trx: Trx) => Promise<void> | void;

/** Under the member lock. @throws ApiProblem 404, 409 for a plan that was stopped */
export async function changeSessions(
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

export const arrangeHandler = route<typeof startedPlanCalls.arrange>({
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

export const updateSessionHandler = route<typeof startedPlanCalls.updateSession>({
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

export const sessionHandler = route<typeof startedPlanCalls.session>({
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
