import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import test from 'node:test';
import { type ChallengeList, type Leaderboard, SERVICE_BASES, type StoryList } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { TestApi, TestMember } from '../../testing/api.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { announceAwards } from './awards.ts';
import { readChallengesFile, takeUpFile } from './challenges-file.ts';
import { MAY, SUMMER, setUpChallenges } from './challenges.test-helper.ts';
import { removeChallenge } from './remove-challenge.ts';

let api: TestApi;
let maker: TestMember;
let friend: TestMember;
let stranger: TestMember;
let challengesFile: string;
const { by, create, details, join, leave, board, befriend } = setUpChallenges((setup) => {
  ({ api, maker, friend, stranger, challengesFile } = setup);
});

test('[DATA-03] challenges for everyone are made by operators, and everybody sees them', async () => {
  const operator = await api.signUp({ email: 'operator@example.com' });
  const body = { ...MAY, audience: 'everyone' };
  assert.equal((await by(operator)('POST', '/v2/challenges', body)).status, 403, 'not confirmed');
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', operator.userId)
    .execute();
  const { status, body: made } = await by(operator)('POST', '/v2/challenges', body);
  assert.equal(status, 201);
  assert.equal((await by(friend)('POST', '/v2/challenges', body)).status, 403);
  assert.equal((await by(null)('GET', `/challenges/challenge/${made.id}/details`)).status, 200);
  const mayPublish = async (member: TestMember | null) =>
    (await by(member)<ChallengeList>('GET', '/v2/challenges?limit=1')).body.can;
  assert.deepEqual(await mayPublish(operator), { create: true, publish: true });
  assert.deepEqual(await mayPublish(friend), { create: true, publish: false });
  assert.deepEqual(await mayPublish(null), { create: false, publish: false });
  assert.equal((await details(operator, made.id)).can.edit, true);
  assert.equal((await details(friend, made.id)).can.edit, false);
  const renamed = { ...body, title: 'May for all' };
  assert.equal((await by(friend)('PUT', `/v2/challenges/${made.id}`, renamed)).status, 403);
  assert.equal((await by(operator)('PUT', `/v2/challenges/${made.id}`, renamed)).body.title, 'May for all');
  assert.equal((await join(stranger, made.id)).status, 201);
  const german = { ...MAY, audience: 'everyone', country: 'DE' };
  const other = (await by(operator)('POST', '/v2/challenges', german)).body.id;
  assert.equal((await join(stranger, other)).status, 409, 'for another country');
});

