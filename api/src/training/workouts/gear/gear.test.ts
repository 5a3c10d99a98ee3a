import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type ErrorBody,
  type Gear,
  gearCalls,
  type GearList,
  type Privacy,
  type Workout,
} from '@waymark/api-contract';
import { triathlonFit } from '../../../recordings/testing/sample-fit.ts';
import { gpx, importAll } from '../../imports/testing/import-files.ts';
import { keyOf } from '../../../members/share-links/testing.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import { as, type As, log } from '../testing.ts';
import { gearByName } from './gear-by-name.ts';

let api: TestApi;
let mine: As;
let stranger: As;
let visitor: As;
let userId: number;

before(async () => {
  api = await startTestApi();
  const member = await api.signUp();
  userId = member.userId;
  mine = as(api, member);
  stranger = as(api, await api.signUp());
  visitor = as(api, null);
});
after(() => api.stop());

async function add(input: Record<string, unknown> = {}, who = mine): Promise<Gear> {
  const answer = await who<Gear>('POST', '/usergear/', { name: 'Daily shoes', kind: 'shoes', ...input });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
const read = async (id: number) => (await mine<Gear>('GET', `/usergear/${id}/`)).body;
const listed = async (who = mine) => (await who<GearList>('GET', '/usergear/')).body._embedded.gear;
const mileage = async (id: number) => {
  const { distance, workout_count: n } = await read(id);
  return [distance, n];
};

test('[SESS-06] gear is added once for each idempotency key', async () => {
  const body = { name: 'Trail shoes', kind: 'shoes' };
  const own = as(api, await api.signUp());
  const send = () => own<Gear>('POST', '/usergear/', body, { 'idempotency-key': 'trail' });
  const all = await Promise.all([send(), send(), send()]);
  assert.deepEqual(
    all.map((answer) => [answer.status, answer.body]),
    all.map(() => [201, all[0].body]),
  );
  assert.equal((await listed(own)).length, 1);
});

test('[ACCT-07] gear counts every workout that names it, as the workouts are now', async () => {
  const { id } = await add({ initial_distance: 500, alert_distance: 700_000 });
  const run = await log(mine, { gear_id: id, distance: 10_000, privacy: 0 });
  assert.deepEqual(run.gear, { id, name: 'Daily shoes' });
  await log(mine, { gear_id: id, distance: 5000.25, privacy: 3 });
  await log(mine, { gear_id: id, distance: null });
  assert.deepEqual(await mileage(id), [15_500.3, 3]);
  await mine('PUT', `/workout/${run.id}/`, { distance: 12_000, privacy: 6 });
  assert.deepEqual(await mileage(id), [17_500.3, 3]);
  await mine('DELETE', `/workout/${run.id}/`);
  assert.deepEqual(await mileage(id), [5500.3, 2]);
  await mine('POST', `/workout/${run.id}/restore/`);
  assert.deepEqual(await mileage(id), [17_500.3, 3]);
  await mine('PUT', `/workout/${run.id}/`, { gear_id: null });
  assert.deepEqual(await mileage(id), [5500.3, 2]);
  assert.deepEqual((await listed()).find((one) => one.id === id)?.distance, 5500.3);
});

test('[ACCT-07] retired gear comes last, stays on its workouts, and no new workout takes it by itself', async () => {
  const old = await add({ name: 'Old', default_for: ['run'] });
  const run = await log(mine);
  assert.equal(run.gear?.id, old.id);
  const retired = (await mine<Gear>('PUT', `/usergear/${old.id}/`, { retired: true })).body;
  assert.ok(retired.retired_datetime);
  assert.deepEqual(retired.default_for, []);
  const fresh = await add({ name: 'Fresh' });
  assert.deepEqual([(await listed())[0]?.id, (await listed()).at(-1)?.id], [fresh.id, old.id]);
  assert.equal((await log(mine)).gear, null);
  const again = (await mine<Gear>('PUT', `/usergear/${old.id}/`, { notes: 'worn' })).body;
  assert.equal(again.retired_datetime, retired.retired_datetime);
  const kept = await mine<{ gear: { name: string } }>('GET', `/workout/${run.id}/`);
  assert.equal(kept.body.gear.name, 'Old');
  const back = (await mine<Gear>('PUT', `/usergear/${old.id}/`, { retired: false })).body;
  assert.equal(back.retired_datetime, null);
});

test('[ACCT-07] a group of activities has one default, which new workouts and files take', async () => {
  const member = await api.signUp();
  const me = as(api, member);
  const first = await add({ default_for: ['run', 'walk', 'run'] }, me);
  assert.deepEqual(first.default_for, ['run', 'walk']);
  const second = await add({ default_for: ['run'] }, me);
  const left = (await me<Gear>('GET', `/usergear/${first.id}/`)).body;
  assert.deepEqual(left.default_for, ['walk']);
  assert.equal((await log(me)).gear?.id, second.id);
  assert.equal((await log(me, { activity_type_id: 9 })).gear?.id, first.id);
  assert.equal((await log(me, { activity_type_id: 11 })).gear, null);
  assert.equal((await log(me, { gear_id: null })).gear, null);
  const files = await importAll(me, [['run.gpx', gpx('2026-04-01T08:00:00Z')]]);
  const made = files.get('run.gpx')!.workouts[0]!;
  const workout = await me<{ gear: { id: number } }>('GET', `/workout/${made.id}/`);
  assert.equal(workout.body.gear.id, second.id);
  const copy = await me<{ gear: { id: number } }>('POST', `/workout/${made.id}/copy/`, {});
  assert.equal(copy.body.gear.id, second.id);
  await me('POST', '/workout/samples/');
  assert.equal((await me<Gear>('GET', `/usergear/${second.id}/`)).body.workout_count, 3);
});

test('[ACCT-07] each leg of a triathlon wears its own gear, and none counts twice', async () => {
  const me = as(api, await api.signUp());
  const shoes = await add({ default_for: ['run'] }, me);
  const bike = await add({ name: 'Bike', kind: 'bike', default_for: ['ride', 'generic'] }, me);
  const files = await importAll(me, [['day.fit', new Uint8Array(triathlonFit(500))]]);
  const { id } = files.get('day.fit')!.workouts[0]!;
  const whole = (await me<Workout>('GET', `/workout/${id}/`)).body;
  assert.equal(whole.gear, null);
  const metres = (group: string) =>
    whole.legs
      .filter((leg) => leg.activity_group === group)
      .reduce((sum, { aggregates }) => sum + (aggregates.distance_total ?? 0), 0);
  const used = async (gear: Gear) => {
    const { distance, workout_count } = (await me<Gear>('GET', `/usergear/${gear.id}/`)).body;
    return [distance, workout_count];
  };
  const near = ([distance, n]: (number | undefined)[], metresMeant: number) => {
    assert.ok(Math.abs(distance! - metresMeant) < 0.1, `${distance} for ${metresMeant}`);
    assert.equal(n, 1);
  };
  near(await used(shoes), metres('run'));
  near(await used(bike), metres('ride') + metres('generic'));
  await me('PUT', `/workout/${id}/`, { gear_id: shoes.id });
  near(await used(shoes), whole.aggregates.distance_total!);
  await me('DELETE', `/workout/${id}/`);
  assert.deepEqual([...(await used(shoes)), ...(await used(bike))], [0, 0, 0, 0]);
});

test('[ACCT-07] deleting gear leaves workouts otherwise as they are', async () => {
  const { id } = await add();
  const run = await log(mine, { gear_id: id });
  const gone = await log(mine, { gear_id: id });
  await mine('DELETE', `/workout/${gone.id}/`);
  const before = (await mine('GET', `/workout/${run.id}/`)).body;
  assert.equal((await mine('DELETE', `/usergear/${id}/`)).status, 204);
  const { body } = await mine('GET', `/workout/${run.id}/`);
  assert.deepEqual(body, { ...before, gear: null });
  assert.equal((await mine<{ gear: unknown }>('POST', `/workout/${gone.id}/restore/`)).body.gear, null);
  assert.equal((await mine('GET', `/usergear/${id}/`)).status, 404);
  assert.equal((await mine('DELETE', `/usergear/${id}/`)).status, 404);
});

test('[WORK-02] a workout takes only gear of its own member', async () => {
  const theirs = await add({ name: 'Theirs' }, stranger);
  for (const [method, path] of [
    ['POST', '/workout/'],
    ['PUT', `/workout/${(await log(mine)).id}/`],
  ] as const) {
    const body = {
      activity_type_id: 16,
      start_datetime: '2026-05-01T07:30:00Z',
      start_locale_timezone: 'UTC',
      duration: 60,
    };
    for (const gear_id of [theirs.id, 12]) {
      const answer = await mine<ErrorBody>(
        method,
        path,
        method === 'PUT' ? { gear_id } : { ...body, gear_id },
      );
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body.diagnostics, {
        gear_id: ['You have no such gear. Choose one from your list, or none.'],
      });
    }
  }
});

