import type { ParsedFit } from 'fit-file-parser';
import { applyBeats, type Beats } from './heart-rate-messages.ts';
import { type FitLength, applyPoolLengths, hasTimes, toRecordedLengths } from './pool-lengths.ts';
import { hasRunningDynamics } from '../../model/gadgets.ts';
import { CLOCK_DRIFT_SHARE } from '../../streams/timer.ts';
import { areLegs } from '../../streams/workout-boundaries.ts';
import { parseRoundTripDetails } from '../../roundtrip/details.ts';
import { WHOLE_WORKOUT, type RoundTripByLeg } from '../../roundtrip/fit-message.ts';
import { motionForSport } from '../../streams/motion.ts';
import {
  newRecording,
  NO_TOTALS,
  type RecordedLap,
  type RecordedTotals,
  type Recording,
  type Samples,
} from '../../model/recording.ts';
import { MISSING } from '../../model/parsed-workout.ts';
import { zoneDifference } from '../../zone-offset.ts';

export type FitSession = NonNullable<ParsedFit['sessions']>[number];
export type FitLap = NonNullable<ParsedFit['laps']>[number];
type FitEvent = NonNullable<ParsedFit['events']>[number];

export type FitMessages = {
  samples: Samples;
  roundTrip: RoundTripByLeg;
  sessions: FitSession[];
  laps: FitLap[];
  events: FitEvent[];
  lengths: FitLength[];
  sport: { sport: string | null; subSport: string | null } | null;
  device: string | null;
  /** The file lists a sensor on the foot. */
  footPod: boolean;
  /** Heart beats that a chest strap sent after the recording. */
  beats: Beats;
  utcOffset: number | null;
  /** The activity message says that the sessions are legs of one event. */
  isMultiSport: boolean;
};

/** A session lasts as long as its records within this share. */
const SPAN_SHARE = 0.1;
/** Sessions end at the same moment within this. */
const SAME_END_MS = 2000;
/** A leg at the end of another one is none within it: it begins no earlier than this before its end. */
const NESTED_FROM_MS = 60_000;
const JOULES_PER_KILOCALORIE = 4184;

/** Elapsed and timer time in seconds; `swapped` where the file has the two in each other's field. */
function resolveTimes({ total_elapsed_time: elapsed, total_timer_time: timer }: FitSession | FitLap) {
  const drift = Math.max(1, (elapsed ?? 0) * CLOCK_DRIFT_SHARE);
  if (elapsed !== undefined && timer !== undefined && timer > elapsed + drift) {
    return { elapsed: timer, timer: elapsed, swapped: true };
  }
  return { elapsed: elapsed ?? timer ?? null, timer: timer ?? elapsed ?? null, swapped: false };
}

function startOf(message: FitSession | FitLap): number {
  const start = message.start_time?.getTime();
  if (start !== undefined) return start;
  return (message.timestamp?.getTime() ?? Number.NaN) - (resolveTimes(message).elapsed ?? 0) * 1000;
}

/** A session is written at its end, within this. */
const WRITTEN_AT_END_MS = 60_000;

/**
 * Dates sessions where they start too late to have lasted until they were written, by the lap that began so much
 * earlier; one that is alone and has no time at all begins with its first record.
 */
function dateSessions({ sessions, laps, samples }: FitMessages): void {
  for (const session of sessions) {
    const { start_time: start, timestamp } = session;
    const elapsedMs = (resolveTimes(session).elapsed ?? 0) * 1000;
    if (!start && !timestamp && sessions.length === 1) {
      const first = samples.at.subarray(0, samples.n).find((time) => !Number.isNaN(time));
      if (first !== undefined) session.start_time = new Date(first);
    }
    if (!start || !timestamp) continue;
    const [from, written] = [start.getTime(), timestamp.getTime()];
    if (written <= from || from + elapsedMs <= written + WRITTEN_AT_END_MS) continue;
    const own = laps.find((lap) => Math.abs(startOf(lap) - (written - elapsedMs)) <= SAME_END_MS + 1000);
    if (own?.start_time) session.start_time = own.start_time;
  }
}

