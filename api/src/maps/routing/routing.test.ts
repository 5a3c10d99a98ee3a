import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import polyline from '@mapbox/polyline';
import type { RoutingAnswer } from '@waymark/api-contract';
import { runAsCaller } from '../../kernel/server/current-work.ts';
import type { ApiProblem } from '../../kernel/server/errors.ts';
import { startTestApi } from '../../testing/api.ts';
import { ownRouter } from './worker/router-queue.ts';

const ask = (question: unknown) =>
  `/services/routing/route?json=${encodeURIComponent(JSON.stringify(question))}`;
const WALK = {
  locations: [
    { lat: 0.49, lon: -150.01 },
    { lat: 0.51, lon: -149.99 },
  ],
  costing: 'pedestrian',
  costing_options: { pedestrian: { walking_speed: 1.5 } },
  directions_options: { units: 'kilometers' },
};

test('[ROUTE-12] ways, coverage, round trips and heights of the demo town through the API', async (t) => {
  const api = await startTestApi({ env: { ROUTING_DEMO: 'true' } });
  t.after(() => api.stop());

  const way = await api.call<RoutingAnswer>('GET', ask(WALK));
  assert.equal(way.status, 200);
  const [leg] = way.body.trip.legs;
  assert.ok(Math.abs(leg!.summary.time - (leg!.summary.length / 1.5) * 3600) < 30, 'time by the given speed');

  const coverage = await api.call<{ regions: { name: string; demo: boolean }[]; elevation: boolean }>(
    'GET',
    '/services/routing/coverage',
  );
  assert.deepEqual(
    coverage.body.regions.map(({ name, demo }) => [name, demo]),
    [['Demo town', true]],
  );
  assert.equal(coverage.body.elevation, true);

  const trip = await api.call<RoutingAnswer>(
    'GET',
    '/services/routing/round_trip?lat=0.5&lng=-150&length=5000&seed=3',
  );
  assert.ok(Math.abs(trip.body.trip.summary.length - 5) < 1);
  const tripAround = (places: [number, number][]) =>
    api.call<RoutingAnswer>(
      'GET',
      `/services/routing/round_trip?lat=0.5&lng=-150&length=5000&seed=3&exclude_locations=${encodeURIComponent(polyline.encode(places, 6))}`,
    );
  const passed = polyline.decode(trip.body.trip.legs[1]!.shape, 6);
  const onTheWay = passed.slice(1).map(([lat, lng], i): [number, number] => {
    const [a, b] = passed[i]!;
    return [(a + lat) / 2, (b + lng) / 2];
  });
  const around = await tripAround(onTheWay.slice(0, 50));
  assert.equal(around.status, 200, JSON.stringify(around.body));
  assert.notEqual(around.body.trip.legs[1]!.shape, trip.body.trip.legs[1]!.shape);
  const tooMany = Array.from({ length: 51 }, (_, i): [number, number] => [0.5, -150 + i / 1000]);
  assert.equal((await tripAround(tooMany.slice(1))).status, 200);
  for (const wrong of [tooMany, [[91, 0]] as [number, number][]])
    assert.equal((await tripAround(wrong)).status, 400);

  const line = polyline.encode(
    [
      [0.5, -150],
      [0.518, -149.978],
      [48, 11],
    ],
    6,
  );
  const heights = await api.call<{ height: (number | null)[]; source: string }>(
    'POST',
    '/services/elevation/height',
    {
      body: { encoded_polyline: line },
    },
  );
  assert.equal(heights.body.source, 'demo');
  assert.ok(heights.body.height[1]! > heights.body.height[0]! + 40, 'the hill is higher than the town');
  assert.equal(heights.body.height[2], null, 'nobody knows how high it is there');

  const ways = await api.call<{ spans: { length: number; surface: string | null; kind: string | null }[] }>(
    'POST',
    '/services/routing/ways',
    { body: { encoded_polyline: leg!.shape } },
  );
  assert.equal(ways.status, 200, JSON.stringify(ways.body));
  const total = ways.body.spans.reduce((sum, { length }) => sum + length, 0);
  assert.ok(Math.abs(total / 1000 - leg!.summary.length) < 0.02, 'the spans are as long as the line');
  assert.ok(
    ways.body.spans.every(({ kind }) => kind !== null),
    'a routed line is on roads',
  );
  for (const encoded_polyline of ['?'.repeat(80_000), polyline.encode([[200, 0]], 6)])
    assert.equal(
      (await api.call('POST', '/services/routing/ways', { body: { encoded_polyline } })).status,
      400,
    );

  const refusals: [unknown, number, string][] = [
    [
      {
        ...WALK,
        locations: [
          { lat: 48, lon: 11 },
          { lat: 48.1, lon: 11 },
        ],
      },
      422,
      'no_coverage',
    ],
    [{ ...WALK, locations: [WALK.locations[0], { lat: 0.5, lon: -149.95 }] }, 422, 'no_coverage'],
    [{ ...WALK, locations: [WALK.locations[0]] }, 400, 'validation_error'],
    [{ ...WALK, locations: [WALK.locations[0], { lat: 91, lon: 0 }] }, 400, 'validation_error'],
    [{ ...WALK, costing: 'swim' }, 400, 'validation_error'],
    [{ ...WALK, exclude_locations: Array(51).fill(WALK.locations[0]) }, 400, 'validation_error'],
    [{ ...WALK, exclude_locations: [{ lat: 91, lon: 0 }] }, 400, 'validation_error'],
  ];
  for (const [question, status, code] of refusals) {
    const answer = await api.call<{ error: string; error_description: string }>('GET', ask(question));
    assert.deepEqual([answer.status, answer.body.error], [status, code], JSON.stringify(question));
    assert.match(answer.body.error_description, /\w.+\.$/);
  }
  const broken = await api.call<{ error: string }>('GET', '/services/routing/route?json=%7B');
  assert.equal(broken.body.error, 'validation_error');
  const high = await api.call('POST', '/services/elevation/height', {
    body: { encoded_polyline: polyline.encode([[200, 0]], 6) },
  });
  assert.equal(high.status, 400);

  // A map that asks for very many tiles at once holds up nobody, and what is waiting does not end the worker.
  const tiles = Array.from({ length: 200 }, (_, i) =>
    runAsCaller('one', () =>
      ownRouter(api.context).ask({ kind: 'tile', tile: { z: 14, x: 1365 + i, y: 8169 }, cities: [] }),
    ).then(
      () => 200,
      ({ status }: ApiProblem) => status,
    ),
  );
  assert.equal((await api.call('GET', ask(WALK))).status, 200);
  const statuses = Map.groupBy(await Promise.all(tiles), (status) => status);
  assert.deepEqual([statuses.get(200)?.length, statuses.get(503)?.length], [96, 104]);
});

