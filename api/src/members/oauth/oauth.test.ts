import assert from 'node:assert/strict';
import { get } from 'node:http';
import test, { after } from 'node:test';
import type { AuthorizedApp, ErrorBody, OAuthClient, OAuthInteraction } from '@waymark/api-contract';
import * as oauth from 'openid-client';
import { sql } from 'kysely';
import { startTestApi, memberCalls } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { sameId, saveRepeatedly } from '../../testing/repeated-saves.ts';
import { TOKENS_PER_GRANT } from './record-adapter.ts';
import { oauthFlow, REDIRECT } from './testing.ts';

const api = await startTestApi();
after(() => api.stop());

const {
  site,
  call,
  register,
  discover,
  newBrowser,
  redirectOf,
  begin,
  decide,
  allow,
  exchange,
  readWorkouts,
} = oauthFlow(api);

test('[AUTH-08] an ordinary client library signs in: the page shows client and scopes, the member allows, the token reads and is refreshed', async () => {
  const [developer, member] = [await api.signUp(), await api.signUp()];
  const { status, body: client } = await register(developer, { is_confidential: true });
  assert.equal(status, 201);
  const begun = await begin(client);
  assert.equal(begun.page.pathname, '/oauth2/authorize');
  const shown = await call<OAuthInteraction>(
    'GET',
    `/internal/oauth2/clientName/${begun.id}`,
    member.token,
    undefined,
    begun.browser.cookie,
  );
  assert.deepEqual(
    [shown.body.prompt, shown.body.client.name, shown.body.scopes, shown.body.redirect_host],
    ['consent', 'Coach', ['workout:read'], 'coach.example'],
  );
  const callback = await allow(begun, member);
  const tokens = await exchange(begun, callback);
  assert.equal((await readWorkouts(tokens.access_token)).status, 200);
  const write = await call('POST', '/services/main/v7.1/workout/', tokens.access_token, {});
  assert.deepEqual([write.status, write.body.error], [403, 'insufficient_scope']);
  assert.equal((await call('GET', '/auth/security', tokens.access_token)).status, 403);
  const introspected = await oauth.tokenIntrospection(begun.config, tokens.access_token);
  assert.deepEqual([introspected.active, introspected.scope], [true, 'workout:read']);
  const refreshed = await oauth.refreshTokenGrant(begun.config, tokens.refresh_token!);
  assert.equal((await readWorkouts(refreshed.access_token)).status, 200);
  // A refresh token that was used twice was stolen: everything of the grant ends.
  await assert.rejects(oauth.refreshTokenGrant(begun.config, tokens.refresh_token!));
  assert.equal((await readWorkouts(refreshed.access_token)).status, 401);
});

test('[AUTH-08] the member denies: the client learns it, and nothing is granted', async () => {
  const member = await api.signUp();
  const begun = await begin((await register(member)).body);
  const { body } = await decide(begun, member, 'deny');
  const callback = redirectOf(await begun.browser.open(site + body.redirect_to));
  assert.equal(callback.origin + callback.pathname, REDIRECT);
  assert.equal(callback.searchParams.get('error'), 'access_denied');
  const list = await call<{ tokens: AuthorizedApp[] }>(
    'GET',
    `/internal/externaltokens/${member.userId}`,
    member.token,
  );
  assert.deepEqual(list.body.tokens, []);
});

test('[AUTH-08] unknown clients, addresses one character off and requests without PKCE are refused, and never sent to the address', async () => {
  const member = await api.signUp();
  const { body: client } = await register(member);
  for (const [over, error] of [
    [{ redirect_uri: `${REDIRECT}/` }, 'invalid_redirect_uri'],
    [{ redirect_uri: REDIRECT.replace('https', 'http') }, 'invalid_redirect_uri'],
    [{ redirect_uri: 'https://coach.example.evil.example/callback' }, 'invalid_redirect_uri'],
    [{ client_id: 'f'.repeat(24) }, 'invalid_client'],
  ] as const) {
    const { page } = await begin(client, over);
    assert.equal(page.origin + page.pathname, `${site}/oauth2/authorize`, JSON.stringify(over));
    assert.equal(page.searchParams.get('error'), error);
  }
  const config = await discover(client);
  const bare = oauth.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: 'workout:read',
    state: 'abcdefgh',
  });
  const withoutPkce = redirectOf(await newBrowser().open(bare));
  assert.equal(withoutPkce.searchParams.get('error'), 'invalid_request');
  const { page: tooMuch } = await begin(client, { scope: 'workout:read route:write' });
  assert.equal(tooMuch.searchParams.get('error'), 'invalid_scope');
});

