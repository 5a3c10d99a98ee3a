import type { Challenge, ChallengeDetails } from '@waymark/api-contract';
import type { Context } from '../../kernel/server/context.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { presentGeneralLimits } from '../../training/workout-store/plausibility.ts';
import { presentSportLimits } from '../../training/workout-store/sport-limits.ts';
import { readAwards } from './awards.ts';
import { countMembers, findRanks } from './board.ts';
import { findToday, getChallenge, isOperator, type MetChallenge } from './find-challenge.ts';
import { mayInvite, readInviters } from './invitations.ts';
import { readEveryone, readLeaderboard } from './leaderboard.ts';
import { toValue } from './scoring.ts';
import { hasBegun, readTeamBoard, readTeams } from './teams.ts';
import { stateOf } from './window.ts';

/** The ranks of the caller on the boards that they stand on, by challenge. */
async function findOwnRanks(
  db: Context['db'],
  caller: Caller | null,
  challenges: readonly MetChallenge[],
): Promise<Map<number, number>> {
  if (!caller) return new Map();
  const rows = challenges.flatMap(({ id, membership }) =>
    membership?.is_shown && membership.score > 0
      ? [{ challenge_id: id, score: membership.score, reached_at: new Date(membership.reached_at) }]
      : [],
  );
  const places = await findRanks(db, caller.userId, rows);
  return new Map([...places].map(([id, { rank }]) => [id, rank]));
}

function presentProgress(
  { kind, target, membership }: MetChallenge,
  rank: number | null,
): Challenge['progress'] {
  if (!membership) return null;
  const { progress, score, workout_count, excluded_count } = membership;
  return {
    value: toValue(kind, progress),
    board_value: toValue(kind, score),
    rank,
    is_completed: target === null ? null : progress >= target,
    workout_count,
    excluded_count,
  };
}

interface Viewer {
  caller: Caller | null;
  today: string;
}

/**
 * Challenges in the order given, as the caller meets them.
 * @param known what was read of the only one before
 */
export async function presentChallenges(
  context: Context,
  { caller, today }: Viewer,
  challenges: readonly MetChallenge[],
  known?: { joined: number; rank: number | null },
): Promise<Challenge[]> {
  const ids = challenges.map(({ id }) => id);
  const hasPublic = challenges.some(({ owner_id }) => owner_id === null);
  const [counts, inviters, teams, editsPublic, ranks] = await Promise.all([
    known ? new Map(ids.map((id) => [id, known.joined])) : countMembers(context.db, ids, caller?.userId ?? 0),
    readInviters(
      context.db,
      caller,
      challenges.flatMap(({ id, membership }) => (membership ? [] : [id])),
    ),
    readTeams(
      context.db,
      challenges.flatMap(({ id, team_score }) => (team_score === null ? [] : [id])),
    ),
    caller !== null && hasPublic && isOperator(context, caller),
    known ? new Map(ids.map((id) => [id, known.rank])) : findOwnRanks(context.db, caller, challenges),
  ]);
  return challenges.map((challenge): Challenge => {
    const { id, kind, membership, team_score, team_choice } = challenge;
    const isFinal = challenge.frozen_at !== null;
    const state = stateOf(challenge, context.now(), today);
    return {
      id,
      title: challenge.title,
      description: challenge.description,
      kind,
      audience: challenge.audience,
      group_id: challenge.group_id,
      activity_groups: challenge.activity_groups,
      target: challenge.target === null ? null : toValue(kind, challenge.target),
      distance: challenge.distance,
      first_day: challenge.first_day,
      last_day: challenge.last_day,
      time_zone: challenge.time_zone,
      repeats: challenge.repeats,
      state,
      joined: membership !== null,
      final_datetime: challenge.freeze_at.toISOString(),
      is_final: isFinal,
      member_count: counts.get(id) ?? 0,
      teams:
        team_score && team_choice
          ? {
              score: team_score,
              choice: team_choice,
              list: teams.get(id)?.map((team) => ({ id: team.id, name: team.name })) ?? [],
            }
          : null,
      boards: challenge.boards,
      invited_by: membership ? null : (inviters.get(id) ?? null),
      can: {
        join: caller !== null && membership === null && state !== 'past' && !isFinal,
        leave: membership !== null && !isFinal,
        invite: caller !== null && state !== 'past' && mayInvite(challenge, caller.userId, editsPublic),
        edit:
          caller !== null &&
          !isFinal &&
          (challenge.owner_id === null ? editsPublic : challenge.owner_id === caller.userId),
      },
      progress: presentProgress(challenge, ranks.get(id) ?? null),
      _links: {
        self: [{ href: `/challenges/challenge/${id}/details`, id: String(id) }],
        leaderboard: [{ href: `/widgets/challenges/${id}/leaderboard` }],
        ...(challenge.owner_id && {
          user: [{ href: `/v7.1/user/${challenge.owner_id}/`, id: String(challenge.owner_id) }],
        }),
      },
    };
  });
}

/** How many entries of the board the page of a challenge begins with. */
const HEAD = 10;

/** What of the page of a challenge depends on one another is read one after the other, all else side by side. */
export async function readDetails(
  context: Context,
  caller: Caller | null,
  id: number,
  {
    timeZone,
    found = getChallenge(context.db, caller, id),
  }: { timeZone?: string | undefined; found?: Promise<MetChallenge> } = {},
): Promise<ChallengeDetails> {
  const { db } = context;
  const head = { scope: 'everyone', limit: HEAD, offset: 0 } as const;
  const everyone = readEveryone(db, caller, id, head);
  const present = async () => {
    const [today, challenge, { joined, own }] = await Promise.all([
      findToday(context, caller, timeZone),
      found,
      everyone,
    ]);
    const known = { joined, rank: own?.rank ?? null };
    const [[presented], teamBoard] = await Promise.all([
      presentChallenges(context, { caller, today }, [challenge], known),
      readTeamBoard(db, challenge, caller?.userId ?? 0),
    ]);
    return { challenge, presented: presented!, teamBoard };
  };
  const [leaderboard, userAwards, { challenge, presented, teamBoard }] = await Promise.all([
    readLeaderboard(db, caller, { challenge: found, everyone }, head),
    caller ? readAwards(db, caller.userId, id) : [],
    present(),
  ]);
  const { membership } = challenge;
  return {
    ...presented,
    rules: {
      accepts_manual: challenge.accepts_manual,
      country: challenge.country,
      age_class: challenge.age_class,
      text: challenge.rules_text,
      limits: presentSportLimits(challenge.activity_groups),
      general_limits: presentGeneralLimits(),
    },
    prizes: challenge.prizes,
    partner: challenge.partner,
    userAwards,
    stats: { member_count: presented.member_count, ranked_count: leaderboard.total_count },
    membership: membership && {
      counts_private: membership.counts_private,
      is_shown: membership.is_shown && !membership.is_anonymous,
      is_classified: membership.is_classified,
      joined_datetime: new Date(membership.joined_at).toISOString(),
      team_id: membership.team_id,
      country: membership.country,
      age_class: membership.age_class,
      can_change_team:
        challenge.team_choice === 'pick' &&
        challenge.frozen_at === null &&
        !hasBegun(challenge, context.now()),
    },
    team_board: teamBoard,
    leaderboard,
  };
}
