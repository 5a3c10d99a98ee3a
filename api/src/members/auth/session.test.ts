import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { ErrorBody, LoginResponse, RefreshResponse, SessionResponse } from '@waymark/api-contract';
import { cookieOf, startTestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';

const api = await startTestApi({ env: { ROLLOUTS: 'mapping=maplibre' } });
after(() => api.stop());

const own = { 'x-requested-with': 'XMLHttpRequest' };
const refresh = (cookie: string, headers: Record<string, string> = own) =>
  api.call<RefreshResponse & ErrorBody>('GET', '/auth/refresh-token', { cookie, headers });
const login = (email: string, password: string) =>
  api.call<LoginResponse & ErrorBody>('POST', '/auth/login', { body: { email, password } });
const self = (token: string) => api.call<ErrorBody>('GET', '/services/main/v7.1/user/self/', { token });
const successor = async (userId: number) =>
  api.context.db
    .selectFrom('refresh_tokens')
    .select(['used_at', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
/** Moves what a session has done into the past. */
const age = (userId: number, seconds: number) =>
  api.context.db
    .updateTable('refresh_tokens')
    .set({ used_at: new Date(Date.now() - seconds * 1000) })
    .where('user_id', '=', userId)
    .where('used_at', 'is not', null)
    .execute();

test('[AUTH-01] an unknown address and a wrong password get the same answer', async () => {
  const member = await api.signUp();
  const [wrong, unknown] = [
    await login(member.email, 'not the password'),
    await login('who@example.com', 'not the password'),
  ];
  assert.equal(wrong.status, 401);
  assert.equal(wrong.body.error, 'access_denied');
  assert.deepEqual({ ...unknown.body, request_id: '' }, { ...wrong.body, request_id: '' });
  const right = await login(` ${member.email.toUpperCase()} `, member.password);
  assert.equal(right.status, 200);
  assert.equal(right.body.onboarding, false);
  assert.equal(right.body.uacfId, String(member.userId));
  assert.equal((await self(right.body.authToken ?? '')).status, 200);
});

test('[AUTH-03] an account that was brought over leads to onboarding instead of signing in', async () => {
  const member = await api.signUp();
  const flag = (password_hash?: null) =>
    api.context.db
      .updateTable('logins')
      .set({ onboarding: true, ...(password_hash === null && { password_hash }) })
      .where('user_id', '=', member.userId)
      .execute();
  await flag();
  assert.equal((await login(member.email, 'wrong password')).status, 401);
  const proven = await login(member.email, member.password);
  assert.deepEqual(proven.body, {
    onboarding: true,
    uacfId: String(member.userId),
    profile: { email: member.email, birthdate: '1990-05-17', location: { country: 'PL' } },
  });
  assert.deepEqual(proven.headers.getSetCookie(), []);
  await flag(null);
  const bare = await login(member.email, 'anything at all');
  assert.deepEqual(bare.body.profile, { email: member.email });
});

test('a refresh exchanges the cookie; a repeat within ten seconds gets the same successor', async () => {
  const member = await api.signUp();
  const first = await refresh(member.cookie);
  assert.equal(first.status, 200);
  assert.equal((await self(first.body.authToken)).status, 200);
  const next = cookieOf(first);
  assert.notEqual(next, member.cookie);
  assert.equal(cookieOf(await refresh(member.cookie)), next);
  // The successor is in use by now: the late one gets the newest token, not a used one.
  const newest = cookieOf(await refresh(next ?? ''));
  assert.equal(cookieOf(await refresh(member.cookie)), newest);
});

test('a refresh whose answer was lost may be repeated for as long as nobody has used the successor', async () => {
  const member = await api.signUp();
  const lost = cookieOf(await refresh(member.cookie));
  await age(member.userId, 3600);
  const opened = await api.call<SessionResponse>('GET', '/auth/session', { cookie: member.cookie });
  assert.equal(opened.body.user?.id, member.userId);
  const repeats = await Promise.all(Array.from({ length: 8 }, () => refresh(member.cookie)));
  for (const repeat of repeats) assert.deepEqual([repeat.status, cookieOf(repeat)], [200, lost]);
  assert.equal((await refresh(lost ?? '')).status, 200);
  await age(member.userId, 11);
  assert.equal((await refresh(member.cookie)).body.error, 'session_ended');
});

test('a repeat ends the family once the successor was shown, in a page or by its access token', async () => {
  const shown = [
    async (next: string) => api.call('GET', '/auth/session', { cookie: next }),
    async (_next: string, token: string) => self(token),
  ];
  for (const show of shown) {
    const member = await api.signUp();
    const first = await refresh(member.cookie);
    await show(cookieOf(first) ?? '', first.body.authToken);
    await until('the use is stored', async () => (await successor(member.userId)).seen_at !== null);
    await age(member.userId, 11);
    assert.equal((await refresh(member.cookie)).body.error, 'session_ended');
    assert.equal((await self(first.body.authToken)).body.error, 'session_ended');
  }
});

test('a later repeat ends the family for both who hold the token', async () => {
  const member = await api.signUp();
  const first = await refresh(member.cookie);
  assert.equal((await refresh(cookieOf(first) ?? '')).status, 200);
  await age(member.userId, 11);
  const replayed = await refresh(member.cookie);
  assert.equal(replayed.status, 401);
  assert.equal(replayed.body.error, 'session_ended');
  assert.equal(cookieOf(replayed), 'waymark_refresh=');
  assert.equal((await refresh(cookieOf(first) ?? '')).body.error, 'session_ended');
  assert.equal((await self(first.body.authToken)).body.error, 'session_ended');
});

test('a refresh that merely fails leaves the cookie alone', async () => {
  const member = await api.signUp();
  const forged = `${member.cookie.slice(0, -4)}AAAA`;
  const cases = [
    [await refresh(forged), 401, 'session_unknown'],
    [await refresh('waymark_refresh=nonsense'), 401, 'no_session'],
    [await refresh('other=1'), 401, 'no_session'],
    [await refresh(member.cookie, {}), 403, 'cross_site'],
    [await refresh(member.cookie, { ...own, 'sec-fetch-site': 'cross-site' }), 403, 'cross_site'],
    [await refresh(member.cookie, { origin: 'https://evil.example' }), 403, 'cross_site'],
  ] as const;
  for (const [answer, status, error] of cases) {
    assert.equal(answer.status, status, error);
    assert.equal(answer.body.error, error);
    assert.equal(cookieOf(answer), null);
  }
  assert.equal((await refresh(member.cookie, { origin: 'http://localhost:4000' })).status, 200);
});

test('an expired access token does not stand in the way of a refresh', async () => {
  const member = await api.signUp();
  const answer = await api.call('GET', '/auth/refresh-token', {
    cookie: member.cookie,
    token: 'expired',
    headers: own,
  });
  assert.equal(answer.status, 200);
});

test('[SESS-05] [HOST-20] the session of a page: member, premium and rollouts, with no exchange', async () => {
  const member = await api.signUp();
  const read = (cookie?: string) =>
    api.call<SessionResponse>('GET', '/auth/session', cookie ? { cookie } : {});
  const mine = await read(member.cookie);
  assert.equal(mine.body.user?.id, member.userId);
  assert.deepEqual(mine.body.premium, { is_ad_free: false, days_remaining: 0 });
  assert.deepEqual(mine.body.rollouts, [{ rollout_name: 'mapping', variant_name: 'maplibre' }]);
  assert.equal((await self(mine.body.authToken ?? '')).status, 200);
  assert.deepEqual(mine.headers.getSetCookie(), []);
  const nobody = await read();
  assert.equal(nobody.status, 200);
  assert.deepEqual([nobody.body.authToken, nobody.body.user, nobody.body.premium], [null, null, null]);
  assert.equal((await read('waymark_refresh=junk')).body.user, null);
});

test('[AUTH-09] signing out ends the session on the server', async () => {
  const member = await api.signUp();
  const out = await api.call('GET', '/auth/logout', { cookie: member.cookie, headers: own });
  assert.deepEqual(out.body, { ok: true });
  assert.equal(cookieOf(out), 'waymark_refresh=');
  assert.equal((await refresh(member.cookie)).body.error, 'session_ended');
  assert.equal((await self(member.token)).body.error, 'session_ended');
});

test('[AUTH-09] a link to sign out goes to the start page; from another site it does nothing', async () => {
  const member = await api.signUp();
  const navigate = (site: string) =>
    api.call('GET', '/auth/logout', {
      cookie: member.cookie,
      headers: { accept: 'text/html,*/*', 'sec-fetch-site': site },
    });
  const foreign = await navigate('cross-site');
  assert.deepEqual([foreign.status, foreign.headers.get('location'), cookieOf(foreign)], [303, '/', null]);
  assert.equal((await self(member.token)).status, 200);
  const local = await navigate('same-origin');
  assert.deepEqual([local.status, local.headers.get('location')], [303, '/']);
  assert.equal((await self(member.token)).status, 401);
});

test('cookies of other versions are taken away', async () => {
  const answer = await api.call('GET', '/auth/clear-legacy');
  assert.ok(answer.headers.getSetCookie().every((cookie) => cookie.includes('Max-Age=0')));
});

test('[SESS-01] member and premium status are told without a new token to a page that holds one', async () => {
  const member = await api.signUp();
  const { body } = await api.call<SessionResponse>('GET', '/auth/session?token=none', {
    cookie: member.cookie,
  });
  assert.deepEqual([body.authToken, body.expires_in, body.user?.id], [null, 0, member.userId]);
  assert.notEqual(body.premium, null);
});

test('[AUTH-01] signing in forgets sessions of the member that are over, keeps the others, and writes one event down', async () => {
  const member = await api.signUp();
  const sessions = () =>
    api.context.db.selectFrom('sessions').select('id').where('user_id', '=', member.userId).execute();
  const [first] = await sessions();
  await login(member.email, member.password);
  await api.context.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', first!.id)
    .execute();
  assert.equal((await login(member.email, member.password)).status, 200);
  const left = await sessions();
  assert.deepEqual([left.length, left.some(({ id }) => id === first!.id)], [2, false]);
  const events = await api.context.db
    .selectFrom('security_events')
    .select(['kind', 'subject'])
    .where('user_id', '=', member.userId)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    events.map(({ kind, subject }) => [kind, subject]),
    [
      ['signed_up', null],
      ['signed_in', 'password'],
      ['signed_in', 'password'],
    ],
  );
});
