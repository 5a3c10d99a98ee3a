import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Friendship, FriendshipList, MemberList, Profile } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as } from '../../training/workouts/testing.ts';
import { correctFriendCounts } from './correct-counts.ts';
import { befriend, named, toUser } from './testing.ts';
import { ACCEPT, countsOf, friendsOf, messageOf, two } from './friendships.test-helper.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

test('[SOC-04] a request is seen from both sides, accepted by who was asked, and ended by either', async () => {
  const { ana, ben, anaCalls, benCalls, pair } = await two(api);
  assert.equal((await anaCalls('GET', `/friendship/${pair}/`)).status, 404);
  const asked = await anaCalls<Friendship>('POST', '/friendship/', {
    ...toUser(ben.userId),
    message: 'From the club',
  });
  assert.equal(asked.status, 201);
  assert.deepEqual(
    [asked.body.id, asked.body.status, asked.body.state, asked.body._links['to_user']![0]!.id],
    [pair, 'pending', 'pending', String(ben.userId)],
  );
  const backwards = `${ben.userId}_${ana.userId}`;
  const seen = await benCalls<Friendship>('GET', `/friendship/${backwards}/`);
  assert.deepEqual([seen.body.id, seen.body.state, seen.body.message], [pair, 'requested', 'From the club']);
  const inbox = await benCalls<MemberList>('GET', `/user/?requested_friendship_with=${ben.userId}`);
  assert.deepEqual(
    [inbox.body.total_count, inbox.body._embedded.users[0]!.id, inbox.body._embedded.users[0]!.state],
    [1, ana.userId, 'requested'],
  );
  assert.equal(await messageOf(benCalls, ana), 'From the club');
  assert.equal(await messageOf(anaCalls, ben), '', 'what one wrote oneself is not theirs');
  const outbox = await anaCalls<FriendshipList>('GET', `/friendship/?from_user=${ana.userId}&status=pending`);
  assert.deepEqual(
    [outbox.body.total_count, outbox.body._embedded.friendships[0]!._links['to_user']![0]!.id],
    [1, String(ben.userId)],
  );
  assert.equal(
    (await anaCalls('PATCH', `/friendship/${pair}/`, ACCEPT)).status,
    403,
    'who asked cannot accept',
  );
  const accepted = await benCalls<Friendship>('PATCH', `/friendship/${pair}/`, ACCEPT);
  assert.deepEqual([accepted.status, accepted.body.status, accepted.body.state], [200, 'active', 'active']);
  assert.equal((await benCalls('PATCH', `/friendship/${pair}/`, ACCEPT)).status, 200, 'accepting twice');
  assert.equal(await messageOf(benCalls, ana), '', 'of a request that was answered nothing is shown');
  for (const [member, call, other] of [
    [ana, anaCalls, ben],
    [ben, benCalls, ana],
  ] as const) {
    assert.deepEqual(await friendsOf(call, member), { ids: [other.userId], total: 1 });
    assert.deepEqual(await countsOf(api, member), [1, 0]);
  }
  assert.equal((await anaCalls('POST', '/friendship/', toUser(ben.userId))).status, 409);
  assert.equal((await benCalls('DELETE', `/friendship/${pair}/`)).status, 204);
  assert.equal((await anaCalls('DELETE', `/friendship/${pair}/`)).status, 404);
  assert.deepEqual(
    [await countsOf(api, ana), await countsOf(api, ben)],
    [
      [0, 0],
      [0, 0],
    ],
  );
});

test('[SOC-04] withdrawn and denied requests leave no trace in the counts', async () => {
  const { ana, ben, anaCalls, benCalls, pair } = await two(api);
  for (const [end, name] of [
    [anaCalls, 'withdrawn'],
    [benCalls, 'denied'],
  ] as const) {
    assert.equal((await anaCalls('POST', '/friendship/', toUser(ben.userId))).status, 201, name);
    assert.equal((await anaCalls('POST', '/friendship/', toUser(ben.userId))).status, 201, 'asked again');
    assert.deepEqual(await countsOf(api, ben), [0, 1], name);
    assert.equal((await end('DELETE', `/friendship/${pair}/`)).status, 204, name);
    assert.equal((await benCalls('PATCH', `/friendship/${pair}/`, ACCEPT)).status, 404, name);
    assert.deepEqual(
      [await countsOf(api, ana), await countsOf(api, ben)],
      [
        [0, 0],
        [0, 0],
      ],
    );
  }
});

