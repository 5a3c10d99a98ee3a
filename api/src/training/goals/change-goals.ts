import {
  ACTIVE_GOALS_MAX,
  GOAL_RESUME_HOURS,
  type GoalMetric,
  type GoalThreshold,
  goalCalls,
} from '@waymark/api-contract';
import { activityType } from '@waymark/activities/catalogue';
import type { Updateable } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import { BY_LINK } from '../../members/visibility/policy.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { conflict, invalid, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { localDay, weekOf } from '../../kernel/local-day.ts';
import { findFirstDayOfWeek, loadMember } from '../workout-store/member.ts';
import { type GoalRow, presentGoal } from './read-progress.ts';
import { type GoalTargets, TARGETS_MAX, type UserGoalTable } from './tables.ts';

const thousandthsOf = ({ value }: GoalThreshold): number => Math.round(value * 1000);

const jsonOf = (targets: GoalTargets): string => JSON.stringify(targets);

/** @throws ApiProblem 404 for what is not the member's own */
async function ownGoal(trx: Trx, userId: number, id: number): Promise<GoalRow> {
  const row = await trx
    .selectFrom('user_goals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('goal');
  return row;
}

/** @throws ApiProblem 409 where the member pursues the same already, or too much */
async function checkActiveGoals(
  trx: Trx,
  userId: number,
  wanted: { metric: GoalMetric; activity_type_id: number | null },
): Promise<void> {
  const active = await trx
    .selectFrom('user_goals')
    .select(['metric', 'activity_type_id'])
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .execute();
  const isSame = (goal: typeof wanted) =>
    goal.metric === wanted.metric && goal.activity_type_id === wanted.activity_type_id;
  if (active.some(isSame))
    throw conflict('goal_exists', 'You already have a goal like this. Change its target instead.');
  if (active.length >= ACTIVE_GOALS_MAX)
    throw conflict('too_many_goals', `You have ${ACTIVE_GOALS_MAX} goals. Stop one to set another.`, {
      max: ACTIVE_GOALS_MAX,
    });
}

export const createHandler = route<typeof goalCalls.create>({
  call: goalCalls.create,
  access: 'member',
  async handler({ context, caller, body, request }) {
    const userId = caller!.userId;
    const now = context.now();
    const { activity_type_id: typeId, threshold } = body.criteria;
    if (typeId !== null && !activityType(typeId))
      throw invalid(
        { 'criteria.activity_type_id': ['Choose an activity type from the list.'] },
        { 'criteria.activity_type_id': [{ code: 'invalid_choice' }] },
      );
    const add = async (trx: Trx, id: number) => {
      const wanted = { metric: threshold.metric, activity_type_id: typeId };
      await checkActiveGoals(trx, userId, wanted);
      const { timeZone, workoutPrivacy } = await loadMember(trx, userId);
      const firstDay = localDay(now, timeZone);
      await trx
        .insertInto('user_goals')
        .values({
          ...wanted,
          user_id: userId,
          id,
          period: body.period,
          targets: jsonOf([{ first_day: firstDay, target: thousandthsOf(threshold) }]),
          status: 'active',
          // Goals have no links: what is open by link only is nobody else's.
          privacy: body.privacy ?? (workoutPrivacy === BY_LINK ? 0 : workoutPrivacy),
          first_day: firstDay,
          last_day: null,
          created_at: now,
          ended_at: null,
          updated_at: now,
        })
        .execute();
    };
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now);
    return withMemberLock(context.db, userId, async (trx) => {
      const { id } = await runOnce(trx, idempotentCall, context.newId(), (newOne) => add(trx, newOne));
      return presentGoal(await ownGoal(trx, userId, id));
    });
  },
});

/** The targets with a new one from the week of `today` on: weeks that are over keep theirs. */
function withTarget(targets: GoalTargets, target: number, today: string, weekStart: number): GoalTargets {
  const week = weekOf(today, weekStart);
  return [...targets.filter(({ first_day: day }) => day < week), { first_day: today, target }].slice(
    -TARGETS_MAX,
  );
}

const isResumable = ({ ended_at: endedAt }: GoalRow, now: Date): boolean =>
  endedAt !== null && now.getTime() - endedAt.getTime() < GOAL_RESUME_HOURS * 3_600_000;

export const updateHandler = route<typeof goalCalls.update>({
  call: goalCalls.update,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const userId = caller!.userId;
    const now = context.now();
    const row = await withMemberLock(context.db, userId, async (trx) => {
      const goal = await ownGoal(trx, userId, params.id);
      const today = localDay(now, (await loadMember(trx, userId)).timeZone);
      const changes: Updateable<UserGoalTable> = { updated_at: now };
      if (body.status === 'active' && goal.status === 'abandoned') {
        if (!isResumable(goal, now)) throw conflict('goal_ended', 'This goal was stopped. Set a new one.');
        await checkActiveGoals(trx, userId, goal);
        Object.assign(changes, { status: 'active', ended_at: null, last_day: null });
      }
      if (body.privacy !== undefined) changes.privacy = body.privacy;
      const threshold = body.criteria?.threshold;
      if (threshold) {
        if (threshold.metric !== goal.metric)
          throw invalid(
            { 'criteria.threshold.metric': ['Set a new goal to aim for something else.'] },
            { 'criteria.threshold.metric': [{ code: 'invalid_choice' }] },
          );
        if (goal.status === 'abandoned' && changes.status !== 'active')
          throw conflict('goal_ended', 'This goal was stopped. Set a new one.');
        const weekStart = await findFirstDayOfWeek(trx, { userId });
        // A member who moved west may be a day before the day on which they set the goal.
        const day = today < goal.first_day ? goal.first_day : today;
        const targets = withTarget(goal.targets, thousandthsOf(threshold), day, weekStart);
        changes.targets = jsonOf(targets);
      }
      // Stopping again changes nothing: the goal ended when it was stopped first.
      if (body.status === 'abandoned' && goal.status === 'active')
        Object.assign(changes, {
          status: 'abandoned',
          ended_at: now,
          last_day: today < goal.first_day ? goal.first_day : today,
        });
      return trx
        .updateTable('user_goals')
        .set(changes)
        .where('user_id', '=', userId)
        .where('id', '=', goal.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return presentGoal(row);
  },
});
