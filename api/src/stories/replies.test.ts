import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Story, StoryComment, StoryList } from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend, named } from '../friends/testing.ts';
import { keyOf } from '../share-links/testing.ts';
import { startTestApi } from '../testing/api.ts';
import { until } from '../testing/mail.ts';
import { as, log } from '../workouts/testing.ts';
import { comment, commentsOf, like, type Member, membersOf, post, story } from './stories.test-helper.ts';
import { addToCounts } from './story-rows.ts';

const api = await startTestApi();
after(() => api.stop());
const { member, friends } = membersOf(api);
/** Two, in the units of ids. */
const DAYS_OF_IDS = 2 * 86_400_000 * 4096;

test('[SOC-02] likes are counted once each, answer with what takes them back, and end', async () => {
  const [ana, ben] = await friends();
  const { id } = await post(ben, 'A story');
  const first = await like(ana, id);
  const again = await like(ana, id);
  assert.deepEqual([first.status, again.status, again.body.id], [201, 201, first.body.id]);
  const shown = await story(ana, id);
  assert.deepEqual(
    [shown.likes.count, shown.likes.replied, shown.likes.reply_id, shown.likes.items[0]!.actor.id],
    [1, true, first.body.id, ana.userId],
  );
  assert.equal(
    (await ben.call('DELETE', `/activity_story/${first.body.id}/`)).status,
    404,
    'the like of another',
  );
  const answers = await Promise.all(
    [1, 2, 3].map(() => ana.call('DELETE', `/activity_story/${first.body.id}/`)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 404, 404],
  );
  assert.deepEqual((await story(ana, id)).likes, { count: 0, replied: false, reply_id: null, items: [] });
  const crowd = await Promise.all(Array.from({ length: 12 }, () => member()));
  const { id: open } = await post(ben, 'For everyone', 3);
  await Promise.all(crowd.flatMap((one) => [like(one, open), like(one, open)]));
  assert.equal((await story(ben, open)).likes.count, 12);
  const list = await ben.call<StoryList>(
    'GET',
    `/activity_story/?reply_type=like&parent_story_id=${open}&limit=5`,
  );
  assert.deepEqual([list.body._embedded.likes.length, list.body.total_count], [5, 12]);
  const more = await ben.call<StoryList>('GET', list.body._links['next']![0]!.href.replace('/v7.1', ''));
  assert.equal(more.body._embedded.likes.length, 5);
});

test('[SOC-02] comments: answers, mentions of those who may see the story, edits, tombstones that say who deleted', async () => {
  const [ana, ben] = await friends();
  const carl = await member();
  await befriend(api, ben, carl);
  const stranger = await member();
  const { id } = await post(ben, 'Club run on Sunday');
  const nameOf = async ({ call }: Member) =>
    (await call<{ username: string }>('GET', '/user/self/')).body.username;
  const [carlName, strangerName] = [await nameOf(carl), await nameOf(stranger)];
  const asked = await comment(ana, id, `@${carlName} and @${strangerName}: shall we?`);
  assert.equal(asked.status, 201, asked.text);
  assert.deepEqual(
    asked.body.object.mentions.map(({ id: mentioned }) => mentioned),
    [carl.userId],
    'a stranger may not see it',
  );
  const answered = await comment(carl, id, 'Yes', asked.body.id);
  const deeper = await comment(ben, id, 'Me too', answered.body.id);
  assert.equal(deeper.body.parent_reply_id, asked.body.id, 'answers have one level');
  assert.equal((await story(ana, id)).comments.count, 3);
  const edited = await ana.call<StoryComment>('PATCH', `/activity_story/${asked.body.id}/`, {
    text: 'At nine?',
  });
  assert.deepEqual([edited.body.object.text, edited.body.object.mentions], ['At nine?', []]);
  assert.ok(edited.body.edited);
  assert.equal((await carl.call('PATCH', `/activity_story/${asked.body.id}/`, { text: 'x' })).status, 403);
  assert.equal((await carl.call('DELETE', `/activity_story/${asked.body.id}/`)).status, 403);
  assert.equal(
    (await ben.call('DELETE', `/activity_story/${asked.body.id}/`)).status,
    204,
    'the owner of the story',
  );
  const [tombstone] = (await commentsOf(ana, id))._embedded.comments;
  assert.deepEqual(
    [tombstone!.id, tombstone!.deleted_by, tombstone!.object.text, tombstone!.actor, tombstone!.answer_count],
    [asked.body.id, 'owner', '', null, 2],
  );
  assert.equal(
    (await comment(ana, id, 'Still?', asked.body.id)).status,
    404,
    'an answer to a deleted comment',
  );
  const answers = await commentsOf(ana, id, `&parent_reply_id=${asked.body.id}`);
  assert.deepEqual(
    answers._embedded.comments.map(({ object }) => object.text),
    ['Yes', 'Me too'],
  );
  for (const one of [answered, deeper])
    await ben.call('DELETE', `/activity_story/${one.body.id}/`).catch(() => 0);
  await carl.call('DELETE', `/activity_story/${answered.body.id}/`);
  assert.deepEqual((await commentsOf(ana, id))._embedded.comments, [], 'without answers nothing is left');
  assert.equal((await story(ana, id)).comments.count, 0);
});

