import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import type { RoutingQuestion } from '@waymark/api-contract';
import { haversine } from '@waymark/units';
import type { ApiProblem } from '../../../kernel/server/errors.ts';
import type { NoWay } from '../graph/router.ts';
import { askValhalla, roundTripByValhalla } from './valhalla.ts';

const QUESTION = {
  locations: [
    { lat: 0.49, lon: -150.01 },
    { lat: 0.51, lon: -149.99 },
  ],
  costing: 'bicycle' as const,
};
const QUICK = 150;
const PATIENT = 20_000;

async function serve(
  t: TestContext,
  answer: (response: ServerResponse, question: RoutingQuestion) => void,
): Promise<string> {
  const server = createServer(({ url }, response) => {
    const json = new URL(url!, 'http://localhost').searchParams.get('json')!;
    answer(response, JSON.parse(json) as RoutingQuestion);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  return assert.fail('there was an answer');
}

const problemOf = async (t: TestContext, longest: number, answer: (response: ServerResponse) => void) =>
  (await thrownBy(askValhalla(await serve(t, answer), QUESTION, longest))) as ApiProblem;

const refuse = (response: ServerResponse, number: number) =>
  void response.writeHead(400).end(JSON.stringify({ error_code: number, error: 'No.' }));

/** A way that is as many kilometres long as said. */
const way = (response: ServerResponse, { locations }: RoutingQuestion, length: number) =>
  void response.end(
    JSON.stringify({
      trip: {
        locations,
        legs: locations
          .slice(1)
          .map(() => ({ shape: 'abc', summary: { length: 1, time: 1 }, maneuvers: [] })),
        summary: { length, time: 1 },
        status: 0,
        status_message: '',
        units: 'kilometers',
      },
    }),
  );

test('[ROUTE-12] a routing server that is silent, or stops in the middle of its answer, is given up with a sentence', async (t) => {
  const silent = () => {};
  const stops = (response: ServerResponse) => void response.writeHead(200).write('{"trip":');
  for (const answer of [silent, stops]) {
    const problem = await problemOf(t, QUICK, answer);
    assert.deepEqual([problem.status, problem.code], [504, 'routing_slow']);
    assert.match(problem.message, /draw this leg straight\.$/);
  }
});

test('[ROUTE-12] garbage in the place of a way, a broken connection and an error page are an outage', async (t) => {
  const garbage = [
    '',
    'null',
    '[]',
    '"way"',
    '{"trip":{"legs":"none"}}',
    '<!doctype html><title>Login</title>',
    '\0\0',
  ];
  for (const body of garbage) {
    const problem = await problemOf(t, PATIENT, (response) => response.end(body));
    assert.deepEqual([problem.status, problem.code], [503, 'routing_unavailable'], body);
    assert.match(problem.message, /^Routing isn’t available right now\. .*straight\.$/);
  }
  const cut = await problemOf(t, PATIENT, (response) => response.destroy());
  assert.equal(cut.code, 'routing_unavailable');
  const busy = await problemOf(t, PATIENT, (response) => response.writeHead(500).end('{"error_code":199}'));
  assert.equal(busy.code, 'routing_unavailable');
});

/** Places in a row, the numbers of which are their longitudes. */
const row = (places: number): RoutingQuestion => ({
  ...QUESTION,
  locations: Array.from({ length: places }, (_, lon) => ({ lat: 0, lon })),
});

for (const [places, broken] of [
  [2, { 0: 442 }],
  [2, { 0: 171 }],
  [3, { 0: 442 }],
  [3, { 1: 442 }],
  [4, { 1: 171, 2: 442 }],
  [4, { 1: 442, 2: 171 }],
  [20, { 18: 443 }],
  [20, { 7: 442, 8: 171, 15: 442 }],
  [50, { 48: 171 }],
  [50, { 0: 442, 49: 442 }],
] as [number, Record<number, number>][])
  test(`[ROUTE-12] the refusal of ${places} places names the first leg without a way, ${JSON.stringify(broken)}`, async (t) => {
    let asked = 0;
    const base = await serve(t, (response, question) => {
      asked++;
      const legs = question.locations.slice(1).map(({ lon }) => broken[lon - 1]);
      // Places are looked for before ways, whichever leg they belong to.
      const number = legs.find((one) => one === 171) ?? legs.find(Boolean);
      if (number) refuse(response, number);
      else way(response, question, 1);
    });
    const problem = (await thrownBy(askValhalla(base, row(places), PATIENT))) as NoWay;
    const first = Math.min(...Object.keys(broken).map(Number));
    assert.deepEqual(
      [problem.leg, problem.code],
      [first, broken[first] === 171 ? 'too_far_from_road' : 'no_path'],
    );
    assert.match(problem.message, /\w.+\.$/);
    assert.ok(asked <= 8, `${asked} questions`);
  });

test('[ROUTE-12] a server that goes down, or keeps silent, while the leg is looked for is an outage', async (t) => {
  const after =
    (then: (response: ServerResponse) => void) => (response: ServerResponse, question: RoutingQuestion) =>
      question.locations.length > 3 ? refuse(response, 442) : then(response);
  const down = await serve(
    t,
    after((response) => void response.writeHead(502).end('<html>')),
  );
  const silent = await serve(
    t,
    after(() => {}),
  );
  const codes = [];
  for (const [base, longest] of [
    [down, PATIENT],
    [silent, QUICK],
  ] as const)
    codes.push(((await thrownBy(askValhalla(base, row(5), longest))) as ApiProblem).code);
  assert.deepEqual(codes, ['routing_unavailable', 'routing_slow']);
});

const WISH = { lat: 0.5, lng: -150, length: 8000, costing: 'pedestrian', heading: 45 } as const;

/** Kilometres around all places, by roads that are longer than the line through the air. */
const around = ({ locations }: RoutingQuestion) =>
  locations
    .slice(1)
    .reduce((sum, { lat, lon }, i) => sum + haversine(lat, lon, locations[i]!.lat, locations[i]!.lon), 0) *
  0.002;

test('[ROUTE-05] a round trip by a routing server comes back to where it began and is as long as wished', async (t) => {
  const asked: RoutingQuestion[] = [];
  const base = await serve(t, (response, question) => {
    asked.push(question);
    // A sea on one side: another size and direction is tried.
    if (asked.length === 1) refuse(response, 171);
    else way(response, question, around(question));
  });
  const { trip } = await roundTripByValhalla(base, WISH, PATIENT);
  assert.ok(Math.abs(trip.summary.length - 8) < 0.4, `${trip.summary.length} km`);
  assert.deepEqual(trip.locations[0], { lat: 0.5, lon: -150 });
  assert.deepEqual(trip.locations.at(-1), trip.locations[0]);
  assert.ok(asked.length > 2 && asked.length <= 10, `${asked.length} questions`);
  assert.ok(asked.every(({ costing, locations }) => costing === 'pedestrian' && locations.length === 5));
});

test('[ROUTE-05] each question of a round trip by a routing server names the places to keep off', async (t) => {
  const asked: RoutingQuestion[] = [];
  const base = await serve(t, (response, question) => {
    asked.push(question);
    way(response, question, around(question));
  });
  const excluded = [{ lat: 0.6, lon: -150.1 }];
  await roundTripByValhalla(base, { ...WISH, exclude_locations: excluded }, PATIENT);
  assert.ok(asked.length > 0);
  for (const question of asked) assert.deepEqual(question.exclude_locations, excluded);
});

test('[ROUTE-05] the questions of a round trip are few; the best that was found stays when the server fails later', async (t) => {
  let asked = 0;
  const never = await serve(t, (response, question) => {
    asked++;
    way(response, question, 1);
  });
  assert.equal((await roundTripByValhalla(never, WISH, PATIENT)).trip.summary.length, 1);
  assert.equal(asked, 10);

  asked = 0;
  const failing = await serve(t, (response, question) => {
    if (asked++ === 0) way(response, question, 3);
    else if (asked < 4) refuse(response, 442);
  });
  assert.equal((await roundTripByValhalla(failing, WISH, QUICK)).trip.summary.length, 3);
  assert.equal(asked, 4);

  for (const [number, code] of [
    [442, 'no_path'],
    [171, 'too_far_from_road'],
    [199, 'routing_unavailable'],
  ] as const) {
    const base = await serve(t, (response) => refuse(response, number));
    assert.equal(((await thrownBy(roundTripByValhalla(base, WISH, PATIENT))) as NoWay).code, code);
  }
});

test('[ROUTE-12] a preferred surface is asked for in the words of Valhalla, of bicycles only', async (t) => {
  const heard: unknown[] = [];
  const base = await serve(t, (response, question) => {
    heard.push(question.costing_options);
    way(response, question, 1);
  });
  for (const surface of ['paved', 'unpaved', undefined] as const)
    await askValhalla(
      base,
      { ...QUESTION, costing_options: { bicycle: { cycling_speed: 5, surface }, pedestrian: { surface } } },
      PATIENT,
    );
  assert.deepEqual(heard, [
    { bicycle: { cycling_speed: 5, bicycle_type: 'Road', avoid_bad_surfaces: 1 }, pedestrian: {} },
    {
      bicycle: { cycling_speed: 5, bicycle_type: 'Mountain', avoid_bad_surfaces: 0, use_roads: 0 },
      pedestrian: {},
    },
    { bicycle: { cycling_speed: 5 }, pedestrian: {} },
  ]);
});
