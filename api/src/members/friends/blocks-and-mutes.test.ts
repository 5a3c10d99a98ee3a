import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { BlockList, MemberList, Profile } from '@waymark/api-contract';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, type As } from '../../training/workouts/testing.ts';
import { befriend, named, toUser } from './testing.ts';
import { ACCEPT, countsOf, two } from './friendships.test-helper.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

test('[SOC-04] a block ends the friendship, makes both invisible and is undone by who made it only', async () => {
  const { ana, ben, anaCalls, benCalls, pair } = await two(api);
  await befriend(api, ana, ben);
  assert.equal((await anaCalls('POST', '/user_block/', named(ben.userId))).status, 204);
  assert.equal((await anaCalls('POST', '/user_block/', named(ben.userId))).status, 204, 'again');
  assert.deepEqual(
    [await countsOf(api, ana), await countsOf(api, ben)],
    [
      [0, 0],
      [0, 0],
    ],
  );
  for (const [call, other] of [
    [anaCalls, ben],
    [benCalls, ana],
  ] as const) {
    assert.equal((await call('GET', `/friendship/${pair}/`)).status, 404);
    assert.equal((await call('GET', `/user/${other.userId}/`)).status, 404);
    assert.equal((await call('GET', `/user/${other.userId}/profile/`)).status, 404);
    assert.equal((await call('POST', '/friendship/', toUser(other.userId))).status, 404);
    assert.equal((await call('PATCH', `/friendship/${pair}/`, ACCEPT)).status, 404);
    assert.equal((await call('DELETE', `/friendship/${pair}/`)).status, 404);
    const found = await call<MemberList>('GET', `/user/?ids=${other.userId}`);
    assert.deepEqual(found.body._embedded.users, []);
  }
  const list = await anaCalls<BlockList>('GET', '/user_block/');
  assert.deepEqual(
    list.body._embedded.blocks.map(({ id }: { id: number }) => id),
    [ben.userId],
  );
  assert.equal((await benCalls<BlockList>('GET', '/user_block/')).body.total_count, 0, 'nobody is told');
  assert.equal((await benCalls('DELETE', `/user_block/${ana.userId}/`)).status, 204);
  assert.equal((await anaCalls('GET', `/user/${ben.userId}/`)).status, 404, 'who is blocked ends nothing');
  await benCalls('POST', '/user_block/', named(ana.userId));
  assert.equal((await anaCalls('DELETE', `/user_block/${ben.userId}/`)).status, 204);
  assert.equal((await anaCalls('GET', `/user/${ben.userId}/`)).status, 404, 'the other block still holds');
  assert.equal((await benCalls('DELETE', `/user_block/${ana.userId}/`)).status, 204);
  assert.equal((await anaCalls('GET', `/user/${ben.userId}/`)).status, 200);
  assert.equal(
    (await anaCalls('GET', `/friendship/${pair}/`)).status,
    404,
    'the friendship does not come back',
  );
});

test('[SOC-04] ending a block that never was stores nothing', async () => {
  const { anaCalls } = await two(api);
  const nobody = api.context.newId();
  assert.equal((await anaCalls('DELETE', `/user_block/${nobody}/`)).status, 204);
  const { db } = api.context;
  const rows = await db.selectFrom('friend_counts').select('user_id').where('user_id', '=', nobody).execute();
  assert.deepEqual(rows, []);
});

