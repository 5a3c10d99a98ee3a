import assert from 'node:assert/strict';
import test from 'node:test';
import { runningTotals, segmentStats, splits, type Streams } from '@waymark/streams';
import { motionForSport } from './motion.ts';
import { completeMoving, completeSpeed } from './complete-moving.ts';
import { assertNear, parseOneWorkout } from '../testing/parse-content.ts';
import { gpxSample } from '../testing/sample-files.ts';

/** One sample a second; `speeds` are the metres of each second, null is a second of pause. */
function recorded(speeds: (number | null)[]): Streams {
  const n = speeds.length + 1;
  const columns = { time: new Int32Array(n), timer: new Int32Array(n), distance: new Int32Array(n) };
  for (const [i, speed] of speeds.entries()) {
    columns.time[i + 1] = (i + 1) * 1000;
    columns.timer[i + 1] = columns.timer[i]! + (speed === null ? 0 : 1000);
    columns.distance[i + 1] = columns.distance[i]! + Math.round((speed ?? 0) * 100);
  }
  return { n, columns };
}

test('[WORK-13] moving starts at 1.5 km/h on a run, 4 km/h on a ride, 0.3 m/s elsewhere', () => {
  const moved = (sport: string, speed: number) => {
    const motion = motionForSport({ format: 'gpx', sport, subSport: null });
    const streams = recorded(Array.from({ length: 40 }, () => speed));
    completeSpeed(streams, motion);
    completeMoving(streams, motion, [], 0);
    return runningTotals(streams).moving.at(-1)! / 1000;
  };
  assert.deepEqual([moved('running', 0.41), moved('running', 0.42)], [0, 40]);
  assert.deepEqual([moved('cycling', 1.11), moved('cycling', 1.12)], [0, 40]);
  assert.deepEqual([moved('kayaking', 0.29), moved('kayaking', 0.3)], [0, 40]);
});

test('[WORK-13] paused and stopped time are distinguished', () => {
  const speeds = [
    ...Array(60).fill(3),
    ...Array(30).fill(0),
    ...Array(20).fill(null),
    ...Array(60).fill(3),
  ] as number[];
  const streams = recorded(speeds);
  const motion = motionForSport({ format: 'fit', sport: 'running', subSport: null });
  completeSpeed(streams, motion);
  completeMoving(streams, motion, [], 0);
  const stats = segmentStats(streams, 0, streams.n - 1);
  assert.deepEqual([stats.elapsed, stats.paused], [170, 20]);
  assertNear(stats.stopped, 30, 10);
  assertNear(stats.active + stats.stopped, 150, 1e-9);
});

test('[WORK-13] splits cut between samples and add up to the whole', async () => {
  const { streams, summary } = await parseOneWorkout(gpxSample({ points: 1801, speed: 3.3 }));
  for (const every of [1000, 1609.344]) {
    const cut = splits(streams, every);
    assert.equal(cut.length, Math.ceil(summary.distance! / every));
    assert.deepEqual(
      cut.map(({ partial }) => partial),
      cut.map((_, i) => i === cut.length - 1),
    );
    for (const split of cut.slice(0, -1)) {
      assertNear(split.distance, every, 0.01);
      assertNear(split.active, every / 3.3, 2);
      assertNear(split.pace, 1 / 3.3, 0.002);
    }
    const sum = (figure: (split: (typeof cut)[number]) => number | null) =>
      cut.reduce((all, split) => all + figure(split)!, 0);
    assertNear(
      sum((split) => split.distance),
      summary.distance!,
      0.01,
    );
    assertNear(
      sum((split) => split.elapsed),
      summary.elapsed,
      1e-6,
    );
    assertNear(
      sum((split) => split.ascent),
      summary.ascent!,
      1e-6,
    );
  }
});