test('[SOC-04] two who ask each other at the same moment are friends, counted once', async () => {
  for (let round = 0; round < 8; round++) {
    const { ana, ben, anaCalls, benCalls } = await two(api);
    const answers = await Promise.all([
      anaCalls<Friendship>('POST', '/friendship/', toUser(ben.userId)),
      benCalls<Friendship>('POST', '/friendship/', toUser(ana.userId)),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
    assert.deepEqual(
      [await countsOf(api, ana), await countsOf(api, ben)],
      [
        [1, 0],
        [1, 0],
      ],
    );
    assert.equal((await friendsOf(anaCalls, ana)).total, 1);
  }
});

test('[SOC-04] of accepting, withdrawing and asking at the same moment both sides see one end', async () => {
  for (let round = 0; round < 8; round++) {
    const { ana, ben, anaCalls, benCalls, pair } = await two(api);
    await anaCalls('POST', '/friendship/', toUser(ben.userId));
    const answers = await Promise.all([
      benCalls('PATCH', `/friendship/${pair}/`, ACCEPT),
      anaCalls('DELETE', `/friendship/${pair}/`),
      benCalls('DELETE', `/friendship/${pair}/`),
      anaCalls('POST', '/friendship/', toUser(ben.userId)),
    ]);
    assert.ok(
      answers.every(({ status }) => [200, 201, 204, 404, 409].includes(status)),
      answers.map(({ text }) => text).join(),
    );
    const [own, other] = await Promise.all([
      anaCalls<Friendship>('GET', `/friendship/${pair}/`),
      benCalls<Friendship>('GET', `/friendship/${pair}/`),
    ]);
    assert.equal(own.status, other.status);
    assert.equal(own.body.status, other.body.status);
    const friends = own.body.status === 'active' ? 1 : 0;
    const requests = own.body.status === 'pending' ? 1 : 0;
    assert.deepEqual(
      [await countsOf(api, ana), await countsOf(api, ben)],
      [
        [friends, 0],
        [friends, requests],
      ],
    );
  }
});

test('[SOC-05] the head of a profile names picture, place and year; private, blocked and missing sound alike', async () => {
  const { ana, ben, anaCalls, benCalls } = await two(api);
  await benCalls('PUT', `/user/${ben.userId}/`, {
    location: { locality: 'Austin', region: 'Texas', country: 'US' },
  });
  const carl = await api.signUp();
  await befriend(api, ana, carl);
  await befriend(api, ben, carl);
  const { body } = await anaCalls<Profile>('GET', `/user/${ben.userId}/profile/`);
  assert.equal(body.member_since, new Date().getFullYear());
  assert.deepEqual(body.user.location, { locality: 'Austin', region: 'Texas', country: 'US' });
  assert.ok(body.user._links['image']!.some(({ href }) => href.includes('size=Medium')));
  assert.deepEqual([body.state, body.can.request, body.friend_count], ['not-friend', true, 1]);
  assert.deepEqual(
    [body.mutual_friends_count, body.mutual_friends[0]!.id, body.figures],
    [1, carl.userId, null],
  );
  assert.equal((await anaCalls<Profile>('GET', `/user/${ana.userId}/profile/`)).body.state, 'self');
  const missing = await anaCalls('GET', `/user/${api.context.newId()}/profile/`);
  const sentence = 'This profile is set to private or the user does not exist.';
  assert.deepEqual([missing.status, missing.body['error_description']], [404, sentence]);
  await benCalls('PUT', `/user/${ben.userId}/`, { default_privacy: { workout: 1, route: 1, profile: 0 } });
  const hidden = await anaCalls('GET', `/user/${ben.userId}/profile/`);
  assert.deepEqual([hidden.status, hidden.body['error_description']], [404, sentence]);
  await benCalls('PUT', `/user/${ben.userId}/`, { default_privacy: { workout: 1, route: 1, profile: 3 } });
  await benCalls('POST', '/user_block/', named(ana.userId));
  const blocked = await anaCalls('GET', `/user/${ben.userId}/profile/`);
  assert.deepEqual([blocked.status, blocked.body['error_description']], [404, sentence]);
});

test('[SOC-04] friends in common are counted without those who are suspended', async () => {
  const [ana, ben, carl, dora] = await Promise.all([api.signUp(), api.signUp(), api.signUp(), api.signUp()]);
  for (const friend of [ben, carl]) for (const one of [ana, dora]) await befriend(api, one, friend);
  await befriend(api, ana, dora);
  const { db, now } = api.context;
  await db.insertInto('suspensions').values({ user_id: carl.userId, created_at: now() }).execute();
  const { body: card } = await as(api, ana)<MemberList>('GET', `/user/?ids=${dora.userId}`);
  const { body: profile } = await as(api, ana)<Profile>('GET', `/user/${dora.userId}/profile/`);
  assert.deepEqual([card._embedded.users[0]!.mutual_friends_count, profile.mutual_friends_count], [1, 1]);
});

test('[SOC-04] numbers of friends and requests that damage made wrong are found each night and put right', async () => {
  const { db } = api.context;
  const errors: object[] = [];
  const correct = () =>
    correctFriendCounts({
      db,
      log: Object.assign(Object.create(api.context.log), { error: (what: object) => errors.push(what) }),
    });
  assert.equal(await correct(), 0, 'after all that was done above every number is right');
  const { ana, ben, benCalls } = await two(api);
  await befriend(api, ana, ben);
  const asker = await api.signUp();
  await as(api, asker)('POST', '/friendship/', toUser(ana.userId));
  const set = (userId: number, friends: number, requests: number) =>
    db.updateTable('friend_counts').set({ friends, requests }).where('user_id', '=', userId).execute();
  await set(ana.userId, 5, 0);
  await set(ben.userId, 0, 2);
  const [found] = await Promise.all([correct(), benCalls('POST', '/friendship/', toUser(asker.userId))]);
  assert.equal(found, 2);
  assert.deepEqual(
    new Set(errors.map((each) => (each as { member: number }).member)),
    new Set([ana.userId, ben.userId]),
  );
  assert.deepEqual(
    [await countsOf(api, ana), await countsOf(api, ben), await countsOf(api, asker)],
    [
      [1, 1],
      [1, 0],
      [0, 1],
    ],
  );
});
