import { z } from 'zod';
import { Day, Id, IdParams, IdText, Links, Page, type Call } from './common.ts';
import { Contribution, ContributionExclusion, WorkoutReview } from './contributions.ts';
import { challengeEndpoints } from './endpoints/challenges.ts';
import { Leaderboard, TeamStanding } from './leaderboards.ts';
import { MultiLine, OutsideLink, PublicName } from './text.ts';

/**
 * What a challenge counts, and the unit of its `target` and of all values: metres for `distance`, `ascent` and
 * `longest` (the longest single workout), seconds for `duration` and `fastest` (over `distance`; less is better),
 * joules for `energy`, a number for `count` (of workouts) and `active_days`.
 */
export const CHALLENGE_KINDS = [
  'distance',
  'duration',
  'ascent',
  'count',
  'energy',
  'active_days',
  'longest',
  'fastest',
] as const;
export const ChallengeKind = z.enum(CHALLENGE_KINDS);
export type ChallengeKind = z.infer<typeof ChallengeKind>;

export const AGE_CLASSES = ['under18', '18to24', '25to34', '35to44', '45to54', '55andOver'] as const;

/** Boards within a challenge, for members who agreed that it reads this of their profile. */
export const CHALLENGE_BOARDS = ['country', 'age_class'] as const;
const ClassBoards = z.array(z.enum(CHALLENGE_BOARDS)).max(CHALLENGE_BOARDS.length);

/**
 * `score`: the results of a team's members added up, or their mean. Members `pick` a team, or are `assigned` to the one
 * with the fewest members. Teams are fixed once the challenge has begun.
 */
const TeamRules = z.object({ score: z.enum(['sum', 'mean']), choice: z.enum(['pick', 'assigned']) });

export const CHALLENGE_AWARD_KINDS = ['completed', 'rank_1', 'rank_2', 'rank_3'] as const;

/** Earned once and kept, whatever happens later to the workouts behind it or to the challenge. */
export const ChallengeAward = z.object({
  challenge_id: Id,
  kind: z.enum(CHALLENGE_AWARD_KINDS),
  title: z.string(),
  /** As reached when the award was given. */
  value: z.number(),
  awarded_datetime: z.string(),
});
export type ChallengeAward = z.infer<typeof ChallengeAward>;

/**
 * The caller's own standing. `value` counts every workout that counts for the member; `board_value` those that others
 * may see too, and decides `rank`. Rank is one more than the number of members with a better board value; null while
 * there is nothing on the board or the member is not shown there.
 */
const ChallengeProgress = z.object({
  value: z.number(),
  board_value: z.number(),
  rank: z.number().int().nullable(),
  /** Whether the target is reached; null without one. */
  is_completed: z.boolean().nullable(),
  workout_count: z.number().int(),
  /** Workouts of the window that are not counted; `workouts` says which and why. */
  excluded_count: z.number().int(),
});

/**
 * What a member decides on joining: whether private workouts count for them, whether they stand on the board, and whether
 * country and age class of their profile are read for the boards by these (`is_classified`, off unless they say so).
 */
const MembershipSettings = z.object({
  counts_private: z.boolean(),
  is_shown: z.boolean(),
  is_classified: z.boolean(),
});
const MembershipInput = MembershipSettings.extend({ team_id: z.number().int().min(1).max(20) }).partial();

/** `window`: days as `yyyy-mm-dd`, both included; of the place where a workout began, or of `time_zone` where given. */
export const Challenge = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  kind: ChallengeKind,
  audience: z.enum(['everyone', 'friends', 'group']),
  /** Of the audience `group`. */
  group_id: Id.nullable(),
  activity_groups: z.array(z.string()),
  target: z.number().nullable(),
  /** Metres, of `fastest`. */
  distance: z.number().nullable(),
  first_day: z.string(),
  last_day: z.string(),
  time_zone: z.string().nullable(),
  repeats: z.enum(['monthly']).nullable(),
  /** By the days of the caller's zone. */
  state: z.enum(['upcoming', 'open', 'past']),
  joined: z.boolean(),
  /** Results are provisional until then: late uploads still count. */
  final_datetime: z.string(),
  is_final: z.boolean(),
  member_count: z.number().int(),
  /** Null where everybody takes part for themselves. */
  teams: TeamRules.extend({
    list: z.array(z.object({ id: z.number().int(), name: z.string() })),
  }).nullable(),
  boards: ClassBoards,
  /** The friend whose invitation waits for an answer. */
  invited_by: z.object({ id: Id, display_name: z.string() }).nullable(),
  can: z.object({ join: z.boolean(), leave: z.boolean(), edit: z.boolean(), invite: z.boolean() }),
  /** Null for those who have not joined. */
  progress: ChallengeProgress.nullable(),
  _links: Links,
});
export type Challenge = z.infer<typeof Challenge>;

