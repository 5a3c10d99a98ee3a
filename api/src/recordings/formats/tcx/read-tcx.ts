import { BOUNDS, sumFigures } from '../../streams/figure-bounds.ts';
import { trackLength } from '../../streams/order-samples.ts';
import { parseDecimal } from '../../xml/decimal.ts';
import { RoundTripParts } from '../../model/round-trip-parts.ts';
import { LIMITS } from '../../limits.ts';
import { parseOffset, parseTime } from '../../xml/iso-time.ts';
import { hasComputedTimes, isPlannedTrack, isUntimed } from '../planned-track.ts';
import { convertSpeedUnit } from '../../streams/speed-unit.ts';
import { splitAtFarLegs } from '../../streams/workout-boundaries.ts';
import { spreadWholeMinutes } from '../../streams/whole-minutes.ts';
import { type DistanceUnits, findDistanceUnits } from './distance-units.ts';
import { joinLapCounts } from './lap-counts.ts';
import { FileProblem } from '../../file-problem.ts';
import { zoneDifference } from '../../zone-offset.ts';
import {
  addBreak,
  newRecording,
  NO_TOTALS,
  type RecordedLap,
  type RecordedTotals,
  type Recording,
  type SampleKind,
  warnOfFileEnd,
  wrapLongitude,
} from '../../model/recording.ts';
import type { FileSource } from '../../file-source.ts';
import { toStorableName, TRIGGER_LENGTH } from '../../storable-text.ts';
import { type ReadOptions, type XmlEnd, XmlReader } from '../../xml/xml-reader.ts';
import { attributeOf, type XmlFormat } from '../../xml/element-words.ts';

const JOULES_PER_KILOCALORIE = 4184;
/** Two tracks of a lap this close together are one; more is a pause between. */
const TRACK_GAP_MS = 1500;
/** A lap begins with the last point of the one before, to the second. */
const LAP_START_MS = 1000;
/** A lap reaches into the next by this share of it at most. */
const LAP_OVERLAP_SHARE = 0.02;
/** Rounding alone makes a lap end so long after its last point. */
const LAP_ROUNDING_MS = 2000;
/** A device that records seldom ends so long after its last point. */
const LAST_STEP_MS = 10_000;
/** Points are missing where the laps count this many times their distance. */
const LOST_DISTANCE_FACTOR = 1.05;
/** A stretch without points was gone at this many times the speed of the rest, or as many times slower, at most. */
const SAME_PACE_FACTOR = 2;

type TcxWord = { text: boolean; name: string; reads?: 'number' | 'time'; kind?: SampleKind; scale?: number };

const WORDS: Record<string, TcxWord> = {};
for (const name of (
  'Trackpoint Track Lap Activity MultiSportSession Transition Course Workout Creator Training HeartRateBpm ' +
  'AverageHeartRateBpm MaximumHeartRateBpm'
).split(' ')) {
  WORDS[name] = { text: false, name };
}
for (const name of (
  'Notes Name Id TotalTimeSeconds MaximumSpeed AvgSpeed AvgWatts AvgRunCadence TriggerMethod Calories ' +
  'WaymarkDetails WaymarkSeries'
).split(' ')) {
  WORDS[name] = { text: true, name };
}
WORDS['Time'] = { text: true, name: 'Time', reads: 'time' };
/** Elements of a point, their streams, and stored units per unit of the file. */
const VALUES: readonly (readonly [name: string, kind: SampleKind, scale: number])[] = [
  ['LatitudeDegrees', 'lat', 1e7],
  ['LongitudeDegrees', 'lng', 1e7],
  ['AltitudeMeters', 'altitude', 100],
  ['DistanceMeters', 'distance', 100],
  ['Value', 'heartrate', 1],
  ['Cadence', 'cadence', 1],
  ['RunCadence', 'cadence', 1],
  ['Watts', 'power', 1],
  ['Speed', 'speed', 1000],
];
for (const [name, kind, scale] of VALUES) WORDS[name] = { text: true, name, reads: 'number', kind, scale };

