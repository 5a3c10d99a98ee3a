import { z } from 'zod';
import { Id, IdParams, IdText, Links, type Call } from './common.ts';
import { goalEndpoints } from './endpoints/training-plans.ts';
import { GOAL_TARGET_LIMITS } from './limits.ts';

/** The only period: a week, in ISO 8601. */
export const GoalPeriod = z.literal('P1W');

export const GoalMetric = z.enum(['distance', 'duration', 'count', 'energy']);
export type GoalMetric = z.infer<typeof GoalMetric>;

const { distance, duration, count, energy } = GOAL_TARGET_LIMITS;

/** What a week has to reach: metres, seconds of moving time, workouts or joules. */
export const GoalThreshold = z.discriminatedUnion('metric', [
  z.object({
    metric: z.literal('distance'),
    value: z
      .number()
      .min(distance.min, 'Aim for at least 100 metres a week.')
      .max(distance.max, 'Aim for at most 5,000 kilometres a week.'),
  }),
  z.object({
    metric: z.literal('duration'),
    value: z
      .number()
      .min(duration.min, 'Aim for at least a minute a week.')
      .max(duration.max, 'A week has 168 hours. Aim for less.'),
  }),
  z.object({
    metric: z.literal('count'),
    value: z
      .number()
      .int('Choose a whole number of workouts.')
      .min(count.min, 'Aim for at least one workout a week.')
      .max(count.max, 'Aim for at most 100 workouts a week.'),
  }),
  z.object({
    metric: z.literal('energy'),
    value: z
      .number()
      .min(energy.min, 'Aim for at least 1 kcal a week.')
      .max(energy.max, 'Aim for at most 100,000 kcal a week.'),
  }),
]);
export type GoalThreshold = z.infer<typeof GoalThreshold>;

/** Who else sees a goal: 0 nobody, 1 friends, 3 everyone. Goals have no links, so there is no level 6. */
export const GoalPrivacy = z.union([z.literal(0), z.literal(1), z.literal(3)]);
export type GoalPrivacy = z.infer<typeof GoalPrivacy>;

export const GoalStatus = z.enum(['active', 'abandoned']);
export type GoalStatus = z.infer<typeof GoalStatus>;

export const UserGoal = z.object({
  id: Id,
  period: GoalPeriod,
  criteria: z.object({
    /** Stands for all activity types below it; null for every activity. */
    activity_type_id: Id.nullable(),
    threshold: z.object({ metric: GoalMetric, value: z.number() }),
  }),
  /** Of the activity type; null for every activity. */
  activity_name: z.string().nullable(),
  activity_group: z.string().nullable(),
  status: GoalStatus,
  privacy: GoalPrivacy,
  start_datetime: z.string(),
  /** When the goal was stopped; null while it is active. */
  end_datetime: z.string().nullable(),
  _links: Links,
});
export type UserGoal = z.infer<typeof UserGoal>;

/** A week of a goal, both days included: what the workouts that the caller may see add up to. */
export const GoalWeek = z.object({
  from: z.string(),
  to: z.string(),
  value: z.number(),
  /** The target as it was in that week. */
  target: z.number(),
  is_reached: z.boolean(),
});
export type GoalWeek = z.infer<typeof GoalWeek>;

/**
 * How far a goal is. Weeks follow the first day of the week and the time zone of the goal's owner; a workout counts on
 * its own local day. A goal counts from the week in which it was set, to the week in which it was stopped.
 */
export const UserGoalProgress = z.object({
  goal: UserGoal,
  /** This week, or the last one of a stopped goal. */
  progress: GoalWeek.extend({
    /** What is left to the target; 0 once it is reached. */
    remaining: z.number(),
    /** Days of the week that are left, today included; 0 for a stopped goal. */
    days_left: z.number().int(),
  }),
  performance: z.object({
    /** The latest weeks, oldest first; the last one is that of `progress`. */
    weeks: z.array(GoalWeek),
    /** Weeks that are over, and this one once it is reached. */
    week_count: z.number().int(),
    reached_count: z.number().int(),
    /** Reached weeks in a row up to now; a week that is not over does not end it. 0 for a stopped goal. */
    current_streak: z.number().int(),
    longest_streak: z.number().int(),
  }),
  _links: Links,
});
export type UserGoalProgress = z.infer<typeof UserGoalProgress>;

export const UserGoalList = z.object({
  _links: Links,
  _embedded: z.object({ user_goal: z.array(UserGoal) }),
  total_count: z.number().int(),
});
export type UserGoalList = z.infer<typeof UserGoalList>;

export const UserGoalProgressList = z.object({
  _links: Links,
  today: z.string(),
  /** The first day of the owner's weeks. */
  week_start: z.number().int(),
  /** Whether the caller may set and change goals here. */
  is_own: z.boolean(),
  /** Whose goals these are. */
  display_name: z.string(),
  _embedded: z.object({ user_goal_progress: z.array(UserGoalProgress) }),
  total_count: z.number().int(),
});
export type UserGoalProgressList = z.infer<typeof UserGoalProgressList>;

/** Newest first, of one state. `user` is the caller unless given. */
const GoalListQuery = z.object({
  user: IdText.optional(),
  status: GoalStatus.default('active'),
  limit: z.coerce.number().int().min(1).max(100).default(40),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});

/** The latest weeks that an answer shows of each goal, unless asked otherwise. */
const WEEKS_SHOWN = 12;

/**
 * Goals of a week. Others see goals as their privacy allows, with progress from the workouts that they may see; whoever
 * may see no workout of a member is told that there is no such member. Refusals: `goal_exists` (409: an active goal of the
 * same activity and metric), `too_many_goals` (409), `goal_ended` (409).
 */
export const goalCalls = {
  list: {
    ...goalEndpoints.list,
    summary: 'Weekly goals of a member',
    querystring: GoalListQuery,
    response: UserGoalList,
  },
  create: {
    ...goalEndpoints.create,
    summary: 'Set a weekly goal',
    body: z.object({
      period: GoalPeriod.default('P1W'),
      criteria: z.object({
        activity_type_id: Id.max(99_999, 'Choose an activity type from the list.').nullable().default(null),
        threshold: GoalThreshold,
      }),
      /** That of the member's workouts unless given. */
      privacy: GoalPrivacy.optional(),
    }),
    response: UserGoal,
    status: 201,
  },
  /**
   * A new target counts from this week on. `abandoned` stops the goal now; `active` takes up one that was stopped within
   * the last day.
   */
  update: {
    ...goalEndpoints.update,
    summary: 'Change, stop or take up an own goal',
    params: IdParams,
    body: z.object({
      status: GoalStatus.optional(),
      criteria: z.object({ threshold: GoalThreshold }).optional(),
      privacy: GoalPrivacy.optional(),
    }),
    response: UserGoal,
  },
  progress: {
    ...goalEndpoints.progress,
    summary: 'Goals of a member with this week, the weeks before and streaks',
    querystring: GoalListQuery.extend({
      weeks: z.coerce.number().int().min(1).max(104).default(WEEKS_SHOWN),
    }),
    response: UserGoalProgressList,
  },
} satisfies Record<keyof typeof goalEndpoints, Call>;
