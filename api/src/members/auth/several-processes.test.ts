import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import type { ErrorBody, RefreshResponse } from '@waymark/api-contract';
import { sql } from 'kysely';
import { startTestApi, cookieOf, type TestApi } from '../../testing/api.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { mailedToken, until } from '../../testing/mail.ts';

const WITHIN_MS = 10_000;
const own = { 'x-requested-with': 'XMLHttpRequest' };
const folder = mkdtempSync(path.join(tmpdir(), 'waymark-processes-'));
let database: TestDatabase;
let apis: TestApi[];

/** What processes share is the database and the key; all else each has for itself. */
before(async () => {
  database = await testDatabase();
  const start = (node: number) =>
    startTestApi({
      through: () => Promise.resolve(database.url),
      env: {
        NODE_NUMBER: String(node),
        TOKEN_SECRET_FILE: path.join(folder, 'key.pem'),
        RATE_LIMITS: 'true',
      },
    });
  apis = [await start(0), await start(1)];
});
after(async () => {
  for (const api of apis) await api.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const self = (api: TestApi, token: string) =>
  api.call<ErrorBody>('GET', '/services/main/v7.1/user/self/', { token });
const refresh = (api: TestApi, cookie: string) =>
  api.call<RefreshResponse & ErrorBody>('GET', '/auth/refresh-token', { cookie, headers: own });
const endsEverywhere = async (token: string) => {
  const start = performance.now();
  for (const api of apis)
    await until('the session has ended', async () => (await self(api, token)).body.error === 'session_ended');
  assert.ok(performance.now() - start < WITHIN_MS);
};

test('[AUTH-09] signing out counts at every API process within ten seconds', async () => {
  const [one, other] = apis as [TestApi, TestApi];
  const [member, bystander] = [await one.signUp(), await one.signUp()];
  for (const api of apis) assert.equal((await self(api, member.token)).status, 200);
  await one.call('GET', '/auth/logout', { cookie: member.cookie, headers: own });
  await endsEverywhere(member.token);
  assert.equal((await self(other, bystander.token)).status, 200);
});

test('passwords are guessed at all API processes together, and only the one who guesses is slowed down', async () => {
  const [one] = apis as [TestApi];
  const member = await one.signUp();
  const signIn = (guess: number, password: string, address = '203.0.113.7') =>
    apis[guess % apis.length]!.call<ErrorBody>('POST', '/auth/login', {
      body: { email: guess % 3 ? member.email : ` ${member.email.toUpperCase()}`, password },
      headers: { 'x-forwarded-for': address },
    });
  for (let guess = 0; guess < 10; guess++) assert.equal((await signIn(guess, 'wrong-guess')).status, 401);
  for (const guess of [0, 1]) {
    const late = await signIn(guess, member.password);
    assert.equal(late.status, 429);
    assert.ok(Number(late.headers.get('retry-after')) > 200);
  }
  assert.equal((await signIn(1, member.password, '203.0.113.8')).status, 200);
});

test('a new password ends the sessions at every API process within ten seconds', async () => {
  const [one, other] = apis as [TestApi, TestApi];
  const member = await one.signUp();
  assert.equal((await self(other, member.token)).status, 200);
  await one.call('POST', '/auth/password-reset', { body: { email: member.email } });
  const token = await mailedToken(one.context, member.email, '/password_reset/');
  const reset = await one.call('POST', `/auth/password/reset/${token}`, {
    body: { password: 'otter-9-lagoon' },
  });
  assert.equal(reset.status, 200);
  await endsEverywhere(member.token);
});

test('a process that starts later refuses the tokens of sessions that had ended', async () => {
  const [one] = apis as [TestApi];
  const member = await one.signUp();
  await one.call('GET', '/auth/logout', { cookie: member.cookie, headers: own });
  const late = await startTestApi({
    through: () => Promise.resolve(database.url),
    env: { NODE_NUMBER: '2', TOKEN_SECRET_FILE: path.join(folder, 'key.pem') },
  });
  try {
    assert.equal((await self(late, member.token)).body.error, 'session_ended');
  } finally {
    await late.stop();
  }
});

test('refreshes of one cookie at several processes at once get one successor, late ones too', async () => {
  const member = await apis[0]!.signUp();
  const race = () =>
    Promise.all(Array.from({ length: 12 }, (_, n) => refresh(apis[n % apis.length]!, member.cookie)));
  const first = await race();
  assert.deepEqual(new Set(first.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(first.map(cookieOf)).size, 1);
  await sql`update refresh_tokens set used_at = used_at - interval '1 hour' where user_id = ${member.userId}`.execute(
    apis[0]!.context.db,
  );
  const late = await race();
  assert.deepEqual(new Set(late.map(cookieOf)), new Set(first.map(cookieOf)));
});
