import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { startTestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as, RUN } from '../../training/workouts/testing.ts';
import { acquireMemberLock } from '../../members/member-lock.ts';
import { CallerConnections, withConnectionsOf } from './caller-connections.ts';

test('a caller’s calls have so many connections and the next one waits; a call that has one gets further ones', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const connections = new CallerConnections({ maxPerCaller: 2, timeoutMs: 1500 });
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, times = 1) =>
    withConnectionsOf('member 1', async () => {
      const release: (() => void)[] = [];
      for (let i = 0; i < times; i++) release.push(await connections.acquire());
      order.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      for (const one of release) one();
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await turn();
  };
  const calls = [begin('first', 3), begin('second'), begin('third')];
  await turn();
  await withConnectionsOf('member 2', async () => (await connections.acquire())());
  (await connections.acquire())();
  await withConnectionsOf(null, async () => (await connections.acquire())());
  assert.deepEqual(order.toSorted(), ['first', 'second']);
  await end('second');
  assert.equal(order.length, 2, 'the other call has three connections');
  await end('first');
  assert.equal(order[2], 'third');
  const fourth = begin('fourth');
  const late = assert.rejects(begin('late'), { name: 'DatabaseUnavailable', reason: 'timeout' });
  await turn();
  t.mock.timers.tick(1500);
  await late;
  await end('third');
  await end('fourth');
  await Promise.all([...calls, fourth]);
});

test('[DATA-03] a member whose changes wait for each other takes the connections from nobody else', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const [hostile, other] = [await api.signUp(), await api.signUp()];
  const { db } = api.context;
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]!.n;
  };
  let changes: Promise<number[]> | undefined;
  await db.transaction().execute(async (trx) => {
    await acquireMemberLock(trx, hostile.userId);
    const change = async () => (await as(api, hostile)('POST', '/workout/', RUN)).status;
    changes = Promise.all(Array.from({ length: 16 }, change));
    await until('changes wait for the lock', async () => (await count()) >= 2);
    const reads = await Promise.all(Array.from({ length: 10 }, () => as(api, other)('GET', '/workout/')));
    assert.deepEqual(new Set(reads.map(({ status }) => status)), new Set([200]));
    assert.equal((await as(api, other)('POST', '/workout/', RUN)).status, 201);
    assert.equal(await count(), 2, 'the others wait without a connection');
  });
  assert.deepEqual(new Set(await changes), new Set([201]));
});
