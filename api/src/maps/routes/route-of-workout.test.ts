import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Workout } from '@waymark/api-contract';
import { decodePolyline } from '@waymark/streams';
import { haversine } from '@waymark/units';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { log } from '../../training/workouts/testing.ts';
import { as, type As, save } from './testing.ts';

let api: TestApi;
let runner: As;
let other: As;
before(async () => {
  api = await startTestApi();
  [runner, other] = [as(api, await api.signUp()), as(api, await api.signUp())];
});
after(() => api.stop());

const read = async (call: As, id: number) => (await call<Workout>('GET', `/workout/${id}/`)).body.route;

test('[WORK-02] a workout is logged on a saved route, which its page names', async () => {
  const route = await save(runner, { name: 'River loop' });
  const workout = await log(runner, { route_id: route.id, privacy: 3 });
  const { id, name, distance, preview } = route;
  assert.deepEqual(workout.route, { id, name, distance, preview });
  assert.deepEqual(await read(other, workout.id), workout.route);
  assert.equal((await log(runner)).route, null);
  const copy = (await runner<Workout>('POST', `/workout/${workout.id}/copy/`, {})).body;
  assert.equal(copy.route?.id, route.id);
  const changed = await runner<Workout>('PUT', `/workout/${workout.id}/`, { notes: 'Windy.' });
  assert.equal(changed.body.route?.id, route.id);
  const without = await runner<Workout>('PUT', `/workout/${workout.id}/`, { route_id: null });
  assert.equal(without.body.route, null);
});

test('[WORK-02] [ROUTE-09] a route is shown with a workout only to who may open it', async () => {
  const route = await save(runner, { privacy: 0 });
  const workout = await log(runner, { route_id: route.id, privacy: 3 });
  assert.equal((await read(runner, workout.id))?.id, route.id);
  assert.equal(await read(other, workout.id), null);
  assert.equal(await read(as(api, null), workout.id), null);
  await runner('DELETE', `/route/${route.id}/`);
  assert.equal(await read(runner, workout.id), null);
  await runner('POST', `/route/${route.id}/restore/`);
  assert.equal((await read(runner, workout.id))?.id, route.id);
});

test('[WORK-02] [DATA-03] no workout is logged on a route that the member may not open', async () => {
  const secret = await save(other, { privacy: 0 });
  const open = await save(other);
  for (const [route_id, status] of [
    [secret.id, 400],
    [999, 400],
    [open.id, 201],
  ] as const) {
    const answer = await runner<{ _diagnostics?: unknown }>('POST', '/workout/', {
      activity_type_id: 16,
      start_datetime: '2026-05-01T07:30:00+02:00',
      start_locale_timezone: 'Europe/Warsaw',
      duration: 3600,
      route_id,
    });
    assert.equal(answer.status, status, answer.text);
    if (status === 400) assert.match(answer.text, /private or does not exist/);
  }
  // Closed by its owner afterwards: the workout can still be changed, and sent back as it is.
  const workout = await log(runner, { route_id: open.id });
  await other('PUT', `/route/${open.id}/`, { privacy: 0 });
  assert.equal(await read(runner, workout.id), null);
  const change = { name: 'Renamed', route_id: open.id };
  assert.equal((await runner('PUT', `/workout/${workout.id}/`, change)).status, 200);
});

test('[DATA-03] [ROUTE-09] beside a workout, a route made from it is drawn without what its privacy zone hides', async () => {
  const member = await api.signUp();
  const own = as(api, member);
  const home = { lat: 52.2, lng: 21.01 };
  const points = Array.from({ length: 60 }, (_, i) => ({
    lat: home.lat + i * 0.001,
    lng: home.lng + 0.001 * Math.sin(i),
    order: i === 0 ? 1 : i === 59 ? 2 : 0,
  }));
  const route = await save(own, { points });
  const workout = await log(own, { route_id: route.id, privacy: 3 });
  await own('POST', '/privacy_zones/', { name: 'Home', ...home, radius: 500 });
  assert.deepEqual((await read(own, workout.id))!.preview, route.preview);
  const { preview } = (await read(other, workout.id))!;
  const places = decodePolyline(preview.polyline!);
  const away = (lng: number, lat: number) => haversine(lat, lng, home.lat, home.lng);
  // A preview is rounded to a metre.
  assert.ok(places.length > 10 && places.every(([lng, lat]) => away(lng, lat) > 498));
  assert.equal(preview.bounds![1], Math.min(...places.map(([, lat]) => lat)));
});