test('[AUTH-08] a code works once, with its own verifier and for its own client; used twice, its tokens end', async () => {
  const member = await api.signUp();
  const { body: client } = await register(member);
  const [begun, other] = [await begin(client), await begin((await register(member)).body)];
  const callback = await allow(begun, member);
  await assert.rejects(exchange({ ...begun, verifier: oauth.randomPKCECodeVerifier() }, callback));
  const again = await begin(client);
  const second = await allow(again, member);
  const stolen = new URL(second);
  await assert.rejects(exchange({ ...again, config: other.config }, stolen), 'another client');
  const third = await begin(client);
  const address = await allow(third, member);
  const tokens = await exchange(third, address);
  assert.equal((await readWorkouts(tokens.access_token)).status, 200);
  await assert.rejects(exchange(third, address));
  assert.equal((await readWorkouts(tokens.access_token)).status, 401);
});

/** Sends two calls that take one record, and lets neither of them take it before both have read it. */
async function together<T>(kind: string, userId: number, send: () => Promise<T>) {
  const { db } = api.context;
  const waiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and query like 'update "oauth_records" set "consumed_at"%'`.execute(db);
    return rows.length === 2;
  };
  const { calls } = await db.transaction().execute(async (trx) => {
    await sql`select 1 from oauth_records where kind = ${kind} and user_id = ${userId} for update`.execute(
      trx,
    );
    const sent = [send(), send()];
    for (const one of sent) one.catch(() => undefined);
    await until('both calls have read the record', waiting);
    return { calls: sent };
  });
  const outcomes = await Promise.allSettled(calls);
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

for (const kind of ['AuthorizationCode', 'RefreshToken'] as const)
  test(`[AUTH-08] of two exchanges of one ${kind} at once one succeeds, and as it was used twice its tokens end`, async () => {
    const member = await api.signUp();
    const begun = await begin((await register(member)).body);
    const callback = await allow(begun, member);
    const tokens = kind === 'RefreshToken' ? await exchange(begun, callback) : null;
    const succeeded = await together(kind, member.userId, () =>
      tokens ? oauth.refreshTokenGrant(begun.config, tokens.refresh_token!) : exchange(begun, callback),
    );
    assert.equal(succeeded.length, 1);
    const [first] = succeeded;
    assert.equal((await readWorkouts(first!.access_token)).status, 401);
    await assert.rejects(oauth.refreshTokenGrant(begun.config, first!.refresh_token!));
  });

test('[AUTH-08] a token that a client stores behind the end of its grant opens nothing', async () => {
  const member = await api.signUp();
  const begun = await begin((await register(member)).body);
  const { access_token: token } = await exchange(begun, await allow(begun, member));
  const { db } = api.context;
  const own = db.selectFrom('oauth_records').selectAll().where('user_id', '=', member.userId);
  const late = await own.where('kind', '=', 'AccessToken').executeTakeFirstOrThrow();
  const { tokens } = (
    await call<{ tokens: AuthorizedApp[] }>('GET', `/internal/externaltokens/${member.userId}`, member.token)
  ).body;
  const { token_id: tokenId, client_id: clientId } = tokens[0]!;
  const query = `token_id=${tokenId}&client_id=${clientId}`;
  assert.equal((await call('DELETE', `/internal/externaltokens?${query}`, member.token)).status, 200);
  await db
    .insertInto('oauth_records')
    .values({ ...late, payload: JSON.stringify(late.payload) })
    .execute();
  assert.equal((await readWorkouts(token)).status, 401);
});

test('[AUTH-08] a client that refreshes on and on keeps a bounded number of tokens, the newest of which work', async () => {
  const member = await api.signUp();
  const begun = await begin((await register(member)).body);
  const first = await exchange(begun, await allow(begun, member));
  let tokens = first;
  for (let i = 0; i < TOKENS_PER_GRANT + 5; i++)
    tokens = await oauth.refreshTokenGrant(begun.config, tokens.refresh_token!);
  const kinds = await api.context.db
    .selectFrom('oauth_records')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('n')])
    .where('user_id', '=', member.userId)
    .where('kind', 'in', ['AccessToken', 'RefreshToken'])
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  assert.deepEqual(kinds, [
    { kind: 'AccessToken', n: TOKENS_PER_GRANT },
    { kind: 'RefreshToken', n: TOKENS_PER_GRANT },
  ]);
  assert.equal((await readWorkouts(tokens.access_token)).status, 200);
  assert.equal((await readWorkouts(first.access_token)).status, 401);
  await assert.rejects(oauth.refreshTokenGrant(begun.config, first.refresh_token!), {
    error: 'invalid_grant',
  });
  // A visitor stores no more by a request than its address could say.
  const long = await fetch(`${api.url}/oauth2/auth`, {
    method: 'POST',
    body: new URLSearchParams({ state: 'x'.repeat(20_000) }),
  });
  assert.equal(long.status, 413);
});

test('[AUTH-08] a request belongs to the browser in which it began', async () => {
  const [victim, attacker] = [await api.signUp(), await api.signUp()];
  const begun = await begin((await register(attacker)).body);
  const lured = { ...begun, browser: newBrowser() };
  const answer = await decide(lured, victim, 'allow');
  assert.deepEqual([answer.status, answer.body.error], [404, 'interaction_unknown']);
  assert.equal((await decide(begun, { ...victim, token: '' }, 'allow')).status, 401);
});

test('[ACCT-03] [AUTH-08] allowed apps are listed with their last use; revoked by the member, the client or with the client their tokens end at once', async () => {
  const [developer, member, stranger] = [await api.signUp(), await api.signUp(), await api.signUp()];
  const { body: client } = await register(developer);
  const grant = async () => {
    const begun = await begin(client);
    return { begun, tokens: await exchange(begun, await allow(begun, member)) };
  };
  const list = () =>
    call<{ tokens: AuthorizedApp[] }>('GET', `/internal/externaltokens/${member.userId}`, member.token);
  const first = await grant();
  await readWorkouts(first.tokens.access_token);
  const [app] = (await list()).body.tokens;
  assert.deepEqual([app!.name, app!.scopes], ['Coach', ['workout:read']]);
  assert.notEqual(app!.last_used_datetime, null);
  const revoke = (token: string) =>
    call('DELETE', `/internal/externaltokens?token_id=${app!.token_id}&client_id=${app!.client_id}`, token);
  assert.equal((await revoke(stranger.token)).status, 404);
  assert.equal((await call('GET', `/internal/externaltokens/${member.userId}`, stranger.token)).status, 404);
  assert.equal((await revoke(member.token)).status, 200);
  for (const { method, path } of memberCalls()) {
    const { status, body } = await call(method, path, first.tokens.access_token);
    assert.deepEqual([status, body.error], [401, 'token_invalid'], `${method} ${path}`);
  }
  await assert.rejects(oauth.refreshTokenGrant(first.begun.config, first.tokens.refresh_token!));
  assert.deepEqual((await list()).body.tokens, []);

  const second = await grant();
  await oauth.tokenRevocation(second.begun.config, second.tokens.access_token);
  assert.equal((await readWorkouts(second.tokens.access_token)).status, 401);

  const third = await grant();
  assert.equal((await call('DELETE', `/internal/oauth2/clients/${client.id}`, stranger.token)).status, 404);
  assert.equal((await call('DELETE', `/internal/oauth2/clients/${client.id}`, developer.token)).status, 204);
  assert.equal((await readWorkouts(third.tokens.access_token)).status, 401);
  assert.deepEqual((await list()).body.tokens, []);
});

test('[ACCT-03] [AUTH-08] an app that is allowed many times at the same moment is listed once, and revoked as a whole', async () => {
  const [developer, member] = [await api.signUp(), await api.signUp()];
  const { body: client } = await register(developer);
  const begun = await Promise.all(Array.from({ length: 12 }, () => begin(client)));
  const callbacks = await Promise.all(begun.map((one) => allow(one, member)));
  const tokens = await Promise.all(begun.map((one, i) => exchange(one, callbacks[i]!)));
  const list = () =>
    call<{ tokens: AuthorizedApp[] }>('GET', `/internal/externaltokens/${member.userId}`, member.token);
  const { body } = await list();
  assert.deepEqual(
    body.tokens.map(({ name, scopes }) => [name, scopes]),
    [['Coach', ['workout:read']]],
  );
  const [{ token_id, client_id }] = body.tokens as [AuthorizedApp];
  const address = `/internal/externaltokens?token_id=${token_id}&client_id=${client_id}`;
  assert.equal((await call('DELETE', address, member.token)).status, 200);
  for (const { access_token } of tokens) assert.equal((await readWorkouts(access_token)).status, 401);
  assert.deepEqual((await list()).body.tokens, []);
});

test('[AUTH-08] clients are registered, changed and refused; secrets and tokens are not stored as they are', async () => {
  const member = await api.signUp();
  const { body: client } = await register(member, { is_confidential: true });
  const changed = await call<OAuthClient>('PUT', `/internal/oauth2/clients/${client.id}`, member.token, {
    name: 'Trainer',
    redirect_uris: [REDIRECT, 'https://trainer.example/back'],
    scopes: ['route:read'],
  });
  assert.deepEqual([changed.body.name, changed.body.scopes], ['Trainer', ['route:read']]);
  const list = await call<{ clients: OAuthClient[] }>('GET', '/internal/oauth2/clients', member.token);
  assert.deepEqual(list.body.clients, [changed.body]);
  const begun = await begin(client, { scope: 'route:read' });
  const tokens = await exchange(begun, await allow(begun, member));
  const { db } = api.context;
  const stored = JSON.stringify([
    await db.selectFrom('oauth_clients').selectAll().execute(),
    await db.selectFrom('oauth_records').selectAll().execute(),
  ]);
  for (const secret of [client.client_secret!, tokens.access_token, tokens.refresh_token!])
    assert.ok(!stored.includes(secret));
  const wrong = await discover({ ...client, client_secret: 'x'.repeat(43) });
  await assert.rejects(oauth.refreshTokenGrant(wrong, tokens.refresh_token!));
});

/** What an app must not send members back to, and what the refusal says. */
const REFUSED_REDIRECTS: readonly [redirect: string, sentence: RegExp][] = [
  ['filesystem:https://coach.example/temporary/x', /Begin with https/],
  ['view-source:https://coach.example/', /Begin with https/],
  ['javascript:alert(1)', /Begin with https/],
  ['coach:/callback', /Begin with https/],
  ['http://coach.example/callback', /Begin with https/],
  ['http://localhost.coach.example/', /Begin with https/],
  ['https://coach.example/#x', /without “#”/],
  ['https://coach.example/*', /“\*” stands for nothing/],
  ['https://*.coach.example/', /name of its host/],
  ['https://member@coach.example/', /without a user name/],
  ['https://@coach.example/', /name of its host/],
  ['https://0x7f000001/', /name of its host/],
  ['https://coach\u3002example/', /without spaces and signs/],
  ['https://co\u0430ch.example/', /xn--/],
  [' https://coach.example/', /without spaces/],
  ['https://coach.example\\@thief.example/', /without spaces and signs/],
];

test('[AUTH-08] members are sent back to addresses that are allowed, by registration, change and use; all others are refused with a sentence', async () => {
  const member = await api.signUp();
  const { body: client } = await register(member);
  const change = (redirect: string) =>
    call<Partial<ErrorBody>>('PUT', `/internal/oauth2/clients/${client.id}`, member.token, {
      name: 'Coach',
      redirect_uris: [REDIRECT, redirect],
      scopes: ['workout:read'],
    });
  for (const [redirect, sentence] of REFUSED_REDIRECTS) {
    const registered = await register(member, { redirect_uris: [redirect] });
    assert.equal(registered.status, 400, redirect);
    assert.match(registered.body.diagnostics?.['redirect_uris.0']?.[0] ?? '', sentence, redirect);
    const changed = await change(redirect);
    assert.equal(changed.status, 400, redirect);
    assert.match(changed.body.diagnostics?.['redirect_uris.1']?.[0] ?? '', sentence, redirect);
  }
  for (const redirect of [
    'http://127.0.0.1:8080/cb',
    'http://[::1]/cb',
    'com.example.coach:/cb',
    'https://xn--kch-5qa.example/',
  ]) {
    const changed = await change(redirect);
    assert.equal(changed.status, 200, changed.text);
  }
  // As versions before this one stored them.
  for (const [redirect] of REFUSED_REDIRECTS) {
    const stored = { redirect_uris: [REDIRECT, redirect] };
    await api.context.db.updateTable('oauth_clients').set(stored).where('id', '=', client.id).execute();
    const { page: to } = await begin(client, { redirect_uri: redirect });
    assert.equal(to.origin + to.pathname, `${site}/oauth2/authorize`, redirect);
    assert.equal(to.searchParams.get('error'), 'invalid_redirect_uri', redirect);
  }
});

test('[AUTH-08] no app has a name that begins with that of this site, however it is written', async () => {
  const member = await api.signUp();
  for (const name of [
    'Waymark',
    'w a y m a r k',
    'W\u00E4ymark Sync',
    '\u{1D416}aymark',
    'Way\u200Bmark',
    'W\u0430ymark',
  ]) {
    const refused = await register(member, { name });
    assert.equal(refused.status, 400, name);
    assert.ok(refused.body.diagnostics?.['name']?.[0], name);
  }
  assert.equal((await register(member, { name: 'Exporter for Waymark' })).status, 201);
});

test('[AUTH-08] the homepage of an app is a page: nothing that a press would run, and no account in front of its host', async () => {
  const member = await api.signUp();
  for (const homepage of ['javascript:alert(1)', 'https://waymark@thief.example/', 'data:text/html,x']) {
    const refused = await register(member, { homepage });
    assert.equal(refused.status, 400, homepage);
    assert.match(refused.body.diagnostics?.['homepage']?.[0] ?? '', /begins with https/);
  }
  const { body } = await register(member, { homepage: 'https://b\u00e4cker.example' });
  assert.equal(body.homepage, 'https://xn--bcker-gra.example/');
});

test('[AUTH-08] a code ends after a minute; PKCE is hashed, a confidential client proves who it is, and no other grant is taken', async (t) => {
  const member = await api.signUp();
  const { body: client } = await register(member, { is_confidential: true });
  const begun = await begin(client);
  const callback = await allow(begun, member);
  const send = async (values: Record<string, string>) => {
    const answer = await fetch(`${api.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client.id, ...values }),
    });
    return ((await answer.json()) as ErrorBody).error;
  };
  const code = callback.searchParams.get('code') ?? '';
  const values = { code, redirect_uri: REDIRECT, code_verifier: begun.verifier };
  assert.equal(await send({ grant_type: 'authorization_code', ...values }), 'invalid_client');
  t.mock.method(api.context, 'now', () => new Date(Date.now() + 61_000));
  await assert.rejects(exchange(begun, callback), { error: 'invalid_grant' });
  t.mock.restoreAll();
  const plain = await begin(client, { code_challenge_method: 'plain' });
  assert.equal(plain.page.searchParams.get('error'), 'invalid_request');
  const { body: open } = await register(member);
  const grants = ['password', 'client_credentials', 'implicit'];
  for (const grant_type of grants)
    assert.equal(await send({ client_id: open.id, grant_type }), 'unsupported_grant_type', grant_type);
  assert.equal(await send({ client_id: 'a\0b', grant_type: 'authorization_code' }), 'invalid_client');
  const nothing = await api.call<ErrorBody>('GET', '/oauth2/nothing');
  assert.deepEqual([nothing.status, nothing.body.error], [404, 'not_found']);
  const metadata = begun.config.serverMetadata();
  assert.deepEqual(metadata.response_types_supported, ['code']);
  assert.equal(metadata['registration_endpoint'], undefined);
  assert.equal(metadata.end_session_endpoint, undefined);
});