/** Equal for two copies of a session. */
export const sessionKey = (session: FitSession): string => `${startOf(session)} ${session.sport}`;

/** Equal for two copies of a lap. */
const lapKey = (lap: FitLap): string =>
  [startOf(lap), lap.timestamp?.getTime(), lap.total_elapsed_time, lap.total_distance].join(' ');

function sessionsInOrder(sessions: FitSession[]): FitSession[] {
  const legs = sessions.filter((session) => session.sport !== 'multisport');
  const timed = (legs.length > 0 ? legs : sessions).filter((session) => Number.isFinite(startOf(session)));
  // A file saved twice holds its session twice; the later one is complete.
  const unique = [...new Map(timed.map((session) => [sessionKey(session), session])).values()];
  const real = unique.filter(
    (session) => resolveTimes(session).elapsed !== 0 && !spansOthers(session, unique),
  );
  const outermost = real.filter(
    (session) =>
      !real.some((other) => contains(other, session) && endOf(other) - startOf(session) > NESTED_FROM_MS),
  );
  return (outermost.length > 0 ? outermost : unique).toSorted((a, b) => startOf(a) - startOf(b));
}

const endOf = (session: FitSession): number => startOf(session) + (resolveTimes(session).elapsed ?? 0) * 1000;

/** Whether a session lies within a longer one. */
const contains = (session: FitSession, inner: FitSession): boolean =>
  inner !== session &&
  startOf(inner) >= startOf(session) &&
  endOf(inner) <= endOf(session) + SAME_END_MS &&
  endOf(inner) - startOf(inner) < endOf(session) - startOf(session);

/** Whether a session contains two others: then it stands for the whole, whatever its sport. */
const spansOthers = (session: FitSession, all: readonly FitSession[]): boolean =>
  all.filter((other) => contains(session, other)).length > 1;

/** The workouts of a FIT file. Sessions close in time become legs of a multi-sport parent. */
export function toRecordings(messages: FitMessages): Recording[] {
  dateSessions(messages);
  const sessions = sessionsInOrder(messages.sessions);
  if (sessions.length === 0) return withoutSession(messages);
  const starts = sessions.map(startOf);
  const pauses = pausesOf(messages.events);
  const samples = splitByExportedCounts(messages, starts.length) ?? splitSamples(messages.samples, starts);
  restartDistanceCounts(samples, sessions);
  const uniqueLaps = [...new Map(messages.laps.map((lap) => [lapKey(lap), lap])).values()];
  const recordings = sessions.map((session, i) => {
    const until = starts[i + 1] ?? Number.POSITIVE_INFINITY;
    const laps = uniqueLaps.filter((lap) => {
      const at = startOf(lap);
      return (at >= starts[i]! || i === 0) && at < until;
    });
    const lengths = messages.lengths.filter((length) => {
      const at = length.start_time?.getTime() ?? Number.NaN;
      return at >= starts[i]! - 1000 && at < until;
    });
    const recording = fromSession(session, samples[i]!, laps, lengths);
    if (sessions.length === 1) dateByRecords(recording);
    applyPoolLengths(recording, messages.beats);
    applyBeats(recording.samples, messages.beats);
    recording.pauses = pauses;
    recording.hasTimerEvents = messages.events.length > 0;
    recording.timerStart = timerStartOf(messages.events);
    recording.utcOffset = messages.utcOffset;
    recording.device = messages.device;
    if (messages.footPod && motionForSport(recording.sport).onFoot) recording.gadgets.push('foot_pod');
    recording.roundTrip = messages.roundTrip.get(i) ?? null;
    return recording;
  });
  const whole = messages.roundTrip.get(WHOLE_WORKOUT) ?? null;
  if (parseRoundTripDetails(whole)?.legs !== recordings.length)
    return groupLegs(recordings, sessions, messages);
  return [{ ...createParent(recordings), roundTrip: whole }];
}

