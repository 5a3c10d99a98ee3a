import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Connection, ConnectionType, ErrorBody, Workout } from '@waymark/api-contract';
import { gpx, importAll, settled } from '../imports/testing/import-files.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as } from '../workouts/testing.ts';
import { CLIENT, NOTICE_SECRET, polarNotice, startStandIn, wahooNotice } from './stand-in.test-helper.ts';
import { fileOf } from './connectors/connector.ts';
import { keepRefs, sweepConnections } from './synchronise.ts';

const service = await startStandIn();
const configured = { ...CLIENT, notice_secret: NOTICE_SECRET, origin: service.origin };
const api = await startTestApi({
  env: {
    CONNECTED_SERVICES: JSON.stringify([
      { type: 'polar', ...configured },
      { type: 'wahoo', ...configured },
    ]),
  },
});
after(async () => {
  await api.stop();
  service.stop();
});

const NOTICES = '/services/main/v7.1/remoteconnection_notice';
const db = api.context.db;
/** FIT files as a watch writes them. */
const fits: Uint8Array[] = [];
const donor = await api.signUp();
await importAll(
  as(api, donor),
  [1, 2, 3].map((day) => [`${day}.gpx`, gpx(`2026-05-0${day}T06:00:00Z`, { points: 40 })] as const),
);
const { body: runs } = await as(api, donor)<{ _embedded: { workouts: Workout[] } }>('GET', '/workout/');
for (const { _links: links } of runs._embedded.workouts) {
  const answer = await fetch(
    `${api.url}/services/main/v7.1/workout/${links.self![0]!.id}/export/?format=fit`,
    {
      headers: { authorization: `Bearer ${donor.token}` },
    },
  );
  assert.equal(answer.status, 200);
  fits.push(new Uint8Array(await answer.arrayBuffer()));
}

let users = 100;
/** A member of the service, with workouts there. */
function newUser(refs: readonly string[] = []): number {
  const user = ++users;
  for (const [i, ref] of refs.entries()) service.files.set(`${user}/${ref}`, fits[i % fits.length]!);
  service.user = user;
  return user;
}

/** Goes to the service and comes back with what it says. */
async function agree(member: TestMember, type: string): Promise<{ state: string; code: string }> {
  const { status, body } = await as(api, member)<{ authorization_url: string; connection: null }>(
    'POST',
    '/remoteconnection/',
    { type },
  );
  assert.deepEqual([status, body.connection], [201, null]);
  const back = await fetch(body.authorization_url, { redirect: 'manual' });
  const to = new URL(back.headers.get('location') ?? '');
  assert.equal(to.pathname, '/account/connected_apps');
  return { state: to.searchParams.get('state') ?? '', code: to.searchParams.get('code') ?? '' };
}

