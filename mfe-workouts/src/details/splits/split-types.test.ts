import { sampleStreams } from '../../testing/recording.ts';
import { cut, DEFAULT_SPLIT_TYPE, SPLIT_TYPES, splitMeters, splitTypesFor } from './split-types.ts';

it('[WORK-04] the split type is 2 by default: one kilometre or mile, in water 100 metres', () => {
  expect(DEFAULT_SPLIT_TYPE).toBe(2);
  expect(splitMeters(2, 'pace', 'metric')).toBe(1000);
  expect(splitMeters(2, 'speed', 'imperial')).toBe(1609.344);
  expect(splitMeters(2, 'swim', 'metric')).toBe(100);
  expect(splitMeters(1, 'swim', 'imperial')).toBeCloseTo(45.72, 6);
});

it('[WORK-04] only ways to cut that make parts are offered', () => {
  expect(splitTypesFor(400, 0, 'pace', 'metric')).toEqual([2]);
  expect(splitTypesFor(4000, 1, 'pace', 'metric')).toEqual([1, 2]);
  expect(splitTypesFor(12_000, 3, 'pace', 'metric')).toEqual([1, 2, 3, 4, 5]);
});

it('[WORK-13] laps are cut at the times of the device', () => {
  const lap = { distance: null, ascent: null, heartrate_avg: null, heartrate_max: null, cadence_avg: null };
  const rest = { ...lap, power_avg: null, speed_avg: null, speed_max: null };
  const laps = [
    { index: 0, start: 0, elapsed: 100, active: 100, ...rest },
    { index: 1, start: 100, elapsed: 50, active: 50, ...rest },
  ];
  const parts = cut(sampleStreams(150), SPLIT_TYPES.laps, { laps, tempo: 'pace', system: 'metric' });
  expect(parts.map(({ distance, active }) => [distance, active])).toEqual([
    [250, 100],
    [125, 50],
  ]);
});
