import type { RoutePoint } from '@waymark/api-contract';
import { packPlan, unpackPlan } from './packed-form.ts';
import { EMPTY_PLAN, makeSegment, planLine, straightSegment } from './plan.ts';
import { decodePlan, encodePlan } from './saved-form.ts';
import { anyPlan, chance } from './testing.ts';

const again = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Numbers as files and routers write them: some with few digits, some with all that a number has. */
function rounded(points: RoutePoint[], random: () => number): RoutePoint[] {
  const digits = [5, 6, 7, 20][Math.floor(random() * 4)]!;
  const round = (value: number) => (digits === 20 ? value : Number(value.toFixed(digits)));
  return points.map((point) => ({
    ...point,
    lat: round(point.lat),
    lng: round(point.lng),
    ...(typeof point.elevation === 'number' && {
      elevation: Number(point.elevation.toFixed(Math.floor(random() * 5))),
    }),
  }));
}

it('[ROUTE-07] the packed form and the saved form of any course are the same course, to the last bit', () => {
  const random = chance(71);
  for (let round = 0; round < 400; round++) {
    const points = again(rounded(encodePlan(anyPlan(random)), random));
    const plan = decodePlan(points);
    const other = unpackPlan(packPlan(plan));
    expect(other).toEqual(plan);
    expect(planLine(other)).toEqual(planLine(plan));
  }
});

it('[ROUTE-07] places around the date line, at the poles and at nought are packed as they are', () => {
  const points = [
    { lat: -90, lng: 180 },
    { lat: 90, lng: -180 },
    { lat: 0, lng: -0 },
    { lat: -1e-7, lng: 179.9999999 },
    { lat: Number.MIN_VALUE, lng: 1 / 3 },
  ].map(({ lat, lng }, i) => ({ lat, lng, order: i % 2 ? i : 0, elevation: i === 2 ? null : -i * 1999.9 }));
  const plan = decodePlan(again(points));
  expect(unpackPlan(packPlan(plan))).toEqual(plan);
  // As JSON has it.
  expect(unpackPlan(packPlan(decodePlan(points)))).toEqual(plan);
});

it('[ROUTE-07] nothing, and a start alone, are courses too', () => {
  expect(unpackPlan(packPlan(EMPTY_PLAN))).toEqual(EMPTY_PLAN);
  const start = { start: { lat: 1 / 3, lng: 2 }, segments: [] };
  expect(unpackPlan(packPlan(start))).toEqual(start);
});

it('[ROUTE-07] a recorded track takes a few bytes for each point, and can lie anywhere in a body', () => {
  const line = Float64Array.from({ length: 20_000 }, (_, i) =>
    i % 2 ? (520_000_000 + i * 300) / 1e7 : Math.round((21 + Math.sin(i / 90) / 50) * 1e7) / 1e7,
  );
  const elevation = Float64Array.from(
    { length: 10_000 },
    (_, i) => Math.round(9000 + 900 * Math.sin(i / 400)) / 10,
  );
  const plan = { start: { lng: line[0]!, lat: line[1]! }, segments: [makeSegment(line, 1, { elevation })] };
  const packed = packPlan(plan);
  expect(packed.length).toBeLessThan(10_000 * 6);
  const body = new Uint8Array(packed.length + 3);
  body.set(packed, 3);
  expect(unpackPlan(body.subarray(3))).toEqual(plan);
});

it('[ROUTE-07] travel modes above those of the first version are packed too, and old courses stay readable', () => {
  const leg = straightSegment({ lat: 0, lng: 0 }, { lat: 1, lng: 1 });
  const plan = (mode: number) => ({
    start: { lat: 0, lng: 0 },
    segments: [{ ...leg, travelMode: mode as typeof leg.travelMode, isStaticData: true }],
  });
  for (const mode of [0, 3, 4, 7, 200]) expect(unpackPlan(packPlan(plan(mode)))).toEqual(plan(mode));
  const versionOf = (mode: number) => new TextDecoder().decode(packPlan(plan(mode)).subarray(0, 4));
  expect([versionOf(3), versionOf(4)]).toEqual(['WMP1', 'WMP2']);
});

it('[ROUTE-07] what is cut short, or is something else, is refused', () => {
  const plan = {
    start: { lat: 0, lng: 0 },
    segments: [straightSegment({ lat: 0, lng: 0 }, { lat: 1, lng: 1 })],
  };
  const packed = packPlan(plan);
  for (let length = 0; length < packed.length; length++)
    expect(() => unpackPlan(packed.subarray(0, length))).toThrow(RangeError);
  expect(() => unpackPlan(new TextEncoder().encode('{"points":[]}'))).toThrow(RangeError);
});
