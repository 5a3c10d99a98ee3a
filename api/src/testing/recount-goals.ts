import type { GoalMetric, UserGoalProgressList } from '@waymark/api-contract';
import { sql } from 'kysely';
import { typesOf } from '../stats/query-scope.ts';
import { localDay } from '../workout-store/local-day.ts';
import { as } from '../workouts/testing.ts';
import type { TestApi, TestMember } from './api.ts';

const AMOUNT = {
  distance: 'round(coalesce(distance_total, 0) * 1000)',
  duration: 'round(coalesce(active_time_total, elapsed_time_total, 0) * 1000)',
  count: 'case when id is null then 0 else 1000 end',
  energy: 'round(coalesce(metabolic_energy_total, 0) * 1000)',
} satisfies Record<GoalMetric, string>;

/** The weeks of each active goal counted from the workouts themselves, by the database's own calendar. */
export async function recountGoals(api: TestApi, member: TestMember) {
  const { db } = api.context;
  const { time_zone: zone, first_day_of_week: weekStart } = await db
    .selectFrom('users')
    .select(['time_zone', 'first_day_of_week'])
    .where('id', '=', member.userId)
    .executeTakeFirstOrThrow();
  const goals = await db
    .selectFrom('user_goals')
    .selectAll()
    .where('user_id', '=', member.userId)
    .where('status', '=', 'active')
    .orderBy('id', 'desc')
    .execute();
  const today = localDay(api.context.now(), zone);
  return Promise.all(
    goals.map(async ({ id, activity_type_id: typeId, metric, first_day: firstDay }) => {
      const types = typeId === null ? null : typesOf(String(typeId));
      const week = (day: string) => sql`(${sql.raw(day)}::date
        - (extract(dow from ${sql.raw(day)}::date)::int - ${weekStart}::int + 7) % 7)`;
      const { rows } = await sql<{ from: string; value: number }>`
        select first::date as from, coalesce(sum(${sql.raw(AMOUNT[metric])}), 0)::float8 / 1000 as value
        from generate_series(${week(`'${firstDay}'`)}, greatest(${week(`'${today}'`)}, ${week(`'${firstDay}'`)}),
          interval '7 days') as first
        left join workouts on user_id = ${member.userId} and parent_id is null and deleted_at is null
          and local_day >= first::date and local_day < first::date + 7
          and (${types === null} or activity_type_id = any(${types ?? []}::int[]))
        group by first order by first`.execute(db);
      return { id, weeks: rows };
    }),
  );
}

/** The same weeks as the API answers them. */
export async function answeredGoals(api: TestApi, member: TestMember) {
  const { body } = await as(api, member)<UserGoalProgressList>('GET', '/user_goal_progress/?weeks=104');
  return body._embedded.user_goal_progress.map(({ goal, performance }) => ({
    id: goal.id,
    weeks: performance.weeks.map(({ from, value }) => ({ from, value })),
  }));
}
