import { decadeTicks, linearScale, logScale, nearest, thin, upTo } from './scale.ts';

it('scales run from one end to the other', () => {
  expect([5, 10, 15].map(linearScale(5, 15))).toEqual([0, 0.5, 1]);
  expect(linearScale(3, 3)(3)).toBe(0);
  const log = logScale(100, 10_000);
  expect([100, 1000, 10_000].map((v) => Number(log(v).toFixed(6)))).toEqual([0, 0.5, 1]);
});

it('scales from 0 hold the largest value with round steps', () => {
  expect(upTo(97, 4)).toEqual([0, 50, 100]);
  expect(upTo(429, 2)).toEqual([0, 500]);
  expect(upTo(42.2, 4)).toEqual([0, 20, 40, 60]);
  expect(upTo(0.7, 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  expect(upTo(3, 4, 1)).toEqual([0, 1, 2, 3]);
  expect(upTo(1, 4, 1)).toEqual([0, 1]);
  expect(upTo(0, 4)).toEqual([0, 1]);
  expect(upTo(10_000, 4).at(-1)).toBe(10_000);
});

it('ticks of a log axis are 1, 2 and 5 times powers of ten', () => {
  expect(decadeTicks(0.1, 42.2)).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10, 20]);
});

it('labels never run into each other', () => {
  const month = Array.from({ length: 31 }, (_, i) => ({ at: (i + 0.5) / 31, text: String(i + 1) }));
  expect(thin(month, 1200)).toHaveLength(31);
  expect(thin(month, 310).map(({ text }) => text)).toEqual([
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
  expect(thin(month, 20)).toHaveLength(1);
});

it('finds the place that is nearest', () => {
  expect([-1, 0.2, 0.4, 2].map((at) => nearest([0, 0.3, 0.9], at))).toEqual([0, 1, 1, 2]);
});
