import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { RouteDetail, RoutePoint, RouteSummary } from '@waymark/api-contract';
import { encodePlan } from '@waymark/routes';
import { anyPlan, chance } from '@waymark/routes/testing';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { purgeDeleted } from './remove.ts';
import { as, type As, LOOP, northFrom, save } from './testing.ts';

let api: TestApi;
let owner: As;
before(async () => {
  api = await startTestApi();
  owner = as(api, await api.signUp());
});
after(() => api.stop());

test('[ROUTE-07] any course comes back as it was posted, and again after a change', async () => {
  const random = chance(4);
  const points = Array.from({ length: 25 }, () => encodePlan(anyPlan(random))).filter(
    ({ length }) => length > 1,
  );
  const { id } = await save(owner);
  for (const one of points) {
    const made = await save(owner, { points: one });
    assert.deepEqual(made.points, one);
    assert.deepEqual((await owner<RouteDetail>('GET', `/route/${made.id}/`)).body.points, one);
    const changed = await owner<RouteDetail>('PUT', `/route/${id}/`, { points: one });
    assert.deepEqual(changed.body.points, one);
    assert.deepEqual((await owner<RouteDetail>('GET', `/route/${id}/`)).body, changed.body);
  }
});

test("[ROUTE-06] name, activity, privacy and description are kept; length, place and preview are the server's own", async () => {
  const made = await save(owner, {
    description: 'Flat & <b>fast</b>',
    name: '  <i>River</i> ~ loop:  ',
    privacy: 6,
  });
  assert.equal(made.name, '<i>River</i> ~ loop:');
  assert.equal(made.description, 'Flat & <b>fast</b>');
  assert.equal(made.privacy, 6);
  assert.ok(Math.abs(made.distance - 1111.9) < 1, String(made.distance));
  assert.deepEqual(made.start, { lat: 52.2, lng: 21 });
  assert.deepEqual(made.preview.bounds, [21, 52.2, 21, 52.21]);
  assert.deepEqual([made.ascent, made.descent], [null, null]);
  assert.deepEqual(made.can, { edit: true, delete: true });
  const simple = await owner<RouteSummary>('GET', `/route/${made.id}/?field_set=simple`);
  const { points: _, ...summary } = made;
  assert.deepEqual(simple.body, summary);
});

test('[ROUTE-06] heights that the points tell give the climb; a note adds nothing to the length', async () => {
  const points: RoutePoint[] = northFrom(52.2, 21, 21).map((point, i) =>
    Object.assign(point, { elevation: 100 + i * 10 }),
  );
  points.splice(20, 0, {
    lat: 60,
    lng: 30,
    order: 0,
    notes: 'Far: away:60:30:5',
    _links: { icon: [{ href: '/v7.1/marker_icon/2016/', id: '2016' }] },
  });
  const made = await save(owner, { points });
  assert.ok(made.ascent! > 180 && made.ascent! <= 200, String(made.ascent));
  assert.equal(made.descent, 0);
  assert.ok(Math.abs(made.distance - 2223.9) < 2, String(made.distance));
});

test('[ROUTE-06] without heights the configured sources are asked', async () => {
  const hilly = await startTestApi({ env: { ROUTING_DEMO: 'true' } });
  try {
    const call = as(hilly, await hilly.signUp());
    const made = await save(call, { points: northFrom(0.5, -150, 2) });
    assert.equal(typeof made.ascent, 'number');
    assert.equal(typeof made.descent, 'number');
  } finally {
    await hilly.stop();
  }
});

const BAD: [what: string, body: Record<string, unknown>, sentence: RegExp][] = [
  ['one point', { points: northFrom(52, 21, 1) }, /at least two points/],
  [
    'one point and a note',
    {
      points: [
        { lat: 1, lng: 1, order: 1 },
        { lat: 1, lng: 1, order: 0, notes: 'x:1:1:0', _links: { icon: [{ href: '/', id: '2016' }] } },
      ],
    },
    /at least two points/,
  ],
  [
    'a latitude out of range',
    {
      points: [
        { lat: 91, lng: 0, order: 1 },
        { lat: 0, lng: 0, order: 2 },
      ],
    },
    /Latitude is between/,
  ],
  [
    'a longitude out of range',
    {
      points: [
        { lat: 1, lng: 181, order: 1 },
        { lat: 0, lng: 0, order: 2 },
      ],
    },
    /Longitude is between/,
  ],
  [
    '100,001 points',
    { points: Array.from({ length: 100_001 }, (_, i) => ({ lat: 1, lng: i / 1e4, order: 0 })) },
    /at most 100,000 points/,
  ],
  ['no name', { name: ' \u0007 ' }, /Give the route a name/],
  ['a long name', { name: 'x'.repeat(201) }, /below 200 characters/],
  ['an unknown activity', { activity_type_id: 987_654 }, /activity type/],
];
for (const [what, body, sentence] of BAD)
  test(`[ROUTE-06] ${what} is refused with a sentence, and nothing is saved`, async () => {
    const call = as(api, await api.signUp());
    const answer = await call<{ error_description: string }>('POST', '/route/', { ...LOOP, ...body });
    assert.equal(answer.status, 400);
    assert.match(answer.body.error_description, sentence);
    assert.equal((await call<{ total_count: number }>('GET', '/route/')).body.total_count, 0);
  });

