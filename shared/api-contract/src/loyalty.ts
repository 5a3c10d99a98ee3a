import { z } from 'zod';
import { ContributionExclusion } from './contributions.ts';
import { type Call, Id, IdParams, Links, Page } from './common.ts';
import { loyaltyEndpoints } from './endpoints/challenges.ts';

/** The rollout that shows points to members, and its variant. */
export const LOYALTY_PILOT = { name: 'loyalty', variant: 'enabled' } as const;

export const POINT_RULE_NAMES = [
  'workout',
  'active_time',
  'completed',
  'rank_1',
  'rank_2',
  'rank_3',
] as const;
export type PointRuleName = (typeof POINT_RULE_NAMES)[number];

interface PointRule {
  /** For each workout, each full step of active time, or each award of a challenge for everyone. */
  points: number;
  /** A day earns no more by this rule: the local day of a workout, the UTC day of an award. */
  daily_max: number;
  /** Seconds of active time: what a workout needs, or a step of `active_time`. */
  seconds: number | null;
}

/** What earns points: all rules of loyalty. A day that is counted anew is counted by the rules as they are now. */
export const POINT_RULES: Readonly<Record<PointRuleName, PointRule>> = {
  workout: { points: 10, daily_max: 20, seconds: 600 },
  active_time: { points: 1, daily_max: 30, seconds: 600 },
  completed: { points: 100, daily_max: 200, seconds: null },
  rank_1: { points: 50, daily_max: 100, seconds: null },
  rank_2: { points: 30, daily_max: 60, seconds: null },
  rank_3: { points: 20, daily_max: 40, seconds: null },
};

/** Status levels by the points of the last `STATUS_DAYS` days, lowest first. */
export const LOYALTY_LEVELS = [
  { status: 'starter', from: 0 },
  { status: 'bronze', from: 500 },
  { status: 'silver', from: 1500 },
  { status: 'gold', from: 3500 },
  { status: 'platinum', from: 7000 },
] as const;
export const STATUS_DAYS = 365;

const LOYALTY_STATUSES = ['starter', 'bronze', 'silver', 'gold', 'platinum'] as const;
export const LoyaltyStatusName = z.enum(LOYALTY_STATUSES);
export type LoyaltyStatusName = z.infer<typeof LoyaltyStatusName>;

/** A line of the ledger. Lines are never changed: what a workout is worth less or more comes as another line. */
export const PointsEntry = z.object({
  /** The day that earned the points. */
  day: z.string(),
  rule: z.enum(POINT_RULE_NAMES),
  /** The workout or the challenge. */
  cause_id: Id,
  /** 0 for the first line of a cause, above for those that correct it. */
  revision: z.number().int(),
  amount: z.number().int(),
  created_datetime: z.string(),
  /** Of the workout or the challenge; null for a workout that is deleted. */
  name: z.string().nullable(),
  /** Why the workout earns nothing now; null where it counts, and for challenges. */
  exclusion: ContributionExclusion.nullable(),
  /** Reasons besides the first. */
  further_exclusions: z.array(ContributionExclusion),
});
export type PointsEntry = z.infer<typeof PointsEntry>;

/** A workout that earns nothing because it counts nowhere. */
const ExcludedWorkout = z.object({
  workout_id: Id,
  name: z.string(),
  /** The local day on which it began. */
  day: z.string(),
  exclusion: ContributionExclusion,
  /** Reasons besides the first. */
  further_exclusions: z.array(ContributionExclusion),
});
export type ExcludedWorkout = z.infer<typeof ExcludedWorkout>;

export const LoyaltyPoints = z.object({
  /** The sum of the whole ledger. */
  pointsBalance: z.number().int(),
  /** Newest first. */
  _embedded: z.object({
    entries: z.array(PointsEntry),
    /** The latest 20, newest first. */
    excluded_workouts: z.array(ExcludedWorkout),
  }),
  total_count: z.number().int(),
  /** All workouts that earn nothing because they count nowhere. */
  excluded_count: z.number().int(),
  _links: Links,
});
export type LoyaltyPoints = z.infer<typeof LoyaltyPoints>;

const Level = z.object({ status: LoyaltyStatusName, from: z.number().int() });

export const LoyaltyStatus = z.object({
  status: LoyaltyStatusName,
  loyaltyStatus: z.object({
    /** Points of the last 365 days by the member's calendar. */
    points: z.number().int(),
    /** The first of these days. */
    since: z.string(),
    /** What comes next; null at the top. */
    next: Level.extend({ missing: z.number().int() }).nullable(),
    levels: z.array(Level),
  }),
  rules: z.array(
    z.object({
      rule: z.enum(POINT_RULE_NAMES),
      points: z.number().int(),
      daily_max: z.number().int(),
      seconds: z.number().int().nullable(),
    }),
  ),
  _links: Links,
});
export type LoyaltyStatus = z.infer<typeof LoyaltyStatus>;

/** Members see their own points only. 404 while the rollout is off. */
export const loyaltyCalls = {
  points: {
    ...loyaltyEndpoints.points,
    summary: 'The balance of points, and the ledger that it is the sum of',
    params: IdParams,
    querystring: Page,
    response: LoyaltyPoints,
  },
  status: {
    ...loyaltyEndpoints.status,
    summary: 'The status level with what comes next, and the rules of points',
    params: IdParams,
    response: LoyaltyStatus,
  },
} satisfies Record<keyof typeof loyaltyEndpoints, Call>;
