import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Story, StoryList, Workout } from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend, named, pairOf } from '../../members/friends/testing.ts';
import { ID_EPOCH } from '../../kernel/database/ids.ts';
import { keyOf } from '../../members/share-links/testing.ts';
import { startTestApi } from '../../testing/api.ts';
import { addPhotos, jpeg } from '../../training/workouts/photos/testing.ts';
import { as, log, type As } from '../../training/workouts/testing.ts';
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
  const before = Date.now();
  await ben.call('PUT', `/workout/${hidden.id}/`, { privacy: 1 });
  const published = await feed(ana);
  assert.deepEqual(published.ids, [hidden.id, own.id, late.id], 'published now');
  assert.ok(Date.parse(published.stories[0]!.published) >= before);
  const kept = await post(ben, 'Not yet', 0);
  const newest = await post(ana, 'In between');
  await ben.call('PATCH', `/activity_story/${kept.id}/`, { privacy: 1 });
  assert.deepEqual((await feed(ana)).ids.slice(0, 2), [kept.id, newest.id], 'so is a post');
  await ben.call('PATCH', `/activity_story/${kept.id}/`, { privacy: 3 });
  const again = await post(ana, 'Later');
  assert.deepEqual((await feed(ana)).ids.slice(0, 2), [again.id, kept.id], 'which was shared already');
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

