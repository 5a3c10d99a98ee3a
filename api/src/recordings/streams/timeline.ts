import { inFutureProblem, isTooEarly, latestPlausibleTime, tooEarlyProblem } from './file-dates.ts';
import { createClockCheck } from './workout-boundaries.ts';
import { SAMPLE_KINDS, type Recording, type Samples } from '../model/recording.ts';
import { formatCount, type OrderedSamples, orderSamples, timeCorrection } from './order-samples.ts';
import { CLOCK_DRIFT_SHARE, timerColumn, resolveTimer } from './timer.ts';
import { MISSING, type Streams } from '../model/parsed-workout.ts';

const EARLIEST = Date.UTC(1985, 0, 1);
/** The last moment that calendars count. */
const LAST_DATE = 8.64e15;
/** Samples and session agree on a time within this. */
const SAME_MOMENT_MS = 1000;
/** Longest plausible time between the ends of a session and its first and last sample; or this share of the session. */
const MAX_SILENCE_MS = 10 * 60_000;
const MAX_SILENCE_SHARE = 0.25;
/** Timer events and session agree on a time within this. */
const EVENT_MS = 2000;
/** So long before the start or after the end a device records while its timer does not run; or without events to say so. */
const MAX_UNTIMED_MS = 10 * 60_000;
const MAX_UNMARKED_MS = 60_000;
/** A session that holds a smaller share of the samples is not the whole. */
const MIN_INSIDE_SHARE = 0.5;
/** A distance is covered but for its rounding. */
const COVERED_CM = 100;
/** A sample is added at the start or the end of the session only when the session reaches farther by this. */
const ADD_START_MS = 1000;
const ADD_END_MS = 2000;

export type Timeline = {
  /** ms since 1970. */
  start: number;
  streams: Streams;
  /** Seconds that the timer ran, and from start to end: see `timerTruth` and `endsOf`. */
  timer: number;
  elapsed: number;
  /** A part of the recording was left out, so that the device's figures of the whole do not apply. */
  isCut: boolean;
  /** Corrects a time of the file where the clock was set during the recording. */
  correctTime: (at: number) => number;
  warnings: string[];
};

/** @throws FileProblem when more of the samples lie in the future than do not, or all are dated before devices could record */
function selectTimedSamples({ at, n }: Samples, now: number, warnings: string[]): Uint32Array {
  const end = latestPlausibleTime(now);
  const timed = new Uint32Array(n);
  let length = 0;
  let ahead = 0;
  let firstAhead = Number.POSITIVE_INFINITY;
  let firstEarly = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const time = at[i]!;
    if (time > end && time <= LAST_DATE) {
      ahead++;
      firstAhead = Math.min(firstAhead, time);
    }
    if (time < EARLIEST && time >= -LAST_DATE) firstEarly = Math.min(firstEarly, time);
    if (time >= EARLIEST && time <= end) timed[length++] = i;
  }
  if (ahead > length) throw inFutureProblem(firstAhead);
  if (length === 0 && firstEarly < EARLIEST) throw tooEarlyProblem(firstEarly);
  if (ahead > 0) warnings.push(`${formatCount(ahead, 'point', 'points')} dated in the future left out.`);
  const untimed = n - length - ahead;
  if (untimed > 0 && length > 0) {
    warnings.push(`${formatCount(untimed, 'point', 'points')} without a time left out.`);
  }
  return timed.subarray(0, length);
}

type RecordingEnds = { start: number; end: number; elapsed: number };

/**
 * Where the recording begins and ends. The session's start holds when no sample lies before it, its elapsed time when
 * no sample lies after its end by more than two clocks of a device drift apart; both only when the silence up to the
 * samples is plausible: 10 minutes, or a quarter of the session. Samples that `trimToSession` leaves out do not count.
 * Otherwise the first and the last sample are the ends.
 */
function findEnds(
  times: Float64Array,
  session: { start: number | null; elapsed: number | null },
): RecordingEnds {
  const [first, last] = [times[0]!, times.at(-1)!];
  const elapsed = (session.elapsed ?? 0) * 1000;
  const silence = Math.max(MAX_SILENCE_MS, elapsed * MAX_SILENCE_SHARE);
  const starts = session.start !== null && session.start <= first && first - session.start <= silence;
  const start = starts ? session.start! : first;
  const startHolds = starts || (session.start !== null && session.start - first <= SAME_MOMENT_MS);
  const end = start + elapsed;
  const drift = Math.max(SAME_MOMENT_MS, elapsed * CLOCK_DRIFT_SHARE);
  const ends = startHolds && elapsed > 0 && end >= last - drift && end - last <= silence;
  return ends ? { start, end: Math.max(end, last), elapsed } : { start, end: last, elapsed: last - start };
}

/** What a session says of its ends, and what speaks for them. */
type Session = {
  start: number | null;
  elapsed: number | null;
  /** Metres. */
  distance: number | null;
  /** When the timer was started first, and when it was stopped without being started again. */
  timerStart: number | null;
  timerStop: number | null;
};

/**
 * Leaves out samples outside the session: such without values, which some devices write before and after it, and such
 * that were recorded while the timer did not run yet or any more. These begin or end with the session, to the second, where
 * the timer events do, for up to 10 minutes; or where the distance of the session is covered between its ends, for up to a
 * minute.
 */
