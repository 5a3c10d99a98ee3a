import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  BULK_MAX,
  type LifetimeStats,
  SERVICE_BASES,
  type Workout,
  type WorkoutBulkResult,
  type WorkoutOrder,
  type WorkoutSearch,
} from '@waymark/api-contract';
import { runAt, storeMany } from '../../stats/testing.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { as, type As, log } from '../testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const search = async (call: As, query = ''): Promise<WorkoutSearch> => {
  const { status, body, text } = await call<WorkoutSearch>('GET', `/workout/search/?${query}`);
  assert.equal(status, 200, text);
  return body;
};
const names = async (call: As, query: string) =>
  (await search(call, query))._embedded.workouts.map(({ name }) => name);

/** Three runs, a ride and a swim, each other in every figure. */
async function diary() {
  const member = await api.signUp({ time_zone: 'Europe/Warsaw' });
  const call = as(api, member);
  const shoes = await call<{ id: number }>('POST', '/usergear/', { name: 'Blue shoes', kind: 'shoes' });
  const add = (name: string, day: string, more: object) =>
    log(call, { name, start_datetime: `2026-03-${day}T08:00:00Z`, energy: 1_000_000, ...more });
  const short = await add('Short run', '01', { distance: 3000, duration: 1200, gear_id: shoes.body.id });
  const long = await add('Long_run 100%', '02', {
    distance: 21_000,
    duration: 7200,
    ascent: 300,
    privacy: 3,
  });
  const hills = await add('Hill repeats', '03', { distance: 8000, duration: 2400, activity_type_id: 1018 });
  const ride = await add('Evening ride', '04', { distance: 40_000, duration: 5000, activity_type_id: 11 });
  const swim = await add('Pool', '05', { distance: null, duration: 1800, activity_type_id: 15 });
  return { member, call, shoes: shoes.body.id, short, long, hills, ride, swim };
}

test('[WORK-01] all own workouts are found by every filter, in every order, with the totals of what is found', async () => {
  const { call, shoes } = await diary();
  const all = await search(call);
  assert.deepEqual(
    [all.total_count, all.totals.count, all.totals.distance, all.totals.duration, all.totals.ascent],
    [5, 5, 72_000, 17_600, 300],
  );
  assert.deepEqual(await names(call, ''), [
    'Pool',
    'Evening ride',
    'Hill repeats',
    'Long_run 100%',
    'Short run',
  ]);
  assert.deepEqual(await names(call, 'order_by=start&limit=2&offset=1'), ['Long_run 100%', 'Hill repeats']);
  assert.deepEqual((await names(call, 'order_by=-distance'))[0], 'Evening ride');
  assert.equal((await names(call, 'order_by=-distance')).at(-1), 'Pool', 'without a distance last');
  assert.equal((await names(call, 'order_by=distance')).at(-1), 'Pool', 'without a distance last');
  assert.deepEqual((await names(call, 'order_by=name'))[0], 'Evening ride');
  assert.deepEqual(await names(call, 'search=RUN&order_by=start'), ['Short run', 'Long_run 100%']);
  assert.deepEqual(await names(call, `search=${encodeURIComponent('_run 100%')}`), ['Long_run 100%']);
  assert.deepEqual(await names(call, 'activity_types=16&order_by=start'), [
    'Short run',
    'Long_run 100%',
    'Hill repeats',
  ]);
  assert.deepEqual(await names(call, 'from=2026-03-02&to=2026-03-03&order_by=start'), [
    'Long_run 100%',
    'Hill repeats',
  ]);
  assert.deepEqual(await names(call, 'distance_min=8000&distance_max=21000&order_by=start'), [
    'Long_run 100%',
    'Hill repeats',
  ]);
  assert.deepEqual(await names(call, `gear_id=${shoes}`), ['Short run']);
  assert.deepEqual(await names(call, 'privacy=3'), ['Long_run 100%']);
  assert.deepEqual(await names(call, 'has_photo=true'), []);
  assert.deepEqual(await names(call, 'bounds=20,50,22,53'), []);
  const runs = await search(call, 'activity_types=16&limit=1');
  assert.deepEqual([runs._embedded.workouts.length, runs.total_count, runs.totals.distance], [1, 3, 32_000]);
  const [first] = (await search(call, `gear_id=${shoes}`))._embedded.workouts;
  assert.deepEqual([first?.gear, first?.has_photo], [{ id: shoes, name: 'Blue shoes' }, false]);
  const none = await search(call, 'search=nothing');
  assert.deepEqual([none._embedded.workouts, none.total_count, none.totals.distance], [[], 0, 0]);
  const beyond = await search(call, 'offset=100');
  assert.deepEqual([beyond._embedded.workouts, beyond.total_count], [[], 5]);
});

