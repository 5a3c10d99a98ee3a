import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import test, { after } from 'node:test';
import { SERVICE_BASES, type WorkoutBulkResult } from '@waymark/api-contract';
import { sql } from 'kysely';
import { memberRows } from '../../../account/data-export/member-rows.ts';
import { recomputeRedactions } from '../../privacy/redaction/recompute-redactions.ts';
import { startTestApi } from '../../../testing/api.ts';
import { as, log } from '../testing.ts';

const MB = 1_000_000;
const WORKOUTS = 12;

let fromDatabase = 0;
/** In front of the database: counts what it answers. */
const counter = createServer();
const api = await startTestApi({
  async through(address) {
    const url = new URL(address);
    const { port: databasePort, hostname } = url;
    counter.on('connection', (client) => {
      const upstream = connect(Number(databasePort || 5432), hostname);
      for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
      upstream.on('data', (bytes) => (fromDatabase += bytes.length));
      client.pipe(upstream).pipe(client);
    });
    counter.listen(0, '127.0.0.1');
    await once(counter, 'listening');
    const { port } = counter.address() as AddressInfo;
    return Object.assign(url, { hostname: '127.0.0.1', port: String(port) }).href;
  },
});
after(async () => {
  await api.stop();
  counter.close();
});
const { db } = api.context;

/** Workouts with laps of a megabyte each, as files with as many laps as they may have make them. */
async function withLongLaps() {
  const member = await api.signUp();
  const call = as(api, member);
  const ids: number[] = [];
  for (let i = 0; i < WORKOUTS; i++)
    ids.push((await log(call, { start_datetime: `2026-05-01T0${i % 10}:1${i % 6}:00Z` })).id);
  await sql`
    update workouts set laps = (
      select jsonb_agg(jsonb_build_object('index', i, 'start', i, 'note', repeat(md5(i::text), 10)))
      from generate_series(1, 3000) i)
    where user_id = ${member.userId}`.execute(db);
  return { member, call, ids };
}

/** Megabytes that the database sends while something is done. */
async function readDuring(work: () => Promise<unknown>): Promise<number> {
  const before = fromDatabase;
  await work();
  return (fromDatabase - before) / MB;
}

test('[WORK-05] many workouts change without their laps: files with thousands of laps would fill the memory', async () => {
  const { call, ids } = await withLongLaps();
  const read = await readDuring(async () => {
    const changes = [{ ids, privacy: 3, activity_type_id: 11 }];
    const { status, body, text } = await call<WorkoutBulkResult>('POST', '/workout/bulk/', { changes });
    assert.equal(status, 200, text);
    assert.equal(body.changed, WORKOUTS);
  });
  assert.ok(read < 1, `${read} MB`);
});

test('so are the redactions of many workouts made', async () => {
  const { member, ids } = await withLongLaps();
  const zone = { name: 'Home', lat: 52.2, lng: 21.01, radius: 300 };
  const made = await api.call('POST', `${SERVICE_BASES.main}/privacy_zones/`, {
    token: member.token,
    body: zone,
  });
  assert.equal(made.status, 201, made.text);
  await sql`
    insert into stale_redactions (user_id, workout_id, mark)
    select ${member.userId}, id, 1 from unnest(${ids}::bigint[]) id
    on conflict do nothing`.execute(db);
  const read = await readDuring(() => recomputeRedactions(db, member.userId, WORKOUTS));
  assert.ok(read < 1, `${read} MB`);
});

test('[ACCT-05] an archive of one’s own data reads few long rows at a time', async () => {
  const { member } = await withLongLaps();
  let rows = 0;
  for await (const piece of memberRows(db, 'workouts', member.userId)) {
    const lines = piece.split('\n').length - 1;
    assert.ok(lines <= 8, `${lines} rows at once`);
    rows += lines;
  }
  assert.equal(rows, WORKOUTS);
});
