/** What Banister's TRIMP goes by, beats per minute. `sex` null is unknown. */
export interface HeartRateLimits {
  resting: number;
  maximum: number;
  sex: 'F' | 'M' | null;
}

/** Where a member has not told: a usual resting rate of adults (60 to 100; those who train are at its lower end). */
export const RESTING_HEART_RATE = 60;
/** Where neither zones nor age are known: the top of the default zones. */
export const DEFAULT_MAXIMUM_HEART_RATE = 180;

/**
 * The maximum heart rate of an age in years: 208 - 0.7 x age. Tanaka, Monahan & Seals, "Age-predicted maximal
 * heart rate revisited", Journal of the American College of Cardiology 37 (2001) 153-156.
 */
export const maximumHeartRateOf = (age: number): number => 208 - 0.7 * age;

const WEIGHTS = { M: [0.64, 1.92], F: [0.86, 1.67] } as const;

/**
 * Load of one minute at a heart rate: x * a * e^(b x), where x is the share of the heart-rate reserve,
 * (rate - resting) / (maximum - resting), held between 0 and 1; a, b = 0.64, 1.92 for men and 0.86, 1.67 for
 * women, the mean of both where the sex is unknown. Banister, "Modeling elite athletic performance", in
 * MacDougall, Wenger & Green (ed.), Physiological Testing of the High-Performance Athlete (1991) 403-424;
 * coefficients after Morton, Fitz-Clarke & Banister, Journal of Applied Physiology 69 (1990) 1171-1177.
 */
export function loadOfMinute(bpm: number, { resting, maximum, sex }: HeartRateLimits): number {
  const x = maximum > resting ? Math.min(1, Math.max(0, (bpm - resting) / (maximum - resting))) : 0;
  const by = ([a, b]: readonly [number, number]) => x * a * Math.exp(b * x);
  return sex ? by(WEIGHTS[sex]) : (by(WEIGHTS.M) + by(WEIGHTS.F)) / 2;
}

/**
 * Banister's TRIMP of a recording, taken minute for minute (the sum over what was measured, which weighs hard
 * intervals more than the mean of a whole workout would).
 * @param seconds time at each heart rate, the index being beats a minute
 */
export function trainingLoad(seconds: ArrayLike<number>, limits: HeartRateLimits): number {
  let load = 0;
  for (let bpm = 0; bpm < seconds.length; bpm++) {
    if (seconds[bpm]! > 0) load += (seconds[bpm]! / 60) * loadOfMinute(bpm, limits);
  }
  return load;
}

/** Time constants in days: Banister's fitness (42) and fatigue (7). */
export const FITNESS_DAYS = 42;
export const FATIGUE_DAYS = 7;

export interface Condition {
  load: number;
  fitness: number;
  fatigue: number;
  form: number;
}

/**
 * Fitness and fatigue day by day: exponentially weighted means of the load, each day moved towards the day's
 * load by 1 - e^(-1/days) with 42 and 7 days, from nothing on the first day. Form is fitness minus fatigue of
 * the day before: what a day begins with. Time constants after Morton, Fitz-Clarke & Banister (1990); as means
 * in place of sums after Allen & Coggan, Training and Racing with a Power Meter.
 * @param loads of days that follow each other, 0 for a day without
 */
export function conditions(loads: readonly number[]): Condition[] {
  const slow = 1 - Math.exp(-1 / FITNESS_DAYS);
  const fast = 1 - Math.exp(-1 / FATIGUE_DAYS);
  let fitness = 0;
  let fatigue = 0;
  return loads.map((load) => {
    const form = fitness - fatigue;
    fitness += (load - fitness) * slow;
    fatigue += (load - fatigue) * fast;
    return { load, fitness, fatigue, form };
  });
}
