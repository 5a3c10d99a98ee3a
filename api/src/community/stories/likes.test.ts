import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { SERVICE_BASES, type Story, type StoryLike } from '@waymark/api-contract';
import { sql } from 'kysely';
import { Client } from 'pg';
import { befriend, named } from '../../members/friends/testing.ts';
import { lockContact } from '../../members/friends/rows.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { type ApiProcess, startProcess } from '../../testing/api-process.ts';
import { startTestApi } from '../../testing/api.ts';
import { testDatabase } from '../../testing/database.ts';
import { until } from '../../testing/mail.ts';
import { signUpAt } from '../../testing/member.ts';
import { like, type Member, membersOf, post, story } from './stories.test-helper.ts';

const api = await startTestApi({ env: { RATE_LIMITS: 'true' } });
after(() => api.stop());
const { member } = membersOf(api);
const { db } = api.context;

/** As many as may sign up from one address. */
const people = await Promise.all(Array.from({ length: 12 }, () => member()));
const [owner, friend, blocked, suspended, eager, stranger, ...others] = people as [
  Member,
  Member,
  Member,
  Member,
  Member,
  Member,
  ...Member[],
];
// New members post few stories an hour.
await db
  .updateTable('logins')
  .set({ created_at: new Date(Date.now() - 30 * 86_400_000) })
  .where('user_id', '=', owner.userId)
  .execute();

const waitingForLocks = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]!.n;
};

/** Runs calls that all arrive while a story is locked, so that those after the first are gathered. */
async function gathered<T>(storyId: number, calls: () => Promise<T>[]): Promise<T[]> {
  const running = await db.transaction().execute(async (trx: Trx) => {
    await trx.selectFrom('stories').select('id').where('id', '=', storyId).forUpdate().execute();
    const started = calls();
    await until('a like waits for the story', async () => (await waitingForLocks()) > 0);
    // Answered after all calls before it: those have come to their batch.
    assert.equal((await fetch(`${api.url}/services/main/v7.1/activity_type/16/`)).status, 200);
    return started;
  });
  return Promise.all(running);
}

/** Of whose likes the owner of a story is told. */
async function toldOf(storyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notification_causes')
    .select('actor_id')
    .where('user_id', '=', owner.userId)
    .where('subject_id', '=', storyId)
    .where('kind', '=', 'like')
    .orderBy('actor_id')
    .execute();
  return rows.map(({ actor_id: id }) => id);
}

