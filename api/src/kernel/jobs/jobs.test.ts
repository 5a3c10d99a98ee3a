import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../../migrations.ts';
import { createLog } from '../server/log.ts';
import { startChild } from '../../testing/child.ts';
import { testDatabase } from '../../testing/database.ts';
import { until } from '../../testing/mail.ts';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';
import { MAX_ATTEMPTS, withAttemptLimit } from './attempts.ts';
import { withUnfinishedWork } from './unfinished-work.ts';
import { createJobs, type JobOptions, type JobQueue } from './jobs.ts';

const database = await testDatabase();
const connection = connect(database.url, { max: 4, onError: () => undefined });
const { db } = connection;
after(async () => {
  await connection.close();
  await database.drop();
});
await migrate(db, migrations);
await sql`create table effects (n int primary key)`.execute(db);
await sql`create table runs (n int not null)`.execute(db);
await sql`insert into runs values (0)`.execute(db);

const queue = (node = 0, options: Partial<JobOptions> = {}): JobQueue =>
  createJobs({
    url: database.url,
    db,
    log: createLog({ LOG_LEVEL: 'fatal' }),
    node,
    drainMs: 3000,
    ...options,
  });
const OPTIONS = { concurrency: 2, retries: 3, timeoutSeconds: 30 };

test('work that a transaction queues is done when it commits, and never when it does not', async () => {
  const jobs = queue();
  const doneNames: string[] = [];
  jobs.work<{ name: string }>('within', OPTIONS, ({ name }) => Promise.resolve(void doneNames.push(name)));
  await jobs.start();
  const undone = db.transaction().execute(async (trx) => {
    await jobs.send('within', { name: 'undone' }, { trx });
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/u);
  await db.transaction().execute(async (trx) => {
    await jobs.send('within', { name: 'done' }, { trx });
    assert.equal(await jobs.isPending('within', { name: 'done' }), false);
  });
  await until('the work is done', () => Promise.resolve(doneNames.length > 0));
  await jobs.stop();
  assert.deepEqual(doneNames, ['done']);
});

test('work begins at once, and a key is queued once while it waits or runs', async () => {
  // Nobody looks at the queue in the time of this test.
  const jobs = queue(0, { pollSeconds: 600 });
  const seen: number[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  jobs.work<{ n: number }>('keyed', OPTIONS, async ({ n }) => {
    seen.push(n);
    await gate;
  });
  await jobs.start();
  await jobs.send('keyed', { n: 1 }, { key: 'a' });
  await until('the work began', () => Promise.resolve(seen.length === 1));
  await jobs.send('keyed', { n: 2 }, { key: 'a' });
  await jobs.send('keyed', { n: 3 }, { key: 'b' });
  await jobs.send('keyed', { n: 4 });
  open();
  await until('all of it is done', () => Promise.resolve(seen.length === 3));
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    [1, 3, 4],
  );
  await jobs.stop();
});

test('work is pending while it waits or runs, and neither before nor after', async () => {
  const jobs = queue();
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  jobs.work<{ n: number }>('asked-for', OPTIONS, () => gate);
  await jobs.start();
  const isPending = () => jobs.isPending('asked-for', { n: 1 });
  await jobs.send('asked-for', { n: 2, of: 'another' });
  assert.equal(await isPending(), false);
  await jobs.send('asked-for', { n: 1, of: 'this' });
  assert.equal(await isPending(), true);
  open();
  await until('it is done', async () => !(await isPending()));
  await jobs.stop();
});

test('work that is to begin later begins then, without anybody telling its worker', async () => {
  const jobs = queue(0, { pollSeconds: 0.1 });
  const begun: number[] = [];
  jobs.work('later', OPTIONS, () => {
    begun.push(performance.now());
    return Promise.resolve();
  });
  await jobs.start();
  const sent = performance.now();
  await jobs.send('later', {}, { afterSeconds: 1 });
  await until('it began', () => Promise.resolve(begun.length === 1));
  assert.ok(begun[0]! - sent >= 900, `after ${begun[0]! - sent} ms`);
  await jobs.stop();
});

test('work that fails is tried again', async () => {
  const jobs = queue();
  let attempts = 0;
  jobs.work('flaky', OPTIONS, () =>
    ++attempts < 2 ? Promise.reject(new Error('not yet')) : Promise.resolve(),
  );
  await jobs.start();
  await jobs.send('flaky', {});
  await until('the second attempt', () => Promise.resolve(attempts === 2));
  await jobs.stop();
});

test('work whose connection breaks goes on when the database is back, without using up its tries', async () => {
  const jobs = queue();
  let attempts = 0;
  jobs.work('interrupted', { ...OPTIONS, retries: 0 }, async () => {
    if (++attempts < 3) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
  });
  await jobs.start();
  await jobs.send('interrupted', {});
  await until('the third attempt', () => Promise.resolve(attempts === 3));
  await jobs.stop();
});

test('work that a lost database ended is never set aside for it', async (t) => {
  const proxy = await startTcpProxy(database.url);
  const behind = connect(proxy.url, { max: 4, onError: () => undefined });
  t.after(async () => {
    await behind.close();
    await proxy.stop();
  });
  const context = { db: behind.db, log: createLog({ LOG_LEVEL: 'fatal' }) };
  const piece = { queue: 'outages', key: '1' };
  const ask = () => sql`select 1`.execute(behind.db);
  for (let outage = 0; outage <= MAX_ATTEMPTS; outage++) {
    let fail = (): void => undefined;
    const hasFailed = new Promise<void>((resolve) => (fail = resolve));
    const attempt = withAttemptLimit(context, piece, async () => {
      await proxy.refuse();
      await ask().finally(fail);
    });
    const outcome = attempt.catch((error: Error) => error.name);
    await Promise.race([hasFailed, outcome]);
    // What asked before this has been refused as well, and the end of the attempt did.
    await assert.rejects(ask());
    await proxy.restore();
    assert.equal(await outcome, 'DatabaseUnavailable');
  }
  assert.equal(await withAttemptLimit(context, piece, () => Promise.resolve()), true);
});

const attemptsOf = async (queueName: string) => {
  const rows = await db
    .selectFrom('work_attempts')
    .select(['key', 'attempts'])
    .where('queue', '=', queueName)
    .orderBy('key')
    .execute();
  return rows.map(({ key, attempts }) => `${key} ${attempts}`);
};

test('of several pieces that a process ended with one is in hand at a time: the others do not count its end', async () => {
  const context = { db, log: createLog({ LOG_LEVEL: 'fatal' }) };
  const left = ['1', '2', '3'].map((key) => ({ queue: 'suspects', key }));
  await db
    .insertInto('work_attempts')
    .values(left.map((piece) => ({ ...piece, attempts: MAX_ATTEMPTS - 1 })))
    .execute();
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const outcomes = left.map((piece) =>
    withAttemptLimit(context, piece, async () => {
      begun.push(piece.key);
      // A part of it has attempts of its own, and does not wait for the whole.
      await withAttemptLimit(context, { queue: 'suspects', key: `${piece.key} part` }, () => gate.promise);
    }),
  );
  await until('one has begun, and its part', async () => (await attemptsOf('suspects')).length === 4);
  const [first = ''] = begun;
  assert.deepEqual(
    await attemptsOf('suspects'),
    left.flatMap(({ key }) =>
      key === first ? [`${key} ${MAX_ATTEMPTS}`, `${key} part 1`] : [`${key} ${MAX_ATTEMPTS - 1}`],
    ),
  );
  assert.deepEqual(begun, [first]);
  gate.resolve();
  assert.deepEqual(await Promise.all(outcomes), [true, true, true]);
  assert.deepEqual(await attemptsOf('suspects'), []);
});

for (const isFault of [false, true])
  test(`work in hand when its process ${isFault ? 'ends by a fault counts' : 'is told to stop does not count'} as what ended it`, async () => {
    const name = isFault ? 'faulty' : 'stopped';
    const jobs = createJobs({
      url: database.url,
      db,
      log: createLog({ LOG_LEVEL: 'fatal' }),
      node: 7,
      drainMs: 100,
    });
    const gate = Promise.withResolvers<void>();
    jobs.work(name, OPTIONS, () => gate.promise);
    await jobs.start();
    await jobs.send(name, {}, { key: 'long' });
    await until('it is in hand', async () => (await attemptsOf(name)).length === 1);
    await jobs.stop({ isFault });
    assert.deepEqual(await attemptsOf(name), isFault ? ['long 1'] : []);
    gate.resolve();
    await db.deleteFrom('job_runs').where('queue', '=', name).execute();
  });

const child = new URL('./crash-child.test-helper.ts', import.meta.url);

/** Kills a process at its work, and its successors that take it up. */
async function killDuring(n: string, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    const killed = startChild(child, [database.url, '60000', ...(kill === 0 ? [n] : [])]);
    assert.deepEqual(await killed.next(), { begin: Number(n) });
    await killed.kill();
  }
}

