import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { ErrorBody, LoginResponse } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';
import { mailedToken } from '../../testing/mail.ts';

const api = await startTestApi();
after(() => api.stop());
const NEW = 'quiet-harbour-77';

const ask = (email: string, redirect_uri?: string) =>
  api.call('POST', '/auth/password-reset', { body: { email, redirect_uri } });
const open = (token: string) => api.call<ErrorBody>('GET', `/auth/password/reset/${token}`);
const set = (token: string, password = NEW) =>
  api.call<ErrorBody>('POST', `/auth/password/reset/${token}`, { body: { password } });
const login = (email: string, password: string) =>
  api.call<LoginResponse>('POST', '/auth/login', { body: { email, password } });
async function resetToken(email: string, redirectUri?: string): Promise<string> {
  await ask(email, redirectUri);
  return mailedToken(api.context, email, '/password_reset/');
}

test('[AUTH-04] known and unknown addresses get the same answer, and only the known one a mail', async () => {
  const member = await api.signUp();
  const [unknown, known] = [await ask('stranger@example.com'), await ask(member.email)];
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
  await mailedToken(api.context, member.email, '/password_reset/');
  const mails = await api.context.db.selectFrom('mailbox').select('recipient').execute();
  assert.ok(mails.every(({ recipient }) => recipient !== 'stranger@example.com'));
});

test('[AUTH-05] the link sets a new password once and signs the member out everywhere', async () => {
  const member = await api.signUp();
  const token = await resetToken(member.email);
  assert.deepEqual((await open(token)).body, { valid: true, email: member.email, credentials: [] });
  assert.equal((await set(token, 'password1')).status, 400);
  assert.deepEqual((await set(token)).body, { ok: true });
  assert.equal((await login(member.email, member.password)).status, 401);
  assert.equal((await login(member.email, NEW)).status, 200);
  const self = await api.call('GET', '/services/main/v7.1/user/self/', { token: member.token });
  assert.equal(self.body['error'], 'session_ended');
  const refresh = await api.call('GET', '/auth/refresh-token', {
    cookie: member.cookie,
    headers: { 'x-requested-with': 'x' },
  });
  assert.equal(refresh.body['error'], 'session_ended');
  assert.deepEqual([(await open(token)).status, (await set(token)).body.error], [410, 'token_used']);
});

test('[AUTH-04] who asks for links again and again, from wherever, fills no mailbox; a link that was used makes room', async () => {
  const member = await api.signUp();
  const { db } = api.context;
  const count = async () => {
    const mails = await db
      .selectFrom('mailbox')
      .select('id')
      .where('recipient', '=', member.email)
      .where('subject', 'like', '%new Waymark password')
      .execute();
    return mails.length;
  };
  const askTimes = async (times: number) => {
    for (let i = 0; i < times; i++) assert.equal((await ask(member.email)).status, 200);
    // Mails go out in the order in which they were asked for.
    const last = await api.signUp();
    await resetToken(last.email);
  };
  await askTimes(13);
  assert.equal(await count(), 10);
  assert.equal((await set(await mailedToken(api.context, member.email, '/password_reset/'))).status, 200);
  await askTimes(1);
  assert.equal(await count(), 11);
});

test('[AUTH-05] used, expired and unknown links are explained', async () => {
  const member = await api.signUp();
  const token = await resetToken(member.email);
  await api.context.db
    .updateTable('mail_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', member.userId)
    .execute();
  for (const answer of [await open(token), await set(token)]) {
    assert.deepEqual([answer.status, answer.body.error], [410, 'token_expired']);
    assert.match(answer.body.error_description, /has expired\. Ask for a new one\./);
  }
  assert.equal((await open('nobody-knows-this-link')).body.error, 'token_unknown');
});

test('[AUTH-05] the database holds no token that a link could be made of', async () => {
  const member = await api.signUp();
  const token = await resetToken(member.email);
  const stored = await api.context.db.selectFrom('mail_tokens').selectAll().execute();
  assert.ok(stored.length > 0 && !JSON.stringify(stored).includes(token));
});

test('[AUTH-06] the mail after sign-up confirms the address, twice if need be', async () => {
  const member = await api.signUp();
  const token = await mailedToken(api.context, member.email, '/verify_email/');
  const confirm = () => api.call<ErrorBody>('POST', `/auth/email/confirm/${token}`);
  assert.deepEqual((await confirm()).body, { email: member.email });
  assert.deepEqual((await confirm()).body, { email: member.email });
  const self = await api.call('GET', '/services/main/v7.1/user/self/', { token: member.token });
  assert.equal(self.body['email_confirmed'], true);
  const unknown = await api.call<ErrorBody>('POST', '/auth/email/confirm/nobody-knows-this');
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'token_unknown']);
});

test('[AUTH-06] a member can have the confirmation mail sent again, also while the first is being sent', async (t) => {
  const deliver = api.context.mail;
  let finish = (): void => undefined;
  const isFinished = new Promise<void>((resolve) => (finish = resolve));
  api.context.mail = async (mail) => {
    await deliver(mail);
    await isFinished;
  };
  t.after(() => (api.context.mail = deliver));
  const member = await api.signUp();
  const first = await mailedToken(api.context, member.email, '/verify_email/');
  assert.equal((await api.call('POST', '/auth/email/resend', { token: member.token })).status, 200);
  finish();
  assert.notEqual(await mailedToken(api.context, member.email, '/verify_email/', first), first);
});

test('[AUTH-04] the mail keeps a way back only when it stays on this site', async () => {
  const linkFor = async (redirectUri: string) => {
    const member = await api.signUp();
    const token = await resetToken(member.email, redirectUri);
    const { text } = await api.context.db
      .selectFrom('mailbox')
      .select('text')
      .where('text', 'like', `%${token}%`)
      .executeTakeFirstOrThrow();
    return text.slice(text.indexOf(token) + token.length).split(/\s/)[0];
  };
  assert.equal(await linkFor('/.//evil.example/x'), '');
  const own = `${api.context.env.SITE_URL}/workout/42?x=1`;
  assert.equal(await linkFor(own), '?next=%2Fworkout%2F42%3Fx%3D1');
});
