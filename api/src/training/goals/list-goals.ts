import { goalCalls, type Links } from '@waymark/api-contract';
import type { Context } from '../../kernel/server/context.ts';
import { notSignedIn } from '../../kernel/server/errors.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { scopeOf } from '../stats/query-scope.ts';
import { findFirstDayOfWeek } from '../workout-store/member.ts';
import { type GoalRow, presentGoal, readProgress, visibleGoals } from './read-progress.ts';

interface GoalQuery {
  user?: number | undefined;
  status: GoalRow['status'];
  limit: number;
  offset: number;
}

/** One page of a member's goals. @throws ApiProblem 404 where the caller may see no workout of the member */
async function readGoals(context: Context, caller: Caller | null, query: GoalQuery) {
  const userId = query.user ?? caller?.userId;
  if (userId === undefined) throw notSignedIn();
  const { db } = context;
  const scope = await scopeOf(context, caller, userId);
  const goals = visibleGoals(db, scope, query.status);
  const [rows, { total }] = await Promise.all([
    goals.selectAll().orderBy('id', 'desc').limit(query.limit).offset(query.offset).execute(),
    goals.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { scope, rows, total };
}

const linksOf = (userId: number): Links => ({
  user: [{ href: `/v7.1/user/${userId}/`, id: String(userId) }],
});

export const listHandler = route<typeof goalCalls.list>({
  call: goalCalls.list,
  access: 'anyone',
  async handler({ context, caller, query }) {
    const { scope, rows, total } = await readGoals(context, caller, query);
    return {
      _links: linksOf(scope.userId),
      _embedded: { user_goal: rows.map(presentGoal) },
      total_count: total,
    };
  },
});

export const progressHandler = route<typeof goalCalls.progress>({
  call: goalCalls.progress,
  access: 'anyone',
  async handler({ context, caller, query }) {
    const { scope, rows, total } = await readGoals(context, caller, query);
    const { userId, today, member, relation } = scope;
    const weekStart = await findFirstDayOfWeek(context.db, { userId });
    return {
      _links: linksOf(userId),
      today,
      week_start: weekStart,
      is_own: relation === 'self',
      display_name: member.displayName,
      _embedded: {
        user_goal_progress: await readProgress(context.db, scope, rows, weekStart, query.weeks),
      },
      total_count: total,
    };
  },
});
