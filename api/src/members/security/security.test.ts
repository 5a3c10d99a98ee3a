import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test, { after } from 'node:test';
import type {
  ErrorBody,
  LoginResponse,
  SecurityEvent,
  SecurityOverview,
  SignedInSession,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { type Answer, cookieOf, startTestApi, type TestMember } from '../../testing/api.ts';
import { mailedToken, until } from '../../testing/mail.ts';
import { softwarePasskey } from './software-passkey.test-helper.ts';
import { codeAt, decryptSecret, stepAt } from './totp.ts';

const api = await startTestApi();
after(() => api.stop());
const { db } = api.context;
const PAGE = { 'x-requested-with': 'waymark' };

const call = <T = Record<string, unknown>>(
  method: string,
  path: string,
  { token }: { token?: string } = {},
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  api.call<T & ErrorBody>(method, `/auth${path}`, {
    ...(token && { token }),
    headers: { ...PAGE, ...headers },
    ...(body !== undefined && { body }),
  });
const overview = async (member: TestMember) =>
  (await call<SecurityOverview>('GET', '/security', member)).body;
const events = async (member: { token: string }) =>
  (await call<{ events: SecurityEvent[] }>('GET', '/security/events', member)).body.events.map(
    ({ kind }) => kind,
  );
const sessions = async (member: { token: string }) =>
  (await call<{ sessions: SignedInSession[] }>('GET', '/security/sessions', member)).body.sessions;
const login = (
  { email, password }: Pick<TestMember, 'email' | 'password'>,
  headers: Record<string, string> = {},
) => call<LoginResponse>('POST', '/login', {}, { email, password }, headers);
const loseFreshness = ({ userId }: TestMember) =>
  db.updateTable('sessions').set({ identity_confirmed_at: null }).where('user_id', '=', userId).execute();
const codeNow = async ({ userId }: TestMember, offset = 0) => {
  const { secret } = await db
    .selectFrom('totp_secrets')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return codeAt(decryptSecret(api.context, secret), stepAt(new Date()) + offset);
};
/** With the link of the newest mail; asks for none. */
async function resetPassword(member: TestMember): Promise<Answer<LoginResponse>> {
  const password = 'quiet-harbour-77';
  const token = await mailedToken(api.context, member.email, '/password_reset/');
  const answer = await call('POST', `/password/reset/${token}`, {}, { password });
  assert.equal(answer.status, 200, answer.text);
  return login({ ...member, password });
}
async function withTotp(): Promise<{ member: TestMember; recoveryCodes: string[] }> {
  const member = await api.signUp();
  await call('POST', '/security/totp', member);
  const enabled = await call<{ recovery_codes: string[] }>('POST', '/security/totp/confirm', member, {
    code: await codeNow(member, -1),
  });
  assert.equal(enabled.status, 200, enabled.text);
  return { member, recoveryCodes: enabled.body.recovery_codes };
}

test('the codes of an app are those of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  assert.deepEqual(
    [59, 1_111_111_109, 20_000_000_000].map((seconds) => codeAt(secret, Math.floor(seconds / 30))),
    ['287082', '081804', '353130'],
  );
});

test('a sensitive call needs a proof of who asks within five minutes; a wrong one counts for nothing', async () => {
  const member = await api.signUp();
  assert.notEqual((await overview(member)).identity_confirmed_until, null);
  await loseFreshness(member);
  assert.equal((await overview(member)).identity_confirmed_until, null);
  const sensitive: [string, string, unknown][] = [
    ['POST', '/security/password', { password: 'green-mountain-road-7' }],
    ['POST', '/security/email', { email: 'other@example.com' }],
    ['POST', '/security/passkeys/options', undefined],
    ['POST', '/security/passkeys', { credential: {} }],
    ['DELETE', '/security/passkeys/1', undefined],
    ['POST', '/security/totp', undefined],
    ['POST', '/security/totp/confirm', { code: '123456' }],
    ['DELETE', '/security/totp', undefined],
    ['POST', '/security/recovery-codes', undefined],
  ];
  for (const [method, path, body] of sensitive) {
    const answer = await call(method, path, member, body);
    assert.deepEqual([answer.status, answer.body.error], [403, 'identity_unconfirmed'], `${method} ${path}`);
  }
  const wrong = await call('POST', '/security/confirm-identity', member, { password: 'not-mine-at-all' });
  assert.deepEqual([wrong.status, wrong.body.error], [403, 'access_denied']);
  assert.equal((await overview(member)).identity_confirmed_until, null);
  const right = await call('POST', '/security/confirm-identity', member, { password: member.password });
  assert.equal(right.status, 200);
  assert.equal((await call('POST', '/security/totp', member)).status, 200);
  await db
    .updateTable('sessions')
    .set({ identity_confirmed_at: new Date(Date.now() - 5 * 60_000 - 1000) })
    .where('user_id', '=', member.userId)
    .execute();
  assert.equal((await call('POST', '/security/totp', member)).status, 403);
});

