import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createBoard, findRanks, moveOnBoards, readBoard, readPage, shareBoards } from './board.ts';
import { correctCounts, tidyBoard } from './board-upkeep.ts';
import { removeChallenge } from './remove-challenge.ts';
import { DatabaseUnavailable } from '../../kernel/database/unavailable.ts';
import { chance } from '../../training/sample-workouts/chance.ts';
import { withoutChallengeSweep } from './challenges.test-helper.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import type { ChallengeMemberTable } from './tables.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi({ services: withoutChallengeSweep });
});
after(() => api.stop());

const AT = new Date('2026-05-01T00:00:00Z');
const member = (challenge_id: number, user_id: number, score: number, reached_at: Date) => ({
  user_id,
  challenge_id,
  joined_at: AT,
  counts_private: true,
  is_shown: true,
  progress: score,
  score,
  reached_at,
  workout_count: 1,
  excluded_count: 0,
  team_id: null,
  is_classified: false,
  is_anonymous: false,
  country: null,
  age_class: null,
});

async function addMembers(rows: readonly ChallengeMemberTable[]): Promise<void> {
  const { db } = api.context;
  await db.transaction().execute(async (trx) => {
    await shareBoards(trx, [rows[0]!.challenge_id]);
    for (let from = 0; from < rows.length; from += 2000)
      await trx
        .insertInto('challenge_members')
        .values(rows.slice(from, from + 2000))
        .execute();
    await moveOnBoards(
      trx,
      rows.map((row) => ({ before: null, after: row })),
    );
  });
}

async function move(before: ChallengeMemberTable, score: number, reached_at: Date): Promise<void> {
  const { db } = api.context;
  const row = { ...before, score, reached_at };
  await db.transaction().execute(async (trx) => {
    await shareBoards(trx, [row.challenge_id]);
    await trx
      .updateTable('challenge_members')
      .set({ score, reached_at })
      .where('user_id', '=', row.user_id)
      .where('challenge_id', '=', row.challenge_id)
      .execute();
    await moveOnBoards(trx, [{ before, after: row }]);
  });
}

/** The order and ranks of PostgreSQL's own `rank()`. */
const recount = async (id: number) =>
  (
    await sql<{ user_id: number; rank: number; n: number }>`
      select user_id, rank() over (order by score desc) as rank,
        row_number() over (order by score desc, reached_at, user_id) - 1 as n
      from challenge_members where challenge_id = ${id} and is_shown and score > 0 order by n`.execute(
      api.context.db,
    )
  ).rows;

async function assertSame(id: number): Promise<void> {
  const { db } = api.context;
  const all = await recount(id);
  for (const offset of [0, 127, 128, 999, 1000, all.length - 3, all.length, all.length + 1000]) {
    const page = await readPage(db, id, { limit: 20, offset: Math.max(0, offset) });
    const expected = all.slice(Math.max(0, offset), Math.max(0, offset) + 20);
    assert.deepEqual(
      page.map(({ user_id, rank }) => [user_id, rank]),
      expected.map(({ user_id, rank }) => [user_id, rank]),
      `page at ${offset}`,
    );
  }
  for (let n = 0; n < all.length; n += Math.ceil(all.length / 8)) {
    const { user_id, rank } = all[n]!;
    const row = await db
      .selectFrom('challenge_members')
      .selectAll()
      .where('challenge_id', '=', id)
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    const places = await findRanks(db, user_id, [row]);
    assert.deepEqual(places.get(id), { rank, offset: n }, `rank of ${user_id}`);
  }
}

const chunkSizes = async (id: number) =>
  (
    await sql<{ n: number }>`
      select sum(n)::int as n from challenge_counts where challenge_id = ${id} and chunk_id <> 0
      group by chunk_id order by chunk_id`.execute(api.context.db)
  ).rows.map(({ n }) => n);

/** The API's own upkeep tidies the same board now and then, and whoever comes second leaves it for later. */
const tidied = (id: number) => until('the board is split', () => tidyBoard(api.context.db, id));

