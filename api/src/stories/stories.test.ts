import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Story, StoryList, Workout } from '@waymark/api-contract';
import { befriend, named, pairOf } from '../friends/testing.ts';
import { ID_EPOCH } from '../kernel/database/ids.ts';
import { keyOf } from '../share-links/testing.ts';
import { startTestApi } from '../testing/api.ts';
import { addPhotos, jpeg } from '../workouts/photos/testing.ts';
import { as, log, type As } from '../workouts/testing.ts';
import { migrations } from './migrations.ts';
import {
  comment,
  commentsOf,
  feed,
  like,
  type Member,
  membersOf,
  post,
  story,
} from './stories.test-helper.ts';

const api = await startTestApi();
after(() => api.stop());
const { member, friends } = membersOf(api);

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