test('[SOC-02] mentions name nobody whom their author may not meet, unless they wrote there; a hidden profile hides its friends', async () => {
  const [ana, ben] = await friends();
  const [hidden, fresh] = await Promise.all([member(), member()]);
  await befriend(api, ben, hidden);
  const hide = ({ userId }: Member, profile: 0 | 1 | 3) =>
    api.context.db.updateTable('users').set({ profile_privacy: profile }).where('id', '=', userId).execute();
  await hide(hidden, 0);
  const { body: self } = await hidden.call<{ username: string }>('GET', '/user/self/');
  const own = await post(fresh, 'A trap', 3);
  const mentionsOf = async (id: number) =>
    (await comment(fresh, id, `@${self.username}`)).body.object.mentions.map(({ id: one }) => one);
  assert.deepEqual(await mentionsOf(own.id), []);
  await comment(hidden, own.id, 'I write here');
  assert.deepEqual(await mentionsOf(own.id), [hidden.userId]);
  const { id } = await post(ben, 'For everyone', 3);
  const offered = async () => {
    const path = `/activity_story/${id}/mentionable/?q=&limit=20`;
    const { body } = await fresh.call<{ _embedded: { users: { id: number }[] } }>('GET', path);
    return body._embedded.users.map(({ id: one }) => one).toSorted((a, b) => a - b);
  };
  await hide(ana, 3);
  await hide(ben, 3);
  assert.deepEqual(
    await offered(),
    [ana.userId, ben.userId].toSorted((a, b) => a - b),
  );
  await hide(ben, 1);
  assert.deepEqual(await offered(), []);
});

test('[SOC-02] edits are limited like comments, mentions by the hour, comments by the day; new members mention with links friends only', async () => {
  const limited = await startTestApi({ env: { RATE_LIMITS: 'true' } });
  try {
    const [ana, ben] = await Promise.all([limited.signUp(), limited.signUp()]);
    const { db } = limited.context;
    await db.updateTable('users').set({ profile_privacy: 3 }).execute();
    const [{ username }] = (await db
      .selectFrom('users')
      .select('username')
      .where('id', '=', ben.userId)
      .execute()) as [{ username: string }];
    const call = as(limited, ana);
    const by: Member = { ...ana, call };
    const { id } = await post(by, 'Mine', 3);
    const first = await comment(by, id, 'Hello');
    assert.equal(first.status, 201);
    const edit = (text: string) => call('PATCH', `/activity_story/${first.body.id}/`, { text });
    const counted = async () =>
      Object.fromEntries(
        (
          await db
            .selectFrom('member_actions')
            .select(['action', 'n'])
            .where('user_id', '=', ana.userId)
            .execute()
        ).map(({ action, n }) => [action, n]),
      );
    const linked = await edit(`@${username} www.evil.example`);
    assert.deepEqual([linked.status, linked.body['error']], [403, 'links_not_yet']);
    assert.equal((await edit(`@${username}`)).status, 200);
    assert.equal((await edit(`@${username}, again`)).status, 200);
    assert.deepEqual(await counted(), {
      post: 1,
      post_of_day: 1,
      comment: 3,
      comment_of_day: 3,
      mention: 1,
      mention_of_day: 1,
    });
    const spend = (action: string, n: number) =>
      db.updateTable('member_actions').set({ n }).where('action', '=', action).execute();
    await edit('nobody');
    await spend('mention', 10);
    assert.equal((await edit(`@${username}`)).status, 429, 'mentions of an hour');
    await spend('comment', 5);
    assert.equal((await edit('no more')).status, 429, 'comments of a minute');
    await spend('comment', 0);
    await spend('comment_of_day', 100);
    const full = await comment(by, id, 'too many');
    assert.equal(full.status, 429);
    assert.match(full.text, /Try again in 24 hours/);
    const like = () =>
      call<{ id: number }>('POST', '/activity_story/', { verb: 'like', parent_story_id: id });
    const { body: added } = await like();
    assert.equal((await call('DELETE', `/activity_story/${added.id}/`)).status, 204);
    await spend('like_of_day', 500);
    const liked = await like();
    assert.equal(liked.status, 429, 'likes of a day');
    assert.match(liked.text, /Try again in 24 hours/);
  } finally {
    await limited.stop();
  }
});