test('[ROUTE-12] a Valhalla server is asked in its form; what is no way is told in words', async (t) => {
  const asked: URL[] = [];
  const answers: { status: number; body: string }[] = [];
  const valhalla = createServer((request, response) => {
    asked.push(new URL(request.url!, 'http://localhost'));
    const { status, body } = answers.shift()!;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => valhalla.listen(0, '127.0.0.1', resolve));
  const { port } = valhalla.address() as AddressInfo;
  const api = await startTestApi({ env: { ROUTING_URL: `http://127.0.0.1:${port}` } });
  t.after(async () => {
    await api.stop();
    valhalla.close();
  });
  const answer: RoutingAnswer = {
    trip: {
      locations: WALK.locations,
      legs: [{ shape: 'abc', summary: { length: 1, time: 2 }, maneuvers: [] }],
      summary: { length: 1, time: 2 },
      status: 0,
      status_message: 'Found route between points',
      units: 'kilometers',
    },
  };
  answers.push({ status: 200, body: JSON.stringify(answer) });
  const good = await api.call('GET', ask(WALK));
  assert.deepEqual(good.body, answer);
  assert.equal(asked[0]!.pathname, '/route');
  assert.deepEqual(JSON.parse(asked[0]!.searchParams.get('json')!), WALK);

  answers.push({ status: 400, body: '{"error_code":442,"error":"No path could be found for input"}' });
  assert.equal((await api.call<{ error: string }>('GET', ask(WALK))).body.error, 'no_path');
  answers.push({ status: 400, body: '{"error_code":171,"error":"No suitable edges near location"}' });
  assert.equal((await api.call<{ error: string }>('GET', ask(WALK))).body.error, 'too_far_from_road');
  for (const body of ['<html>Bad gateway</html>', '{"trip":{}}']) {
    answers.push({ status: body.startsWith('<') ? 502 : 200, body });
    const bad = await api.call<{ error: string }>('GET', ask(WALK));
    assert.deepEqual([bad.status, bad.body.error], [503, 'routing_unavailable']);
  }

  // The second half of a chain is the one without a way: the first half is asked for by itself.
  const [a, b] = WALK.locations;
  answers.push({ status: 400, body: '{"error_code":442}' }, { status: 200, body: JSON.stringify(answer) });
  answers.push({ status: 400, body: '{"error_code":442}' });
  const chain = await api.call<{ error: string; diagnostics: unknown }>(
    'GET',
    ask({ ...WALK, locations: [a, b, a] }),
  );
  assert.deepEqual(
    [chain.status, chain.body.error, chain.body.diagnostics],
    [422, 'no_path', { leg: ['1'] }],
  );

  const trip = '/services/routing/round_trip?lat=0.5&lng=-150&length=1000';
  answers.push({ status: 200, body: JSON.stringify(answer) });
  assert.deepEqual((await api.call('GET', trip)).body, answer);
  answers.push(...Array.from({ length: 10 }, () => ({ status: 400, body: '{"error_code":171}' })));
  const nowhere = await api.call<{ error: string }>('GET', trip);
  assert.deepEqual([nowhere.status, nowhere.body.error], [422, 'too_far_from_road']);

  valhalla.close();
  valhalla.closeAllConnections();
  const down = await api.call<{ error: string }>('GET', ask(WALK));
  assert.deepEqual([down.status, down.body.error], [503, 'routing_unavailable']);
});