test('[CHAL-01] ranks and pages of a board that grows and moves are those of a recount, also of thousands of equal members', async () => {
  const { db } = api.context;
  const random = chance(7);
  const below = (n: number) => Math.floor(random() * n);
  for (const scores of [() => 1 + below(1_000_000), () => 1 + below(3)]) {
    const id = api.context.newId();
    await createBoard(db, id);
    const when = () => new Date(AT.getTime() + below(5000) * 1000);
    const rows = Array.from({ length: 2500 }, (_, i) => member(id, i + 1, scores(), when()));
    await addMembers(rows);
    await assertSame(id);
    await tidied(id);
    assert.ok(Math.max(...(await chunkSizes(id))) <= 256, 'chunks are split');
    await assertSame(id);
    for (let step = 0; step < 100; step++) await move(rows[step * 20]!, below(4) * scores(), when());
    await assertSame(id);
    await tidied(id);
    await assertSame(id);
  }
});

test('[CHAL-01] a board of many groups of chunks, most of them of equal members, gives the ranks of a recount while it grows', async () => {
  const { db } = api.context;
  const id = api.context.newId();
  const groupCount = async () =>
    (await sql`select from challenge_chunks where challenge_id = ${id} group by group_position`.execute(db))
      .rows.length;
  const add = (from: number, scoreOf: (i: number) => number) =>
    addMembers(Array.from({ length: 10_000 }, (_, i) => member(id, from + i, scoreOf(i), AT)));
  await createBoard(db, id);
  for (const from of [1, 10_001]) await add(from, (i) => (i % 3 === 0 ? 10 + i : 500));
  await tidied(id);
  const few = await groupCount();
  assert.ok(few > 1, 'groups are split');
  await assertSame(id);
  // All of these come to one place, between two groups or within one.
  for (const from of [20_001, 30_001]) await add(from, () => 500);
  await assertSame(id);
  await tidied(id);
  assert.ok((await groupCount()) > few, 'a group that has grown is split again');
  await assertSame(id);
  assert.equal(await correctCounts(db, id), false);
  await sql`update challenge_counts set n = n + 1 where challenge_id = ${id} and chunk_id = 0`.execute(db);
  assert.equal(await correctCounts(db, id), true, 'wrong counts of groups are found');
  await until('the counts are corrected', async () => !(await correctCounts(db, id)));
  await assertSame(id);
});

test('[CHAL-01] 500 members who reach the same result in the same second, while the board is split', async () => {
  const { db } = api.context;
  const id = api.context.newId();
  await createBoard(db, id);
  await addMembers(Array.from({ length: 2100 }, (_, i) => member(id, i + 1000, 10 + (i % 50), AT)));
  const arrivals = Array.from({ length: 500 }, (_, i) => addMembers([member(id, i + 1, 20, AT)]));
  const splits = Array.from({ length: 10 }, () => tidyBoard(db, id));
  await Promise.all([...arrivals, ...splits]);
  await assertSame(id);
  await tidied(id);
  assert.ok((await chunkSizes(id)).length > 1);
  await assertSame(id);
});

test('[ACCT-04] a member who is erased is named by no chunk of a board, and ranks and counts stay right', async () => {
  const { db } = api.context;
  const id = api.context.newId();
  const first = api.context.newId();
  await createBoard(db, id);
  const rows = Array.from({ length: 4200 }, (_, i) => member(id, first + i, 10 + (i % 3), AT));
  await addMembers(rows);
  await tidied(id);
  const named = async () =>
    (
      await sql<{ user_id: number }>`
        select first_user_id as user_id from challenge_chunks
        where challenge_id = ${id} and first_user_id <> 0`.execute(db)
    ).rows.map(({ user_id }) => user_id);
  const borders = await named();
  assert.ok(borders.length >= 2, 'the board has several chunks');
  // One of them began two chunks, the second at a result of theirs that changed later.
  await sql`
    insert into challenge_chunks (challenge_id, id, first_negative_score, first_reached_at, first_user_id)
    values (${id}, 1000, -11, ${AT}, ${borders[0]!})
    on conflict do nothing`.execute(db);
  for (const userId of borders) {
    await db.transaction().execute((trx) => api.context.publish(trx, 'memberErased', { userId }));
    assert.ok(!(await named()).includes(userId));
    await assertSame(id);
    assert.equal(await correctCounts(db, id), false);
  }
  await tidied(id);
  assert.ok(Math.max(...(await chunkSizes(id))) <= 256, 'what was joined is split at members who are there');
  await assertSame(id);
});

