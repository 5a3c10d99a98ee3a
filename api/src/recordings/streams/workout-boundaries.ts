import { FileProblem } from '../file-problem.ts';
import { LIMITS } from '../limits.ts';
import {
  addBreak,
  newRecording,
  NO_LAP,
  NO_TOTALS,
  type RecordedLap,
  type Recording,
  type Samples,
} from '../model/recording.ts';
import { MISSING } from '../model/parsed-workout.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A longer gap within one recording means that the clock was set. */
const CLOCK_JUMP_MS = 31 * DAY;
/** A shorter gap is none, and the session agrees with the rest of the time within this. */
const MIN_JUMP_MS = 5 * MINUTE;
const JUMP_AGREES_MS = 10_000;
/** Legs of one event follow each other within this. */
const LEG_GAP_MS = 10 * MINUTE;
/** Where the file itself says that its sessions are one event. */
const DECLARED_LEG_GAP_MS = 12 * HOUR;
/** A workout has ended after so long without a sample. A FIT session may sleep longer. */
const LONG_GAP_MS = { fit: DAY, gpx: 12 * HOUR, tcx: 12 * HOUR } as const;
/** Tracks of a GPX that follow each other within this are one workout. */
const TRACK_GAP_MS = 15 * MINUTE;
/** Times at the end of one track and the beginning of the next are in disorder by this at most. */
const TRACK_OVERLAP_MS = 10_000;
/** A shorter track is merged into one within an hour, or left out. */
const MIN_TRACK_POINTS = 5;
const SHORT_TRACK_GAP_MS = HOUR;
/** The first sample of a workout comes so long after its start. */
const LATE_SAMPLES_MS = 10 * MINUTE;
/** Ends of laps are rounded to the second. */
const ROUNDING_MS = 1000;
/** No workout is longer. */
const MAX_WORKOUT_DAYS = 10;

/**
 * Whether a session is a further leg of the sessions before it. A multi-sport workout has legs of more than one sport that
 * follow each other within 10 minutes, or within 12 hours where the file says that they are one event; legs of one sport
 * follow each other within 10 minutes and the file says so.
 */
export function areLegs(
  legs: readonly Recording[],
  next: Recording,
  gapMs: number,
  isDeclaredMultiSport: boolean,
): boolean {
  const all = [...legs, next];
  const sports = new Set(all.map(({ sport }) => sport.sport));
  const isDeclared = isDeclaredMultiSport || all.some(({ isTransition }) => isTransition);
  if (gapMs <= LEG_GAP_MS) return isDeclared || sports.size > 1;
  return isDeclared && sports.size > 1 && gapMs <= DECLARED_LEG_GAP_MS;
}

/**
 * The workouts of a multi-sport recording: a leg that begins more than 12 hours after the ones before is the first of
 * another one. Weeks apart some date is wrong, which is for the member to put right.
 */
export function splitAtFarLegs(parent: Recording): Recording[] {
  const legs = parent.legs.map((leg) => ({ leg, ...legBounds(leg) })).toSorted((a, b) => a.first - b.first);
  const latest = Math.max(...legs.map(({ last }) => last));
  if (legs.length < 2 || latest - legs[0]!.first > LIMITS.spanMs) return [parent];
  const groups: Recording[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { leg, first, last } of legs) {
    const group = groups.at(-1);
    if (group && !(first - end > DECLARED_LEG_GAP_MS)) group.push(leg);
    else groups.push([leg]);
    end = Math.max(end, last);
  }
  if (groups.length === 1) return [parent];
  return groups.map((own) =>
    own.length === 1
      ? own[0]!
      : Object.assign(newRecording(parent.sport), { legs: own, notes: parent.notes }),
  );
}

function legBounds({ samples, start, totals }: Recording): { first: number; last: number } {
  if (samples.n > 0) return boundsOf(samples);
  const first = start ?? Number.NaN;
  return { first, last: first + (totals.timer ?? 0) * 1000 };
}

/**
 * The workouts that one recording holds: it ends where no sample follows for 12 hours, or 24 in a session of a
 * FIT file. Parts of fewer than 5 points are left out beside larger ones; where one part remains, it keeps the device's
 * totals except the elapsed time.
 * @throws FileProblem for what lasts longer than any workout
 */