test('a changed password signs in, the old one does not, and all other sessions end', async () => {
  const member = await api.signUp();
  const other = await login(member);
  const password = 'green-mountain-road-7';
  assert.equal((await call('POST', '/security/password', member, { password: 'password1' })).status, 400);
  assert.equal((await call('POST', '/security/password', member, { password })).status, 200);
  assert.equal((await overview(member)).has_password, true);
  assert.equal((await call('GET', '/security', { token: other.body.authToken! })).status, 401);
  assert.equal((await login(member)).status, 401);
  assert.equal((await login({ ...member, password })).status, 200);
  assert.ok((await events(member)).includes('password_changed'));
  await until('a mail tells of it', () =>
    db
      .selectFrom('mailbox')
      .select('id')
      .where('recipient', '=', member.email)
      .where('text', 'like', '%password was changed%')
      .executeTakeFirst(),
  );
});

test('a member sees where they are signed in and ends one session or all others', async () => {
  const member = await api.signUp();
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const [second, third] = [await login(member, { 'user-agent': firefox }), await login(member)];
  const list = await sessions(member);
  assert.equal(list.length, 3);
  assert.deepEqual(
    list.filter(({ is_current }) => is_current).map(({ method }) => method),
    ['signup'],
  );
  const linux = list.find(({ device }) => device === 'Firefox on Linux');
  assert.ok(linux);
  const stranger = await api.signUp();
  assert.equal((await call('DELETE', `/security/sessions/${linux.id}`, stranger)).status, 404);
  assert.equal((await call('DELETE', `/security/sessions/${linux.id}`, member)).status, 204);
  assert.equal((await call('GET', '/security', { token: second.body.authToken! })).status, 401);
  const refreshed = await api.call('GET', '/auth/refresh-token', {
    cookie: cookieOf(second) ?? '',
    headers: PAGE,
  });
  assert.equal(refreshed.status, 401);
  assert.deepEqual((await call('DELETE', '/security/sessions', member)).body['ended'], 1);
  assert.equal((await call('GET', '/security', { token: third.body.authToken! })).status, 401);
  assert.equal((await sessions(member)).length, 1);
  assert.deepEqual((await events(member)).slice(0, 2), ['sessions_ended', 'session_ended']);
});

test('an e-mail address changes when its link is opened; the old one is told and can take it back', async () => {
  const member = await api.signUp();
  const email = `new-${member.email}`;
  const asked = await call<SecurityOverview>('POST', '/security/email', member, {
    email: ` ${email.toUpperCase()} `.trim(),
  });
  assert.deepEqual([asked.status, asked.body.pending_email?.email], [202, email]);
  assert.equal((await login(member)).status, 200, 'nothing has changed yet');
  const token = await mailedToken(api.context, email, '/account/confirm_email_change/');
  const confirmed = await call('POST', `/security/email/confirm/${token}`);
  assert.deepEqual([confirmed.status, confirmed.body['email']], [200, email]);
  assert.equal((await login({ ...member, email })).status, 200);
  assert.equal((await login(member)).status, 401);
  const again = await call('POST', `/security/email/confirm/${token}`);
  assert.deepEqual([again.status, again.body.error], [410, 'token_used']);
  const undo = await mailedToken(api.context, member.email, '/account/undo_email_change/');
  assert.equal((await call('POST', `/security/email/confirm/${undo}`)).status, 404, 'a link does one thing');
  assert.equal((await call('POST', `/security/email/undo/${undo}`)).body['email'], member.email);
  assert.equal((await call('GET', '/security', member)).status, 401, 'all sessions have ended');
  assert.equal((await login(member)).status, 401, 'whoever made the change may know the password');
  const back = await resetPassword(member);
  assert.deepEqual((await events({ token: back.body.authToken! })).slice(0, 6), [
    'signed_in',
    'password_reset',
    'sign_in_failed',
    'email_change_undone',
    'signed_in',
    'email_changed',
  ]);
});

