import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type FitDialect,
  fitOf,
  gpxOf,
  type TcxDialect,
  tcxOf,
  type TrueRecording,
  createTrueRecording,
  type XmlDialect,
} from '../testing/dialects.ts';
import { assertNear, parseOneWorkout } from '../testing/parse-content.ts';
import { createTrueSwim, fitOfSwim, type SwimDialect } from '../testing/pool-swims.ts';
import type { ParsedWorkout } from '../model/parsed-workout.ts';

/** More recordings of each dialect: `DIALECT_SEEDS=200`. */
const SEEDS = Number(process.env['DIALECT_SEEDS'] ?? 3);

type Tolerance = {
  /** Share of the distance; own sums of positions differ from a count by a little. */
  distance?: number;
  /** Seconds of the timer. */
  timer?: number;
  lapDistance?: boolean;
  /** Seconds between two samples with a heart rate. */
  heart?: boolean;
  start?: number;
  /** Seconds that the workout lasts beyond what happened. */
  longer?: number;
};

/** Everything that a workout says has to be what happened. */
function checkAgainst(workout: ParsedWorkout, truth: TrueRecording, tolerance: Tolerance): void {
  const { summary, streams, laps } = workout;
  const { distance = 0.002, timer = 2, start = 0, longer = 0 } = tolerance;
  assertNear(workout.start.getTime(), truth.start, start * 1000);
  assertNear(summary.elapsed, truth.elapsed + longer, 1 + start);
  assertNear(summary.elapsed - summary.paused!, truth.timer, timer);
  assertNear(summary.active + summary.paused! + summary.stopped!, summary.elapsed, 1e-6);
  assertNear(summary.distance, truth.distance, truth.distance * distance + 1);
  assertNear(streams.columns.distance!.at(-1)! / 100, summary.distance!, truth.distance * distance + 50);
  assertNear(streams.columns.timer!.at(-1)! / 1000, truth.timer, timer + start);
  assertNear(summary.active, truth.timer, truth.timer * 0.03 + timer);
  const fastest = Math.max(...truth.points.map(({ speed }) => speed));
  assert.ok(summary.speed!.max! < fastest * 1.35, `${summary.speed!.max} m/s`);
  if (tolerance.lapDistance !== false && laps.length > 0) {
    assert.equal(laps.length, truth.laps.length);
    for (const [i, lap] of laps.entries()) {
      assertNear(lap.distance, truth.laps[i]!.distance, 2);
      assertNear(lap.elapsed, (truth.laps[i]!.end - truth.laps[i]!.start) / 1000, 1);
    }
  }
  if (tolerance.heart !== false) {
    const mean = truth.points.reduce((sum, point) => sum + point.heartrate, 0) / truth.points.length;
    assertNear(summary.heartrate!.avg, mean, 1.5);
    const at = new Map(truth.points.map((point) => [point.at, point.heartrate]));
    for (const i of [50, 300, 700]) {
      const moment = workout.start.getTime() + streams.columns.time![i]!;
      if (at.has(moment)) assertNear(streams.columns.heartrate![i], at.get(moment)!, 2);
    }
  }
}

