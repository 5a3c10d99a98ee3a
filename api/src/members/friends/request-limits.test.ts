import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { MemberList } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as } from '../../training/workouts/testing.ts';
import { pairOf, toUser } from './testing.ts';
import { ACCEPT, two, type Two } from './friendships.test-helper.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

test('[SOC-04] after two denials, or five requests, somebody cannot be asked again', async () => {
  const denied = await two(api);
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
  const withdrawn = await two(api);
  for (let n = 0; n < 5; n++) {
    assert.equal((await request(withdrawn)).status, 201);
    await withdrawn.anaCalls('DELETE', `/friendship/${withdrawn.pair}/`);
  }
  assert.equal((await request(withdrawn)).status, 409);
});

test('[SOC-04] requests to oneself, to nobody, to private members and by pairs of others are refused', async () => {
  const { ana, ben, anaCalls, pair } = await two(api);
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
  const { ben, anaCalls, pair } = await two(api);
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
  const { ben, anaCalls, benCalls, pair } = await two(api);
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