type State = {
  activities: Recording[];
  activity: Recording | null;
  lap: RecordedLap | null;
  inPoint: boolean;
  /** Longest gap in ms before the next point that is no pause; null within a track. */
  newTrack: number | null;
  course: boolean;
  /** The file holds a planned training. */
  plan: boolean;
  /** Elements whose `Value`, `Name` or `Cadence` belongs to them. */
  parent: string;
  session: Recording | null;
  /** Outside any activity: round-trip parts of a multi-sport workout. */
  roundTrip: RoundTripParts | null;
  seriesKind: string;
  /** The time of the first point of each lap. */
  firstPoints: Map<RecordedLap, number>;
  /** The place of the first point of each lap of an activity. */
  lapStarts: Map<Recording, number[]>;
  /** All activities, legs included, in the order of the file; their units of distance, and those of the current one. */
  opened: Recording[];
  allUnits: readonly DistanceUnits[];
  units: DistanceUnits;
};

const METERS: DistanceUnits = { points: 1, laps: 1 };

/**
 * Reads TCX: each Activity is a workout, a MultiSportSession one parent with an Activity per leg. Several
 * Tracks in a lap are pauses between; laps without points add their totals. A file with distances in
 * kilometres or miles is read a second time, because its counts lose their last digits when they are taken for metres.
 */
export function readTcx(source: FileSource, reading?: ReadOptions): Recording[] {
  const { state, end } = readActivities(source, [], reading);
  const units = state.opened.map((activity) =>
    activity.roundTrip ? METERS : findDistanceUnits(activity, lapStartsOf(state, activity)),
  );
  if (units.every(({ points, laps }) => points === 1 && laps === 1)) return finish(state, end);
  for (const { samples } of state.opened) samples.release();
  const reread = readActivities(source, units, reading);
  return finish(reread.state, reread.end);
}

const lapStartsOf = ({ lapStarts }: State, activity: Recording): readonly number[] =>
  lapStarts.get(activity) ?? [];

type ReadActivities = { state: State; end: XmlEnd };

function readActivities(
  source: FileSource,
  allUnits: readonly DistanceUnits[],
  reading?: ReadOptions,
): ReadActivities {
  const state: State = {
    activities: [],
    activity: null,
    lap: null,
    inPoint: false,
    newTrack: null,
    course: false,
    plan: false,
    parent: '',
    session: null,
    roundTrip: null,
    seriesKind: '',
    firstPoints: new Map(),
    lapStarts: new Map(),
    opened: [],
    allUnits,
    units: METERS,
  };
  const format: XmlFormat<TcxWord> = {
    elements: WORDS,
    block: 'Trackpoint',
    otherElement: { text: false, name: '' },
    open: ({ name }, attributes) => open(state, name, attributes),
    value(word, value) {
      if (state.inPoint) pointValue(state, word, value);
    },
    close(word, text) {
      const { name } = word;
      if (state.inPoint) {
        if (name === 'Trackpoint') {
          endPoint(state);
          reader.noteProgress();
        } else if (word.reads && text !== '') {
          pointValue(state, word, word.reads === 'time' ? parseTime(text) : parseDecimal(text));
        }
      } else {
        if (name === 'Lap') reader.noteProgress();
        if (name.startsWith('Waymark')) addRoundTripPart(state, name, text);
        else if (state.activity) activityValue(state, name, text.trim());
        if (name === 'MultiSportSession') state.session = null;
      }
    },
  };
  const reader = new XmlReader(format, reading);
  const end = reader.read(source);
  for (const one of state.opened) {
    one.totals.timer = sumFigures(
      'timer',
      one.laps.map(({ active }) => active),
    );
    // A workout without a distance has laps of 0 m.
    one.totals.distance =
      sumFigures(
        'distance',
        one.laps.map(({ distance }) => distance),
      ) || null;
    Object.assign(one.totals, heartRatesOf(one.laps));
    if (one.totals.distance === null) for (const lap of one.laps) lap.distance ||= null;
  }
  return { state, end };
}

/** The average and maximum heart rate of all laps; no average where one lacks its own. */
function heartRatesOf(laps: readonly RecordedLap[]): Pick<RecordedTotals, 'heartrateAvg' | 'heartrateMax'> {
  const known = (value: number | null, [low, high]: readonly [number, number]) =>
    value !== null && value >= low && value <= high ? value : 0;
  const lasting = laps.filter(({ active }) => active !== null && active > 0);
  const averages = lasting.map(({ heartrateAvg }) => known(heartrateAvg, BOUNDS.heartrateAvg));
  const isKnown = averages.length > 0 && averages.every((average) => average > 0);
  const seconds = lasting.reduce((sum, { active }) => sum + active!, 0);
  const beats = averages.reduce((sum, average, i) => sum + average * lasting[i]!.active!, 0);
  const max = laps.reduce(
    (most, { heartrateMax }) => Math.max(most, known(heartrateMax, BOUNDS.heartrateMax)),
    0,
  );
  return { heartrateAvg: isKnown ? beats / seconds : null, heartrateMax: max || null };
}

