import { z } from 'zod';
import { Id, Links } from './common.ts';

/** A team on the board of teams: the members who are shown on the leaderboard count. */
export const TeamStanding = z.object({
  id: z.number().int(),
  name: z.string(),
  member_count: z.number().int(),
  /** Sum or mean of the members' board values, in the unit of the challenge. */
  value: z.number(),
  /** One more than the number of better teams; null while the team has no result. */
  rank: z.number().int().nullable(),
  is_own: z.boolean(),
});
export type TeamStanding = z.infer<typeof TeamStanding>;

export const LeaderboardEntry = z.object({
  /** Equal values share a rank: 1, 2, 2, 4. */
  rank: z.number().int(),
  value: z.number(),
  is_self: z.boolean(),
  /** Null where privacy asks for it: the caller may not meet this member, or the member took the name off a final board. */
  user: z.object({ id: Id, display_name: z.string(), username: z.string(), _links: Links }).nullable(),
  /** Null without teams. */
  team: z.string().nullable(),
});
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>;

/** `own` is the caller's entry wherever it stands, with its place in `own_offset`. */
export const Leaderboard = z.object({
  _links: Links,
  _embedded: z.object({ entries: z.array(LeaderboardEntry) }),
  total_count: z.number().int(),
  offset: z.number().int(),
  own: LeaderboardEntry.nullable(),
  own_offset: z.number().int().nullable(),
  is_final: z.boolean(),
});
export type Leaderboard = z.infer<typeof Leaderboard>;
