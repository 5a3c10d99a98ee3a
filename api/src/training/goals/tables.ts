import { activityType } from '@waymark/activities/catalogue';
import {
  Day,
  GOAL_TARGET_LIMITS,
  GoalMetric,
  type GoalPrivacy,
  type GoalStatus,
} from '@waymark/api-contract';
import type { JSONColumnType } from 'kysely';
import { z } from 'zod';

/** Changes of a target that are kept: one a week for ten years. */
export const TARGETS_MAX = 520;

/**
 * The targets of a goal, oldest first: each holds from the week of its first day until the next one. Whole thousandths
 * of metres, seconds, workouts or joules, as the totals of workouts are.
 */
export const GoalTargets = z
  .array(z.object({ first_day: Day, target: z.number().int().positive().max(1e12) }))
  .min(1)
  .max(TARGETS_MAX);
export type GoalTargets = z.infer<typeof GoalTargets>;

const YEAR_MAX = 50;

/** A goal of an archive: within what the calls let a member set, so that no page measures more than they allow. */
export const RestoredGoal = z
  .object({
    metric: GoalMetric,
    activity_type_id: z.number().nullable(),
    targets: GoalTargets,
    first_day: Day,
    last_day: Day.nullable(),
  })
  .refine(({ activity_type_id: id }) => id === null || activityType(id) !== undefined)
  .refine(({ metric, targets }) => {
    const { min, max } = GOAL_TARGET_LIMITS[metric];
    return targets.every(({ target }) => target >= min * 1000 && target <= max * 1000);
  })
  .refine(({ first_day, targets }) => {
    const days = targets.map(({ first_day: day }) => day);
    return days[0]! >= first_day && days.every((day, i) => i === 0 || day > days[i - 1]!);
  })
  .refine(({ first_day, last_day }) => {
    const years =
      (last_day ? Number(last_day.slice(0, 4)) : new Date().getUTCFullYear()) - Number(first_day.slice(0, 4));
    return years >= 0 && years <= YEAR_MAX;
  });

export interface UserGoalTable {
  user_id: number;
  id: number;
  period: 'P1W';
  metric: GoalMetric;
  /** Null for every activity. */
  activity_type_id: number | null;
  targets: JSONColumnType<GoalTargets>;
  status: GoalStatus;
  privacy: GoalPrivacy;
  /** Local days on which the goal was set and stopped: a move to another zone does not change their weeks. */
  first_day: string;
  last_day: string | null;
  created_at: Date;
  ended_at: Date | null;
  updated_at: Date;
}

/** Tables of the goals service. */
export interface GoalTables {
  user_goals: UserGoalTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends GoalTables {}
}