export function splitAtLongGaps(recording: Recording): Recording[] {
  if (recording.legs.length > 0 || recording.roundTrip) return [recording];
  const { samples } = recording;
  const cuts = findLongGaps(recording);
  if (cuts.length === 0) {
    checkLength(recording);
    return [recording];
  }
  const edges = [-Infinity, ...cuts, Infinity];
  const parts = edges.slice(1).map((until, i) => {
    const within = (at: number) => at >= edges[i]! && at < until;
    // A lap begins with the workout, its first sample may come later.
    const beginsWithin = ({ start, elapsed }: RecordedLap) =>
      start >= edges[i]! - LATE_SAMPLES_MS && start < until && start + (elapsed ?? 0) * 1000 >= edges[i]!;
    const { samples: own, breaks } = selectSamples(recording, within);
    const endsWithin = (lap: RecordedLap) => within(lap.start + (lap.elapsed ?? 0) * 1000 - ROUNDING_MS);
    return Object.assign(newRecording(recording.sport), {
      name: recording.name,
      notes: recording.notes,
      device: recording.device,
      gadgets: recording.gadgets,
      utcOffset: recording.utcOffset,
      poolLength: recording.poolLength,
      pauses: recording.pauses.filter(([from, to]) => within(from) && within(to)),
      lengths: recording.lengths.filter(({ from }) => within(from)),
      laps: recording.laps
        .filter((lap) => within(lap.start) || beginsWithin(lap))
        .map((lap) => (endsWithin(lap) ? lap : withoutFigures(lap))),
      totals: { ...NO_TOTALS },
      samples: own,
      breaks,
    });
  });
  const whole = parts.filter(({ samples: { n } }) => n >= MIN_TRACK_POINTS);
  if (whole.length === 0) throw severalDaysProblem(spanOf(samples));
  const left = parts.reduce((n, part) => n + (whole.includes(part) ? 0 : part.samples.n), 0);
  const [first] = whole;
  if (whole.length === 1) {
    first!.totals = { ...recording.totals, elapsed: null };
    first!.start = first!.laps.at(0)?.start ?? null;
  }
  first!.warnings.push(
    ...recording.warnings,
    ...(left > 0 ? [`${left} points dated many hours from the rest left out.`] : []),
  );
  for (const part of whole) checkLength(part);
  return whole;
}

/** The figures of a lap that continues in another part are not those of this part. */
const withoutFigures = ({ start, trigger }: RecordedLap): RecordedLap => ({ ...NO_LAP, start, trigger });

/**
 * Whether a gap of more than a day within a session is a clock that was set: the timer ran through it, and the session
 * as a whole lasted for a shorter time.
 */
export function isClockSet({ hasTimerEvents, pauses, totals }: Recording, from: number, to: number): boolean {
  const gap = to - from;
  if (gap > CLOCK_JUMP_MS) return true;
  if (gap <= DAY || !hasTimerEvents || totals.elapsed === null || totals.elapsed * 1000 >= gap) return false;
  return !pauses.some(([start, end]) => start < to && end > from);
}

/**
 * Tells whether the clock was set between two samples: see `isClockSet`. A shorter gap is one too where no timer event
 * stands in it and the session lasted for the rest of the time.
 */
export function createClockCheck(recording: Recording): (from: number, to: number) => boolean {
  const { hasTimerEvents, pauses, totals, samples } = recording;
  const session = (totals.elapsed ?? 0) * 1000;
  let span: number | null = null;
  return (from, to) => {
    const gap = to - from;
    if (gap <= MIN_JUMP_MS) return false;
    if (gap > DAY) return isClockSet(recording, from, to);
    if (!hasTimerEvents || session <= 0) return false;
    span ??= spanOf(samples);
    return (
      Math.abs(span - gap - session) <= JUMP_AGREES_MS &&
      !pauses.some(([start, end]) => start < to && end > from)
    );
  };
}

/** The samples whose times match, with the breaks between them. */
function selectSamples({ samples, breaks }: Recording, within: (at: number) => boolean) {
  const place = new Uint32Array(samples.n + 1);
  for (let i = 0; i < samples.n; i++) place[i + 1] = place[i]! + (within(samples.at[i]!) ? 1 : 0);
  const part = samples.filter((i) => within(samples.at[i]!));
  const ownBreaks = breaks.map((index) => place[index]!).filter((index) => index > 0 && index < part.n);
  return { samples: part, breaks: [...new Set(ownBreaks)] };
}

