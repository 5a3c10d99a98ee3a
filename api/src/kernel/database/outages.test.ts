import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import type { Call, ErrorBody } from '@waymark/api-contract';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { z } from 'zod';
import { route, type Route } from '../server/route.ts';
import { startTestApi, type Answer, type TestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { services } from '../../services.ts';
import { unavailableReason } from './unavailable.ts';

const call = (method: Call['method'], path: string, extra: Partial<Call> = {}): Call => ({
  method,
  path,
  summary: '',
  ...extra,
});
const TERMINATE = sql`select pg_terminate_backend(pg_backend_pid())`;
const insert = sql`insert into outage_rows default values`;
/** How often the handler of the current test ran. */
let runs = 0;
let release = (): void => undefined;

const routes: Route[] = [
  route({
    call: call('GET', '/read'),
    access: 'anyone',
    handler: async ({ context }) => {
      runs++;
      await sql`select count(*) from outage_rows`.execute(context.db);
      return {};
    },
  }),
  route({
    call: call('POST', '/before-commit'),
    access: 'anyone',
    handler: ({ context, reply }) =>
      context.db.transaction().execute(async (trx) => {
        reply.header('set-cookie', `attempt=${++runs}`);
        await insert.execute(trx);
        if (runs === 1) await TERMINATE.execute(trx);
        return {};
      }),
  }),
  route({
    call: call('POST', '/between-statements'),
    access: 'anyone',
    handler: ({ context }) =>
      context.db.transaction().execute(async (trx) => {
        await insert.execute(trx);
        if (++runs === 1) await new Promise<void>((resolve) => (release = resolve));
        await insert.execute(trx);
        return {};
      }),
  }),
  route({
    call: call('POST', '/after-write'),
    access: 'anyone',
    handler: async ({ context }) => {
      runs++;
      await insert.execute(context.db);
      await TERMINATE.execute(context.db);
      return {};
    },
  }),
  route({
    call: call('POST', '/commit'),
    access: 'anyone',
    handler: ({ context }) =>
      context.db.transaction().execute(async (trx) => {
        runs++;
        await insert.execute(trx);
        return {};
      }),
  }),
  route({
    call: call('POST', '/abandoned'),
    access: 'anyone',
    handler: async ({ context: { db } }) => {
      runs++;
      if (runs > 1) return {};
      const late = db.transaction().execute(async (trx) => {
        await insert.execute(trx);
        await new Promise<void>((resolve) => (release = resolve));
      });
      await Promise.all([late, TERMINATE.execute(db)]);
      return {};
    },
  }),
  route({
    call: call('POST', '/raise', { body: z.object({ state: z.string(), times: z.number() }) }),
    access: 'anyone',
    handler: async ({ context, body }) => {
      const { state, times } = body as { state: string; times: number };
      if (++runs <= times)
        await sql
          .raw(`do $$ begin raise exception 'raised' using errcode = '${state}'; end $$`)
          .execute(context.db);
      return {};
    },
  }),
];

routes.push(
  route({
    call: call('POST', '/full-after-write'),
    access: 'anyone',
    handler: async ({ context }) => {
      runs++;
      await insert.execute(context.db);
      await sql`do $$ begin raise exception 'raised' using errcode = '53100'; end $$`.execute(context.db);
      return {};
    },
  }),
);

let proxy: TcpProxy;
let api: TestApi;
before(async () => {
  api = await startTestApi({
    services: [...services, { name: 'test', base: '/test', routes }],
    through: async (url) => (proxy = await startTcpProxy(url)).url,
    env: { DATABASE_TIMEOUT_SECONDS: '1', LOG_LEVEL: 'silent' },
  });
  await sql`create table outage_rows (id bigserial)`.execute(api.context.db);
});
after(async () => {
  await proxy.restore();
  await api.stop();
  await proxy.stop();
});
beforeEach(async () => {
  runs = 0;
  await sql`truncate outage_rows`.execute(api.context.db);
});

const send = (path: string, body?: object) =>
  api.call<ErrorBody>(path === 'read' ? 'GET' : 'POST', `/test/${path}`, body ? { body } : {});
const rows = async () => (await sql`select from outage_rows`.execute(api.context.db)).rows.length;
const assertUnavailable = ({ status, body, headers }: Answer<ErrorBody>) => {
  assert.deepEqual([status, body.error], [503, 'database_unavailable']);
  assert.ok(Number(headers.get('retry-after')) > 0);
  assert.match(body.error_description, /\.$/);
};
const ready = async () => (await api.call('GET', '/readyz')).status;
const alive = async () => (await api.call('GET', '/livez')).status;

test('a read whose connection broke is repeated: the member notices nothing', async () => {
  assert.equal((await send('read')).status, 200);
  for (let round = 0; round < 5; round++) {
    proxy.cut();
    assert.equal((await send('read')).status, 200, `round ${round}`);
  }
});

test('a transaction whose connection was terminated before its commit is repeated, once, and writes once', async () => {
  const answer = await send('before-commit');
  assert.equal(answer.status, 200);
  assert.deepEqual([runs, await rows()], [2, 1]);
  assert.deepEqual(answer.headers.getSetCookie(), ['attempt=2']);
});

test('a connection that breaks while the call does something else ends neither the process nor the call', async () => {
  const answer = send('between-statements');
  await until('the transaction is open', async () => runs === 1);
  proxy.cut();
  await until('the pool noticed', async () => (await send('read')).status === 200);
  release();
  assert.equal((await answer).status, 200);
  assert.equal(await rows(), 2);
});

test('a call that has written is not repeated: it says that the change may be there', async () => {
  const answer = await send('after-write');
  assertUnavailable(answer);
  assert.match(answer.body.error_description, /Check whether your change was saved/);
  assert.deepEqual([runs, await rows()], [1, 1]);
});

test('a commit whose answer is lost is not repeated', async () => {
  proxy.cutAfter('commit');
  assertUnavailable(await send('commit'));
  assert.equal(runs, 1);
  await until('the commit took effect', async () => (await rows()) === 1);
});

test('what is left of an attempt that is being repeated cannot commit any more', async () => {
  assert.equal((await send('abandoned')).status, 200);
  assert.equal(runs, 2);
  release();
  await until('its transaction ended', async () => {
    const open =
      await sql`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'`.execute(
        api.context.db,
      );
    return open.rows.length === 0;
  });
  assert.equal(await rows(), 0);
});

test('what PostgreSQL says of itself is a 503 with retry-after, a full disk a 507', async () => {
  const states = ['57P01', '57P02', '57P03', '53300', '08006', '25006', '40001', '40P01', '57014', '55P03'];
  for (const state of states) {
    runs = 0;
    assertUnavailable(await send('raise', { state, times: 9 }));
  }
  const full = await send('raise', { state: '53100', times: 99 });
  assert.deepEqual([full.status, full.body.error], [507, 'storage_full']);
});

test('a disk that is full after the call has written: it says that the change may be there', async () => {
  const answer = await send('full-after-write');
  assertUnavailable(answer);
  assert.match(answer.body.error_description, /Check whether your change was saved/);
  assert.deepEqual([runs, await rows()], [1, 1]);
});

test('a session that a full disk ends or does not let begin says nothing about the statement', () => {
  const raised = (severity: string) =>
    Object.assign(new DatabaseError('could not write init file', 1, 'error'), { code: '53100', severity });
  assert.equal(unavailableReason(raised('FATAL')), 'connection');
  assert.equal(unavailableReason(raised('PANIC')), 'connection');
  assert.equal(unavailableReason(raised('ERROR')), null, 'answered with 507');
});

test('a transaction that lost a conflict is repeated, and so is a write on a former primary', async () => {
  for (const state of ['40001', '40P01', '25006']) {
    runs = 0;
    assert.equal((await send('raise', { state, times: 1 })).status, 200, state);
    assert.equal(runs, 2);
  }
});

test('a server that refuses connections: 503 at once, alive, not ready; then everything works again', async () => {
  await proxy.refuse();
  const start = performance.now();
  assertUnavailable(await send('read'));
  assertUnavailable(await send('commit'));
  assert.ok(performance.now() - start < 2000);
  assert.deepEqual([await ready(), await alive()], [503, 200]);
  await proxy.restore();
  assert.equal((await send('commit')).status, 200);
  assert.equal(await ready(), 200);
});

test('a network that hangs: statements end by a timeout of our own, readiness is told in time', async () => {
  assert.equal((await send('read')).status, 200);
  proxy.hang();
  const start = performance.now();
  const answers = [send('read'), send('commit'), send('read')];
  assert.deepEqual([await ready(), await alive()], [503, 200]);
  assert.ok(performance.now() - start < 2500, 'readiness');
  for (const answer of await Promise.all(answers)) assertUnavailable(answer);
  assert.ok(performance.now() - start < 8000, 'statements');
  await proxy.restore();
  await until('it answers again', async () => (await send('read')).status === 200);
  assert.equal((await send('commit')).status, 200);
  assert.equal(await ready(), 200);
});

const revoke = (client = 'a'.repeat(24), accept = 'application/json') =>
  fetch(`${api.url}/oauth2/token/revocation`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: client, token: 'x'.repeat(43) }),
  });

