import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type PrivacyZone,
  type PrivacyZoneInput,
  SERVICE_BASES,
  type Workout,
  type WorkoutList,
} from '@waymark/api-contract';
import { importAll } from '../../imports/testing/import-files.ts';
import { startTestApi, type TestApi, type TestMember } from '../../../testing/api.ts';
import { sameId, saveRepeatedly } from '../../../testing/repeated-saves.ts';
import { as } from '../../workouts/testing.ts';
import { windingGpx } from '../testing.ts';

const HOME: PrivacyZoneInput = { name: 'Home', lat: 52.2, lng: 21.01, radius: 200 };
type List = { _embedded: { privacy_zones: PrivacyZone[] }; total_count: number };

const add = (api: TestApi, member: TestMember, zone = HOME) =>
  as(api, member)<PrivacyZone>('POST', '/privacy_zones/', zone);

test('[DATA-03] zones are their member’s alone: added, listed, changed and deleted, and nobody else’s', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const [owner, other] = [await api.signUp(), await api.signUp()];
  const added = await add(api, owner);
  assert.equal(added.status, 201);
  assert.deepEqual(Object.keys(added.body).toSorted(), [
    'created_datetime',
    'id',
    'lat',
    'lng',
    'name',
    'radius',
  ]);
  const path = `/privacy_zones/${added.body.id}/`;
  const change = { ...HOME, name: 'Flat', radius: 500 };
  for (const [method, body] of [
    ['PUT', change],
    ['DELETE', undefined],
  ] as const) {
    assert.equal((await as(api, other)(method, path, body)).status, 404);
    assert.equal((await as(api, null)(method, path, body)).status, 401);
  }
  assert.equal((await as(api, other)<List>('GET', '/privacy_zones/')).body.total_count, 0);
  assert.equal((await as(api, null)('GET', '/privacy_zones/')).status, 401);
  assert.equal((await as(api, owner)<PrivacyZone>('PUT', path, change)).body.radius, 500);
  const { body } = await as(api, owner)<List>('GET', '/privacy_zones/');
  assert.deepEqual(
    body._embedded.privacy_zones.map(({ name, radius }) => [name, radius]),
    [['Flat', 500]],
  );
  assert.equal((await as(api, owner)('DELETE', path)).status, 204);
  assert.equal((await as(api, owner)('DELETE', path)).status, 404);
});

test('[DATA-03] a zone has a name, a place on earth and 100 to 5,000 metres; there are 20 at most, however many come at once', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const owner = await api.signUp();
  const wrong: [Partial<PrivacyZoneInput>, RegExp][] = [
    [{ name: ' ' }, /Give the zone a name/],
    [{ radius: 99 }, /between 100 and 5,000 meters/],
    [{ radius: 5001 }, /between 100 and 5,000 meters/],
    [{ lat: 91 }, /Latitude is between -90 and 90/],
    [{ lng: -181 }, /Longitude is between -180 and 180/],
  ];
  for (const [part, sentence] of wrong) {
    const answer = await add(api, owner, { ...HOME, ...part });
    assert.equal(answer.status, 400);
    assert.match(answer.text, sentence);
  }
  const answers = await Promise.all(Array.from({ length: 25 }, () => add(api, owner)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 20);
  const refused = answers.find(({ status }) => status === 409)!;
  assert.match(refused.text, /20 privacy zones at most/);
});

test('[DATA-03] a zone counts at once for workouts that were there before and that come later; cached answers are asked for anew; the owner is told and sees all', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const [owner, other] = [await api.signUp(), await api.signUp()];
  const [mine, theirs] = [as(api, owner), as(api, other)];
  await importAll(mine, [['a.gpx', windingGpx('2026-05-01T08:00:00Z')]]);
  const { body } = await mine<WorkoutList>('GET', '/workout/');
  const { id } = body._embedded.workouts[0]!;
  await mine('PUT', `/workout/${id}/`, { privacy: 3 });
  const page = (call: typeof mine) => call<Workout>('GET', `/workout/${id}/`);
  const streams = (call: typeof mine, tag = '') =>
    call('GET', `/workout/${id}/streams/`, undefined, { 'if-none-match': tag });

  const before = await page(theirs);
  assert.equal(before.body.has_hidden_part, false);
  const tag = (await streams(theirs)).headers.get('etag')!;
  assert.equal((await streams(theirs, tag)).status, 304);

  await add(api, owner);
  const after = await page(theirs);
  assert.equal(after.body.has_hidden_part, true);
  assert.ok(after.body.preview.polyline!.length < before.body.preview.polyline!.length);
  assert.equal((await streams(theirs, tag)).status, 200);
  assert.equal(
    (await streams(theirs)).headers.get('etag'),
    (await streams(as(api, null))).headers.get('etag'),
  );
  const own = await page(mine);
  assert.equal(own.body.has_hidden_part, true);
  assert.equal(own.body.preview.polyline, before.body.preview.polyline);
  assert.equal((await streams(mine, tag)).status, 304);

  // The same edge for each workout and each request, and after the zone was deleted and brought back.
  await importAll(mine, [['b.gpx', windingGpx('2026-05-02T08:00:00Z')]]);
  const { workouts } = (await mine<WorkoutList>('GET', '/workout/')).body._embedded;
  for (const workout of workouts) await mine('PUT', `/workout/${workout.id}/`, { privacy: 3 });
  const previews = async () =>
    (await theirs<WorkoutList>('GET', `/workout/?user=${owner.userId}`)).body._embedded.workouts.map(
      ({ preview }) => preview.polyline,
    );
  const edge = after.body.preview.polyline;
  assert.deepEqual(await previews(), [edge, edge]);
  const [zone] = (await mine<List>('GET', '/privacy_zones/')).body._embedded.privacy_zones;
  await mine('DELETE', `/privacy_zones/${zone!.id}/`);
  assert.deepEqual(await previews(), [before.body.preview.polyline, before.body.preview.polyline]);
  assert.equal((await page(theirs)).body.has_hidden_part, false);
  await add(api, owner);
  assert.deepEqual(await previews(), [edge, edge]);
});

test('[SESS-06] [DATA-03] a zone that is saved again is one zone, and the answer is the zone as it is by now', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const members = [await api.signUp(), await api.signUp()] as const;
  const { answers, theirs, repeat } = await saveRepeatedly<PrivacyZone>(api, {
    path: `${SERVICE_BASES.main}/privacy_zones/`,
    body: HOME,
    changed: { ...HOME, radius: 300 },
    refused: { ...HOME, radius: 99 },
    members,
  });
  const id = sameId(answers);
  assert.notEqual(theirs.id, id);
  const own = as(api, members[0]);
  const { body } = await own<List>('GET', '/privacy_zones/');
  assert.deepEqual(body._embedded.privacy_zones, [answers[0]]);
  await own('PUT', `/privacy_zones/${String(id)}/`, { ...HOME, name: 'Flat' });
  assert.equal((await repeat()).body.name, 'Flat');
  await own('DELETE', `/privacy_zones/${String(id)}/`);
  assert.equal((await repeat()).status, 404);
});
