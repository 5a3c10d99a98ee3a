import assert from 'node:assert/strict';
import test from 'node:test';
import type { Aggregates } from '@waymark/api-contract';
import { parseContent } from '../../recordings/testing/parse-content.ts';
import type { FileFormat } from '../../recordings/model/parsed-workout.ts';
import { chance } from '../sample-workouts/chance.ts';
import type { Member } from '../workout-store/member.ts';
import { figuresOfManualEntry } from '../workouts/manual-entry.ts';
import { figuresOf, tidy } from '../workout-store/recorded-figures.ts';
import { fileOf } from './export-testing.ts';
import { needTrack } from './gpx.ts';
import { asVisible } from '../privacy/testing.ts';
import { toExportedWorkout } from './legs.ts';

/** GPX holds tracks, and these workouts have none. */
const FORMATS: FileFormat[] = ['fit', 'tcx'];
const ACTIVITIES = [16, 11, 9, 15, 78, 12, 1, 2205];
const NO_STREAMS = { n: 0, columns: {} };
const NO_FIGURES: Aggregates = {
  distance_total: null,
  metabolic_energy_total: null,
  active_time_total: null,
  elapsed_time_total: null,
  paused_time_total: null,
  stopped_time_total: null,
  steps_total: null,
  ascent_total: null,
  descent_total: null,
  heartrate_min: null,
  heartrate_max: null,
  heartrate_avg: null,
  speed_min: null,
  speed_max: null,
  speed_avg: null,
  cadence_min: null,
  cadence_max: null,
  cadence_avg: null,
  power_min: null,
  power_max: null,
  power_avg: null,
};
const SOMEBODY: Member = {
  id: 1,
  username: 'ada',
  displayName: 'Ada',
  timeZone: 'Europe/Warsaw',
  workoutPrivacy: 0,
  hidesHealthData: false,
  weight: 60,
  height: 1.7,
  birthdate: '1990-05-17',
  gender: 'F',
};

const rowOf = (activity: number, figures: Aggregates, estimated: boolean, name = 'Evening', notes = '') => ({
  ...figures,
  name,
  notes,
  mood: null,
  effort: null,
  activity_type_id: activity,
  start_at: new Date('2026-05-01T05:30:00Z'),
  time_zone: 'Europe/Warsaw',
  device: null,
  energy_estimated: estimated,
  laps: [],
  lengths: [],
  pool_length: null,
});

const tidied = (figures: Aggregates) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, tidy(value)]));

async function comesBack(row: ReturnType<typeof rowOf>, label: string): Promise<void> {
  const { name, notes, activity_type_id, start_at, time_zone, energy_estimated: estimated } = row;
  const facts = Object.fromEntries(
    Object.keys(NO_FIGURES).map((figure) => [figure, row[figure as keyof Aggregates]]),
  ) as Aggregates;
  const expected = estimated ? { ...facts, metabolic_energy_total: null } : facts;
  for (const format of FORMATS) {
    const workouts = await parseContent(await fileOf(format, toExportedWorkout(asVisible(row), NO_STREAMS)));
    assert.equal(workouts.length, 1);
    const [read] = workouts;
    assert.deepEqual(tidied(figuresOf(read!.summary)), tidied(expected), `${label} as ${format}`);
    assert.deepEqual(
      [read!.name, read!.notes ?? '', read!.activityTypeId, read!.start, read!.timeZone, read!.laps.length],
      [name, notes, activity_type_id, start_at, time_zone, 0],
    );
  }
}

test('[WORK-03] a workout logged by hand comes back with the figures it had, and no others', async () => {
  for (let seed = 1; seed <= 150; seed++) {
    const random = chance(seed);
    const some = <T>(value: T): T | null => (random() < 0.5 ? value : null);
    const activity = ACTIVITIES[Math.floor(random() * ACTIVITIES.length)]!;
    const { figures, energyEstimated } = figuresOfManualEntry(
      {
        activity_type_id: activity,
        duration: 1 + Math.floor(random() * 20_000),
        distance: some(Math.floor(random() * 50_000)),
        energy: some(random() * 4e6),
        heartrate_avg: some(60 + Math.floor(random() * 100)),
        heartrate_max: some(160 + Math.floor(random() * 60)),
      },
      SOMEBODY,
      new Date('2026-05-02T00:00:00Z'),
    );
    const notes = random() < 0.3 ? 'one\n\ntwo & <three>' : '';
    const row = rowOf(activity, { ...NO_FIGURES, ...figures }, energyEstimated, 'Früh <am> See', notes);
    await comesBack(row, `workout ${seed}`);
  }
});

test('[WORK-03] any figures of a workout without a series come back, each by itself', async () => {
  for (let seed = 1; seed <= 150; seed++) {
    const random = chance(seed);
    const elapsed = 1 + Math.floor(random() * 20_000);
    const figures = { ...NO_FIGURES };
    for (const name of Object.keys(NO_FIGURES) as (keyof Aggregates)[]) {
      if (random() < 0.5) figures[name] = Math.round(random() * 200_000) / 1000;
    }
    const timed = { ...figures, elapsed_time_total: elapsed, active_time_total: elapsed * random() };
    await comesBack(rowOf(16, timed, false), `workout ${seed}`);
  }
});

test('[WORK-03] a workout without a track cannot be a GPX file, and that is said', () => {
  const workout = toExportedWorkout(
    asVisible(rowOf(16, { ...NO_FIGURES, elapsed_time_total: 60 }, false)),
    NO_STREAMS,
  );
  assert.throws(() => needTrack(workout), { code: 'no_track' });
});
