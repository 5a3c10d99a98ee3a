import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { chance } from '@waymark/routes/testing';
import polyline from '@mapbox/polyline';
import type { RoutingAnswer, RoutingQuestion } from '@waymark/api-contract';
import { haversine } from '@waymark/units';
import { demoTownExtract } from '../../demo-town.ts';
import { ExtractProblem, readExtract } from '../../osm/extract.ts';
import { writeExtract } from '../../osm/write-extract.ts';
import { type Costing, costsOf, mayPass } from './costing.ts';
import { packGraph, unpackGraph } from './graph.ts';
import { type FindWays, repeatedMeters, roundTrip } from './round-trip.ts';
import { type NoWay, Router } from './router.ts';
import { Search } from './search.ts';
import { snap } from './snap.ts';
import { waysAlong } from './ways-along.ts';
import { at, drawn, folder, graphOf, plainCost } from './testing.ts';

const COSTINGS: Costing[] = ['pedestrian', 'bicycle', 'auto'];
const town = await graphOf(demoTownExtract());

const PREFERENCES = [undefined, 'paved', 'unpaved'] as const;

test('[ROUTE-12] the way that is found is the cheapest there is, in each mode and with each preferred surface', async () => {
  const small = await graphOf(demoTownExtract({ streets: 12, seed: 5 }));
  const random = chance(3);
  const search = new Search(small);
  for (const costing of COSTINGS)
    for (const surface of PREFERENCES) {
      const costs = costsOf(costing, { surface });
      for (let round = 0; round < 40; round++) {
        const [a, b] = [0, 0].map(() => Math.floor(random() * small.lat.length)) as [number, number];
        const [start, goal] = [a, b].map(
          (v) => snap(small, small.lat[v]! / 1e7, small.lng[v]! / 1e7, costs.mode)[0],
        );
        if (!start || !goal || start.away > 0.1 || goal.away > 0.1) continue;
        const found = search.path(start, goal, costs)?.cost ?? Infinity;
        const least = plainCost(small, a, b, costing, { surface });
        // A place at a crossing may be snapped to any of its roads: leaving it costs nothing then.
        if (Number.isFinite(least))
          assert.ok(Math.abs(found - least) < 0.5, `${costing} ${a} to ${b}: ${found} instead of ${least}`);
      }
    }
});

test('[ROUTE-12] the way that is found is the cheapest of those that pass no excluded road', async () => {
  const small = await graphOf(demoTownExtract({ streets: 12, seed: 5 }));
  const random = chance(7);
  const search = new Search(small);
  let detours = 0;
  for (let round = 0; round < 150; round++) {
    const any = (n: number) => Math.floor(random() * n);
    const excluded = new Set(Array.from({ length: 12 }, () => any(small.from.length)));
    const parts = new Map([...excluded].map((edge) => [edge, { from: 0.4, to: small.length[edge]! - 0.4 }]));
    const [a, b] = [any(small.lat.length), any(small.lat.length)];
    const [start, goal] = [a, b].map(
      (v) => snap(small, small.lat[v]! / 1e7, small.lng[v]! / 1e7, costsOf('pedestrian').mode)[0],
    );
    if (!start || !goal || start.away > 0.1 || goal.away > 0.1) continue;
    const path = search.path(start, goal, costsOf('pedestrian', {}, parts));
    const passed = path?.steps.filter((step) => excluded.has(step >> 1)) ?? [];
    assert.deepEqual(passed, [], `${a} to ${b}`);
    const least = plainCost(small, a, b, 'pedestrian', {}, excluded);
    const found = path?.cost ?? Infinity;
    assert.ok(found === least || Math.abs(found - least) < 0.5, `${a} to ${b}: ${found} instead of ${least}`);
    if (found > plainCost(small, a, b, 'pedestrian') + 1) detours++;
  }
  assert.ok(detours > 10, `${detours}`);
});

