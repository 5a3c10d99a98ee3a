import { RECORD_DISTANCES } from '@waymark/units';
import { MISSING, type Streams } from './kinds.ts';

/** `count` steps from `first` to `last` with equal ratios, rounded to three digits. */
const steps = (first: number, last: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) =>
    Number((first * (last / first) ** (i / (count - 1))).toPrecision(3)),
  );
const ascending = (values: number[]): number[] => [...new Set(values)].toSorted((a, b) => a - b);

/** Metres of the points of a stored distance curve: 100 m to 1,000 km, and every record distance. */
export const CURVE_METERS: readonly number[] = ascending([
  ...steps(100, 1_000_000, 60),
  ...RECORD_DISTANCES.map(({ meters }) => meters),
]);

/** Seconds of the points of a stored power curve: 1 s to 6 h, the usual test durations among them. */
export const CURVE_SECONDS: readonly number[] = ascending(
  steps(1, 21_600, 60)
    .map(Math.round)
    .concat(5, 15, 30, 60, 120, 300, 480, 600, 1200, 1800, 3600, 7200, 10_800, 14_400),
);

/** A sensor that is silent for longer than this measured nothing. */
const LONGEST_STEP = 30_000;

/**
 * Seconds of elapsed time (pauses count) in which each distance was covered at the fastest; null beyond the
 * length of the workout. As exact as `bestEffort`: every distance is looked for among all stretches that begin
 * or end at a sample. Monotonic, because the fastest stretch of a longer distance holds one of a shorter.
 * @param meters ascending
 */
export function distanceCurve({ n, columns }: Streams, meters: readonly number[]): (number | null)[] {
  const { distance, time } = columns;
  if (!distance || !time || n < 2) return meters.map(() => null);
  const length = distance[n - 1]! - distance[0]!;
  // As the numbers that goals are: else each is made one again for every goal.
  const covered = new Float64Array(distance);
  const times = new Float64Array(time);
  let before = 0;
  return meters.map((meter) => {
    const goal = meter * 100;
    if (!(goal > 0) || goal > length) return null;
    const ms = leastTo(covered, times, goal, leastFrom(covered, times, goal));
    // Equal stretches found by way of different samples differ by what rounding leaves.
    before = Math.max(before, ms / 1000);
    return before;
  });
}

/** Beginning at a sample: the first place that is far enough. Dividing takes long and is done for the best alone. */
function leastFrom(distance: Float64Array, time: Float64Array, goal: number): number {
  let best = Infinity;
  let from = 0;
  let target = distance[0]! + goal;
  for (let to = 1; to < distance.length; to++) {
    const end = distance[to]!;
    if (end < target) continue;
    const low = distance[to - 1]!;
    const began = time[to - 1]!;
    const step = end - low;
    const took = time[to]! - began;
    for (; target <= end; target = distance[++from]! + goal) {
      const part = (target - low) * took;
      const whole = began - time[from]!;
      if (part < (best - whole) * step) best = whole + part / step;
    }
  }
  return best;
}

/** Ending at a sample: the last place that is far enough back. `known` is the least there is so far. */
function leastTo(distance: Float64Array, time: Float64Array, goal: number, known: number): number {
  let best = known;
  let to = 1;
  while (distance[to]! - goal < distance[0]!) to++;
  let target = distance[to]! - goal;
  for (let from = 0; Math.max(to, from + 1) < distance.length; from++) {
    const end = distance[from + 1]!;
    if (end <= target) continue;
    const low = distance[from]!;
    const began = time[from]!;
    const step = end - low;
    const took = time[from + 1]! - began;
    while (target < end) {
      const part = (target - low) * took;
      const whole = time[to]! - began;
      if ((whole - best) * step < part) best = whole - part / step;
      if (++to === distance.length) break;
      target = distance[to]! - goal;
    }
  }
  return best;
}

/**
 * The highest mean power (watts) held for at least each of the times; null beyond the elapsed time of the
 * workout, and everywhere without a power meter. The mean is weighted by time and counts zeros. Pauses and
 * silence of the meter beyond 30 s count as zero watts of elapsed time, as mean maximal power is usually taken
 * (Allen & Coggan, Training and Racing with a Power Meter; GoldenCheetah fills gaps with zeros the same way).
 *
 * The plain mean over a longer time can exceed that over a shorter one (pulses with rests between them do it);
 * it was held for the shorter time too, so a point takes the highest mean of its own and all longer times, and
 * the curve never rises.
 * @param seconds ascending
 */
export function powerCurve({ n, columns }: Streams, seconds: readonly number[]): (number | null)[] {
  const { power, time, timer } = columns;
  if (!power || !time || !timer || n < 2) return seconds.map(() => null);
  const work = new Float64Array(n);
  for (let i = 1; i < n; i++) {
    const watts = power[i]!;
    const ran = Math.min(LONGEST_STEP, timer[i]! - timer[i - 1]!);
    work[i] = work[i - 1]! + (watts === MISSING ? 0 : watts * ran);
  }
  const elapsed = time[n - 1]! - time[0]!;
  const times = new Float64Array(time);
  let held = 0;
  return seconds
    .toReversed()
    .map((second) => {
      const span = second * 1000;
      if (!(span > 0) || span > elapsed) return null;
      held = Math.max(held, mostWork(work, times, span) / span);
      return held;
    })
    .toReversed();
}

/** The most work (W ms) in a span of time that begins or ends at a sample: work over time is a line between them. */
const mostWork = (work: Float64Array, time: Float64Array, span: number): number =>
  mostTo(work, time, span, mostFrom(work, time, span));

function mostFrom(work: Float64Array, time: Float64Array, span: number): number {
  let best = 0;
  let from = 0;
  let target = time[0]! + span;
  for (let to = 1; to < time.length; to++) {
    const end = time[to]!;
    if (end < target) continue;
    const began = time[to - 1]!;
    const step = end - began;
    const before = work[to - 1]!;
    const done = work[to]! - before;
    for (; target <= end; target = time[++from]! + span) {
      const part = (target - began) * done;
      const whole = before - work[from]!;
      if (part > (best - whole) * step) best = whole + part / step;
    }
  }
  return best;
}

function mostTo(work: Float64Array, time: Float64Array, span: number, known: number): number {
  let best = known;
  let to = 1;
  while (time[to]! - span < time[0]!) to++;
  let target = time[to]! - span;
  for (let from = 0; Math.max(to, from + 1) < time.length; from++) {
    const end = time[from + 1]!;
    if (end <= target) continue;
    const began = time[from]!;
    const step = end - began;
    const before = work[from]!;
    const done = work[from + 1]! - before;
    while (target < end) {
      const part = (target - began) * done;
      const whole = work[to]! - before;
      if ((whole - best) * step > part) best = whole - part / step;
      if (++to === time.length) break;
      target = time[to]! - span;
    }
  }
  return best;
}
