import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type {
  ErrorBody,
  HeatCalendar,
  LifetimeStats,
  RecordList,
  UserStats,
  Workout,
  WorkoutInput,
} from '@waymark/api-contract';
import { triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { gpx, importAll } from '../imports/testing/import-files.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As, log } from '../workouts/testing.ts';
import { partBefore } from './periods.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

interface Someone {
  id: number;
  call: As;
  /** A call of the statistics of this member, by themselves or by another. */
  stats: <T>(path: string, by?: As) => Promise<T>;
}

async function someone(timeZone = 'Europe/Warsaw'): Promise<Someone> {
  const member = await api.signUp({ time_zone: timeZone });
  const call = as(api, member);
  return {
    id: member.userId,
    call,
    stats: async <T>(path: string, by = call) => {
      const { status, body, text } = await by<T>('GET', `/user_stats/${member.userId}/${path}`);
      assert.equal(status, 200, text);
      return body;
    },
  };
}

const at = (start_datetime: string, more: Partial<WorkoutInput> = {}): Partial<WorkoutInput> => ({
  start_datetime,
  duration: 1800,
  distance: 5000,
  energy: 1_000_000,
  ...more,
});

const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' };
const year = (number: number) => ({ from: `${number}-01-01`, to: `${number}-12-31` });
const counts = (bars: UserStats['stats']) =>
  bars.flatMap(({ from, totals }) => (totals.count > 0 ? [[from, totals.count]] : []));

test('[WORK-07] a week is counted by local days, against the one before, from the day the member chose', async (t) => {
  t.mock.method(api.context, 'now', () => new Date('2026-05-15T12:00:00Z'));
  const { call, stats } = await someone();
  // Monday, 11 May, past midnight in Warsaw: Sunday in UTC.
  await log(call, at('2026-05-10T22:30:00Z', { start_locale_timezone: 'Europe/Warsaw' }));
  await log(call, at('2026-05-13T08:00:00Z', { activity_type_id: 11, distance: 30_000, duration: 3600 }));
  await log(call, at('2026-05-10T08:00:00Z'));
  const week = await stats<UserStats>('');
  assert.deepEqual(
    [week.from, week.to, week.previous_from, week.previous_to],
    ['2026-05-11', '2026-05-17', '2026-05-04', '2026-05-10'],
  );
  assert.deepEqual(counts(week.stats), [
    ['2026-05-11', 1],
    ['2026-05-13', 1],
  ]);
  assert.deepEqual([week.stats.length, week.previous_stats.length], [7, 7]);
  assert.deepEqual(counts(week.previous_stats), [['2026-05-10', 1]]);
  assert.deepEqual(week.summary_stats, {
    count: 2,
    distance: 35_000,
    duration: 5400,
    energy: 2_000_000,
    ascent: 0,
  });
  assert.deepEqual(
    week.by_activity.map(({ activity_group, totals }) => [activity_group, totals.duration]),
    [
      ['ride', 3600],
      ['run', 1800],
    ],
  );
  assert.deepEqual([week.first_day, week.last_day], ['2026-05-10', '2026-05-13']);
  const sunday = await stats<UserStats>('?week_start=0');
  assert.deepEqual([sunday.from, sunday.summary_stats.count], ['2026-05-10', 3]);
});

test('[WORK-07] what lasts is compared with as much of the span before', async (t) => {
  t.mock.method(api.context, 'now', () => new Date('2026-03-30T12:00:00Z'));
  const { call, stats } = await someone();
  for (const day of ['2026-03-23', '2026-03-24', '2026-02-28', '2026-01-02', '2025-03-30', '2025-03-31'])
    await log(call, at(`${day}T12:00:00Z`));
  const part = async (query: string) => {
    const answer = await stats<UserStats>(query);
    return [answer.previous_summary_stats.count, answer.previous_part_stats?.count ?? null];
  };
  // A Monday; February is shorter than 30 days.
  assert.deepEqual(await part('?week_start=1'), [2, 1]);
  assert.deepEqual(await part('?period=month'), [1, 1]);
  assert.deepEqual(await part('?period=year'), [2, 1]);
  assert.deepEqual(await part('?period=month&date=2026-02-10'), [1, null]);
  assert.deepEqual(
    [
      partBefore('month', { from: '2026-03-01', to: '2026-03-31' }, FEBRUARY, '2026-03-10'),
      partBefore('month', { from: '2026-03-01', to: '2026-03-31' }, FEBRUARY, '2026-03-29'),
      partBefore('year', year(2024), year(2023), '2024-02-29'),
      partBefore('year', year(2024), year(2023), '2024-12-31'),
    ].map((days) => days?.to),
    ['2026-02-10', '2026-02-28', '2023-02-28', undefined],
  );
});

test('[WORK-07] days of 25 and 23 hours, leap days and the turn of the year each count once', async (t) => {
  t.mock.method(api.context, 'now', () => new Date('2026-11-20T12:00:00Z'));
  const { call, stats } = await someone('America/New_York');
  const zone = { start_locale_timezone: 'America/New_York' };
  // 1 November 2026 has 25 hours in New York: from 04:00 to 05:00 UTC the next day.
  for (const start of ['2026-11-01T04:00:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
    await log(call, at(start, zone));
  await log(call, at('2026-11-02T04:59:00Z', zone));
  await log(call, at('2026-11-02T05:00:00Z', zone));
  const month = await stats<UserStats>('?period=month');
  assert.deepEqual([month.stats.length, month.previous_stats.length], [30, 31]);
  assert.deepEqual(counts(month.stats), [
    ['2026-11-01', 4],
    ['2026-11-02', 1],
  ]);
  await log(call, at('2024-02-29T12:00:00Z', zone));
  await log(call, at('2024-12-31T12:00:00Z', zone));
  // New Year in UTC, still the last evening in New York.
  await log(call, at('2025-01-01T03:00:00Z', zone));
  await log(call, at('2025-01-01T12:00:00Z', zone));
  const year = await stats<UserStats>('?period=year&date=2024-06-01');
  assert.deepEqual(counts(year.stats), [
    ['2024-02-01', 1],
    ['2024-12-01', 2],
  ]);
  const heat = await stats<HeatCalendar>('heat_calendar/?year=2024');
  assert.deepEqual(
    heat.days.map(({ day, count }) => [day, count]),
    [
      ['2024-02-29', 1],
      ['2024-12-31', 2],
    ],
  );
  assert.deepEqual(heat.years, [2026, 2025, 2024]);
  const life = await stats<LifetimeStats>('lifetime/');
  assert.deepEqual(life.longest_days, { length: 2, from: '2026-11-01', to: '2026-11-02' });
});

test('[WORK-08] lifetime has every year since the first, groups and rows of days and weeks', async (t) => {
  t.mock.method(api.context, 'now', () => new Date('2026-05-13T12:00:00Z'));
  const { call, stats } = await someone();
  for (const day of ['2023-12-31', '2024-01-01', '2024-01-02', '2026-05-12', '2026-05-05', '2026-05-11'])
    await log(call, at(`${day}T08:00:00Z`));
  await log(call, at('2024-01-02T10:00:00Z', { activity_type_id: 15, distance: 1000 }));
  const life = await stats<LifetimeStats>('lifetime/');
  assert.deepEqual(
    life.years.map(({ year, totals }) => [year, totals.count]),
    [
      [2026, 3],
      [2025, 0],
      [2024, 3],
      [2023, 1],
    ],
  );
  assert.deepEqual(
    life.groups.map(({ activity_group, totals }) => [activity_group, totals.count, totals.distance]),
    [
      ['run', 6, 30_000],
      ['swim', 1, 1000],
    ],
  );
  assert.deepEqual([life.totals.count, life.active_days, life.first_day], [7, 6, '2023-12-31']);
  assert.deepEqual(life.longest_days, { length: 3, from: '2023-12-31', to: '2024-01-02' });
  assert.deepEqual(life.current_days, { length: 2, from: '2026-05-11', to: '2026-05-12' });
  assert.deepEqual(life.current_weeks, { length: 2, from: '2026-05-04', to: '2026-05-17' });
  // From Wednesday on, 5 May and 11 May share a week with nothing, and 12 May ends the one before this.
  const wednesday = await stats<LifetimeStats>('lifetime/?week_start=3');
  assert.deepEqual(wednesday.current_weeks, { length: 2, from: '2026-04-29', to: '2026-05-12' });
  const swims = await stats<LifetimeStats>('lifetime/?activity_types=15');
  assert.deepEqual([swims.totals.count, swims.active_days, swims.years.length], [1, 1, 3]);
});

test('[WORK-07] an activity stands for itself and all below it', async () => {
  const { call, stats } = await someone();
  const day = '2026-03-03';
  // A road ride (below Ride), a ride, and a run.
  for (const activity_type_id of [19, 11, 16]) await log(call, at(`${day}T08:00:00Z`, { activity_type_id }));
  const count = async (types: string) =>
    (await stats<UserStats>(`?date=${day}&activity_types=${types}`)).summary_stats.count;
  const road = await count('19');
  assert.equal(road, 1);
  assert.deepEqual([await count('11'), await count('16,11'), await count('all')], [2, 3, 3]);
  assert.equal(await count('999999'), 0);
});

test('[DATA-03] others see what is public and nothing else, and nothing at all when there is none', async () => {
  const owner = await someone();
  const stranger = (await someone()).call;
  const visitor = as(api, null);
  const paths = ['', 'lifetime/', 'heat_calendar/', 'records/', 'curves/?activity_group=run'];
  for (const privacy of [0, 1, 6] as const) {
    const facts = at('2026-04-01T08:00:00Z', { privacy, distance: 42_195, heartrate_avg: 150 });
    await log(owner.call, facts);
  }
  for (const by of [stranger, visitor]) {
    for (const path of paths) {
      const refused = await by<ErrorBody>('GET', `/user_stats/${owner.id}/${path}`);
      assert.deepEqual([refused.status, refused.body.error], [404, 'not_found'], path);
    }
  }
  await log(owner.call, at('2026-04-02T08:00:00Z', { privacy: 3, distance: 10_000, heartrate_avg: 150 }));
  for (const by of [stranger, visitor]) {
    const month = await owner.stats<UserStats>('?period=month&date=2026-04-15', by);
    assert.deepEqual(month.summary_stats.count, 1);
    assert.deepEqual([month.first_day, month.last_day], ['2026-04-02', '2026-04-02']);
    const { records } = await owner.stats<RecordList>('records/', by);
    assert.deepEqual(
      records.map(({ key }) => key),
      ['longest_distance', '10km'],
      'the most energy is for its owner',
    );
    const { days } = await owner.stats<HeatCalendar>('heat_calendar/?year=2026', by);
    assert.deepEqual(
      days.map(({ day, load }) => [day, load]),
      [['2026-04-02', null]],
    );
  }
  const own = await owner.stats<HeatCalendar>('heat_calendar/?year=2026');
  assert.ok(own.days.every(({ load }) => load! > 0));
  assert.equal((await owner.stats<LifetimeStats>('lifetime/')).totals.count, 4);
  assert.equal((await stranger('GET', `/user_stats/${owner.id}/training_load/`)).status, 403);
  assert.equal((await visitor('GET', `/user_stats/${owner.id}/training_load/`)).status, 401);
});

test('[WORK-09] the fastest mean speed holds a distance, of equals the first, legs in their own sport', async () => {
  const { call, stats } = await someone();
  const keys = (list: RecordList) => list.records.map(({ key, workout }) => [key, workout.name]);
  const run = (name: string, distance: number, duration: number, day: string) =>
    log(call, at(`2026-02-${day}T08:00:00Z`, { name, distance, duration, energy: distance * 100 }));
  await run('short', 9899, 2000, '01');
  await run('slow', 10_500, 3600, '02');
  await run('second', 10_000, 2500, '04');
  await run('first', 10_000, 2500, '03');
  await run('half', 21_000, 6000, '05');
  const list = await stats<RecordList>('records/');
  assert.deepEqual(keys(list), [
    ['longest_distance', 'half'],
    ['most_energy', 'half'],
    ['10km', 'first'],
    ['half_marathon', 'half'],
  ]);
  const ten = list.records.find(({ key }) => key === '10km')!;
  assert.deepEqual([ten.value, ten.distance, ten.workout.day], [2500, 10_000, '2026-02-03']);
  await call('DELETE', `/workout/${ten.workout.id}/`);
  assert.deepEqual(keys(await stats<RecordList>('records/'))[2], ['10km', 'second']);
  await importAll(call, [['day.fit', new Uint8Array(triathlonFit(3000))]]);
  const after = await stats<RecordList>('records/');
  assert.equal(after.activity_group, 'run');
  assert.deepEqual(after.activity_groups.toSorted(), ['generic', 'ride', 'run', 'swim']);
  const swim = await stats<RecordList>('records/?activity_group=swim');
  assert.ok(swim.records.length > 0);
  assert.ok(swim.records.every(({ workout }) => workout.activity_group === 'swim'));
});

test('[WORK-09] records are those of one sport, and a fast stretch inside a longer recording counts', async () => {
  const { call, stats } = await someone();
  const records = async (group: string) =>
    (await stats<RecordList>(`records/?activity_group=${group}`)).records;
  const ride = await log(
    call,
    at('2026-03-01T08:00:00Z', { activity_type_id: 11, distance: 42_195, duration: 5000 }),
  );
  assert.deepEqual(
    (await records('ride')).map(({ key }) => key),
    ['longest_distance', 'most_energy'],
    'nobody rides a marathon',
  );
  const slow = await log(call, at('2026-03-02T08:00:00Z', { distance: 1000, duration: 900 }));
  const [imported] = (
    await importAll(call, [['long.gpx', gpx('2026-03-03T08:00:00Z', { points: 600 })]])
  ).values();
  const long = imported!.workouts[0]!;
  const fastest = (await records('run')).find(({ key }) => key === '1km')!;
  assert.deepEqual([fastest.workout.id, fastest.is_best_effort, fastest.distance], [long.id, true, 1000]);
  assert.ok(fastest.value < 900);
  const heldBy = async (id: number) => (await call<Workout>('GET', `/workout/${id}/`)).body.records;
  assert.ok((await heldBy(long.id)).includes('1km'));
  assert.deepEqual(await heldBy(slow.id), []);
  assert.deepEqual(await heldBy(ride.id), ['longest_distance', 'most_energy']);
  // A whole workout that is faster takes the record back.
  const sprint = await log(call, at('2026-03-04T08:00:00Z', { distance: 1000, duration: 140 }));
  assert.deepEqual(
    [
      (await records('run')).find(({ key }) => key === '1km')?.workout.id,
      (await heldBy(sprint.id)).includes('1km'),
    ],
    [sprint.id, true],
  );
  assert.ok(!(await heldBy(long.id)).includes('1km'));
});

test('[DATA-02] a wrong question is answered with a sentence', async () => {
  const { id, call } = await someone();
  const wrong = [
    '?period=day',
    '?date=2026-02-30',
    '?date=1700-01-01',
    '?week_start=7',
    '?activity_types=run',
    'lifetime/?activity_types=1,,2',
    'heat_calendar/?year=1600',
    'records/?activity_group=knitting',
    'curves/',
    'curves/?activity_group=run&from=2026-02-02&to=2026-02-01',
    'training_load/?from=2026-02-02&to=2026-02-01',
    'training_load/?from=1990-01-01',
    'training_load/?from=2300-01-01',
  ];
  for (const path of wrong) {
    const { status, body } = await call<ErrorBody>('GET', `/user_stats/${id}/${path}`);
    assert.equal(status, 400, path);
    const sentences = Object.values(body.diagnostics ?? {}).flat();
    assert.ok(sentences.length > 0 && sentences.every((text) => /^[A-Z].+\.$/u.test(text)), path);
  }
  assert.equal((await call('GET', '/user_stats/42/')).status, 404);
  const empty = await call<LifetimeStats>('GET', `/user_stats/${id}/lifetime/`);
  assert.deepEqual([empty.body.years, empty.body.current_weeks.length], [[], 0]);
});