test('[ROUTE-12] a road is kept off between crossings: who is on it leaves it on their side, and what nobody can go around has no way', async () => {
  // A block: the southern street from 0 to 4, with a way around it over the north; a dead end to the east of it.
  const graph = await drawn(
    [at(0, 0), at(4, 0), at(4, 3), at(0, 3), at(9, 0)],
    [
      { nodes: [0, 1], tags: { highway: 'residential' } },
      { nodes: [1, 2], tags: { highway: 'residential' } },
      { nodes: [2, 3], tags: { highway: 'residential' } },
      { nodes: [3, 0], tags: { highway: 'residential' } },
      { nodes: [1, 4], tags: { highway: 'residential' } },
    ],
  );
  const router = new Router(graph);
  const place = (lng: number, lat: number) => ({ lat: lat / 1000, lon: lng / 1000 });
  const length = (from: number, to: number, ...excluded: [lng: number, lat: number][]) =>
    router.route({
      locations: [place(from, 0), place(to, 0)],
      costing: 'pedestrian',
      exclude_locations: excluded.map(([lng, lat]) => place(lng, lat)),
    }).trip.summary.length;
  const direct = length(0, 4);
  assert.ok(length(0, 4, [2, 0]) > 2 * direct);
  // On the street itself: past the excluded place no more than through it.
  assert.ok(length(1, 3, [2, 0.1]) > 2 * direct);
  assert.ok(length(2.5, 4, [2, 0]) < direct, 'what lies behind is no obstacle');
  assert.ok(length(0, 4, [2, 0.5]) < 1.01 * direct, 'nobody goes around what is 55 metres away');
  assert.throws(() => length(0, 9, [6, 0]), { code: 'no_path' });
  assert.ok(length(0, 7, [8, 0]) > direct, 'a way may end on the road');
});

test('[ROUTE-12] nobody is sent against a one-way street or onto a way that is not theirs', () => {
  const random = chance(11);
  const search = new Search(town);
  for (const costing of COSTINGS) {
    const costs = costsOf(costing);
    for (let round = 0; round < 200; round++) {
      const any = () => Math.floor(random() * town.lat.length);
      const [a, b] = [any(), any()];
      const [start] = snap(town, town.lat[a]! / 1e7, town.lng[a]! / 1e7, costs.mode);
      const [goal] = snap(town, town.lat[b]! / 1e7, town.lng[b]! / 1e7, costs.mode);
      const steps = search.path(start!, goal!, costs)?.steps ?? [];
      for (const step of steps) assert.ok(mayPass(town, step >> 1, (step & 1) === 1, costs.mode));
      for (const [i, step] of steps.slice(0, -1).entries()) {
        const end = (step & 1) === 1 ? town.from[step >> 1] : town.to[step >> 1];
        const next = steps[i + 1]!;
        assert.equal(
          (next & 1) === 1 ? town.to[next >> 1] : town.from[next >> 1],
          end,
          'a way hangs together',
        );
      }
    }
  }
});

test('[ROUTE-12] the answer has the Valhalla form: legs with a shape at six decimals and manoeuvres that cover it', () => {
  const router = new Router(town);
  const random = chance(7);
  const place = () => ({ lat: 0.5 + (random() - 0.5) * 0.06, lon: -150 + (random() - 0.5) * 0.06 });
  for (const costing of COSTINGS) {
    const locations = [place(), place(), place()];
    const { trip } = router.route({ locations, costing, directions_options: { units: 'kilometers' } });
    assert.equal(trip.legs.length, 2);
    assert.deepEqual(trip.locations, locations);
    const [first, second] = trip.legs.map(({ shape }) => polyline.decode(shape, 6));
    assert.deepEqual(first!.at(-1), second![0], 'the second leg begins where the first one ends');
    for (const { shape, summary, maneuvers } of trip.legs) {
      const points = polyline.decode(shape, 6);
      assert.equal(maneuvers[0]!.begin_shape_index, 0);
      assert.equal(maneuvers.at(-1)!.end_shape_index, points.length - 1);
      for (const [i, { begin_shape_index: begin }] of maneuvers.slice(1).entries())
        assert.equal(begin, maneuvers[i]!.end_shape_index);
      const sum = maneuvers.reduce((total, { length }) => total + length, 0);
      assert.ok(Math.abs(sum - summary.length) < 0.02, `${sum} is not ${summary.length}`);
      assert.match(maneuvers[0]!.instruction, /^Go \w+ on .+\.$/);
      assert.equal(maneuvers.at(-1)!.instruction, 'You have arrived.');
    }
  }
  const [metric, imperial] = (['kilometers', 'miles'] as const).map(
    (units) =>
      router.route({
        locations: [
          { lat: 0.48, lon: -150.01 },
          { lat: 0.52, lon: -149.99 },
        ],
        costing: 'auto',
        directions_options: { units },
      }).trip.summary.length,
  );
  assert.ok(Math.abs(metric! / imperial! - 1.609344) < 0.01);
});