/**
 * Dates session, laps and lengths by the records where they are dated in another time zone: they last as long as the
 * records and lie apart from them by whole quarters of an hour.
 */
function dateByRecords(recording: Recording): void {
  const { samples, start, totals } = recording;
  const times = samples.at.subarray(0, samples.n).filter((time) => !Number.isNaN(time));
  if (start === null || totals.elapsed === null || times.length < 2) return;
  const [first, last] = [times[0]!, times.at(-1)!];
  const elapsed = totals.elapsed * 1000;
  const isApart = first > start + elapsed || last < start;
  const shift = zoneDifference(first - start);
  if (!isApart || shift === null || Math.abs(last - first - elapsed) > elapsed * SPAN_SHARE) return;
  recording.start = start + shift;
  for (const lap of recording.laps) lap.start += shift;
  for (const length of recording.lengths) {
    length.from += shift;
    length.to += shift;
  }
}

function groupLegs(recordings: Recording[], sessions: FitSession[], messages: FitMessages): Recording[] {
  const saysSo = messages.isMultiSport || messages.sessions.some(({ sport }) => sport === 'multisport');
  const groups: Recording[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const [i, recording] of recordings.entries()) {
    const start = startOf(sessions[i]!);
    const group = groups.at(-1);
    if (group && areLegs(group, recording, start - end, saysSo)) group.push(recording);
    else groups.push([recording]);
    end = start + (resolveTimes(sessions[i]!).elapsed ?? 0) * 1000;
  }
  return groups.map((legs) => (legs.length === 1 ? legs[0]! : createParent(legs)));
}

function createParent(legs: Recording[]): Recording {
  const parent = newRecording({ format: 'fit', sport: 'multisport', subSport: null });
  parent.device = legs[0]!.device;
  parent.gadgets = [...new Set(legs.flatMap(({ gadgets }) => gadgets))];
  parent.start = legs[0]!.start;
  parent.legs = legs;
  return parent;
}

/** A file that ends early has records or laps but no session. */
function withoutSession(messages: FitMessages): Recording[] {
  const { samples, events, lengths, sport, device } = messages;
  const laps = messages.laps.filter((lap) => Number.isFinite(startOf(lap)));
  if (samples.n === 0 && lengths.length === 0 && laps.length === 0) return [];
  const [first] = laps;
  const recording = newRecording({
    format: 'fit',
    sport: sport?.sport ?? (first?.sport === undefined ? null : String(first.sport)),
    subSport: sport?.subSport ?? (first?.sub_sport === undefined ? null : String(first.sub_sport)),
  });
  recording.samples = samples;
  recording.device = device;
  recording.pauses = pausesOf(events);
  recording.laps = messages.laps.map(recordedLap);
  recording.utcOffset = messages.utcOffset;
  recording.lengths = toRecordedLengths(lengths);
  nameSportByLengths(recording);
  if (!hasTimes(samples) && laps.length > 0) {
    recording.start = Math.min(...laps.map(startOf));
    recording.totals = totalsOfLaps(laps);
  }
  applyPoolLengths(recording, messages.beats);
  applyBeats(recording.samples, messages.beats);
  return [recording];
}

