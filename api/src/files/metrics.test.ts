import assert from 'node:assert/strict';
import test from 'node:test';
import { DEFAULT_HEART_RATE_ZONES } from '@waymark/units';
import { climb, smoothAltitude } from './ascent.ts';
import { bestEffort, heartRateSeconds, segmentStats, splits } from './metrics.ts';
import { motionOf } from './motion.ts';
import { completeMoving, completeSpeed } from './moving.ts';
import { near, parsedOne } from './reading.test-helper.ts';
import { runningTotals } from './running-totals.ts';
import { gpxSample } from './samples.ts';
import { MISSING, type Streams } from './types.ts';

const meters = (...values: number[]) => Int32Array.from(values, (value) => Math.round(value * 100));

/** One sample a second; `speeds` are the metres of each second, null is a second of pause. */
function recorded(speeds: (number | null)[], more: Streams['columns'] = {}): Streams {
  const n = speeds.length + 1;
  const columns = { time: new Int32Array(n), timer: new Int32Array(n), distance: new Int32Array(n), ...more };
  for (const [i, speed] of speeds.entries()) {
    columns.time[i + 1] = (i + 1) * 1000;
    columns.timer[i + 1] = columns.timer[i]! + (speed === null ? 0 : 1000);
    columns.distance[i + 1] = columns.distance[i]! + Math.round((speed ?? 0) * 100);
  }
  return { n, columns };
}

test('altitude is smoothed by a median of three, then by halves rounded to centimetres', () => {
  assert.deepEqual(
    [...smoothAltitude(meters(100, 100, 130, 100, 101, 101))],
    [100, 100, 100, 100.5, 100.75, 100.88],
  );
  const gap = smoothAltitude(Int32Array.of(10000, MISSING, 10000));
  assert.deepEqual([gap[0], gap[1], gap[2]], [100, Number.NaN, 100]);
});

test('[WORK-13] only rises of two metres over the last low count as ascent', () => {
  const total = (altitude: Int32Array) => {
    const { ascent, descent } = climb(altitude);
    return [Number(ascent.at(-1)!.toFixed(2)), Number(descent.at(-1)!.toFixed(2))];
  };
  const ripple = Array.from({ length: 500 }, (_, i) => 100 + (i % 2));
  assert.deepEqual(total(meters(...ripple)), [0, 0], 'noise of a metre is no hill');
  const hill = Array.from({ length: 401 }, (_, i) => 100 + (i <= 200 ? i / 2 : (400 - i) / 2));
  const [up, down] = total(meters(...hill));
  near(up, 100, 2.1);
  near(down, 100, 2.1);
  assert.deepEqual(total(meters(100)), [0, 0]);
});

test('ascent follows the stated rule step by step', () => {
  // The plain reading of the rule, written apart from the code under test.
  const altitude = Array.from({ length: 300 }, (_, i) => 200 + 30 * Math.sin(i / 17) + 3 * Math.sin(i * 1.7));
  const cm = meters(...altitude);
  const smooth = smoothAltitude(cm);
  let low = smooth[0]!;
  let expected = 0;
  for (const value of smooth) {
    if (value >= low + 2) {
      expected += value - low;
      low = value;
    }
    low = Math.min(low, value);
  }
  near(climb(cm).ascent.at(-1), expected, 1e-9);
  assert.ok(expected > 100);
});

test('[WORK-13] moving starts at 1.5 km/h on a run, 4 km/h on a ride, 0.3 m/s elsewhere', () => {
  const moved = (sport: string, speed: number) => {
    const motion = motionOf({ format: 'gpx', sport, subSport: null });
    const streams = recorded(Array.from({ length: 40 }, () => speed));
    completeSpeed(streams, motion);
    completeMoving(streams, motion, [], 0);
    return runningTotals(streams).moving.at(-1)! / 1000;
  };
  assert.deepEqual([moved('running', 0.41), moved('running', 0.42)], [0, 40]);
  assert.deepEqual([moved('cycling', 1.11), moved('cycling', 1.12)], [0, 40]);
  assert.deepEqual([moved('kayaking', 0.29), moved('kayaking', 0.3)], [0, 40]);
});