test('[ROUTE-12] turns are said where one turns off, not where a road bends', async () => {
  const graph = await drawn(
    [at(0, 0), at(0, 5), at(3, 8), at(8, 8), at(8, 12), at(12, 8)],
    [
      { nodes: [0, 1, 2, 3], tags: { highway: 'residential', name: 'Bend Road' } },
      { nodes: [3, 4], tags: { highway: 'residential', name: 'North Street' } },
      { nodes: [3, 5], tags: { highway: 'residential', name: 'Bend Road' } },
    ],
  );
  const said = (lat: number, lon: number) =>
    new Router(graph)
      .route({
        locations: [
          { lat: 0, lon: 0 },
          { lat, lon },
        ],
        costing: 'auto',
      })
      .trip.legs[0]!.maneuvers.map(({ instruction, type }) => [type, instruction]);
  assert.deepEqual(said(0.012, 0.008), [
    [1, 'Go north on Bend Road.'],
    [15, 'Turn left onto North Street.'],
    [4, 'You have arrived.'],
  ]);
  assert.deepEqual(said(0.008, 0.012), [
    [1, 'Go north on Bend Road.'],
    [4, 'You have arrived.'],
  ]);
  // Five metres into the other street: the corner is the goal.
  assert.deepEqual(said(0.008_045, 0.008), [
    [1, 'Go north on Bend Road.'],
    [4, 'You have arrived.'],
  ]);
  assert.equal(said(0.0082, 0.008)[1]![1], 'Turn left onto North Street.');
  const [corner] = new Router(graph).route({
    locations: [
      { lat: 0, lon: 0 },
      { lat: 0.008_045, lon: 0.008 },
    ],
    costing: 'auto',
  }).trip.legs[0]!.maneuvers;
  assert.deepEqual(corner!.street_names, ['Bend Road']);
});

test('[ROUTE-12] a roundabout is one instruction that counts its exits', () => {
  const { maneuvers } = new Router(town).route({
    locations: [
      { lat: 0.5 - 0.0003, lon: -150 - 0.0003 },
      { lat: 0.5 + 0.0021, lon: -150 + 0.0021 },
    ],
    costing: 'auto',
  }).trip.legs[0]!;
  const texts = maneuvers.map(({ instruction }) => instruction);
  assert.ok(
    texts.some((text) => /^Enter the roundabout and take the \w+ exit onto Market Approach \d\.$/.test(text)),
    texts.join(' '),
  );
});

test('[ROUTE-12] no road near, no way through and no coverage are told apart, with the leg', async () => {
  const router = new Router(town);
  const route = (locations: { lat: number; lon: number }[]) => () =>
    router.route({ locations, costing: 'pedestrian' });
  const [a, b, sea] = [
    { lat: 0.5, lon: -150 },
    { lat: 0.501, lon: -150 },
    { lat: 0.5, lon: -149.9 },
  ];
  assert.throws(route([a, b, sea]), (error: NoWay) => error.code === 'too_far_from_road' && error.leg === 1);
  const island = await drawn(
    [
      { lat: 0, lng: 0 },
      { lat: 0, lng: 0.01 },
      { lat: 0.1, lng: 0 },
      { lat: 0.1, lng: 0.01 },
    ],
    [
      { nodes: [0, 1], tags: { highway: 'path' } },
      { nodes: [2, 3], tags: { highway: 'path' } },
    ],
  );
  assert.throws(
    () =>
      new Router(island).route({
        locations: [
          { lat: 0, lon: 0 },
          { lat: 0.1, lon: 0 },
        ],
        costing: 'pedestrian',
      }),
    (error: NoWay) => error.code === 'no_path' && error.leg === 0,
  );
});