/** Times at which a new workout begins, whatever the order of the samples. */
function findLongGaps(recording: Recording): number[] {
  const { at, n } = recording.samples;
  const limit = LONG_GAP_MS[recording.sport.format];
  // The latest times come last: a gap is where all that follows lies later than all before.
  const earliest = new Float64Array(n + 1).fill(Infinity);
  for (let i = n - 1; i >= 0; i--) {
    earliest[i] = Number.isNaN(at[i]!) ? earliest[i + 1]! : Math.min(earliest[i + 1]!, at[i]!);
  }
  const cuts: number[] = [];
  let latest = Number.NaN;
  for (let i = 0; i < n; i++) {
    const gap = earliest[i]! - latest;
    if (gap > limit && !isClockSet(recording, latest, earliest[i]!)) cuts.push(earliest[i]!);
    if (!Number.isNaN(at[i]!)) latest = latest >= at[i]! ? latest : at[i]!;
  }
  return [...new Set(cuts)];
}

function spanOf(samples: Samples): number {
  const { first, last } = boundsOf(samples);
  return last - first;
}

function checkLength(recording: Recording): void {
  const { first, last } = boundsOf(recording.samples);
  // Farther apart is a clock that jumped: see `orderSamples`.
  if (last - first > MAX_WORKOUT_DAYS * DAY && !isClockSet(recording, first, last))
    throw severalDaysProblem(last - first);
}

const severalDaysProblem = (span: number) =>
  new FileProblem(
    'not_a_workout',
    `This file is a log of ${Math.round(span / DAY)} days, not a workout. Export the workouts in it one by one.`,
  );

/** Some services write each recording of a file twice. */
export function withoutCopies(recordings: readonly Recording[]): Recording[] {
  return recordings.filter(
    ({ samples, legs }, i) =>
      samples.n === 0 ||
      legs.length > 0 ||
      !recordings.slice(0, i).some((other) => samples.hasSameValues(other.samples)),
  );
}

/**
 * The workouts among the tracks of a GPX file. Each track is one, with these exceptions: a track without any place that
 * was recorded at the same time as another belongs to it (a sensor's own track); tracks of the same sport that
 * follow each other within 15 minutes are one with a pause between; a track of fewer than 5 points belongs
 * to a neighbour within an hour, and is left out otherwise.
 */
export function joinTracks(tracks: readonly Recording[]): Recording[] {
  const spans = tracks.map((track) => ({
    track,
    ...boundsOf(track.samples),
    places: hasPlaces(track.samples),
  }));
  const joined: Span[] = [];
  let left = 0;
  for (const span of spans.filter(({ places }) => places).toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1);
    if (before && isContinuation(before, span)) appendTrack(before, span);
    else joined.push(span);
  }
  for (const span of spans.filter(({ places }) => !places)) {
    const beside = joined.find(
      (other) => other.places && span.first <= other.last && span.last >= other.first,
    );
    if (beside) appendTrack(beside, span);
    else joined.push(span);
  }
  const real = joined.filter(({ track }) => track.samples.n >= MIN_TRACK_POINTS);
  if (real.length === 0) return joined.map(({ track }) => track);
  for (const scrap of joined) if (!real.includes(scrap)) left += scrap.track.samples.n;
  if (left > 0) real[0]!.track.warnings.push(`Short tracks far from the workout left out: ${left} points.`);
  return real.map(({ track }) => track);
}

type Span = { track: Recording; first: number; last: number; places: boolean };

function isContinuation(before: Span, { track, first }: Span): boolean {
  const gap = first - before.last;
  const isScrap = [before.track, track].some(({ samples }) => samples.n < MIN_TRACK_POINTS);
  const [a, b] = [before.track.sport.sport, track.sport.sport];
  const sameSport = a === b || a === null || b === null;
  const overlaps = gap < 0 && (gap < -TRACK_OVERLAP_MS || first < (before.first + before.last) / 2);
  return !overlaps && (isScrap ? gap <= SHORT_TRACK_GAP_MS : sameSport && gap <= TRACK_GAP_MS);
}

/** Appends the points of the second; they are put in order of time later. */
function appendTrack(into: Span, { track, first, last }: Span): void {
  const { samples } = into.track;
  addBreak(into.track, samples.n);
  for (const index of track.breaks) addBreak(into.track, index + samples.n);
  samples.append(track.samples);
  into.track.sport.sport ??= track.sport.sport;
  into.track.name ??= track.name;
  into.track.notes ??= track.notes;
  into.first = Math.min(into.first, first);
  into.last = Math.max(into.last, last);
}

function boundsOf({ at, n }: Samples): { first: number; last: number } {
  let [first, last] = [Infinity, -Infinity];
  for (let i = 0; i < n; i++) {
    if (at[i]! < first) first = at[i]!;
    if (at[i]! > last) last = at[i]!;
  }
  return { first, last };
}

function hasPlaces({ columns: { lat }, n }: Samples): boolean {
  return lat?.subarray(0, n).some((value) => value !== MISSING && value !== 0) ?? false;
}