function open(state: State, name: string, attributes: Record<string, string>): void {
  const { activity } = state;
  switch (name) {
    case 'Trackpoint':
      if (!activity) break;
      state.inPoint = true;
      activity.samples.add(Number.NaN);
      break;
    case 'HeartRateBpm':
    case 'AverageHeartRateBpm':
    case 'MaximumHeartRateBpm':
    case 'Creator':
    case 'Training':
      state.parent = name;
      break;
    case 'Track':
      state.newTrack ??= TRACK_GAP_MS;
      break;
    case 'Lap':
      if (activity) openLap(state, activity, attributes);
      break;
    case 'Activity':
      openActivity(state, attributes);
      break;
    case 'MultiSportSession':
      state.session = newRecording({ format: 'tcx', sport: 'MultiSport', subSport: null });
      state.activities.push(state.session);
      break;
    case 'Transition':
      // The schema makes it a lap of its own, without an activity around it.
      if (!state.session) break;
      openActivity(state, { Sport: 'Transition' });
      state.activity!.isTransition = true;
      openLap(state, state.activity!, attributes);
      break;
    case 'Course':
      state.course = true;
      break;
    case 'Workout':
      state.plan = true;
      break;
    case 'WaymarkSeries':
      state.seriesKind = attributeOf(attributes, 'kind') ?? '';
      break;
    default:
  }
}

function addRoundTripPart(state: State, name: string, text: string): void {
  const roundTrip = ((state.activity ?? state).roundTrip ??= new RoundTripParts());
  if (name === 'WaymarkDetails') roundTrip.addDetails(text);
  else roundTrip.addSeries(state.seriesKind, Buffer.from(text, 'base64'));
}

function openActivity(state: State, attributes: Record<string, string>): void {
  const activity = newRecording({
    format: 'tcx',
    sport: attributeOf(attributes, 'Sport') || null,
    subSport: null,
  });
  state.activity = activity;
  state.lapStarts.set(activity, []);
  state.units = state.allUnits[state.opened.length] ?? METERS;
  state.opened.push(activity);
  const siblings = state.session ? state.session.legs : state.activities;
  if (siblings.push(activity) > LIMITS.workoutsPerFile) {
    throw new FileProblem('too_big', 'This file holds more than 500 activities. Split it and try again.');
  }
}

function openLap(state: State, activity: Recording, attributes: Record<string, string>): void {
  const start = parseTime(attributeOf(attributes, 'StartTime') ?? '');
  // The activity's own id is its start too, but some services cut that to the minute.
  if (start === start && activity.laps.length === 0) activity.start = start;
  activity.utcOffset ??= parseOffset(attributeOf(attributes, 'StartTime') ?? '');
  const { elapsed, active, distance, ascent, descent } = NO_TOTALS;
  const { heartrateAvg, heartrateMax, cadenceAvg, powerAvg, speedMax } = NO_TOTALS;
  const figures = { heartrateAvg, heartrateMax, cadenceAvg, powerAvg, speedAvg: null, speedMax };
  state.lap = { start, elapsed, active, distance, ascent, descent, ...figures, trigger: null };
  if (activity.laps.push(state.lap) > LIMITS.lapsPerWorkout) {
    throw new FileProblem('too_big', 'This file holds more than 5,000 laps, more than one workout can have.');
  }
  state.lapStarts.get(activity)!.push(activity.samples.n);
  // A lap always begins a track of its own; whether the gap before it is a pause follows from the times of the laps.
  state.newTrack = Number.POSITIVE_INFINITY;
}

function endPoint(state: State): void {
  state.inPoint = false;
  const { samples } = state.activity!;
  if (state.newTrack !== null && samples.n > 1) {
    if (samples.at[samples.n - 1]! - samples.at[samples.n - 2]! > state.newTrack)
      addBreak(state.activity!, samples.n - 1);
  }
  state.newTrack = null;
  const { lap, firstPoints } = state;
  const at = samples.at[samples.n - 1]!;
  if (lap && at === at && !firstPoints.has(lap)) firstPoints.set(lap, at);
}