test('[SOC-04] a block tells neither who is a member nor who blocked the caller, nor how they are called by now', async () => {
  const { ana, ben, anaCalls, benCalls } = await two(api);
  const [hidden, blocker] = [await api.signUp(), await api.signUp()];
  const nobody = api.context.newId();
  await as(api, hidden)('PUT', `/user/${hidden.userId}/`, {
    default_privacy: { workout: 1, route: 1, profile: 0 },
  });
  await as(api, blocker)('POST', '/user_block/', named(ana.userId));
  const { body: known } = await anaCalls<Profile>('GET', `/user/${ben.userId}/profile/`);
  const answers = [];
  for (const id of [hidden.userId, blocker.userId, nobody, ben.userId]) {
    const { status, text } = await anaCalls('POST', '/user_block/', named(id));
    answers.push([status, text]);
  }
  assert.deepEqual(
    answers,
    answers.map(() => [204, '']),
  );
  const listed = async () => {
    const { body } = await anaCalls<BlockList>('GET', '/user_block/');
    return [body.total_count, ...body._embedded.blocks.map((block) => [block.id, block.display_name])];
  };
  const expected = [1, [ben.userId, known.user.display_name]];
  assert.deepEqual(await listed(), expected, 'only who was met');
  await benCalls('PUT', `/user/${ben.userId}/`, { display_name: 'Another name' });
  await benCalls('POST', '/user_block/', named(ana.userId));
  assert.deepEqual(await listed(), expected, 'as the caller knew them');
  await as(api, blocker)('DELETE', `/user_block/${ana.userId}/`);
  assert.equal((await anaCalls('GET', `/user/${blocker.userId}/`)).status, 404, 'it holds all the same');
  for (const id of [hidden.userId, blocker.userId, nobody, ben.userId])
    assert.equal((await anaCalls('DELETE', `/user_block/${id}/`)).status, 204);
  assert.equal((await anaCalls('GET', `/user/${blocker.userId}/`)).status, 200);
});

test('[SOC-03] [SOC-04] lists of members say whom the caller has muted, until the mute ends, and nobody else', async () => {
  const { ana, ben, anaCalls, benCalls } = await two(api);
  await befriend(api, ana, ben);
  const isMuted = async (call: As, of: TestMember, shown: TestMember) => {
    const { body } = await call<MemberList>('GET', `/user/?friends_with=${of.userId}&status=active`);
    return body._embedded.users.find(({ id }) => id === shown.userId)?.is_muted;
  };
  assert.equal(await isMuted(anaCalls, ana, ben), false);
  assert.equal((await anaCalls('POST', '/user_mute/', { ...named(ben.userId), days: 7 })).status, 201);
  assert.equal(await isMuted(anaCalls, ana, ben), true);
  assert.equal(await isMuted(benCalls, ben, ana), false, 'the one who is muted is not told');
  const until = new Date(api.context.now().getTime() - 1000);
  await api.context.db.updateTable('mutes').set({ until }).where('user_id', '=', ana.userId).execute();
  assert.equal(await isMuted(anaCalls, ana, ben), false, 'its time is over');
});

test('[SOC-04] a mute that is taken back again, as on a second device, is taken back, and nobody else’s', async () => {
  const { ana, ben, anaCalls, benCalls } = await two(api);
  await befriend(api, ana, ben);
  const count = async (call: As) => (await call<BlockList>('GET', '/user_mute/')).body.total_count;
  assert.equal((await anaCalls('POST', '/user_mute/', named(ben.userId))).status, 201);
  assert.equal((await benCalls('POST', '/user_mute/', named(ana.userId))).status, 201);
  for (let device = 0; device < 2; device++)
    assert.equal((await anaCalls('DELETE', `/user_mute/${ben.userId}/`)).status, 204);
  assert.deepEqual([await count(anaCalls), await count(benCalls)], [0, 1]);
});

