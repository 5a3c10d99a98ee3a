import assert from 'node:assert/strict';
import test from 'node:test';
import {
  checkRecording,
  checkSwim,
  FIT_CASES,
  GPX_CASES,
  SWIM_CASES,
  TCX_CASES,
  type Tolerance,
} from '../testing/dialect-cases.ts';
import { fitOf } from '../testing/fit-dialects.ts';
import { assertNear, parseOneWorkout, figuresOf } from '../testing/parse-content.ts';
import { createTrueSwim, fitOfSwim } from '../testing/pool-swims.ts';
import { createTrueRecording, type TrueRecording } from '../testing/true-recording.ts';
import { gpxOf, tcxOf } from '../testing/xml-dialects.ts';
import type { ParsedWorkout } from '../model/parsed-workout.ts';

/** More recordings of each dialect: `DIALECT_SEEDS=200`. */
const SEEDS = Number(process.env['DIALECT_SEEDS'] ?? 3);

const POOL_SWIMMING = 1500;

async function checkSeeds(
  write: (truth: TrueRecording) => string | Buffer,
  tolerance: Tolerance,
  checkMore: (workout: ParsedWorkout) => void = () => {},
): Promise<void> {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const truth = createTrueRecording(seed);
    const workout = await parseOneWorkout(write(truth));
    try {
      checkRecording(figuresOf(workout), truth, tolerance);
      checkMore(workout);
    } catch (error) {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
    }
  }
}

for (const [name, [dialect, tolerance = {}]] of Object.entries(FIT_CASES)) {
  test(`[WORK-03] [WORK-13] a FIT file with ${name} is read like the recording it was made from`, () =>
    checkSeeds(
      (truth) => fitOf(truth, dialect),
      tolerance,
      ({ summary }) => {
        assertNear(summary.power!.avg, 200, 15);
        assertNear(summary.ascent, 200, 200);
      },
    ));
}

for (const [name, [dialect, tolerance = {}]] of Object.entries(GPX_CASES)) {
  test(`[WORK-03] [WORK-13] a GPX file with ${name} is read like the recording it was made from`, () =>
    checkSeeds(
      (truth) => gpxOf(truth, dialect),
      tolerance,
      ({ summary }) => assertNear(summary.ascent, 205, 195),
    ));
}

for (const [name, [dialect, tolerance = {}]] of Object.entries(TCX_CASES)) {
  test(`[WORK-03] [WORK-13] a TCX file with ${name} is read like the recording it was made from`, () =>
    checkSeeds((truth) => tcxOf(truth, dialect), tolerance));
}

for (const [name, dialect] of Object.entries(SWIM_CASES)) {
  test(`[WORK-03] [WORK-13] a swim in a pool with ${name} is read like the swim it was made from`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const truth = createTrueSwim(seed);
      const swim = await parseOneWorkout(fitOfSwim(truth, dialect));
      const { poolLength = null, lengths = [], activityTypeId } = swim;
      assert.equal(activityTypeId, POOL_SWIMMING);
      checkSwim({ ...figuresOf(swim), poolLength, lengths }, truth, dialect);
    }
  });
}
