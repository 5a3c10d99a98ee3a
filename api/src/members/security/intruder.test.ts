import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { DataExport, ErrorBody, LoginResponse } from '@waymark/api-contract';
import { sql } from 'kysely';
import { RecordAdapter } from '../../oauth/record-adapter.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { mailedToken, until } from '../../testing/mail.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { softwarePasskey } from './software-passkey.test-helper.ts';
import { codeAt, decryptSecret, stepAt } from './totp.ts';

const api = await startTestApi();
after(() => api.stop());
const { db } = api.context;
const OWNERS = 'quiet-harbour-77';
const DAY_MS = 86_400_000;

const call = <T = Record<string, unknown>>(method: string, path: string, token?: string, body?: unknown) =>
  api.call<T & ErrorBody>(method, path, {
    headers: { 'x-requested-with': 'waymark' },
    ...(token && { token }),
    ...(body !== undefined && { body }),
  });
const login = (email: string, password: string) =>
  call<LoginResponse>('POST', '/auth/login', undefined, { email, password });

async function resetPassword({ email }: TestMember, { isAsked = true } = {}): Promise<void> {
  if (isAsked) await call('POST', '/auth/password-reset', undefined, { email });
  const token = await mailedToken(api.context, email, '/password_reset/');
  const answer = await call('POST', `/auth/password/reset/${token}`, undefined, { password: OWNERS });
  assert.equal(answer.status, 200, answer.text);
}

async function confirmAddress({ email }: TestMember): Promise<void> {
  const token = await mailedToken(api.context, email, '/verify_email/');
  assert.equal((await call('POST', `/auth/email/confirm/${token}`)).status, 200);
}

/** Grants an application access and gives it a token; by records, as the protocol has tests of its own. */
async function authorizeApp({ userId }: TestMember, name: string, iiat = Math.floor(Date.now() / 1000)) {
  const [grantId, token] = [`grant-of-${name}-${userId}`, `token-of-${name}-${userId}-xxxxxxxx`];
  const common = { accountId: String(userId), clientId: name, grantId };
  await new RecordAdapter(api.context, 'Grant').upsert(grantId, { ...common, openid: {} }, 3600);
  await new RecordAdapter(api.context, 'AccessToken').upsert(
    token,
    { ...common, scope: 'workout:read' },
    3600,
  );
  await new RecordAdapter(api.context, 'RefreshToken').upsert(`${token}-r`, { ...common, iiat }, 3600);
  return { grantId, token };
}

/** Everything that somebody with a fresh session can leave behind, and what shows whether it still opens something. */
async function leaveWaysIn(member: TestMember) {
  const { token, userId } = member;
  const passkey = softwarePasskey();
  const options = await call('POST', '/auth/security/passkeys/options', token);
  const added = await call('POST', '/auth/security/passkeys', token, {
    credential: passkey.register(options.body),
  });
  assert.equal(added.status, 201, added.text);
  await call('POST', '/auth/security/totp', token);
  const { secret } = await db
    .selectFrom('totp_secrets')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const enabled = await call('POST', '/auth/security/totp/confirm', token, {
    code: codeAt(decryptSecret(api.context, secret), stepAt(new Date())),
  });
  assert.equal(enabled.status, 200, enabled.text);
  const script = await call<{ token: string }>('POST', '/internal/oauth2/tokens', token, {
    name: 'mine',
    scopes: ['workout:read'],
    days: 365,
  });
  const upload = await call<{ connection: { upload_url: string } }>(
    'POST',
    '/services/main/v7.1/remoteconnection/',
    token,
    { type: 'upload' },
  );
  const feed = await call<{ href: string }>('POST', '/services/main/v7.1/feed_address/', token);
  await db
    .insertInto('chat_app_links')
    .values({ user_id: userId, channel: 'lark', subject: `thief-${userId}`, created_at: new Date() })
    .execute();
  const main = '/services/main/v7.1';
  const invite = await call<{ key: string }>('GET', `${main}/friend_invite/`, token);
  await call('POST', `${main}/data_export/`, token);
  const archive = await until('the archive', async () => {
    const { body } = await call<{ exports: DataExport[] }>('GET', `${main}/data_export/`, token);
    return body.exports[0]?.href;
  });
  const calendar = await call<{ href: string }>('POST', `${main}/calendar_address/`, token);
  const app = await authorizeApp(member, 'thief');
  const pathOf = (url: string) => new URL(url).pathname;
  return {
    async passkey() {
      const challenge = await call('POST', '/auth/login/passkey-options');
      return (
        await call('POST', '/auth/login/passkey', undefined, { credential: passkey.sign(challenge.body) })
      ).status;
    },
    script: async () => (await call('GET', '/services/main/v7.1/workout/', script.body.token)).status,
    app: async () => (await call('GET', '/services/main/v7.1/workout/', app.token)).status,
    upload: async () => (await call('OPTIONS', pathOf(upload.body.connection.upload_url))).status,
    feed: async () => (await call('GET', pathOf(feed.body.href))).status,
    calendar: async () => (await call('GET', pathOf(calendar.body.href))).status,
    invite: async () => (await call('GET', `${main}/friend_invite/${invite.body.key}/`)).status,
    archive: async () => (await call('GET', archive)).status,
  };
}
type WaysIn = Awaited<ReturnType<typeof leaveWaysIn>>;

