import assert from 'node:assert/strict';
import test from 'node:test';
import FitParser from 'fit-file-parser';
import { Profile } from '@garmin/fitsdk';
import { fitOf } from '../../testing/fit-dialects.ts';
import { createTrueRecording } from '../../testing/true-recording.ts';
import { FitBytes, type FitField, fitTime } from '../../testing/fit-bytes.ts';
import { assertNear, parseContent, parseOneWorkout } from '../../testing/parse-content.ts';
import { SAMPLE_START } from '../../testing/sample-files.ts';
import { endFit, fitHead, fitSample, poolSwimFit, triathlonFit, writeLeg } from '../../testing/sample-fit.ts';
import { MISSING } from '../../model/parsed-workout.ts';

const { SESSION, RECORD }: Record<'SESSION' | 'RECORD', number> = Profile.MesgNum;

test('[WORK-03] [WORK-13] a FIT ride with pauses and power', async () => {
  const pauses: [number, number][] = [[900, 240]];
  const ride = await parseOneWorkout(
    fitSample({
      sport: 'cycling',
      subSport: 'road',
      points: 3601,
      speed: 8,
      power: true,
      pauses,
      lapEvery: 1200,
    }),
  );
  assert.equal(ride.activityTypeId, 1100);
  assert.equal(ride.device, 'Garmin Forerunner 945');
  assert.equal(ride.timeZone, 'Europe/Berlin');
  assertNear(ride.summary.distance, 28800, 0.1);
  assert.deepEqual([ride.summary.elapsed, ride.summary.paused], [3840, 241]);
  assertNear(ride.summary.active + ride.summary.stopped!, 3599, 0);
  assert.equal(ride.summary.energy, 300 * 4184);
  assert.equal(ride.laps.length, 4);
  assertNear(ride.laps[0]!.distance, 9600 - 1920, 10);
  assert.deepEqual(ride.warnings, []);
});

test('records equal those of an independent decoder', async () => {
  const bytes = fitSample({ sport: 'running', points: 500 });
  const run = await parseOneWorkout(bytes);
  const { records } = await new FitParser({ mode: 'list' }).parseAsync(bytes as Buffer<ArrayBuffer>);
  assert.equal(run.streams.n, records!.length);
  const { time, lat, altitude, speed, heartrate, temperature } = run.streams.columns;
  for (const [i, record] of records!.entries()) {
    assert.equal(SAMPLE_START + time![i]!, record.timestamp!.getTime());
    assertNear(lat![i]! / 1e7, record.position_lat!, 1e-7);
    assertNear(altitude![i]! / 100, record.enhanced_altitude!, 0.011);
    assertNear(speed![i]! / 1000, record.enhanced_speed!, 0.0006);
    assert.equal(heartrate![i], record.heart_rate);
    assert.equal(temperature![i], record.temperature! * 10);
  }
});

test('[WORK-13] strides of a watch become steps', async () => {
  const run = await parseOneWorkout(fitSample({ sport: 'running', points: 1201 }));
  assertNear(run.summary.cadence!.avg, 170, 1);
  assert.equal(run.summary.steps, 20 * 85 * 2, 'the device’s own count wins');
});

test('[WORK-03] a triathlon is a parent with five legs, two of them transitions', async () => {
  const day = await parseOneWorkout(triathlonFit(2000));
  assert.deepEqual(
    day.legs.map(({ sport, isTransition, streams }) => [sport.sport, isTransition, streams.n]),
    [
      ['swimming', false, 300],
      ['transition', true, 40],
      ['cycling', false, 1020],
      ['transition', true, 40],
      ['running', false, 600],
    ],
  );
  const sum = day.legs.reduce((all, leg) => all + leg.summary.distance!, 0);
  assertNear(day.summary.distance, sum, 0.01);
  assertNear(day.streams.columns.distance!.at(-1)! / 100, sum, 0.1);
  assert.equal(day.activityTypeId, 1901);
  assert.equal(day.streams.n, 2000);
  assert.equal(day.summary.elapsed, 1999);
  assert.ok(day.legs.every((leg) => leg.laps.length === 1));
});

