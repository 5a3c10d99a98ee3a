import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { StoryComment, StoryList } from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend, named } from '../friends/testing.ts';
import { startTestApi } from '../testing/api.ts';
import { until } from '../testing/mail.ts';
import { as } from '../workouts/testing.ts';
import { comment, commentsOf, like, type Member, membersOf, post, story } from './stories.test-helper.ts';
import { addToCounts } from './story-rows.ts';

const api = await startTestApi();
after(() => api.stop());
const { member, friends } = membersOf(api);

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
  for (const text of ['', '   ', 'x'.repeat(2001), 'x'.repeat(100_000)])
    assert.equal((await comment(ana, id, text)).status, 400, String(text.length));
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
  for (const id of posts) {
    await sql`
      insert into story_comments (story_owner_id, story_id, id, author_id, text, created_at)
      select ${ana.userId}::bigint, ${id}::bigint, ${api.context.newId()}::bigint + n * 4096, ${ben.userId}::bigint,
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
