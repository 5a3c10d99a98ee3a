import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { type ErrorBody, OAuthScope, type PersonalToken, type SecurityEvent } from '@waymark/api-contract';
import { startTestApi, type TestMember, memberCalls } from '../../testing/api.ts';
import { sameId, saveRepeatedly } from '../../testing/repeated-saves.ts';
import { RUN } from '../../training/workouts/testing.ts';
import { isTokenText, newTokenText } from './token-text.ts';

const api = await startTestApi();
after(() => api.stop());
const { db } = api.context;
const MAIN = '/services/main/v7.1';
const ALL = OAuthScope.options;

const call = <T = Record<string, unknown>>(method: string, path: string, token: string, body?: unknown) =>
  api.call<T & ErrorBody>(method, path, { token, ...(body !== undefined && { body }) });
const make = async ({ token }: TestMember, scopes: readonly OAuthScope[], name = 'script') =>
  (
    await call<PersonalToken & { token: string }>('POST', '/internal/oauth2/tokens', token, {
      name,
      scopes,
      days: 30,
    })
  ).body;

test('a token is recognised by its form and checksum alone', () => {
  const token = newTokenText();
  assert.ok(isTokenText(token));
  const last = token.endsWith('0') ? '1' : '0';
  for (const wrong of [token.slice(0, -1) + last, token.slice(0, -1), `${token}0`, '', 'wm_pat_'])
    assert.ok(!isTokenText(wrong), wrong);
});

test('[AUTH-08] a personal token does what its scopes say, and is shown once', async () => {
  const member = await api.signUp();
  const made = await make(member, ['workout:read']);
  assert.match(made.token, /^wm_pat_/);
  const list = await call<{ tokens: PersonalToken[] }>('GET', '/internal/oauth2/tokens', member.token);
  const { token: _, ...rest } = made;
  assert.deepEqual(list.body.tokens, [rest]);
  assert.ok(
    !JSON.stringify(await db.selectFrom('personal_tokens').selectAll().execute()).includes(made.token),
  );
  assert.equal((await call('GET', `${MAIN}/workout/`, made.token)).status, 200);
  const write = await call('POST', `${MAIN}/workout/`, made.token, RUN);
  assert.deepEqual([write.status, write.body.error], [403, 'insufficient_scope']);
  assert.equal((await call('GET', `${MAIN}/user/self/`, made.token)).body.error, 'insufficient_scope');
  const writer = await make(member, ['workout:write', 'profile:read']);
  assert.equal((await call('POST', `${MAIN}/workout/`, writer.token, RUN)).status, 201);
  assert.equal((await call('GET', `${MAIN}/user/self/`, writer.token)).body['id'], member.userId);
  const used = await call<{ tokens: PersonalToken[] }>('GET', '/internal/oauth2/tokens', member.token);
  assert.ok(used.body.tokens.every(({ last_used_datetime }) => last_used_datetime !== null));
});

test('[AUTH-08] every call of a member is refused to a token without its scope, and those of the account to any token', async () => {
  const member = await api.signUp();
  const everything = await make(member, ALL);
  const narrow = new Map<string, string>();
  for (const scope of ALL) narrow.set(scope, (await make(member, [scope])).token);
  let refused = 0;
  for (const { method, path, scope: needed } of memberCalls())
    for (const [scope, token] of needed ? narrow : [['all', everything.token] as const]) {
      if (scope === needed) continue;
      const answer = await call(method, path, token);
      assert.equal(answer.status, 403, `${method} ${path} with ${scope}: ${answer.text}`);
      refused++;
    }
  assert.ok(refused > 100, String(refused));
});

test('[AUTH-08] a revoked token is refused by every call of every service', async () => {
  const member = await api.signUp();
  const { id, token } = await make(member, ALL);
  assert.equal((await call('GET', `${MAIN}/workout/`, token)).status, 200);
  await call('DELETE', `/internal/oauth2/tokens/${id}`, member.token);
  const calls = memberCalls();
  for (const { method, path } of calls) {
    const answer = await call(method, path, token);
    assert.deepEqual([answer.status, answer.body.error], [401, 'token_invalid'], `${method} ${path}`);
  }
  assert.ok(calls.length > 100, String(calls.length));
});