async function connect(member: TestMember, type: string): Promise<Connection> {
  const answer = await as(api, member)<Connection>(
    'POST',
    '/remoteconnection/finish/',
    await agree(member, type),
  );
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const connectionOf = async (member: TestMember, { id }: Connection) =>
  (await as(api, member)<Connection>('GET', `/remoteconnection/${id}/`)).body;
const received = (member: TestMember, connection: Connection, count: number) =>
  until(`${count} workouts came`, async () => {
    await sweepConnections(api.context);
    const now = await connectionOf(member, connection);
    return now.workouts_received === count ? now : null;
  });
const endedOf = (accountRef: string) =>
  db.selectFrom('ended_connections').select('id').where('account_ref', '=', accountRef).execute();
/** Waits until nothing of a connection is under way. */
const settledWork = ({ userId }: TestMember, { id }: Connection) =>
  until(
    'its work is done',
    async () => !(await api.context.jobs.isPending('synchronise-connection', { userId, connectionId: id })),
  );
const filesOf = async (member: TestMember) =>
  (await settled(as(api, member))).map(({ file_name: name, state }) => `${name} ${state}`).toSorted();
const makeDue = async (connection: Connection) => {
  const past = new Date(0);
  await db
    .updateTable('connection_files')
    .set({ next_at: past })
    .where('connection_id', '=', connection.id)
    .execute();
  await db
    .updateTable('connections')
    .set({ next_at: past, listed_at: past })
    .where('id', '=', connection.id)
    .execute();
};

test('[ACCT-03] Polar: what is there comes in, then each workout that a signed notice names, once', async () => {
  const member = await api.signUp();
  const types = await as(api, member)<{ _embedded: { remote_connection_types: ConnectionType[] } }>(
    'GET',
    '/remoteconnectiontype/',
  );
  assert.deepEqual(
    types.body._embedded.remote_connection_types.map(({ type, kind }) => [type, kind]),
    [
      ['polar', 'oauth'],
      ['wahoo', 'oauth'],
      ['upload', 'upload'],
    ],
  );
  const user = newUser(['aQlC83']);
  const connection = await connect(member, 'polar');
  assert.deepEqual(
    [connection.name, connection.status, connection.upload_url],
    ['Polar Flow', 'active', null],
  );
  await received(member, connection, 1);
  assert.deepEqual(await filesOf(member), ['polar-aQlC83.fit ready']);

  service.files.set(`${user}/next`, fits[1]!);
  const notice = polarNotice(user, 'next');
  const sent = await Promise.all(
    Array.from({ length: 20 }, () => api.call('POST', `${NOTICES}/polar`, notice)),
  );
  assert.ok(sent.every(({ status }) => status === 200));
  await received(member, connection, 2);
  await makeDue(connection);
  const once = (await settled(as(api, member))).filter(({ file_name: name }) => name === 'polar-next.fit');
  assert.equal(once.length, 1);
});

test('[ACCT-03] notices that are not signed with our key, or carry another token, are refused; a ping is answered', async () => {
  const member = await api.signUp();
  const user = newUser();
  const connection = await connect(member, 'polar');
  const forged = polarNotice(user, 'forged', 'another key');
  assert.equal((await api.call('POST', `${NOTICES}/polar`, forged)).status, 401);
  const { headers, body } = polarNotice(user, 'right');
  assert.equal((await api.call('POST', `${NOTICES}/polar`, { headers, body: `${body} ` })).status, 401);
  const unsigned = { headers: { 'content-type': 'application/json' }, body };
  assert.equal((await api.call('POST', `${NOTICES}/polar`, unsigned)).status, 401);
  assert.equal((await api.call('POST', `${NOTICES}/wahoo`, wahooNotice(user, 5, 'another'))).status, 401);
  for (const hostile of ['', '[]', 'null', '{"event":7}', '{"event":"EXERCISE"', '\u0000'])
    assert.equal((await api.call('POST', `${NOTICES}/wahoo`, { headers, body: hostile })).status, 400);
  assert.equal((await api.call('POST', `${NOTICES}/garmin`, { body: {} })).status, 404);
  assert.equal((await api.call('POST', `${NOTICES}/polar`, { body: { event: 'PING' } })).status, 200);
  const ofStranger = polarNotice(4711, 'unknown');
  assert.equal((await api.call('POST', `${NOTICES}/polar`, ofStranger)).status, 200);
  const kept = await db
    .selectFrom('connection_files')
    .select('ref')
    .where('connection_id', '=', connection.id)
    .execute();
  assert.deepEqual(kept, []);
});

test('[ACCT-03] Wahoo: a token that ends is renewed once, before it is used; tokens are not stored as they are', async () => {
  const member = await api.signUp();
  const user = newUser(['11']);
  const connection = await connect(member, 'wahoo');
  await received(member, connection, 1);
  const rows = JSON.stringify(await db.selectFrom('connections').selectAll().execute());
  assert.ok(!/access|refresh_token/.test(rows));
  service.files.set(`${user}/12`, fits[1]!);
  service.files.set(`${user}/13`, fits[2]!);
  await db
    .updateTable('connections')
    .set({ tokens_expire_at: new Date() })
    .where('id', '=', connection.id)
    .execute();
  const before = service.calls.filter((call) => call === 'POST /oauth/token').length;
  for (const workout of [12, 13])
    assert.equal((await api.call('POST', `${NOTICES}/wahoo`, wahooNotice(user, workout))).status, 200);
  await received(member, connection, 3);
  assert.equal(service.calls.filter((call) => call === 'POST /oauth/token').length, before + 1);
  assert.equal((await connectionOf(member, connection)).status, 'active');
});

test('[ACCT-03] a service that asks for patience or fails is asked again later; nothing is lost', async () => {
  const member = await api.signUp();
  const user = newUser();
  const connection = await connect(member, 'polar');
  await until(
    'the list was read',
    async () =>
      (
        await db
          .selectFrom('connections')
          .select('listed_at')
          .where('id', '=', connection.id)
          .executeTakeFirst()
      )?.listed_at,
  );
  // The work that read the list goes on to files: it would fetch one before the service asks for patience.
  await settledWork(member, connection);
  for (const [i, ref] of ['late', 'later'].entries()) {
    service.files.set(`${user}/${ref}`, fits[i]!);
    await keepRefs(api.context, { user_id: member.userId, id: connection.id }, [ref]);
  }
  service.failures.push({ status: 429, headers: { 'ratelimit-reset': '60, 900' } });
  assert.equal((await api.call('POST', `${NOTICES}/polar`, polarNotice(user, 'late'))).status, 200);
  const putOff = await until('it was put off', () =>
    db
      .selectFrom('connection_files')
      .selectAll()
      .where('connection_id', '=', connection.id)
      .where('tries', '=', 1)
      .executeTakeFirst(),
  );
  assert.equal(putOff.ref, 'late');
  const waits = putOff.next_at.getTime() - Date.now();
  assert.ok(waits > 800_000 && waits <= 900_000, `${waits}`);
  await until('the connection rests', async () => {
    const { next_at: at } = await db
      .selectFrom('connections')
      .select('next_at')
      .where('id', '=', connection.id)
      .executeTakeFirstOrThrow();
    return at && at.getTime() > Date.now() + 800_000;
  });
  assert.ok(!service.calls.includes('GET /v3/exercises/later/fit'), 'no other file is asked for');
  await makeDue(connection);
  await received(member, connection, 2);
});

test('[ACCT-03] a permission that was withdrawn there needs attention; connecting again goes on where it ended', async () => {
  const member = await api.signUp();
  const user = newUser(['21']);
  const connection = await connect(member, 'wahoo');
  await received(member, connection, 1);
  service.endTokens();
  service.files.set(`${user}/22`, fits[1]!);
  await makeDue(connection);
  await until('it needs attention', async () => {
    await sweepConnections(api.context);
    const { status } = await connectionOf(member, connection);
    return status === 'needs_attention';
  });
  const justNow = { listed_at: new Date() };
  await db.updateTable('connections').set(justNow).where('id', '=', connection.id).execute();
  const again = await connect(member, 'wahoo');
  assert.deepEqual([again.id, again.status], [connection.id, 'active']);
  await received(member, connection, 2);
  assert.deepEqual(await filesOf(member), ['wahoo-21.fit ready', 'wahoo-22.fit ready']);
});

test('[ACCT-03] what was refused of tokens that the member replaced meanwhile says nothing of the new ones', async () => {
  const member = await api.signUp();
  newUser(['23', '24']);
  service.onNextFile = async () => {
    await connect(member, 'wahoo');
    service.failures.push({ status: 401 });
    return undefined;
  };
  const connection = await connect(member, 'wahoo');
  await received(member, connection, 2);
  assert.equal((await connectionOf(member, connection)).status, 'active');
  assert.equal(service.failures.length, 0);
});

test('[ACCT-03] tokens that this installation cannot read any more need attention, and nothing is tried for ever', async () => {
  const member = await api.signUp();
  newUser();
  const connection = await connect(member, 'wahoo');
  const tokens = Buffer.alloc(60);
  await settledWork(member, connection);
  await db.updateTable('connections').set({ tokens }).where('id', '=', connection.id).execute();
  await db
    .insertInto('ended_connections')
    .values({ type: 'wahoo', account_ref: 'unreadable', tokens })
    .execute();
  await makeDue(connection);
  await until('it needs attention', async () => {
    await sweepConnections(api.context);
    return (await connectionOf(member, connection)).status === 'needs_attention';
  });
  await until('its end is given up', async () => (await endedOf('unreadable')).length === 0);
});

test('[ACCT-03] a member who connects again keeps the new permission when an end still waits', async () => {
  const member = await api.signUp();
  const user = newUser();
  const connection = await connect(member, 'polar');
  const { tokens } = await db
    .selectFrom('connections')
    .select('tokens')
    .where('id', '=', connection.id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('ended_connections')
    .values({ type: 'polar', account_ref: String(user), tokens: tokens! })
    .execute();
  await sweepConnections(api.context);
  await until('the end is left out', async () => (await endedOf(String(user))).length === 0);
  assert.ok(!service.calls.includes(`DELETE /v3/users/${user}`));
});

test('[ACCT-03] a planned workout comes once a notice says that it is done', async () => {
  const member = await api.signUp();
  const user = newUser();
  service.files.set(`${user}/61`, new Uint8Array());
  const connection = await connect(member, 'wahoo');
  await until('it had no file', async () => {
    const calls = service.calls.filter((call) => call === `GET /files/${user}/61`);
    return calls.length > 0;
  });
  await settledWork(member, connection);
  service.files.set(`${user}/61`, fits[0]!);
  assert.equal((await api.call('POST', `${NOTICES}/wahoo`, wahooNotice(user, 61))).status, 200);
  await received(member, connection, 1);
});

test('[ACCT-03] who disconnects while workouts come in gets none of the others', async () => {
  const member = await api.signUp();
  const user = newUser(['71', '72', '73']);
  service.onNextFile = async () => {
    const [row] = await db
      .selectFrom('connections')
      .select('id')
      .where('user_id', '=', member.userId)
      .execute();
    assert.equal((await as(api, member)('DELETE', `/remoteconnection/${row!.id}/`)).status, 204);
    return undefined;
  };
  const connection = await connect(member, 'wahoo');
  await until('the first was asked for', () => Promise.resolve(service.onNextFile === null));
  await settledWork(member, connection);
  assert.equal(service.calls.filter((call) => call.startsWith(`GET /files/${user}/`)).length, 1);
  assert.ok((await filesOf(member)).length <= 1);
});

test('[ACCT-03] a file that its host refuses is tried again, and the permission stays', async () => {
  const member = await api.signUp();
  newUser(['81']);
  service.onNextFile = () => Promise.resolve(403);
  const connection = await connect(member, 'wahoo');
  await until('it was put off', () =>
    db
      .selectFrom('connection_files')
      .selectAll()
      .where('connection_id', '=', connection.id)
      .where('tries', '=', 1)
      .executeTakeFirst(),
  );
  await settledWork(member, connection);
  assert.equal((await connectionOf(member, connection)).status, 'active');
  await makeDue(connection);
  await received(member, connection, 1);
});

test('[ACCT-03] a file that breaks off after its reader left does not end the process', async () => {
  let breakOff!: (error: Error) => void;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      breakOff = (error) => controller.error(error);
    },
  });
  const file = fileOf(body);
  file.resume();
  breakOff(new Error('the service went away'));
  await new Promise<void>((resolve) => {
    file.on('close', resolve);
  });
});

