import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { BlockList, Friendship, FriendshipList, MemberList, Profile } from '@waymark/api-contract';
import { startTestApi, type TestApi, type TestMember } from '../testing/api.ts';
import { as, type As } from '../workouts/testing.ts';
import { correctFriendCounts } from './correct-counts.ts';
import { befriend, named, pairOf, toUser } from './testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

interface Two {
  ana: TestMember;
  ben: TestMember;
  anaCalls: As;
  benCalls: As;
  pair: string;
}

async function two(): Promise<Two> {
  const [ana, ben] = await Promise.all([api.signUp(), api.signUp()]);
  return { ana, ben, anaCalls: as(api, ana), benCalls: as(api, ben), pair: pairOf(ana, ben) };
}

const ACCEPT = { status: 'active' };
const countsOf = async ({ userId }: TestMember) => {
  const row = await api.context.db
    .selectFrom('friend_counts')
    .select(['friends', 'requests'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return [row?.friends ?? 0, row?.requests ?? 0];
};
const friendsOf = async (call: As, { userId }: TestMember) => {
  const { body } = await call<MemberList>('GET', `/user/?friends_with=${userId}&status=active`);
  return { ids: body._embedded.users.map(({ id }) => id), total: body.total_count };
};

const messageOf = async (call: As, { userId }: TestMember) => {
  const { body } = await call<MemberList>('GET', `/user/?ids=${userId}`);
  return body._embedded.users[0]?.request_message;
};

test('[SOC-04] a request is seen from both sides, accepted by who was asked, and ended by either', async () => {
  const { ana, ben, anaCalls, benCalls, pair } = await two();
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
    assert.deepEqual(await countsOf(member), [1, 0]);
  }
  assert.equal((await anaCalls('POST', '/friendship/', toUser(ben.userId))).status, 409);
  assert.equal((await benCalls('DELETE', `/friendship/${pair}/`)).status, 204);
  assert.equal((await anaCalls('DELETE', `/friendship/${pair}/`)).status, 404);
  assert.deepEqual(
    [await countsOf(ana), await countsOf(ben)],
    [
      [0, 0],
      [0, 0],
    ],
  );
});

test('[SOC-04] withdrawn and denied requests leave no trace in the counts', async () => {
  const { ana, ben, anaCalls, benCalls, pair } = await two();
  for (const [end, name] of [
    [anaCalls, 'withdrawn'],
    [benCalls, 'denied'],
  ] as const) {
    assert.equal((await anaCalls('POST', '/friendship/', toUser(ben.userId))).status, 201, name);
    assert.equal((await anaCalls('POST', '/friendship/', toUser(ben.userId))).status, 201, 'asked again');
    assert.deepEqual(await countsOf(ben), [0, 1], name);
    assert.equal((await end('DELETE', `/friendship/${pair}/`)).status, 204, name);
    assert.equal((await benCalls('PATCH', `/friendship/${pair}/`, ACCEPT)).status, 404, name);
    assert.deepEqual(
      [await countsOf(ana), await countsOf(ben)],
      [
        [0, 0],
        [0, 0],
      ],
    );
  }
});

test('[SOC-04] two who ask each other at the same moment are friends, counted once', async () => {
  for (let round = 0; round < 8; round++) {
    const { ana, ben, anaCalls, benCalls } = await two();
    const answers = await Promise.all([
      anaCalls<Friendship>('POST', '/friendship/', toUser(ben.userId)),
      benCalls<Friendship>('POST', '/friendship/', toUser(ana.userId)),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
    assert.deepEqual(
      [await countsOf(ana), await countsOf(ben)],
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
    const { ana, ben, anaCalls, benCalls, pair } = await two();
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
      [await countsOf(ana), await countsOf(ben)],
      [
        [friends, 0],
        [friends, requests],
      ],
    );
  }
});

test('[SOC-04] after two denials, or five requests, somebody cannot be asked again', async () => {
  const denied = await two();
  const request = ({ anaCalls, ben }: Two) => anaCalls('POST', '/friendship/', toUser(ben.userId));
  for (let n = 0; n < 2; n++) {
    assert.equal((await request(denied)).status, 201);
    await denied.benCalls('DELETE', `/friendship/${denied.pair}/`);
  }
  const refused = await request(denied);
  assert.deepEqual([refused.status, refused.body['error']], [409, 'request_refused']);
  assert.equal(
    (await denied.benCalls('POST', '/friendship/', toUser(denied.ana.userId))).status,
    201,
    'who denied may ask',
  );
  assert.equal((await request(denied)).status, 201, 'and is accepted by being asked');
  const withdrawn = await two();
  for (let n = 0; n < 5; n++) {
    assert.equal((await request(withdrawn)).status, 201);
    await withdrawn.anaCalls('DELETE', `/friendship/${withdrawn.pair}/`);
  }
  assert.equal((await request(withdrawn)).status, 409);
});

test('[SOC-04] requests to oneself, to nobody, to private members and by pairs of others are refused', async () => {
  const { ana, ben, anaCalls, pair } = await two();
  const stranger = as(api, await api.signUp());
  assert.equal((await anaCalls('POST', '/friendship/', toUser(ana.userId))).status, 400);
  assert.equal((await anaCalls('POST', '/friendship/', toUser(api.context.newId()))).status, 404);
  assert.equal(
    (await anaCalls('POST', '/friendship/', { _links: { to_user: [{ href: '/x' }] } })).status,
    400,
  );
  await as(api, ben)('PUT', `/user/${ben.userId}/`, {
    default_privacy: { workout: 1, route: 1, profile: 0 },
  });
  assert.equal((await anaCalls('POST', '/friendship/', toUser(ben.userId))).status, 404, 'private profile');
  for (const [method, body] of [['GET'], ['PATCH', ACCEPT], ['DELETE']] as const)
    assert.equal((await stranger(method, `/friendship/${pair}/`, body)).status, 404, method);
  for (const bad of ['1', '1_', 'a_b', `${ana.userId}_${ana.userId}`, '0_5', `-1_${ana.userId}`])
    assert.ok([400, 404].includes((await anaCalls('GET', `/friendship/${bad}/`)).status), bad);
});

test('[SOC-04] an invitation link makes friends at once, private profile or not, until it is renewed', async () => {
  const { ana, ben, anaCalls, benCalls, pair } = await two();
  await anaCalls('PUT', `/user/${ana.userId}/`, { default_privacy: { workout: 1, route: 1, profile: 0 } });
  const { body: invite } = await anaCalls<{ key: string; href: string }>('GET', '/friend_invite/');
  assert.equal((await anaCalls<{ key: string }>('GET', '/friend_invite/')).body.key, invite.key);
  assert.ok(invite.href.endsWith(`/people/friends/find?invite=${invite.key}`));
  assert.equal((await anaCalls('POST', `/friend_invite/${invite.key}/`)).status, 400, 'one’s own');
  const inviter = await benCalls<{ user: { id: number } }>('GET', `/friend_invite/${invite.key}/`);
  assert.equal(inviter.body.user.id, ana.userId);
  assert.equal((await benCalls('POST', `/friend_invite/${invite.key}/`)).status, 201);
  assert.equal((await anaCalls<Friendship>('GET', `/friendship/${pair}/`)).body.status, 'active');
  await anaCalls('POST', '/friend_invite/');
  const late = as(api, await api.signUp());
  assert.equal((await late('POST', `/friend_invite/${invite.key}/`)).status, 404);
  await anaCalls('POST', '/user_block/', named(ben.userId));
  const { body: renewed } = await anaCalls<{ key: string }>('GET', '/friend_invite/');
  assert.equal((await benCalls('POST', `/friend_invite/${renewed.key}/`)).status, 404, 'who is blocked');
});

test('[SOC-04] a block ends the friendship, makes both invisible and is undone by who made it only', async () => {
  const { ana, ben, anaCalls, benCalls, pair } = await two();
  await befriend(api, ana, ben);
  assert.equal((await anaCalls('POST', '/user_block/', named(ben.userId))).status, 204);
  assert.equal((await anaCalls('POST', '/user_block/', named(ben.userId))).status, 204, 'again');
  assert.deepEqual(
    [await countsOf(ana), await countsOf(ben)],
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
  const { anaCalls } = await two();
  const nobody = api.context.newId();
  assert.equal((await anaCalls('DELETE', `/user_block/${nobody}/`)).status, 204);
  const { db } = api.context;
  const rows = await db.selectFrom('friend_counts').select('user_id').where('user_id', '=', nobody).execute();
  assert.deepEqual(rows, []);
});

test('[SOC-04] a block tells neither who is a member nor who blocked the caller, nor how they are called by now', async () => {
  const { ana, ben, anaCalls, benCalls } = await two();
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

test('[SOC-04] a mute of whom the caller never met is refused and stored nowhere', async () => {
  const { ana, ben, anaCalls, benCalls } = await two();
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

test('[SOC-04] whom a member let go is let in by that member only, whatever link they hold', async () => {
  const ends: Record<string, (two: Two, link: string) => Promise<unknown>> = {
    'ended the friendship': async ({ anaCalls, benCalls, pair }, link) => {
      assert.equal((await benCalls('POST', link)).status, 201);
      await anaCalls('DELETE', `/friendship/${pair}/`);
    },
    'denied the request': async ({ ana, anaCalls, benCalls, pair }) => {
      await benCalls('POST', '/friendship/', toUser(ana.userId));
      await anaCalls('DELETE', `/friendship/${pair}/`);
    },
    'blocked and unblocked': async ({ ben, anaCalls }) => {
      await anaCalls('POST', '/user_block/', named(ben.userId));
      await anaCalls('DELETE', `/user_block/${ben.userId}/`);
    },
  };
  for (const [what, end] of Object.entries(ends)) {
    const both = await two();
    const { ana, ben, anaCalls, benCalls, pair } = both;
    const link = `/friend_invite/${(await anaCalls<{ key: string }>('GET', '/friend_invite/')).body.key}/`;
    const back = `/friend_invite/${(await benCalls<{ key: string }>('GET', '/friend_invite/')).body.key}/`;
    await end(both, link);
    assert.equal((await benCalls('GET', link)).status, 404, what);
    assert.equal((await benCalls('POST', link)).status, 404, what);
    assert.equal((await benCalls('POST', '/friendship/', toUser(ana.userId))).status, 201);
    assert.equal((await benCalls('POST', link)).status, 404, `${what}: their own request is no answer`);
    assert.equal((await anaCalls<Friendship>('GET', `/friendship/${pair}/`)).body.status, 'pending');
    await benCalls('DELETE', `/friendship/${pair}/`);
    assert.equal((await anaCalls('POST', '/friendship/', toUser(ben.userId))).status, 201);
    assert.equal((await benCalls('POST', link)).status, 201, `${what}: asked again by who had`);
    await benCalls('DELETE', `/friendship/${pair}/`);
    assert.equal((await benCalls('POST', link)).status, 201, 'who left by themselves may return');
    await anaCalls('DELETE', `/friendship/${pair}/`);
    assert.equal((await anaCalls('POST', back)).status, 201, 'and who let go may come back');
  }
});

test('[SOC-05] the head of a profile names picture, place and year; private, blocked and missing sound alike', async () => {
  const { ana, ben, anaCalls, benCalls } = await two();
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

test('[SOC-04] requests are limited by the hour, and by less for who joined today, with the time to wait', async () => {
  const limited = await startTestApi({ env: { RATE_LIMITS: 'true' } });
  try {
    const ana = await limited.signUp();
    const call = as(limited, ana);
    const { db, newId, now } = limited.context;
    const ids = Array.from({ length: 41 }, newId);
    const template = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', ana.userId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('users')
      .values(
        ids.map((id) => ({
          ...template,
          sharing: '{}',
          communication: '{}',
          id,
          username: `member${id}`,
          created_at: now(),
        })),
      )
      .execute();
    const ask = (n: number) => call('POST', '/friendship/', toUser(ids[n]!));
    for (let n = 0; n < 10; n++) assert.equal((await ask(n)).status, 201);
    // What an archive that is brought back says of an account makes no old member of a new one.
    await db
      .updateTable('users')
      .set({ created_at: new Date('2026-01-01') })
      .where('id', '=', ana.userId)
      .execute();
    const early = await ask(10);
    assert.equal(early.status, 429);
    assert.match(String(early.body['error_description']), /Try again in \d+ (minutes|seconds)/);
    assert.ok(Number(early.headers.get('retry-after')) > 0);
    await db
      .updateTable('logins')
      .set({ created_at: new Date('2026-01-01') })
      .where('user_id', '=', ana.userId)
      .execute();
    for (let n = 10; n < 30; n++) assert.equal((await ask(n)).status, 201);
    assert.equal((await ask(30)).status, 429);
  } finally {
    await limited.stop();
  }
});

test('[SOC-04] the message of a request by a new member has no links', async () => {
  const [ana, ben] = await Promise.all([api.signUp(), api.signUp()]);
  await as(api, ben)('PUT', `/user/${ben.userId}/`, {
    default_privacy: { workout: 3, route: 3, profile: 3 },
  });
  const ask = (message: string) => as(api, ana)('POST', '/friendship/', { ...toUser(ben.userId), message });
  const refused = await ask('Look at www.shoes.example');
  assert.deepEqual([refused.status, refused.body['error']], [403, 'links_not_yet']);
  assert.equal((await as(api, ana)('GET', `/friendship/${pairOf(ana, ben)}/`)).status, 404);
  await api.context.db
    .updateTable('logins')
    .set({ created_at: new Date('2026-01-01') })
    .where('user_id', '=', ana.userId)
    .execute();
  assert.equal((await ask('Look at www.shoes.example')).status, 201);
});

test('[SOC-04] a message of a request that shows nothing is refused, and none at all is taken', async () => {
  const { ben, anaCalls, pair } = await two();
  const ask = (message: string) => anaCalls('POST', '/friendship/', { ...toUser(ben.userId), message });
  for (const nothing of ['\u2800', '\u200D\u200D', ' \u2800\n\u2060 ']) {
    const { status, text } = await ask(nothing);
    assert.equal(status, 400, JSON.stringify(nothing));
    assert.match(text, /"message":\["Write something, or leave the message empty\."\]/);
  }
  const asked = await ask('  ');
  assert.deepEqual([asked.status, asked.body['message']], [201, '']);
  assert.equal((await anaCalls('DELETE', `/friendship/${pair}/`)).status, 204);
});

test('[SOC-04] a message of a request has at most 300 characters, and a longer one is refused by its field', async () => {
  const { ben, anaCalls, benCalls, pair } = await two();
  const ask = (message: string) => anaCalls('POST', '/friendship/', { ...toUser(ben.userId), message });
  const refused = await ask('a'.repeat(301));
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Keep the message to 300 characters\./);
  assert.equal((await anaCalls('GET', `/friendship/${pair}/`)).status, 404, 'nobody was asked');
  const written = `<b>Ride?</b>\n${'a'.repeat(287)}`;
  assert.equal((await ask(`  ${written}\n`)).status, 201);
  const inbox = await benCalls<MemberList>('GET', `/user/?requested_friendship_with=${ben.userId}`);
  assert.equal(inbox.body._embedded.users[0]!.request_message, written, 'as it was written');
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
  const { ana, ben, benCalls } = await two();
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
    [await countsOf(ana), await countsOf(ben), await countsOf(asker)],
    [
      [1, 1],
      [1, 0],
      [0, 1],
    ],
  );
});
