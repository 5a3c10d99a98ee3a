import type { Challenge, ChallengeDetails } from '@waymark/api-contract';
import type { Context } from '../kernel/server/context.ts';
import { invalid } from '../kernel/server/errors.ts';
import type { Caller } from '../kernel/server/route.ts';
import { isTimeZone, localDay } from '../workout-store/local-day.ts';
import { speedLimitsOf } from '../workout-store/plausibility.ts';
import { readAwards } from './awards.ts';
import { countMembers, findRank } from './board.ts';
import { isOperator, type MetChallenge } from './find-challenge.ts';
import { mayInvite, readInviters } from './invitations.ts';
import { readLeaderboard } from './leaderboard.ts';
import { toValue } from './scoring.ts';
import { hasBegun, readTeamBoard, readTeams } from './teams.ts';
import { stateOf } from './window.ts';

/** The day on the caller's calendar. @throws ApiProblem 400 for a zone that does not exist */
export async function findToday(
  { db, now }: Context,
  caller: Caller | null,
  timeZone: string | undefined,
): Promise<string> {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw invalid({ timezone: ['There is no such time zone. Use a name such as Europe/Berlin.'] });
  const zone = timeZone ?? (caller && (await findOwnZone(db, caller)));
  return localDay(now(), zone ?? 'UTC');
}

async function findOwnZone(db: Context['db'], { userId }: Caller): Promise<string> {
  const member = await db.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst();
  return member && isTimeZone(member.time_zone) ? member.time_zone : 'UTC';
}

async function presentProgress(
  { db }: Context,
  { id, kind, target, membership }: MetChallenge,
): Promise<Challenge['progress']> {
  if (!membership) return null;
  const { progress, score, is_shown, user_id, reached_at, workout_count, excluded_count } = membership;
  const place =
    is_shown && score > 0
      ? await findRank(db, id, { score, user_id, reached_at: new Date(reached_at) })
      : null;
  return {
    value: toValue(kind, progress),
    board_value: toValue(kind, score),
    rank: place?.rank ?? null,
    is_completed: target === null ? null : progress >= target,
    workout_count,
    excluded_count,
  };
}

interface Viewer {
  caller: Caller | null;
  today: string;
}

/** Challenges in the order given, as the caller meets them. */
export async function presentChallenges(
  context: Context,
  { caller, today }: Viewer,
  challenges: readonly MetChallenge[],
): Promise<Challenge[]> {
  const [counts, inviters, teams] = await Promise.all([
    countMembers(
      context.db,
      challenges.map(({ id }) => id),
    ),
    readInviters(
      context.db,
      caller,
      challenges.map(({ id }) => id),
    ),
    readTeams(
      context.db,
      challenges.flatMap(({ id, team_score }) => (team_score === null ? [] : [id])),
    ),
  ]);
  const hasPublic = challenges.some(({ owner_id }) => owner_id === null);
  const editsPublic = caller !== null && hasPublic && (await isOperator(context, caller));
  return Promise.all(
    challenges.map(async (challenge): Promise<Challenge> => {
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
        member_count: counts.get(id)?.joined ?? 0,
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
          join: caller !== null && membership === null && !isFinal,
          leave: membership !== null && !isFinal,
          invite: caller !== null && mayInvite(challenge, caller.userId, editsPublic),
          edit:
            caller !== null &&
            !isFinal &&
            (challenge.owner_id === null ? editsPublic : challenge.owner_id === caller.userId),
        },
        progress: await presentProgress(context, challenge),
        _links: {
          self: [{ href: `/challenges/challenge/${id}/details`, id: String(id) }],
          leaderboard: [{ href: `/widgets/challenges/${id}/leaderboard` }],
          ...(challenge.owner_id && {
            user: [{ href: `/v7.1/user/${challenge.owner_id}/`, id: String(challenge.owner_id) }],
          }),
        },
      };
    }),
  );
}

/** How many entries of the board the page of a challenge begins with. */
const HEAD = 10;

export async function presentDetails(
  context: Context,
  viewer: Viewer,
  challenge: MetChallenge,
): Promise<ChallengeDetails> {
  const { db } = context;
  const { id, membership } = challenge;
  const [[presented], counts, userAwards, leaderboard, teamBoard] = await Promise.all([
    presentChallenges(context, viewer, [challenge]),
    countMembers(db, [id]),
    viewer.caller ? readAwards(db, viewer.caller.userId, id) : [],
    readLeaderboard(db, viewer.caller, challenge, { scope: 'everyone', limit: HEAD, offset: 0 }),
    readTeamBoard(db, challenge),
  ]);
  return {
    ...presented!,
    rules: {
      accepts_manual: challenge.accepts_manual,
      country: challenge.country,
      age_class: challenge.age_class,
      text: challenge.rules_text,
      limits: speedLimitsOf(challenge.activity_groups),
    },
    prizes: challenge.prizes,
    partner: challenge.partner,
    userAwards,
    stats: {
      member_count: counts.get(id)?.joined ?? 0,
      ranked_count: counts.get(id)?.ranked ?? 0,
    },
    membership: membership && {
      counts_private: membership.counts_private,
      is_shown: membership.is_shown,
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