/** Counts the statements that write to some tables. */
async function countStatements(t: TestContext, tables: readonly string[]): Promise<() => Promise<number>> {
  await sql`create table like_statements (n integer)`.execute(db);
  await sql`
    create function count_like_statement() returns trigger language plpgsql as
    'begin insert into like_statements values (1); return null; end'`.execute(db);
  for (const table of tables)
    await sql`
      create trigger counted after insert or update or delete on ${sql.table(table)}
      for each statement execute function count_like_statement()`.execute(db);
  t.after(async () => {
    await sql`drop function count_like_statement cascade`.execute(db);
    await sql`drop table like_statements`.execute(db);
  });
  return async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from like_statements`.execute(db);
    return rows[0]!.n;
  };
}

test('[SOC-02] likes that arrive together are written together, and each gets its own answer', async (t) => {
  for (const one of [friend, blocked, suspended, eager, ...others]) await befriend(api, owner, one);
  await owner.call('POST', '/user_block/', named(blocked.userId));
  await db.insertInto('suspensions').values({ user_id: suspended.userId, created_at: new Date() }).execute();
  await db
    .insertInto('member_actions')
    .values({ user_id: eager.userId, action: 'like', started_at: new Date(), n: 30 })
    .execute();
  const { id } = await post(owner, 'For friends', 1);
  const statements = await countStatements(t, [
    'story_likes',
    'story_counts',
    'notification_causes',
    'member_actions',
  ]);
  const allowed = [owner, friend, ...others];
  const answers = await gathered(id, () =>
    [...allowed, ...allowed, blocked, suspended, eager, stranger].map((one) => like(one, id)),
  );
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(statuses, [...allowed.flatMap(() => [201, 201]), 404, 403, 429, 404]);
  assert.match(answers.at(-2)!.text, /Those were many likes/);
  for (const [index, one] of allowed.entries()) {
    const [first, again] = [answers[index]!.body, answers[index + allowed.length]!.body];
    assert.equal(first.id, again.id, 'the like there is');
    assert.deepEqual([first.actor.id, first.parent_story_id], [one.userId, id]);
  }
  assert.equal(new Set(answers.slice(0, allowed.length).map(({ body }) => body.id)).size, allowed.length);
  assert.equal((await story(owner, id)).likes.count, allowed.length);
  assert.deepEqual(
    await toldOf(id),
    [friend, ...others].map(({ userId }) => userId).toSorted((a, b) => a - b),
    'told once of each other one',
  );
  const actions = await db
    .selectFrom('member_actions')
    .select(['user_id', 'n'])
    .where('action', '=', 'like')
    .where(
      'user_id',
      'in',
      people.map(({ userId }) => userId),
    )
    .execute();
  const countOf = new Map(actions.map(({ user_id: userId, n }) => [userId, n]));
  assert.deepEqual(
    [friend, blocked, suspended, eager, stranger].map(({ userId }) => countOf.get(userId)),
    [1, undefined, undefined, 30, undefined],
    'what was refused is not counted',
  );
  assert.ok((await statements()) <= 20, `${await statements()} statements`);
});

test('[SOC-02] likes that are taken back together go once each, with what was told of them', async (t) => {
  const crowd = [friend, ...others];
  const { id } = await post(owner, 'For everyone', 3);
  const likes = await Promise.all(crowd.map((one) => like(one, id)));
  assert.equal((await story(owner, id)).likes.count, crowd.length);
  const statements = await countStatements(t, ['story_likes', 'story_counts', 'notification_causes']);
  const taken = others;
  const answers = await Promise.all(
    taken.flatMap((one, index) => {
      const where = `/activity_story/${likes[index + 1]!.body.id}/`;
      return [one.call('DELETE', where), one.call('DELETE', where)];
    }),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [...taken.map(() => 204), ...taken.map(() => 404)],
  );
  assert.equal((await story(owner, id)).likes.count, 1);
  assert.deepEqual(await toldOf(id), [friend.userId]);
  assert.ok((await statements()) < taken.length * 3, `${await statements()} statements`);
});

test('[SOC-02] members who like many stories at the same moment wait in no circle', async () => {
  const stories = await Promise.all([1, 2, 3, 4].map((n) => post(owner, `Story ${n}`, 3)));
  const answers = await Promise.all(
    others.flatMap((one, index) =>
      (index % 2 === 0 ? stories : stories.toReversed()).map(({ id }) => like(one, id)),
    ),
  );
  assert.ok(answers.every(({ status }) => status === 201));
  for (const { id } of stories) {
    assert.equal((await story(owner, id)).likes.count, others.length);
    assert.equal((await toldOf(id)).length, others.length);
  }
});

test('[SOC-02] a block in hand keeps the like of its member waiting, and of nobody else', async () => {
  const [other, late] = others as [Member, Member, ...Member[]];
  const { id } = await post(owner, 'For everyone', 3);
  const waiting = await db.transaction().execute(async (trx: Trx) => {
    await lockContact(trx, owner.userId, late.userId, 'exclusive');
    const started = like(late, id);
    await until('the like waits for the block', async () => (await waitingForLocks()) > 0);
    assert.equal((await like(other, id)).status, 201);
    await sql`
      update friendships set status = 'blocked'
      where (user_id, friend_id) in ((${owner.userId}::bigint, ${late.userId}::bigint),
        (${late.userId}::bigint, ${owner.userId}::bigint))`.execute(trx);
    return { started };
  });
  assert.equal((await waiting.started).status, 404);
  assert.equal((await story(owner, id)).likes.count, 1);
});

test('[SOC-02] likes in hand when the API is killed count and are told once each, with those that are sent again', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-likes-kill-'));
  const database = await testDatabase();
  const env = { DATABASE_URL: database.url };
  let process: ApiProcess = await startProcess(folder, env);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  t.after(async () => {
    await client.end();
    await process.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const tokens: string[] = [];
  for (let n = 0; n < 11; n++)
    tokens.push((await signUpAt(process.url, `liker${n}@example.com`)).access_token);
  const [author, ...likers] = tokens as [string, ...string[]];
  const ask = async <T>(token: string, body?: object, where = '') => {
    const answer = await fetch(`${process.url}${SERVICE_BASES.main}/activity_story/${where}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  };
  const newPost = { verb: 'post', object: { type: 'status', text: 'A story' }, privacy: 3 };
  const { id } = (await ask<Story>(author, newPost)).body;
  const send = (token: string) => ask<StoryLike>(token, { verb: 'like', parent_story_id: id });
  // Held so that the kill finds likes gathered and in a transaction.
  await client.query('begin');
  await client.query('select from stories where id = $1 for update', [id]);
  const first = Promise.allSettled(likers.map(send));
  await until('a like waits for the story', async () => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.n > 0;
  });
  await client.query('commit');
  await process.kill();
  const answered = (await first).filter(({ status }) => status === 'fulfilled').length;
  process = await startProcess(folder, env);
  const before = (await ask<Story>(author, undefined, `${id}/`)).body.likes.count;
  assert.ok(before >= answered && before <= likers.length, `${before} counted, ${answered} answered`);
  for (const token of likers) assert.equal((await send(token)).status, 201);
  assert.equal((await ask<Story>(author, undefined, `${id}/`)).body.likes.count, likers.length);
  for (const [table, column] of [
    ['story_likes', 'story_id'],
    ['notification_causes', 'subject_id'],
  ]) {
    const { rowCount } = await client.query(`select from ${table} where ${column} = $1`, [id]);
    assert.equal(rowCount, likers.length, table);
  }
});
