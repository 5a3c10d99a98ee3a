import assert from 'node:assert/strict';
import test from 'node:test';
import type { RoutePoint, WorkoutSummary } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';
import { as, save } from './testing.ts';

test('[ROUTE-05] the whole track of an own workout comes as points, and makes a route of its length', async () => {
  const api = await startTestApi();
  try {
    const owner = as(api, await api.signUp());
    await owner('POST', '/workout/samples/');
    type List = { _embedded: { workouts: WorkoutSummary[] } };
    const { body } = await owner<List>('GET', '/workout/');
    const workout = body._embedded.workouts.find(({ preview }) => preview.polyline)!;
    type Made = { name: string; activity_type_id: number; warnings: string[]; points: RoutePoint[] };
    const made = await owner<Made>('GET', `/route/from_workout/${workout.id}/`);
    assert.deepEqual([made.body.name, made.body.activity_type_id], [workout.name, workout.activity_type_id]);
    const { points } = made.body;
    assert.deepEqual([points[0]!.order, points.at(-1)!.order], [1, 2]);
    assert.ok(points.slice(1, -1).every(({ order }) => order === 0));
    const route = await save(owner, { points });
    const share = route.distance / workout.aggregates.distance_total!;
    assert.ok(share > 0.97 && share < 1.03, String(share));
    assert.equal(typeof route.ascent, 'number');
    assert.deepEqual(made.body.warnings, []);
    const [start] = points;
    await owner('POST', '/privacy_zones/', { name: 'Home', lat: start!.lat, lng: start!.lng, radius: 200 });
    const { warnings } = (await owner<Made>('GET', `/route/from_workout/${workout.id}/`)).body;
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /privacy zones.*whoever may see it sees all of it/);
    const without = body._embedded.workouts.find(({ preview }) => !preview.polyline);
    if (without) assert.equal((await owner('GET', `/route/from_workout/${without.id}/`)).status, 422);
  } finally {
    await api.stop();
  }
});
