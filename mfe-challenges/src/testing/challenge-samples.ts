import type {
  Challenge,
  ChallengeDetails,
  ChallengeList,
  Leaderboard,
  LeaderboardEntry,
} from '@waymark/api-contract';

type Progress = NonNullable<Challenge['progress']>;

const sampleStanding = (over: Partial<Progress> = {}): Progress => ({
  value: 42_500,
  board_value: 42_500,
  rank: 3,
  is_completed: false,
  workout_count: 4,
  excluded_count: 0,
  ...over,
});

/** November's 100 km on foot, as somebody meets it who has not joined. */
export const sampleChallenge = (over: Partial<Challenge> = {}): Challenge => ({
  id: 51,
  title: 'November 100',
  description: 'A hundred kilometres before the first snow.',
  kind: 'distance',
  audience: 'everyone',
  group_id: null,
  activity_groups: ['run', 'walk'],
  target: 100_000,
  distance: null,
  first_day: '2026-11-01',
  last_day: '2026-11-30',
  time_zone: null,
  repeats: null,
  state: 'open',
  joined: false,
  final_datetime: '2026-12-04T12:00:00.000Z',
  is_final: false,
  member_count: 128,
  teams: null,
  boards: [],
  invited_by: null,
  can: { join: true, leave: false, edit: false, invite: false },
  progress: null,
  _links: {},
  ...over,
});

export const joinedChallenge = (progress: Partial<Progress> = {}, over: Partial<Challenge> = {}): Challenge =>
  sampleChallenge({
    joined: true,
    can: { join: false, leave: true, edit: false, invite: false },
    progress: sampleStanding(progress),
    ...over,
  });

export const challengeList = (challenges: Challenge[], total = challenges.length): ChallengeList => ({
  _links: {},
  _embedded: { challenges },
  total_count: total,
  can: { create: true, publish: false },
});

export const sampleEntry = (
  rank: number,
  value: number,
  name: string | null,
  over: Partial<LeaderboardEntry> = {},
): LeaderboardEntry => ({
  rank,
  value,
  is_self: false,
  user:
    name === null
      ? null
      : { id: 100 + rank, display_name: name, username: name.toLowerCase().replace(' ', ''), _links: {} },
  team: null,
  ...over,
});

export const sampleBoard = (entries: LeaderboardEntry[], over: Partial<Leaderboard> = {}): Leaderboard => ({
  _links: {},
  _embedded: { entries },
  total_count: entries.length,
  offset: 0,
  own: null,
  own_offset: null,
  is_final: false,
  ...over,
});

export const challengeDetails = (
  challenge: Challenge = sampleChallenge(),
  over: Partial<ChallengeDetails> = {},
): ChallengeDetails => ({
  ...challenge,
  rules: {
    accepts_manual: true,
    country: null,
    age_class: null,
    text: '',
    limits: [],
    general_limits: { duration: 86_400, overlap_percent: 50, power: [{ duration: 60, watts: 1200 }] },
  },
  partner: null,
  prizes: [],
  userAwards: [],
  stats: { member_count: challenge.member_count, ranked_count: 90 },
  membership: challenge.joined
    ? {
        counts_private: true,
        is_shown: true,
        is_classified: false,
        joined_datetime: '2026-11-02T10:00:00.000Z',
        team_id: null,
        country: null,
        age_class: null,
        can_change_team: false,
      }
    : null,
  team_board: [],
  leaderboard: sampleBoard([]),
  ...over,
});
