import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { findRanks, readPage, shareBoards } from './board.ts';
import { recomputeFromWorkouts } from './follow-workouts.ts';

export async function readStandings(db: Db, userId: number) {
  const { rows: members } = await sql`
    select challenge_id, progress, score, reached_at, workout_count, excluded_count from challenge_members
    where user_id = ${userId} order by challenge_id`.execute(db);
  const { rows: contributions } = await sql`
    select * from challenge_contributions where user_id = ${userId} order by challenge_id, workout_id`.execute(
    db,
  );
  return { members, contributions };
}

/** Boards count who is on them, and give the ranks that their scores give. */
export async function assertBoards(db: Db): Promise<void> {
  const { rows: boards } = await sql`
    select * from (
      select c.id, (select count(*) from challenge_members m where m.challenge_id = c.id) as joined,
        (select count(*) from challenge_members m where m.challenge_id = c.id and is_shown and score > 0) as ranked,
        (select coalesce(sum(n), 0) from challenge_counts n where n.challenge_id = c.id and group_position = 0) as n_joined,
        (select coalesce(sum(n), 0) from challenge_counts n where n.challenge_id = c.id and chunk_id <> 0) as n_ranked
      from challenges c) as boards where joined <> n_joined or ranked <> n_ranked`.execute(db);
  assert.deepEqual(boards, []);
  const { rows: groups } = await sql`
    select challenge_id, group_position from challenge_counts where group_position > 0
    group by challenge_id, group_position
    having sum(n) filter (where chunk_id = 0) is distinct from sum(n) filter (where chunk_id <> 0)`.execute(
    db,
  );
  assert.deepEqual(groups, []);
  const { rows: ranked } = await sql<{
    challenge_id: number;
    user_id: number;
    score: number;
    reached_at: Date;
    rank: number;
  }>`
    select challenge_id, user_id, score, reached_at, rank() over (partition by challenge_id order by score desc) as rank
    from challenge_members where is_shown and score > 0
    order by challenge_id, score desc, reached_at, user_id`.execute(db);
  for (const [id, rows] of Map.groupBy(ranked, ({ challenge_id }) => challenge_id)) {
    const page = await readPage(db, id, { limit: rows.length + 1, offset: 0 });
    assert.deepEqual(
      page.map(({ user_id, rank }) => [user_id, rank]),
      rows.map(({ user_id, rank }) => [user_id, rank]),
    );
    for (const [offset, row] of rows.entries()) {
      const places = await findRanks(db, row.user_id, [row]);
      assert.deepEqual(places.get(id), { rank: row.rank, offset });
    }
  }
}

/** A member's standings equal what the workouts give when they are counted from nothing; final ones stay. */
export async function assertStandings(db: Db, userId: number, now: Date): Promise<void> {
  const stored = await readStandings(db, userId);
  await withMemberLock(db, userId, async (trx) => {
    const joined = await trx
      .selectFrom('challenge_members')
      .innerJoin('challenges', 'challenges.id', 'challenge_members.challenge_id')
      .select('challenge_id')
      .where('user_id', '=', userId)
      .where('frozen_at', 'is', null)
      .execute();
    const ids = joined.map(({ challenge_id }) => challenge_id);
    await shareBoards(trx, ids);
    await sql`
      delete from challenge_contributions where user_id = ${userId}
        and challenge_id not in (select id from challenges where frozen_at is not null)`.execute(trx);
    await recomputeFromWorkouts(trx, userId, ids, now);
  });
  assert.deepEqual(await readStandings(db, userId), stored);
}

/** As `assertStandings`, and so do boards and ranks. */
export async function assertRecount(db: Db, userId: number, now: Date): Promise<void> {
  await assertStandings(db, userId, now);
  await assertBoards(db);
}
