import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import test, { after } from 'node:test';
import type { ErrorBody } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';

const SITE_URL = 'https://waymark.example';
const DAY_MS = 86_400_000;

/** As operators run it: a site over https. */
const api = await startTestApi({ env: { SITE_URL } });
after(() => api.stop());
const own = { 'x-requested-with': 'XMLHttpRequest' };

const refresh = (cookie: string) =>
  api.call<ErrorBody>('GET', '/auth/refresh-token', { cookie, headers: own });
const passDays = (t: test.TestContext, days: number) => {
  t.mock.restoreAll();
  t.mock.method(api.context, 'now', () => new Date(Date.now() + days * DAY_MS));
};
const setCookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0] ?? '';

test('a new installation has no account', async () => {
  const accounts = await api.context.db.selectFrom('users').select('id').execute();
  assert.deepEqual(accounts, []);
});

test('over https the cookie of a session is Secure, HttpOnly, SameSite and bound to its host', async () => {
  const { email, password } = await api.signUp();
  const cookie = setCookieOf(await api.call('POST', '/auth/login', { body: { email, password } }));
  assert.match(
    cookie,
    /^__Host-waymark_refresh=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('a session ends after thirty days without use', async (t) => {
  const { cookie } = await api.signUp();
  passDays(t, 29);
  const next = await refresh(cookie);
  assert.equal(next.status, 200);
  passDays(t, 29 + 31);
  const late = await refresh(setCookieOf(next).split(';')[0]!);
  assert.deepEqual([late.status, late.body.error], [401, 'session_ended']);
});

test('a session ends after 180 days, however busy it is', async (t) => {
  let { cookie } = await api.signUp();
  for (let days = 20; days < 180; days += 20) {
    passDays(t, days);
    const answer = await refresh(cookie);
    assert.equal(answer.status, 200, `${days} days`);
    cookie = setCookieOf(answer).split(';')[0]!;
  }
  passDays(t, 181);
  const late = await refresh(cookie);
  assert.deepEqual([late.status, late.body.error], [401, 'session_ended']);
});

test('a password stays valid for years', async (t) => {
  const { email, password } = await api.signUp();
  passDays(t, 3 * 365);
  assert.equal((await api.call('POST', '/auth/login', { body: { email, password } })).status, 200);
});

test('passwords are stored by argon2id with 19 MiB and two passes, tokens as hashes of 256 random bits', async () => {
  const { userId, cookie, password } = await api.signUp();
  const { db } = api.context;
  const { password_hash } = await db
    .selectFrom('logins')
    .select('password_hash')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  assert.match(password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const secret = cookie.split('.').at(-1)!;
  assert.equal(Buffer.from(secret, 'base64url').length, 32);
  const rows = await db.selectFrom('refresh_tokens').selectAll().where('user_id', '=', userId).execute();
  assert.ok(rows.length > 0);
  for (const kept of [secret, password]) assert.ok(!JSON.stringify(rows).includes(kept));
});

test('the API answers no other origin, before a call or in one', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' };
  for (const [method, path] of [
    ['OPTIONS', '/services/main/v7.1/user/self/'],
    ['GET', '/services/main/v7.1/activity_type/'],
    ['GET', '/auth/session'],
  ] as const) {
    const answer = await fetch(api.url + path, { method, headers });
    const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(names, [], `${method} ${path}`);
  }
});

test('TRACE is no method of the API', async () => {
  const outgoing = request(`${api.url}/livez`, { method: 'TRACE', headers: { cookie: 'secret=1' } });
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  assert.ok(answer.statusCode! >= 400 && answer.statusCode! < 500, String(answer.statusCode));
  assert.doesNotMatch(text, /secret=1/);
});