test('[AUTH-08] whatever a client says of the host, addresses of endpoints are those of the site', async () => {
  const discover = (headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sent = get(`${api.url}/oauth2/.well-known/openid-configuration`, { headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () =>
          resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() }),
        );
      });
      sent.once('error', reject);
    });
  const plain = await discover({});
  assert.ok(plain.text.includes(`"token_endpoint":"${site}/oauth2/token"`), plain.text);
  for (const [name, value] of [
    ['host', 'localhost:99999'],
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-host', 'a b'],
    ['x-forwarded-proto', 'gopher'],
  ] as const)
    assert.deepEqual(await discover({ [name]: value }), plain, `${name}: ${value}`);
});

test('[SESS-06] [AUTH-08] an app whose answer was lost is registered once: the repeat gives it another secret, and the first is void', async () => {
  const members = [await api.signUp(), await api.signUp()] as const;
  const [developer] = members;
  const body = {
    name: 'Coach',
    redirect_uris: [REDIRECT],
    scopes: ['workout:read', 'workout:write'],
    is_confidential: true,
  };
  type Registered = Awaited<ReturnType<typeof register>>['body'];
  const { answers, theirs, repeat } = await saveRepeatedly<Registered>(api, {
    path: '/internal/oauth2/clients',
    body,
    changed: { ...body, name: 'Trainer' },
    refused: { ...body, redirect_uris: ['http://coach.example/callback'] },
    members,
  });
  const id = sameId(answers);
  assert.notEqual(theirs.id, id);
  const listed = async () =>
    (await call<{ clients: OAuthClient[] }>('GET', '/internal/oauth2/clients', developer.token)).body.clients;
  assert.deepEqual(
    (await listed()).map((client) => client.id),
    [id],
  );
  const isTaken = async (client: Registered) => {
    const begun = await begin(client);
    const callback = await allow(begun, developer);
    return exchange(begun, callback).then(
      () => true,
      () => false,
    );
  };
  assert.ok(await isTaken(answers.at(-1)!));
  const renewed = (await repeat()).body;
  assert.equal(new Set([...answers, renewed].map(({ client_secret: secret }) => secret)).size, 5);
  assert.ok(!(await isTaken(answers.at(-1)!)), 'the one before is void');
  assert.ok(await isTaken(renewed));
  await call('DELETE', `/internal/oauth2/clients/${renewed.id}`, developer.token);
  assert.equal((await repeat()).status, 404);
  assert.deepEqual(await listed(), []);
});

test('[SESS-06] [AUTH-08] an app without a secret gets none by a repeat', async () => {
  const { token } = await api.signUp();
  const send = () =>
    api.call<OAuthClient & { client_secret: string | null }>('POST', '/internal/oauth2/clients', {
      token,
      body: { name: 'Watch', redirect_uris: [REDIRECT], scopes: ['workout:read'] },
      headers: { 'idempotency-key': 'watch' },
    });
  const [first, again] = [await send(), await send()];
  assert.deepEqual([again.status, again.body], [201, first.body]);
  assert.deepEqual([again.body.client_secret, again.body.is_confidential], [null, false]);
});
