import { MISSING, type Streams } from '@waymark/streams';

/** A sensor that is silent for longer, in ms, measured nothing. */
const LONGEST_STEP = 30_000;

/** `watts` on average between two sample indices, which may have fractions. */
export interface BestPower {
  watts: number;
  from: number;
  to: number;
}

/**
 * The highest mean power over `seconds` of elapsed time, and where it was. Zeros count, pauses and silence beyond
 * 30 s are zero, as in `powerCurve` of the streams. Work over time is a line between samples, so the best stretch
 * begins or ends at a sample: both are tried. Null without power, or when the workout is shorter.
 */
export function bestPower({ n, columns }: Streams, seconds: number): BestPower | null {
  const { power, time, timer } = columns;
  const span = seconds * 1000;
  if (!power || !time || !timer || n < 2 || time[n - 1]! - time[0]! < span) return null;
  const work = new Float64Array(n);
  for (let i = 1; i < n; i++) {
    const ran = Math.min(LONGEST_STEP, timer[i]! - timer[i - 1]!);
    work[i] = work[i - 1]! + (power[i] === MISSING ? 0 : power[i]! * ran);
  }
  const best = { work: -1, from: 0, to: 0 };
  const consider = (from: number, to: number, done: number) => {
    if (done > best.work) Object.assign(best, { work: done, from, to });
  };
  for (let from = 0, to = 1; from < n; from++) {
    const target = time[from]! + span;
    while (to < n && time[to]! < target) to++;
    if (to === n) break;
    const part = (target - time[to - 1]!) / (time[to]! - time[to - 1]! || 1);
    consider(from, to - 1 + part, work[to - 1]! + part * (work[to]! - work[to - 1]!) - work[from]!);
  }
  for (let to = 1, from = 0; to < n; to++) {
    const target = time[to]! - span;
    if (target < time[0]!) continue;
    while (from + 1 < to && time[from + 1]! <= target) from++;
    const part = (target - time[from]!) / (time[from + 1]! - time[from]! || 1);
    consider(from + part, to, work[to]! - (work[from]! + part * (work[from + 1]! - work[from]!)));
  }
  return { watts: best.work / span, from: best.from, to: best.to };
}
