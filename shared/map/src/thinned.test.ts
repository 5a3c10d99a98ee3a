import { DRAWN_POINTS, nearest, thinned } from './thinned.ts';
import type { LngLat } from './types.ts';

const wiggle = (n: number): LngLat[] =>
  Array.from({ length: n }, (_, i) => [
    21 + Math.cos(i / 5000) * 0.2 + Math.sin(i) / 50_000,
    52 + Math.sin(i / 900) * 0.2,
  ]);

it('[WORK-04] a track of 100,000 points is drawn with at most 10,000, its ends among them', () => {
  const points = wiggle(100_000);
  const kept = thinned(points);
  expect(kept.length).toBeLessThanOrEqual(DRAWN_POINTS);
  expect(kept.length).toBeGreaterThan(500);
  expect(kept[0]).toBe(0);
  expect(kept.at(-1)).toBe(99_999);
});

it('points without a place are never drawn', () => {
  expect(thinned([[1, 1], null, [2, 1.5], [3, 1]])).toEqual([0, 2, 3]);
});

it('the nearest point takes the narrowing of degrees towards the poles into account', () => {
  const points: LngLat[] = [
    [10, 60],
    [10.3, 60],
    [10.2, 60.2],
  ];
  expect(nearest(points, [10.2, 60.05], [0, 1, 2])).toBe(1);
  expect(nearest([], [0, 0], [])).toBeNull();
});