const ChallengeRules = z.object({
  accepts_manual: z.boolean(),
  country: z.string().nullable(),
  age_class: z.enum(AGE_CLASSES).nullable(),
  text: z.string(),
  /** Of the sports that count: metres a second over a whole workout, over one above 10 km, and over the fastest stretches of it. */
  limits: z.array(
    z.object({
      activity_group: z.string(),
      /** The sports of the group that it is for; empty for all that have no limit of their own. */
      activities: z.array(z.string()),
      speed: z.number(),
      long_speed: z.number(),
      /** From a distance in metres on, up to the next one. */
      stretches: z.array(z.object({ distance: z.number(), speed: z.number() })),
      /** Metres climbed in an hour. */
      ascent_per_hour: z.number(),
    }),
  ),
  general_limits: z.object({
    /** Seconds of a workout. */
    duration: z.number(),
    /** Of two recordings that share more of the shorter one than this, the one stored first counts. */
    overlap_percent: z.number(),
    /** Mean watts over the best time, from a number of seconds on. */
    power: z.array(z.object({ duration: z.number(), watts: z.number() })),
  }),
});

const Prize = z.object({
  /** Null for everybody who completes the challenge. */
  rank: z.number().int().min(1).max(1000).nullable(),
  text: MultiLine.trim().min(1, 'Say what the prize is.').max(300, 'Keep a prize below 300 characters.'),
});

/** Who gives the prizes of a challenge for everyone. */
export const ChallengePartner = z.object({
  name: PublicName.min(1, 'Name the partner.').max(80, 'Keep the name below 80 characters.'),
  href: OutsideLink.max(500, 'Keep the address below 501 characters.').nullable().default(null),
});
export type ChallengePartner = z.infer<typeof ChallengePartner>;

export const ChallengeDetails = Challenge.extend({
  rules: ChallengeRules,
  prizes: z.array(Prize),
  /** Named in the operators' file; null for all others. */
  partner: ChallengePartner.nullable(),
  userAwards: z.array(ChallengeAward),
  stats: z.object({
    member_count: z.number().int(),
    /** Members on the board. */
    ranked_count: z.number().int(),
  }),
  /** The caller's choices; null for those who have not joined. */
  membership: MembershipSettings.extend({
    joined_datetime: z.string(),
    team_id: z.number().int().nullable(),
    /** As the profile said on joining; null without `is_classified`. */
    country: z.string().nullable(),
    age_class: z.enum(AGE_CLASSES).nullable(),
    can_change_team: z.boolean(),
  }).nullable(),
  /** Best first; empty without teams. */
  team_board: z.array(TeamStanding),
  leaderboard: Leaderboard,
});
export type ChallengeDetails = z.infer<typeof ChallengeDetails>;

export const ChallengeList = z.object({
  _links: Links,
  _embedded: z.object({ challenges: z.array(Challenge) }),
  total_count: z.number().int(),
  /** `publish`: the caller is an operator, who makes challenges for everyone. */
  can: z.object({ create: z.boolean(), publish: z.boolean() }),
});
export type ChallengeList = z.infer<typeof ChallengeList>;

const TimeZone = z.string().max(64).optional();

/** Windows of at most 366 days: longer ones are several challenges. */
const ChallengeFields = z.object({
  title: PublicName.min(1, 'Give it a name.').max(80, 'Keep the name below 80 characters.'),
  description: MultiLine.trim().max(2000, 'Keep the description below 2000 characters.').default(''),
  rules_text: MultiLine.trim().max(4000, 'Keep the rules below 4000 characters.').default(''),
  kind: ChallengeKind,
  /** `everyone` is for operators, `group` for members of the one that `group_id` names. */
  audience: z.enum(['everyone', 'friends', 'group']).default('friends'),
  group_id: Id.nullable().default(null),
  /** Keys such as `run`; all activities without one. */
  activity_groups: z.array(z.string().max(20)).max(20).default([]),
  target: z
    .number()
    .positive('Set a target above 0.')
    .max(10_000_000_000, 'This target is beyond reach.')
    .nullable()
    .default(null),
  distance: z
    .number()
    .min(100, 'Choose a distance of at least 100 m.')
    .max(1_000_000, 'Choose a distance of at most 1,000 km.')
    .nullable()
    .default(null),
  first_day: Day,
  last_day: Day,
  time_zone: z.string().max(64).nullable().default(null),
  accepts_manual: z.boolean().default(true),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Name the country by two letters, such as DE.')
    .nullable()
    .default(null),
  age_class: z.enum(AGE_CLASSES).nullable().default(null),
  repeats: z.enum(['monthly']).nullable().default(null),
  prizes: z.array(Prize).max(20).default([]),
  teams: TeamRules.extend({
    names: z
      .array(PublicName.min(1, 'Name each team.').max(40, 'Keep names of teams below 40 characters.'))
      .min(2, 'Name at least two teams.')
      .max(20, 'Name at most 20 teams.'),
  })
    .nullable()
    .default(null),
  boards: ClassBoards.default([]),
});
export const ChallengeInput = ChallengeFields;
export type ChallengeInput = z.infer<typeof ChallengeInput>;