/** The totals of a recording of which nothing but laps is left. */
function totalsOfLaps(laps: readonly FitLap[]): RecordedTotals {
  const sum = (of: (lap: FitLap) => number | null | undefined) =>
    laps.reduce<number | null>((total, lap) => (of(lap) ? (total ?? 0) + of(lap)! : total), null);
  const start = Math.min(...laps.map(startOf));
  const end = Math.max(...laps.map((lap) => startOf(lap) + (resolveTimes(lap).elapsed ?? 0) * 1000));
  const timer = sum((lap) => resolveTimes(lap).timer);
  const beats = sum((lap) => (lap.avg_heart_rate ?? 0) * (resolveTimes(lap).timer ?? 0));
  const fastest = laps.reduce((most, lap) => Math.max(most, lap.max_heart_rate ?? 0), 0);
  const calories = sum((lap) => lap.total_calories);
  return {
    ...NO_TOTALS,
    elapsed: (end - start) / 1000,
    timer,
    distance: sum((lap) => lap.total_distance),
    ascent: sum((lap) => lap.total_ascent),
    descent: sum((lap) => lap.total_descent),
    energy: calories && calories * JOULES_PER_KILOCALORIE,
    heartrateAvg: beats && timer ? beats / timer : null,
    heartrateMax: fastest || null,
  };
}

/** The last pause has no end where no start follows the stop. */
function pausesOf(events: FitEvent[]): [number, number][] {
  const pauses: [number, number][] = [];
  let stopped: number | null = null;
  for (const { event_type: type, timestamp } of events) {
    if (!timestamp) continue;
    if (type === 'start') {
      if (stopped !== null && timestamp.getTime() > stopped) pauses.push([stopped, timestamp.getTime()]);
      stopped = null;
    } else if (typeof type === 'string' && type.startsWith('stop')) stopped ??= timestamp.getTime();
  }
  if (stopped !== null) pauses.push([stopped, Number.POSITIVE_INFINITY]);
  return pauses;
}

/** Null where the file begins with the timer running. */
function timerStartOf([first]: readonly FitEvent[]): number | null {
  return first?.event_type === 'start' ? (first.timestamp?.getTime() ?? null) : null;
}

/** Splits by the counts of samples in our own export, whose times may be too coarse to tell legs apart. */
function splitByExportedCounts({ samples, roundTrip }: FitMessages, legs: number): Samples[] | null {
  if (legs === 1) return null;
  const ends: number[] = [];
  for (let leg = 0, end = 0; leg < legs; leg++) {
    const details = parseRoundTripDetails(roundTrip.get(leg) ?? null);
    if (!details) return null;
    ends.push((end += details.points));
  }
  if (ends.at(-1) !== samples.n) return null;
  return ends.map((end, leg) => samples.filter((i) => i < end && i >= (ends[leg - 1] ?? 0)));
}

/** Assigns each sample to the last session that began before it; earlier ones belong to the first session. */
function splitSamples(samples: Samples, starts: number[]): Samples[] {
  if (starts.length === 1) return [samples];
  const leg = new Uint16Array(samples.n);
  for (let i = 0; i < samples.n; i++) {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= samples.at[i]!) low = middle;
      else high = middle - 1;
    }
    leg[i] = low;
  }
  return starts.map((_, index) => samples.filter((i) => leg[i] === index));
}

/** Counts of the distance agree within this many cm. */
const COUNT_TOLERANCE_CM = 100;

/**
 * Some watches count the distance through all legs of an event. Each leg is made to count from the end of the one
 * before it, as the sessions say where they agree with the count: it goes on between the last sample of one leg and the
 * first of the next.
 */
function restartDistanceCounts(legs: readonly Samples[], sessions: readonly FitSession[]): void {
  let before = 0;
  let declared = 0;
  for (const [i, { n, columns }] of legs.entries()) {
    const counts = columns.distance?.subarray(0, n).filter((value) => value !== MISSING) ?? [];
    const [first, last] = [counts.at(0), counts.at(-1)];
    if (first === undefined || last === undefined) continue;
    if (before > 0 && first >= before) {
      const agrees = declared >= before - COUNT_TOLERANCE_CM && declared <= first + COUNT_TOLERANCE_CM;
      const base = agrees ? Math.min(declared, first) : before;
      for (let at = 0; at < n; at++) if (columns.distance![at] !== MISSING) columns.distance![at]! -= base;
    }
    before = last;
    declared += (sessions[i]!.total_distance ?? 0) * 100;
  }
}

