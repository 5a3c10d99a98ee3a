import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import test, { after } from 'node:test';
import { type Connection, type ConnectionType, type ErrorBody, SERVICE_BASES } from '@waymark/api-contract';
import { gpx, settled } from '../imports/testing/import-files.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { sameId, saveRepeatedly } from '../../testing/repeated-saves.ts';
import { as } from '../workouts/testing.ts';

const api = await startTestApi();
after(() => api.stop());
const SITE = api.context.env.SITE_URL.replace(/\/$/, '');

interface Connected {
  connection: Connection;
}

const connect = async (member: TestMember, name?: string) => {
  const { status, body } = await as(api, member)<Connected>('POST', '/remoteconnection/', {
    type: 'upload',
    ...(name && { name }),
  });
  assert.equal(status, 201);
  return body.connection;
};
const listOf = async (member: TestMember) =>
  (await as(api, member)<{ _embedded: { remote_connections: Connection[] } }>('GET', '/remoteconnection/'))
    .body._embedded.remote_connections;
const addressOf = ({ upload_url: url }: Connection) => (url ?? '').replace(SITE, api.url);
const send = (address: string, content: string, init: RequestInit = {}) =>
  fetch(address, { method: 'PUT', body: content, ...init });
const problemOf = async (answer: Response) => ((await answer.json()) as ErrorBody).error;

/** Methods that `fetch` does not send. */
const statusOf = (method: string, address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    httpRequest(address, { method }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });

test('[ACCT-03] files that a script drops at a private address become workouts; the same file again does not', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const types = await call<{ _embedded: { remote_connection_types: ConnectionType[] } }>(
    'GET',
    '/remoteconnectiontype/',
  );
  assert.deepEqual(
    types.body._embedded.remote_connection_types.map(({ type, kind }) => [type, kind]),
    [['upload', 'upload']],
  );
  const connection = await connect(member, 'Watch');
  assert.ok(connection.upload_url?.startsWith(`${SITE}/services/upload/`));
  const run = gpx('2026-05-01T06:00:00Z', { points: 30 });
  assert.equal((await send(`${addressOf(connection)}run.gpx`, run)).status, 201);
  const posted = await send(addressOf(connection), gpx('2026-05-02T06:00:00Z', { points: 30 }), {
    method: 'POST',
    headers: { 'content-disposition': 'attachment; filename="second.gpx"' },
  });
  assert.equal(posted.status, 201);
  await settled(call);
  assert.equal((await send(`${addressOf(connection)}again.gpx`, run)).status, 201);
  const files = await settled(call);
  assert.deepEqual(
    files.map(({ file_name, state }) => `${file_name} ${state}`).toSorted((a, b) => a.localeCompare(b)),
    ['again.gpx skipped', 'run.gpx ready', 'second.gpx ready'],
  );
  assert.equal((await call<{ total_count: number }>('GET', '/workout/')).body.total_count, 2);
  const [listed] = await listOf(member);
  assert.deepEqual([listed?.name, listed?.workouts_received, listed?.upload_url], ['Watch', 3, null]);
  assert.notEqual(listed?.last_received_datetime, null);
});

test('[ACCT-03] an app that knows WebDAV finds an empty folder: nothing is read back with the address', async () => {
  const member = await api.signUp();
  const address = addressOf(await connect(member));
  await send(`${address}run.gpx`, gpx('2026-05-03T06:00:00Z', { points: 30 }));
  assert.equal(await statusOf('OPTIONS', address), 204);
  assert.equal(await statusOf('PROPFIND', address), 207);
  assert.equal(await statusOf('MKCOL', `${address}new`), 201);
  assert.equal(await statusOf('GET', `${address}run.gpx`), 404);
  assert.equal(await statusOf('DELETE', `${address}run.gpx`), 404);
});

test('[ACCT-03] an address ends when it is disconnected or its account is being deleted; nobody else disconnects it, and it is not stored as it is', async () => {
  const [member, stranger] = [await api.signUp(), await api.signUp()];
  const connection = await connect(member);
  const address = addressOf(connection);
  const secret = address.split('/').at(-2)!;
  const rows = await api.context.db.selectFrom('connections').selectAll().execute();
  assert.ok(!JSON.stringify(rows).includes(secret));
  const where = `/remoteconnection/${connection.id}/`;
  assert.equal((await as(api, stranger)('GET', where)).status, 404);
  assert.equal((await as(api, stranger)('DELETE', where)).status, 404);
  assert.equal((await as(api, member)('DELETE', where)).status, 204);
  assert.deepEqual(await listOf(member), []);
  const late = await send(`${address}late.gpx`, gpx('2026-05-04T06:00:00Z', { points: 5 }));
  assert.deepEqual([late.status, await problemOf(late)], [404, 'upload_address_unknown']);
  const guess = await send(`${api.url}/services/upload/${'x'.repeat(32)}/a.gpx`, 'x');
  assert.equal(guess.status, 404);

  const leaving = addressOf(await connect(stranger));
  await api.call('POST', '/auth/deletion-request', {
    token: stranger.token,
    body: { confirm: 'delete', proof: { password: stranger.password } },
  });
  assert.equal((await send(`${leaving}a.gpx`, 'x')).status, 404);
});

test('[ACCT-03] there are twenty connections at most, and only types of the list', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const made = await Promise.all(
    Array.from({ length: 22 }, () => call('POST', '/remoteconnection/', { type: 'upload' })),
  );
  assert.equal(made.filter(({ status }) => status === 201).length, 20);
  const unknown = await call<Pick<ErrorBody, 'error'>>('POST', '/remoteconnection/', { type: 'garmin' });
  assert.equal(unknown.status, 400);
});

test('[SESS-06] [ACCT-03] an upload address whose answer was lost is made once: the repeat gives it another, and the first takes nothing', async () => {
  const members = [await api.signUp(), await api.signUp()] as const;
  const [owner] = members;
  const { answers, theirs, repeat } = await saveRepeatedly<Connected>(api, {
    path: `${SERVICE_BASES.main}/remoteconnection/`,
    body: { type: 'upload', name: 'Watch' },
    changed: { type: 'upload', name: 'Bike computer' },
    refused: { type: 'carrier pigeon' },
    members,
  });
  const connections = answers.map(({ connection }) => connection);
  const id = sameId(connections);
  assert.notEqual(theirs.connection.id, id);
  assert.deepEqual(
    (await listOf(owner)).map((one) => one.id),
    [id],
  );
  const statusOf = async (connection: Connection) =>
    (await send(`${addressOf(connection)}run.gpx`, gpx('2026-05-04T06:00:00Z', { points: 30 }))).status;
  const latest = connections.at(-1)!;
  for (const one of connections)
    assert.equal(await statusOf(one), one.upload_url === latest.upload_url ? 201 : 404);
  const renewed = (await repeat()).body.connection;
  assert.deepEqual([await statusOf(latest), await statusOf(renewed)], [404, 201]);
  assert.equal((await as(api, owner)('DELETE', `/remoteconnection/${renewed.id}/`)).status, 204);
  assert.equal((await repeat()).status, 404);
  assert.deepEqual(await listOf(owner), []);
});
