import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Dashboard, ErrorBody, LifetimeStats } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { runAt, storeMany } from '../stats/testing.ts';
import { as, log } from './testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

test('[WORK-01] weeks, months, calendar and streak count by the local day of each workout', async (t) => {
  // Wednesday, 13 May 2026, half past midnight in Warsaw: still Tuesday in UTC.
  t.mock.method(api.context, 'now', () => new Date('2026-05-12T22:30:00Z'));
  const mine = as(api, await api.signUp({ time_zone: 'Europe/Warsaw' }));
  const at = (start_datetime: string, distance: number, start_locale_timezone = 'Europe/Warsaw') =>
    log(mine, { start_datetime, distance, start_locale_timezone, duration: 1800, energy: 1000 });
  await at('2026-05-12T18:00:00Z', 5000);
  // 1 May in Los Angeles, 2 May in Warsaw.
  await at('2026-05-02T02:00:00Z', 7000, 'America/Los_Angeles');
  await at('2026-05-05T08:00:00Z', 3000);
  await at('2026-04-30T08:00:00Z', 2000);
  await at('2026-04-14T08:00:00Z', 1000);
  const board = (await mine<Dashboard>('GET', '/dashboard/')).body;
  assert.equal(board.today, '2026-05-13');
  assert.equal(board.month, '2026-05');
  assert.equal(board.week.from, '2026-05-11');
  assert.deepEqual(board.week.this, { count: 1, distance: 5000, duration: 1800, energy: 1000, ascent: 0 });
  assert.deepEqual([board.week.last.count, board.week.last.distance], [1, 3000]);
  assert.deepEqual([board.month_totals.count, board.month_totals.distance], [3, 15_000]);
  assert.equal(board.lifetime.distance, 18_000);
  assert.equal(board.streak_weeks, 3);
  assert.deepEqual(
    board.calendar.map(({ day, distance }) => [day, distance]),
    [
      ['2026-04-30', 2000],
      ['2026-05-01', 7000],
      ['2026-05-05', 3000],
      ['2026-05-12', 5000],
    ],
  );
  assert.deepEqual(
    board.recent.map(({ aggregates }) => aggregates.distance_total),
    [5000, 3000, 7000, 2000, 1000],
  );
  const april = (await mine<Dashboard>('GET', '/dashboard/?month=2026-04&week_start=0')).body;
  assert.deepEqual([april.month_totals.count, april.week.from], [2, '2026-05-10']);
});

test('[WORK-01] [WORK-07] weeks begin on the day of the reader’s own settings', async (t) => {
  // A Wednesday.
  t.mock.method(api.context, 'now', () => new Date('2026-05-13T12:00:00Z'));
  const owner = await api.signUp({ time_zone: 'UTC' });
  const mine = as(api, owner);
  await log(mine, { start_datetime: '2026-05-12T08:00:00Z', duration: 60, privacy: 3 });
  const weekOf = async (call: typeof mine, query = '') => {
    const { week, week_start } = (await call<Dashboard>('GET', `/dashboard/${query}`)).body;
    return [week_start, week.from];
  };
  const set = (body: object) => mine('PUT', `/user/${owner.userId}/`, body);
  await set({ first_day_of_week: 0 });
  assert.deepEqual(await weekOf(mine), [0, '2026-05-10']);
  await set({ first_day_of_week: 6 });
  assert.deepEqual(await weekOf(mine), [6, '2026-05-09']);
  const lifetime = await mine<LifetimeStats>('GET', `/user_stats/${owner.userId}/lifetime/`);
  assert.equal(lifetime.body.week_start, 6);
  const reader = await api.signUp();
  const others = as(api, reader);
  await others('PUT', `/user/${reader.userId}/`, { first_day_of_week: 1 });
  assert.deepEqual(await weekOf(others, `?user=${owner.userId}`), [1, '2026-05-11']);
  assert.deepEqual(await weekOf(as(api, null), `?user=${owner.userId}`), [1, '2026-05-11']);
});

test('[WORK-01] a first-run member has an empty dashboard, and nobody has none', async () => {
  const mine = as(api, await api.signUp());
  const board = (await mine<Dashboard>('GET', '/dashboard/')).body;
  assert.deepEqual([board.recent, board.calendar, board.streak_weeks, board.lifetime.count], [[], [], 0, 0]);
  assert.equal((await as(api, null)('GET', '/dashboard/')).status, 401);
  assert.equal((await mine('GET', '/dashboard/?user=42')).status, 404);
  assert.equal((await mine('GET', '/dashboard/?month=2026-13')).status, 400);
});

test('[WORK-01] months, days and activity types beyond any calendar or list are refused with a sentence', async () => {
  const member = await api.signUp();
  const mine = as(api, member);
  const stats = `/user_stats/${member.userId}`;
  const refused: [path: string, field: string][] = [
    ...['0000-01', '0050-06', '1899-12', '9999-12'].map((month): [string, string] => [
      `/dashboard/?month=${month}`,
      'month',
    ]),
    [`${stats}/heat_map/?from=0000-01-01`, 'from'],
    [`${stats}/heat_map/?to=9999-12-31`, 'to'],
    [`${stats}/?period=year&date=0000-01-01`, 'date'],
    [`${stats}/curves/?activity_group=run&from=0000-01-01`, 'from'],
    [`${stats}/training_load/?to=0000-01-01`, 'to'],
    [`/workout/?activity_type=3000000000`, 'activity_type'],
    [`/workout/calculate/calories/?activity_type=3000000000&duration=60`, 'activity_type'],
    [`/route/?user=${member.userId}&activity_type=2147483648`, 'activity_type'],
    ['/route/?close_to_location=52,13&activity_type=100000000000', 'activity_type'],
  ];
  for (const [path, field] of refused) {
    const { status, body } = await mine<ErrorBody>('GET', path);
    assert.deepEqual([path, status, body.error], [path, 400, 'validation_error']);
    assert.match(body.diagnostics![field]![0]!, /^Choose an? (month|day|activity type) .*\.$/, path);
  }
  for (const path of [
    '/dashboard/?month=1900-01',
    '/dashboard/?month=2199-12',
    `${stats}/heat_map/?from=1900-01-01`,
  ])
    assert.equal((await mine('GET', path)).status, 200, path);
});

test('[WORK-01] the dashboard of a member with 10,000 workouts takes under 50 ms', async () => {
  const member = await api.signUp();
  const mine = as(api, member);
  await log(mine);
  const now = Date.now();
  await storeMany(
    api.context,
    member.userId,
    Array.from({ length: 10_000 }, (_, i) =>
      runAt(member.userId, api.context.newId(), new Date(now - i * 12 * 3_600_000)),
    ),
  );
  await mine('GET', '/dashboard/');
  const times: number[] = [];
  for (let round = 0; round < 15; round++) {
    const start = performance.now();
    const board = await mine<Dashboard>('GET', '/dashboard/');
    times.push(performance.now() - start);
    assert.equal(board.body.lifetime.count, 10_001);
  }
  const median = times.toSorted((a, b) => a - b)[7]!;
  assert.ok(median < 50, `median ${median.toFixed(1)} ms`);
});
