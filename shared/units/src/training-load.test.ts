import { conditions, loadOfMinute, maximumHeartRateOf, trainingLoad } from './index.ts';

const LIMITS = { resting: 60, maximum: 190, sex: 'M' } as const;

it('the load of an hour at half the reserve is what the formula says by hand', () => {
  const seconds = new Float32Array(256);
  seconds[125] = 3600;
  expect(trainingLoad(seconds, LIMITS)).toBeCloseTo(60 * 0.5 * 0.64 * Math.exp(1.92 * 0.5), 9);
  expect(trainingLoad(seconds, { ...LIMITS, sex: 'F' })).toBeCloseTo(
    60 * 0.5 * 0.86 * Math.exp(1.67 * 0.5),
    9,
  );
});

it('nobody is taken below rest or above the maximum, and an unknown sex lies between', () => {
  expect(loadOfMinute(50, LIMITS)).toBe(0);
  expect(loadOfMinute(230, LIMITS)).toBe(loadOfMinute(190, LIMITS));
  const unknown = loadOfMinute(150, { ...LIMITS, sex: null });
  expect(unknown).toBeCloseTo(
    (loadOfMinute(150, LIMITS) + loadOfMinute(150, { ...LIMITS, sex: 'F' })) / 2,
    12,
  );
  expect(loadOfMinute(150, { resting: 60, maximum: 60, sex: 'F' })).toBe(0);
});

it('the maximum heart rate follows age', () => {
  expect(maximumHeartRateOf(40)).toBe(180);
});

it('fitness and fatigue approach a steady load, and form is the balance of the day before', () => {
  const steady = conditions(Array.from({ length: 400 }, () => 100));
  const last = steady.at(-1)!;
  expect(last.fitness).toBeGreaterThan(99.9);
  expect(last.fatigue).toBeCloseTo(100, 6);
  // After as many days as its time constant a mean has come 1 - 1/e of the way.
  expect(steady[41]!.fitness).toBeCloseTo(100 * (1 - Math.exp(-1)), 9);
  expect(steady[6]!.fatigue).toBeCloseTo(100 * (1 - Math.exp(-1)), 9);
  expect(steady[0]!.form).toBe(0);
  expect(steady[10]!.form).toBeCloseTo(steady[9]!.fitness - steady[9]!.fatigue, 12);
  // Rest brings form: fatigue falls faster than fitness.
  const rested = conditions([
    ...Array.from({ length: 60 }, () => 100),
    ...Array.from({ length: 10 }, () => 0),
  ]);
  expect(rested.at(-1)!.form).toBeGreaterThan(0);
  expect(rested[60]!.form).toBeLessThan(0);
});
