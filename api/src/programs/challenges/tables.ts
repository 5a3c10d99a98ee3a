import type {
  AGE_CLASSES,
  CHALLENGE_BOARDS,
  CHALLENGE_AWARD_KINDS,
  ChallengeDetails,
  ChallengeKind,
  ChallengePartner,
  ContributionExclusion,
} from '@waymark/api-contract';
import type { ColumnType, JSONColumnType } from 'kysely';

/** Amounts of `target`, scores and contributions are whole numbers: see `toScore`. */
export interface ChallengeTable {
  id: number;
  /** Null for those of operators. */
  owner_id: number | null;
  audience: 'everyone' | 'friends' | 'group';
  /** Of the audience `group`. */
  group_id: number | null;
  kind: ChallengeKind;
  title: string;
  description: string;
  rules_text: string;
  /** All activities where empty. */
  activity_groups: string[];
  target: number | null;
  /** Metres, of `fastest`. */
  distance: number | null;
  first_day: string;
  last_day: string;
  /** Null: days are those of the place where a workout began. */
  time_zone: string | null;
  /** The window in `time_zone`; null without one. */
  starts_at: Date | null;
  ends_at: Date | null;
  /** When late uploads stop to count: 72 hours after the last day has ended everywhere it counts. */
  freeze_at: Date;
  accepts_manual: boolean;
  country: string | null;
  age_class: (typeof AGE_CLASSES)[number] | null;
  repeats: 'monthly' | null;
  /** The first challenge of those that repeat it; its own id where it is the first. */
  series_id: number;
  /** Its key in the operators' file. */
  source_key: ColumnType<string | null, string | null | undefined, never>;
  prizes: JSONColumnType<ChallengeDetails['prizes']>;
  /** Who gives the prizes, as the operators' file says. */
  partner: JSONColumnType<ChallengePartner | null, string | null | undefined, string | null>;
  /** Null without teams, as `team_choice` is. */
  team_score: 'sum' | 'mean' | null;
  team_choice: 'pick' | 'assigned' | null;
  /** Boards by what members agreed to have read from their profiles. */
  boards: (typeof CHALLENGE_BOARDS)[number][];
  /** Since then nothing changes a score. */
  frozen_at: Date | null;
  created_at: Date;
}

/** A member in a challenge. Scores are computed from the contributions whenever one changes, never moved by differences. */
export interface ChallengeMemberTable {
  user_id: number;
  challenge_id: number;
  joined_at: Date;
  /** Private workouts count for the member. */
  counts_private: boolean;
  /** The member stands on the board. */
  is_shown: boolean;
  /** What counts for the member, private workouts included. */
  progress: number;
  /** What counts on the board; from 1 on it has a rank. */
  score: number;
  /** When the score was reached: the end of the workout that did. */
  reached_at: Date;
  workout_count: number;
  excluded_count: number;
  team_id: number | null;
  /** The member agreed to stand on the boards by country and age class. */
  is_classified: boolean;
  /** As the profile said on joining; null where the member did not agree. */
  country: string | null;
  age_class: (typeof AGE_CLASSES)[number] | null;
  /** Stands on the final board without a name: chosen when the place could not be given up any more. */
  is_anonymous: boolean;
}

/** Teams of a challenge, numbered from 1. */
export interface ChallengeTeamTable {
  challenge_id: number;
  id: number;
  name: string;
}

/** The team of a member who left while the challenge ran: they come back to no other. */
export interface ChallengeFormerTeamTable {
  user_id: number;
  challenge_id: number;
  team_id: number;
}

