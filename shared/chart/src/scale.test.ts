import { linearScale, logScale, nearestIndex, nearestStop, paddedRange, thinTicks } from './scale.ts';
import { clockTicks, decadeTicks, paceTicks, roundTicks, ticksFromZero } from './ticks.ts';

it('scales run from one end to the other', () => {
  expect([5, 10, 15].map(linearScale(5, 15))).toEqual([0, 0.5, 1]);
  expect(linearScale(3, 3)(3)).toBe(0);
  const log = logScale(100, 10_000);
  expect([100, 1000, 10_000].map((v) => Number(log(v).toFixed(6)))).toEqual([0, 0.5, 1]);
});

it('scales from 0 hold the largest value with round steps', () => {
  expect(ticksFromZero(97, 4)).toEqual([0, 50, 100]);
  expect(ticksFromZero(429, 2)).toEqual([0, 500]);
  expect(ticksFromZero(42.2, 4)).toEqual([0, 20, 40, 60]);
  expect(ticksFromZero(0.7, 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  expect(ticksFromZero(3, 4, 1)).toEqual([0, 1, 2, 3]);
  expect(ticksFromZero(1, 4, 1)).toEqual([0, 1]);
  expect(ticksFromZero(0, 4)).toEqual([0, 1]);
  expect(ticksFromZero(10_000, 4).at(-1)).toBe(10_000);
});

it('ticks of a log axis are 1, 2 and 5 times powers of ten', () => {
  expect(decadeTicks(0.1, 42.2)).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10, 20]);
});

it('labels never run into each other', () => {
  const month = Array.from({ length: 31 }, (_, i) => ({ at: (i + 0.5) / 31, text: String(i + 1) }));
  expect(thinTicks(month, 1200)).toHaveLength(31);
  expect(thinTicks(month, 310).map(({ text }) => text)).toEqual([
    '1',
    '4',
    '7',
    '10',
    '13',
    '16',
    '19',
    '22',
    '25',
    '28',
    '31',
  ]);
  expect(thinTicks(month, 20)).toHaveLength(1);
});

it('finds the place that is nearest', () => {
  expect([-1, 0.2, 0.4, 2].map((at) => nearestStop([0, 0.3, 0.9], at))).toEqual([0, 1, 1, 2]);
});

it('finds the nearest value of a column', () => {
  const column = Float64Array.of(0, 1, 1, 4, 10);
  expect([-3, 0.4, 0.6, 2.4, 3, 99].map((value) => nearestIndex(column, value))).toEqual([0, 0, 1, 2, 3, 4]);
  expect(nearestIndex(Float64Array.of(7), 3)).toBe(0);
});

it('a range is at least so wide, and no value touches its edge', () => {
  expect(paddedRange(0, 50, 100)).toEqual([-29, 79]);
  expect(paddedRange(0, 100, 20)).toEqual([-8, 108]);
});

describe('ticks', () => {
  it('are round', () => {
    expect(roundTicks(96.3, 203, 3)).toEqual([100, 150, 200]);
    expect(roundTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(roundTicks(3, 3, 5)).toEqual([]);
    expect(clockTicks(0, 3100, 4)).toEqual([0, 900, 1800, 2700]);
  });

  it('of paces are round paces, fast on top', () => {
    const seconds = (mps: number) => 1000 / mps;
    expect(paceTicks(2.5, 4, 3, seconds, seconds).map(seconds).map(Math.round)).toEqual([360, 300]);
    expect(paceTicks(0, 4, 3, seconds, seconds).every(Number.isFinite)).toBe(true);
  });
});
