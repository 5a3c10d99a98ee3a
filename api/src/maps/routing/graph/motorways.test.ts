import assert from 'node:assert/strict';
import test from 'node:test';
import { Router } from './router.ts';
import { roundTrip } from './round-trip.ts';
import { at, drawn } from './testing.ts';

/** A motorway straight on, a country road that is three times as long, and a town that only the motorway leads to. */
const country = () =>
  drawn(
    [at(0, 0), at(20, 0), at(0, 20), at(20, 20), at(40, 0), at(20, 0.5)],
    [
      { nodes: [0, 1], tags: { highway: 'motorway', oneway: 'no', name: 'Motorway' } },
      { nodes: [1, 4], tags: { highway: 'motorway', oneway: 'no', name: 'Motorway' } },
      { nodes: [0, 2, 3, 5, 1], tags: { highway: 'secondary', name: 'Country Road' } },
    ],
  );

const carTo = (router: Router, lng: number, lat: number, useHighways?: number) =>
  router
    .route({
      locations: [
        { lat: 0, lon: 0 },
        { lat: lat / 1000, lon: lng / 1000 },
      ],
      costing: 'auto',
      ...(useHighways !== undefined && { costing_options: { auto: { use_highways: useHighways } } }),
    })
    .trip.legs[0]!.maneuvers.flatMap(({ street_names }) => street_names ?? []);

test('[ROUTE-12] use_highways 0 keeps cars off motorways, on a way three times as long too; 1 takes them', async () => {
  const router = new Router(await country());
  assert.deepEqual(carTo(router, 20, 0, 0), ['Country Road']);
  assert.deepEqual(carTo(router, 20, 0, 1), ['Motorway']);
  assert.deepEqual(carTo(router, 20, 0), ['Motorway']);
});

test('[ROUTE-12] where nothing but a motorway leads, cars take it, and as little of it as they can', async () => {
  const router = new Router(await country());
  assert.deepEqual(carTo(router, 38, 0, 0), ['Country Road', 'Motorway']);
  assert.deepEqual(carTo(router, 38, 0, 1), ['Motorway']);
});

test('[ROUTE-05] a round trip by car keeps off motorways', async () => {
  const asked: unknown[] = [];
  const router = new Router(await country());
  const request = { lat: 0, lng: 0, length: 8000, costing: 'auto', heading: 45 } as const;
  await roundTrip((question) => {
    asked.push(question.costing_options?.auto);
    return router.route(question);
  }, request);
  assert.ok(asked.length > 0);
  for (const options of asked) assert.deepEqual(options, { use_highways: 0 });
});