test('[ROUTE-05] a round trip comes back and is about as long as wished', async () => {
  const router = new Router(town);
  const find: FindWays = (question) => router.route(question);
  for (const length of [3000, 5000, 10_000])
    for (const heading of [0, 80, 200]) {
      const { trip } = await roundTrip(find, { lat: 0.5, lng: -150, length, costing: 'pedestrian', heading });
      assert.ok(
        Math.abs(trip.summary.length * 1000 - length) < length * 0.12,
        `${trip.summary.length} km of ${length} m`,
      );
      const points = trip.legs.flatMap(({ shape }) => polyline.decode(shape, 6));
      assert.deepEqual(points[0], points.at(-1));
      const turnsBack = points.findIndex(
        (point, i) =>
          i > 1 && String(point) === String(points[i - 2]) && String(point) !== String(points[i - 1]),
      );
      assert.equal(
        turnsBack,
        -1,
        `${length} m toward ${heading} turns back at ${String(points[turnsBack - 1])}`,
      );
    }
});

test('[ROUTE-05] a round trip keeps off excluded streets', async () => {
  const router = new Router(town);
  const answers: RoutingAnswer[] = [];
  const find: FindWays = (question) => {
    const answer = router.route(question);
    answers.push(answer);
    return answer;
  };
  const shapeOf = ({ trip }: RoutingAnswer) => trip.legs.flatMap(({ shape }) => polyline.decode(shape, 6));
  const nearest = (answer: RoutingAnswer, { lat, lon }: { lat: number; lon: number }) => {
    const shape = shapeOf(answer);
    const steps = Array.from({ length: 41 }, (_, n) => n / 40);
    return Math.min(
      ...shape.slice(1).flatMap(([b, d], i) => {
        const [a, c] = shape[i]!;
        return steps.map((step) => haversine(a + (b - a) * step, c + (d - c) * step, lat, lon));
      }),
    );
  };
  for (const [length, heading] of [
    [3000, 0],
    [3000, 60],
    [3000, 120],
    [3000, 180],
    [3000, 240],
    [3000, 300],
    [5000, 200],
    [5000, 290],
    [8000, 20],
  ] as const) {
    const wish = { lat: 0.49, lng: -150.01, length, costing: 'pedestrian', heading } as const;
    answers.length = 0;
    const free = await roundTrip(find, wish);
    const corners = answers[0]!.trip.legs.slice(1).map((leg) => polyline.decode(leg.shape, 6)[0]!);
    const shape = shapeOf(free);
    const blocks = shape.slice(1).flatMap(([lat, lon], i) => {
      const [from, before] = shape[i]!;
      const place = { lat: (from + lat) / 2, lon: (before + lon) / 2 };
      const isBlock = haversine(from, before, lat, lon) > 60;
      return isBlock && haversine(place.lat, place.lon, wish.lat, wish.lng) > 300 ? [place] : [];
    });
    const everyThird = blocks.filter((_, i) => i % 3 === 1).slice(0, 4);
    for (const excluded of [everyThird, corners.map(([lat, lon]) => ({ lat, lon }))]) {
      assert.ok(excluded.length >= 2, `${excluded.length}`);
      const around = await roundTrip(find, { ...wish, exclude_locations: excluded });
      for (const place of excluded)
        assert.ok(
          nearest(around, place) > 10,
          `${length} m to ${heading} lead over ${place.lat} ${place.lon}`,
        );
      const kilometers = around.trip.summary.length;
      assert.ok(
        Math.abs(kilometers * 1000 - length) < length * 0.2,
        `${kilometers} km of ${length} m to ${heading}`,
      );
    }
  }
});