test('[WORK-01] every order is the same for all workouts and for what a filter leaves: ties newest first, missing figures last', async () => {
  const member = await api.signUp();
  const figures = [
    'distance_total',
    'active_time_total',
    'elapsed_time_total',
    'ascent_total',
    'speed_avg',
    'metabolic_energy_total',
    'heartrate_avg',
    'load',
  ] as const;
  const rows = Array.from({ length: 60 }, (_, n) => ({
    ...runAt(member.userId, 7000 + n, new Date(Date.UTC(2026, 0, 1 + (n >> 1))), {
      name: ['run', 'Run', 'hills', 'Intervals'][n % 4]!,
    }),
    // Each figure has ties and is missing of some; two workouts begin at each moment.
    ...(Object.fromEntries(
      figures.map((figure, at) => [figure, (n * (at + 3)) % 7 === 0 ? null : (n * (at + 5)) % 11]),
    ) as Record<(typeof figures)[number], number | null>),
  }));
  await storeMany(api.context, member.userId, rows);
  type Stored = (typeof rows)[number];
  const ranks: Record<Exclude<WorkoutOrder, 'start'>, (row: Stored) => string | number | null> = {
    name: ({ name }) => name.toLowerCase(),
    distance: (row) => row.distance_total,
    duration: (row) => row.active_time_total ?? row.elapsed_time_total,
    ascent: (row) => row.ascent_total,
    speed: (row) => row.speed_avg,
    energy: (row) => row.metabolic_energy_total,
    heartrate: (row) => row.heartrate_avg,
    load: (row) => row.load,
  };
  const newest = rows.toSorted((a, b) => b.id - a.id);
  const call = as(api, member);
  for (const [order, rankOf] of Object.entries(ranks)) {
    for (const sign of [1, -1]) {
      // From A to Z and from the largest on, equal workouts stand newest first; the other way all is turned round.
      const equals = (order === 'name') === sign > 0 ? newest : newest.toReversed();
      const ranked = equals.map((row) => ({ id: row.id, rank: rankOf(row) }));
      const present = ranked.filter(({ rank }) => rank !== null);
      const expected = [
        ...present.toSorted((a, b) => (a.rank! < b.rank! ? -sign : a.rank! > b.rank! ? sign : 0)),
        ...ranked.filter(({ rank }) => rank === null),
      ].map(({ id }) => id);
      for (const filter of [
        '',
        '&privacy=1',
        '&activity_types=16&search=',
        '&from=2026-01-01&offset=20&limit=10',
      ]) {
        const orderBy = sign < 0 ? `-${order}` : order;
        const found = await search(call, `order_by=${orderBy}${filter}`);
        const shown = filter.includes('offset') ? expected.slice(20, 30) : expected;
        assert.deepEqual(
          found._embedded.workouts.map(({ id }) => id),
          shown,
          `${orderBy}${filter}`,
        );
      }
    }
  }
});