async function statusesOf(ways: WaysIn): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [name, open] of Object.entries(ways)) statuses[name] = await open();
  return statuses;
}

async function expectNothingLeft(userId: number): Promise<void> {
  const tables = [
    'passkeys',
    'totp_secrets',
    'recovery_codes',
    'chat_app_links',
    'personal_tokens',
    'oauth_records',
    'connections',
    'feed_addresses',
    'calendar_addresses',
    'friend_invites',
    'email_changes',
  ] as const;
  for (const table of tables)
    assert.deepEqual(
      await db.selectFrom(table).selectAll().where('user_id', '=', userId).execute(),
      [],
      table,
    );
}

const OPEN = {
  passkey: 200,
  script: 200,
  app: 200,
  upload: 204,
  feed: 200,
  calendar: 200,
  invite: 200,
  archive: 200,
};
const SHUT = {
  passkey: 400,
  script: 401,
  app: 401,
  upload: 404,
  feed: 404,
  calendar: 404,
  invite: 404,
  archive: 410,
};

for (const how of ['changed', 'reset'] as const)
  test(`[AUTH-05] a link to another address that an intruder asked for opens nothing once the password is ${how}`, async () => {
    const member = await api.signUp();
    await confirmAddress(member);
    const thief = await login(member.email, member.password);
    const evil = `evil-${how}-${member.email}`;
    const asked = await call('POST', '/auth/security/email', thief.body.authToken, { email: evil });
    assert.equal(asked.status, 202, asked.text);
    await until('the old address is told at once', () =>
      db
        .selectFrom('mailbox')
        .select('id')
        .where('recipient', '=', member.email)
        .where('text', 'like', '%asked to change its e-mail address%')
        .executeTakeFirst(),
    );
    const link = await mailedToken(api.context, evil, '/account/confirm_email_change/');
    if (how === 'reset') await resetPassword(member);
    else
      assert.equal(
        (await call('POST', '/auth/security/password', member.token, { password: OWNERS })).status,
        200,
      );
    assert.equal((await call('POST', `/auth/security/email/confirm/${link}`)).status, 410);
    assert.equal((await login(member.email, OWNERS)).status, 200);
  });

test('[AUTH-05] who signed up with an address of somebody else has no way in once its owner sets a password', async () => {
  const member = await api.signUp();
  const ways = await leaveWaysIn(member);
  assert.deepEqual(await statusesOf(ways), OPEN);
  await resetPassword(member);
  assert.deepEqual(await statusesOf(ways), SHUT);
  const back = await login(member.email, OWNERS);
  assert.ok(back.body.authToken, 'no code of the intruder’s app is asked for');
  const { userId } = member;
  await expectNothingLeft(userId);
});

