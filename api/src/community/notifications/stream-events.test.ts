import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { NotificationEvent } from '@waymark/api-contract';
import { sql } from 'kysely';
import { befriend, named, pairOf } from '../../members/friends/testing.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { openEventStream } from '../../testing/event-stream.ts';
import { like, membersOf, post } from './notifications.test-helper.ts';

let api: TestApi;
let member: ReturnType<typeof membersOf>;
before(async () => {
  api = await startTestApi();
  member = membersOf(api);
});
after(() => api.stop());
const listen = (token: string, query?: string, headers?: Record<string, string>) =>
  openEventStream(api, token, query, headers);

test('an open stream hears of notifications and of friends’ stories, and goes on where it broke off', async () => {
  const [ana, ben] = await Promise.all([member(), member()]);
  await befriend(api, ana, ben);
  const id = await post(ana, 1);
  const stream = await listen(ana.token);
  assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const start = await stream.next();
  assert.equal(start!.event.unread_count, 1);
  await like(ben, id);
  const liked = await stream.next();
  assert.equal(liked!.event.unread_count, 2);
  const story = await log(ben.call, { privacy: 1 });
  const published = await stream.next();
  assert.ok(published!.event.latest_story >= story.id);
  await ana.call('POST', '/notification/read/', { until: published!.event.latest });
  const read = await stream.next();
  assert.equal(read!.event.unread_count, 0, 'read in another tab');
  stream.close();
  const same = await listen(ana.token, '?seconds=0', { 'last-event-id': read!.id });
  assert.equal(await same.next(), null, 'nothing has changed since');
  const old = await listen(ana.token, `?seconds=0&last_event_id=${start!.id}`);
  assert.equal((await old.next())!.event.unread_count, 0);
});

test('[SOC-01] an open stream hears of a story of long ago once it is shared with friends', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ana, ben);
  await befriend(api, ana, carl);
  const mine = await post(ana, 1);
  const id = await post(ben, 0);
  const minute = 60_000 * 4096;
  const { rows } = await sql<{ id: number }>`
    update stories set id = id - ${minute}::bigint, object_id = object_id - ${minute}::bigint,
      position = position - ${minute}::bigint
    where id = ${id} returning id`.execute(api.context.db);
  const stream = await listen(ana.token);
  let { event } = (await stream.next())!;
  const start = event;
  await ben.call('PATCH', `/activity_story/${rows[0]!.id}/`, { privacy: 1 });
  // Told of whether or not the story is.
  await like(carl, mine);
  while (event.unread_count === start.unread_count) ({ event } = (await stream.next())!);
  assert.ok(event.latest_story > start.latest_story);
  stream.close();
});

test('[SOC-01] [DATA-03] neither an open nor a new stream announces a friendship with somebody its member blocked', async () => {
  const [ana, ben, carl, dora] = await Promise.all([member(), member(), member(), member()]);
  await befriend(api, ana, ben);
  await befriend(api, ana, dora);
  for (const { call, userId } of [ben, carl, dora])
    await call('PUT', `/user/${userId}/`, { sharing: { new_friends: true } });
  const mine = await post(ana, 1);
  await ana.call('POST', '/user_block/', named(carl.userId));
  const latest = async () => (await (await listen(ana.token, '?seconds=0')).next())!.event.latest_story;
  const stream = await listen(ana.token);
  const start = (await stream.next())!.event;
  assert.equal(await latest(), start.latest_story);
  await befriend(api, ben, carl);
  assert.equal(await latest(), start.latest_story, 'where a stream is opened');
  // Told of whether or not the friendship is.
  await like(dora, mine);
  const heard: NotificationEvent[] = [];
  do heard.push((await stream.next())!.event);
  while (heard.at(-1)!.unread_count === start.unread_count);
  assert.deepEqual([...new Set(heard.map(({ latest_story: story }) => story))], [start.latest_story]);
  await befriend(api, ben, dora);
  while (heard.at(-1)!.latest_story === start.latest_story) heard.push((await stream.next())!.event);
  assert.equal(heard.at(-1)!.latest_story, await latest(), 'one with somebody else is announced');
  stream.close();
});

test('an open stream hears nothing more of somebody who is no friend any more, and of what was taken back', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ana, ben);
  await befriend(api, ana, carl);
  const id = await post(ana, 1);
  const stream = await listen(ana.token);
  const start = (await stream.next())!.event;
  const liked = await like(ben, id);
  assert.equal((await stream.next())!.event.unread_count, start.unread_count + 1);
  await ben.call('DELETE', `/activity_story/${liked}/`);
  assert.equal((await stream.next())!.event.unread_count, start.unread_count);
  await ana.call('DELETE', `/friendship/${pairOf(ana, ben)}/`);
  await log(ben.call, { privacy: 1 });
  // What comes next is of the friend who is left, and nothing of the other was announced before it.
  const before = api.context.newId();
  await log(carl.call, { privacy: 1 });
  const heard: NotificationEvent[] = [];
  for (;;) {
    const { event } = (await stream.next())!;
    heard.push(event);
    if (event.latest_story > before) break;
  }
  assert.deepEqual(
    heard.filter(({ latest_story: story }) => story !== start.latest_story && story < before),
    [],
  );
  stream.close();
});

test('[SOC-05] an open stream hears that a friend blocked its member, and tells a stranger of no block', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ana, ben);
  const [stream, strangers] = await Promise.all([listen(ben.token), listen(carl.token)]);
  const start = (await stream.next())!.event;
  const before = (await strangers.next())!.event;
  await ana.call('POST', '/user_block/', named(carl.userId));
  await ana.call('POST', '/user_block/', named(ben.userId));
  let { event } = (await stream.next())!;
  while (event.friends_version === start.friends_version) ({ event } = (await stream.next())!);
  assert.ok(event.friends_version > start.friends_version);
  stream.close();
  strangers.close();
  const again = await listen(carl.token, '?seconds=0');
  assert.equal((await again.next())!.event.friends_version, before.friends_version);
});

test('an open stream hears of the stories of a friend again once their mute has ended', async () => {
  const [ana, ben, carl] = await Promise.all([member(), member(), member()]);
  await befriend(api, ana, ben);
  await befriend(api, ana, carl);
  await ana.call('POST', '/user_mute/', { ...named(ben.userId), days: 7 });
  const muted = await log(ben.call, { privacy: 1 });
  const latest = async () => (await (await listen(ana.token, '?seconds=0')).next())!.event.latest_story;
  assert.ok((await latest()) < muted.id, 'while it lasts');
  await api.context.db
    .updateTable('mutes')
    .set({ until: new Date(Date.now() - 1000) })
    .where('user_id', '=', ana.userId)
    .execute();
  assert.ok((await latest()) >= muted.id, 'where a stream is opened');
  const stream = await listen(ana.token);
  await stream.next();
  const again = await log(ben.call, { privacy: 1 });
  // Something is heard in any case.
  await like(carl, await post(ana, 1));
  let event = (await stream.next())!.event;
  if (event.latest_story < again.id) event = (await stream.next())!.event;
  assert.ok(event.latest_story >= again.id);
  stream.close();
});

test('a member has a bounded number of streams; the oldest ends', async () => {
  const ana = await member();
  const streams = [];
  for (let n = 0; n < 6; n++) {
    const stream = await listen(ana.token);
    await stream.next();
    streams.push(stream);
  }
  assert.equal(await streams[0]!.next(), null);
  for (const stream of streams.slice(1)) stream.close();
  assert.equal((await as(api, null)('GET', '/notification/stream/')).status, 401);
});