test('[ACCT-03] disconnecting ends the permission there too, after a renewal where it takes one; workouts stay', async () => {
  const member = await api.signUp();
  const polarUser = newUser(['p1']);
  const polar = await connect(member, 'polar');
  newUser();
  const wahoo = await connect(member, 'wahoo');
  await received(member, polar, 1);
  for (const { id } of [polar, wahoo])
    assert.equal((await as(api, member)('DELETE', `/remoteconnection/${id}/`)).status, 204);
  await sweepConnections(api.context);
  await until('both are ended', async () => {
    const left = await db.selectFrom('ended_connections').select('id').execute();
    return left.length === 0;
  });
  assert.ok(service.calls.includes(`DELETE /v3/users/${polarUser}`));
  assert.ok(service.calls.includes('DELETE /v1/permissions'));
  assert.deepEqual(await filesOf(member), ['polar-p1.fit ready']);
  const late = await api.call('POST', `${NOTICES}/polar`, polarNotice(polarUser, 'p2'));
  assert.equal(late.status, 200);
  assert.deepEqual(await filesOf(member), ['polar-p1.fit ready']);
});

test('[ACCT-03] what comes back counts for the member who began, once, and not after a no', async () => {
  const [member, other] = [await api.signUp(), await api.signUp()];
  const finish = (who: TestMember, body: object) =>
    as(api, who)<ErrorBody>('POST', '/remoteconnection/finish/', body);
  newUser();
  const back = await agree(member, 'wahoo');
  const foreign = await finish(other, back);
  assert.deepEqual([foreign.status, foreign.body.error], [400, 'connection_state_invalid']);
  const forged = await finish(member, { ...back, state: `${back.state.slice(0, -4)}AAAA` });
  assert.equal(forged.body.error, 'connection_state_invalid');
  const denied = await finish(member, { state: back.state, error: 'access_denied' });
  assert.deepEqual([denied.status, denied.body.error], [400, 'connection_denied']);
  const wrong = await finish(member, { ...back, code: 'guessed' });
  assert.deepEqual([wrong.status, wrong.body.error], [400, 'connection_failed']);
  service.failures.push({ status: 503 });
  const away = await finish(member, back);
  assert.deepEqual([away.status, away.body.error], [502, 'connection_failed']);
  assert.equal((await finish(member, back)).status, 200);
  const twice = await finish(member, back);
  assert.equal(twice.body.error, 'connection_failed');
  const taken = await finish(other, await agree(other, 'wahoo'));
  assert.deepEqual([taken.status, taken.body.error], [409, 'connection_taken']);
});

