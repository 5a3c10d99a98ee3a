import { medianStep } from './order-samples.ts';
import type { RecordedLap, RecordedTotals, Recording } from '../model/recording.ts';

export type Interval = readonly [from: number, to: number];

/** Figures of the same time agree within this: seconds, and share of the whole. */
const AGREES_MS = 3000;
const AGREES_SHARE = 0.01;
/** Events are written to the second: the session's timer is taken where it differs from them by more. */
const EVENT_MS = 1000;
/** A gap between samples that can be a pause is longer than this and than some ordinary steps. */
const PAUSE_FROM_MS = 5000;
const PAUSE_STEPS = 3;
/** A break between segments that is not longer than this is none. */
const BREAK_FROM_MS = 1500;
/** Samples that a device may still write while it is paused, each way. */
const MAX_STRAY_SAMPLES = 3;
/** Of laps: timers that add up to less than this share of the elapsed time are ignored unless gaps in the record explain it. */
const LAPS_SHARE = 0.8;

/** A session that lasts for less than this share of the samples' time says nothing of their pauses. */
const SESSION_SHARE = 0.5;

/** A session that leaves more than this share of the samples' time unexplained is of a part of them. */
const PART_SHARE = 0.03;
/** At least so much of that time lies after its end. */
const PART_AFTER_SHARE = 0.9;

/** Two clocks of a device drift apart by this share at most. */
export const CLOCK_DRIFT_SHARE = 0.001;

/** A lap that takes up less of the time until the next one ended early. */
const LAP_SHARE = 0.5;

/** `pauses` lie within the recording, in order, without overlap. `paused` in ms: all the time that does not count. */
type ResolvedTimer = { pauses: Interval[]; paused: number };

/**
 * Decides when the timer stood still, and for how long it ran. The first of these that passes its test holds:
 *
 * 1. Timer events (FIT), and breaks between segments or tracks (GPX, TCX). Test: hardly any sample lies within a
 *    pause. A stop that no start follows is a pause up to the end, unless the session knows of no pause. A break that
 *    is as short as the steps between samples is none.
 *    In a pool whose rests are lengths, rests are no pauses where the session knows of none.
 * 2. The session's timer, where it knows of pauses (it is shorter than the elapsed time) and disagrees with the
 *    events by more than 3 s and 1 %. Its pauses are looked for in gaps between samples, the longest first. A session
 *    that knows of no pause, and is shorter than the samples by 3 % without gaps to explain it, is of a part of them.
 * 3. The laps' timers together, in the same way. Test: gaps between samples account for the rest;
 *    or no pause is marked, they last at least 80 % of the elapsed time, and none ends before its half. Gaps between two laps are pauses only by this.
 * 4. The samples: all time between the first and the last counts.
 * @param times ms since 1970 of the samples, first and last being the ends of the recording
 * @param elapsed ms, by the session where it holds
 * @param timeAt the time of a sample, which may differ from that in the file: see `orderSamples`
 */