function fromSession(session: FitSession, samples: Samples, laps: FitLap[], lengths: FitLength[]): Recording {
  const sport = session.sport === undefined ? null : String(session.sport);
  const subSport = session.sub_sport === undefined ? null : String(session.sub_sport);
  const recording = newRecording({ format: 'fit', sport, subSport });
  recording.samples = samples;
  recording.start = startOf(session);
  recording.name = session.sport_profile_name ?? null;
  recording.isTransition = sport === 'transition';
  if (hasRunningDynamics(session)) recording.gadgets.push('running_dynamics');
  recording.totals = totalsOf(session, motionForSport(recording.sport).onFoot);
  if (resolveTimes(session).swapped) {
    recording.warnings.push(
      'The file had elapsed and recording time in each other’s place; they were put right.',
    );
  }
  recording.laps = laps.map(recordedLap);
  if (!session.total_distance) for (const lap of recording.laps) lap.distance ||= null;
  if (sport === 'swimming' || subSport === 'lap_swimming') {
    recording.lengths = toRecordedLengths(lengths);
    recording.poolLength = session.pool_length && session.pool_length > 0 ? session.pool_length : null;
    nameSportByLengths(recording);
  }
  return recording;
}

/** Some watches name the pool, and files that end early the swim, by the lengths alone. */
function nameSportByLengths({ sport, lengths }: Recording): void {
  if (!lengths.some(({ isActive }) => isActive)) return;
  sport.sport ??= 'swimming';
  if ((sport.subSport ?? 'generic') === 'generic') sport.subSport = 'lap_swimming';
}

const addFraction = (whole: number | undefined, fraction: number | undefined): number | null =>
  whole === undefined ? null : whole + (fraction ?? 0);

function totalsOf(session: FitSession, onFoot: boolean): RecordedTotals {
  const { elapsed, timer } = resolveTimes(session);
  return {
    elapsed,
    timer,
    active: session.total_moving_time ?? null,
    // Where an app counts in a field of its own, the watch's own count stays at 0.
    distance: session.total_distance || null,
    ascent: session.total_ascent ?? null,
    descent: session.total_descent ?? null,
    energy: session.total_calories ? session.total_calories * JOULES_PER_KILOCALORIE : null,
    // Cycles on foot are strides of one foot.
    steps: onFoot && session.total_cycles ? session.total_cycles * 2 : null,
    heartrateAvg: session.avg_heart_rate ?? null,
    heartrateMax: session.max_heart_rate ?? null,
    cadenceAvg: addFraction(session.avg_cadence, session.avg_fractional_cadence),
    cadenceMax: addFraction(session.max_cadence, session.max_fractional_cadence),
    powerAvg: session.avg_power ?? null,
    powerMax: session.max_power ?? null,
    speedMax: session.enhanced_max_speed ?? session.max_speed ?? null,
  };
}

function recordedLap(lap: FitLap): RecordedLap {
  const { elapsed, timer } = resolveTimes(lap);
  return {
    start: startOf(lap),
    elapsed,
    active: timer,
    distance: lap.total_distance ?? null,
    ascent: lap.total_ascent ?? null,
    descent: lap.total_descent ?? null,
    heartrateAvg: lap.avg_heart_rate ?? null,
    heartrateMax: lap.max_heart_rate ?? null,
    cadenceAvg: addFraction(lap.avg_cadence, lap.avg_fractional_cadence),
    powerAvg: lap.avg_power ?? null,
    speedAvg: lap.enhanced_avg_speed ?? lap.avg_speed ?? null,
    speedMax: lap.enhanced_max_speed ?? lap.max_speed ?? null,
    trigger: lap.lap_trigger === undefined ? null : String(lap.lap_trigger),
  };
}