test('the way back to the first address stays open, however often the account changes it afterwards', async () => {
  const member = await api.signUp();
  const change = async (email: string) => {
    await call('POST', '/security/email', member, { email });
    await call(
      'POST',
      `/security/email/confirm/${await mailedToken(api.context, email, '/account/confirm_email_change/')}`,
    );
  };
  await change(`thief1-${member.email}`);
  const undoFirst = await mailedToken(api.context, member.email, '/account/undo_email_change/');
  await change(`thief2-${member.email}`);
  const undoSecond = await mailedToken(api.context, `thief1-${member.email}`, '/account/undo_email_change/');
  assert.equal((await call('POST', `/security/email/undo/${undoSecond}`)).status, 200);
  assert.equal((await call('POST', `/security/email/undo/${undoFirst}`)).body['email'], member.email);
  const third = await call('POST', `/security/email/undo/${undoSecond}`);
  assert.equal(third.status, 410);
});

test('of two members who change to one address at once one gets it, and asking for a used one tells nothing', async () => {
  const [one, two] = [await api.signUp(), await api.signUp()];
  const email = 'wanted-by-two@example.com';
  for (const member of [one, two])
    assert.equal((await call('POST', '/security/email', member, { email })).status, 202);
  const tokens = await until('both mails', async () => {
    const mails = await db.selectFrom('mailbox').select('text').where('recipient', '=', email).execute();
    return (
      mails.length === 2 &&
      mails.map(({ text }) => text.split('/account/confirm_email_change/')[1]!.split(/\s/)[0]!)
    );
  });
  const answers = await Promise.all(tokens.map((token) => call('POST', `/security/email/confirm/${token}`)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  const third = await api.signUp();
  const known = await call<SecurityOverview>('POST', '/security/email', third, { email });
  assert.deepEqual([known.status, known.body.pending_email?.email], [202, email]);
});

test('a cancelled, an expired and an unknown change of address confirm nothing', async () => {
  const member = await api.signUp();
  const path = '/account/confirm_email_change/';
  await call('POST', '/security/email', member, { email: 'first-wish@example.com' });
  const cancelled = await mailedToken(api.context, 'first-wish@example.com', path);
  assert.equal((await call<SecurityOverview>('DELETE', '/security/email', member)).body.pending_email, null);
  assert.equal((await call('POST', `/security/email/confirm/${cancelled}`)).status, 410);
  await call('POST', '/security/email', member, { email: 'second-wish@example.com' });
  const expired = await mailedToken(api.context, 'second-wish@example.com', path);
  await db
    .updateTable('mail_tokens')
    .set({ expires_at: new Date(0) })
    .where('kind', '=', 'change_email')
    .execute();
  assert.equal((await call('POST', `/security/email/confirm/${expired}`)).body.error, 'token_expired');
  assert.equal((await call('POST', `/security/email/confirm/${'x'.repeat(32)}`)).status, 404);
  assert.equal((await login(member)).status, 200);
});

test('[AUTH-05] [AUTH-06] a link of a mail does what it was sent for and nothing else; used and expired ones say so', async () => {
  const member = await api.signUp();
  const address = `moved-${member.userId}@example.com`;
  await call('POST', '/security/email', member, { email: address });
  await api.call('POST', '/auth/password-reset', { body: { email: member.email } });
  await call('POST', '/deletion-request', member, {
    confirm: 'delete',
    proof: { password: member.password },
  });
  const links = {
    confirm_email: await mailedToken(api.context, member.email, '/verify_email/'),
    change_email: await mailedToken(api.context, address, '/account/confirm_email_change/'),
    password_reset: await mailedToken(api.context, member.email, '/password_reset/'),
    keep_account: await mailedToken(api.context, member.email, '/account/keep/'),
  };
  const open = {
    confirm_email: (token: string) => call('POST', `/email/confirm/${token}`),
    change_email: (token: string) => call('POST', `/security/email/confirm/${token}`),
    undo_email_change: (token: string) => call('POST', `/security/email/undo/${token}`),
    password_reset: (token: string) =>
      api.call<ErrorBody>('POST', `/auth/password/reset/${token}`, {
        body: { password: 'quiet-harbour-77' },
      }),
    keep_account: (token: string) => call('POST', `/deletion-request/cancel/${token}`),
  };
  for (const [kind, token] of Object.entries(links))
    for (const [other, use] of Object.entries(open)) {
      if (kind === other) continue;
      const { status, body } = await use(token);
      assert.deepEqual([status, body.error], [404, 'token_unknown'], `${kind} opened as ${other}`);
    }
  await db
    .updateTable('mail_tokens')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', member.userId)
    .where('kind', 'in', ['confirm_email', 'keep_account'])
    .execute();
  assert.equal((await open.confirm_email(links.confirm_email)).body.error, 'token_expired');
  assert.equal((await open.keep_account(links.keep_account)).body.error, 'token_expired');
  assert.equal((await open.change_email(links.change_email)).status, 200);
  assert.equal((await open.change_email(links.change_email)).body.error, 'token_used');
});

test('with an app set up, signing in takes a code, each of which counts once', async () => {
  const { member } = await withTotp();
  const first = await login(member);
  assert.equal(first.body.authToken, undefined);
  assert.equal(cookieOf(first), null, 'the password alone opens no session');
  const challenge = first.body.second_factor!.challenge;
  const code = await codeNow(member);
  const finish = (body: object) =>
    call<LoginResponse>('POST', '/login/second-factor', {}, { challenge, ...body });
  assert.equal((await finish({ code: '000000' })).status, 401);
  assert.equal((await finish({})).status, 400);
  const done = await finish({ code: `${code.slice(0, 3)} ${code.slice(3)}` });
  assert.ok(done.body.authToken && cookieOf(done));
  const replayed = await finish({ code });
  assert.deepEqual([replayed.status, replayed.body.error], [401, 'access_denied']);
  const atOnce = await codeNow(member, 1);
  const answers = await Promise.all([0, 1, 2, 3].map(() => finish({ code: atOnce })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, 'also among calls at the same time');
});

test('a forged, a foreign and an old challenge sign nobody in', async () => {
  const { member } = await withTotp();
  const stranger = await api.signUp();
  const { challenge } = (await login(member)).body.second_factor!;
  const [, until_ = '', signature = ''] = challenge.split('.');
  const code = await codeNow(member);
  for (const forged of [
    `${stranger.userId.toString(36)}.${until_}.${signature}`,
    challenge.replace(until_, `${until_}z`),
    'x'.repeat(40),
  ]) {
    const answer = await call('POST', '/login/second-factor', {}, { challenge: forged, code });
    assert.deepEqual([answer.status, answer.body.error], [401, 'challenge_expired']);
  }
});

test('after ten wrong codes from anywhere no more are taken for a while', async () => {
  const { member } = await withTotp();
  const { challenge } = (await login(member)).body.second_factor!;
  const guess = (n: number) =>
    call(
      'POST',
      '/login/second-factor',
      {},
      { challenge, code: String(n).padStart(6, '0') },
      {
        'x-forwarded-for': `198.51.100.${n}`,
      },
    );
  for (let n = 0; n < 10; n++) assert.equal((await guess(n)).status, 401);
  assert.equal((await guess(11)).status, 429);
  assert.equal(
    (await call('POST', '/login/second-factor', {}, { challenge, code: await codeNow(member) })).status,
    429,
  );
});

test('after ten wrong passwords of an identity no more are taken for a while, whatever they are for and from anywhere', async () => {
  const member = await api.signUp();
  const send = (where: string, proof: object, n: number) =>
    api.call<ErrorBody>('POST', `/auth${where}`, {
      token: member.token,
      body: where === '/deletion-request' ? { confirm: 'delete', proof } : proof,
      headers: { 'x-forwarded-for': `198.51.100.${n}` },
    });
  for (let n = 0; n < 5; n++)
    for (const where of ['/security/confirm-identity', '/deletion-request'])
      assert.equal((await send(where, { password: `wrong ${n}` }, n)).status, 403);
  for (const where of ['/security/confirm-identity', '/deletion-request'])
    assert.equal((await send(where, { password: member.password }, 9)).status, 429);
});

test('wrong codes are counted apart from what the log holds of them, and together when they come at once', async () => {
  const { member } = await withTotp();
  const { challenge } = (await login(member)).body.second_factor!;
  const guess = async (body: object = { code: '000000' }) =>
    (await call('POST', '/login/second-factor', {}, { challenge, ...body })).status;
  const guessAtOnce = async () =>
    (await Promise.all(Array.from({ length: 14 }, () => guess()))).toSorted((a, b) => a - b);
  const letQuarterPass = async () => {
    await sql`update rate_limits set ends_at = ends_at - interval '16 minutes'`.execute(db);
    await sql`update security_events set at = at - interval '16 minutes' where user_id = ${member.userId}`.execute(
      db,
    );
  };
  const tenTaken = [...Array<number>(10).fill(401), ...Array<number>(4).fill(429)];
  for (const quarter of [1, 2, 3]) {
    assert.deepEqual(await guessAtOnce(), tenTaken, `quarter of an hour ${quarter}`);
    await letQuarterPass();
  }
  for (let n = 0; n < 9; n++) await guess();
  assert.equal(await guess({ code: await codeNow(member) }), 200);
  assert.equal(await guess(), 401, 'a right code ends the count');
});

test('a recovery code stands in once; new ones replace all of them', async () => {
  const { member, recoveryCodes } = await withTotp();
  assert.equal(new Set(recoveryCodes).size, 10);
  const { challenge } = (await login(member)).body.second_factor!;
  const use = (recovery_code: string) =>
    call<LoginResponse>('POST', '/login/second-factor', {}, { challenge, recovery_code });
  assert.ok((await use(recoveryCodes[0]!.toUpperCase())).body.authToken);
  assert.equal((await use(recoveryCodes[0]!)).status, 401);
  assert.equal((await overview(member)).totp.recovery_codes_left, 9);
  const renewed = await call<{ recovery_codes: string[] }>('POST', '/security/recovery-codes', member);
  assert.equal((await use(recoveryCodes[1]!)).status, 401);
  assert.ok((await use(renewed.body.recovery_codes[1]!)).body.authToken);
  assert.equal((await call('DELETE', '/security/totp', member)).status, 200);
  assert.ok((await login(member)).body.authToken, 'switched off, the password is enough');
  const stored = await db.selectFrom('recovery_codes').selectAll().execute();
  assert.ok(!JSON.stringify(stored).includes(recoveryCodes[2]!), 'only hashes are stored');
});

test('recovery codes are stored as argon2id with a salt of their member; codes of before are still taken', async () => {
  const { member, recoveryCodes } = await withTotp();
  const rows = () =>
    db.selectFrom('recovery_codes').select('hash').where('user_id', '=', member.userId).execute();
  const salts = new Set<string>();
  for (const { hash } of await rows()) {
    assert.match(hash, /^argon2id\.[\w-]{22}\.[\w-]{43}$/);
    salts.add(hash.split('.')[1]!);
  }
  const other = await withTotp();
  const theirs = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('user_id', '=', other.member.userId)
    .executeTakeFirstOrThrow();
  assert.ok(salts.size === 1 && !salts.has(theirs.hash.split('.')[1]!));
  const earlier = 'abcde-23456';
  const hash = createHash('sha256').update(`${member.userId} abcde23456`).digest('base64url');
  await db
    .insertInto('recovery_codes')
    .values({ user_id: member.userId, hash, created_at: new Date(), used_at: null })
    .execute();
  const { challenge } = (await login(member)).body.second_factor!;
  const use = async (recovery_code: string) =>
    (await call('POST', '/login/second-factor', {}, { challenge, recovery_code })).status;
  assert.deepEqual(
    [
      await use(other.recoveryCodes[0]!),
      await use(earlier),
      await use(earlier),
      await use(recoveryCodes[3]!),
    ],
    [401, 200, 401, 200],
  );
});

async function addPasskey(member: TestMember, passkey = softwarePasskey(), name = 'My key') {
  const options = await call('POST', '/security/passkeys/options', member);
  return call<{ id: number }>('POST', '/security/passkeys', member, {
    name,
    credential: passkey.register(options.body),
  });
}
const signInWith = async (passkey: ReturnType<typeof softwarePasskey>) => {
  const options = await call('POST', '/login/passkey-options');
  return call<LoginResponse>('POST', '/login/passkey', {}, { credential: passkey.sign(options.body) });
};

test('a passkey is added, signs in as both factors, confirms the identity, and is removed', async () => {
  const { member } = await withTotp();
  const passkey = softwarePasskey();
  const added = await addPasskey(member, passkey);
  assert.equal(added.status, 201, added.text);
  const signedIn = await signInWith(passkey);
  assert.ok(signedIn.body.authToken, signedIn.text);
  assert.equal(signedIn.body.uacfId, String(member.userId));
  await loseFreshness(member);
  const options = await call('POST', '/security/confirm-identity/passkey-options', member);
  const proof = { passkey: passkey.sign(options.body) };
  assert.equal((await call('POST', '/security/confirm-identity', member, proof)).status, 200);
  assert.equal((await call('POST', '/security/confirm-identity', member, proof)).status, 400, 'counts once');
  const renamed = await call('PATCH', `/security/passkeys/${added.body.id}`, member, { name: 'Phone' });
  assert.equal(renamed.body['name'], 'Phone');
  assert.equal((await call('DELETE', `/security/passkeys/${added.body.id}`, member)).status, 204);
  assert.equal((await signInWith(passkey)).body.error, 'passkey_refused');
});

test("a passkey of another site, one without the owner's unlock, a foreign one and a replayed one are refused", async () => {
  const member = await api.signUp();
  const passkey = softwarePasskey();
  await addPasskey(member, passkey);
  assert.equal(
    (await addPasskey(member, softwarePasskey('https://evil.example'))).body.error,
    'passkey_refused',
  );
  assert.equal(
    (await addPasskey(member, softwarePasskey('http://localhost:4000', 'evil.example'))).body.error,
    'passkey_refused',
  );
  assert.equal((await signInWith(softwarePasskey())).body.error, 'passkey_refused', 'never added');
  const options = await call('POST', '/login/passkey-options');
  const unverified = { credential: passkey.sign(options.body, 0x01) };
  assert.equal((await call('POST', '/login/passkey', {}, unverified)).body.error, 'passkey_refused');
  const fresh = await call('POST', '/login/passkey-options');
  const credential = passkey.sign(fresh.body);
  assert.equal((await call('POST', '/login/passkey', {}, { credential })).status, 200);
  assert.equal((await call('POST', '/login/passkey', {}, { credential })).body.error, 'passkey_refused');
  assert.equal((await call('POST', '/login/passkey', {}, { credential: {} })).status, 400);
  const stranger = await api.signUp();
  assert.equal((await addPasskey(stranger, passkey)).body.error, 'passkey_known');
  await loseFreshness(stranger);
  const asked = await call('POST', '/security/confirm-identity/passkey-options', stranger);
  const foreign = await call('POST', '/security/confirm-identity', stranger, {
    passkey: passkey.sign(asked.body),
  });
  assert.equal(foreign.body.error, 'passkey_refused');
});

test('the last way to sign in stays', async () => {
  const member = await api.signUp();
  const [first, second] = [await addPasskey(member), await addPasskey(member)];
  await db.updateTable('logins').set({ password_hash: null }).where('user_id', '=', member.userId).execute();
  const answers = await Promise.all(
    [first, second].map(({ body }) => call('DELETE', `/security/passkeys/${body.id}`, member)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 409],
  );
});

test('thirty wrong passwords from thirty addresses are written down and lock nobody out', async () => {
  const member = await api.signUp();
  const wrong = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      login({ ...member, password: `guess-number-${n}` }, { 'x-forwarded-for': `203.0.113.${n}` }),
    ),
  );
  assert.ok(wrong.every(({ status }) => status === 401));
  assert.equal((await login(member)).status, 200);
  const failures = (await events(member)).filter((kind) => kind === 'sign_in_failed').length;
  assert.ok(failures >= 10 && failures <= 30, String(failures));
});
