import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Story, StoryList } from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend, named } from '../../members/friends/testing.ts';
import { startTestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as } from '../../training/workouts/testing.ts';
import { comment, commentsOf, like, type Member, membersOf, post, story } from './stories.test-helper.ts';
import { addToCounts } from './story-rows.ts';

const api = await startTestApi();
after(() => api.stop());
const { member, friends } = membersOf(api);
/** Two, in the units of ids. */
const DAYS_OF_IDS = 2 * 86_400_000 * 4096;

test('[SOC-02] a block takes the replies of both from each other’s stories, and the counts follow', async () => {
  const [ana, ben] = await friends();
  const carl = await member();
  await befriend(api, ana, carl);
  await befriend(api, ben, carl);
  const { id } = await post(ben, 'Mine');
  const { id: third } = await post(carl, 'A third one’s');
  await like(ana, id);
  await comment(ana, id, 'Hi');
  await comment(ana, third, 'From Ana');
  await comment(ben, third, 'From Ben');
  await like(ben, third);
  await ben.call('POST', '/user_block/', named(ana.userId));
  const { likes, comments } = await story(ben, id);
  assert.deepEqual([likes.count, comments.count], [0, 0]);
  const texts = async (viewer: Member) =>
    (await commentsOf(viewer, third))._embedded.comments.map(({ object }) => object.text);
  assert.deepEqual(await texts(ana), ['From Ana'], 'hidden from each other');
  assert.deepEqual(await texts(carl), ['From Ana', 'From Ben'], 'and not from others');
  assert.deepEqual((await story(ana, third)).likes.items, []);
});

test('[SOC-02] [DATA-03] counts at a third one’s story leave out whom the viewer does not see, and what stands below their comments', async (t) => {
  const [ana, ben, carl, dora] = await Promise.all([member(), member(), member(), member()]);
  const { id } = await post(carl, 'For everyone', 3);
  await Promise.all([like(ana, id), like(ben, id), like(dora, id)]);
  const { body: anas } = await comment(ana, id, 'From Ana');
  const { body: bens } = await comment(ben, id, 'From Ben');
  await comment(ben, id, 'Ben to Ana', anas.id);
  await comment(dora, id, 'Dora to Ana', anas.id);
  await comment(dora, id, 'Dora to Ben', bens.id);
  const { id: quiet } = await post(carl, 'Ben alone', 3);
  await like(ben, quiet);
  await comment(ben, quiet, 'Only me');
  const visitor = { call: as(api, null) };
  const read = async ({ call }: { call: Member['call'] }) => {
    const replies = (type: string) =>
      call<StoryList>('GET', `/activity_story/?reply_type=${type}&parent_story_id=${id}`);
    const one = async (of: number) => (await call<Story>('GET', `/activity_story/${of}/`)).body;
    const [shown, other, likes, comments] = await Promise.all([
      one(id),
      one(quiet),
      replies('like'),
      replies('comment'),
    ]);
    assert.equal(likes.body._embedded.likes.length, likes.body.total_count, 'likes counted and listed');
    assert.equal(likes.body.total_count, shown.likes.count);
    const top = comments.body._embedded.comments;
    const listed = top.reduce((n, { answer_count }) => n + 1 + answer_count, 0);
    assert.equal(comments.body.total_count, listed, 'comments counted and listed');
    assert.equal(shown.comments.count, listed);
    assert.deepEqual(
      shown.comments.items.map(({ id: one, answer_count: n }) => [one, n]),
      top.map(({ id: one, answer_count: n }) => [one, n]),
    );
    return [
      shown.likes.count,
      shown.comments.count,
      top.map(({ answer_count: n }) => n),
      [other.likes.count, other.comments.count],
    ];
  };
  const ALL = [3, 5, [2, 1], [1, 1]];
  const WITHOUT_BEN = [2, 2, [1], [0, 0]];
  for (const viewer of [ana, ben, carl, dora, visitor]) assert.deepEqual(await read(viewer), ALL);
  await ben.call('POST', '/user_block/', named(ana.userId));
  const { db } = api.context;
  const checkAll = async () => {
    assert.deepEqual(await read(ana), WITHOUT_BEN);
    assert.deepEqual(await read(ben), [2, 2, [1], [1, 1]], 'the other way, and what Ben wrote himself');
    for (const viewer of [carl, dora, visitor]) assert.deepEqual(await read(viewer), ALL);
  };
  await checkAll();
  assert.equal((await comment(ana, id, 'An answer', bens.id)).status, 404);
  const below = await commentsOf(ana, id, `&parent_reply_id=${bens.id}`);
  assert.deepEqual(below._embedded.comments, [], 'nor is the thread read by its id');
  // Where more members are hidden than replied, these are looked through instead.
  const strangers = Array.from({ length: 20 }, () => api.context.newId());
  const hide = strangers.map((user_id) => ({ user_id, created_at: new Date() }));
  await db.insertInto('suspensions').values(hide).execute();
  t.after(() => db.deleteFrom('suspensions').where('user_id', 'in', strangers).execute());
  await checkAll();
  await ben.call('DELETE', `/user_block/${ana.userId}/`);
  for (const viewer of [ana, ben]) assert.deepEqual(await read(viewer), ALL, 'the block has ended');
});