test('[ACCT-03] an odd answer of the token address says nothing of the permission; a week of them needs the member', async () => {
  const member = await api.signUp();
  newUser(['51']);
  const connection = await connect(member, 'wahoo');
  await received(member, connection, 1);
  const endTokens = async (daysAgo: number) => {
    const at = new Date(Date.now() - daysAgo * 86_400_000);
    await settledWork(member, connection);
    await db
      .updateTable('connections')
      .set({ tokens_expire_at: at })
      .where('id', '=', connection.id)
      .execute();
    await makeDue(connection);
  };
  // A page of maintenance, and one that doubts this installation's own secret.
  for (const status of [200, 401]) {
    await endTokens(1);
    service.failures.push({ status });
    await sweepConnections(api.context);
    await until('it was asked', () => Promise.resolve(service.failures.length === 0));
    await settledWork(member, connection);
    assert.equal((await connectionOf(member, connection)).status, 'active', String(status));
  }
  await endTokens(8);
  service.failures.push({ status: 401 });
  await sweepConnections(api.context);
  await until(
    'it needs attention',
    async () => (await connectionOf(member, connection)).status === 'needs_attention',
  );
});

test('[ACCT-03] a full storage gives up no file: the connection waits, says so, and goes on once there is room', async () => {
  const member = await api.signUp();
  const user = newUser(['61']);
  const connection = await connect(member, 'wahoo');
  await received(member, connection, 1);
  service.files.set(`${user}/62`, fits[1]!);
  await settledWork(member, connection);
  const { MEMBER_STORAGE_GB } = api.context.env;
  Object.assign(api.context.env, { MEMBER_STORAGE_GB: 1e-9 });
  try {
    await makeDue(connection);
    await until('it waits', async () => {
      await sweepConnections(api.context);
      return (await connectionOf(member, connection)).waits_for_room;
    });
    await settledWork(member, connection);
    const waiting = await db
      .selectFrom('connection_files')
      .select(['tries', 'done_at'])
      .where('connection_id', '=', connection.id)
      .where('ref', '=', '62')
      .execute();
    assert.deepEqual(waiting, [{ tries: 0, done_at: null }]);
  } finally {
    Object.assign(api.context.env, { MEMBER_STORAGE_GB });
  }
  await makeDue(connection);
  await received(member, connection, 2);
  assert.equal((await connectionOf(member, connection)).waits_for_room, false);
});

