import { sql } from 'kysely';
import { hasPremium } from '../../commerce/billing/premium-index.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { hourly } from '../../kernel/jobs/recurring.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { sweepEach } from '../../kernel/server/sweeps.ts';
import { adaptPlan, type Adaptation } from './adapt-plan.ts';
import { PlanChange } from './plan-change.ts';
import {
  findToday,
  presentSessions,
  readStartedPlans,
  type StartedPlanState,
  statusOf,
} from './read-started.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** A plan was adapted to a break while its member was away. Under the member lock. */
    planAdapted: {
      userId: number;
      planId: number;
      /** A new id, for what the member is told. */
      causeId: number;
      at: Date;
    };
  }
}

const PLANS_AT_ONCE = 200;

interface PlanKey {
  user_id: number;
  id: number;
}

/** @throws ApiProblem 403 */
export function checkPremium(context: Context, userId: number): void {
  if (!hasPremium(context, userId))
    throw new ApiProblem(
      403,
      'premium_required',
      'Adaptive plans are part of premium. Get premium to use them.',
    );
}

interface DueAdaptation {
  plan: PlanChange;
  adaptation: Adaptation;
  today: string;
}

async function findDueAdaptation(
  db: Db,
  now: Context['now'],
  { user_id: userId, id }: PlanKey,
): Promise<DueAdaptation | null> {
  const [state] = await readStartedPlans(db, userId, id);
  const today = await findToday({ db, now }, userId);
  if (!state?.row.is_adaptive || statusOf(state, today) !== 'active') return null;
  const plan = new PlanChange(state);
  const adaptation = adaptPlan({
    today,
    adaptedDay: state.row.adapted_day,
    latestDay: plan.range[1],
    sessions: presentSessions(state, today),
    workouts: [...state.workouts.values()],
  });
  return adaptation && { plan, adaptation, today };
}

/** Under the member lock. @returns whether there was something to adapt */
async function applyAdaptation(context: Context, trx: Trx, key: PlanKey): Promise<boolean> {
  const due = await findDueAdaptation(trx, context.now, key);
  if (!due) return false;
  const { plan, adaptation, today } = due;
  for (const [id, day] of adaptation.days) plan.set(plan.session(id), { day });
  for (const [id, load] of adaptation.loads) plan.setLoad(plan.session(id), load);
  await plan.save(trx, context.now());
  await trx
    .updateTable('started_plans')
    .set({
      adapted_day: today,
      away_days: adaptation.awayDays,
      moved_days: adaptation.movedDays,
      eased_until: adaptation.easedUntil,
      updated_at: context.now(),
    })
    .where('user_id', '=', key.user_id)
    .where('id', '=', key.id)
    .execute();
  return true;
}

async function restoreLoads({ now }: Context, trx: Trx, state: StartedPlanState): Promise<void> {
  const plan = new PlanChange(state);
  for (const session of state.sessions)
    if (session.load_percent < 100 && !plan.isDone(session)) plan.setLoad(session, 100);
  await plan.save(trx, now());
}

/**
 * Under the member lock. Switched on, a plan adapts at once, which the member sees and is not notified of; switched off,
 * it has its full load again and stays on the days to which it has moved.
 */
export async function setAdaptive(
  context: Context,
  trx: Trx,
  state: StartedPlanState,
  isAdaptive: boolean,
): Promise<void> {
  const { user_id: userId, id } = state.row;
  await trx
    .updateTable('started_plans')
    .set({
      is_adaptive: isAdaptive,
      ...(!isAdaptive && { adapted_day: null, away_days: null, moved_days: null, eased_until: null }),
      updated_at: context.now(),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  if (isAdaptive) await applyAdaptation(context, trx, { user_id: userId, id });
  else await restoreLoads(context, trx, state);
}

/** Most plans need nothing, which is found out without the lock. */
async function adaptInBackground(context: Context, key: PlanKey): Promise<void> {
  const { db, now } = context;
  const { user_id: userId, id: planId } = key;
  if (!hasPremium(context, userId) || !(await findDueAdaptation(db, now, key))) return;
  await withMemberLock(db, userId, async (trx) => {
    if (await applyAdaptation(context, trx, key))
      await context.publish(trx, 'planAdapted', { userId, planId, causeId: context.newId(), at: now() });
  });
}

export async function adaptPlans(context: Context): Promise<void> {
  const { db } = context;
  for (let last: PlanKey = { user_id: 0, id: 0 }; ;) {
    const page = await db
      .selectFrom('started_plans')
      .select(['user_id', 'id'])
      .where('is_adaptive', '=', true)
      .where('status', '=', 'active')
      .where(sql<boolean>`(user_id, id) > (${last.user_id}, ${last.id})`)
      .orderBy('user_id')
      .orderBy('id')
      .limit(PLANS_AT_ONCE)
      .execute();
    await sweepEach(context, page, (key) => adaptInBackground(context, key));
    if (page.length < PLANS_AT_ONCE) return;
    last = page.at(-1)!;
  }
}

export const planAdaptation = hourly('training-plans.adapt', adaptPlans);
