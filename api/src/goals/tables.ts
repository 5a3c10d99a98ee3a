import { Day, type GoalMetric, type GoalPrivacy, type GoalStatus } from '@waymark/api-contract';
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

declare module '../kernel/database/tables.ts' {
  interface Database extends GoalTables {}
}
