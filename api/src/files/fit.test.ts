import assert from 'node:assert/strict';
import test from 'node:test';
import FitParser from 'fit-file-parser';
import { Profile } from '@garmin/fitsdk';
import { near, parsed, parsedOne } from './reading.test-helper.ts';
import { SAMPLE_START } from './samples.ts';
import { endFit, fitHead, fitSample, poolSwimFit, triathlonFit, writeLeg } from './samples-fit.ts';
import { MISSING } from './types.ts';

const { SESSION, RECORD }: Record<'SESSION' | 'RECORD', number> = Profile.MesgNum;

test('[WORK-03] [WORK-13] a FIT ride with pauses and power', async () => {
  const pauses: [number, number][] = [[900, 240]];
  const ride = await parsedOne(
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
  near(ride.summary.distance, 28800, 0.1);
  assert.deepEqual([ride.summary.elapsed, ride.summary.paused], [3840, 241]);
  near(ride.summary.active + ride.summary.stopped!, 3599, 0);
  assert.equal(ride.summary.energy, 300 * 4184);
  assert.equal(ride.laps.length, 4);
  near(ride.laps[0]!.distance, 9600 - 1920, 10);
  assert.deepEqual(ride.warnings, []);
});

test('records come out exactly as the decoder of another hand reads them', async () => {
  const bytes = fitSample({ sport: 'running', points: 500 });
  const run = await parsedOne(bytes);
  const { records } = await new FitParser({ mode: 'list' }).parseAsync(bytes as Buffer<ArrayBuffer>);
  assert.equal(run.streams.n, records!.length);
  const { time, lat, altitude, speed, heartrate, temperature } = run.streams.columns;
  for (const [i, record] of records!.entries()) {
    assert.equal(SAMPLE_START + time![i]!, record.timestamp!.getTime());
    near(lat![i]! / 1e7, record.position_lat!, 1e-7);
    near(altitude![i]! / 100, record.enhanced_altitude!, 0.011);
    near(speed![i]! / 1000, record.enhanced_speed!, 0.0006);
    assert.equal(heartrate![i], record.heart_rate);
    assert.equal(temperature![i], record.temperature! * 10);
  }
});

test('[WORK-13] strides of a watch become steps', async () => {
  const run = await parsedOne(fitSample({ sport: 'running', points: 1201 }));
  near(run.summary.cadence!.avg, 170, 1);
  assert.equal(run.summary.steps, 20 * 85 * 2, 'the device’s own count wins');
});

test('[WORK-03] a triathlon is a parent with five legs, two of them transitions', async () => {
  const day = await parsedOne(triathlonFit(2000));
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
  near(day.summary.distance, sum, 0.01);
  near(day.streams.columns.distance!.at(-1)! / 100, sum, 0.1);
  assert.equal(day.activityTypeId, 1901);
  assert.equal(day.streams.n, 2000);
  assert.equal(day.summary.elapsed, 1999);
  assert.ok(day.legs.every((leg) => leg.laps.length === 1));
});

test('[WORK-13] a pool swim without GPS and records counts its lengths', async () => {
  const swim = await parsedOne(
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

test('sessions of two days are two workouts', async () => {
  const file = fitHead();
  const first = writeLeg(file, { sport: 'running', points: 100 }, SAMPLE_START);
  const second = writeLeg(file, { sport: 'running', points: 120 }, first + 86_400_000);
  const workouts = await parsed(endFit(file, second, 2));
  assert.deepEqual(
    workouts.map(({ streams }) => streams.n),
    [100, 120],
  );
});

test('two FIT files in one are both read', async () => {
  const one = fitSample({ sport: 'running', points: 80 });
  const file = fitHead();
  const end = writeLeg(file, { sport: 'cycling', points: 90 }, SAMPLE_START + 86_400_000);
  const workouts = await parsed(Buffer.concat([one, endFit(file, end, 1)]));
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
  const { summary, warnings, streams } = await parsedOne(endFit(file, SAMPLE_START + 3600_000, 1));
  assert.deepEqual([summary.elapsed, summary.paused, summary.active], [3600, 600, 3000]);
  assert.match(warnings.join(), /put right/);
  assert.equal(streams.n, 0);
});

test('[WORK-13] wild speeds are left out and zeros of cadence do not bend the average', async () => {
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
  const ride = await parsedOne(endFit(file, SAMPLE_START + 119_000, 1));
  assert.equal(ride.streams.columns.speed![60], MISSING);
  assert.equal(ride.summary.speed!.max, 8);
  assert.deepEqual(ride.summary.cadence, { min: 90, max: 90, avg: 90 });
  assert.match(ride.warnings.join(), /Impossible speeds left out: 1/);
});

test('[WORK-03] a FIT cut anywhere keeps every whole record before the cut', async () => {
  const bytes = fitSample({ sport: 'running', points: 400 });
  let before = 0;
  for (let length = 2000; length < bytes.length; length += 1777) {
    const run = await parsedOne(bytes.subarray(0, length));
    assert.ok(run.streams.n > before, `${run.streams.n} records of ${length} bytes`);
    assert.match(run.warnings.join(), /ends in the middle/);
    before = run.streams.n;
  }
});
