import { planLine } from '@waymark/routes';
import { hill, north } from './course.testing.ts';
import { heightAt, heightsOf, partFigures, slopeAt } from './heights.ts';
import { outline } from './paint-profile.ts';
import { slopeClass } from './slope-classes.ts';

const DIKE = heightsOf(north(hill()))!;

it('[ROUTE-08] heights and slopes are read between the points of a course', () => {
  expect(DIKE.total).toBeCloseTo(10_000, 3);
  expect(heightAt(DIKE, 150)).toBeCloseTo(107.5, 6);
  expect(heightAt(DIKE, 10_000)).toBeCloseTo(100, 6);
  expect(slopeAt(DIKE, 2000)).toBeCloseTo(5, 6);
  expect(slopeAt(DIKE, 8000)).toBeCloseTo(-5, 6);
  expect(slopeAt(DIKE, 5000)).toBeCloseTo(0, 6);
});

it('[ROUTE-05] a part of a course has a length, an ascent, a descent and an average slope', () => {
  const part = partFigures(DIKE, { from: 4000, to: 7000 });
  expect(part.distance).toBe(3000);
  // The rule of all ascents takes a little off a pointed summit.
  expect(part.ascent!).toBeGreaterThan(40);
  expect(part.ascent!).toBeLessThanOrEqual(51);
  expect(part.descent!).toBeGreaterThan(85);
  expect(part.descent!).toBeLessThanOrEqual(101);
  expect(part.slope).toBeCloseTo((-50 / 3000) * 100, 6);
});

it('[ROUTE-08] where nobody knows heights there are none: not for a whole course, not in its gaps', () => {
  expect(heightsOf(north([NaN, NaN, 7]))).toBeNull();
  expect(heightsOf(planLine({ start: { lat: 1, lng: 1 }, segments: [] }))).toBeNull();
  const gap = heightsOf(north([1, 2, NaN, NaN, 5, 6]))!;
  expect([gap.low, gap.high]).toEqual([1, 6]);
  expect(heightAt(gap, 250)).toBeNaN();
  expect(heightAt(gap, 100)).toBeCloseTo(2, 6);
  expect(slopeClass(slopeAt(gap, 250))).toBe(-1);
  expect(partFigures(gap, { from: 0, to: 250 }).slope).toBeNull();
});

it('is worked out once for a course', () => {
  const whole = north(hill());
  expect(heightsOf(whole)).toBe(heightsOf(whole));
});

it('[ROUTE-08] a long course is drawn with two points a pixel, and keeps its summit and its gap', () => {
  const n = 100_000;
  const long = Array.from({ length: n }, (_, i) => (i > 60_000 && i < 70_000 ? NaN : (i * 7919) % 50));
  long[33_333] = 4807;
  const heights = heightsOf(north(long))!;
  const { at, height } = outline(heights, 500);
  expect(at.length).toBeLessThanOrEqual(1000);
  expect(Math.max(...height.filter((metres) => !Number.isNaN(metres)))).toBe(4807);
  const lost = at.filter((_, i) => Number.isNaN(height[i]));
  expect(lost.length).toBeGreaterThan(40);
  expect(lost.every((metres) => metres > 5_900_000 && metres < 7_100_000)).toBe(true);
  expect([...at].sort((a, b) => a - b)).toEqual(at);
});

it('[ROUTE-08] slopes fall into six classes, each with its own end', () => {
  expect([-20, -8, -7.9, -3, -2.9, 0, 2.9, 3, 5.9, 6, 9.9, 10, 30].map(slopeClass)).toEqual([
    0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5,
  ]);
});
