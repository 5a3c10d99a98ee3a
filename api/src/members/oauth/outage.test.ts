import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { ErrorBody } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { oauthFlow, REDIRECT } from './testing.ts';

let proxy: TcpProxy;
let api: TestApi;
let flow: ReturnType<typeof oauthFlow>;
before(async () => {
  api = await startTestApi({
    through: async (url) => (proxy = await startTcpProxy(url)).url,
    env: { DATABASE_TIMEOUT_SECONDS: '1', LOG_LEVEL: 'silent' },
  });
  flow = oauthFlow(api);
});
after(async () => {
  await proxy.restore();
  await api.stop();
  await proxy.stop();
});

interface TokenAnswer extends ErrorBody {
  access_token: string;
  refresh_token: string;
}

/** A member has allowed a client: what it sends for its tokens. */
async function allowed() {
  const member = await api.signUp();
  const { body: client } = await flow.register(member);
  const begun = await flow.begin(client);
  const callback = await flow.allow(begun, member);
  const send = async (values: Record<string, string>) => {
    const answer = await fetch(`${api.url}/oauth2/token`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ client_id: client.id, ...values }),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as TokenAnswer,
    };
  };
  const code = {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code')!,
    redirect_uri: REDIRECT,
    code_verifier: begun.verifier,
  };
  const tokensOf = async () => {
    const rows = await api.context.db
      .selectFrom('oauth_records')
      .select('kind')
      .where('user_id', '=', member.userId)
      .where('kind', 'in', ['AccessToken', 'RefreshToken'])
      .where('consumed_at', 'is', null)
      .execute();
    return rows.map(({ kind }) => kind).toSorted();
  };
  return { send, code, tokensOf };
}

type Sent = Awaited<ReturnType<Awaited<ReturnType<typeof allowed>>['send']>>;
function assertUnavailable({ status, headers, body }: Sent): void {
  assert.deepEqual([status, body.error], [503, 'database_unavailable']);
  assert.ok(Number(headers.get('retry-after')) > 0);
  assert.match(body.error_description, /\.$/);
  assert.ok(body.request_id, 'the one form of errors');
}
const read = async (token: string) => (await flow.readWorkouts(token)).status;

test('[AUTH-08] tokens are not given while the database is away; the same code and refresh token work once it is back', async () => {
  const { send, code, tokensOf } = await allowed();
  await proxy.refuse();
  const refused = await send(code);
  await proxy.restore();
  assertUnavailable(refused);
  assert.deepEqual(await tokensOf(), []);
  const { status, body: tokens } = await send(code);
  assert.equal(status, 200);
  assert.equal(await read(tokens.access_token), 200);

  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  await proxy.refuse();
  const late = await send(refresh);
  await proxy.restore();
  assertUnavailable(late);
  assert.deepEqual(await tokensOf(), ['AccessToken', 'RefreshToken']);
  const again = await send(refresh);
  assert.equal(again.status, 200);
  assert.equal(await read(again.body.access_token), 200);
});

test('[AUTH-08] a database that goes away when the code is taken leaves no token behind', async () => {
  const { send, code, tokensOf } = await allowed();
  proxy.cutAfter('"consumed_at" =');
  assertUnavailable(await send(code));
  assert.deepEqual(await tokensOf(), []);
  const repeated = await send(code);
  assert.deepEqual([repeated.status, repeated.body.error], [400, 'invalid_grant']);
  const next = await allowed();
  assert.equal((await next.send(next.code)).status, 200);
});
