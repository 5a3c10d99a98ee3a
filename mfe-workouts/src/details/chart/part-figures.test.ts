import { setupI18n } from '@lingui/core';
import { runningTotals, segmentStats, type StreamKind } from '@waymark/streams';
import { sampleStreams } from '../../testing/recording.ts';
import { partFigures } from './part-figures.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function told(
  group: string,
  more: Partial<Record<StreamKind, (i: number) => number>> = {},
  system: 'metric' | 'imperial' = 'metric',
) {
  const streams = sampleStreams(600, more);
  const stats = segmentStats(streams, 100, 500, runningTotals(streams));
  const figures = partFigures(stats, { group, system, locale: 'en-us', i18n });
  return Object.fromEntries(figures.map(({ key, value, unit }) => [key, `${value} ${unit}`.trim()]));
}

it('[WORK-04] a part has the figures that its sensors give, and no others', () => {
  expect(told('run')).toEqual({ time: '6:40', distance: '1.00 km', tempo: '6:40 min/km' });
  expect(told('run', {}, 'imperial')).toMatchObject({ distance: '0.62 mi', tempo: '10:44 min/mi' });
});

it('[WORK-04] a ride is told in speed, power and turns', () => {
  const ride = told('ride', { power: () => 210, cadence: () => 85, heartrate: (i) => (i < 300 ? 130 : 150) });
  expect(ride).toMatchObject({ tempo: '9.0 km/h', power: '210 W', cadence: '85 rpm' });
  expect(ride['heartrate-max']).toBe('150 bpm');
  expect(told('run', { cadence: () => 170 })['cadence']).toBe('170 steps/min');
});

it('[WORK-04] moving time is told only where someone stood', () => {
  const stood = told('run', { timer: (i) => Math.min(i, 200) * 1000 + Math.max(0, i - 400) * 1000 });
  expect(stood).toMatchObject({ time: '6:40', moving: '3:20' });
});

it('[WORK-04] climbs and falls of a part are its own', () => {
  const hill = told('hike', { altitude: (i) => 10_000 + (i < 300 ? i : 600 - i) * 50 });
  expect(Number.parseInt(hill['ascent']!, 10)).toBeGreaterThan(90);
  expect(Number.parseInt(hill['descent']!, 10)).toBeGreaterThan(90);
});