test('[ACCT-03] a file that is larger than the room that is left waits for an hour, and is not fetched again and again', async () => {
  const member = await api.signUp();
  const user = newUser(['71']);
  const connection = await connect(member, 'wahoo');
  await received(member, connection, 1);
  service.files.set(`${user}/72`, fits[1]!);
  await settledWork(member, connection);
  const { MEMBER_STORAGE_GB } = api.context.env;
  Object.assign(api.context.env, { MEMBER_STORAGE_GB: (fits[0]!.length + 100) / 1024 ** 3 });
  try {
    await makeDue(connection);
    await until('it waits', async () => {
      await sweepConnections(api.context);
      return (await connectionOf(member, connection)).waits_for_room;
    });
    await settledWork(member, connection);
    const { next_at: nextAt } = await db
      .selectFrom('connections')
      .select('next_at')
      .where('id', '=', connection.id)
      .executeTakeFirstOrThrow();
    assert.ok(nextAt!.getTime() > Date.now() + 30 * 60_000, String(nextAt));
  } finally {
    Object.assign(api.context.env, { MEMBER_STORAGE_GB });
  }
});

test('[ACCT-03] files are fetched from the hosts of the service only', async () => {
  const member = await api.signUp();
  const user = newUser(['31']);
  const elsewhere = await startStandIn();
  elsewhere.files.set(`${user}/31`, fits[0]!);
  service.fileOrigin = elsewhere.origin;
  const connection = await connect(member, 'wahoo');
  await until('it was put off', () =>
    db
      .selectFrom('connection_files')
      .selectAll()
      .where('connection_id', '=', connection.id)
      .where('tries', '=', 1)
      .executeTakeFirst(),
  );
  const reached = elsewhere.calls.length;
  service.fileOrigin = null;
  elsewhere.stop();
  assert.equal(reached, 0);
});

test('[ACCT-04] with an account its permissions at connected services end', async () => {
  const member = await api.signUp();
  const user = newUser();
  await connect(member, 'polar');
  await db
    .transaction()
    .execute((trx) => api.context.publish(trx, 'memberErased', { userId: member.userId }));
  await sweepConnections(api.context);
  await until('it is ended there', () => Promise.resolve(service.calls.includes(`DELETE /v3/users/${user}`)));
});
