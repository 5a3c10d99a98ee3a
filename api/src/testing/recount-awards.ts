import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { toValue } from '../programs/challenges/scoring.ts';
import type { ChallengeKind } from '@waymark/api-contract';
import type { Db } from '../kernel/database/tables.ts';

interface Award {
  user_id: number;
  challenge_id: number;
  kind: string;
  value: number;
  is_shared: boolean;
}

/**
 * The database itself notes who reaches a target, and whether others may see it: awards are kept when the workouts behind
 * them are gone, so that these alone do not say which there must be.
 */
export async function noteReachedTargets(db: Db): Promise<void> {
  await sql`
    create table reached_targets (
      user_id bigint, challenge_id bigint, kind text, score bigint, is_shared boolean,
      primary key (user_id, challenge_id))`.execute(db);
  await sql`
    create function note_reached_target() returns trigger language plpgsql as $$
    begin
      insert into reached_targets as noted
      select new.user_id, c.id, c.kind, new.progress, new.is_shown and new.score >= c.target
      from challenges c where c.id = new.challenge_id and new.progress >= c.target
      on conflict (user_id, challenge_id) do update set is_shared = noted.is_shared or excluded.is_shared;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_reached_target after insert or update on challenge_members
    for each row execute function note_reached_target()`.execute(db);
}

/** The awards of the first ranks as the scores of a challenge give them. */
export async function rankedAwards(db: Db, challengeId: number): Promise<Award[]> {
  const { rows } = await sql<{ user_id: number; rank: number; score: number; kind: ChallengeKind }>`
    select * from (
      select user_id, score, c.kind, rank() over (order by score desc) as rank
      from challenge_members m join challenges c on c.id = m.challenge_id
      where challenge_id = ${challengeId} and is_shown and score > 0) as ranked
    where rank <= 3`.execute(db);
  return rows.map(({ user_id, rank, score, kind }) => ({
    user_id,
    challenge_id: challengeId,
    kind: `rank_${rank}`,
    value: toValue(kind, score),
    is_shared: true,
  }));
}

const keyOf = ({ challenge_id, user_id, kind }: Award) => `${challenge_id} ${user_id} ${kind}`;
const sorted = (awards: readonly Award[]) => awards.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** There are the awards of the targets that were reached, and those of ranks, and no other. */
export async function assertAwards(db: Db, ranked: readonly Award[]): Promise<Award[]> {
  const { rows: awards } = await sql<Award>`
    select user_id, challenge_id, kind, value, is_shared from challenge_awards`.execute(db);
  const { rows: noted } = await sql<Award & { score: number; kind: ChallengeKind }>`
    select * from reached_targets`.execute(db);
  const completed = noted.map(({ user_id, challenge_id, kind, score, is_shared }) => ({
    user_id,
    challenge_id,
    kind: 'completed',
    value: toValue(kind, score),
    is_shared,
  }));
  assert.deepEqual(sorted(awards), sorted([...completed, ...ranked]), 'awards');
  return awards;
}