test('[ROUTE-05] another round trip is looked for where a corner lies on an excluded street, which legs may begin and end on', async () => {
  const lap = (...points: [number, number][]) =>
    ({
      trip: { legs: [{ shape: polyline.encode(points, 6) }], summary: { length: 3, time: 1 } },
    }) as unknown as RoutingAnswer;
  const over = lap([0, 0], [0, 0.01], [0.01, 0.01], [0.01, 0], [0, 0]);
  const past = lap([0, 0], [0, -0.01], [-0.01, -0.01], [-0.01, 0], [0, 0]);
  const answers = [over, past];
  const wish = { lat: 0, lng: 0, length: 3000, costing: 'pedestrian', heading: 0 } as const;
  const exclusions = [{ lat: 0.005, lon: 0.0101 }];
  const found = await roundTrip(() => answers.shift()!, { ...wish, exclude_locations: exclusions });
  assert.equal(found, past);
});

test('[ROUTE-05] where the streets around its start are kept off, a round trip is rather too long than none', async () => {
  const router = new Router(town);
  const wish = { lat: 0.5, lng: -150, length: 3000, costing: 'pedestrian', heading: 80 } as const;
  const free = await roundTrip((question) => router.route(question), wish);
  const shape = free.trip.legs.flatMap((leg) => polyline.decode(leg.shape, 6));
  const blocks = shape.slice(1).flatMap(([lat, lon], i) => {
    const [from, before] = shape[i]!;
    return haversine(from, before, lat, lon) > 60 ? [{ lat: (from + lat) / 2, lon: (before + lon) / 2 }] : [];
  });
  const around = await roundTrip((question) => router.route(question), {
    ...wish,
    exclude_locations: blocks
      .filter(({ lat, lon }) => haversine(lat, lon, wish.lat, wish.lng) > 300)
      .slice(0, 4),
  });
  assert.ok(around.trip.summary.length > 1.5, `${around.trip.summary.length} km`);
});

test('[ROUTE-05] a corner in a dead end is moved to the fork before it: nobody is sent in and out again', async () => {
  // A square with a blind alley at its far corner, which the router is asked to go to.
  const line = (...points: [number, number][]) => polyline.encode(points, 6);
  const trip = (shapes: string[]) =>
    ({
      trip: {
        legs: shapes.map((shape) => ({ shape })),
        summary: { length: 3, time: 1 },
      },
    }) as unknown as RoutingAnswer;
  const fork: [number, number] = [0.01, 0.01];
  const asked: RoutingQuestion['locations'][] = [];
  const answer = await roundTrip(
    ({ locations }) => {
      asked.push(locations);
      return asked.length === 1
        ? trip([
            line([0, 0], [0, 0.01]),
            line([0, 0.01], fork, [0.02, 0.02]),
            line([0.02, 0.02], fork, [0.01, 0]),
            line([0.01, 0], [0, 0]),
          ])
        : trip([
            line([0, 0], [0, 0.01]),
            line([0, 0.01], fork),
            line(fork, [0.01, 0]),
            line([0.01, 0], [0, 0]),
          ]);
    },
    { lat: 0, lng: 0, length: 3000, costing: 'pedestrian', heading: 0 },
  );
  assert.equal(asked.length, 2);
  assert.deepEqual(asked[1]![2], { lat: fork[0], lon: fork[1] });
  assert.equal(repeatedMeters(answer), 0);
  // A round trip that is there is better than none: the router may be slow, or find no way through the forks.
  let questions = 0;
  const inAndOut = trip([line([0, 0], [0, 0.01]), line([0, 0.01], fork), line(fork, [0, 0.01], [0, 0])]);
  const kept = await roundTrip(
    () => {
      questions++;
      if (questions > 1) throw new Error('it takes too long');
      return inAndOut;
    },
    { lat: 0, lng: 0, length: 3000, costing: 'pedestrian', heading: 0 },
  );
  assert.equal(kept, inAndOut);
});

