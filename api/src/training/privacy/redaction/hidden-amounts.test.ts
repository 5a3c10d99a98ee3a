import assert from 'node:assert/strict';
import test from 'node:test';
import {
  SERVICE_BASES,
  type Curves,
  type Dashboard,
  type HeatCalendar,
  type LifetimeStats,
  type RecordList,
  type UserStats,
  type Workout,
  type WorkoutList,
} from '@waymark/api-contract';
import { importAll } from '../../imports/testing/import-files.ts';
import { startTestApi, type TestApi, type TestMember } from '../../../testing/api.ts';
import { as, type As } from '../../workouts/testing.ts';
import { hiddenCircle } from '../zones/hidden-circle.ts';
import { gpxOf, metersApart, offset } from '../testing.ts';
import { differences, disclosedBy } from '../disclosure-testing.ts';

const HOME = { lat: 52.5, lng: 13.4 };
const ZONE = { name: 'Home', ...HOME, radius: 500 };
const MORNING = '2026-05-01T08:00:00Z';
const DAY_MS = 86_400_000;
const BASE = SERVICE_BASES.main;

/** A member's key that moves the hidden circle far from their home, so that who finds the circle has not found it. */
function farKey(): Buffer {
  for (let n = 0; ; n++) {
    const key = Buffer.alloc(32, n);
    if (metersApart(hiddenCircle(key, ZONE), HOME) > 0.6 * ZONE.radius) return key;
  }
}

async function withZone(api: TestApi): Promise<TestMember> {
  const member = await api.signUp();
  await api.context.db
    .insertInto('privacy_zone_owners')
    .values({ user_id: member.userId, key: farKey(), version: 1 })
    .execute();
  assert.equal((await as(api, member)('POST', '/privacy_zones/', ZONE)).status, 201);
  return member;
}

async function publish(call: As, files: readonly (readonly [string, string])[]): Promise<number[]> {
  await importAll(call, files);
  const { workouts } = (await call<WorkoutList>('GET', '/workout/?limit=50&order_by=start_datetime')).body
    ._embedded;
  for (const { id } of workouts) await call('PUT', `/workout/${id}/`, { privacy: 3 });
  return workouts.map(({ id }) => id);
}

/** Out of the door at three metres a second for a quarter of an hour. */
function outward(bearing: number, day: number): string {
  const steps = Array.from({ length: 901 }, (_, s) => {
    const wobble = (((s * 7919 + day * 104_729) % 13) - 6) / 4;
    const [north, east] = [s * 3 * Math.cos(bearing) + wobble, s * 3 * Math.sin(bearing) - wobble];
    return { ...offset(HOME, north, east), after: 1, heartrate: 140, high: 50 };
  });
  return gpxOf(Date.parse(MORNING) + day * DAY_MS, steps);
}