test('[AUTH-08] a revoked, an expired and an unknown token are refused at once', async () => {
  const [member, stranger] = [await api.signUp(), await api.signUp()];
  const made = await make(member, ['workout:read'], 'watch');
  const read = () => call('GET', `${MAIN}/workout/`, made.token);
  assert.equal((await read()).status, 200);
  assert.equal((await call('DELETE', `/internal/oauth2/tokens/${made.id}`, stranger.token)).status, 404);
  assert.equal((await call('DELETE', `/internal/oauth2/tokens/${made.id}`, member.token)).status, 204);
  assert.deepEqual([(await read()).status, (await read()).body.error], [401, 'token_invalid']);
  const other = await make(member, ['workout:read']);
  await db
    .updateTable('personal_tokens')
    .set({ expires_at: new Date(0) })
    .where('id', '=', other.id)
    .execute();
  assert.equal((await call('GET', `${MAIN}/workout/`, other.token)).status, 401);
  assert.equal((await call('GET', `${MAIN}/workout/`, newTokenText())).status, 401);
  const events = await call<{ events: SecurityEvent[] }>('GET', '/auth/security/events', member.token);
  assert.ok(events.body.events.some(({ kind, subject }) => kind === 'token_revoked' && subject === 'watch'));
});

test('[ACCT-04] a token opens nothing while its account is being deleted', async () => {
  const member = await api.signUp();
  const { token } = await make(member, ['workout:read']);
  await call('POST', '/auth/deletion-request', member.token, {
    confirm: 'delete',
    proof: { password: member.password },
  });
  assert.equal((await call('GET', `${MAIN}/workout/`, token)).status, 401);
  await db.deleteFrom('deletion_requests').where('user_id', '=', member.userId).execute();
  assert.equal((await call('GET', `${MAIN}/workout/`, token)).status, 200);
});

test('a token is made after a fresh proof of identity only, and at most twenty', async () => {
  const member = await api.signUp();
  const made = await Promise.all(Array.from({ length: 22 }, () => make(member, ['route:read'])));
  assert.equal(made.filter(({ token }) => token).length, 20);
  await db
    .updateTable('sessions')
    .set({ identity_confirmed_at: null })
    .where('user_id', '=', member.userId)
    .execute();
  const refused = await call('POST', '/internal/oauth2/tokens', member.token, {
    name: 'x',
    scopes: ['route:read'],
    days: 30,
  });
  assert.equal(refused.body.error, 'identity_unconfirmed');
});

test('[SESS-06] [AUTH-08] a token whose answer was lost is made once: the repeat gives it another text, and the first opens nothing', async () => {
  const members = [await api.signUp(), await api.signUp()] as const;
  const [{ token, userId }] = members;
  const body = { name: 'script', scopes: ['workout:read'], days: 30 };
  const { answers, theirs, repeat } = await saveRepeatedly<PersonalToken & { token: string }>(api, {
    path: '/internal/oauth2/tokens',
    body,
    changed: { ...body, scopes: ['workout:read', 'workout:write'] },
    refused: { ...body, name: '' },
    members,
  });
  const id = sameId(answers);
  assert.notEqual(theirs.id, id);
  const statusOf = async (text: string) => (await call('GET', `${MAIN}/workout/`, text)).status;
  const latest = answers.at(-1)!.token;
  for (const { token: text } of answers) assert.equal(await statusOf(text), text === latest ? 200 : 401);
  const renewed = (await repeat()).body;
  assert.deepEqual([await statusOf(latest), await statusOf(renewed.token)], [401, 200]);
  const { token: text, ...listed } = renewed;
  const { body: list } = await call<{ tokens: PersonalToken[] }>('GET', '/internal/oauth2/tokens', token);
  const [only, ...others] = list.tokens;
  assert.deepEqual([{ ...only, last_used_datetime: listed.last_used_datetime }, others], [listed, []]);
  assert.ok(text.startsWith(listed.prefix));
  const { body: log } = await call<{ events: SecurityEvent[] }>('GET', '/auth/security/events', token);
  assert.equal(log.events.filter(({ kind }) => kind === 'token_created').length, 1);
  const { rows: mails } = await sql`
    select 1 from waymark_jobs.job
    where name = 'security-notice-mail' and data ->> 'userId' = ${String(userId)}`.execute(db);
  assert.equal(mails.length, 1);
  await call('DELETE', `/internal/oauth2/tokens/${String(id)}`, token);
  assert.equal((await repeat()).status, 404);
  assert.equal(await statusOf(renewed.token), 401);
});

test('[SESS-06] [AUTH-08] the repeat of a token needs a fresh proof of identity as the first call did, and no room for another', async () => {
  const member = await api.signUp();
  const send = () =>
    api.call<PersonalToken & ErrorBody>('POST', '/internal/oauth2/tokens', {
      token: member.token,
      body: { name: 'last', scopes: ['route:read'], days: 30 },
      headers: { 'idempotency-key': 'last' },
    });
  const first = await send();
  for (let n = 1; n < 20; n++) await make(member, ['route:read']);
  const again = await send();
  assert.deepEqual([again.status, again.body.id], [201, first.body.id]);
  await db
    .updateTable('sessions')
    .set({ identity_confirmed_at: null })
    .where('user_id', '=', member.userId)
    .execute();
  assert.equal((await send()).body.error, 'identity_unconfirmed');
});
