import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { CLIENT_EVENTS_MAX_BYTES, type ErrorBody } from '@waymark/api-contract';
import { ID_EPOCH } from '../../kernel/database/ids.ts';
import { startTestApi } from '../../testing/api.ts';
import { purgeClientEvents } from './client-events.ts';

const api = await startTestApi({ env: { RATE_LIMITS: 'true', CLIENT_EVENTS_DAYS: '30' } });
after(() => api.stop());

/** A page in the US, where statistics are allowed until somebody refuses them. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'accept-language': 'en-US' };
let addresses = 0;
const report = (body: unknown, headers: Record<string, string> = {}) =>
  api.call<ErrorBody>('POST', '/auth/client-events', { body, headers: { ...OWN_PAGE, ...headers } });
const newAddress = () => ({ 'x-forwarded-for': `203.0.113.${++addresses}` });
const countRows = async () =>
  (await api.context.db.selectFrom('client_events').select('id').execute()).length;
const EVENT = { name: 'page_view', properties: { page: '/dashboard' } };

test('[DATA-05] client events are stored, also those of a beacon and of a lapsed session', async () => {
  const member = await api.signUp({ country: 'US' });
  const event = {
    name: 'page_view',
    properties: { remote: 'mfe-workouts', version: '0.1.0+abc', path: '/dashboard' },
  };
  const send = (body: unknown, extra: object = {}) =>
    api.call('POST', '/auth/client-events', { body, headers: OWN_PAGE, ...extra });
  const mine = await send(
    { events: [event, { name: 'web_vital' }], device_id: 'd1' },
    { token: member.token },
  );
  assert.equal(mine.status, 202);
  const beacon = await send(JSON.stringify({ event, device_id: 'd2', 'uacf-id': '7' }), {
    headers: { ...OWN_PAGE, 'content-type': 'text/plain;charset=UTF-8' },
  });
  assert.equal(beacon.status, 202);
  assert.equal((await send({ event }, { token: 'lapsed' })).status, 202);
  const rows = await api.context.db.selectFrom('client_events').selectAll().orderBy('id').execute();
  assert.deepEqual(
    rows.map((row) => [row.name, row.user_id, row.device_id, row.remote, row.version]),
    [
      ['page_view', member.userId, 'd1', 'mfe-workouts', '0.1.0+abc'],
      ['web_vital', member.userId, 'd1', null, null],
      ['page_view', null, 'd2', 'mfe-workouts', '0.1.0+abc'],
      ['page_view', null, null, 'mfe-workouts', '0.1.0+abc'],
    ],
  );
  assert.equal(rows[0]?.properties['path'], '/dashboard');
  assert.equal((await send({ event: { name: 'Not A Name' } })).status, 400);
});

/** The events that the calls of a test store: name, member and device of each. */
async function storedBy(work: () => Promise<unknown>): Promise<unknown[][]> {
  const { db } = api.context;
  await db.deleteFrom('client_events').execute();
  await work();
  const rows = await db.selectFrom('client_events').selectAll().orderBy('id').execute();
  return rows.map(({ name, user_id, device_id }) => [name, user_id, device_id]);
}
const REPORT = { events: [EVENT, { name: 'error' }], device_id: 'a-device', 'uacf-id': '7' };

test('[DATA-05] [PRIV-02] without the consent for statistics only errors are stored, with neither member nor device, whatever the browser sends', async () => {
  const anonymous = [['error', null, null]];
  const german = { ...newAddress(), 'accept-language': 'de-DE' };
  assert.deepEqual(await storedBy(() => report(REPORT, german)), anonymous, 'before any answer');
  const gpc = { ...newAddress(), 'sec-gpc': '1' };
  assert.deepEqual(await storedBy(() => report(REPORT, gpc)), anonymous, 'with the signal of the browser');

  const answer = (choice: string, { token, cookie = '' }: { token?: string; cookie?: string }) =>
    api.call('POST', '/auth/update-consents', {
      headers: { ...german, cookie },
      ...(token && { token }),
      body: {
        matrix_id: 'EU1',
        matrix_version: 2,
        choices: { analytics: choice },
        locale: 'de',
        screen: 'test',
        country: 'DE',
      },
    });
  const accepted = await answer('accepted', {});
  const cookie = accepted.headers.getSetCookie()[0]!.split(';')[0]!;
  const visitor = () => report(REPORT, { ...german, cookie });
  assert.deepEqual(await storedBy(visitor), [
    ['page_view', null, 'a-device'],
    ['error', null, 'a-device'],
  ]);
  await answer('declined', { cookie });
  assert.deepEqual(await storedBy(visitor), anonymous, 'after a withdrawal');

  const { token, userId } = await api.signUp();
  const member = () =>
    api.call('POST', '/auth/client-events', {
      body: REPORT,
      headers: { ...OWN_PAGE, ...newAddress() },
      token,
    });
  assert.deepEqual(await storedBy(member), anonymous);
  await answer('accepted', { token });
  assert.deepEqual(await storedBy(member), [
    ['page_view', userId, 'a-device'],
    ['error', userId, 'a-device'],
  ]);
  await answer('declined', { token });
  assert.deepEqual(await storedBy(member), anonymous);
});