test('[CHAL-01] [CHAL-05] a challenge of the operators’ file is there once, and completing it is on the shelf and in the feed', async () => {
  const listed = async (member: TestMember) =>
    (
      await by(member)<ChallengeList>('GET', '/v2/challenges?state=open&limit=100')
    ).body._embedded.challenges.filter(({ title }) => title.startsWith('From a file'));
  const [challenge] = await listed(friend);
  assert.deepEqual([challenge!.audience, challenge!.can.edit], ['everyone', false]);
  const partner = { name: 'Ridge Bakery', href: 'https://bakery.example/' };
  assert.equal((await details(friend, challenge!.id)).partner, null);
  const changed = { ...SUMMER, title: 'From a file, again', target: 3, partner };
  writeFileSync(challengesFile, JSON.stringify([changed]));
  await takeUpFile(api.context);
  const [again] = await listed(friend);
  assert.deepEqual(
    [again!.id, again!.title, again!.target],
    [challenge!.id, 'From a file, again', 1],
    'what it counts stays',
  );
  assert.deepEqual((await details(stranger, again!.id)).partner, partner);
  const finisher = await api.signUp();
  await befriend(finisher, friend);
  await log(as(api, finisher), { start_datetime: '2026-05-12T09:00:00+02:00' });
  await join(finisher, challenge!.id);
  await announceAwards(api.context);
  await announceAwards(api.context);
  const { body: feed } = await as(api, friend)<{
    _embedded: { stories: { verb: string; target: { id: number } | null }[] };
  }>('GET', `/activity_story/?feed_type=user&feed_id=${finisher.userId}`);
  assert.deepEqual(
    feed._embedded.stories.map(({ verb }) => verb).filter((verb) => verb === 'join' || verb === 'finish')
      .length,
    2,
  );
  const shelf = (member: TestMember | null) =>
    by(member)<{ total_count: number; _embedded: { awards: { kind: string }[] } }>(
      'GET',
      `/v2/users/${finisher.userId}/awards`,
    );
  const { body } = await shelf(friend);
  assert.deepEqual([body.total_count, body._embedded.awards[0]!.kind], [1, 'completed']);
  const among = await create(finisher, { kind: 'count', target: 1, title: 'Among us' });
  await join(finisher, among);
  assert.equal((await shelf(finisher)).body.total_count, 2);
  assert.equal((await shelf(null)).body.total_count, 1, 'challenges among friends are not shown to others');
  await as(api, finisher)('PUT', `/user/${finisher.userId}/`, {
    default_privacy: { workout: 3, route: 3, profile: 0 },
  });
  assert.deepEqual([(await shelf(friend)).status, (await shelf(finisher)).status], [404, 200]);
  const odd = { ...partner, href: 'https://bakery.example/\u0000x' };
  writeFileSync(challengesFile, `\uFEFF${JSON.stringify([{ ...changed, partner: odd }])}`);
  await takeUpFile(api.context);
  assert.equal((await details(stranger, again!.id)).partner?.href, 'https://bakery.example/%00x');
  writeFileSync(challengesFile, JSON.stringify([{ ...changed, last_day: '2026-04-01' }]));
  assert.throws(
    () => readChallengesFile(challengesFile),
    /CHALLENGES_FILE: .* summer, last_day: Choose a last day/,
  );
  const script = { ...partner, href: 'javascript:alert(1)' };
  writeFileSync(challengesFile, JSON.stringify([{ ...changed, partner: script }]));
  assert.throws(() => readChallengesFile(challengesFile), /challenge 1, partner\.href: .*begins with https/);
});

/** What the feed tells a friend of a member and challenges. */
const challengeVerbs = async (viewer: TestMember, member: TestMember) => {
  const { body } = await as(api, viewer)<StoryList>(
    'GET',
    `/activity_story/?feed_type=user&feed_id=${member.userId}`,
  );
  return body._embedded.stories
    .map(({ verb }) => verb)
    .filter((verb) => verb === 'join' || verb === 'finish');
};

test('[CHAL-01] [SOC-01] who leaves a challenge, or takes their name off its board, is told of in no feed any more', async () => {
  const id = await findPublic();
  const [ana, ben] = [await api.signUp(), await api.signUp()];
  for (const member of [ana, ben]) await befriend(member, friend);
  await join(ana, id);
  assert.deepEqual(await challengeVerbs(friend, ana), ['join']);
  await leave(ana, id);
  assert.deepEqual(await challengeVerbs(friend, ana), []);
  await join(ana, id);
  assert.deepEqual(await challengeVerbs(friend, ana), ['join'], 'joined again');
  await log(as(api, ben), { start_datetime: '2026-05-12T09:00:00+02:00' });
  await join(ben, id);
  await announceAwards(api.context);
  assert.deepEqual(await challengeVerbs(friend, ben), ['finish', 'join']);
  const show = (is_shown: boolean) => by(ben)('PATCH', `/challenges/${id}/users/${ben.userId}`, { is_shown });
  assert.equal((await show(false)).status, 200);
  assert.deepEqual(await challengeVerbs(friend, ben), []);
  assert.deepEqual(await challengeVerbs(ben, ben), [], 'deleted, not hidden');
  await show(true);
  await leave(ben, id);
  await announceAwards(api.context);
  assert.deepEqual(await challengeVerbs(friend, ben), []);
});

