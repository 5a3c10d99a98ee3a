import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Story, StoryComment, StoryLike, StoryList, Workout } from '@waymark/api-contract';
import { sql } from 'kysely';
import { ID_EPOCH } from '../kernel/database/ids.ts';
import { befriend, named, pairOf } from '../friends/testing.ts';
import { keyOf } from '../share-links/testing.ts';
import { addPhotos, jpeg } from '../workouts/photos/testing.ts';
import { until } from '../testing/mail.ts';
import { correctStoryCounts } from './correct-counts.ts';
import { migrations } from './migrations.ts';
import { addToCounts } from './story-rows.ts';
import { startTestApi, type TestApi, type TestMember } from '../testing/api.ts';
import { as, type As, log } from '../workouts/testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

interface Member extends TestMember {
  call: As;
}
const member = async (overrides = {}): Promise<Member> => {
  const signedUp = await api.signUp(overrides);
  return { ...signedUp, call: as(api, signedUp) };
};
async function friends(): Promise<[Member, Member]> {
  const [ana, ben] = await Promise.all([member(), member()]);
  await befriend(api, ana, ben);
  return [ana, ben];
}
const feed = async ({ call }: { call: As }, query = '') => {
  const { status, body, text } = await call<StoryList>('GET', `/activity_story/?feed_type=friends${query}`);
  assert.equal(status, 200, text);
  return {
    stories: body._embedded.stories,
    ids: body._embedded.stories.map(({ id }) => id),
    links: body._links,
  };
};
const post = async ({ call }: Member, text: string, privacy?: number): Promise<Story> => {
  const answer = await call<Story>('POST', '/activity_story/', {
    verb: 'post',
    object: { type: 'status', text },
    ...(privacy !== undefined && { privacy }),
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const like = ({ call }: Member, id: number) =>
  call<StoryLike>('POST', '/activity_story/', { verb: 'like', parent_story_id: id });
const comment = ({ call }: Member, id: number, text: string, answered?: number) =>
  call<StoryComment>('POST', '/activity_story/', {
    verb: 'comment',
    parent_story_id: id,
    object: { type: 'comment', text },
    ...(answered !== undefined && { parent_reply_id: answered }),
  });
const story = async ({ call }: Member, id: number) =>
  (await call<Story>('GET', `/activity_story/${id}/`)).body;
const commentsOf = async ({ call }: Member, id: number, rest = '') =>
  (await call<StoryList>('GET', `/activity_story/?reply_type=comment&parent_story_id=${id}${rest}`)).body;

test('[SOC-01] the feed shows oneself and friends, by when a story was published, as privacy allows', async () => {
  const [ana, ben] = await friends();
  const stranger = await member();
  const late = await log(ben.call, {
    name: 'Late upload',
    start_datetime: '2025-11-01T08:00:00Z',
    privacy: 1,
  });
  const hidden = await log(ben.call, { name: 'Secret', privacy: 0 });
  const linked = await log(ben.call, { name: 'By link', privacy: 6, start_datetime: '2026-05-02T08:00:00Z' });
  const own = await post(ana, 'Hello there');
  await post(stranger, 'Not for Ana', 3);
  const { stories, ids } = await feed(ana);
  assert.deepEqual(ids, [own.id, late.id], 'the late upload does not sink below its start');
  const [mine, theirs] = stories as [Story, Story];
  assert.deepEqual([mine.verb, mine.object.text, mine.can.delete], ['post', 'Hello there', true]);
  assert.deepEqual(
    [theirs.verb, theirs.object.workout?.name, theirs.actor.id, theirs.can.delete, theirs.can.like],
    ['do', 'Late upload', ben.userId, false, true],
  );
  assert.deepEqual(theirs.object.records.includes('longest_distance'), true);
  assert.deepEqual(
    (await feed(ben)).ids,
    [own.id, linked.id, hidden.id, late.id].toSorted((a, b) => b - a),
  );
  assert.deepEqual((await feed(ana, '&feed_view=friends')).ids, [late.id]);
  assert.deepEqual((await feed(ana, '&feed_view=own')).ids, [own.id]);
  assert.deepEqual((await feed(ana, '&activity_group=run')).ids, [late.id]);
  assert.deepEqual((await feed(ana, '&activity_group=swim')).ids, []);
  assert.equal((await ana.call('GET', '/activity_story/?activity_group=nothing')).status, 400);
  const pages = async (viewer: Member) =>
    (
      await viewer.call<StoryList>('GET', `/activity_story/?feed_type=user&feed_id=${ben.userId}`)
    ).body._embedded.stories.map(({ id }) => id);
  assert.deepEqual(await pages(ana), [late.id]);
  assert.deepEqual(await pages(stranger), []);
  await ben.call('PUT', `/workout/${hidden.id}/`, { privacy: 1 });
  assert.deepEqual((await feed(ana)).ids, [hidden.id, own.id, late.id], 'published now');
  assert.equal((await ana.call('GET', `/activity_story/?feed_id=${ben.userId}`)).status, 403);
  assert.equal((await as(api, null)('GET', '/activity_story/')).status, 401);
});

test('[SOC-01] a story follows its workout: privacy, deletion, restoration, hiding, and the end of the friendship', async () => {
  const [ana, ben] = await friends();
  const { id } = await log(ben.call, { privacy: 1 });
  const sees = async () => (await feed(ana)).ids.includes(id);
  assert.ok(await sees());
  await comment(ana, id, 'Well done');
  await ben.call('PUT', `/workout/${id}/`, { privacy: 0 });
  assert.ok(!(await sees()));
  assert.equal((await ana.call('GET', `/activity_story/${id}/`)).status, 404);
  await ben.call('PUT', `/workout/${id}/`, { privacy: 3 });
  assert.ok(await sees());
  await ben.call('DELETE', `/workout/${id}/`);
  assert.ok(!(await sees()));
  assert.equal((await comment(ana, id, 'Too late')).status, 404, 'a comment on a deleted story');
  await ben.call('POST', `/workout/${id}/restore/`);
  assert.equal((await story(ana, id)).comments.count, 1, 'it comes back with its comments');
  await ben.call('PATCH', `/activity_story/${id}/`, { is_hidden_from_feed: true });
  assert.ok(!(await sees()));
  assert.equal((await ana.call<Workout>('GET', `/workout/${id}/`)).status, 200, 'its page stays');
  const onPage = await ana.call<StoryList>('GET', `/activity_story/?object_type=workout&object_id=${id}`);
  assert.equal(onPage.body._embedded.stories[0]!.comments.count, 1);
  await ben.call('PATCH', `/activity_story/${id}/`, { is_hidden_from_feed: false });
  assert.ok(await sees());
  await ben.call('PUT', `/workout/${id}/`, { privacy: 1 });
  await ana.call('DELETE', `/friendship/${pairOf(ana, ben)}/`);
  assert.ok(!(await sees()));
  assert.equal((await ana.call('GET', `/activity_story/${id}/`)).status, 404);
  assert.equal((await like(ana, id)).status, 404);
});

test('[SOC-01] paging keeps its place while stories come and go, and counts what is newer', async () => {
  const [ana, ben] = await friends();
  const posts: number[] = [];
  for (let n = 0; n < 7; n++) posts.unshift((await post(ben, `Post ${n}`)).id);
  const first = await ana.call<StoryList>('GET', '/activity_story/?limit=3');
  const newest = first.body._embedded.stories[0]!.position;
  await post(ben, 'Newer');
  await ben.call('DELETE', `/activity_story/${posts[3]!}/`);
  const seen = first.body._embedded.stories.map(({ id }) => id);
  let next = first.body._links['next']?.[0]?.href;
  while (next) {
    const { body } = await ana.call<StoryList>('GET', next.replace('/v7.1', ''));
    seen.push(...body._embedded.stories.map(({ id }) => id));
    next = body._links['next']?.[0]?.href;
  }
  assert.deepEqual(
    seen,
    posts.filter((_, at) => at !== 3),
  );
  const newer = await ana.call<{ count: number }>('GET', `/activity_story/newer/?since=${newest}`);
  assert.equal(newer.body.count, 1);
  await ana.call('POST', '/user_mute/', named(ben.userId));
  assert.deepEqual((await feed(ana)).ids, [], 'muted');
  assert.equal(
    (await ana.call<Story>('GET', `/activity_story/${posts[0]!}/`)).status,
    200,
    'only in the feed',
  );
  await ana.call('DELETE', `/user_mute/${ben.userId}/`);
  assert.equal((await feed(ana)).ids.length, 7);
});

test('[SOC-01] years that come in one upload keep their own dates in the feed; what is old and alone comes first', async () => {
  const [ana, ben] = await friends();
  const now = await post(ana, 'Today');
  const old: number[] = [];
  for (let n = 0; n < 8; n++)
    old.push((await log(ben.call, { privacy: 1, start_datetime: `2024-03-${10 + n}T08:00:00Z` })).id);
  const { ids, stories } = await feed(ana);
  const above = ids.slice(0, ids.indexOf(now.id));
  assert.deepEqual(above, old.slice(0, 5).toReversed());
  assert.deepEqual(ids.slice(ids.indexOf(now.id) + 1), old.slice(5).toReversed());
  const last = stories.at(-1)!.position;
  assert.ok(last < 0);
  assert.deepEqual((await feed(ana, `&before=${last}`)).ids, []);
});

test('[SOC-01] the place of an old workout in the feed tells its day and not its start, also where it was stored before', async () => {
  const [ana, ben] = await friends();
  const { db } = api.context;
  for (let n = 0; n < 5; n++) await log(ben.call, { privacy: 1, start_datetime: '2024-03-10T08:00:00Z' });
  const starts = ['2024-04-02T06:11:12Z', '2024-04-02T19:31:32Z'];
  const ids: number[] = [];
  for (const start_datetime of starts) ids.push((await log(ben.call, { privacy: 1, start_datetime })).id);
  const day = (Date.parse('2024-04-02') - ID_EPOCH) * 4096;
  const byDay = ids.map((id) => day + (id % (86_400_000 * 4096)));
  const positions = () => Promise.all(ids.map(async (id) => (await story(ana, id)).position));
  assert.deepEqual(await positions(), byDay);
  const others = () =>
    db.selectFrom('stories').select(['id', 'position']).where('id', 'not in', ids).orderBy('id').execute();
  const unchanged = await others();
  for (const [n, id] of ids.entries())
    await db
      .updateTable('stories')
      .set({ position: (Date.parse(starts[n]!) - ID_EPOCH) * 4096 + (id % 4096) })
      .where('id', '=', id)
      .execute();
  await migrations['1215_story_positions_by_day']!.up(db);
  assert.deepEqual(await positions(), byDay);
  assert.deepEqual(await others(), unchanged);
});

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

test('[SOC-01] new friends are told of where both agree, and no longer than they are friends', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ben, carl);
  const agree = ({ call, userId }: Member) =>
    call('PUT', `/user/${userId}/`, { sharing: { new_friends: true } });
  await agree(ben);
  await befriend(api, ana, ben);
  assert.deepEqual((await feed(carl)).ids, [], 'only one agrees');
  await ana.call('DELETE', `/friendship/${pairOf(ana, ben)}/`);
  await agree(ana);
  await befriend(api, ana, ben);
  const [told] = (await feed(carl)).stories;
  assert.deepEqual(
    [told?.verb, told?.actor.id, told?.object.friend?.id],
    ['befriend', ben.userId, ana.userId],
  );
  await carl.call('POST', '/user_block/', named(ana.userId));
  assert.deepEqual((await feed(carl)).ids, [], 'of a member who is blocked nothing is told');
  await carl.call('DELETE', `/user_block/${ana.userId}/`);
  await ana.call('DELETE', `/friendship/${pairOf(ana, ben)}/`);
  assert.deepEqual((await feed(carl)).ids, []);
});

test('[SOC-01] a challenge that is announced becomes a story, once', async () => {
  const [ana, ben] = await friends();
  const { db, newId, now } = api.context;
  const announce = (storyId: number, event: 'joined' | 'finished') =>
    db.transaction().execute((trx) =>
      api.context.publish(trx, 'challengeEntered', {
        userId: ben.userId,
        storyId,
        challengeId: 77,
        title: 'May 100 km',
        event,
        privacy: 1,
        at: now(),
      }),
    );
  const joined = newId();
  await announce(joined, 'joined');
  await announce(newId(), 'joined');
  await announce(newId(), 'finished');
  const { stories } = await feed(ana);
  assert.deepEqual(
    stories.map(({ verb, object, target }) => [verb, object.text, target?.id]),
    [
      ['finish', 'May 100 km', 77],
      ['join', 'May 100 km', 77],
    ],
  );
});

test('[ACCT-04] of a member who is erased nothing is left with others, and their counts are right', async () => {
  const [ana, ben] = await friends();
  const { id } = await post(ben, 'Mine');
  await like(ana, id);
  const first = await comment(ana, id, 'From Ana');
  await comment(ben, id, 'An answer', first.body.id);
  await api.context.db
    .transaction()
    .execute((trx) => api.context.publish(trx, 'memberErased', { userId: ana.userId }));
  const { likes, comments } = await story(ben, id);
  assert.deepEqual([likes.count, comments.count], [0, 1]);
  const [tombstone] = (await commentsOf(ben, id))._embedded.comments;
  assert.deepEqual([tombstone!.deleted_by, tombstone!.object.text, tombstone!.actor], ['author', '', null]);
  const { body } = await ben.call<{ total_count: number }>('GET', `/user/?friends_with=${ben.userId}`);
  assert.equal(body.total_count, 0);
  const { db } = api.context;
  const left = await db
    .selectFrom('story_comments')
    .select('id')
    .where('author_id', '=', ana.userId)
    .execute();
  assert.deepEqual(left, []);
  const counts = await db
    .selectFrom('friend_counts')
    .select('friends')
    .where('user_id', '=', ben.userId)
    .executeTakeFirst();
  assert.equal(counts!.friends, 0);
});

test('[WORK-04] rows of a list have the stories of their workouts in one call: those that the caller may see', async () => {
  const [ana, ben] = await friends();
  const stranger = await member();
  const ids = [];
  for (const privacy of [0, 1, 3, 6] as const) ids.push((await log(ana.call, { privacy })).id);
  const own = await log(ben.call, { privacy: 0 });
  await like(ben, ids[1]!);
  const rows = async ({ call }: { call: As }, asked: readonly number[], rest = '') => {
    const path = `/activity_story/?object_type=workout&object_ids=${asked.join(',')}${rest}`;
    const { status, body, text } = await call<StoryList>('GET', path);
    assert.equal(status, 200, text);
    return new Map(body._embedded.stories.map(({ id, likes }) => [id, likes.count]));
  };
  assert.deepEqual(new Set((await rows(ana, ids)).keys()), new Set(ids));
  assert.deepEqual(
    await rows(ben, [...ids, own.id]),
    new Map([
      [own.id, 0],
      [ids[2], 0],
      [ids[1], 1],
    ]),
  );
  assert.deepEqual([...(await rows(stranger, ids)).keys()], [ids[2]]);
  const key = await keyOf(ana.call, 'workout', ids[3]!);
  assert.deepEqual([...(await rows(stranger, ids, `&key=${key}`)).keys()], [ids[2]]);
  for (const bad of ['x', '1,', '1;2', Array.from({ length: 51 }, (_, i) => i + 1).join(',')])
    assert.equal(
      (await ana.call('GET', `/activity_story/?object_type=workout&object_ids=${bad}`)).status,
      400,
      bad,
    );
});

test('[SOC-01] a friendship that ends while somebody pages takes the rest of the stories with it', async () => {
  const [ana, ben] = await friends();
  const carl = await member();
  await befriend(api, ana, carl);
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) for (const author of [ben, carl]) ids.push((await post(author, `${n}`, 1)).id);
  const [first, second, ...later] = ids.toReversed();
  const page = await feed(ana, '&limit=2&feed_view=friends');
  assert.deepEqual(page.ids, [first, second]);
  await ben.call('DELETE', `/friendship/${pairOf(ana, ben)}/`);
  const next = page.links['next']![0]!.href.replace('/v7.1', '');
  const rest = (await ana.call<StoryList>('GET', next)).body._embedded.stories;
  assert.deepEqual(
    rest.map(({ id, actor }) => [id, actor.id]),
    later.filter((_, index) => index % 2 === 0).map((id) => [id, carl.userId]),
  );
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

test('[SOC-01] photos in a story that is opened by link are shown', async () => {
  const [ana, stranger] = await Promise.all([member(), member()]);
  const { id } = await log(ana.call, { privacy: 6 });
  await addPhotos(ana.call, id, [['a.jpg', await jpeg(40, 30)]]);
  const [own] = (await ana.call<StoryList>('GET', `/activity_story/?object_type=workout&object_ids=${id}`))
    .body._embedded.stories;
  const key = await keyOf(ana.call, 'workout', id);
  const { body } = await stranger.call<Story>('GET', `/activity_story/${own!.id}/?key=${key}`);
  const image = await fetch(api.url + body.object.photos[0]!.urls!.small);
  await image.arrayBuffer();
  assert.equal(image.status, 200);
});

test('[SOC-02] counts that damage made wrong are found each night and put right, while others go on liking', async () => {
  const { db } = api.context;
  const errors: object[] = [];
  const correct = () =>
    correctStoryCounts({
      db,
      log: Object.assign(Object.create(api.context.log), { error: (what: object) => errors.push(what) }),
    });
  assert.equal(await correct(), 0, 'after all that was done above every count is right');
  const [ana, ben] = await friends();
  const [tooMany, lost, right] = [
    await post(ana, 'One', 3),
    await post(ana, 'Two', 3),
    await post(ana, 'Three', 3),
  ];
  for (const { id } of [tooMany, lost, right]) {
    await like(ben, id);
    await comment(ben, id, 'Kept');
    const { body: taken } = await comment(ben, id, 'Taken back');
    await ben.call('DELETE', `/activity_story/${taken.id}/`);
  }
  await db.updateTable('story_counts').set({ likes: 7 }).where('story_id', '=', tooMany.id).execute();
  await db.deleteFrom('story_counts').where('story_id', '=', lost.id).execute();
  const likers = await Promise.all(Array.from({ length: 12 }, () => member()));
  const [found] = await Promise.all([correct(), ...likers.map((liker) => like(liker, tooMany.id))]);
  assert.equal(found, 2);
  assert.deepEqual(
    new Set(errors.map((each) => (each as { story: number }).story)),
    new Set([tooMany.id, lost.id]),
  );
  const counts = async (id: number) => {
    const { likes, comments } = await story(ana, id);
    return [likes.count, comments.count];
  };
  assert.deepEqual(
    [await counts(tooMany.id), await counts(lost.id), await counts(right.id)],
    [
      [13, 1],
      [1, 1],
      [1, 1],
    ],
  );
  assert.equal(await correct(), 0);
});
