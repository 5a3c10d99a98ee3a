import { convert, haversine, TIME_THRESHOLDS } from './index.ts';
import type { Unit } from './index.ts';

const cases: readonly (readonly [number, Unit, number, Unit])[] = [
  [1, 'mi', 1609.344, 'm'],
  [3, 'km', 3000, 'm'],
  [100, 'ft', 30.48, 'm'],
  [100, 'yd', 91.44, 'm'],
  [2, 'nmi', 3704, 'm'],
  [12, 'in', 1, 'ft'],
  [180, 'cm', 1.8, 'm'],
  [10, 'kg', 22.0462, 'lb'],
  [10, 'lb', 4.5359237, 'kg'],
  [500, 'g', 0.5, 'kg'],
  [100, 'kcal', 418.4, 'kJ'],
  [4184, 'J', 1, 'kcal'],
  [2, 'week', 14, 'day'],
  [1, 'month', 31, 'day'],
  [1, 'year', 365, 'day'],
  [1.5, 'h', 90, 'min'],
  [90, 's', 1.5, 'min'],
  [10, 'm/s', 36, 'km/h'],
  [60, 'mph', 96.56064, 'km/h'],
  [1, 'knots', 1.852, 'km/h'],
  [10, 'ft/s', 3.048, 'm/s'],
  [5, 'min/km', 12, 'km/h'],
  [12, 'km/h', 5, 'min/km'],
  [8, 'min/mi', 7.5, 'mph'],
  [5, 'min/km', 8.04672, 'min/mi'],
  [2, 'min/100 m', 3, 'km/h'],
  [2, 'min/100 yd', 2.1872265966754156, 'min/100 m'],
];

it.each(cases)('[UNIT-01] %p %s are %p %s', (value, from, expected, to) => {
  expect(convert(value, from, to)).toBeCloseTo(expected, 9);
});

it('[UNIT-01] whole values stay whole', () => {
  expect(convert(1609.344, 'm', 'mi')).toBe(1);
  expect(convert(5000, 'm', 'km')).toBe(5);
  expect(convert(0.1, 'lb', 'lb')).toBe(0.1);
});

it.each([
  ['furlong', 'm'],
  ['m', 'furlong'],
  ['m', 'kg'],
  ['km/h', 'km'],
  ['toString', 'toString'],
])('[UNIT-01] %s to %s cannot be converted', (from, to) => {
  expect(() => convert(1, from as Unit, to as Unit)).toThrow(new Error('Unable to convert from unit'));
});

it('[UNIT-01] standing still has no pace', () => {
  expect(convert(0, 'm/s', 'min/km')).toBe(Infinity);
  expect(convert(Infinity, 'min/km', 'm/s')).toBe(0);
});

it('[UNIT-01] the time thresholds are a year, a month, 96 hours and an hour', () => {
  expect(TIME_THRESHOLDS).toEqual({ year: 31_536_000, month: 2_678_400, day: 345_600, hour: 3600 });
});

it('[UNIT-01] distances lie on an earth of 6,371,000 m', () => {
  expect(haversine(0, 0, 0, 180)).toBeCloseTo(Math.PI * 6_371_000, 3);
  expect(haversine(0, 0, 1, 0)).toBeCloseTo(111_194.93, 2);
  // Paris to London, a published 343.5 km.
  expect(haversine(48.8566, 2.3522, 51.5074, -0.1278) / 1000).toBeCloseTo(343.5, 0);
  expect(haversine(12.5, 179.9, 12.5, -179.9)).toBeLessThan(22_000);
  expect(haversine(41, 2, 41, 2)).toBe(0);
});