test('[WORK-01] a place finds the workouts whose track came through it, and what they add up to', async () => {
  const { call, short, long, hills } = await diary();
  const boxes = [
    { id: short.id, bounds: [20.9, 52.1, 21.1, 52.3] },
    { id: long.id, bounds: [20.9, 50, 21.1, 50.1] },
    { id: hills.id, bounds: [19.9, 49.9, 20, 50.1] },
  ];
  for (const { id, bounds } of boxes)
    await api.context.db.updateTable('workouts').set({ bounds }).where('id', '=', id).execute();
  const inWarsaw = await search(call, 'bounds=21,52,21.5,52.5');
  assert.deepEqual(
    inWarsaw._embedded.workouts.map(({ name }) => name),
    ['Short run'],
  );
  assert.deepEqual([inWarsaw.total_count, inWarsaw.totals.distance], [1, 3000]);
  assert.deepEqual(await names(call, 'bounds=20,50,22,53&order_by=distance'), [
    'Short run',
    'Hill repeats',
    'Long_run 100%',
  ]);
  assert.deepEqual(await names(call, 'bounds=20,50,22,53&search=RUN'), ['Long_run 100%', 'Short run']);
  assert.deepEqual(await names(call, 'bounds=-10,50,0,53'), []);
});

test('[DATA-03] a search finds only the own workouts', async () => {
  const { call } = await diary();
  const other = as(api, await api.signUp());
  assert.equal((await search(other)).total_count, 0);
  assert.equal((await as(api, null)('GET', '/workout/search/')).status, 401);
  assert.equal(
    (await call<{ ids: number[] }>('GET', '/workout/search/ids/?activity_types=16')).body.ids.length,
    3,
  );
});

test('[DATA-02] a wrong filter is answered with a sentence', async () => {
  const { call } = await diary();
  for (const query of [
    'order_by=colour',
    'bounds=1,2,3',
    'privacy=2',
    'from=2026-02-30',
    'distance_min=-1',
  ]) {
    assert.equal((await call('GET', `/workout/search/?${query}`)).status, 400, query);
  }
});

test('[WORK-05] many workouts change together, totals follow, and the answer takes it back', async () => {
  const { member, call, shoes, short, long, hills, ride } = await diary();
  const bulk = async (changes: object[]) => {
    const { status, body, text } = await call<WorkoutBulkResult>('POST', '/workout/bulk/', { changes });
    assert.equal(status, 200, text);
    return body;
  };
  const one = async (id: number) => (await call<Workout>('GET', `/workout/${id}/`)).body;
  const rides = async () =>
    (await call<LifetimeStats>('GET', `/user_stats/${member.userId}/lifetime/`)).body.groups.find(
      ({ activity_group }) => activity_group === 'ride',
    )?.totals.count;
  const before = await Promise.all([short, long, hills].map(({ id }) => one(id)));
  const ids = [short.id, long.id, hills.id];
  const done = await bulk([{ ids, activity_type_id: 11, privacy: 1, gear_id: shoes }]);
  assert.equal(done.changed, 3);
  assert.equal(await rides(), 4);
  for (const id of ids) {
    const { activity_type_id, privacy, gear } = await one(id);
    assert.deepEqual([activity_type_id, privacy, gear?.id], [11, 1, shoes]);
  }
  assert.equal((await bulk(done.undo)).changed, 3);
  const after = await Promise.all(ids.map(one));
  const chosen = (workouts: Workout[]) =>
    workouts.map(({ activity_type_id, privacy, gear, aggregates }) => [
      activity_type_id,
      privacy,
      gear,
      aggregates,
    ]);
  assert.deepEqual(chosen(after), chosen(before));
  assert.equal(await rides(), 1);
  // Of strangers' workouts nothing changes.
  const other = as(api, await api.signUp());
  const refused = await other<WorkoutBulkResult>('POST', '/workout/bulk/', {
    changes: [{ ids: [ride.id], privacy: 3 }],
  });
  assert.deepEqual([refused.status, refused.body.changed], [200, 0]);
  assert.equal((await one(ride.id)).privacy, ride.privacy);
  for (const wrong of [{ activity_type_id: 99_998 }, { gear_id: 1 }, { ids: [] }]) {
    const { status } = await call('POST', '/workout/bulk/', { changes: [{ ids, ...wrong }] });
    assert.equal(status, 400);
  }
  assert.ok(ids.length < BULK_MAX);
});