function trimToSession(samples: Samples, ordered: OrderedSamples, session: Session): OrderedSamples {
  const { order, times } = ordered;
  if (session.start === null || session.elapsed === null) return ordered;
  const end = session.start + session.elapsed * 1000;
  const from = session.start - SAME_MOMENT_MS;
  const until = end + Math.max(SAME_MOMENT_MS, session.elapsed * 1000 * CLOCK_DRIFT_SHARE);
  const isEmpty = (index: number) =>
    SAMPLE_KINDS.every((kind) => (samples.columns[kind]?.[index] ?? MISSING) === MISSING);
  let first = 0;
  let last = order.length;
  while (last - first > 2 && times[first]! < from && isEmpty(order[first]!)) first++;
  while (last - first > 2 && times[last - 1]! > until && isEmpty(order[last - 1]!)) last--;
  const inside = times.findIndex((time) => time >= from);
  const after = times.findLastIndex((time) => time <= until) + 1;
  const isMain = inside >= 0 && after - inside > (last - first) * MIN_INSIDE_SHARE;
  if (isMain && (inside > first || after < last)) {
    const count = countAlong(samples, ordered);
    const covers = (low: number, high: number) =>
      session.distance !== null && high - low >= session.distance * 100 - COVERED_CM;
    const isApart = (silence: number, event: number | null, at: number, isCovered: boolean) =>
      silence <= MAX_UNTIMED_MS &&
      ((event !== null && Math.abs(event - at) <= EVENT_MS) || (isCovered && silence <= MAX_UNMARKED_MS));
    const ending = isApart(times[last - 1]! - end, session.timerStop, end, covers(0, count(after - 1)));
    if (ending) last = Math.min(last, after);
    const beginning = isApart(
      session.start - times[first]!,
      session.timerStart,
      session.start,
      covers(count(inside), count(last - 1)),
    );
    if (beginning)
      first = Math.max(
        first,
        times.findIndex((time) => time >= session.start!),
      );
  }
  return { ...ordered, order: order.subarray(first, last), times: times.subarray(first, last) };
}

/** The highest count of distance, in cm, up to each place of the order. */
function countAlong(
  { columns: { distance } }: Samples,
  { order }: OrderedSamples,
): (place: number) => number {
  let highest = 0;
  const counts = Float64Array.from(order, (index) => (highest = Math.max(highest, distance?.[index] ?? 0)));
  return (place) => counts[place]!;
}

/** The time of each sample by its index in the file; of one that was left out or merged, the corrected time of the file. */
function timesBySample(
  { at, n }: Samples,
  { order, times }: OrderedSamples,
  momentOf: (at: number) => number,
): (index: number) => number {
  const known = new Float64Array(n).fill(Number.NaN);
  for (const [place, index] of order.entries()) known[index] = times[place]!;
  return (index) => (Number.isNaN(known[index]!) ? momentOf(at[index]!) : known[index]!);
}

/**
 * Samples in order of time with a `time` and a `timer` column; where the session reaches beyond its samples, a
 * sample without values is added at its end. Null when no sample has a time.
 * @param now ms since 1970
 * @throws FileProblem for what is dated in the future (a workout has begun when it is recorded) or too long ago
 */
export function buildTimeline(recording: Recording, now = Date.now()): Timeline | null {
  const { samples } = recording;
  const warnings: string[] = [];
  const timed = selectTimedSamples(samples, now, warnings);
  if (timed.length === 0) {
    const { start } = recording;
    if (start !== null && start > latestPlausibleTime(now)) throw inFutureProblem(start);
    if (start !== null && isTooEarly(start)) throw tooEarlyProblem(start);
    return null;
  }
  const inOrder = orderSamples(samples, timed, createClockCheck(recording), warnings);
  const { isCut } = inOrder;
  const momentOf = timeCorrection(inOrder);
  const start = recording.start === null ? null : momentOf(recording.start);
  const { totals, timerStart, pauses } = recording;
  const [stop, restart] = pauses.at(-1) ?? [];
  const session: Session = {
    start: isCut ? null : start,
    elapsed: isCut ? null : totals.elapsed,
    distance: totals.distance,
    timerStart: timerStart === null ? null : momentOf(timerStart),
    timerStop: stop !== undefined && restart === Number.POSITIVE_INFINITY ? momentOf(stop) : null,
  };
  const { order, times } = trimToSession(samples, inOrder, session);
  const ends = findEnds(times, session);
  const before = times[0]! - ends.start >= ADD_START_MS;
  const after = ends.end - times.at(-1)! >= ADD_END_MS;
  const all = Float64Array.from([...(before ? [ends.start] : []), ...times, ...(after ? [ends.end] : [])]);
  if (!before) all[0] = Math.min(ends.start, all[0]!);
  const dated: Recording = {
    ...recording,
    pauses: recording.pauses.map(([from, to]) => [momentOf(from), momentOf(to)]),
    ...(isCut && { totals: { ...recording.totals, timer: null } }),
  };
  const truth = resolveTimer(all, dated, ends.elapsed, timesBySample(samples, inOrder, momentOf));
  const n = all.length;
  const time = new Int32Array(n);
  for (let i = 1; i < n; i++) time[i] = Math.round(all[i]! - all[0]!);
  const streams: Streams = { n, columns: { time, timer: timerColumn(all, truth.pauses) } };
  const shift = before ? 1 : 0;
  for (const kind of SAMPLE_KINDS) {
    const column = samples.columns[kind];
    if (!column) continue;
    const values = new Int32Array(n).fill(MISSING);
    for (let i = 0; i < order.length; i++) values[i + shift] = column[order[i]!]!;
    if (values.some((value) => value !== MISSING)) streams.columns[kind] = values;
  }
  return {
    start: all[0]!,
    streams,
    elapsed: ends.elapsed / 1000,
    timer: Math.max(0, ends.elapsed - truth.paused) / 1000,
    isCut,
    correctTime: momentOf,
    warnings,
  };
}
