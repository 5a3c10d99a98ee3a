import type { Curves, HeatCalendar, LifetimeStats, RecordList, TrainingLoad } from '@waymark/api-contract';
import { addDays } from '../shared/days.ts';
import { totals } from '../stats/samples.ts';

const run = totals({ count: 300, distance: 3_000_000, duration: 900_000, ascent: 20_000 });
const ride = totals({ count: 50, distance: 1_500_000, duration: 180_000, ascent: 15_000 });
const all = totals({ count: 350, distance: 4_500_000, duration: 1_080_000, ascent: 35_000, energy: 8.368e8 });
const groups = [
  { activity_group: 'run', totals: run },
  { activity_group: 'ride', totals: ride },
];

/** Three years, the middle one without a workout. */
export const sampleLifetime = (over: Partial<LifetimeStats> = {}): LifetimeStats => ({
  today: '2026-11-21',
  week_start: 1,
  first_day: '2024-03-01',
  totals: all,
  groups,
  years: [
    { year: 2026, totals: run, groups: [groups[0]!] },
    { year: 2025, totals: totals({}), groups: [] },
    { year: 2024, totals: ride, groups: [groups[1]!] },
  ],
  active_days: 320,
  current_weeks: { length: 5, from: '2026-10-19', to: '2026-11-22' },
  longest_weeks: { length: 21, from: '2024-03-04', to: '2024-07-28' },
  current_days: { length: 0, from: null, to: null },
  longest_days: { length: 9, from: '2024-05-01', to: '2024-05-09' },
  ...over,
});

export const sampleHeat: HeatCalendar = {
  year: 2026,
  years: [2026, 2024],
  days: [
    { day: '2026-11-20', count: 2, distance: 50_000, duration: 10_200, load: 120 },
    { day: '2026-11-09', count: 1, distance: 0, duration: 1800, load: null },
  ],
};

const workout = { id: 77, name: 'City race', day: '2026-05-03', activity_name: 'Run', activity_group: 'run' };

export const sampleRecords: RecordList = {
  records: [
    {
      key: 'longest_distance',
      value: 42_300,
      distance: 42_300,
      duration: 13_000,
      is_best_effort: false,
      workout,
    },
    { key: '5km', value: 1190, distance: 5000, duration: 1190, is_best_effort: true, workout },
  ],
  activity_group: 'run',
  activity_groups: ['run', 'ride'],
};

export const sampleCurves: Curves = {
  distance: [
    { meters: 400, seconds: 80, workout },
    { meters: 1000, seconds: 215, workout },
    { meters: 5000, seconds: 1200, workout: { ...workout, id: 78, name: 'Park run' } },
  ],
  power: [],
  activity_groups: ['run'],
};

export const sampleLoad: TrainingLoad = {
  from: '2026-08-24',
  to: '2026-11-21',
  days: Array.from({ length: 90 }, (_, i) => ({
    day: addDays('2026-08-24', i),
    load: i % 3 === 0 ? 90 : 0,
    fitness: 30 + i / 10,
    fatigue: 35 + i / 10,
    form: -5,
  })),
  counted: 30,
  not_counted: 1,
  resting_heartrate: 55,
  maximum_heartrate: 188,
  maximum_from: 'age',
};