export function resolveTimer(
  times: Float64Array,
  recording: Recording,
  elapsed: number,
  timeAt: (index: number) => number = (index) => recording.samples.at[index]!,
): ResolvedTimer {
  const { pauses: events, breaks, totals, laps, sport } = recording;
  const usual = medianStep(times);
  const breakFrom = Math.max(BREAK_FROM_MS, usual * 2);
  const broken = breakIntervals(breaks, timeAt);
  const isFit = sport.format === 'fit';
  const declared = isFit ? sessionPaused(totals, elapsed) : lapsPaused(laps, elapsed);
  const canEndPaused = declared !== null || totals.timer === null;
  const marked = mergePauses(
    [
      ...events.filter(
        (pause) => (Number.isFinite(pause[1]) || canEndPaused) && isWithoutSamples(pause, times),
      ),
      ...broken.filter(([from, to]) => to - from > breakFrom),
    ],
    times,
  );
  if (isFit && areRestsLengths(recording, elapsed)) return { pauses: [], paused: 0 };
  const slack = Math.max(AGREES_MS, elapsed * AGREES_SHARE);
  const paused = totalLength(marked);
  if (declared === null) return { pauses: marked, paused };
  const pauses =
    Math.abs(declared - paused) <= slack
      ? marked
      : addGapPauses(
          marked,
          [broken, findGaps(times, Math.max(PAUSE_FROM_MS, usual * PAUSE_STEPS))],
          declared,
          {
            times,
            slack,
          },
        );
  const found = totalLength(pauses);
  if (Math.abs(declared - found) <= slack) {
    // Laps in whole seconds add up to less than the time without a pause.
    const rounding = isFit || found > 0 ? EVENT_MS : EVENT_MS * (laps.length + 1);
    const exact = Math.abs(declared - found) > rounding;
    return { pauses, paused: exact ? declared : found };
  }
  if (isFit) {
    const paused = isOfPart(recording, declared - found, times) ? totalLength(marked) : declared;
    return { pauses: marked, paused };
  }
  const ends = [...laps.slice(1).map((lap) => lap.start), times.at(-1)!];
  const areWhole = laps.every(
    ({ start, active }, i) => (active ?? 0) * 1000 >= (ends[i]! - start) * LAP_SHARE,
  );
  const isPlausible = marked.length === 0 && declared <= elapsed * (1 - LAPS_SHARE) && areWhole;
  return { pauses: marked, paused: isPlausible ? declared : paused };
}

/**
 * Watches that record the rests of a pool swim as lengths stop their timer events at each rest, while their session, which
 * counts the rests, knows of no pause.
 */
const areRestsLengths = ({ lengths, totals }: Recording, elapsed: number): boolean =>
  lengths.some(({ isActive }) => !isActive) &&
  totals.timer !== null &&
  elapsed - totals.timer * 1000 <= AGREES_MS;

export const totalLength = (pauses: readonly Interval[]): number =>
  pauses.reduce((sum, [from, to]) => sum + to - from, 0);

/**
 * Whether a session that knows of no pause ended before the samples do, and hence says nothing of the rest: as much of their
 * time is left unexplained.
 */
function isOfPart({ start, totals }: Recording, unexplained: number, times: Float64Array): boolean {
  const { timer, elapsed: declared } = totals;
  if (start === null || declared === null || timer === null || Math.abs(declared - timer) >= 1) return false;
  const [first, last] = [times[0]!, times.at(-1)!];
  const after = last - (start + declared * 1000);
  return unexplained > (last - first) * PART_SHARE && after >= unexplained * PART_AFTER_SHARE;
}

/** ms; null where the session knows of no pause, or ended long before the samples do and hence is of another part. */
function sessionPaused({ timer, elapsed: declared }: RecordedTotals, elapsed: number): number | null {
  if (timer === null || timer <= 0) return null;
  if (declared !== null && declared > 0 && declared * 1000 < elapsed * SESSION_SHARE) return null;
  const paused = elapsed - timer * 1000;
  // What two clocks of a device drift apart is no pause.
  const isDrift = declared !== null && declared - timer < 1 && paused <= elapsed * CLOCK_DRIFT_SHARE;
  return paused > 0 && !isDrift ? paused : null;
}

/** ms; null where not all laps have a time. */
function lapsPaused(laps: readonly RecordedLap[], elapsed: number): number | null {
  if (laps.length === 0) return null;
  let timer = 0;
  for (const { active } of laps) {
    if (active === null || active <= 0) return null;
    timer += active * 1000;
  }
  return elapsed - timer > AGREES_MS ? elapsed - timer : null;
}

