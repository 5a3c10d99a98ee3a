import { RECORD_DISTANCES } from '@waymark/units';
import {
  bestEffort,
  CURVE_METERS,
  CURVE_SECONDS,
  distanceCurve,
  heartRateTimes,
  MISSING,
  powerCurve,
  type Streams,
} from './index.ts';

/** Numbers from 0 to 1, the same for every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Step {
  /** Seconds of elapsed time, and of them recording time. */
  seconds: number;
  ran?: number;
  meters?: number;
  watts?: number;
  bpm?: number;
}

function recorded(steps: readonly Step[]): Streams {
  const n = steps.length + 1;
  const column = () => new Int32Array(n);
  const columns = {
    time: column(),
    timer: column(),
    distance: column(),
    power: column(),
    heartrate: column(),
  };
  for (const [i, { seconds, ran = seconds, meters = 0, watts = MISSING, bpm = MISSING }] of steps.entries()) {
    columns.time[i + 1] = columns.time[i]! + seconds * 1000;
    columns.timer[i + 1] = columns.timer[i]! + ran * 1000;
    columns.distance[i + 1] = columns.distance[i]! + Math.round(meters * 100);
    columns.power[i + 1] = watts;
    columns.heartrate[i + 1] = bpm;
  }
  return { n, columns };
}

/** Bursts, pauses, gaps of sensors and steps of different length. */
function wild(seed: number, n = 400): Streams {
  const random = chance(seed);
  return recorded(
    Array.from({ length: n }, () => {
      const seconds = random() < 0.05 ? 20 + Math.floor(random() * 200) : 1 + Math.floor(random() * 4);
      const paused = random() < 0.03;
      return {
        seconds,
        ran: paused ? 0 : seconds,
        meters: paused ? 0 : seconds * (1 + random() * 9),
        watts: random() < 0.1 ? MISSING : random() < 0.3 ? 0 : Math.round(random() * 900),
      };
    }),
  );
}

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

it('[WORK-08] every point of a distance curve is the best effort over that distance', () => {
  for (let seed = 1; seed <= 5; seed++) {
    const streams = wild(seed);
    const seconds = distanceCurve(streams, CURVE_METERS);
    for (const [i, meters] of CURVE_METERS.entries()) {
      const best = bestEffort(streams, meters);
      if (best) expect(seconds[i]).toBeCloseTo(best.seconds, 6);
      else expect(seconds[i]).toBeNull();
    }
  }
});

it('[WORK-08] longer distances never take less time, longer times never have more power', () => {
  const meters = Array.from({ length: 300 }, (_, i) => 20 + i * 7);
  const seconds = Array.from({ length: 300 }, (_, i) => 1 + i * 2);
  for (let seed = 1; seed <= 30; seed++) {
    const streams = wild(seed);
    const times = known(distanceCurve(streams, meters));
    const watts = known(powerCurve(streams, seconds));
    expect(times.length).toBeGreaterThan(50);
    expect(watts.length).toBeGreaterThan(50);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(watts).toEqual(watts.toSorted((a, b) => b - a));
  }
});

it('power is the mean over elapsed time: zeros, pauses and silent sensors count as nothing', () => {
  const steady = recorded(Array.from({ length: 100 }, () => ({ seconds: 1, watts: 200 })));
  expect(powerCurve(steady, [1, 50, 100, 101])).toEqual([200, 200, 200, null]);
  const resting = recorded([
    { seconds: 10, watts: 300 },
    { seconds: 10, watts: 0 },
    { seconds: 10, ran: 0, watts: 300 },
    { seconds: 10, watts: 300 },
  ]);
  expect(powerCurve(resting, [10, 20, 40])).toEqual([300, 150, 150]);
  // A minute without a sample: the power before it held for half of it at most.
  const silent = recorded([
    { seconds: 10, watts: 100 },
    { seconds: 60, watts: 100 },
  ]);
  expect(powerCurve(silent, [70])[0]).toBeCloseTo((100 * 40) / 70, 9);
});

it('a point of the power curve was held for at least its time', () => {
  // Two bursts of a second, half a second of rest between: 1.5 s hold no more than the plain mean of 2.5 s allows.
  const bursts = recorded([
    { seconds: 1, watts: 600 },
    { seconds: 0.5, watts: 0 },
    { seconds: 1, watts: 600 },
  ]);
  const [one, oneAndHalf, all] = powerCurve(bursts, [1, 1.5, 2.5]);
  expect(one).toBe(600);
  // The plain mean over 1.5 s is 400 W, less than the 480 W held for 2.5 s.
  expect(oneAndHalf).toBeCloseTo(480, 9);
  expect(all).toBeCloseTo(480, 9);
});

it('a workout without distance or power has no curve', () => {
  const none: Streams = { n: 0, columns: {} };
  expect(known(distanceCurve(none, CURVE_METERS))).toEqual([]);
  expect(known(powerCurve(none, CURVE_SECONDS))).toEqual([]);
  expect(known(powerCurve(recorded([{ seconds: 10, meters: 100 }]), [20]))).toEqual([]);
});

it('[WORK-09] the points hold every record distance and lie in order', () => {
  for (const { meters } of RECORD_DISTANCES) expect(CURVE_METERS).toContain(meters);
  expect(CURVE_METERS).toEqual(CURVE_METERS.toSorted((a, b) => a - b));
  expect(CURVE_SECONDS).toEqual(CURVE_SECONDS.toSorted((a, b) => a - b));
  expect([CURVE_SECONDS[0], CURVE_SECONDS.at(-1)]).toEqual([1, 21_600]);
});

it('time at each heart rate is recording time, and gaps of the sensor count half a minute', () => {
  const seconds = heartRateTimes(
    recorded([
      { seconds: 10, bpm: 120 },
      { seconds: 100, bpm: 150 },
      { seconds: 20, ran: 0, bpm: 120 },
      { seconds: 5 },
      { seconds: 3, bpm: 300 },
    ]),
  )!;
  expect([seconds[120], seconds[150], seconds[255]]).toEqual([10, 30, 3]);
  expect(seconds.reduce((sum, value) => sum + value, 0)).toBe(43);
  expect(heartRateTimes(recorded([{ seconds: 10, meters: 5 }]))).toBeNull();
});