test('a graph that was written and read again answers alike; a damaged file says so', async () => {
  const packed = Buffer.concat([...packGraph(town)]);
  const question = {
    locations: [
      { lat: 0.49, lon: -150.01 },
      { lat: 0.51, lon: -149.99 },
    ],
    costing: 'bicycle' as const,
  };
  assert.deepEqual(new Router(unpackGraph(packed)).route(question), new Router(town).route(question));
  assert.throws(() => unpackGraph(packed.subarray(0, packed.length / 2)), /cut short/);
  assert.throws(() => unpackGraph(Buffer.from('something else')), /holds no roads/);
  const nonsense = path.join(folder, 'nonsense.osm.pbf');
  writeFileSync(nonsense, 'not an extract at all, but long enough to look at');
  await assert.rejects(readExtract(nonsense), ExtractProblem);
  await assert.rejects(graphOf(writeExtract([{ lat: 0, lng: 0 }], [])), /no road or path/);
});

/** Two ways from west to east: a short one through the wood and a longer paved one around it. */
const twoWays = () =>
  drawn(
    [at(0, 0), at(10, 0), at(0, 4), at(10, 4), at(-2, 0), at(12, 0)],
    [
      { nodes: [4, 0], tags: { highway: 'residential', surface: 'asphalt' } },
      { nodes: [0, 1], tags: { highway: 'track', surface: 'gravel' } },
      { nodes: [0, 2, 3, 1], tags: { highway: 'cycleway', foot: 'yes', surface: 'asphalt' } },
      { nodes: [1, 5], tags: { highway: 'path' } },
    ],
  );

test('[ROUTE-12] [ROUTE-05] a preferred surface leads another way, and the line says what it goes on', async () => {
  const graph = await twoWays();
  const router = new Router(graph);
  const along = (surface?: 'paved' | 'unpaved', costing: 'pedestrian' | 'bicycle' = 'pedestrian') => {
    const { trip } = router.route({
      locations: [
        { lat: 0, lon: -0.0015 },
        { lat: 0, lon: 0.0115 },
      ],
      costing,
      costing_options: { [costing]: { surface } },
    });
    return waysAlong([graph], polyline.decode(trip.legs[0]!.shape, 6));
  };
  const kinds = (spans: ReturnType<typeof waysAlong>) =>
    spans.map(({ kind, surface }) => `${kind} ${surface}`);
  const short = along();
  assert.deepEqual(kinds(short), ['street paved', 'track gravel', 'path null']);
  const [street, track, path] = short.map(({ length }) => length);
  assert.ok(Math.abs(street! - 166.8) < 15 && Math.abs(track! - 1112) < 25 && Math.abs(path! - 166.8) < 15);
  for (const costing of ['pedestrian', 'bicycle'] as const) {
    assert.deepEqual(kinds(along('paved', costing)), ['street paved', 'cycleway paved', 'path null']);
    assert.deepEqual(kinds(along('unpaved', costing)), ['street paved', 'track gravel', 'path null']);
  }
});

test('[ROUTE-05] what no road is near is unknown, without roads nothing is said, and crossings change no span', async () => {
  const graph = await twoWays();
  const field: [number, number][] = [
    [0.002, 0.001],
    [0.002, 0.009],
  ];
  const [only, ...rest] = waysAlong([graph], field);
  assert.deepEqual([only!.kind, only!.surface, rest.length], [null, null, 0]);
  assert.ok(Math.abs(only!.length - 889.6) < 1);
  assert.deepEqual(waysAlong([], field), []);
  assert.deepEqual(waysAlong([graph], [[0, 0.001]]), []);
  assert.deepEqual(
    waysAlong(
      [graph],
      [
        [0, 0.001],
        [0, 0.001],
      ],
    ),
    [],
  );
  // Along the paved way past its corners, some metres beside it as a receiver draws it.
  const beside = waysAlong(
    [graph],
    [
      [0.00003, 0.00003],
      [0.00397, 0.00004],
      [0.00396, 0.00996],
    ],
  );
  assert.deepEqual(
    beside.map(({ kind }) => kind),
    ['cycleway'],
  );
});