test('[DATA-05] events of pages of other sites are refused', async () => {
  const before = await countRows();
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'waymark' },
    { 'sec-fetch-site': '' },
  ] as Record<string, string>[]) {
    const { status, body } = await report({ event: EVENT }, headers);
    assert.deepEqual([status, body.error], [403, 'cross_site'], JSON.stringify(headers));
  }
  const { SITE_URL } = api.context.env;
  assert.equal((await report({ event: EVENT }, { 'sec-fetch-site': '', origin: SITE_URL })).status, 202);
  assert.equal(await countRows(), before + 1);
});

test('[DATA-05] a body beyond the limit of the contract is refused', async () => {
  const from = newAddress();
  const events = Array.from({ length: 40 }, () => ({
    name: 'error',
    properties: { stack: 'x'.repeat(1900) },
  }));
  assert.ok(JSON.stringify({ events }).length > CLIENT_EVENTS_MAX_BYTES);
  const { status, body } = await report({ events }, from);
  assert.deepEqual([status, body.error], [413, 'too_large']);
  const properties = Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`p${i}`, i]));
  assert.equal((await report({ event: { name: 'error', properties } }, from)).status, 400);
});

test('[DATA-05] a body that is nested too deep to be measured is refused as any other that is no report', async () => {
  for (const properties of [
    '['.repeat(25_000) + ']'.repeat(25_000),
    '{"a":'.repeat(9000) + '1' + '}'.repeat(9000),
  ]) {
    const body = `{"event":{"name":"page_view","properties":${properties}}}`;
    const { status } = await report(body, { ...newAddress(), 'content-type': 'application/json' });
    assert.equal(status, 400);
  }
});

test('[DATA-05] each device has a budget of calls and of bytes, and so has an address with all its devices', async () => {
  const from = newAddress();
  const send = (device_id: string, events: unknown[] = [EVENT]) => report({ events, device_id }, from);
  for (let call = 0; call < 60; call++) assert.equal((await send('first')).status, 202);
  const before = await countRows();
  const refused = await send('first');
  assert.deepEqual([refused.status, refused.body.error], [429, 'too_many_requests']);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal(await countRows(), before);
  assert.equal((await send('second')).status, 202);

  const properties = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, 'x'.repeat(1990)]));
  const large = [{ name: 'error', properties }];
  const statuses: number[] = [];
  for (let call = 0; call < 40; call++) statuses.push((await send('third', large)).status);
  assert.ok(statuses.lastIndexOf(202) > 25 && statuses.lastIndexOf(202) < 36, statuses.join(' '));
  const rows = await countRows();
  // New names of devices do not help an address.
  for (let call = 0; call < 200; call++) await send(`other ${call}`, large);
  const stored = (await countRows()) - rows;
  assert.ok(stored < 5 * 36, `${stored} events`);
  assert.equal((await report({ event: EVENT, device_id: 'third' }, newAddress())).status, 202);
});

test('[DATA-05] the daily job deletes events that are older than the configured days, in batches', async () => {
  const { db } = api.context;
  await db.deleteFrom('client_events').execute();
  const now = new Date(ID_EPOCH + 400 * 86_400_000);
  const idOf = (ageDays: number, n: number) =>
    (now.getTime() - ageDays * 86_400_000 - ID_EPOCH) * 32 * 128 + n;
  const rows = [31, 29].flatMap((age) =>
    Array.from({ length: age === 31 ? 12_000 : 10 }, (_, n) => ({
      id: idOf(age, n),
      name: `age_${age}`,
      at: now,
      received_at: now,
      properties: '{}',
    })),
  );
  for (let start = 0; start < rows.length; start += 4000)
    await db
      .insertInto('client_events')
      .values(rows.slice(start, start + 4000))
      .execute();
  await purgeClientEvents({ ...api.context, now: () => now });
  const left = await db.selectFrom('client_events').select('name').execute();
  assert.deepEqual([left.length, new Set(left.map(({ name }) => name))], [10, new Set(['age_29'])]);
});