test('[DATA-03] [ACCT-06] six ways out of one home do not find it: no public figure goes on where the track is hidden', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const member = await withZone(api);
  const own = as(api, member);
  const ids = await publish(
    own,
    Array.from({ length: 6 }, (_, i) => [`${i}.gpx`, outward((i * Math.PI) / 3 + 0.3, i)] as const),
  );
  const visitor = as(api, null);
  const list = (await visitor<WorkoutList>('GET', `/workout/?user=${member.userId}`)).body._embedded.workouts;
  const stats = `/user_stats/${member.userId}`;
  const read = async <T>(path: string) => (await visitor<T>('GET', path)).body;
  const month = await read<Dashboard>(`/dashboard/?user=${member.userId}&month=2026-05`);
  const heat = await read<HeatCalendar>(`${stats}/heat_calendar/?year=2026`);
  const week = await read<UserStats>(`${stats}/?period=month&date=2026-05-01`);
  const ways: { north: number; east: number; hidden: number }[] = [];
  for (const [i, id] of ids.entries()) {
    const one = await read<Workout>(`/workout/${id}/`);
    const series = await read<Record<string, [number, never][]>>(`/workout/${id}/time_series/`);
    const [seconds, meters] = series['distance']!.at(-1)! as [number, number];
    const first = series['position']![0]![1] as { lat: number; lng: number };
    const day = `2026-05-0${i + 1}`;
    const curves = await read<Curves>(`${stats}/curves/?activity_group=run&from=${day}&to=${day}`);
    const entry = month.calendar.find((one) => one.id === id)!;
    const cell = heat.days.find((one) => one.day === day)!;
    const bar = week.stats.find((one) => one.from === day)!.totals;
    const listed = list.find((one) => one.id === id)!;
    assert.deepEqual(one.aggregates, listed.aggregates);
    const distances = {
      page: one.aggregates.distance_total,
      calendar: entry.distance,
      heat: cell.distance,
      bar: bar.distance,
    };
    const times = {
      page: one.aggregates.elapsed_time_total,
      moving: one.aggregates.active_time_total,
      calendar: entry.duration,
      heat: cell.duration,
      bar: bar.duration,
    };
    for (const [where, value] of Object.entries(distances))
      assert.ok(Math.abs(value! - meters) < 1, `${where} ${value}`);
    for (const [where, value] of Object.entries(times))
      assert.ok(Math.abs(value! - seconds) < 2, `${where} ${value}`);
    const last = curves.distance.at(-1)!;
    assert.ok(
      last.meters <= meters && last.seconds <= seconds + 1,
      'no best effort is longer than what is seen',
    );
    const whole = (await own<Workout>('GET', `/workout/${id}/`)).body.aggregates;
    assert.ok(
      whole.distance_total! > meters + 400 && whole.elapsed_time_total === 900,
      'the owner is told all of it',
    );
    ways.push({
      north: (first.lat - HOME.lat) * 111_194.93,
      east: (first.lng - HOME.lng) * 111_194.93 * Math.cos((HOME.lat * Math.PI) / 180),
      hidden: distances.page! - meters,
    });
  }
  const { records } = await read<RecordList>(`${stats}/records/`);
  const longest = Math.max(...list.map(({ aggregates }) => aggregates.distance_total!));
  assert.equal(records.find(({ key }) => key === 'longest_distance')!.value, longest);
  // The least squares of who knows how far before its first visible place each way began.
  let best = { sum: Number.POSITIVE_INFINITY, far: 0 };
  for (let north = -1400; north <= 1400; north += 5) {
    for (let east = -1400; east <= 1400; east += 5) {
      const sum = ways.reduce(
        (all, way) => all + (Math.hypot(way.north - north, way.east - east) - way.hidden) ** 2,
        0,
      );
      if (sum < best.sum) best = { sum, far: Math.hypot(north, east) };
    }
  }
  assert.ok(best.far > 100, `home is found to ${best.far} m`);
});

/** Two ways to one place in the zone, and from there the same run: 300 m north of home at half past eight. */
function twoWays(): [string, string] {
  const meet = Date.parse('2026-05-01T08:30:00Z');
  const on = Array.from({ length: 900 }, (_, s) => ({
    ...offset(HOME, 300 + s * 3, 40 * Math.sin(s / 9)),
    after: 1,
    heartrate: 140 + (s % 20),
    high: 60 + 8 * Math.sin(s / 40),
  }));
  const straight = Array.from({ length: 100 }, (_, s) => ({
    ...offset(HOME, s * 3, 0),
    after: 1,
    heartrate: 120,
    high: 60,
  }));
  const around = Array.from({ length: 400 }, (_, s) => ({
    ...offset(
      HOME,
      150 + 150 * Math.sin((s * Math.PI) / 200 - Math.PI / 2) + s * 0.3,
      120 * Math.sin(s / 30),
    ),
    after: 3,
    heartrate: 175,
    high: 60 + 30 * Math.sin(s / 25),
  }));
  return [gpxOf(meet - 100_000, [...straight, ...on]), gpxOf(meet - 1_200_000, [...around, ...on])];
}

test('[DATA-03] [ACCT-06] whatever was done in the zone, others are told the very same, by pages, lists, totals, records, curves, series and files', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const told = [];
  for (const file of twoWays()) {
    const member = await withZone(api);
    const [id] = await publish(as(api, member), [['way.gpx', file]]);
    const stats = `${BASE}/user_stats/${member.userId}`;
    const profile = (await as(api, null)('GET', `/user/${member.userId}/`)).body as Record<string, string>;
    const names: [string, string][] = [
      [String(id), '1'],
      [String(member.userId), '2'],
      [String(profile['username']), 'someone'],
      [String(profile['display_name']), 'Someone'],
    ];
    const answers: Record<string, unknown> = {};
    for (const path of [
      `${BASE}/workout/?user=${member.userId}`,
      `${BASE}/workout/?user=${member.userId}&started_after=2026-05-01T08:20:00Z`,
      `${BASE}/workout/?user=${member.userId}&started_before=2026-05-01T08:20:00Z`,
      `${BASE}/workout/${id}/`,
      `${BASE}/workout/${id}/streams/`,
      `${BASE}/workout/${id}/time_series/`,
      ...['gpx', 'tcx', 'fit'].map((format) => `${BASE}/workout/${id}/export/?format=${format}`),
      `${BASE}/workout/${id}/similar/`,
      `${BASE}/dashboard/?user=${member.userId}&month=2026-05`,
      `${stats}/?period=week&date=2026-05-01`,
      `${stats}/?period=year&date=2026-05-01`,
      `${stats}/lifetime/`,
      `${stats}/heat_calendar/?year=2026`,
      `${stats}/records/`,
      `${stats}/records/?activity_group=run`,
      `${stats}/curves/?activity_group=run`,
    ]) {
      const answer = await fetch(api.url + path);
      assert.equal(answer.status, 200, path);
      const key = names.reduce((text, [from, to]) => text.replaceAll(from, to), path);
      answers[key] = { status: answer.status, told: await disclosedBy(answer, names) };
    }
    told.push(answers);
    const own = (await as(api, member)<Workout>('GET', `/workout/${id}/`)).body;
    told.push(own.aggregates);
  }
  const [one, whole, other, otherWhole] = told;
  assert.deepEqual([...differences(one, other, '')].slice(0, 20), []);
  // The owners' own figures do differ.
  assert.ok([...differences(whole, otherWhole, '')].length > 5);
});