test('[SOC-02] comments can be off; empty, endless and repeated ones are refused; markup stays text', async () => {
  const [ana, ben] = await friends();
  const { id } = await post(ben, 'Quiet please');
  await ben.call('PATCH', `/activity_story/${id}/`, { has_comments: false });
  const refused = await comment(ana, id, 'Hello');
  assert.deepEqual([refused.status, refused.body['error' as never]], [409, 'comments_off']);
  assert.equal((await story(ana, id)).can.comment, false);
  await ben.call('PATCH', `/activity_story/${id}/`, { has_comments: true });
  for (const text of ['', '   ', '\u200b\u2060', '\u{e0041}', 'x'.repeat(2001), 'x'.repeat(100_000)])
    assert.equal((await comment(ana, id, text)).status, 400, String(text.length));
  const unseen = await ben.call('PATCH', `/activity_story/${id}/`, { text: '\u200b' });
  assert.equal(unseen.status, 400, 'a post of which nothing is seen');
  const markup =
    '<script>alert(1)</script><img src=x onerror=alert(1)> [a](javascript:alert(1)) ]]> &amp; \u202e';
  // All of it stays but the sign that would turn the text around.
  assert.equal((await comment(ana, id, markup)).body.object.text, markup.slice(0, -2));
  const headers = { 'idempotency-key': 'one-comment' };
  const body = { verb: 'comment', parent_story_id: id, object: { type: 'comment', text: 'Once' } };
  const twice = await Promise.all(
    [1, 2].map(() => ana.call<StoryComment>('POST', '/activity_story/', body, headers)),
  );
  assert.deepEqual(
    twice.map(({ status }) => status),
    [201, 201],
  );
  assert.equal(twice[0]!.body.id, twice[1]!.body.id);
  assert.equal((await story(ana, id)).comments.count, 2);
  assert.equal((await ana.call('PATCH', `/activity_story/${id}/`, { has_comments: false })).status, 403);
});

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

test('[SOC-02] [DATA-03] who comments on a workout that was opened by link changes the comment with the same key, and reports with it', async () => {
  const [ana, reader] = await Promise.all([member(), member()]);
  const { id } = await log(ana.call, { privacy: 6 });
  const key = await keyOf(ana.call, 'workout', id);
  const written = await reader.call<StoryComment>('POST', '/activity_story/', {
    verb: 'comment',
    parent_story_id: id,
    object: { type: 'comment', text: 'Where is this?' },
    key,
  });
  assert.deepEqual([written.status, written.body.can.edit], [201, true], written.text);
  const edit = (query: string) =>
    reader.call<StoryComment>('PATCH', `/activity_story/${written.body.id}/${query}`, { text: 'And when?' });
  assert.equal((await edit('')).status, 404);
  assert.equal((await edit(`?key=${key.slice(1)}x`)).status, 404);
  const edited = await edit(`?key=${key}`);
  assert.deepEqual([edited.status, edited.body.object.text], [200, 'And when?'], edited.text);
  const report = (query: string) =>
    reader.call('POST', `/report/${query}`, { object_type: 'story', object_id: id, reason: 'spam' });
  assert.deepEqual([(await report('')).status, (await report(`?key=${key}`)).status], [404, 204]);
  const offered = await reader.call<{ total_count: number }>(
    'GET',
    `/activity_story/${id}/mentionable/?key=${key}`,
  );
  assert.deepEqual([offered.status, offered.body.total_count], [200, 0], 'nobody else may see it');
});

