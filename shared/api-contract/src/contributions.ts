import { z } from 'zod';
import { Id } from './common.ts';

/** Why a workout counts in no challenge, or not in this one; null where it counts. */
export const CONTRIBUTION_EXCLUSIONS = [
  'manual_entry',
  'too_fast',
  'too_steep',
  'too_long',
  'too_powerful',
  'vehicle',
  'overlap',
] as const;
export const ContributionExclusion = z.enum(CONTRIBUTION_EXCLUSIONS);
export type ContributionExclusion = z.infer<typeof ContributionExclusion>;

/**
 * What the owner of a workout that counts nowhere says of one reason, and what a moderator decided. An edit of its figures
 * ends it.
 */
export const ContributionReview = z.object({
  exclusion: ContributionExclusion,
  state: z.enum(['open', 'accepted', 'rejected']),
  explanation: z.string(),
  note: z.string(),
});

/** A case of the moderators' queue. */
export const WorkoutReview = ContributionReview.extend({
  /** Further reasons why the workout counts nowhere now: it counts once each is accepted. */
  other_exclusions: z.array(ContributionExclusion),
  workout_id: Id,
  /** Empty where the moderator may not see the workout. */
  name: z.string(),
  member: z.object({ id: Id, display_name: z.string(), username: z.string() }),
  activity_type_id: Id,
  distance: z.number().nullable(),
  duration: z.number().nullable(),
  ascent: z.number().nullable(),
  explained_datetime: z.string(),
});
export type WorkoutReview = z.infer<typeof WorkoutReview>;

/** A workout of the window as this challenge sees it. */
export const Contribution = z.object({
  workout_id: Id,
  name: z.string(),
  day: z.string(),
  value: z.number(),
  /** The first reason that stands. */
  exclusion: ContributionExclusion.nullable(),
  /** The others: it counts once each is accepted. */
  further_exclusions: z.array(ContributionExclusion),
  /** Counts for the member only: others may not see the workout. */
  is_private: z.boolean(),
  review: ContributionReview.nullable(),
  can: z.object({ explain: z.boolean() }),
});
export type Contribution = z.infer<typeof Contribution>;