test('[DATA-03] [ACCT-06] what others are told adds up: totals are those of the list, after each change too; the owner’s stay whole', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const member = await withZone(api);
  const own = as(api, member);
  const far = gpxOf(
    Date.parse('2026-05-03T08:00:00Z'),
    Array.from({ length: 600 }, (_, s) => ({
      ...offset(HOME, 20_000 + s * 3, 0),
      after: 1,
      heartrate: 140,
      high: 50,
    })),
  );
  const ids = await publish(own, [
    ['a.gpx', outward(0.3, 0)],
    ['b.gpx', outward(2, 1)],
    ['far.gpx', far],
  ]);
  const totals = async (call: As) => {
    const { workouts } = (await call<WorkoutList>('GET', `/workout/?user=${member.userId}`)).body._embedded;
    const sum = workouts.reduce((all, { aggregates }) => all + aggregates.distance_total!, 0);
    const path = `/user_stats/${member.userId}/lifetime/`;
    const { totals: told } = (await call<LifetimeStats>('GET', path)).body;
    const { body } = await call<Dashboard>('GET', `/dashboard/?user=${member.userId}&month=2026-05`);
    assert.ok(Math.abs(told.distance - sum) < 0.01, `${told.distance} of ${sum}`);
    assert.ok(Math.abs(body.month_totals.distance - sum) < 0.01, `${body.month_totals.distance} of ${sum}`);
    assert.equal(told.count, workouts.length);
    return sum;
  };
  const visitor = as(api, null);
  const whole = await totals(own);
  const seen = await totals(visitor);
  assert.ok(whole > 7100 && seen < whole - 800, `${seen} of ${whole}`);
  await own('PUT', `/workout/${ids[0]}/`, { privacy: 0 });
  const fewer = await totals(visitor);
  assert.ok(fewer < seen);
  await own('PUT', `/workout/${ids[0]}/`, { privacy: 3, activity_type_id: 9 });
  assert.ok(Math.abs((await totals(visitor)) - seen) < 0.01);
  await own('DELETE', `/workout/${ids[1]}/`);
  await totals(visitor);
  await own('POST', `/workout/${ids[1]}/restore/`);
  assert.ok(Math.abs((await totals(visitor)) - seen) < 0.01);
  // What nobody has worked out yet is told to nobody: the workout is counted, its amounts are not.
  await api.context.db.deleteFrom('redacted_workouts').where('user_id', '=', member.userId).execute();
  await api.context.db
    .insertInto('stale_redactions')
    .values(
      Array.from({ length: 40 }, (_, n) => ({
        user_id: member.userId,
        workout_id: ids[0]! + 1 + n,
        mark: 1,
      })),
    )
    .onConflict((at) => at.doNothing())
    .execute();
  await api.context.db
    .insertInto('stale_redactions')
    .values(ids.slice(0, 2).map((id) => ({ user_id: member.userId, workout_id: id, mark: 1 })))
    .onConflict((at) => at.doNothing())
    .execute();
  const { totals: some } = (await visitor<LifetimeStats>('GET', `/user_stats/${member.userId}/lifetime/`))
    .body;
  assert.ok(some.count === 3 && some.distance < seen + 0.01);
  const zones = (await own<{ _embedded: { privacy_zones: { id: number }[] } }>('GET', '/privacy_zones/'))
    .body;
  await own('DELETE', `/privacy_zones/${zones._embedded.privacy_zones[0]!.id}/`);
  assert.ok(Math.abs((await totals(visitor)) - whole) < 0.01);
  assert.ok(Math.abs((await totals(own)) - whole) < 0.01);
});