test('[WORK-13] a pool swim without GPS and records counts its lengths', async () => {
  const swim = await parseOneWorkout(
    poolSwimFit({ lengths: 40, pool: 25, secondsPerLength: 30, restEvery: 10, rest: 20 }),
    'Europe/Paris',
  );
  assert.equal(swim.activityTypeId, 1500);
  assert.deepEqual([swim.timeZone, swim.timeZoneFrom], ['Europe/Paris', 'file']);
  assert.deepEqual(
    [
      swim.summary.distance,
      swim.summary.elapsed,
      swim.summary.active,
      swim.summary.stopped,
      swim.summary.hasTrack,
    ],
    [1000, 1260, 1200, 60, false],
  );
  assert.equal(swim.streams.columns.distance!.at(-1), 100_000);
});

test('[WORK-03] a FIT file with more lengths than a workout can have is refused', async () => {
  const swim = poolSwimFit({ lengths: 20_001, pool: 25, secondsPerLength: 30, restEvery: 30_000, rest: 20 });
  await assert.rejects(parseOneWorkout(swim), { code: 'too_big' });
});

test('sessions of two days are two workouts', async () => {
  const file = fitHead();
  const first = writeLeg(file, { sport: 'running', points: 100 }, SAMPLE_START);
  const second = writeLeg(file, { sport: 'running', points: 120 }, first + 86_400_000);
  const workouts = await parseContent(endFit(file, second, 2));
  assert.deepEqual(
    workouts.map(({ streams }) => streams.n),
    [100, 120],
  );
});

test('both of two concatenated FIT files are read', async () => {
  const one = fitSample({ sport: 'running', points: 80 });
  const file = fitHead();
  const end = writeLeg(file, { sport: 'cycling', points: 90 }, SAMPLE_START + 86_400_000);
  const workouts = await parseContent(Buffer.concat([one, endFit(file, end, 1)]));
  assert.deepEqual(
    workouts.map(({ streams, activityTypeId }) => [streams.n, activityTypeId]),
    [
      [80, 16],
      [90, 11],
    ],
  );
});

test('swapped elapsed and timer time are put right', async () => {
  const session = { startTime: new Date(SAMPLE_START), sport: 'training', subSport: 'strengthTraining' };
  const file = fitHead().message(SESSION, {
    ...session,
    timestamp: new Date(SAMPLE_START + 3600_000),
    totalElapsedTime: 3000,
    totalTimerTime: 3600,
    totalCalories: 250,
  });
  const { summary, warnings, streams } = await parseOneWorkout(endFit(file, SAMPLE_START + 3600_000, 1));
  assert.deepEqual([summary.elapsed, summary.paused, summary.active], [3600, 600, 3000]);
  assert.match(warnings.join(), /put right/);
  assert.equal(streams.n, 0);
});

test('[WORK-13] impossible speeds are left out, and zeros do not lower the average cadence', async () => {
  const file = fitHead();
  for (let i = 0; i < 120; i++) {
    file.message(RECORD, {
      timestamp: new Date(SAMPLE_START + i * 1000),
      distance: i * 8,
      enhancedSpeed: i === 60 ? 90 : 8,
      cadence: i % 2 ? 0 : 90,
    });
  }
  file.message(SESSION, {
    timestamp: new Date(SAMPLE_START + 119_000),
    startTime: new Date(SAMPLE_START),
    sport: 'cycling',
    totalElapsedTime: 119,
    totalTimerTime: 119,
  });
  const ride = await parseOneWorkout(endFit(file, SAMPLE_START + 119_000, 1));
  assert.equal(ride.streams.columns.speed![60], MISSING);
  assert.equal(ride.summary.speed!.max, 8);
  assert.deepEqual(ride.summary.cadence, { min: 90, max: 90, avg: 90 });
  assert.match(ride.warnings.join(), /Impossible speeds left out: 1/);
});

test('[WORK-03] a FIT cut anywhere keeps every whole record before the cut', async () => {
  const bytes = fitSample({ sport: 'running', points: 400 });
  let before = 0;
  for (let length = 2000; length < bytes.length; length += 1777) {
    const run = await parseOneWorkout(bytes.subarray(0, length));
    assert.ok(run.streams.n > before, `${run.streams.n} records of ${length} bytes`);
    assert.match(run.warnings.join(), /ends in the middle/);
    before = run.streams.n;
  }
});

