import { flatMeters, gradeCost } from './grade.ts';
import type { Streams } from './kinds.ts';

/** A sample each second at 3 m/s, with a height for each. */
function running(heightOf: (meters: number) => number): Streams {
  const n = 400;
  const column = (value: (i: number) => number) => Int32Array.from({ length: n }, (_, i) => value(i));
  return {
    n,
    columns: {
      time: column((i) => i * 1000),
      timer: column((i) => i * 1000),
      distance: column((i) => i * 300),
      altitude: column((i) => Math.round(heightOf(i * 3) * 100)),
    },
  };
}

it('[WORK-04] uphill costs more than the flat, a gentle descent less, a steep one more again', () => {
  expect(gradeCost(0)).toBe(1);
  expect(gradeCost(0.1)).toBeCloseTo(1.66, 2);
  expect(gradeCost(-0.1)).toBeCloseTo(0.6, 2);
  expect(gradeCost(-0.4)).toBeGreaterThan(1);
  expect(gradeCost(9)).toBe(gradeCost(0.45));
});

it('[WORK-04] the flat course that costs as much is longer uphill, shorter downhill, and as long on the flat', () => {
  const end = (heightOf: (meters: number) => number) => flatMeters(running(heightOf))!.at(-1)! / 1197;
  expect(end(() => 20)).toBeCloseTo(1, 6);
  expect(end((meters) => meters * 0.1)).toBeCloseTo(1.66, 1);
  expect(end((meters) => 200 - meters * 0.1)).toBeCloseTo(0.6, 1);
  expect(flatMeters({ n: 1, columns: { distance: new Int32Array(1) } })).toBeNull();
});
