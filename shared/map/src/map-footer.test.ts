import { roundLength } from './map-footer.ts';

it('[UNIT-03] the scale shows 1, 2 or 5 times a power of ten, in the units of whoever looks', () => {
  const shown = (system: 'metric' | 'imperial', lengths: number[]) =>
    lengths.map((meters) => roundLength(meters, system).text);
  expect(shown('metric', [1, 1.9, 2, 4.99, 7, 34, 120, 999, 5000])).toEqual([
    '1 m',
    '1 m',
    '2 m',
    '2 m',
    '5 m',
    '20 m',
    '100 m',
    '500 m',
    '5 km',
  ]);
  expect(shown('imperial', [0.4, 30, 1600, 1610, 40_000])).toEqual([
    '1 ft',
    '50 ft',
    '5000 ft',
    '1 mi',
    '20 mi',
  ]);
  expect(roundLength(1610, 'imperial').meters).toBeCloseTo(1609.344, 3);
});
