import { isTooEarly, tooEarly } from './early.ts';
import { inFuture, latestAt } from './future.ts';
import { LIMITS } from './limits.ts';
import { SAMPLE_KINDS, type Recording } from './recording.ts';
import { MISSING, type Streams } from './types.ts';

const DAY = 24 * 3600 * 1000;
const EARLIEST = Date.UTC(1985, 0, 1);
/** Beyond it no calendar counts: what a file says there is no time. */
const LAST_DATE = 8.64e15;
/** Samples further apart than this are not of one workout. */
const ISLAND_GAP = 7 * DAY;

export type Timeline = { start: number; streams: Streams; warnings: string[] };

const count = (n: number, one: string, many: string) => (n === 1 ? `One ${one}` : `${n} ${many}`);

/** @throws FileProblem when more of the samples lie in the future than do not, or all are dated before devices could record */
function orderOf(at: Float64Array, n: number, now: number, warnings: string[]): Uint32Array {
  const end = latestAt(now);
  const timed = new Uint32Array(n);
  let length = 0;
  let backwards = 0;
  let ahead = 0;
  let firstAhead = Number.POSITIVE_INFINITY;
  let firstEarly = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const time = at[i]!;
    if (time > end && time <= LAST_DATE) {
      ahead++;
      firstAhead = Math.min(firstAhead, time);
    }
    if (time < EARLIEST && time >= -LAST_DATE) firstEarly = Math.min(firstEarly, time);
    if (!(time >= EARLIEST && time <= end)) continue;
    timed[length++] = i;
    if (time < latest) backwards++;
    else latest = time;
  }
  if (ahead > length) throw inFuture(firstAhead);
  if (length === 0 && firstEarly < EARLIEST) throw tooEarly(firstEarly);
  if (ahead > 0) warnings.push(`${count(ahead, 'point', 'points')} dated in the future left out.`);
  const untimed = n - length - ahead;
  if (untimed > 0 && length > 0) {
    warnings.push(`${count(untimed, 'point', 'points')} without a time left out.`);
  }
  const order = timed.subarray(0, length);
  if (backwards === 0) return order;
  if (backwards > Math.max(10, length * 0.05)) {
    warnings.push('The points were not in the order of their times and have been sorted.');
    return order.sort((a, b) => at[a]! - at[b]! || a - b);
  }
  latest = Number.NEGATIVE_INFINITY;
  warnings.push(`${count(backwards, 'point', 'points')} left out because the clock ran backwards.`);
  return order.filter((i) => {
    if (at[i]! < latest) return false;
    latest = at[i]!;
    return true;
  });
}

/** The longest run of samples without a gap of a week, cut at what the time column can hold. */
function mainIsland(at: Float64Array, order: Uint32Array, warnings: string[]): Uint32Array {
  let best = order.subarray(0, 0);
  let from = 0;
  for (let i = 1; i <= order.length; i++) {
    if (i < order.length && at[order[i]!]! - at[order[i - 1]!]! <= ISLAND_GAP) continue;
    if (i - from > best.length) best = order.subarray(from, i);
    from = i;
  }
  const end = at[best[0]!]! + LIMITS.spanMs;
  let length = best.length;
  while (length > 0 && at[best[length - 1]!]! > end) length--;
  const lost = order.length - length;
  if (lost > 0) warnings.push(`${count(lost, 'point', 'points')} dated far from the rest left out.`);
  return best.subarray(0, length);
}

/** One sample per moment: the first of several with the same time stays. */
function distinct(at: Float64Array, order: Uint32Array): Uint32Array {
  let same = 0;
  for (let i = 1; i < order.length; i++) if (at[order[i]!] === at[order[i - 1]!]) same++;
  return same === 0 ? order : order.filter((index, i) => i === 0 || at[index] !== at[order[i - 1]!]);
}

/** Milliseconds of [from, to] that lie in a pause; `pauses` are ordered. */
function pausedWithin(pauses: [number, number][], from: number, to: number): number {
  let paused = 0;
  for (const [start, end] of pauses) {
    if (start >= to) break;
    paused += Math.max(0, Math.min(to, end) - Math.max(from, start));
  }
  return Math.min(paused, to - from);
}

/**
 * Samples in order of time with a `time` and a `timer` column. The timer stands still over a break between
 * segments and over the pauses of the device. Null when no sample has a time.
 * @param now ms since 1970
 * @throws FileProblem for what is dated in the future (a workout has begun when it is recorded) or too long ago
 */
export function timelineOf(recording: Recording, now = Date.now()): Timeline | null {
  const { samples, breaks } = recording;
  const warnings: string[] = [];
  const at = samples.at;
  const timed = orderOf(at, samples.n, now, warnings);
  if (timed.length === 0) {
    const said = recording.start;
    if (said !== null && said > latestAt(now)) throw inFuture(said);
    if (said !== null && isTooEarly(said)) throw tooEarly(said);
    return null;
  }
  const order = distinct(at, mainIsland(at, timed, warnings));
  const n = order.length;
  const start = at[order[0]!]!;
  const pauses = recording.pauses.toSorted((a, b) => a[0] - b[0]);
  const time = new Int32Array(n);
  const timer = new Int32Array(n);
  const segment = segmentNumbers(breaks, samples.n);
  for (let i = 1; i < n; i++) {
    const now = at[order[i]!]!;
    const before = at[order[i - 1]!]!;
    time[i] = Math.round(now - start);
    const step = time[i]! - time[i - 1]!;
    const broken = segment !== null && segment[order[i]!] !== segment[order[i - 1]!];
    const paused = broken ? step : pauses.length > 0 ? pausedWithin(pauses, before, now) : 0;
    timer[i] = timer[i - 1]! + Math.max(0, Math.round(step - paused));
  }
  const streams: Streams = { n, columns: { time, timer } };
  const whole = n === samples.n && order.every((index, i) => index === i);
  for (const kind of SAMPLE_KINDS) {
    const column = samples.columns[kind];
    if (!column) continue;
    const values = column.slice(0, n);
    if (!whole) for (let i = 0; i < n; i++) values[i] = column[order[i]!]!;
    if (values.some((value) => value !== MISSING)) streams.columns[kind] = values;
  }
  return { start, streams, warnings };
}

function segmentNumbers(breaks: number[], n: number): Uint32Array | null {
  if (breaks.length === 0) return null;
  const segment = new Uint32Array(n);
  for (let next = 0, i = 0; i < n; i++) {
    while (next < breaks.length && breaks[next]! <= i) next++;
    segment[i] = next;
  }
  return segment;
}