/** What one workout adds to a member's score. */
export interface ChallengeContributionTable {
  user_id: number;
  challenge_id: number;
  workout_id: number;
  /** What the whole workout counts for its member. */
  amount: number;
  /** What the part that others see counts on the board; null where they see all of it. */
  shared_amount: number | null;
  day: string;
  started_at: Date;
  ended_at: Date;
  /** Friends or everyone may see the workout: it counts on the board too. */
  is_shared: boolean;
  is_recorded: boolean;
  /** Why it does not count, whatever was accepted; `overlap` depends on the others and is decided with the score. */
  exclusion: Exclude<ContributionExclusion, 'overlap'> | null;
  /** The reasons beside the first. */
  further_exclusions: Exclude<ContributionExclusion, 'overlap'>[];
}

/** A workout of an import that is not in the contributions yet. See `uncounted-workouts.ts`. */
export interface UncountedWorkoutTable {
  user_id: number;
  workout_id: number;
  created_at: Date;
}

/** Neighbours on a leaderboard: those from this place on, up to the next chunk's. See `board.ts`. */
export interface ChallengeChunkTable {
  challenge_id: number;
  id: number;
  /** Chunks of a group are neighbours, and so are groups in the order of their positions. */
  group_position: ColumnType<string, number, never>;
  first_negative_score: number;
  first_reached_at: Date;
  first_user_id: number;
}

/**
 * The members of a chunk are the sum of its rows: changes are added as rows and folded later. Chunk 0 counts all chunks of
 * its group, and at position 0 who joined.
 */
export interface ChallengeCountTable {
  challenge_id: number;
  group_position: ColumnType<string, number, never>;
  chunk_id: number;
  n: number;
}

export interface ChallengeAwardTable {
  user_id: number;
  challenge_id: number;
  kind: (typeof CHALLENGE_AWARD_KINDS)[number];
  /** Of the challenge, which may be deleted meanwhile. */
  title: string;
  value: number;
  awarded_at: Date;
  /** Of a challenge for everyone: it earns points. */
  is_public: ColumnType<boolean, boolean | undefined, never>;
  /** The workouts that others may see are enough for it, and the member is shown: others see it too. */
  is_shared: ColumnType<boolean, boolean | undefined, boolean>;
  /** Friends were told by a story. */
  is_announced: ColumnType<boolean, boolean | undefined, boolean>;
}

/** One reason why a workout counts nowhere, what its owner says of it, and what a moderator decided. An edit of its figures ends it. */
export interface WorkoutReviewTable {
  user_id: number;
  workout_id: number;
  exclusion: ContributionExclusion;
  explanation: string;
  explained_at: Date;
  decision: 'accepted' | 'rejected' | null;
  note: string;
  decided_at: Date | null;
}

/** A friend asked the member to join; ends with the answer. */
export interface ChallengeInvitationTable {
  user_id: number;
  challenge_id: number;
  /** Of the notification. */
  id: number;
  invited_by: number;
  created_at: Date;
  /** Since then nobody asks again. */
  declined_at: Date | null;
}

/** Members who train together. */
export interface GroupTable {
  id: number;
  name: string;
  owner_id: number;
  /** Opens the group to whoever has it; null until somebody asks for the link. */
  link_key: string | null;
  created_at: Date;
}

export interface GroupMemberTable {
  user_id: number;
  group_id: number;
  joined_at: Date;
}

export type GroupInvitationTable = Omit<ChallengeInvitationTable, 'challenge_id'> & { group_id: number };

interface ChallengeTables {
  groups: GroupTable;
  group_members: GroupMemberTable;
  group_invitations: GroupInvitationTable;
  workout_reviews: WorkoutReviewTable;
  challenges: ChallengeTable;
  challenge_members: ChallengeMemberTable;
  challenge_contributions: ChallengeContributionTable;
  uncounted_workouts: UncountedWorkoutTable;
  challenge_chunks: ChallengeChunkTable;
  challenge_counts: ChallengeCountTable;
  challenge_awards: ChallengeAwardTable;
  challenge_invitations: ChallengeInvitationTable;
  challenge_teams: ChallengeTeamTable;
  challenge_former_teams: ChallengeFormerTeamTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends ChallengeTables {}
}