/** Positions beyond these are left out; the sample's other values stay. */
const MAX_DEGREES: Partial<Record<SampleKind, number>> = { lat: 90, lng: 180 };

function pointValue({ activity, units }: State, { kind, scale = 1 }: TcxWord, value: number): void {
  const { samples } = activity!;
  if (!kind) samples.at[samples.n - 1] = value;
  else if (kind === 'distance') samples.set(kind, value * units.points * scale);
  else if (kind === 'lng') {
    const degrees = wrapLongitude(value);
    if (Math.abs(degrees) <= MAX_DEGREES.lng!) samples.set(kind, degrees * scale);
  } else if (Math.abs(value) <= (MAX_DEGREES[kind] ?? Infinity)) samples.set(kind, value * scale);
}

function activityValue(state: State, name: string, text: string): void {
  const activity = state.activity!;
  const { lap } = state;
  if (name === 'Activity' || name === 'Transition') {
    state.activity = null;
    state.lap = null;
  } else if (name === 'Lap') state.lap = null;
  else if (name === 'Training' || name === 'Creator') state.parent = '';
  else if (name === 'Notes' && text) activity.notes ??= text;
  else if (name === 'Name' && text && state.parent === 'Creator') activity.device ??= text;
  else if (name === 'Id' && !lap) {
    const at = parseTime(text);
    if (at === at) activity.start ??= at;
  } else if (lap && text !== '') lapValue(state, activity, lap, name, text);
}

function lapValue(state: State, activity: Recording, lap: RecordedLap, name: string, text: string): void {
  const number = Number.isFinite(parseDecimal(text)) ? parseDecimal(text) : null;
  if (name === 'TotalTimeSeconds') lap.active = number;
  else if (name === 'DistanceMeters') lap.distance = number === null ? null : number * state.units.laps;
  else if (name === 'MaximumSpeed') lap.speedMax = number;
  else if (name === 'AvgSpeed') lap.speedAvg = number;
  else if (name === 'AvgWatts') lap.powerAvg = number;
  else if (name === 'Cadence' || name === 'AvgRunCadence') lap.cadenceAvg = number;
  else if (name === 'TriggerMethod') lap.trigger = toStorableName(text.toLowerCase(), TRIGGER_LENGTH);
  else if (name === 'Value' && state.parent === 'AverageHeartRateBpm') lap.heartrateAvg = number;
  else if (name === 'Value' && state.parent === 'MaximumHeartRateBpm') lap.heartrateMax = number;
  else if (name === 'Calories' && number) {
    const { totals } = activity;
    totals.energy = sumFigures('energy', [totals.energy, number * JOULES_PER_KILOCALORIE]);
  }
}

/** Some planners write a route as an activity: with times computed from a constant speed, or without any times. */
const isPlannedActivity = ({ samples, legs, roundTrip, totals }: Recording): boolean =>
  legs.length === 0 &&
  roundTrip === null &&
  samples.columns.lat !== undefined &&
  (totals.timer ? isUntimed(samples) || hasComputedTimes(samples) : isPlannedTrack(samples));

/**
 * Seconds up to the end of the last lap, where that is a rest without points or ends some seconds after its last point, or
 * where the device stopped recording points:
 * its laps then count more distance than they, and do not overlap. Null where the points decide.
 */
function elapsedByLaps({ start, laps, samples, totals }: Recording): number | null {
  const last = laps.at(-1);
  if (start === null || !last?.active || samples.n === 0) return null;
  const lastPoint = samples.at[samples.n - 1]!;
  const elapsed = (last.start - start) / 1000 + last.active;
  if (last.start >= lastPoint - LAP_START_MS) return elapsed;
  if (elapsed > BOUNDS.elapsed[1] || start + elapsed * 1000 <= lastPoint + LAP_ROUNDING_MS) return null;
  const countedCm = samples.columns.distance?.subarray(0, samples.n).reduce((a, b) => Math.max(a, b), 0);
  const covered = countedCm === undefined ? trackLength(samples) : countedCm / 100;
  const lacking = (totals.distance ?? 0) - covered;
  // A count is exact: what it lacks was covered at about the speed of the rest.
  const pace = (start + elapsed * 1000 - lastPoint) / (lastPoint - start) / (lacking / covered);
  const isSamePace = countedCm !== undefined && pace > 1 / SAME_PACE_FACTOR && pace < SAME_PACE_FACTOR;
  const hasLostPoints = covered > 0 && (lacking > covered * (LOST_DISTANCE_FACTOR - 1) || isSamePace);
  // Some services give each lap the time since the start.
  const isSinceStart = laps.length > 1 && Math.abs(lastPoint - start - last.active * 1000) <= LAP_ROUNDING_MS;
  const isLastStep = start + elapsed * 1000 - lastPoint <= LAST_STEP_MS;
  return (hasLostPoints || isLastStep) && !isSinceStart && areInOrder(laps) ? elapsed : null;
}