test('who waits to delete a challenge gives up before it keeps its members waiting', async () => {
  const { db } = api.context;
  const id = api.context.newId();
  await createBoard(db, id);
  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  let hold = () => {};
  const held = new Promise<void>((resolve) => (hold = resolve));
  const change = db.transaction().execute(async (trx) => {
    await shareBoards(trx, [id]);
    hold();
    await released;
  });
  await held;
  await assert.rejects(
    db.transaction().execute((trx) => removeChallenge(api.context, trx, id)),
    DatabaseUnavailable,
  );
  // A lock that waits would stand before this one.
  await addMembers([member(id, api.context.newId(), 5, AT)]);
  letGo();
  await change;
  await db.transaction().execute((trx) => removeChallenge(api.context, trx, id));
  assert.deepEqual(await recount(id), []);
});

test('[CHAL-01] [SOC-04] on a board of any size ranks, pages and counts are those of a recount without whoever is hidden from the viewer', async () => {
  const { db } = api.context;
  const random = chance(11);
  const below = (n: number) => Math.floor(random() * n);
  const viewer = api.context.newId();
  for (const size of [6, 40, 300, 2500]) {
    const id = api.context.newId();
    await createBoard(db, id);
    const first = 1_000_000 + size * 10_000;
    const rows = Array.from({ length: size }, (_, i) => ({
      ...member(
        id,
        i === size >> 1 ? viewer : first + i,
        below(20),
        new Date(AT.getTime() + below(50) * 1000),
      ),
      is_shown: i === size >> 1 || below(10) > 0,
    }));
    rows[size >> 1]!.score = 10;
    await addMembers(rows);
    await tidied(id);
    for (const share of [0.05, 0.6, 1]) {
      const hidden = rows.filter(({ user_id }) => user_id !== viewer && random() < share);
      const ids = hidden.map(({ user_id }) => user_id);
      // Some are blocked, some suspended.
      await sql`
        insert into friendships (user_id, friend_id, status, requested_by, message, created_at, accepted_at, has_blocked)
        select ${viewer}, one, 'blocked', one, '', now(), null, false
        from unnest(${ids.filter((_, n) => n % 3 > 0)}::bigint[]) as one`.execute(db);
      await sql`
        insert into suspensions (user_id, created_at)
        select one, now() from unnest(${ids.filter((_, n) => n % 3 === 0)}::bigint[]) as one`.execute(db);
      const left = new Set(ids);
      const all = (await recount(id)).filter(({ user_id }) => !left.has(user_id));
      const scoreOf = new Map(rows.map(({ user_id, score }) => [user_id, score]));
      const expected = all.map(({ user_id }) => ({
        user_id,
        score: scoreOf.get(user_id)!,
        rank: 1 + all.filter((other) => scoreOf.get(other.user_id)! > scoreOf.get(user_id)!).length,
      }));
      const place = expected.findIndex(({ user_id }) => user_id === viewer);
      const own = { ...expected[place]!, offset: place };
      for (const limit of [1, 7, 20])
        for (const offset of [0, 3 * limit, all.length - 1, all.length, all.length + 5])
          assert.deepEqual(
            await readBoard(db, id, { limit, offset, viewerId: viewer }),
            {
              rows: expected.slice(offset, offset + limit),
              offset,
              own,
              ranked: all.length,
              joined: size - hidden.length,
            },
            `${size} members, ${hidden.length} of them hidden, ${limit} from ${offset}`,
          );
      const around = await readBoard(db, id, { limit: 7, offset: 0, viewerId: viewer, isAround: true });
      assert.ok(around.rows.some(({ user_id }) => user_id === viewer));
      const row = rows[size >> 1]!;
      const places = await findRanks(db, viewer, [row]);
      assert.deepEqual(places.get(id), { rank: own.rank, offset: place });
      await sql`delete from friendships where user_id = ${viewer}`.execute(db);
      await sql`delete from suspensions`.execute(db);
    }
  }
});