test('[DATA-03] others see the name of what a workout was done with where its owner shares it, and nothing else of it', async () => {
  const { id } = await add({ name: 'Race shoes' });
  for (const privacy of [0, 1, 3, 6] as Privacy[]) {
    const run = await log(mine, { gear_id: id, privacy, are_notes_shared: true });
    const key = privacy === 6 ? `?key=${await keyOf(mine, 'workout', run.id)}` : '';
    for (const who of [stranger, visitor]) {
      const answer = await who<{ gear: unknown }>('GET', `/workout/${run.id}/${key}`);
      if (privacy === 3 || privacy === 6) assert.deepEqual(answer.body.gear, { id, name: 'Race shoes' });
      else assert.equal(answer.status, 404);
    }
  }
});

for (const [name, call] of Object.entries(gearCalls)) {
  test(`[DATA-03] another member's gear, ${name} (${call.method})`, async () => {
    const { id } = await add({ name: 'Private' });
    const path = call.path.replace(':id', String(id));
    const body = call.method === 'POST' || call.method === 'PUT' ? { name: 'Mine', kind: 'bike' } : undefined;
    assert.equal((await visitor(call.method, path, body)).status, 401);
    if (call.path.includes(':id')) assert.equal((await stranger(call.method, path, body)).status, 404);
    else if (call.method === 'GET') {
      assert.equal((await stranger('GET', `/usergear/?user=${userId}`)).status, 403);
      assert.ok(!(await listed(stranger)).some((one) => one.id === id));
      assert.equal((await mine('GET', `/usergear/?user=${userId}`)).status, 200);
    }
    assert.equal((await read(id)).name, 'Private');
  });
}

