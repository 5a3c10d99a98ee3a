import { DEFAULT_HEART_RATE_ZONES } from '@waymark/units';
import {
  bestEffort,
  climb,
  heartRateSeconds,
  indexAt,
  MISSING,
  segmentStats,
  smoothAltitude,
  splits,
  splitsBetween,
  type Streams,
} from './index.ts';

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

it('altitude is smoothed by a median of three, then by halves rounded to centimetres', () => {
  expect([...smoothAltitude(meters(100, 100, 130, 100, 101, 101))]).toEqual([
    100, 100, 100, 100.5, 100.75, 100.88,
  ]);
  const gap = smoothAltitude(Int32Array.of(10000, MISSING, 10000));
  expect([gap[0], gap[1], gap[2]]).toEqual([100, Number.NaN, 100]);
});

it('[WORK-13] only rises of two metres over the last low count as ascent', () => {
  const total = (altitude: Int32Array) => {
    const { ascent, descent } = climb(altitude);
    return [Number(ascent.at(-1)!.toFixed(2)), Number(descent.at(-1)!.toFixed(2))];
  };
  const ripple = Array.from({ length: 500 }, (_, i) => 100 + (i % 2));
  expect(total(meters(...ripple))).toEqual([0, 0]);
  const hill = Array.from({ length: 401 }, (_, i) => 100 + (i <= 200 ? i / 2 : (400 - i) / 2));
  const [up, down] = total(meters(...hill));
  expect(Math.abs(up! - 100)).toBeLessThanOrEqual(2.1);
  expect(Math.abs(down! - 100)).toBeLessThanOrEqual(2.1);
  expect(total(meters(100))).toEqual([0, 0]);
});

it('ascent follows the stated rule step by step', () => {
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
  expect(Math.abs(climb(cm).ascent.at(-1)! - expected)).toBeLessThanOrEqual(1e-9);
  expect(expected).toBeGreaterThan(100);
});

it('figures of a range weigh values by time and leave out what is missing', () => {
  const heartrate = Int32Array.of(100, 100, MISSING, 200, 200);
  const streams = recorded([2, 2, 2, 2], { heartrate, cadence: Int32Array.of(0, 80, 0, 90, 90) });
  const stats = segmentStats(streams, 1, 4);
  expect(stats.heartrate).toEqual({ min: 100, max: 200, avg: 200 });
  expect([stats.distance, stats.elapsed, stats.cadence!.min]).toEqual([6, 3, 80]);
  expect(segmentStats(streams, 1.5, 2.5).distance).toBe(2);
});

it('seconds in heart-rate zones add up to the recording time', () => {
  const heartrate = Int32Array.from({ length: 101 }, (_, i) => (i <= 50 ? 100 : 150));
  const streams = recorded(
    Array.from({ length: 100 }, () => 3),
    { heartrate },
  );
  expect(heartRateSeconds(streams, DEFAULT_HEART_RATE_ZONES)).toEqual([50, 0, 0, 50, 0]);
});

it('[WORK-13] best efforts are exact and never take less time for more distance', () => {
  const streams = recorded([...Array(100).fill(3), ...Array(100).fill(5), ...Array(100).fill(2)] as number[]);
  expect(Math.abs(bestEffort(streams, 400)!.seconds - 80)).toBeLessThanOrEqual(1e-9);
  expect(Math.abs(bestEffort(streams, 503)!.seconds - 101)).toBeLessThanOrEqual(1e-9);
  expect(Math.abs(bestEffort(streams, 500.5)!.seconds - (100 + 0.5 / 3))).toBeLessThanOrEqual(1e-9);
  expect(bestEffort(streams, 1001)).toBe(null);
  let before = 0;
  for (let distance = 7; distance < 1000; distance += 13.7) {
    const { seconds } = bestEffort(streams, distance)!;
    expect(seconds).toBeGreaterThanOrEqual(before);
    before = seconds;
  }
});

it('[WORK-13] splits cover the whole, the last one what is left, and a step may hold several', () => {
  const cut = splits(recorded(Array.from({ length: 1000 }, () => 2.5)), 1000);
  expect(cut.map(({ distance, partial, active }) => [distance, partial, active])).toEqual([
    [1000, false, 400],
    [1000, false, 400],
    [500, true, 200],
  ]);
  expect(cut[0]!.pace).toBeCloseTo(0.4, 9);
  expect(splits(recorded([1000, 1000, 500]), 1000)).toHaveLength(3);
  expect(splits({ n: 0, columns: {} }, 1000)).toEqual([]);
});

it('[WORK-13] laps of a device are cut at their own times', () => {
  const streams = recorded(Array.from({ length: 100 }, () => 2.5));
  const ends = [0, 40, 100].map((seconds) => indexAt(streams.columns.time!, seconds * 1000));
  const cut = splitsBetween(streams, [
    { from: ends[0]!, to: ends[1]! },
    { from: ends[1]!, to: ends[2]! },
  ]);
  expect(cut.map(({ index, distance, elapsed }) => [index, distance, elapsed])).toEqual([
    [0, 100, 40],
    [1, 150, 60],
  ]);
  expect(indexAt(streams.columns.time!, 40_500)).toBe(40.5);
  expect([indexAt(streams.columns.time!, -5), indexAt(streams.columns.time!, 1e9)]).toEqual([0, 100]);
});