test('[SOC-02] [DATA-03] a deleted comment under which only somebody unseen answered leaves no trace', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  const { id } = await post(carl, 'For everyone', 3);
  const { body: top } = await comment(carl, id, 'Soon gone');
  await comment(ben, id, 'An answer', top.id);
  await carl.call('DELETE', `/activity_story/${top.id}/`);
  const listed = async (viewer: Member) =>
    (await commentsOf(viewer, id))._embedded.comments.map(({ answer_count: n }) => n);
  assert.deepEqual(await listed(ana), [1]);
  await ana.call('POST', '/user_block/', named(ben.userId));
  assert.deepEqual([await listed(ana), await listed(carl)], [[], [1]]);
  assert.equal((await story(ana, id)).comments.count, 0);
});

test('[SOC-02] [DATA-03] a comment of somebody who blocked the caller cannot be reported: it does not exist', async () => {
  const [ana, ben] = await friends();
  const carl = await member();
  await befriend(api, ana, carl);
  await befriend(api, ben, carl);
  const { id } = await post(carl, 'A third one’s');
  const { body: written } = await comment(ben, id, 'From Ben');
  const report = async ({ call }: Member) =>
    (await call('POST', '/report/', { object_type: 'comment', object_id: written.id, reason: 'other' }))
      .status;
  assert.equal(await report(ana), 204);
  await ben.call('POST', '/user_block/', named(ana.userId));
  assert.deepEqual([await report(ana), await report(carl)], [404, 204]);
});

test('[SOC-02] a block ends thousands of replies in a few statements, and their counts follow', async (t) => {
  const [ana, ben] = await friends();
  const posts = [await post(ana, 'One', 3), await post(ana, 'Other', 3)].map(({ id }) => id);
  const { db } = api.context;
  const tables = ['story_counts', 'notification_causes', 'story_comments'];
  await sql`create table counted_statements (n integer)`.execute(db);
  await sql`
    create function count_statement() returns trigger language plpgsql as
    'begin insert into counted_statements values (1); return null; end'`.execute(db);
  t.after(async () => {
    await sql`drop function count_statement cascade`.execute(db);
    await sql`drop table counted_statements`.execute(db);
  });
  await comment(ben, posts[0]!, 'Of the member');
  for (const id of posts) await ben.call('POST', '/activity_story/', { verb: 'like', parent_story_id: id });
  for (const [index, id] of posts.entries()) {
    // Of the days before: the product makes none of them again.
    const firstId = api.context.newId() - (index + 1) * DAYS_OF_IDS;
    await sql`
      insert into story_comments (story_owner_id, story_id, id, author_id, text, created_at)
      select ${ana.userId}::bigint, ${id}::bigint, ${firstId}::bigint + n, ${ben.userId}::bigint,
        'Hello', now()
      from generate_series(1, 1500) as n`.execute(db);
    await db
      .transaction()
      .execute((trx) => addToCounts(trx, { user_id: ana.userId, id }, { comments: 1500 }));
  }
  assert.equal((await story(ana, posts[0]!)).comments.count, 1501);
  for (const table of tables)
    await sql`
      create trigger counted after insert or update or delete on ${sql.table(table)}
      for each statement execute function count_statement()`.execute(db);
  assert.equal((await ana.call('POST', '/user_block/', named(ben.userId))).status, 204);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from counted_statements`.execute(db);
  assert.ok(rows[0]!.n < 40, `${rows[0]!.n} statements`);
  for (const id of posts) {
    const { likes, comments } = await story(ana, id);
    assert.deepEqual([likes.count, comments.count], [0, 0]);
  }
  const told = await ana.call('GET', '/notification/');
  assert.ok(!told.text.includes('Of the member'));
});

test('[SOC-02] a like and a comment in hand while their author is blocked do not stay', async () => {
  const [ana, ben] = await friends();
  const { id } = await post(ana, 'Open to all', 3);
  const { db } = api.context;
  /** Calls that wait for a lock: until as many do, or all are answered. */
  const waiting = (calls: Promise<unknown>[], atLeast: number) => {
    let answered = 0;
    for (const call of calls) void call.then(() => answered++);
    return until('calls that wait for a lock', async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return answered === calls.length || rows[0]!.n >= atLeast;
    });
  };
  const replies = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('stories').select('id').where('id', '=', id).forUpdate().execute();
    const inHand = [
      ben.call('POST', '/activity_story/', { verb: 'like', parent_story_id: id }),
      comment(ben, id, 'Hello'),
    ];
    await waiting(inHand, 2);
    const block = ana.call('POST', '/user_block/', named(ben.userId));
    await waiting([block], 3);
    return { inHand, block };
  });
  assert.equal((await replies.block).status, 204);
  await Promise.all(replies.inHand);
  const { likes, comments } = await story(ana, id);
  assert.deepEqual([likes.count, comments.count], [0, 0]);
  const shown = await ana.call<StoryList>('GET', `/activity_story/?reply_type=comment&parent_story_id=${id}`);
  assert.ok(!shown.text.includes('Hello'));
});