test('[DATA-02] gear that makes no sense is refused with a sentence', async () => {
  const cases: [Record<string, unknown>, string, string][] = [
    [{ name: '  ' }, 'name', 'Give it a name.'],
    [{ initial_distance: -1 }, 'initial_distance', 'Distance cannot be negative.'],
    [{ alert_distance: 0 }, 'alert_distance', 'An alert needs a distance above zero.'],
    [{ default_for: ['moon'] }, 'default_for', 'There is no group of activities called "moon".'],
  ];
  for (const [input, field, sentence] of cases) {
    const answer = await mine<ErrorBody>('POST', '/usergear/', { name: 'X', kind: 'shoes', ...input });
    assert.deepEqual([answer.status, answer.body.diagnostics], [400, { [field]: [sentence] }]);
  }
});

test('gear that an archive names is found whatever its capitals, else made, each once', async () => {
  const bike = await add({ name: 'Canyon Endurace', kind: 'bike' });
  const shoes = await add({ name: 'canyon endurace', kind: 'shoes' });
  const by = { newId: () => api.context.newId(), now: api.context.now() };
  const find = (name: string, kind: 'bike' | 'shoes' | 'other') =>
    withMemberLock(api.context.db, userId, (trx) => gearByName(trx, userId, name, kind, by));
  assert.equal(await find('CANYON  Endurace ', 'bike'), bike.id);
  assert.equal(await find('Canyon Endurace', 'shoes'), shoes.id);
  const made = await Promise.all([find('Brooks Ghost', 'shoes'), find('brooks ghost', 'shoes')]);
  assert.equal(made[0], made[1]);
  assert.equal((await read(made[0]!)).kind, 'shoes');
  assert.equal(await find('   ', 'other'), null);
  assert.equal((await read((await find('x'.repeat(300), 'other'))!)).name.length, 100);
});
