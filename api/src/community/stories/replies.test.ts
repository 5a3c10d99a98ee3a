import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { StoryComment, StoryList } from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend } from '../../members/friends/testing.ts';
import { keyOf } from '../../members/share-links/testing.ts';
import { startTestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { log } from '../../training/workouts/testing.ts';
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
    const column = table === 'notification_causes' ? 'subject_id' : 'story_id';
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
    assert.deepEqual(rows, [], table);
  }
});
