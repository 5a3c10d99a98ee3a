import assert from 'node:assert/strict';
import test from 'node:test';
import type { Workout, WorkoutList } from '@waymark/api-contract';
import { importAll } from '../../imports/testing/import-files.ts';
import { keyOf } from '../../../members/share-links/testing.ts';
import { startTestApi } from '../../../testing/api.ts';
import { as } from '../../workouts/testing.ts';
import { windingGpx } from '../testing.ts';

const HOME = { name: 'Home', lat: 52.2, lng: 21.01, radius: 200 };

test('[DATA-03] a workout inside a zone has no track and no series for others, and its figures are rounded', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const [owner, other] = [await api.signUp(), await api.signUp()];
  await importAll(as(api, owner), [['inside.gpx', windingGpx('2026-05-02T08:00:00Z', 15)]]);
  const { body } = await as(api, owner)<WorkoutList>('GET', '/workout/');
  const { id } = body._embedded.workouts[0]!;
  await as(api, owner)('PUT', `/workout/${id}/`, { privacy: 6 });
  await as(api, owner)('POST', '/privacy_zones/', HOME);
  const theirs = as(api, other);
  const query = `?key=${await keyOf(as(api, owner), 'workout', id)}`;
  const page = await theirs<Workout>('GET', `/workout/${id}/${query}`);
  assert.deepEqual(page.body.preview, { polyline: null, bounds: null });
  assert.equal(page.body.has_hidden_part, true);
  assert.equal(page.body.has_time_series, false);
  const { distance_total, elapsed_time_total, active_time_total } = page.body.aggregates;
  assert.deepEqual([distance_total, elapsed_time_total, active_time_total], [500, 300, 300]);
  assert.equal((await theirs('GET', `/workout/${id}/time_series/${query}`)).status, 404);
  assert.equal((await theirs('GET', `/workout/${id}/streams/${query}`)).status, 204);
});