test('[SOC-02] ten thousand comments are paged from the last ones back', async () => {
  const [ana, ben] = await friends();
  const { id } = await post(ben, 'Much discussed');
  await sql`
    insert into story_comments (story_owner_id, story_id, id, author_id, text, created_at)
    select ${ben.userId}, ${id}, n, ${ana.userId}, 'Comment ' || n, now() from generate_series(1, 10000) as n`.execute(
    api.context.db,
  );
  await sql`insert into story_counts (user_id, story_id, slot, comments) values (${ben.userId}, ${id}, 0, 10000)`.execute(
    api.context.db,
  );
  const started = performance.now();
  const page = await commentsOf(ana, id, '&limit=100');
  assert.ok(performance.now() - started < 2000);
  assert.deepEqual(
    [page._embedded.comments.length, page._embedded.comments.at(-1)!.object.text, page.total_count],
    [100, 'Comment 10000', 10_000],
  );
  const older = await ana.call<StoryList>('GET', page._links['next']![0]!.href.replace('/v7.1', ''));
  assert.equal(older.body._embedded.comments.at(-1)!.object.text, 'Comment 9900');
  assert.equal((await story(ana, id)).comments.count, 10_000);
});

test('[SOC-02] a comment under which its story is deleted goes with it, whoever commits first', async () => {
  const [ana, ben] = await friends();
  const { db } = api.context;
  const { id } = await post(ana, 'Soon gone', 1);
  await comment(ben, id, 'First');
  let deletion: Promise<{ status: number }> | undefined;
  // A comment that is about to be committed.
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('stories').select('id').where('id', '=', id).forKeyShare().execute();
    await sql`insert into story_comments (story_owner_id, story_id, id, author_id, text, created_at)
      values (${ana.userId}, ${id}, ${api.context.newId()}, ${ben.userId}, 'Late', now())`.execute(trx);
    await addToCounts(trx, { user_id: ana.userId, id }, { comments: 1 });
    deletion = ana.call('DELETE', `/activity_story/${id}/`);
    await until('the deletion waits for the comment', async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]!.n > 0;
    });
  });
  assert.equal((await deletion!).status, 204);
  assert.equal((await comment(ben, id, 'Too late')).status, 404);
  for (const table of ['story_comments', 'story_counts', 'notification_causes'] as const) {
    const left = await db.selectFrom(table).select('story_id').where('story_id', '=', id).execute();
    assert.deepEqual(left, [], table);
  }
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

test('[SOC-02] of two edits at once the last one says who is mentioned and told', async () => {
  const [ana, ben] = await friends();
  const { body: self } = await ben.call<{ username: string }>('GET', '/user/self/');
  const { id } = await post(ana, 'For everyone', 3);
  const { body: first } = await comment(ana, id, 'Hello');
  const edit = (text: string) => ana.call('PATCH', `/activity_story/${first.id}/`, { text });
  const { db } = api.context;
  for (let round = 0; round < 10; round++) {
    const texts = [`@${self.username}`, 'nobody'];
    const answers = await Promise.all((round % 2 === 0 ? texts : texts.toReversed()).map(edit));
    for (const { status } of answers) assert.equal(status, 200);
    const { rows } = await sql<{ mentions: number; told: number }>`
      select cardinality(mentions) as mentions, (
        select count(*)::int from notification_causes n
        where n.user_id = ${ben.userId} and n.id = c.id and n.kind = 'mention') as told
      from story_comments c where id = ${first.id}`.execute(db);
    assert.equal(rows[0]!.told, rows[0]!.mentions, `round ${round}`);
    await edit('nobody');
  }
});

test('[SOC-02] new members answer members whom they do not know without links, also by an edit', async () => {
  const [ana, ben] = await friends();
  const carl = await member();
  const { id } = await post(ana, 'For everyone', 3);
  const { body: top } = await comment(ben, id, 'To all');
  const { body: carls } = await comment(carl, id, 'I saw it', top.id);
  const link = 'https://shoes.example';
  assert.equal((await comment(ben, id, link)).status, 201, 'to a friend');
  const answer = await comment(ben, id, link, carls.id);
  assert.deepEqual([answer.status, (answer.body as { error?: string }).error], [403, 'links_not_yet']);
  const { body: plain } = await comment(ben, id, 'Nice', carls.id);
  const edited = await ben.call('PATCH', `/activity_story/${plain.id}/`, { text: link });
  assert.deepEqual([edited.status, edited.body['error']], [403, 'links_not_yet']);
  await befriend(api, ben, carl);
  assert.equal((await ben.call('PATCH', `/activity_story/${plain.id}/`, { text: link })).status, 200);
});