test('work that ended its process three times is set aside and kept, which is told, and the process does other work', async () => {
  await killDuring('13', MAX_ATTEMPTS);
  const next = startChild(child, [database.url, '5', '14']);
  assert.deepEqual(await next.next(), { setAside: 13 });
  assert.deepEqual(await next.next(), { begin: 14 });
  assert.deepEqual(await next.next(), { end: 14 });
  await until('nothing is left in hand', async () => {
    const { rows } = await sql`select 1 from job_runs`.execute(db);
    return rows.length === 0;
  });
  const kept = await withUnfinishedWork(database.url, ({ list }) => list());
  assert.deepEqual(
    kept.map(({ queue, data, reason }) => ({ queue, data, reason })),
    [{ queue: 'count', data: { n: 13 }, reason: 'It ended its process several times.' }],
  );
  await next.kill();
  assert.deepEqual((await sql`delete from effects returning n`.execute(db)).rows, [{ n: 14 }]);
  await sql`update runs set n = 0`.execute(db);
});

test('work of a process that was killed again and again goes on at the next start and takes effect once', async () => {
  await killDuring('42', MAX_ATTEMPTS - 1);
  const last = startChild(child, [database.url, '5']);
  const start = performance.now();
  assert.deepEqual(await last.next(), { begin: 42 });
  assert.deepEqual(await last.next(), { end: 42 });
  assert.ok(performance.now() - start < 10_000);
  await until('nothing is left in hand', async () => {
    const { rows } = await sql`select 1 from job_runs`.execute(db);
    return rows.length === 0;
  });
  await last.kill();
  assert.deepEqual((await sql`select n from effects`.execute(db)).rows, [{ n: 42 }]);
  assert.deepEqual((await sql`select n from runs`.execute(db)).rows, [{ n: 1 }]);
});

test('work that its successor was killed while taking up goes on at the next start', async () => {
  await killDuring('77', 1);
  await sql`update waymark_jobs.job set state = 'cancelled' where singleton_key = '77'`.execute(db);
  const next = startChild(child, [database.url, '5']);
  assert.deepEqual(await next.next(), { begin: 77 });
  assert.deepEqual(await next.next(), { end: 77 });
  await next.kill();
});

test('another process leaves what a living one has in hand alone', async () => {
  const [one, two] = [queue(1), queue(2)];
  let runs = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const handler = async () => {
    runs++;
    await gate;
  };
  one.work('held', OPTIONS, handler);
  two.work('held', OPTIONS, handler);
  await one.start();
  await one.send('held', {}, { key: 'x' });
  await until('the first has it', () => Promise.resolve(runs === 1));
  await two.start();
  await two.send('held', {}, { key: 'x' });
  open();
  await one.stop();
  await two.stop();
  assert.equal(runs, 1);
});

test('work that nothing does is refused', async () => {
  await assert.rejects(queue().send('nobody', {}), /Nothing does the work "nobody"/);
});
