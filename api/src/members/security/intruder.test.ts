import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type {
  AccountCredential,
  DataExport,
  ErrorBody,
  LoginResponse,
  PasswordResetInfo,
  SecurityEvent,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { RecordAdapter } from '../oauth/record-adapter.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { mailedToken, until } from '../../testing/mail.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { lockLogin } from './identity.ts';
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

/** @returns what the page of the link listed */
async function resetPassword(
  { email }: TestMember,
  { isAsked = true, keep }: { isAsked?: boolean; keep?: (listed: AccountCredential) => boolean } = {},
): Promise<AccountCredential[]> {
  if (isAsked) await call('POST', '/auth/password-reset', undefined, { email });
  const token = await mailedToken(api.context, email, '/password_reset/');
  const { credentials } = (await call<PasswordResetInfo>('GET', `/auth/password/reset/${token}`)).body;
  const answer = await call('POST', `/auth/password/reset/${token}`, undefined, {
    password: OWNERS,
    ...(keep && { keep: credentials.filter(keep).map(({ key }) => key) }),
  });
  assert.equal(answer.status, 200, answer.text);
  return credentials;
}

/** @param words that the mail has, where the member gets several about the subject */
const mailOf = ({ email }: TestMember, subject: string, words = '') =>
  until(`a mail about ${subject}`, async () => {
    const mail = await db
      .selectFrom('mailbox')
      .select('text')
      .where('recipient', '=', email)
      .where('subject', 'like', `%${subject}%`)
      .where('text', 'like', `%${words}%`)
      .executeTakeFirst();
    return mail?.text;
  });

async function confirmAddress({ email }: TestMember): Promise<void> {
  const token = await mailedToken(api.context, email, '/verify_email/');
  assert.equal((await call('POST', `/auth/email/confirm/${token}`)).status, 200);
}

/** Grants an application access and gives it a token; by records, as the protocol has tests of its own. */
async function authorizeApp({ userId }: TestMember, name: string, iiat = Math.floor(Date.now() / 1000)) {
  await db
    .insertInto('oauth_clients')
    .values({
      user_id: userId,
      id: `${name}-${userId}`,
      name,
      redirect_uris: ['https://app.example/'],
      scopes: ['workout:read'],
      secret: null,
      created_at: new Date(),
    })
    .onConflict((on) => on.doNothing())
    .execute();
  const [grantId, token] = [`grant-of-${name}-${userId}`, `token-of-${name}-${userId}-xxxxxxxx`];
  const common = { accountId: String(userId), clientId: `${name}-${userId}`, grantId };
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

const KINDS = [
  'access_token',
  'app',
  'archive',
  'authenticator_app',
  'calendar_address',
  'chat_app',
  'connection',
  'feed_address',
  'friend_invite',
  'passkey',
];

test('[AUTH-05] a reset lists what else opens the account and ends all of it, also where the address is confirmed; the mail says what', async () => {
  const member = await api.signUp();
  await confirmAddress(member);
  const ways = await leaveWaysIn(member);
  const listed = await resetPassword(member);
  assert.deepEqual(listed.map(({ kind }) => kind).toSorted(), KINDS);
  assert.ok(listed.every(({ stays, created_datetime }) => !stays && Date.parse(created_datetime) > 0));
  const nameOf = (kind: string) => listed.find((credential) => credential.kind === kind)?.name;
  assert.deepEqual([nameOf('access_token'), nameOf('app'), nameOf('chat_app')], ['mine', 'thief', 'lark']);
  assert.deepEqual(await statusesOf(ways), SHUT);
  await expectNothingLeft(member.userId);
  const mail = await mailOf(member, 'new password was set');
  for (const part of [
    'passkey “',
    'authenticator app with its recovery codes',
    'access token “mine”',
    'access of the app “thief”',
    'signing in with “lark”',
    'connection “',
    'private address of your feed',
    'private address of your training calendar',
    'invitation link for friends',
    'archive of your data',
  ])
    assert.ok(mail.includes(part), `${part} in ${mail}`);
  const back = await login(member.email, OWNERS);
  assert.ok(back.body.authToken, 'no code of the intruder’s app is asked for');
  const { body } = await call<{ events: SecurityEvent[] }>(
    'GET',
    '/auth/security/events',
    back.body.authToken,
  );
  const kinds = new Set<string>(body.events.map(({ kind }) => kind));
  for (const kind of [
    'passkey_removed',
    'totp_disabled',
    'token_revoked',
    'app_revoked',
    'chat_app_unlinked',
  ])
    assert.ok(kinds.has(kind), kind);
});

test('[AUTH-05] what the member keeps goes on after a reset, and nothing else, whatever else the call names', async () => {
  const member = await api.signUp();
  await confirmAddress(member);
  const ways = await leaveWaysIn(member);
  await call('POST', '/auth/password-reset', undefined, { email: member.email });
  const token = await mailedToken(api.context, member.email, '/password_reset/');
  const info = await call<PasswordResetInfo>('GET', `/auth/password/reset/${token}`);
  const keyOf = (kind: string) => info.body.credentials.find((one) => one.kind === kind)!.key;
  const feed = keyOf('feed_address');
  // Made anew between the page and its form, by whoever is still signed in.
  await call('POST', '/services/main/v7.1/feed_address/', member.token);
  // Of the app that is kept, not exchanged yet.
  const codes = new RecordAdapter(api.context, 'AuthorizationCode');
  await codes.upsert(
    'code-of-thief',
    { accountId: String(member.userId), clientId: `thief-${member.userId}` },
    60,
  );
  const answer = await call('POST', `/auth/password/reset/${token}`, undefined, {
    password: OWNERS,
    keep: [
      keyOf('passkey'),
      keyOf('connection'),
      keyOf('app'),
      feed,
      'access_token x',
      'passkey',
      'archive 1',
    ],
  });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(await statusesOf(ways), { ...SHUT, passkey: 200, upload: 204, app: 200 });
  assert.equal(await codes.find('code-of-thief'), undefined);
  const mail = await mailOf(member, 'new password was set');
  assert.doesNotMatch(mail, /passkey|connection/);
  assert.match(mail, /access token “mine”/);
});

test('[AUTH-05] a link of a mail does not get around the second step that the account has had for a week', async () => {
  const member = await api.signUp();
  await confirmAddress(member);
  const ways = await leaveWaysIn(member);
  const old = new Date(Date.now() - 8 * DAY_MS);
  const { userId } = member;
  await db
    .updateTable('totp_secrets')
    .set({ created_at: old, confirmed_at: old })
    .where('user_id', '=', userId)
    .execute();
  const listed = await resetPassword(member, { keep: () => false });
  assert.deepEqual(
    listed.filter(({ stays }) => stays).map(({ kind }) => kind),
    ['authenticator_app'],
  );
  assert.deepEqual(await statusesOf(ways), SHUT);
  const half = await login(member.email, OWNERS);
  assert.equal(half.body.authToken, undefined, 'a code is asked for');
  const codes = await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', userId).execute();
  assert.equal(codes.length, 10, 'recovery codes stand in for the app as before');
  assert.doesNotMatch(await mailOf(member, 'new password was set'), /authenticator/);
});

for (const how of ['reset', 'changed'] as const)
  test(`[AUTH-05] a sign-in that was half done with the old password ends once it is ${how}`, async () => {
    const member = await api.signUp();
    await confirmAddress(member);
    await leaveWaysIn(member);
    const { secret } = await db
      .selectFrom('totp_secrets')
      .select('secret')
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow();
    const { second_factor: half } = (await login(member.email, member.password)).body;
    if (how === 'reset') await resetPassword(member, { keep: ({ kind }) => kind === 'authenticator_app' });
    else await call('POST', '/auth/security/password', member.token, { password: OWNERS });
    const code = codeAt(decryptSecret(api.context, secret), stepAt(new Date()) + 1);
    const finished = await call<LoginResponse>('POST', '/auth/login/second-factor', undefined, {
      challenge: half!.challenge,
      code,
    });
    assert.deepEqual([finished.status, finished.body.error], [401, 'challenge_expired'], finished.text);
    assert.equal(finished.body.authToken, undefined);
  });

test('[AUTH-05] of a sign-in and a reset at the same moment, no session of the old password is left', async () => {
  const member = await api.signUp();
  const isWaiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%from logins where user_id%for share%'`.execute(db);
    return rows.length > 0;
  };
  // What a reset holds when the sign-in has found its password right.
  const { answer } = await db.transaction().execute(async (trx) => {
    await lockLogin(trx, member.userId);
    const signingIn = login(member.email, member.password);
    await until('the sign-in waits for the reset', isWaiting);
    await trx
      .updateTable('logins')
      .set((q) => ({ access_version: q('access_version', '+', 1) }))
      .where('user_id', '=', member.userId)
      .execute();
    return { answer: signingIn };
  });
  assert.equal((await answer).status, 401);
});

test('[AUTH-05] who changes the password while signed in ends what they do not keep, and nothing where they are not asked', async () => {
  const member = await api.signUp();
  await confirmAddress(member);
  const ways = await leaveWaysIn(member);
  const list = () =>
    call<{ credentials: AccountCredential[] }>('GET', '/auth/security/credentials', member.token);
  const change = (keep?: string[]) =>
    call('POST', '/auth/security/password', member.token, { password: OWNERS, ...(keep && { keep }) });
  assert.equal((await change()).status, 200);
  assert.deepEqual(await statusesOf(ways), OPEN);
  const { credentials } = (await list()).body;
  assert.deepEqual(credentials.map(({ kind }) => kind).toSorted(), KINDS);
  const kept = credentials.filter(({ kind }) => kind === 'feed_address').map(({ key }) => key);
  assert.equal((await change(kept)).status, 200);
  assert.deepEqual(await statusesOf(ways), { ...SHUT, feed: 200 });
  const mail = await mailOf(member, 'password was changed', 'Ended with it');
  assert.match(mail, /Ended with it: .*access token “mine”/);
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
    { accountId: String(userId), clientId: `own-${userId}`, grantId: before.grantId, iiat },
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
  await resetPassword(member, { isAsked: false, keep: () => true });
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
