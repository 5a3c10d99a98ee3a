import { matchesRecord, personalRecords, RECORD_DISTANCES } from './index.ts';

it('[WORK-09] the record distances are five of each system and the two marathons', () => {
  expect(
    Object.fromEntries(RECORD_DISTANCES.map(({ key, meters }) => [key, Math.round(meters * 1000) / 1000])),
  ).toEqual({
    '1km': 1000,
    '5km': 5000,
    '10km': 10_000,
    '50km': 50_000,
    '100km': 100_000,
    '1mi': 1609.344,
    '5mi': 8046.72,
    '10mi': 16_093.44,
    '50mi': 80_467.2,
    '100mi': 160_934.4,
    half_marathon: 21_097.5,
    marathon: 42_195,
  });
  expect(RECORD_DISTANCES.map(({ label }) => label)).toContain('10 mi');
});

it.each([
  [989.9, false],
  [990, true],
  [1000, true],
  [1050, true],
  [1050.1, false],
])('[WORK-09] %p m match a kilometre: %p', (distance, matches) => {
  expect(matchesRecord(distance, 1000)).toBe(matches);
});

it('[WORK-09] records are the longest, the most energy and the fastest over each distance', () => {
  const short = { distance: 5000, duration: 1500, energy: 400 };
  const quicker = { distance: 5200, duration: 1530, energy: 420 };
  const outside = { distance: 5300, duration: 1000, energy: 300 };
  const long = { distance: 30_000, duration: 12_000, energy: 1500 };
  const lift = { distance: null, duration: 3600, energy: 1800 };
  const untimed = { distance: 5000, duration: null, energy: null };
  const records = personalRecords([untimed, short, quicker, outside, long, lift]);
  expect(records.longestDistance).toBe(long);
  expect(records.mostEnergy).toBe(lift);
  expect(records.fastest).toEqual({ '5km': quicker });
});

it('[WORK-09] of equal workouts the first stays, and none give no records', () => {
  const first = { distance: 1000, duration: 300, energy: 70 };
  const second = { ...first };
  const records = personalRecords([first, second]);
  expect(records.fastest['1km']).toBe(first);
  expect(records.longestDistance).toBe(first);
  expect(personalRecords([])).toEqual({ longestDistance: null, mostEnergy: null, fastest: {} });
});