test('[AUTH-05] a reset of a confirmed address leaves the member’s own second factor and passkeys', async () => {
  const member = await api.signUp();
  await confirmAddress(member);
  const ways = await leaveWaysIn(member);
  await resetPassword(member);
  assert.deepEqual(await statusesOf(ways), OPEN);
  assert.equal((await login(member.email, OWNERS)).body.authToken, undefined, 'a code is asked for');
});

test('[AUTH-05] going back to the old address ends what was added since the change was prepared, and the password', async () => {
  const member = await api.signUp();
  await confirmAddress(member);
  const { userId } = member;
  const before = await authorizeApp(member, 'own', Math.floor((Date.now() - 3 * DAY_MS) / 1000));
  const kept = { user_id: userId, channel: 'own', subject: `own-${userId}` };
  const created_at = new Date(Date.now() - 3 * DAY_MS);
  await db
    .insertInto('chat_app_links')
    .values({ ...kept, created_at })
    .execute();
  await db
    .updateTable('oauth_records')
    .set({ created_at })
    .where('user_id', '=', userId)
    .where('kind', '<>', 'AccessToken')
    .execute();
  const ways = await leaveWaysIn(member);
  // The application that the owner uses, allowed once more: its grant is older than the change.
  const again = new RecordAdapter(api.context, 'RefreshToken');
  const iiat = Math.floor(Date.now() / 1000);
  const stolen = `stolen-${userId}`;
  await again.upsert(
    stolen,
    { accountId: String(userId), clientId: 'own', grantId: before.grantId, iiat },
    3600,
  );
  const evil = `evil-${member.email}`;
  await call('POST', '/auth/security/email', member.token, { email: evil });
  const link = await mailedToken(api.context, evil, '/account/confirm_email_change/');
  assert.equal((await call('POST', `/auth/security/email/confirm/${link}`)).status, 200);
  // The change was prepared on the day before.
  await db
    .updateTable('passkeys')
    .set({ created_at: new Date(Date.now() - DAY_MS) })
    .where('user_id', '=', userId)
    .execute();
  const undo = await mailedToken(api.context, member.email, '/account/undo_email_change/');
  assert.equal((await call('POST', `/auth/security/email/undo/${undo}`)).status, 200);
  assert.deepEqual(await statusesOf(ways), SHUT);
  assert.equal((await login(member.email, member.password)).status, 401);
  assert.equal(await again.find(stolen), undefined);
  await resetPassword(member, { isAsked: false });
  assert.ok((await login(member.email, OWNERS)).body.authToken, 'no code of the intruder’s app is asked for');
  const links = await db
    .selectFrom('chat_app_links')
    .select('channel')
    .where('user_id', '=', userId)
    .execute();
  assert.deepEqual(links, [{ channel: 'own' }], 'older ways in stay');
  assert.ok(await again.find(`${before.token}-r`), 'and applications that were allowed before');
});

test('[AUTH-05] what a session adds while it is being ended is refused', async () => {
  const member = await api.signUp();
  const path = '/services/main/v7.1/remoteconnection/';
  const isWaiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%from "sessions"%for share%'`.execute(db);
    return rows.length > 0;
  };
  const adding = await db.transaction().execute(async (trx) => {
    await endAllSessions(trx, member.userId, new Date(), 'password_reset');
    const answer = call('POST', path, member.token, { type: 'upload' });
    await until('the call waits for the end of the session', isWaiting);
    return { answer };
  });
  assert.equal((await adding.answer).status, 401);
  const { userId } = member;
  assert.deepEqual(
    await db.selectFrom('connections').selectAll().where('user_id', '=', userId).execute(),
    [],
  );
});

test('[AUTH-05] a member is told by mail of an access token', async () => {
  const member = await api.signUp();
  await call('POST', '/internal/oauth2/tokens', member.token, {
    name: 'mine',
    scopes: ['workout:read'],
    days: 30,
  });
  await until('a mail tells of it', () =>
    db
      .selectFrom('mailbox')
      .select('id')
      .where('recipient', '=', member.email)
      .where('text', 'like', '%access token was created%')
      .executeTakeFirst(),
  );
});