/**
 * Dates laps by their points where they have no time of their own, and where all are dated in another time zone than
 * their points: by the same whole quarters of an hour, so that no lap contains its first point.
 */
function dateLaps(activity: Recording, firstPoints: ReadonlyMap<RecordedLap, number>): void {
  const { laps } = activity;
  for (const lap of laps) if (Number.isNaN(lap.start)) lap.start = firstPoints.get(lap) ?? Number.NaN;
  let shift: number | null = null;
  for (const lap of laps) {
    const first = firstPoints.get(lap);
    if (first === undefined || Number.isNaN(lap.start)) continue;
    const late = first - lap.start;
    const zones = zoneDifference(late);
    const isOutside = late < 0 || late > (lap.active ?? 0) * 1000;
    if (zones === null || !isOutside || (shift !== null && zones !== shift)) return;
    shift = zones;
  }
  if (shift === null) return;
  for (const lap of laps) lap.start += shift;
  if (activity.start !== null) activity.start += shift;
}

/** A lap that was over long before its first point began when the device was switched on, not when it was recorded. */
const LATE_POINTS_MS = 15 * 60_000;

function dateLateLaps(activity: Recording, firstPoints: ReadonlyMap<RecordedLap, number>): void {
  for (const [i, lap] of activity.laps.entries()) {
    const first = firstPoints.get(lap);
    if (first === undefined || !(first - lap.start > (lap.active ?? 0) * 1000 + LATE_POINTS_MS)) continue;
    if (i === 0 && activity.start === lap.start) activity.start = first;
    lap.start = first;
  }
}

const areInOrder = (laps: readonly RecordedLap[]): boolean =>
  laps.every(({ start, active }, i) => {
    const next = laps[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    const activeMs = (active ?? 0) * 1000;
    return start + activeMs <= next + Math.max(LAP_START_MS, activeMs * LAP_OVERLAP_SHARE);
  });

function finish(state: State, end: XmlEnd): Recording[] {
  const holdsSomething = (one: Recording): boolean =>
    one.samples.n > 0 || one.legs.some(holdsSomething) || one.laps.some((lap) => (lap.active ?? 0) !== 0);
  for (const one of state.activities.flatMap((activity) => [activity, ...activity.legs])) {
    one.legs = one.legs.filter(holdsSomething);
    dateLaps(one, state.firstPoints);
    dateLateLaps(one, state.firstPoints);
    if (one.roundTrip === null) {
      spreadWholeMinutes(one.samples);
      convertSpeedUnit(one.samples);
      joinLapCounts(one, lapStartsOf(state, one));
    }
    one.totals.elapsed = elapsedByLaps(one);
  }
  const activities = state.roundTrip ? state.activities : state.activities.flatMap(splitAtFarLegs);
  const recorded = activities.filter(holdsSomething);
  const workouts = recorded.filter((activity) => !isPlannedActivity(activity));
  if (workouts.length === 0) {
    if (end === 'cut') {
      throw new FileProblem(
        'truncated',
        'This TCX file ends before its first complete point. Export it again.',
      );
    }
    if (end === 'damaged') {
      throw new FileProblem(
        'damaged',
        'This TCX file is damaged before its first complete point. Export it again.',
      );
    }
    if (state.course || recorded.length > 0) {
      throw new FileProblem(
        'planned_route',
        'This TCX file holds a course to follow, not a recorded workout. You can save it as a route.',
      );
    }
    if (state.plan) {
      throw new FileProblem(
        'not_a_workout',
        'This TCX file holds a planned training, not a workout that took place.',
      );
    }
    throw new FileProblem(
      'no_points',
      'This TCX file has no laps or points in it. Export the workout again.',
    );
  }
  if (workouts.length === 1 && workouts[0]!.legs.length > 0) workouts[0]!.roundTrip = state.roundTrip;
  const last = workouts.at(-1)!;
  warnOfFileEnd(last, end);
  return workouts;
}
