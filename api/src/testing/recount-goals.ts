import type { GoalMetric, UserGoalProgressList } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Context } from '../kernel/server/context.ts';
import { typesOf } from '../training/stats/query-scope.ts';
import { localDay } from '../kernel/local-day.ts';

const AMOUNT = {
  distance: 'round(coalesce(distance_total, 0) * 1000)',
  duration: 'round(coalesce(active_time_total, elapsed_time_total, 0) * 1000)',
  count: 'case when id is null then 0 else weight * 1000 end',
  energy: 'round(coalesce(metabolic_energy_total, 0) * 1000)',
} satisfies Record<GoalMetric, string>;

/**
 * What a goal counts: workouts, or the legs of those that have some where it is for one activity. Weights make a workout
 * with two such legs one. Without samples and what counts nowhere.
 */
const countedParts = (userId: number, types: readonly number[] | null) => sql`(
  with whole as (
    select * from workouts w where w.user_id = ${userId} and w.parent_id is null and w.deleted_at is null
      and w.source <> 'sample' and w.id not in (select workout_id from excluded_workouts where user_id = ${userId})
  )
  select *, 1 as weight, local_day as day from whole where ${types === null}
    or (leg_count = 0 and activity_type_id = any(${types ?? []}::int[]))
  union all
  select leg.*, (row_number() over (partition by leg.parent_id order by leg.id) = 1)::int, whole.local_day
  from whole join workouts leg on leg.user_id = ${userId} and leg.parent_id = whole.id and leg.deleted_at is null
  where ${types !== null} and whole.leg_count > 0 and leg.activity_type_id = any(${types ?? []}::int[])
) as parts`;

/** Streaks of reached weeks: runs of R in a text with a letter for each week. */
function recountStreaks(weeks: readonly { is_reached: boolean }[], isActive: boolean) {
  const isOpen = isActive && !weeks.at(-1)!.is_reached;
  const letters = weeks.map((week) => (week.is_reached ? 'R' : '-')).slice(0, isOpen ? -1 : undefined);
  const runs = letters.join('').split('-');
  return {
    week_count: letters.length,
    reached_count: runs.join('').length,
    current_streak: isActive ? runs.at(-1)!.length : 0,
    longest_streak: Math.max(...runs.map((run) => run.length)),
  };
}

/**
 * The weeks of each goal with their targets, and its streaks, counted from the workouts themselves by the database's own
 * calendar.
 */
export async function recountGoals({ db, now }: Pick<Context, 'db' | 'now'>, userId: number) {
  const { time_zone: zone, first_day_of_week: weekStart } = await db
    .selectFrom('users')
    .select(['time_zone', 'first_day_of_week'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const goals = await db
    .selectFrom('user_goals')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('status')
    .orderBy('id', 'desc')
    .execute();
  const today = localDay(now(), zone);
  return Promise.all(
    goals.map(async ({ id, activity_type_id: typeId, metric, status, first_day: firstDay, last_day }) => {
      const types = typeId === null ? null : typesOf(String(typeId));
      const week = (day: string) => sql`(${sql.raw(day)}::date
        - (extract(dow from ${sql.raw(day)}::date)::int - ${weekStart}::int + 7) % 7)`;
      const { rows: weeks } = await sql<{ from: string; value: number; target: number; is_reached: boolean }>`
        select first_day as from, value / 1000 as value, target / 1000 as target, value >= target as is_reached
        from (
          select first::date as first_day,
            coalesce(sum(${sql.raw(AMOUNT[metric])}), 0)::float8 as value,
            (select (one ->> 'target')::float8 from user_goals g, jsonb_array_elements(to_jsonb(g.targets)) as one
              where g.user_id = ${userId} and g.id = ${id}
              order by (one ->> 'first_day')::date < first::date + 7 desc,
                case when (one ->> 'first_day')::date < first::date + 7 then (one ->> 'first_day')::date end desc,
                (one ->> 'first_day')::date limit 1) as target
          from generate_series(${week(`'${firstDay}'`)},
            greatest(${week(`'${last_day ?? today}'`)}, ${week(`'${firstDay}'`)}), interval '7 days') as first
          left join ${countedParts(userId, types)} on day >= first::date and day < first::date + 7
            and day <= coalesce(${last_day}::date, 'infinity')
          group by first) as weeks
        order by first_day`.execute(db);
      return { id, weeks, streaks: recountStreaks(weeks, status === 'active') };
    }),
  );
}

/** The same of all goals, the stopped ones first, as the API answers it. */
export async function answeredGoals(readProgress: (path: string) => Promise<UserGoalProgressList>) {
  const answers = await Promise.all(
    ['abandoned', 'active'].map((status) =>
      readProgress(`/user_goal_progress/?weeks=104&limit=100&status=${status}`),
    ),
  );
  return answers
    .flatMap(({ _embedded }) => _embedded.user_goal_progress)
    .map(({ goal, performance: { weeks, ...streaks } }) => ({
      id: goal.id,
      weeks: weeks.map(({ from, value, target, is_reached }) => ({ from, value, target, is_reached })),
      streaks,
    }));
}
