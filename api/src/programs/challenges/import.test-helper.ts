import assert from 'node:assert/strict';
import { type ChallengeDetails, type ChallengeInput, SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';

const CHALLENGES = [
  { kind: 'count', target: 5 },
  { kind: 'distance' },
  { kind: 'active_days', time_zone: 'Pacific/Auckland' },
  { kind: 'duration', activity_groups: ['run'] },
] as const;

/** Challenges of several kinds that a member joins; the first counts workouts and has a target. */
export async function createChallenges({
  url,
  token,
  ...window
}: { url: string; token: string } & Pick<ChallengeInput, 'first_day' | 'last_day'>): Promise<number[]> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}${SERVICE_BASES.challenges}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.ok(answer.ok, text);
    return JSON.parse(text) as ChallengeDetails;
  };
  const ids: number[] = [];
  for (const challenge of CHALLENGES) {
    const { id } = await post('/v2/challenges', { title: 'Imports', ...challenge, ...window });
    await post(`/challenges/${id}/users`, {});
    ids.push(id);
  }
  return ids;
}

/** Of a member at one moment: files that are not done, workouts that wait, and those of them whose upload is done. */
export async function readUncounted(
  db: Db,
  userId: number,
): Promise<{ pending: number; uncounted: number; uncountedOfDone: number }> {
  const { rows } = await sql<{ pending: number; uncounted: number; uncountedOfDone: number }>`
    select (select count(*) from file_imports where user_id = ${userId} and state in ('queued', 'reading')) as pending,
      (select count(*) from uncounted_workouts where user_id = ${userId}) as uncounted,
      (select count(*) from uncounted_workouts u
        join workouts w on w.user_id = u.user_id and w.id = u.workout_id
        join file_imports f on f.user_id = w.user_id and f.id = w.import_id
        where u.user_id = ${userId} and not exists (
          select from file_imports other where other.user_id = f.user_id and other.batch_id = f.batch_id
            and other.state in ('queued', 'reading'))) as "uncountedOfDone"`.execute(db);
  return rows[0]!;
}