test('[SOC-04] a mute of whom the caller never met is refused and stored nowhere', async () => {
  const { ana, ben, anaCalls, benCalls } = await two(api);
  const hide = (profile: 0 | 3) =>
    benCalls('PUT', `/user/${ben.userId}/`, { default_privacy: { workout: 1, route: 1, profile } });
  const stored = async () => {
    const { db } = api.context;
    const rows = await db.selectFrom('mutes').select('muted_id').where('user_id', '=', ana.userId).execute();
    return rows.map(({ muted_id: id }) => id);
  };
  await hide(0);
  for (const id of [ben.userId, api.context.newId()])
    assert.equal((await anaCalls('POST', '/user_mute/', named(id))).status, 404);
  assert.deepEqual(await stored(), []);
  await hide(3);
  assert.equal((await anaCalls('POST', '/user_mute/', named(ben.userId))).status, 201);
  assert.deepEqual(await stored(), [ben.userId]);
  const count = async () => (await anaCalls<BlockList>('GET', '/user_mute/')).body.total_count;
  assert.equal(await count(), 1);
  await hide(0);
  assert.equal(await count(), 0, 'what is counted is listed');
});

test('[SOC-04] whoever is named at a story that the caller may see, or asked them, can be muted and is listed when blocked', async () => {
  const [ana, carl] = await Promise.all([api.signUp(), api.signUp()]);
  const anaCalls = as(api, ana);
  const post = async (by: TestMember, privacy: number) => {
    const object = { type: 'status', text: 'A story' };
    const { body } = await as(api, by)<{ id: number }>('POST', '/activity_story/', {
      verb: 'post',
      object,
      privacy,
    });
    return body.id;
  };
  const reply = async (by: TestMember, id: number, more: object) => {
    const { status, body } = await as(api, by)<{ id: number }>('POST', '/activity_story/', {
      parent_story_id: id,
      ...more,
    });
    assert.equal(status, 201);
    return body.id;
  };
  const LIKE = { verb: 'like' };
  const COMMENT = { verb: 'comment', object: { type: 'comment', text: 'Hello' } };
  const [own, open, secret] = await Promise.all([post(ana, 3), post(carl, 3), post(carl, 1)]);
  const ways: Record<string, (member: TestMember) => Promise<unknown>> = {
    'likes an own story': (member) => reply(member, own, LIKE),
    'comments on an own story': (member) => reply(member, own, COMMENT),
    'comments on the story of a third one': (member) => reply(member, open, COMMENT),
    'posts for everyone': (member) => post(member, 3),
    asks: (member) => as(api, member)('POST', '/friendship/', toUser(ana.userId)),
  };
  const hidden = async () => {
    const member = await api.signUp();
    const default_privacy = { workout: 1, route: 1, profile: 0 };
    await as(api, member)('PUT', `/user/${member.userId}/`, { default_privacy });
    return member;
  };
  interface Listed {
    _embedded: { mutes?: { id: number }[]; blocks?: { id: number }[] };
    total_count: number;
  }
  const listed = async (what: 'mute' | 'block') => {
    const { body } = await anaCalls<Listed>('GET', `/user_${what}/`);
    const ids = body._embedded[`${what}s`]!.map(({ id }) => id);
    assert.equal(body.total_count, ids.length);
    return ids;
  };
  for (const [what, meet] of Object.entries(ways)) {
    const member = await hidden();
    const mute = () => anaCalls('POST', '/user_mute/', named(member.userId));
    assert.equal((await mute()).status, 404, `before: ${what}`);
    await meet(member);
    assert.equal((await mute()).status, 201, what);
    assert.ok((await listed('mute')).includes(member.userId), what);
    assert.equal((await anaCalls('POST', '/user_block/', named(member.userId))).status, 204);
    assert.ok((await listed('block')).includes(member.userId), what);
  }
  const unread = await hidden();
  await befriend(api, unread, carl);
  await reply(unread, secret, COMMENT);
  const taken = await reply(unread, own, COMMENT);
  assert.equal((await as(api, unread)('DELETE', `/activity_story/${taken}/`)).status, 204);
  const refused = await anaCalls('POST', '/user_mute/', named(unread.userId));
  assert.equal(refused.status, 404, 'at a story of others, or not there any more');
  await anaCalls('POST', '/user_block/', named(unread.userId));
  assert.ok(!(await listed('block')).includes(unread.userId));
});
