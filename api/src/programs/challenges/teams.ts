import type { ChallengeInput, TeamStanding } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { conflict, invalid } from '../../kernel/server/errors.ts';
import { EARLIEST_ZONE } from './window.ts';
import { localDay } from '../../kernel/local-day.ts';
import { isNotHiddenFrom } from './board.ts';
import type { ChallengeRow, MetChallenge } from './find-challenge.ts';
import { toValue } from './scoring.ts';
import type { ChallengeTeamTable } from './tables.ts';

export async function readTeams(
  db: Db,
  challengeIds: readonly number[],
): Promise<Map<number, ChallengeTeamTable[]>> {
  if (challengeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('challenge_teams')
    .selectAll()
    .where('challenge_id', 'in', [...challengeIds])
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ challenge_id }) => challenge_id);
}

/**
 * Stores the teams in place of those before. Members whose team is gone are in the first one: that is the maker alone, as
 * the number of teams cannot change once others have joined.
 */
export async function storeTeams(
  db: Db,
  challengeId: number,
  { teams }: Pick<ChallengeInput, 'teams'>,
): Promise<void> {
  const names = teams?.names ?? [];
  await db.deleteFrom('challenge_teams').where('challenge_id', '=', challengeId).execute();
  if (names.length > 0)
    await db
      .insertInto('challenge_teams')
      .values(names.map((name, i) => ({ challenge_id: challengeId, id: i + 1, name })))
      .execute();
  const { length } = names;
  await db
    .deleteFrom('challenge_former_teams')
    .where('challenge_id', '=', challengeId)
    .where('team_id', '>', length)
    .execute();
  await sql`
    update challenge_members set team_id = ${length === 0 ? null : 1}::smallint
    where challenge_id = ${challengeId}
      and (case when ${length} = 0 then team_id is not null else team_id is null or team_id > ${length} end)`.execute(
    db,
  );
}

/** @throws ApiProblem 400 */
export function checkTeams({ kind, teams }: Pick<ChallengeInput, 'kind' | 'teams'>): void {
  if (!teams) return;
  const names = teams.names.map((name) => name.toLocaleLowerCase('en'));
  if (new Set(names).size < names.length) throw invalid({ teams: ['Give each team a name of its own.'] });
  if (kind === 'fastest' && teams.score === 'sum')
    throw invalid({ teams: ['Times cannot be added up. Let the mean of each team decide.'] });
}

/** Whether somebody somewhere may have begun. */
export const hasBegun = (
  { starts_at, first_day }: Pick<ChallengeRow, 'starts_at' | 'first_day'>,
  now: Date,
) => (starts_at ? now >= starts_at : localDay(now, EARLIEST_ZONE) >= first_day);

async function smallestTeam(trx: Trx, challengeId: number): Promise<number> {
  // Members who join at the same time are dealt out one after the other.
  await sql`select from challenge_teams where challenge_id = ${challengeId} order by id for update`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number }>`
    select t.id from challenge_teams t
    left join challenge_members m on m.challenge_id = t.challenge_id and m.team_id = t.id
    where t.challenge_id = ${challengeId}
    group by t.id order by count(m.user_id), t.id limit 1`.execute(trx);
  return rows[0]!.id;
}

async function checkTeam(trx: Trx, challengeId: number, teamId: number | undefined): Promise<number> {
  if (teamId === undefined) throw invalid({ team_id: ['Choose a team.'] });
  const team = await trx
    .selectFrom('challenge_teams')
    .select('id')
    .where('challenge_id', '=', challengeId)
    .where('id', '=', teamId)
    .executeTakeFirst();
  if (!team) throw invalid({ team_id: ['There is no such team. Choose one from the list.'] });
  return teamId;
}

/** The team of somebody who joins; null without teams. @throws ApiProblem 400 where one is to be picked */
export async function teamOnJoining(
  trx: Trx,
  userId: number,
  { id, team_choice }: Pick<ChallengeRow, 'id' | 'team_choice'>,
  picked: number | undefined,
): Promise<number | null> {
  if (team_choice === null) return null;
  const former = await trx
    .deleteFrom('challenge_former_teams')
    .where('user_id', '=', userId)
    .where('challenge_id', '=', id)
    .returning('team_id')
    .executeTakeFirst();
  if (former) return former.team_id;
  return team_choice === 'assigned' ? smallestTeam(trx, id) : checkTeam(trx, id, picked);
}

/** Keeps the team of somebody who leaves while the challenge runs: nobody changes sides by leaving. */
export async function rememberTeam(
  trx: Trx,
  { user_id, team_id }: { user_id: number; team_id: number | null },
  challenge: ChallengeRow,
  now: Date,
): Promise<void> {
  if (team_id === null || !hasBegun(challenge, now)) return;
  await trx
    .insertInto('challenge_former_teams')
    .values({ user_id, challenge_id: challenge.id, team_id })
    .onConflict((on) => on.columns(['user_id', 'challenge_id']).doUpdateSet({ team_id }))
    .execute();
}

/** @throws ApiProblem 409 once the challenge has begun, or where teams are not picked */
export async function checkTeamChange(
  trx: Trx,
  challenge: ChallengeRow,
  teamId: number,
  now: Date,
): Promise<number> {
  if (challenge.team_choice !== 'pick' || hasBegun(challenge, now))
    throw conflict('teams_fixed', 'The teams of this challenge can’t be changed any more.');
  return checkTeam(trx, challenge.id, teamId);
}

interface TeamTotal {
  id: number;
  name: string;
  n: number;
  n_counted: number;
  total: number;
  reached_at: Date | null;
}

/**
 * The board of teams, best first. Members who are not shown count for no team: the sum would tell their results. So it is
 * for those who do not exist for the viewer. The mean is that of all who are shown; of a time, of those who have one.
 */
export async function readTeamBoard(
  db: Db,
  { id, kind, team_score, membership }: MetChallenge,
  viewerId: number,
): Promise<TeamStanding[]> {
  if (team_score === null) return [];
  const isTime = kind === 'fastest';
  const { rows } = await sql<TeamTotal>`
    select t.id, t.name, coalesce(m.n, 0) as n, coalesce(m.n_counted, 0) as n_counted,
      coalesce(m.total, 0)::bigint as total, m.reached_at
    from challenge_teams t
    left join (
      select team_id, count(*) as n, count(*) filter (where is_shown and (score > 0 or not ${isTime})) as n_counted,
        sum(score) filter (where is_shown and score > 0) as total,
        max(reached_at) filter (where is_shown and score > 0) as reached_at
      from challenge_members where challenge_id = ${id} and team_id is not null and ${isNotHiddenFrom(viewerId)}
      group by team_id
    ) as m on m.team_id = t.id
    where t.challenge_id = ${id}`.execute(db);
  const teams = rows
    .map(({ id: teamId, name, n, total, n_counted, reached_at }) => ({
      id: teamId,
      name,
      n,
      score: team_score === 'sum' ? total : total / Math.max(1, n_counted),
      reachedAt: reached_at?.getTime() ?? 0,
    }))
    .toSorted((a, b) => b.score - a.score || a.reachedAt - b.reachedAt || a.id - b.id);
  return teams.map(({ id: teamId, name, n, score }) => ({
    id: teamId,
    name,
    member_count: n,
    value: toValue(kind, score),
    rank: score > 0 ? teams.findIndex((other) => other.score === score) + 1 : null,
    is_own: membership?.team_id === teamId,
  }));
}