test('[WORK-05] [SESS-06] a change of many workouts whose answer was lost is made once, and its repeat takes back what was there before', async () => {
  const { call, shoes, short, long, hills } = await diary();
  const ids = [short.id, long.id, hills.id];
  const chosen = () =>
    Promise.all(
      ids.map(async (id) => {
        const { body } = await call<Workout>('GET', `/workout/${id}/`);
        return [body.activity_type_id, body.privacy, body.gear?.id ?? null];
      }),
    );
  const before = await chosen();
  const send = (changes: object[], key: string, by = call) =>
    by<WorkoutBulkResult>('POST', '/workout/bulk/', { changes }, { 'idempotency-key': key });
  const change = [{ ids, activity_type_id: 11, privacy: 1, gear_id: shoes }];
  const [first, raced] = await Promise.all([send(change, 'bulk'), send(change, 'bulk')]);
  const changed = await chosen();
  assert.notDeepEqual(changed, before);
  const again = await send(change, 'bulk');
  assert.deepEqual([raced.body, again.body], [first.body, first.body]);
  // What was changed since the first answer is not overwritten by its repeat.
  await send([{ ids: [short.id], privacy: 3 }], 'later');
  assert.deepEqual((await send(change, 'bulk')).body, first.body);
  assert.equal((await chosen())[0]![1], 3);
  assert.equal((await send(again.body.undo, 'undo')).body.changed, 3);
  assert.deepEqual(await chosen(), before);
  // The key stands for this change and this member.
  assert.equal((await send([{ ids, privacy: 3 }], 'bulk')).status, 422);
  assert.deepEqual(await chosen(), before);
  const theirs = await send([{ ids, privacy: 3 }], 'bulk', as(api, await api.signUp()));
  assert.deepEqual([theirs.status, theirs.body], [200, { changed: 0, undo: [] }]);
});

test('[WORK-05] one call names each workout once and no more than it can hold in memory', async () => {
  const call = as(api, await api.signUp());
  const { id } = await log(call, {});
  const twice = [
    { ids: [id], privacy: 1 },
    { ids: [id], privacy: 3 },
  ];
  const many = [0, 150].map((first) => ({ ids: Array.from({ length: 150 }, (_, n) => id + first + n) }));
  for (const changes of [twice, many])
    assert.equal((await call('POST', '/workout/bulk/', { changes })).status, 400);
});

test('[WORK-05] many workouts are deleted together and come back together', async () => {
  const { call, short, long, ride } = await diary();
  const ids = [short.id, long.id];
  const remove = (by: As) => by<{ changed: number }>('POST', '/workout/bulk/delete/', { ids });
  assert.equal((await remove(as(api, await api.signUp()))).body.changed, 0);
  assert.equal((await remove(call)).body.changed, 2);
  assert.equal((await remove(call)).body.changed, 0);
  assert.equal((await search(call)).total_count, 3);
  assert.equal((await call<{ changed: number }>('POST', '/workout/bulk/restore/', { ids })).body.changed, 2);
  assert.equal((await search(call)).total_count, 5);
  assert.equal(
    (await call<{ changed: number }>('POST', '/workout/bulk/restore/', { ids: [ride.id] })).body.changed,
    0,
  );
});

test('[WORK-05] some workouts are taken along as a table', async () => {
  const { member, short, ride } = await diary();
  const answer = await fetch(`${api.url}${SERVICE_BASES.internal}/allWorkouts/?ids=${short.id},${ride.id}`, {
    headers: { authorization: `Bearer ${member.token}` },
  });
  const lines = (await answer.text()).trim().split('\r\n');
  assert.equal(lines.length, 3);
  assert.match(lines[1]!, /Evening ride/u);
});