const text = MultiLine.trim().min(1, 'Write something first.').max(1000, 'Keep it below 1000 characters.');

/** Friends of the caller, with whether they take part or were asked. */
export const Invitees = z.object({
  _embedded: z.object({
    friends: z.array(
      z.object({
        user: z.object({ id: Id, display_name: z.string(), username: z.string(), _links: Links }),
        state: z.enum(['joined', 'invited']).nullable(),
      }),
    ),
  }),
  total_count: z.number().int(),
});

const MemberParams = z.object({ id: IdText, userId: IdText });

/**
 * Calls may carry an `api-key` header, which names the client. It opens nothing and is not checked: who calls is who the
 * bearer token says, and a call is answered the same with it, without it and with another value. Pages of other origins may
 * send it with `leaderboard`, which they read as visitors do.
 */
export const challengeCalls = {
  /**
   * Challenges of the caller: `joined` and still to come or running, `open` to join, `past`. Without a state all three,
   * up to `limit` each. `timezone` decides what day it is; the member's own unless given. `user` can only be the caller.
   */
  list: {
    ...challengeEndpoints.list,
    summary: 'Challenges that the caller joined, may join, or that are over',
    querystring: z.object({
      user: IdText.optional(),
      timezone: TimeZone,
      state: z.enum(['joined', 'open', 'past']).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    response: ChallengeList,
  },
  details: {
    ...challengeEndpoints.details,
    summary: 'One challenge with rules, prizes, progress, awards and the head of its leaderboard',
    params: IdParams,
    querystring: z.object({ mmfUserId: IdText.optional(), timezone: TimeZone }),
    response: ChallengeDetails,
  },
  /**
   * `around=me` is the page on which the caller stands; `scope=friends` ranks the caller among friends,
   * without those who took the name off. `team`, `country`
   * and `age_class` rank the members of one: of `of`, or of the caller's own. Pages of any site may read the board that
   * visitors see: without a token the answer has `access-control-allow-origin: *`.
   */
  leaderboard: {
    ...challengeEndpoints.leaderboard,
    summary: 'A page of a leaderboard',
    params: IdParams,
    querystring: z.object({
      scope: z.enum(['everyone', 'friends', 'team', ...CHALLENGE_BOARDS]).default('everyone'),
      of: z.string().max(20).optional(),
      around: z.enum(['me']).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
    }),
    response: Leaderboard,
  },
  /** Of the challenge with this id. */
  awards: {
    ...challengeEndpoints.awards,
    summary: 'What can be won in a challenge, and what the caller has won',
    params: IdParams,
    response: z.object({
      challenge_id: Id,
      title: z.string(),
      available: z.array(z.enum(CHALLENGE_AWARD_KINDS)),
      userAwards: z.array(ChallengeAward),
    }),
  },
  /**
   * 404 for those who may not see the member's profile. Ranks on a board that the member took the name off are for the
   * member alone.
   */
  memberAwards: {
    ...challengeEndpoints.memberAwards,
    summary:
      'Awards of a member, newest first: to others those of challenges for everyone that the board gives too',
    params: IdParams,
    querystring: Page,
    response: z.object({
      /** `value` is for the member alone: private workouts may be in it. */
      _embedded: z.object({ awards: z.array(ChallengeAward.extend({ value: z.number().nullable() })) }),
      total_count: z.number().int(),
    }),
  },
  workouts: {
    ...challengeEndpoints.workouts,
    summary: 'The own workouts of the window, with what each counts and why one does not',
    params: IdParams,
    response: z.object({
      _embedded: z.object({ contributions: z.array(Contribution) }),
      total_count: z.number().int(),
    }),
  },
  /**
   * Until the last day is over: by the zone of the challenge, or by the member's own where it has none. Joining again
   * changes nothing. Workouts of the window from before joining count too. Where teams are picked `team_id`
   * is asked for; who comes back to a challenge that runs is in the team that they left.
   */
  join: {
    ...challengeEndpoints.join,
    summary: 'Join a challenge',
    params: IdParams,
    body: MembershipInput.default({}),
    response: ChallengeDetails,
    status: 201,
  },
  /** Once results are final only `is_shown` changes: the place stays, with or without the name. */
  changeMembership: {
    ...challengeEndpoints.changeMembership,
    summary: 'Change what one decided on joining: private workouts, boards, and, until it begins, the team',
    params: MemberParams,
    body: MembershipInput,
    response: ChallengeDetails,
  },
  /** Leaving what was never joined changes nothing. Awards stay. */
  leave: {
    ...challengeEndpoints.leave,
    summary: 'Leave a challenge',
    params: MemberParams,
    response: ChallengeDetails,
  },
  /**
   * Each reason is explained and decided by itself; without one the text is for all that stand. 409 `not_excluded` for
   * a workout that counts, or does for this reason, or that only one challenge leaves out because it was typed by hand.
   */
  explain: {
    ...challengeEndpoints.explain,
    summary: 'Explain an own workout that counts nowhere, for a moderator to decide',
    params: IdParams,
    body: z.object({ text, exclusion: ContributionExclusion.optional() }),
    status: 204,
  },
  reviews: {
    ...challengeEndpoints.reviews,
    summary: 'Workouts that members explained, for moderators',
    querystring: z.object({
      state: z.enum(['open', 'resolved']).default('open'),
      /** One more where the last workout was explained for several reasons. */
      limit: z.coerce.number().int().min(1).max(100).default(20),
      after: IdText.optional(),
    }),
    response: z.object({
      _embedded: z.object({ reviews: z.array(WorkoutReview) }),
      total_count: z.number().int(),
    }),
  },
  /** Of one reason that the workout was explained for; without one it is that which waits longest. */
  decide: {
    ...challengeEndpoints.decide,
    summary: 'Decide whether an explained workout counts',
    params: IdParams,
    body: z.object({
      exclusion: ContributionExclusion.optional(),
      decision: z.enum(['accepted', 'rejected']),
      note: MultiLine.trim().max(1000, 'Keep the note below 1000 characters.').default(''),
    }),
    response: WorkoutReview,
  },
  create: {
    ...challengeEndpoints.create,
    summary: 'Make a challenge for friends; operators make public ones',
    body: ChallengeInput,
    response: ChallengeDetails,
    status: 201,
  },
  /** What is counted cannot change once others have joined: only texts and prizes can. */
  update: {
    ...challengeEndpoints.update,
    summary: 'Change a challenge that one made',
    params: IdParams,
    body: ChallengeInput,
    response: ChallengeDetails,
  },
  /**
   * Today becomes the last day, by the zone of the challenge or by the first place on earth where it is today; late
   * uploads count for 72 hours as always. 409 `challenge_not_running` for one that has not begun, or ends today anyway.
   */
  end: {
    ...challengeEndpoints.end,
    summary: 'End a running challenge that one made',
    params: IdParams,
    response: ChallengeDetails,
  },
  remove: {
    ...challengeEndpoints.remove,
    summary: 'Delete a challenge that one made',
    params: IdParams,
    status: 204,
  },
  /** 403 for those who may not invite: to a challenge for friends its maker does, to one for everyone who takes part. */
  invitees: {
    ...challengeEndpoints.invitees,
    summary: 'Friends whom the caller may invite, by name',
    params: IdParams,
    querystring: Page,
    response: Invitees,
  },
  /** Leaves out who is no friend, has joined, or was invited already. Joining accepts an invitation. */
  invite: {
    ...challengeEndpoints.invite,
    summary: 'Invite friends to a challenge',
    params: IdParams,
    body: z.object({
      user_ids: z.array(Id).min(1, 'Choose a friend.').max(50, 'Invite at most 50 at once.'),
    }),
    status: 204,
  },
  /** Who declined is not invited to this challenge again. */
  decline: {
    ...challengeEndpoints.decline,
    summary: 'Decline an invitation to a challenge',
    params: MemberParams,
    status: 204,
  },
} satisfies Record<keyof typeof challengeEndpoints, Call>;