/** Hardly any sample lies within the pause: otherwise a start was lost, and the recording went on. */
function isWithoutSamples([from, to]: Interval, times: Float64Array): boolean {
  const first = findIndexAfter(times, from);
  let within = findIndexAfter(times, to - 1) - first;
  // Some devices write on for a moment after the stop, and begin a moment before the start.
  for (let i = first; i < times.length && times[i]! < to; i++) {
    if (times[i]! - from <= AGREES_MS || to - times[i]! <= AGREES_MS) within--;
  }
  return within <= MAX_STRAY_SAMPLES;
}

/** The first place whose time is later. */
function findIndexAfter(times: Float64Array, at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** From the last sample before each break to the first after it. */
function breakIntervals(breaks: readonly number[], timeAt: (index: number) => number): Interval[] {
  return breaks.map((index) => [timeAt(index - 1), timeAt(index)]);
}

function mergePauses(pauses: readonly Interval[], times: Float64Array): Interval[] {
  const [start, end] = [times[0]!, times.at(-1)!];
  const clipped = pauses
    .map(([from, to]): [number, number] => [Math.max(from, start), Math.min(to, end)])
    .filter(([from, to]) => to > from)
    .toSorted((a, b) => a[0] - b[0]);
  const result: [number, number][] = [];
  for (const pause of clipped) {
    const last = result.at(-1);
    if (last && pause[0] <= last[1]) last[1] = Math.max(last[1], pause[1]);
    else result.push(pause);
  }
  return result;
}

/** Steps between samples that are longer than others. */
function findGaps(times: Float64Array, from: number): Interval[] {
  const gaps: Interval[] = [];
  for (let i = 1; i < times.length; i++) {
    if (times[i]! - times[i - 1]! > from) gaps.push([times[i - 1]!, times[i]!]);
  }
  return gaps;
}

/** Adds gaps as pauses up to the declared length: the first list before the second, longest first. */
function addGapPauses(
  marked: Interval[],
  candidates: readonly Interval[][],
  declared: number,
  { times, slack }: { times: Float64Array; slack: number },
): Interval[] {
  const pauses = [...marked];
  const isMarked = overlapWith(marked);
  // Candidates lie between two neighbouring samples: two of them are the same or apart.
  const added = new Set<number>();
  let paused = totalLength(marked);
  for (const gap of candidates.flatMap((list) => list.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0])))) {
    if (declared - paused <= slack) break;
    const length = gap[1] - gap[0];
    if (!(length > 0) || paused + length > declared + slack) continue;
    if (added.has(gap[0]) || isMarked(gap)) continue;
    paused += length;
    added.add(gap[0]);
    pauses.push(gap);
  }
  return mergePauses(pauses, times);
}

/** Tells whether an interval overlaps one of many, by binary search: a hostile file declares hundreds of thousands. */
function overlapWith(intervals: readonly Interval[]): (gap: Interval) => boolean {
  const sorted = intervals.toSorted((a, b) => a[0] - b[0]);
  const starts = Float64Array.from(sorted, ([start]) => start);
  let latest = Number.NEGATIVE_INFINITY;
  // The latest end of all that begin no later.
  const ends = sorted.map(([, end]) => (latest = Math.max(latest, end)));
  return ([from, to]) => {
    // Times are whole milliseconds: one that begins exactly at the end only touches it.
    const begun = findIndexAfter(starts, to - 1);
    return begun > 0 && ends[begun - 1]! > from;
  };
}

/** Running time at each sample, ms. */
export function timerColumn(times: Float64Array, pauses: readonly Interval[]): Int32Array {
  const timer = new Int32Array(times.length);
  let next = 0;
  for (let i = 1; i < times.length; i++) {
    const [from, to] = [times[i - 1]!, times[i]!];
    while (next < pauses.length && pauses[next]![1] <= from) next++;
    let paused = 0;
    for (let p = next; p < pauses.length && pauses[p]![0] < to; p++) {
      paused += Math.min(to, pauses[p]![1]) - Math.max(from, pauses[p]![0]);
    }
    timer[i] = timer[i - 1]! + Math.max(0, Math.round(to - from - paused));
  }
  return timer;
}