test('[AUTH-08] applications are answered as members are: repeated once, then 503 with retry-after, or 507', async () => {
  const member = await api.signUp();
  const { body: client } = await api.call<{ id: string }>('POST', '/internal/oauth2/clients', {
    token: member.token,
    body: { name: 'Coach', redirect_uris: ['https://coach.example/back'], scopes: ['workout:read'] },
  });
  assert.equal((await revoke(client.id)).status, 200);
  for (let round = 0; round < 5; round++) {
    proxy.cut();
    assert.equal((await revoke(client.id)).status, 200, `round ${round}`);
  }
  await proxy.refuse();
  const answer = await revoke(client.id);
  const body = (await answer.json()) as ErrorBody;
  const visitor = await revoke(client.id, 'text/html');
  await proxy.restore();
  assertUnavailable({ status: answer.status, body, headers: answer.headers } as Answer<ErrorBody>);
  assert.equal(visitor.status, 303);
  assert.match(visitor.headers.get('location')!, /\/oauth2\/authorize\?error=temporarily_unavailable$/);
  await sql
    .raw(
      `create function no_space() returns trigger language plpgsql as
        $$ begin raise exception 'no space' using errcode = '53100'; end $$;
      create trigger no_space before insert on oauth_records execute function no_space()`,
    )
    .execute(api.context.db);
  const full = await fetch(
    `${api.url}/oauth2/auth?${new URLSearchParams({
      client_id: client.id,
      redirect_uri: 'https://coach.example/back',
      response_type: 'code',
      scope: 'workout:read',
      state: 'abcdefgh',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    }).toString()}`,
    { redirect: 'manual', headers: { accept: 'application/json' } },
  );
  await sql.raw('drop function no_space cascade').execute(api.context.db);
  assert.deepEqual([full.status, ((await full.json()) as ErrorBody).error], [507, 'storage_full']);
  assert.ok(full.headers.get('retry-after'));
  assert.deepEqual(full.headers.getSetCookie(), [], 'nothing of the failed attempt is sent');
});

test('work in the background waits for the database and goes on by itself', async () => {
  await proxy.refuse();
  await until('not ready', async () => (await ready()) === 503);
  await proxy.restore();
  const member = await api.signUp();
  await api.call('POST', '/auth/password-reset', { body: { email: member.email } });
  await until('the mail is sent', async () => {
    const mails = await api.context.db
      .selectFrom('mailbox')
      .select('id')
      .where('recipient', '=', member.email)
      .execute();
    return mails.length > 0;
  });
});

test('a start waits for a database that does not answer yet, and only so long', async () => {
  let waited: TcpProxy;
  const start = (env: Record<string, string>) =>
    startTestApi({
      services: [],
      through: async (url) => {
        waited = await startTcpProxy(url);
        waited.hang();
        return waited.url;
      },
      env: { DATABASE_TIMEOUT_SECONDS: '1', LOG_LEVEL: 'silent', ...env },
    });
  const starting = start({});
  await until('it tried', async () => waited?.accepted() > 0);
  await waited!.restore();
  await (await starting).stop();
  await waited!.stop();
  await assert.rejects(start({ DATABASE_WAIT_SECONDS: '0' }), /The database is not available/);
  await waited!.stop();
});