const FIT: Readonly<Record<string, [FitDialect, Tolerance?]>> = {
  plain: [{}],
  'records that begin late': [{ lateBy: 75 }],
  'records that begin two minutes late, first count above 100 m': [{ lateBy: 115 }],
  'records that end early': [{ earlyBy: 30 }],
  'an empty record after the end': [{ emptyTail: 3000 }],
  'a count that falls and rises again': [{ countFalls: true }],
  'a count that begins anew': [{ countResets: 0.4 }],
  'distance in every 20th record': [{ distanceEvery: 20 }],
  'a distance that is repeated 25 times': [{ staircase: 25, positions: false }],
  'two records a second': [{ splitRecords: true }],
  'enhanced fields without a value': [{ emptyEnhanced: true }],
  'compressed speed and distance': [{ compressed: true }],
  'distance and power in developer fields': [{ developer: true }],
  'beats sent afterwards': [{ beats: true }],
  'beats sent afterwards, their times in full': [{ beats: 'in full' }],
  'no timer events': [{ events: 'missing' }],
  'a session that knows of no pause': [{ timerIsElapsed: true }],
  'a clock that is set on the way': [{ clockSetAt: 0.3 }, { start: 2, timer: 4, lapDistance: false }],
  'a clock that is set forward by an hour': [
    { clockSetAt: 0.6, clockSetHours: 1 },
    { start: 2, timer: 4 },
  ],
  'a clock that is set back by two hours': [
    { clockSetAt: 0.4, clockSetHours: -2 },
    { start: 2, timer: 4 },
  ],
  'a session of a part of the time': [{ sessionShare: 0.2 }],
  'a stop that no start follows': [{ finalStop: 240 }, { longer: 240 }],
  'a last lap that is missing': [{ lastLapMissing: true }],
  'points of weeks before': [{ strayDaysBefore: 27 }],
  'a session that counts time by a slower clock': [{ slowClockShare: 0.0005 }, { timer: 3 }],
  'a session without a time': [{ sessionUndated: true }],
  'a session that begins too late': [{ sessionStartsLateBy: 300 }],
  'a session that ends with the lap before the last': [
    { sessionWithoutLastLap: true, events: 'missing', earlyBy: 0 },
  ],
  'all at once': [{ lateBy: 20, countFalls: true, splitRecords: true, emptyEnhanced: true, beats: true }],
};

for (const [name, [dialect, tolerance = {}]] of Object.entries(FIT)) {
  test(`[WORK-03] [WORK-13] a FIT file with ${name} is read like the recording it was made from`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const truth = createTrueRecording(seed);
      const workout = await parseOneWorkout(fitOf(truth, dialect));
      try {
        checkAgainst(workout, truth, tolerance);
        assertNear(workout.summary.power!.avg, 200, 15);
        assert.ok(workout.summary.ascent !== null && workout.summary.ascent < 400);
      } catch (error) {
        throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
      }
    }
  });
}

const GPX: Readonly<Record<string, [XmlDialect, Tolerance?]>> = {
  plain: [{}, { distance: 0.005 }],
  'times that jitter': [{ jitterEvery: 5 }, { distance: 0.005, heart: false }],
  'times in disorder': [{ timesReversedIn: 7 }, { distance: 0.005, heart: false }],
  'a heart rate track': [{ heartTrack: true }, { distance: 0.005 }],
  'a heart rate segment': [{ heartSegment: true }, { distance: 0.005 }],
  'idle tracks around it': [{ idle: true }, { distance: 0.005 }],
  'a track for each quarter of an hour': [{ tracksOf: 900 }, { distance: 0.005 }],
  'milliseconds since 1970': [{ unixTime: 'milliseconds' }, { distance: 0.005 }],
  'seconds since 1970': [{ unixTime: 'seconds' }, { distance: 0.005 }],
  'local times with a comma before the fraction': [
    { timeForm: (at) => `${new Date(at - 9_000_000).toISOString().slice(0, 19)},000-0230` },
    { distance: 0.005 },
  ],
  'times without separators': [
    { timeForm: (at) => new Date(at).toISOString().replaceAll(/[-:]|\.000/g, '') },
    { distance: 0.005 },
  ],
  'times cut to the minute': [
    { timeForm: (at) => `${new Date(at).toISOString().slice(0, 16)}Z` },
    { distance: 0.005, start: 60, timer: 150, heart: false },
  ],
  'decimal commas': [{ decimalCommas: true }, { distance: 0.005 }],
  'speeds in km/h': [{ speedInKmh: true }, { distance: 0.005 }],
  'altitudes of 0 where the device had none': [{ zeroAltitudes: 30 }, { distance: 0.005 }],
  'longitudes from 0 to 360': [{ longitudesTo360: true }, { distance: 0.005 }],
  'its track twice': [{ twice: true }, { distance: 0.005 }],
  'a clock that is set back on the way': [
    { clockSetBackAt: 0.5 },
    { distance: 0.005, start: 2, timer: 4, heart: false },
  ],
};