/** A swim of 8 lengths with a rest in the middle; what its records carry differs from watch to watch. */
function swimFile(record: (at: number, length: number) => FitField[] | null): Buffer {
  const file = new FitBytes().message(0, [[0, 'enum', 4]]);
  let at = SAMPLE_START;
  for (let i = 0; i < 8; i++) {
    const rests = i === 4;
    if (rests) {
      file.message(101, [
        [253, 'u32', fitTime(at + 60_000)],
        [2, 'u32', fitTime(at)],
        [3, 'u32', 60_000],
        [12, 'enum', 0],
      ]);
      at += 60_000;
    }
    file.message(101, [
      [253, 'u32', fitTime(at + 30_000)],
      [2, 'u32', fitTime(at)],
      [3, 'u32', 30_000],
      [5, 'u16', 12 + i],
      [7, 'enum', i < 4 ? 0 : 2],
      [12, 'enum', 1],
    ]);
    at += 30_000;
    const fields = record(at, i + 1);
    if (fields) file.message(20, fields);
  }
  return file
    .message(18, [
      [253, 'u32', fitTime(at)],
      [2, 'u32', fitTime(SAMPLE_START)],
      [5, 'enum', 5],
      [6, 'enum', 17],
      [7, 'u32', 300_000],
      [8, 'u32', 300_000],
      [9, 'u32', 20_000],
      [44, 'u16', 2500],
    ])
    .bytes();
}

test('[WORK-03] [WORK-13] a pool swim is read from its lengths, whatever its records hold', async () => {
  const dialects = {
    'records without a time': swimFile((_, n) => [[5, 'u32', n * 2500]]),
    'a record at the end of each length': swimFile((at, n) => [
      [253, 'u32', fitTime(at)],
      [5, 'u32', n * 2500],
    ]),
    'no records': swimFile(() => null),
  };
  for (const [name, bytes] of Object.entries(dialects)) {
    const { summary, start, activityTypeId, lengths, poolLength, streams } = await parseOneWorkout(bytes);
    assert.equal(activityTypeId, 1500, name);
    assert.equal(start.getTime(), SAMPLE_START, name);
    assert.deepEqual([summary.distance, summary.elapsed, summary.active], [200, 300, 240], name);
    assertNear(streams.columns.distance!.at(-1)! / 100, 200, 0.1);
    assert.ok(summary.speed!.max! < 2, `${name}: ${summary.speed!.max} m/s`);
    assert.equal(poolLength, 25);
    assert.deepEqual(
      lengths!.map(({ start: at, duration, strokes, stroke }) => [at, duration, strokes, stroke]).slice(3, 5),
      [
        [90, 30, 15, 'freestyle'],
        [180, 30, 16, 'breaststroke'],
      ],
    );
    assert.equal(lengths!.length, 8);
  }
});

test('[WORK-03] sessions far apart are separate workouts, also in a multi-sport file', async () => {
  const twice = (gap: number, sports: [string, string]) => {
    const file = fitHead();
    const first = writeLeg(file, { sport: sports[0], points: 100 }, SAMPLE_START);
    const second = writeLeg(file, { sport: sports[1], points: 100 }, first + gap);
    return parseContent(endFit(file, second, 2));
  };
  const hour = 3_600_000;
  assert.equal((await twice(hour, ['running', 'running'])).length, 2, 'two runs an hour apart');
  assert.equal((await twice(hour, ['cycling', 'running'])).length, 1, 'the file says it is one event');
  assert.equal((await twice(60_000, ['running', 'cycling'])).length, 1, 'one right after the other');
});

test('[WORK-13] without a position the offset of the local timestamp tells the time zone', async () => {
  const truth = createTrueRecording(3);
  const at = (utcOffset: number) => fitOf(truth, { positions: false, utcOffset });
  const zone = async (offset: number, own: string) => (await parseOneWorkout(at(offset), own)).timeZone;
  assert.equal(await zone(-7 * 60, 'Europe/Berlin'), 'Etc/GMT+7');
  assert.equal(await zone(9 * 60, 'Asia/Tokyo'), 'Asia/Tokyo');
  assert.equal(await zone(5 * 60 + 45, 'Europe/Berlin'), 'Asia/Katmandu');
});