/** A challenge for everyone that one workout completes; the maker may delete it. */
const createPublic = async () => {
  const id = await create(maker, { kind: 'count', target: 1 });
  await api.context.db.updateTable('challenges').set({ audience: 'everyone' }).where('id', '=', id).execute();
  return id;
};

test('[CHAL-01] [SOC-01] stories of a deleted challenge go with it, with likes, comments and what was told of them', async () => {
  const { db } = api.context;
  const ana = await api.signUp();
  await befriend(ana, friend);
  await log(as(api, ana), { start_datetime: '2026-05-12T09:00:00+02:00' });
  const [deleted, kept] = [await createPublic(), await createPublic()];
  for (const id of [deleted, kept]) await join(ana, id);
  await announceAwards(api.context);
  const told = async (viewer: TestMember) => {
    const { body: list } = await as(api, viewer)<StoryList>(
      'GET',
      `/activity_story/?feed_type=user&feed_id=${ana.userId}`,
    );
    return list._embedded.stories.filter(({ verb }) => verb === 'join' || verb === 'finish');
  };
  const before = await told(friend);
  const ofKept = before.filter(({ target }) => target?.id === kept).map(({ id }) => id);
  const ofDeleted = before.filter(({ target }) => target?.id === deleted).map(({ id }) => id);
  assert.deepEqual([before.length, ofKept.length, ofDeleted.length], [4, 2, 2]);
  const rowsOf = async (table: 'story_likes' | 'story_comments' | 'story_counts' | 'notification_causes') => {
    const column = table === 'notification_causes' ? 'subject_id' : 'story_id';
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = any(${ofDeleted}::bigint[])`.execute(db);
    return rows.length;
  };
  for (const { id } of before)
    for (const reply of [
      { verb: 'like' },
      { verb: 'comment', object: { type: 'comment', text: 'Well done' } },
    ])
      assert.equal(
        (await as(api, friend)('POST', '/activity_story/', { ...reply, parent_story_id: id })).status,
        201,
      );
  assert.equal(await rowsOf('notification_causes'), 4, 'a like and a comment of each');
  assert.equal((await by(maker)('DELETE', `/v2/challenges/${deleted}`)).status, 204);
  for (const viewer of [friend, ana])
    assert.deepEqual(
      (await told(viewer)).map(({ id, likes, comments }) => [id, likes.count, comments.count]),
      ofKept.map((id) => [id, 1, 1]),
    );
  for (const id of ofDeleted)
    assert.equal((await as(api, friend)('GET', `/activity_story/${id}/`)).status, 404);
  for (const table of ['story_likes', 'story_comments', 'story_counts', 'notification_causes'] as const)
    assert.equal(await rowsOf(table), 0, table);
});

test('[CHAL-01] [SOC-01] a challenge that is deleted while somebody finishes it is told of in no feed', async () => {
  const id = await createPublic();
  const ana = await api.signUp();
  await befriend(ana, friend);
  await log(as(api, ana), { start_datetime: '2026-05-12T09:00:00+02:00' });
  await join(ana, id);
  const { db } = api.context;
  const isWaiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`.execute(db);
    return rows[0]!.n > 0;
  };
  let isAnnounced = false;
  const announcing = await db.transaction().execute(async (trx) => {
    await removeChallenge(api.context, trx, id);
    const running = announceAwards(api.context).then(() => (isAnnounced = true));
    for (;;) if (isAnnounced || (await isWaiting())) break;
    return { running };
  });
  await announcing.running;
  assert.deepEqual(await challengeVerbs(friend, ana), []);
});

test('[CHAL-01] [DATA-03] a suspended friend has no place among friends, which would tell whose it is', async () => {
  const id = await findPublic();
  const [ana, ben] = [await api.signUp(), await api.signUp()];
  await befriend(ana, ben);
  for (const member of [ana, ben]) {
    await log(as(api, member), { start_datetime: '2026-05-12T09:00:00+02:00', privacy: 3 });
    await join(member, id);
  }
  const places = async () => (await board(ana, id, '?scope=friends')).total_count;
  assert.equal(await places(), 2);
  await api.context.db
    .insertInto('suspensions')
    .values({ user_id: ben.userId, created_at: api.context.now() })
    .execute();
  assert.equal(await places(), 1);
});