test('[WORK-13] paused and stopped time are told apart', () => {
  const speeds = [
    ...Array(60).fill(3),
    ...Array(30).fill(0),
    ...Array(20).fill(null),
    ...Array(60).fill(3),
  ] as number[];
  const streams = recorded(speeds);
  const motion = motionOf({ format: 'fit', sport: 'running', subSport: null });
  completeSpeed(streams, motion);
  completeMoving(streams, motion, [], 0);
  const stats = segmentStats(streams, 0, streams.n - 1);
  assert.deepEqual([stats.elapsed, stats.paused], [170, 20]);
  near(stats.stopped, 30, 10);
  near(stats.active + stats.stopped, 150, 1e-9);
});

test('[WORK-13] splits cut between samples and add up to the whole', async () => {
  const { streams, summary } = await parsedOne(gpxSample({ points: 1801, speed: 3.3 }));
  for (const every of [1000, 1609.344]) {
    const cut = splits(streams, every);
    assert.equal(cut.length, Math.ceil(summary.distance! / every));
    assert.deepEqual(
      cut.map(({ partial }) => partial),
      cut.map((_, i) => i === cut.length - 1),
    );
    for (const split of cut.slice(0, -1)) {
      near(split.distance, every, 0.01);
      near(split.active, every / 3.3, 2);
      near(split.pace, 1 / 3.3, 0.002);
    }
    const sum = (figure: (split: (typeof cut)[number]) => number | null) =>
      cut.reduce((all, split) => all + figure(split)!, 0);
    near(
      sum((split) => split.distance),
      summary.distance!,
      0.01,
    );
    near(
      sum((split) => split.elapsed),
      summary.elapsed,
      1e-6,
    );
    near(
      sum((split) => split.ascent),
      summary.ascent!,
      1e-6,
    );
  }
  assert.deepEqual(splits({ n: 0, columns: {} }, 1000), []);
  assert.equal(splits(recorded([1000, 1000, 500]), 1000).length, 3, 'a step may hold a whole split');
});

test('figures of a range weigh values by time and leave out what is missing', () => {
  const heartrate = Int32Array.of(100, 100, MISSING, 200, 200);
  const streams = recorded([2, 2, 2, 2], { heartrate, cadence: Int32Array.of(0, 80, 0, 90, 90) });
  const stats = segmentStats(streams, 1, 4);
  assert.deepEqual(stats.heartrate, { min: 100, max: 200, avg: 200 });
  assert.deepEqual([stats.distance, stats.elapsed, stats.cadence!.min], [6, 3, 80]);
  assert.equal(segmentStats(streams, 1.5, 2.5).distance, 2);
});

test('seconds in heart-rate zones add up to the recording time', () => {
  const heartrate = Int32Array.from({ length: 101 }, (_, i) => (i <= 50 ? 100 : 150));
  const streams = recorded(
    Array.from({ length: 100 }, () => 3),
    { heartrate },
  );
  assert.deepEqual(heartRateSeconds(streams, DEFAULT_HEART_RATE_ZONES), [50, 0, 0, 50, 0]);
});

test('[WORK-13] best efforts are exact and never take less time for more distance', () => {
  const streams = recorded([...Array(100).fill(3), ...Array(100).fill(5), ...Array(100).fill(2)] as number[]);
  near(bestEffort(streams, 400)!.seconds, 80, 1e-9);
  near(bestEffort(streams, 503)!.seconds, 101, 1e-9);
  near(bestEffort(streams, 500.5)!.seconds, 100 + 0.5 / 3, 1e-9);
  assert.equal(bestEffort(streams, 1001), null);
  let before = 0;
  for (let distance = 7; distance < 1000; distance += 13.7) {
    const { seconds } = bestEffort(streams, distance)!;
    assert.ok(seconds >= before, `${distance} m`);
    before = seconds;
  }
});
