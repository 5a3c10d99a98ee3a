import assert from 'node:assert/strict';
import test from 'node:test';
import { barrierOf, BICYCLE, CAR, FOOT, permissionOf } from './access.ts';

const ALL = FOOT | BICYCLE | CAR;

test('[ROUTE-12] who may use a way, and in which direction', () => {
  const cases: [Record<string, string>, number, number][] = [
    [{ highway: 'residential' }, ALL, ALL],
    [{ highway: 'residential', oneway: 'yes' }, ALL, FOOT],
    [{ highway: 'residential', oneway: '-1' }, FOOT, ALL],
    [{ highway: 'residential', oneway: 'yes', 'oneway:bicycle': 'no' }, ALL, FOOT | BICYCLE],
    [{ highway: 'residential', oneway: 'yes', cycleway: 'opposite_lane' }, ALL, FOOT | BICYCLE],
    [{ highway: 'residential', oneway: 'yes', 'cycleway:left': 'opposite' }, ALL, FOOT | BICYCLE],
    [{ highway: 'motorway' }, CAR, 0],
    [{ highway: 'motorway_link', oneway: 'no' }, CAR, CAR],
    [{ highway: 'trunk', motorroad: 'yes' }, CAR, CAR],
    [{ highway: 'trunk', motorroad: 'yes', bicycle: 'yes' }, CAR | BICYCLE, CAR | BICYCLE],
    [{ highway: 'tertiary', junction: 'roundabout' }, ALL, FOOT],
    [{ highway: 'service', access: 'private' }, 0, 0],
    [{ highway: 'service', access: 'private', foot: 'yes' }, FOOT, FOOT],
    [
      { highway: 'service', access: 'no', bicycle: 'designated', foot: 'designated' },
      FOOT | BICYCLE,
      FOOT | BICYCLE,
    ],
    [{ highway: 'residential', vehicle: 'no' }, FOOT, FOOT],
    [{ highway: 'residential', motor_vehicle: 'destination' }, ALL, ALL],
    [{ highway: 'footway' }, FOOT, FOOT],
    [{ highway: 'footway', bicycle: 'yes' }, FOOT | BICYCLE, FOOT | BICYCLE],
    [{ highway: 'cycleway', foot: 'no' }, BICYCLE, BICYCLE],
    [{ highway: 'cycleway', bicycle: 'dismount' }, FOOT, FOOT],
    [{ highway: 'steps' }, FOOT, FOOT],
    [{ highway: 'path', bicycle: 'no' }, FOOT, FOOT],
    [{ highway: 'track', motor_vehicle: 'agricultural' }, FOOT | BICYCLE, FOOT | BICYCLE],
  ];
  for (const [tags, forward, backward] of cases) {
    const { forward: there = 0, backward: back = 0 } = permissionOf(tags) ?? {};
    assert.deepEqual([there, back], [forward, backward], JSON.stringify(tags));
  }
});

test('what nobody goes on is no way', () => {
  const none: Record<string, string>[] = [
    {},
    { railway: 'rail' },
    { highway: 'construction' },
    { highway: 'proposed' },
    { highway: 'pedestrian', area: 'yes' },
    { highway: 'raceway' },
  ];
  for (const tags of none) assert.equal(permissionOf(tags), null, JSON.stringify(tags));
});

test('[ROUTE-12] barriers let through who fits', () => {
  assert.equal(barrierOf({ barrier: 'bollard' }), FOOT | BICYCLE);
  assert.equal(barrierOf({ barrier: 'stile' }), FOOT);
  assert.equal(barrierOf({ barrier: 'gate', motor_vehicle: 'yes' }), null);
  assert.equal(barrierOf({ barrier: 'gate', access: 'private', foot: 'yes' }), FOOT);
  assert.equal(barrierOf({ barrier: 'wall' }), 0);
  assert.equal(barrierOf({ barrier: 'kerb' }), null);
  assert.equal(barrierOf({ highway: 'crossing' }), null);
});