test('[SOC-01] [DATA-03] a new friendship with somebody the reader does not see is neither shown nor counted as newer', async () => {
  const [ana, ben] = await friends();
  const [carl, dora] = await Promise.all([member(), member()]);
  for (const { call, userId } of [ben, carl, dora])
    await call('PUT', `/user/${userId}/`, { sharing: { new_friends: true } });
  const newest = await post(ben, 'Before');
  const newer = async (reader: Member, view = 'all') => {
    const path = `/activity_story/newer/?since=${newest.position}&feed_view=${view}`;
    return (await reader.call<{ count: number }>('GET', path)).body.count;
  };
  const shown = async (reader: Member, view = 'all') => {
    const { stories } = await feed(reader, `&feed_view=${view}`);
    return stories.filter(({ position }) => position > newest.position).length;
  };
  const both = async (reader: Member, view = 'all') => [await shown(reader, view), await newer(reader, view)];
  await ana.call('POST', '/user_block/', named(carl.userId));
  await befriend(api, ben, carl);
  assert.deepEqual(await both(ana), [0, 0]);
  assert.deepEqual(await both(ben), [2, 2], 'their own and that of the other');
  await befriend(api, ben, dora);
  assert.deepEqual(await both(ana), [1, 1]);
  const { db } = api.context;
  await db.insertInto('suspensions').values({ user_id: dora.userId, created_at: new Date() }).execute();
  assert.deepEqual(await both(ana), [0, 0]);
  assert.deepEqual(await both(ben, 'own'), [1, 1], 'of their own stories too');
  await db.deleteFrom('suspensions').where('user_id', '=', dora.userId).execute();
  assert.deepEqual(await both(ana), [1, 1], 'the suspension has ended');
  await ana.call('DELETE', `/user_block/${carl.userId}/`);
  assert.deepEqual(await both(ana), [2, 2], 'and the block');
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

test('[SOC-01] a post that was edited while it was private is not told as edited once it is shared', async () => {
  const [ana, ben] = await friends();
  const { id } = await post(ben, 'Draft', 0);
  const change = (body: object) => ben.call('PATCH', `/activity_story/${id}/`, body);
  assert.equal((await change({ text: 'Hello' })).status, 200);
  assert.ok((await story(ben, id)).edited);
  assert.equal((await change({ privacy: 1 })).status, 200);
  assert.deepEqual([(await story(ana, id)).object.text, (await story(ana, id)).edited], ['Hello', null]);
});

test('[SOC-01] what nobody else sees does not push what is old and shared out of sight', async () => {
  const [ana, ben] = await friends();
  const own: number[] = [];
  for (let n = 0; n < 6; n++)
    own.push((await log(ben.call, { privacy: 0, start_datetime: `2024-03-${10 + n}T08:00:00Z` })).id);
  const now = await post(ana, 'Today');
  const shared = await log(ben.call, { privacy: 1, start_datetime: '2024-03-01T08:00:00Z' });
  assert.deepEqual((await feed(ana)).ids.slice(0, 2), [shared.id, now.id]);
  await ben.call('POST', '/workout/bulk/', { changes: [{ ids: [own[0]], privacy: 1 }] });
  assert.deepEqual((await feed(ana)).ids.slice(0, 3), [own[0], shared.id, now.id]);
});

test('[SOC-01] years that are shared as one keep their own dates in the feed; what is old and alone comes first', async () => {
  const [ana, ben] = await friends();
  const old: number[] = [];
  for (let n = 0; n < 8; n++)
    old.push((await log(ben.call, { privacy: 0, start_datetime: `2024-03-${10 + n}T08:00:00Z` })).id);
  await api.context.db
    .updateTable('stories')
    .set((q) => ({ position: q('position', '-', 86_400_000 * 4096) }))
    .where('user_id', '=', ben.userId)
    .execute();
  const now = await post(ana, 'Today');
  const share = (ids: number[], privacy: number) =>
    ben.call('POST', '/workout/bulk/', { changes: [{ ids, privacy }] });
  assert.equal((await share(old, 1)).status, 200);
  const { ids } = await feed(ana);
  assert.deepEqual(ids.slice(0, ids.indexOf(now.id)), old.slice(3).toReversed());
  assert.deepEqual(ids.slice(ids.indexOf(now.id) + 1), old.slice(0, 3).toReversed());
  const [alone] = old;
  await share([alone!], 0);
  await api.context.db
    .updateTable('stories')
    .set((q) => ({ position: q('position', '-', 86_400_000 * 4096) }))
    .where('user_id', '=', ben.userId)
    .execute();
  await share([alone!], 3);
  assert.equal((await feed(ana)).ids[0], alone);
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

test('[SOC-01] of new friends nothing is told any more once one of the two does not want it, also at that moment', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  const agree = ({ call, userId }: Member, new_friends: boolean) =>
    call('PUT', `/user/${userId}/`, { sharing: { new_friends } });
  await Promise.all([agree(ana, true), agree(ben, true)]);
  for (const other of [ana, ben]) await befriend(api, other, carl);
  await befriend(api, ana, ben);
  const told = (await feed(carl)).stories;
  assert.equal(told.length, 2);
  await like(carl, told[0]!.id);
  await agree(ben, false);
  assert.deepEqual((await feed(carl)).ids, []);
  for (const { id } of told) assert.equal((await carl.call('GET', `/activity_story/${id}/`)).status, 404);
  await agree(ben, true);
  assert.deepEqual((await feed(carl)).ids, [], 'what was taken back does not return');
  for (let round = 0; round < 5; round++) {
    await ana.call('DELETE', `/friendship/${pairOf(ana, ben)}/`);
    await agree(ben, true);
    await Promise.all([befriend(api, ana, ben), agree(ben, false)]);
    assert.deepEqual((await feed(carl)).ids, [], `round ${round}`);
    await api.context.db.deleteFrom('friend_request_history').execute();
  }
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
  const ofChallenge = async ({ call }: Pick<Member, 'call'>, query = 'object_id=77') =>
    (await call<StoryList>('GET', `/activity_story/?object_type=challenge&${query}`)).body._embedded.stories;
  const verbs = async (viewer: Pick<Member, 'call'>, query?: string) =>
    (await ofChallenge(viewer, query)).map(({ verb }) => verb);
  assert.deepEqual(await verbs(ana), ['finish', 'join']);
  assert.deepEqual(await verbs(ben, 'object_ids=76,77'), ['finish', 'join']);
  assert.deepEqual(await verbs(ana, 'object_id=76'), []);
  for (const other of [await member(), { call: as(api, null) }]) assert.deepEqual(await verbs(other), []);
  await ana.call('POST', '/user_mute/', named(ben.userId));
  assert.deepEqual(await verbs(ana), []);
  await ana.call('DELETE', `/user_mute/${ben.userId}/`);
  await like(ana, joined);
  await comment(ana, joined, 'Have fun');
  const { id: posted } = await post(ben, 'Of no challenge');
  await like(ana, posted);
  // From before: of a challenge that is there no more.
  await sql`drop index stories_about`.execute(db);
  await migrations['1424_stories_of_challenges']!.up(db);
  assert.deepEqual((await feed(ana)).ids, [posted]);
  for (const table of ['story_likes', 'story_comments'] as const)
    assert.deepEqual(
      await db.selectFrom(table).select('story_id').where('story_owner_id', '=', ben.userId).execute(),
      table === 'story_likes' ? [{ story_id: posted }] : [],
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

test('[ACCT-04] [SOC-01] [SOC-02] stories of a friendship with a member who is erased go with their replies and what was told of them', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ben, carl);
  for (const { call, userId } of [ana, ben])
    await call('PUT', `/user/${userId}/`, { sharing: { new_friends: true } });
  await befriend(api, ana, ben);
  const { id: posted } = await post(ben, 'Of nobody else');
  const told = (await feed(carl)).stories.find(({ verb }) => verb === 'befriend')!.id;
  const { db } = api.context;
  const left = async () => {
    const rows = await Promise.all([
      db.selectFrom('story_likes').select('story_id').where('story_owner_id', '=', ben.userId).execute(),
      db.selectFrom('story_comments').select('story_id').where('story_owner_id', '=', ben.userId).execute(),
      db.selectFrom('story_counts').select('story_id').where('user_id', '=', ben.userId).execute(),
      db
        .selectFrom('notification_causes')
        .select('subject_id as story_id')
        .where('user_id', '=', ben.userId)
        .where('subject_type', '=', 'story')
        .execute(),
    ]);
    return rows.map((ofTable) =>
      [...new Set(ofTable.map(({ story_id: id }) => id!))].toSorted((one, other) => one - other),
    );
  };
  for (const id of [told, posted]) {
    assert.equal((await like(carl, id)).status, 201);
    assert.equal((await comment(carl, id, 'Have fun')).status, 201);
  }
  const both = [told, posted].toSorted((one, other) => one - other);
  assert.deepEqual(await left(), [both, both, both, both]);
  // As an erasure left it before.
  const stories = await db.deleteFrom('stories').where('id', '=', told).returningAll().execute();
  await db.transaction().execute(async (trx) => {
    // The column as it was called then.
    await sql`alter table notification_causes rename column subject_id to story_id`.execute(trx);
    await migrations['1425_replies_to_nothing']!.up(trx);
    await sql`alter table notification_causes rename column story_id to subject_id`.execute(trx);
  });
  assert.deepEqual(await left(), [[posted], [posted], [posted], [posted]]);
  await db.insertInto('stories').values(stories).execute();
  await like(carl, told);
  await comment(carl, told, 'Have fun');
  assert.deepEqual(await left(), [both, both, both, both]);
  await db.transaction().execute((trx) => api.context.publish(trx, 'memberErased', { userId: ana.userId }));
  assert.deepEqual(await left(), [[posted], [posted], [posted], [posted]]);
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
