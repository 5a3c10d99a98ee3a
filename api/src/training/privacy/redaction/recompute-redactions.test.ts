import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { SimilarWorkouts, Workout } from '@waymark/api-contract';
import { encodeStreams } from '../../../recordings/streams/codec.ts';
import { importAll } from '../../imports/testing/import-files.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { as, type As } from '../../workouts/testing.ts';
import { areasOfPlaces, eastward, windingGpx } from '../testing.ts';
import { areasOf } from './hidden-areas.ts';
import { findRedactions } from './recompute-redactions.ts';
import { redactInlineOrInWorker } from './redaction-queue.ts';
import { runRedactionTask } from './redaction-task.ts';

const HOME = { name: 'Home', lat: 52.2, lng: 21.01, radius: 200 };
const RUNS = 30;

let api: TestApi;
let own: As;
let userId: number;
let ids: number[];

before(async () => {
  api = await startTestApi();
  const member = await api.signUp();
  userId = member.userId;
  own = as(api, member);
  const files = Array.from({ length: RUNS }, (_, day): [string, string] => [
    `${day}.gpx`,
    windingGpx(new Date(Date.UTC(2026, 3, 1 + day, 6)).toISOString()),
  ]);
  const made = await importAll(own, files);
  ids = files.map(([name]) => made.get(name)!.workouts[0]!.id);
  for (const id of ids) await own('PUT', `/workout/${id}/`, { privacy: 3 });
  assert.equal((await own('POST', '/privacy_zones/', HOME)).status, 201);
});
after(() => api.stop());

const makeStale = (mark: number) =>
  api.context.db
    .insertInto('stale_redactions')
    .values(ids.map((id) => ({ user_id: userId, workout_id: id, mark })))
    .onConflict((at) => at.columns(['user_id', 'workout_id']).doUpdateSet({ mark }))
    .execute();

test('[DATA-03] a call waits for 25 stale redactions; of the others it tells nothing of the track', async () => {
  const { db } = api.context;
  const rows = await db.selectFrom('workouts').select(['id', 'bounds']).where('id', 'in', ids).execute();
  await makeStale(1_000_000_000);
  const areas = await areasOf(db, userId);
  const both = await Promise.all([1, 2].map(() => findRedactions(db, userId, areas, rows)));
  for (const redactions of both) {
    assert.equal(redactions.size, RUNS);
    const hidden = [...redactions.values()].filter(({ tracked }) => !tracked);
    assert.equal(hidden.length, RUNS - 25);
    assert.ok(hidden.every(({ polyline, bounds }) => polyline === null && bounds === null));
  }
  const redactions = await findRedactions(db, userId, areas, rows);
  assert.ok(
    [...redactions.values()].every(({ tracked }) => tracked),
    'the next call has the rest',
  );
});

test('[DATA-03] others learn the day a workout with a hidden part was stored, and not the moment', async () => {
  const path = `/workout/${ids[0]}/`;
  const [seen, mine] = [
    (await as(api, null)<Workout>('GET', path)).body,
    (await own<Workout>('GET', path)).body,
  ];
  for (const field of ['created_datetime', 'updated_datetime'] as const) {
    assert.equal(seen[field], `${mine[field].slice(0, 10)}T00:00:00.000Z`);
    assert.notEqual(mine[field], seen[field]);
  }
});

test('[DATA-03] whether two workouts are similar is told by what is visible of them', async () => {
  const [row] = await api.context.db
    .selectFrom('workouts')
    .select(['distance_total', 'bounds'])
    .where('id', '=', ids[1]!)
    .execute();
  // As if its hidden start lay 350 m further off.
  await api.context.db
    .updateTable('workouts')
    .set({
      bounds: row!.bounds!.map((degrees, i) => (i === 1 ? degrees - 0.0031 : degrees)),
      distance_total: row!.distance_total! + 350,
    })
    .where('id', '=', ids[1]!)
    .execute();
  const { body } = await as(api, null)<SimilarWorkouts>('GET', `/workout/${ids[0]}/similar/?limit=100`);
  assert.ok(body.workouts.some(({ id }) => id === ids[1]));
});

test('a long recording is redacted in a worker as a short one is here', async () => {
  const streams = eastward(25_000);
  const columns = encodeStreams(streams).map(({ kind, n, data }) => ({ kind, n, data }));
  const areas = areasOfPlaces({ lat: 0, lng: 0, radius: 500 });
  const inWorker = await redactInlineOrInWorker({ kind: 'visible', columns, areas });
  const inline = await runRedactionTask({ kind: 'visible', columns, areas });
  assert.ok(inline.parts !== null && inline.columns[0]!.n < streams.n);
  assert.deepEqual(inWorker, inline);
  assert.equal(await redactInlineOrInWorker({ kind: 'hidden', columns, areas }), true);
});
