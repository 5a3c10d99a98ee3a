import {
  ageBucket,
  ageOn,
  areZonesUsable,
  birthDays,
  birthMonths,
  birthYears,
  bmi,
  bmiClass,
  DEFAULT_HEART_RATE_ZONES,
  estimateCalories,
  isRealDate,
  joinBirthdate,
  splitBirthdate,
  yearOptions,
  zoneOf,
  zonesFor,
} from './index.ts';

const now = new Date('2026-06-15T12:00:00Z');

it.each([
  [17, 'under18'],
  [18, '18to24'],
  [24, '18to24'],
  [25, '25to34'],
  [34, '25to34'],
  [35, '35to44'],
  [45, '45to54'],
  [54, '45to54'],
  [55, '55andOver'],
])('[UNIT-04] somebody of %p is in %s', (age, bucket) => {
  expect(ageBucket(age)).toBe(bucket);
});

it.each([
  [14.9, 'very_severely_underweight'],
  [15, 'severely_underweight'],
  [16, 'underweight'],
  [18.4, 'underweight'],
  [18.5, 'normal'],
  [24.9, 'normal'],
  [25, 'overweight'],
  [30, 'obese_1'],
  [35, 'obese_2'],
  [40, 'obese_3'],
])('[UNIT-04] a body mass index of %p is %s', (value, name) => {
  expect(bmiClass(value)).toBe(name);
});

it('[UNIT-04] the body mass index is kilograms by square metres', () => {
  expect(bmi(2, 80)).toBe(20);
  expect([bmi(0, 80), bmi(1.8, 0)]).toEqual([null, null]);
});

it('[UNIT-04] ages count whole years from birthday to birthday', () => {
  expect(ageOn('1990-06-15', now)).toBe(36);
  expect(ageOn('1990-06-16', now)).toBe(35);
  expect(ageOn('2004-02-29', '2022-02-28')).toBe(17);
  expect(ageOn('2004-02-29', '2022-03-01')).toBe(18);
  expect([ageOn('1990-02-30', now), ageOn('2030-01-01', now), ageOn('1990-01-01', 'x')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(ageOn('1990-01-01', new Date(Number.NaN))).toBeNull();
});

it('[AUTH-12] birth years run from 11 to 120 years ago, newest first', () => {
  const years = birthYears(now);
  expect([years[0], years.at(-1), years.length]).toEqual([2015, 1906, 110]);
  expect(years).toEqual(years.toSorted((a, b) => b - a));
});

it('[AUTH-12] days and months are zero-padded and a year list has 20 years by default', () => {
  expect(birthDays()).toHaveLength(31);
  expect([birthDays()[0], birthDays().at(-1)]).toEqual(['01', '31']);
  expect([birthMonths()[0], birthMonths().at(-1)]).toEqual(['01', '12']);
  expect(yearOptions(now)).toHaveLength(20);
  expect(yearOptions(now)[0]).toBe(2026);
});

it('[AUTH-12] a birth date is year-month-day text, split by dashes', () => {
  expect(splitBirthdate('1990-4-07')).toEqual({ year: 1990, month: 4, day: 7 });
  expect(joinBirthdate(1990, '4', '07')).toBe('1990-04-07');
  for (const wrong of ['1990-02-29', '1990-13-01', '1990-04-31', '1990-00-10', '07/04/1990', '90-4-7', '']) {
    expect(splitBirthdate(wrong)).toBeNull();
  }
  expect([isRealDate(2000, 2, 29), isRealDate(1900, 2, 29), isRealDate(2024, 2, 29.5)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('[ACCT-06] the default zones are the five of the product', () => {
  expect(DEFAULT_HEART_RATE_ZONES.map(({ min, max }) => `${min}-${max}`)).toEqual([
    '0-108',
    '109-125',
    '126-144',
    '145-162',
    '163-180',
  ]);
});

it('[ACCT-06] the latest custom zones made before the workout apply', () => {
  const set = (created: string, max: number) => ({ created, zones: [{ zone: 1, min: 0, max }] });
  const sets = [
    set('2026-02-01T00:00:00Z', 2),
    set('2026-01-01T00:00:00Z', 1),
    set('2026-03-01T00:00:00Z', 3),
  ];
  expect(zonesFor('2026-02-15T00:00:00Z', sets)[0]?.max).toBe(2);
  expect(zonesFor(new Date('2026-04-01T00:00:00Z'), sets)[0]?.max).toBe(3);
  expect(zonesFor('2026-02-01T00:00:00Z', sets)[0]?.max).toBe(1);
  expect(zonesFor('2025-12-31T00:00:00Z', sets)).toBe(DEFAULT_HEART_RATE_ZONES);
  expect(zonesFor(now, [])).toBe(DEFAULT_HEART_RATE_ZONES);
});

it('[ACCT-06] every heart rate has a zone', () => {
  const zone = (bpm: number) => zoneOf(bpm, DEFAULT_HEART_RATE_ZONES);
  expect([40, 108, 108.5, 109, 144, 145, 180, 201].map(zone)).toEqual([1, 1, 2, 2, 3, 4, 5, 5]);
  expect([zone(Number.NaN), zoneOf(100, [])]).toEqual([null, null]);
});

it('[ACCT-06] custom zones follow each other without gap or overlap', () => {
  const zones = (...limits: [number, number][]) =>
    limits.map(([min, max], index) => ({ zone: index + 1, min, max }));
  expect(areZonesUsable(DEFAULT_HEART_RATE_ZONES)).toBe(true);
  expect(areZonesUsable(zones([0, 100], [102, 120]))).toBe(false);
  expect(areZonesUsable(zones([0, 100], [100, 120]))).toBe(false);
  expect(areZonesUsable(zones([0, 100], [101, 101]))).toBe(false);
  expect(areZonesUsable(zones([0, 100.5]))).toBe(false);
  expect(areZonesUsable([])).toBe(false);
});

it('[WORK-02] calories are MET x 3.5 x kg / 200 x minutes', () => {
  expect(estimateCalories({ met: 8, weightKg: 70, seconds: 1800 })).toBeCloseTo(294, 9);
  expect(estimateCalories({ met: 8, weightKg: 70, seconds: 0 })).toBe(0);
});

it('[WORK-02] height, age and gender bring in the own resting rate', () => {
  const person = { met: 10, weightKg: 70, seconds: 3600, heightM: 1.75, age: 30 };
  // Harris-Benedict: 1702 kcal a day for this man and 1508 for a woman of his measures.
  expect(estimateCalories({ ...person, gender: 'M' })).toBeCloseTo((10 * 1702.0125) / 24, 1);
  expect(estimateCalories({ ...person, gender: 'F' })).toBeCloseTo((10 * 1507.9455) / 24, 1);
  expect(estimateCalories({ ...person, gender: null })).toBeCloseTo(735, 9);
  const tiny = { met: 2, weightKg: 2, seconds: 60, heightM: 0.3, age: 120, gender: 'M' } as const;
  expect(estimateCalories(tiny)).toBeCloseTo(0.07, 9);
});

it.each([
  { met: 0, weightKg: 70, seconds: 60 },
  { met: 5, weightKg: -1, seconds: 60 },
  { met: 5, weightKg: 70, seconds: -1 },
  { met: 5, weightKg: 70, seconds: Infinity },
  { met: Number.NaN, weightKg: 70, seconds: 60 },
])('[WORK-02] no estimate for %p', (input) => {
  expect(() => estimateCalories(input)).toThrow(RangeError);
});
