import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Dashboard, ErrorBody, Workout, WorkoutList } from '@waymark/api-contract';
import { triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { keyOf } from '../../members/share-links/testing.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { purgeDeleted } from '../workouts/purge.ts';
import { as, type As } from '../workouts/testing.ts';
import { importAll } from './testing/import-files.ts';

const RECORDS = 2000;

let api: TestApi;
let member: TestMember;
let call: As;
let others: As[];
let parent: Workout;

const one = (id: number) => call<Workout>('GET', `/workout/${id}/`);
const file = new Uint8Array(triathlonFit(RECORDS));
const listed = async (of: As = call) =>
  (await of<WorkoutList>('GET', `/workout/?user=${member.userId}`)).body;

before(async () => {
  api = await startTestApi();
  member = await api.signUp();
  call = as(api, member);
  others = [as(api, await api.signUp()), as(api, null)];
  const done = (await importAll(call, [['day.fit', file]])).get('day.fit')!;
  assert.deepEqual([done.state, done.workouts.length], ['ready', 1]);
  parent = (await one(done.workouts[0]!.id)).body;
});
after(() => api.stop());

test('[WORK-03] a triathlon becomes one workout with its five legs in order', () => {
  assert.equal(parent.leg_count, 5);
  assert.deepEqual(
    parent.legs.map(({ activity_group, parent_id, source }) => [activity_group, parent_id, source]),
    ['swim', 'generic', 'ride', 'generic', 'run'].map((group) => [group, parent.id, 'file']),
  );
  const starts = parent.legs.map(({ start_datetime }) => start_datetime);
  assert.deepEqual(starts, starts.toSorted());
  assert.equal(starts[0], parent.start_datetime);
});

test('[WORK-13] the figures and series of the legs add up to the whole workout', async () => {
  const sum = (figure: 'distance_total' | 'metabolic_energy_total' | 'active_time_total') =>
    parent.legs.reduce((all, { aggregates }) => all + aggregates[figure]!, 0);
  const { aggregates } = parent;
  assert.ok(Math.abs(aggregates.distance_total! - sum('distance_total')) < 0.01);
  assert.ok(Math.abs(aggregates.active_time_total! - sum('active_time_total')) < 0.01);
  assert.equal(aggregates.metabolic_energy_total, sum('metabolic_energy_total'));
  // Five legs of one second per record, and the four seconds between them.
  assert.equal(aggregates.elapsed_time_total, RECORDS - 5 + 4);
  const points = await Promise.all(
    [parent, ...parent.legs].map(async ({ id }) => {
      const { status, body } = await call<Record<string, unknown[]>>('GET', `/workout/${id}/time_series/`);
      assert.equal(status, 200);
      return body['heartrate']?.length;
    }),
  );
  assert.deepEqual(points, [2000, 300, 40, 1020, 40, 600]);
});

test('[WORK-03] a multi-sport workout and its legs link to each other', async () => {
  for (const { id, _links } of parent.legs) {
    assert.equal(_links['parent']![0]!.href, `/v7.1/workout/${parent.id}/`);
    const leg = (await one(id)).body;
    assert.deepEqual([leg.parent_id, leg.leg_count, leg.legs], [parent.id, 0, []]);
    assert.equal(leg.file_name, 'day.fit');
  }
  assert.equal(parent._links['parent'], undefined);
});

test('[WORK-03] lists, dashboard and a second upload know the multi-sport workout only', async () => {
  const list = await listed();
  assert.deepEqual([list.total_count, list._embedded.workouts.map(({ id }) => id)], [1, [parent.id]]);
  const board = (await call<Dashboard>('GET', '/dashboard/?month=2026-04')).body;
  assert.deepEqual([board.lifetime.count, board.month_totals.count, board.recent.length], [1, 1, 1]);
  assert.equal(Math.round(board.lifetime.distance), Math.round(parent.aggregates.distance_total!));
  const again = (await importAll(call, [['again.fit', file]])).get('again.fit')!;
  assert.equal(again.state, 'skipped');
  const other = new Uint8Array(triathlonFit(2990));
  const alike = (await importAll(call, [['alike.fit', other]])).get('alike.fit')!;
  assert.deepEqual([alike.state, alike.duplicate_of.map(({ id }) => id)], ['duplicate', [parent.id]]);
});

test('[WORK-03] legs have the privacy level of the multi-sport workout', async () => {
  for (const [privacy, status, inList] of [
    [0, 404, 0],
    [3, 200, 1],
    [6, 200, 0],
    [1, 404, 0],
  ] as const) {
    assert.equal((await call('PUT', `/workout/${parent.id}/`, { privacy })).status, 200);
    const key = privacy === 6 ? `?key=${await keyOf(call, 'workout', parent.id)}` : '';
    for (const other of others) {
      for (const { id } of [parent, ...parent.legs]) {
        assert.equal((await other('GET', `/workout/${id}/${key}`)).status, status, `${privacy}`);
        assert.equal((await other('GET', `/workout/${id}/time_series/${key}`)).status, status);
      }
      assert.equal((await listed(other)).total_count, inList);
    }
    assert.ok((await one(parent.id)).body.legs.every((leg) => leg.privacy === privacy));
  }
  const leg = parent.legs[2]!.id;
  const alone = await call<ErrorBody>('PUT', `/workout/${leg}/`, { privacy: 3 });
  assert.equal(alone.status, 400);
  assert.match(JSON.stringify(alone.body), /follows the privacy of the whole/);
  assert.equal((await call('PUT', `/workout/${leg}/`, { name: 'The windy part' })).status, 200);
  assert.equal((await one(parent.id)).body.legs[2]!.name, 'The windy part');
});

test('[WORK-03] a multi-sport workout is deleted, restored and purged with its legs and their series', async (t) => {
  const ids = [parent, ...parent.legs].map(({ id }) => id);
  const statuses = async () => new Set(await Promise.all(ids.map(async (id) => (await one(id)).status)));
  const leg = await call<ErrorBody>('DELETE', `/workout/${ids[1]}/`);
  assert.deepEqual([leg.status, leg.body.error], [409, 'is_leg']);
  assert.equal((await call('DELETE', `/workout/${parent.id}/`)).status, 204);
  assert.deepEqual(await statuses(), new Set([404]));
  assert.equal((await listed()).total_count, 0);
  assert.equal((await call('POST', `/workout/${parent.id}/restore/`)).status, 200);
  assert.deepEqual(await statuses(), new Set([200]));
  assert.equal((await one(parent.id)).body.legs.length, 5);
  assert.equal((await call('DELETE', `/workout/${parent.id}/`)).status, 204);
  t.mock.method(api.context, 'now', () => new Date(Date.now() + 25 * 3_600_000));
  await purgeDeleted(api.context);
  for (const table of ['workouts', 'workout_streams'] as const) {
    const left = await api.context.db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', member.userId)
      .execute();
    assert.deepEqual(left, [], table);
  }
});