test('[DATA-02] what is no JSON, and a body of thousands of wrong points, get a sentence', async () => {
  const broken = await owner<{ error: string }>('POST', '/route/', '{"name": ', {
    'content-type': 'application/json',
  });
  assert.deepEqual([broken.status, broken.body.error], [400, 'invalid_json']);
  const points = Array.from({ length: 5000 }, () => ({ lat: 'x' }));
  const wrong = await owner<{ diagnostics: object }>('POST', '/route/', { ...LOOP, points });
  assert.equal(wrong.status, 400);
  assert.ok(Object.keys(wrong.body.diagnostics).length <= 20);
  const empty = await owner<{ error: string }>('POST', '/route/');
  assert.deepEqual([empty.status, empty.body.error], [400, 'validation_error']);
});

test('[ROUTE-07] notes without a place are refused by name, and nothing is saved', async () => {
  const points = LOOP.points.map((point, i) => (i === 4 ? { ...point, notes: 'Tap:1:2:3~oops' } : point));
  const route = { ...LOOP, name: 'With a note', points };
  const refused = await owner<{ diagnostics: object }>('POST', '/route/', route);
  assert.equal(refused.status, 400);
  assert.deepEqual(Object.keys(refused.body.diagnostics), ['points.4.notes']);
  assert.match(refused.text, /“oops” says no place/);
  const listed = await owner('GET', '/route/');
  assert.doesNotMatch(listed.text, /With a note/);
});

test('[ROUTE-09] a deleted route comes back within a day with points and bookmark, and not later', async () => {
  const { id, points } = await save(owner);
  await owner('POST', '/route_bookmark/', { _links: { route: [{ href: `/v7.1/route/${id}/` }] } });
  assert.equal((await owner('DELETE', `/route/${id}/`)).status, 204);
  assert.equal((await owner('GET', `/route/${id}/`)).status, 404);
  await purgeDeleted(api.context);
  const back = await owner<RouteDetail>('POST', `/route/${id}/restore/`);
  assert.equal(back.status, 200);
  assert.deepEqual(back.body.points, points);
  assert.ok(back.body.bookmark_id);
  assert.deepEqual((await owner('POST', `/route/${id}/restore/`)).body, back.body, 'a repeat finds it back');
  await owner('DELETE', `/route/${id}/`);
  const later = { ...api.context, now: () => new Date(Date.now() + 25 * 3600 * 1000) };
  await purgeDeleted(later);
  assert.equal((await owner('POST', `/route/${id}/restore/`)).status, 404);
  const { db } = api.context;
  for (const [table, column] of [
    ['routes', 'id'],
    ['route_points', 'route_id'],
    ['route_bookmarks', 'route_id'],
  ] as const)
    assert.deepEqual(
      await db
        .selectFrom(table)
        .selectAll()
        .where(column as never, '=', id as never)
        .execute(),
      [],
    );
});

test('[DATA-02] 100,000 points go in and out whole, and other calls are answered meanwhile', async () => {
  const points = northFrom(10, 20, 100_000).map((point, i) =>
    Object.assign(point, {
      lat: 10 + Math.sin(i / 1000) + i / 1e5,
      lng: 20 + Math.cos(i / 700),
      elevation: 100 + Math.round(Math.sin(i / 300) * 500) / 10,
    }),
  );
  const { id } = await save(owner, { points });
  const back = await owner<RouteDetail>('GET', `/route/${id}/`);
  assert.deepEqual(back.body.points, points);
  assert.ok(back.body.preview.polyline.length < 2500);
});

test('[ROUTE-04] whoever saves a route need not get its points back', async () => {
  const owner = as(api, await api.signUp());
  const saved = await owner<RouteDetail>('POST', '/route/?field_set=simple', LOOP);
  assert.equal(saved.status, 201);
  assert.equal('points' in saved.body, false);
  const { id, distance } = saved.body;
  const changed = await owner<RouteDetail>('PUT', `/route/${id}/?field_set=simple`, { name: 'Named anew' });
  assert.deepEqual(
    [changed.body.id, changed.body.name, changed.body.distance, 'points' in changed.body],
    [id, 'Named anew', distance, false],
  );
});