for (const [name, [dialect, tolerance = {}]] of Object.entries(GPX)) {
  test(`[WORK-03] [WORK-13] a GPX file with ${name} is read like the recording it was made from`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const truth = createTrueRecording(seed);
      const workout = await parseOneWorkout(gpxOf(truth, dialect));
      checkAgainst(workout, truth, tolerance);
      assert.ok(workout.summary.ascent! > 10 && workout.summary.ascent! < 400, `${workout.summary.ascent}`);
    }
  });
}

const TCX: Readonly<Record<string, [TcxDialect, Tolerance?]>> = {
  plain: [{}],
  'points that begin late': [{ lateBy: 90 }],
  'a count for each lap': [{ countPerLap: true }],
  'a point every 25 s': [{ pointEvery: 25 }, { heart: false }],
  'a last lap that ends early': [{ lastLapEndsEarly: true }],
  'no positions': [{ positions: false }],
  'points that are missing before each lap': [{ gapBeforeLaps: 20 }, { heart: false }],
  'distances in kilometres': [{ kilometers: 'both' }],
  'distances of points in kilometres, no positions': [{ kilometers: 'points', positions: false }],
  'distances of laps in kilometres': [{ kilometers: 'laps' }],
  'distances in kilometres, no positions': [{ kilometers: 'both', positions: false }],
  'speeds in km/h': [{ speedInKmh: true }],
  'speeds in km/h, no positions': [{ speedInKmh: true, positions: false }],
  'laps dated in another time zone': [{ lapHours: -9 }],
  'laps without a date': [{ lapHours: 'none' }],
  'timers of laps in milliseconds': [{ lapMilliseconds: true }],
  'its activity twice': [{ twice: true }],
};

for (const [name, [dialect, tolerance = {}]] of Object.entries(TCX)) {
  test(`[WORK-03] [WORK-13] a TCX file with ${name} is read like the recording it was made from`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const truth = createTrueRecording(seed);
      checkAgainst(await parseOneWorkout(tcxOf(truth, dialect)), truth, tolerance);
    }
  });
}

const SWIMS: Readonly<Record<string, SwimDialect>> = {
  'a record each second, rests as lengths': { records: 'seconds', rests: 'lengths' },
  'a record each second, rests as pauses': { records: 'seconds', rests: 'pauses' },
  'a record for each length, rests as lengths': { records: 'lengths', rests: 'lengths' },
  'a record for each length, rests as pauses': { records: 'lengths', rests: 'pauses' },
  'records without a time, rests as lengths': { records: 'untimed', rests: 'lengths' },
  'records without a time, rests as pauses': { records: 'untimed', rests: 'pauses' },
};

for (const [name, dialect] of Object.entries(SWIMS)) {
  test(`[WORK-03] [WORK-13] a swim in a pool with ${name} is read like the swim it was made from`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const truth = createTrueSwim(seed);
      const { summary, lengths, poolLength, start } = await parseOneWorkout(fitOfSwim(truth, dialect));
      const rested = truth.elapsed - truth.moving;
      assert.equal(start.getTime(), truth.start);
      assert.equal(poolLength, truth.poolLength);
      assertNear(summary.distance, truth.distance, 0.5);
      assertNear(summary.elapsed, truth.elapsed, 1);
      assertNear(summary.active, truth.moving, 1);
      assertNear(dialect.rests === 'pauses' ? summary.paused : summary.stopped, rested, 1);
      assert.deepEqual(
        lengths!.map(({ start, duration, strokes, stroke }) => [start, duration, strokes, stroke]),
        truth.lengths.map(({ from, to, strokes }) => [
          (from - truth.start) / 1000,
          (to - from) / 1000,
          strokes,
          'breaststroke',
        ]),
      );
      const fastest = Math.max(
        ...truth.lengths.map(({ from, to }) => (truth.poolLength * 1000) / (to - from)),
      );
      assert.ok(summary.speed!.max! < fastest * 1.35, `seed ${seed}: ${summary.speed!.max} m/s`);
    }
  });
}