/** The id of the challenge of the operators’ file, which is for everyone. */
const findPublic = async () => {
  const { id } = await api.context.db
    .selectFrom('challenges')
    .select('id')
    .where('source_key', '=', SUMMER.key)
    .executeTakeFirstOrThrow();
  return id;
};

test('[CHAL-01] [DATA-02] calls are answered the same with the api-key of the web client, without one and with another', async () => {
  const id = await findPublic();
  const paths = [
    '/v2/challenges?limit=1',
    `/challenges/challenge/${id}/details`,
    `/widgets/challenges/${id}/leaderboard`,
    `/v2/mobile/challenges/awards/${id}`,
  ];
  const keys: Record<string, string>[] = [
    {},
    { 'api-key': 'waymark-web' },
    { 'api-key': 'of somebody else' },
  ];
  for (const member of [friend, null])
    for (const at of paths) {
      const [without, ...others] = await Promise.all(
        keys.map((headers) =>
          api.call('GET', SERVICE_BASES.challenges + at, { ...(member && { token: member.token }), headers }),
        ),
      );
      assert.equal(without!.status, 200, without!.text);
      for (const other of others) assert.deepEqual([other.status, other.body], [200, without!.body]);
    }
  const joining = await api.call('POST', `${SERVICE_BASES.challenges}/challenges/${id}/users`, {
    headers: { 'api-key': 'waymark-web' },
    body: {},
  });
  assert.equal(joining.status, 401, 'a key is no session');
});

test('[CHAL-01] [DATA-03] lists and details name the caller as their user, and no other member', async () => {
  const id = await findPublic();
  const calls = [
    (userId: number) => `/v2/challenges?user=${userId}`,
    (userId: number) => `/challenges/challenge/${id}/details?mmfUserId=${userId}`,
  ];
  for (const call of calls) {
    const statusOf = async (member: TestMember | null, userId: number) =>
      (await by(member)('GET', call(userId))).status;
    assert.deepEqual(
      [
        await statusOf(friend, friend.userId),
        await statusOf(friend, maker.userId),
        await statusOf(null, maker.userId),
      ],
      [200, 403, 403],
    );
  }
});

test('[CHAL-01] [DATA-03] pages of partners read the board that visitors see, and nothing of a session', async () => {
  const [id, among] = [await findPublic(), await create(friend)];
  const hidden = await api.signUp();
  await as(api, hidden)('PUT', `/user/${hidden.userId}/`, {
    default_privacy: { workout: 3, route: 3, profile: 0 },
  });
  await join(hidden, id);
  await log(as(api, hidden), { start_datetime: '2026-05-12T09:00:00Z' });
  const read = (member: TestMember | null, path: string) =>
    api.call<Leaderboard>('GET', SERVICE_BASES.challenges + path, {
      ...(member && { token: member.token }),
      headers: { origin: 'https://bakery.example', 'api-key': 'bakery' },
    });
  const originOf = async (member: TestMember | null, path: string) => {
    const { headers } = await read(member, path);
    assert.equal(headers.get('access-control-allow-credentials'), null);
    return headers.get('access-control-allow-origin');
  };
  const at = `/widgets/challenges/${id}/leaderboard`;
  const { body, status } = await read(null, `${at}?limit=100`);
  const ids = new Set(body._embedded.entries.map(({ user }) => user?.id ?? null));
  assert.deepEqual([status, ids.has(null), ids.has(hidden.userId)], [200, true, false]);
  assert.deepEqual(
    [
      await originOf(null, at),
      await originOf(friend, at),
      await originOf(null, `/widgets/challenges/${among}/leaderboard`),
      await originOf(null, `/challenges/challenge/${id}/details`),
    ],
    ['*', null, null, null],
  );
});
