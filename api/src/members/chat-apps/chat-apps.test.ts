import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import test, { after } from 'node:test';
import type { AddressInfo } from 'node:net';
import type { ErrorBody, LoginResponse, SecurityOverview, SignupResponse } from '@waymark/api-contract';
import { Provider } from 'oidc-provider';
import { type Answer, startTestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';

const SITE = 'http://localhost:4000';
const CALLBACK = `${SITE}/auth/chat/lark`;

/** A channel whose provider publishes keys that its ID tokens are not signed with. */
const FORGED_CALLBACK = `${SITE}/auth/chat/forged`;
let areKeysForeign = false;
/** What the provider hands out instead of the ID token of an exchange. */
let otherIdToken: string | null = null;

/** Who logs in at the provider next, and whether they let it tell. */
const person = {
  sub: 'u-1',
  email: 'robin@chat.example' as string | undefined,
  isVerified: true,
  allows: true,
};

/** A real OpenID provider on this machine, whose page answers for the person. */
async function startProvider() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'waymark',
        client_secret: 'secret-of-waymark',
        redirect_uris: [CALLBACK, FORGED_CALLBACK],
      },
      { client_id: 'neighbour', client_secret: 'secret-of-neighbour', redirect_uris: [CALLBACK] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/answer/${uid}` },
    cookies: { keys: ['test'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: 'Robin Reed', email: person.email, email_verified: person.isVerified }),
    }),
  });
  const answer = provider.callback();
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
  server.on('request', (request, response) => {
    if (areKeysForeign && request.url === '/jwks')
      return void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ keys: [{ ...foreign, use: 'sig', alg: 'RS256' }] }));
    if (otherIdToken !== null && request.url === '/token')
      return void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ access_token: 'any', token_type: 'Bearer', id_token: otherIdToken }));
    if (!request.url?.startsWith('/answer/')) return void answer(request, response);
    const decide = async () => {
      const { params } = await provider.interactionDetails(request, response);
      const clientId = String(params['client_id']);
      const grant = new provider.Grant({ accountId: person.sub, clientId });
      grant.addOIDCScope(String(params['scope']));
      const result = person.allows
        ? { login: { accountId: person.sub }, consent: { grantId: await grant.save() } }
        : { error: 'access_denied' };
      await provider.interactionFinished(request, response, result);
    };
    decide().catch((error: unknown) => response.destroy(error as Error));
  });
  return { issuer, stop: () => server.close() };
}

const provider = await startProvider();
const logLines: string[] = [];
const api = await startTestApi({
  onLogLine: (line) => void logLines.push(line),
  env: {
    SITE_URL: SITE,
    LOG_LEVEL: 'warn',
    CHAT_APPS: JSON.stringify([
      {
        channel: 'lark',
        name: 'Lark',
        issuer: provider.issuer,
        client_id: 'waymark',
        client_secret: 'secret-of-waymark',
      },
      {
        channel: 'forged',
        name: 'Forged',
        issuer: provider.issuer,
        client_id: 'waymark',
        client_secret: 'secret-of-waymark',
      },
      { channel: 'gone', name: 'Gone', issuer: 'http://127.0.0.1:9', client_id: 'waymark' },
    ]),
  },
});
after(async () => {
  await api.stop();
  provider.stop();
});

type Problem = Pick<ErrorBody, 'error' | 'diagnostics'>;
const HEADERS = { 'x-requested-with': 'waymark' };

async function start(purpose: 'login' | 'link', token?: string, channel = 'lark') {
  const answer = await api.call<{ authorization_url: string }>('POST', `/auth/chat-apps/${channel}/start`, {
    body: { purpose },
    headers: HEADERS,
    ...(token && { token }),
  });
  assert.equal(answer.status, 200, answer.text);
  return { url: answer.body.authorization_url, cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! };
}

/** Follows the provider's redirects in a browser of its own until it sends it back. */
async function answerAt(url: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  for (let at = new URL(url), steps = 0; steps < 10; steps++) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    at = new URL(answer.headers.get('location') ?? '', at);
    if (at.href.startsWith(`${SITE}/auth/chat/`)) return Object.fromEntries(at.searchParams);
  }
  throw new Error('The provider does not come back.');
}

async function logIn(as: Partial<typeof person> = {}): Promise<Answer<LoginResponse & Problem>> {
  Object.assign(person, { sub: 'u-1', email: 'robin@chat.example', isVerified: true, allows: true }, as);
  const { url, cookie } = await start('login');
  return api.call('POST', '/auth/login/lark', { body: await answerAt(url), cookie, headers: HEADERS });
}

const SIGNUP = {
  first_name: 'Robin',
  last_name: 'Reed',
  birthdate: '1990-05-07',
  gender: 'F',
  country: 'DE',
  promotionalPreference: true,
};
const signUp = (identity: string, over: object = {}) =>
  api.call<SignupResponse & Problem>('POST', '/auth/signup/lark', {
    body: { identity, ...SIGNUP, ...over },
    headers: HEADERS,
  });
const link = async (member: TestMember) => {
  const { url, cookie } = await start('link', member.token);
  return api.call<SecurityOverview & Problem>('POST', '/auth/security/chat-apps/lark', {
    token: member.token,
    body: await answerAt(url),
    cookie,
    headers: HEADERS,
  });
};
const unlink = (token: string) =>
  api.call<SecurityOverview & Problem>('DELETE', '/auth/security/chat-apps/lark', {
    token,
    headers: HEADERS,
  });

test('[AUTH-10] somebody unknown signs up with what the chat app says of them, and logs in with it from then on', async () => {
  const unknown = await logIn({ sub: 'u-new', email: 'new@chat.example' });
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'lark/not_linked']);
  const { identity, email, first_name } = unknown.body.diagnostics!;
  assert.deepEqual([email, first_name], [['new@chat.example'], ['Robin']]);
  const made = await signUp(identity![0]!);
  assert.equal(made.status, 201, made.text);
  const { db } = api.context;
  const login = await db
    .selectFrom('logins')
    .selectAll()
    .where('user_id', '=', made.body.user_id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([login.email, login.password_hash], ['new@chat.example', null]);
  assert.notEqual(login.email_confirmed_at, null);
  const again = await logIn({ sub: 'u-new' });
  assert.deepEqual([again.status, again.body.uacfId], [200, String(made.body.user_id)]);
  assert.ok(again.body.authToken);
  // It is the only way in.
  const last = await unlink(made.body.access_token);
  assert.deepEqual([last.status, last.body.error], [409, 'lark/last_sign_in']);
});

test('[AUTH-10] a member links a chat app and unlinks it; another member’s is refused', async () => {
  const [member, other] = [await api.signUp(), await api.signUp()];
  Object.assign(person, { sub: 'u-link', allows: true });
  const linked = await link(member);
  assert.deepEqual(linked.body.chat_apps, [{ channel: 'lark', name: 'Lark' }]);
  await until('a mail tells of it', () =>
    api.context.db
      .selectFrom('mailbox')
      .select('id')
      .where('recipient', '=', member.email)
      .where('text', 'like', '%chat app was linked%')
      .executeTakeFirst(),
  );
  const session = await logIn({ sub: 'u-link' });
  assert.equal(session.body.uacfId, String(member.userId));
  const taken = await link(other);
  assert.deepEqual([taken.status, taken.body.error], [409, 'lark/already_linked']);
  assert.deepEqual((await unlink(member.token)).body.chat_apps, []);
  assert.equal((await logIn({ sub: 'u-link' })).body.error, 'lark/not_linked');
});

test('[AUTH-10] the address of an account does not open it: whoever has it at the chat app logs in and links', async () => {
  const member = await api.signUp();
  const unknown = await logIn({ sub: 'u-thief', email: member.email });
  assert.equal(unknown.body.error, 'lark/not_linked');
  const taken = await signUp(unknown.body.diagnostics!['identity']![0]!);
  assert.deepEqual([taken.status, taken.body.error], [409, 'lark/email_used']);
  const unconfirmed = await logIn({ sub: 'u-2', email: 'x@chat.example', isVerified: false });
  const refused = await signUp(unconfirmed.body.diagnostics!['identity']![0]!);
  assert.equal(refused.body.error, 'lark/email_missing');
});

const askForCode = (identity: string, email: string) =>
  api.call<{ challenge: string } & Problem>('POST', '/auth/signup/lark/email', {
    body: { identity, email },
    headers: HEADERS,
  });
const confirmCode = (challenge: string, code: string) =>
  api.call<{ identity: string; email: string } & Problem>('POST', '/auth/signup/lark/email/confirm', {
    body: { challenge, code },
    headers: HEADERS,
  });
const mailedCode = (email: string) =>
  until(`a code for ${email}`, async () => {
    const mail = await api.context.db
      .selectFrom('mailbox')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return /^(\d{8}) is your Waymark code$/.exec(mail?.subject ?? '')?.[1];
  });

for (const [what, claims] of [
  ['none', { email: undefined }],
  ['something that is no address', { email: 'robin at chat', isVerified: true }],
  ['an address with more behind it', { email: 'robin@chat.example, thief@evil.example', isVerified: true }],
  ['one that it does not vouch for', { email: 'other@chat.example', isVerified: false }],
] as const)
  test(`[AUTH-10] a chat app that names ${what} as address: the person confirms one of theirs by its mail before there is an account`, async () => {
    const { db } = api.context;
    const sub = `u-${what}`;
    const email = `robin-${what.replaceAll(' ', '-')}@mail.example`;
    const unknown = await logIn({ sub, ...claims });
    const { identity, email_confirmed: isConfirmed } = unknown.body.diagnostics!;
    assert.deepEqual(isConfirmed, ['false']);
    assert.equal((await signUp(identity![0]!)).body.error, 'lark/email_missing');
    const wrong = await askForCode(identity![0]!, 'robin at chat');
    assert.deepEqual([wrong.status, wrong.body.diagnostics?.['email']], [400, ['Invalid email format']]);
    const { body: asked } = await askForCode(identity![0]!, email.toUpperCase());
    const code = await mailedCode(email);
    const guess = await confirmCode(asked.challenge, code === '00000000' ? '00000001' : '00000000');
    assert.equal(guess.status, 400);
    assert.match(guess.body.diagnostics?.['code']?.[0] ?? '', /not right/);
    const accounts = await db.selectFrom('logins').select('user_id').where('email', '=', email).execute();
    assert.deepEqual(accounts, [], 'no account has the address before it is confirmed');
    const confirmed = await confirmCode(asked.challenge, `${code.slice(0, 4)} ${code.slice(4)}`);
    assert.equal(confirmed.body.email, email, confirmed.text);
    const made = await signUp(confirmed.body.identity);
    assert.equal(made.status, 201, made.text);
    const login = await db
      .selectFrom('logins')
      .select(['email', 'email_confirmed_at'])
      .where('user_id', '=', made.body.user_id)
      .executeTakeFirstOrThrow();
    assert.equal(login.email, email);
    assert.notEqual(login.email_confirmed_at, null);
    assert.equal((await logIn({ sub })).body.uacfId, String(made.body.user_id));
  });

test('[AUTH-10] an address that a chat app does not vouch for neither takes nor blocks an account; codes end after five guesses and 15 minutes', async (t) => {
  const member = await api.signUp();
  const unknown = await logIn({ sub: 'u-squatter', email: member.email, isVerified: false });
  const identity = unknown.body.diagnostics!['identity']![0]!;
  const asked = await askForCode(identity, member.email);
  assert.equal(asked.status, 200, 'the answer does not tell that there is an account');
  const mail = await until('its owner is told', () =>
    api.context.db
      .selectFrom('mailbox')
      .select('text')
      .where('recipient', '=', member.email)
      .where('subject', '=', 'You have a Waymark account already')
      .executeTakeFirst(),
  );
  assert.doesNotMatch(mail.text, /\d{4} \d{4}/);
  // Named by the provider, it keeps nobody from signing up with it.
  const free = 'free@mail.example';
  await askForCode(identity, free);
  const owner = await api.signUp({ email: free });
  assert.ok(owner.token);
  const { body: late } = await askForCode(identity, 'late@mail.example');
  const code = await mailedCode('late@mail.example');
  const now = api.context.now;
  t.after(() => (api.context.now = now));
  api.context.now = () => new Date(Date.now() + 16 * 60_000);
  assert.equal((await confirmCode(late.challenge, code)).body.error, 'lark/state_invalid');
  api.context.now = now;
  for (let guess = 0; guess < 5; guess++)
    await confirmCode(late.challenge, String(10_000_000 + guess + (Number(code[0]) === 1 ? 10_000_000 : 0)));
  assert.equal((await confirmCode(late.challenge, code)).status, 429, 'the right one, too');
  assert.equal((await confirmCode('x'.repeat(60), code)).body.error, 'lark/state_invalid');
});

test('[AUTH-10] a second step of the account is asked for after the chat app too', async () => {
  const member = await api.signUp();
  Object.assign(person, { sub: 'u-totp', allows: true });
  await link(member);
  await api.context.db
    .insertInto('totp_secrets')
    .values({
      user_id: member.userId,
      secret: Buffer.alloc(20),
      created_at: new Date(),
      confirmed_at: new Date(),
    })
    .execute();
  const { body } = await logIn({ sub: 'u-totp' });
  assert.equal(body.authToken, undefined);
  assert.ok(body.second_factor?.challenge);
});

test('[AUTH-10] errors carry the channel; a state of another browser, a foreign or used answer and a changed identity are refused', async () => {
  assert.equal((await logIn({ allows: false })).body.error, 'lark/access_denied');
  Object.assign(person, { allows: true });
  const { url, cookie } = await start('login');
  const body = await answerAt(url);
  const post = (values: object, browser = cookie) =>
    api.call<Problem>('POST', '/auth/login/lark', { body: values, cookie: browser, headers: HEADERS });
  const elsewhere = (await start('login')).cookie;
  assert.equal((await post(body, elsewhere)).body.error, 'lark/state_invalid');
  assert.equal((await post({ ...body, state: `${body['state']}x` })).body.error, 'lark/state_invalid');
  assert.equal((await post({ ...body, code: 'another-code' })).body.error, 'lark/exchange_failed');
  const fresh = await start('login');
  const good = await answerAt(fresh.url);
  assert.equal((await post(good, fresh.cookie)).body.error, 'lark/not_linked');
  assert.equal((await post(good, fresh.cookie)).body.error, 'lark/exchange_failed', 'used twice');
  // Made for linking, used for logging in.
  const member = await api.signUp();
  const forLink = await start('link', member.token);
  assert.equal((await post(await answerAt(forLink.url), forLink.cookie)).body.error, 'lark/state_invalid');
  assert.equal((await signUp('x'.repeat(60))).body.error, 'lark/state_invalid');
  const gone = await api.call<Problem>('POST', '/auth/chat-apps/gone/start', {
    body: { purpose: 'login' },
    headers: HEADERS,
  });
  assert.deepEqual([gone.status, gone.body.error], [502, 'gone/unreachable']);
  const logged = logLines.find((line) => line.includes('chat app cannot be reached')) ?? '{}';
  const { channel, err } = JSON.parse(logged) as {
    channel?: string;
    err?: object;
  };
  assert.equal(channel, 'gone');
  assert.match(JSON.stringify(err), /ECONNREFUSED|bad port/, 'the log says why');
  assert.equal(
    (await api.call('POST', '/auth/chat-apps/nobody/start', { body: { purpose: 'login' }, headers: HEADERS }))
      .status,
    404,
  );
  const visitor = await api.call('POST', '/auth/chat-apps/lark/start', {
    body: { purpose: 'link' },
    headers: HEADERS,
  });
  assert.equal(visitor.status, 401);
});

test('[AUTH-10] an ID token counts by its signature: one that the keys of the provider did not sign is refused', async () => {
  Object.assign(person, { sub: 'u-9', allows: true });
  const { url, cookie } = await start('login', undefined, 'forged');
  const body = await answerAt(url);
  areKeysForeign = true;
  const answer = await api.call<Problem>('POST', '/auth/login/forged', { body, cookie, headers: HEADERS });
  areKeysForeign = false;
  assert.equal(answer.body.error, 'forged/exchange_failed');
});

test('[AUTH-10] an ID token counts for the exchange that it was asked for in, and for us alone', async () => {
  Object.assign(person, { sub: 'u-10', allows: true });
  const post = (body: object, cookie: string) =>
    api.call<Problem>('POST', '/auth/login/lark', { body, cookie, headers: HEADERS });
  const begun = await start('login');
  const other = new URL(begun.url);
  other.searchParams.set('nonce', 'of-another-exchange');
  assert.equal((await post(await answerAt(other.href), begun.cookie)).body.error, 'lark/exchange_failed');

  /** An ID token of the same person with the nonce of this exchange, for any client of the provider. */
  const idTokenFor = async (clientId: string, exchange: string): Promise<string> => {
    const verifier = 'v'.repeat(43);
    const ask = new URL(exchange);
    ask.searchParams.set('client_id', clientId);
    ask.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
    const { code = '' } = await answerAt(ask.href);
    const answer = await fetch(`${provider.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:secret-of-${clientId}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      }),
    });
    return ((await answer.json()) as { id_token: string }).id_token;
  };
  for (const [client, error] of [
    ['waymark', 'lark/not_linked'],
    ['neighbour', 'lark/exchange_failed'],
  ] as const) {
    const { url, cookie } = await start('login');
    const body = await answerAt(url);
    const idToken = await idTokenFor(client, url);
    otherIdToken = idToken;
    const answer = await post(body, cookie);
    otherIdToken = null;
    assert.equal(answer.body.error, error, client);
  }
});
