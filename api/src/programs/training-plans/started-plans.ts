import { type PlannedSession, startedPlanCalls } from '@waymark/api-contract';
import { withMemberLock } from '../../members/member-lock.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { addDays } from '../../kernel/local-day.ts';
import { checkPremium, setAdaptive } from './adaptive-plans.ts';
import { changeSessions } from './planned-sessions.ts';
import {
  findToday,
  loadSteps,
  presentSessions,
  presentStarted,
  presentStartedDetails,
  readStartedPlan,
  readStartedPlans,
} from './read-started.ts';
import { checkActivePlans } from './start-plan.ts';

const COMING_DAYS = 6;

export const listStartedHandler = route<typeof startedPlanCalls.list>({
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

export const startedHandler = route<typeof startedPlanCalls.one>({
  call: startedPlanCalls.one,
  access: 'member',
  handler: ({ context, caller, params }) => presentStartedDetails(context, caller!.userId, params.id),
});

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A member deleted a plan that they had started. Published after it is gone. */
    startedPlanRemoved: { userId: number; planId: number };
  }
}

export const removeStartedHandler = route<typeof startedPlanCalls.remove>({
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

export const updateStartedHandler = route<typeof startedPlanCalls.update>({
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
