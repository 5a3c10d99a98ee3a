import assert from 'node:assert/strict';
import test from 'node:test';
import { type Aggregates, Aggregates as Figures, type Lap } from '@waymark/api-contract';
import { LIMITS } from '../../../recordings/limits.ts';
import { joinLaps } from './edit-laps.ts';

const figures: Aggregates = {
  ...(Object.fromEntries(Object.keys(Figures.shape).map((name) => [name, null])) as unknown as Aggregates),
  elapsed_time_total: 600,
  active_time_total: 600,
  distance_total: 2000,
};
const lap = (index: number): Lap => ({
  index,
  start: index,
  elapsed: 1,
  active: 1,
  distance: 3,
  ascent: null,
  heartrate_avg: null,
  heartrate_max: null,
  cadence_avg: null,
  power_avg: null,
  speed_avg: 3,
  speed_max: null,
});
const part = (start: number, laps: number) => ({
  start: start * 1000,
  laps: Array.from({ length: laps }, (_, i) => lap(i)),
  figures,
});

test('[WORK-06] laps of workouts that are merged follow each other', () => {
  const joined = joinLaps([part(0, 2), part(700, 0), part(1400, 1)]);
  assert.deepEqual(
    joined.map(({ index, start, elapsed }) => [index, start, elapsed]),
    [
      [0, 0, 1],
      [1, 1, 1],
      [2, 700, 600],
      [3, 1400, 1],
    ],
  );
});

test('[WORK-06] merging does not add up more laps than a workout can have: each of those merged is a lap then', () => {
  const joined = joinLaps([part(0, LIMITS.lapsPerWorkout), part(700, 1)]);
  assert.deepEqual(
    joined.map(({ start, distance }) => [start, distance]),
    [
      [0, 2000],
      [700, 2000],
    ],
  );
});
