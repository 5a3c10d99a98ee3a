import tzLookup from '@photostructure/tz-lookup';
import { activityIdForFileSport } from '@waymark/activities';
import type { SwimLength } from '@waymark/api-contract';
import { runningTotals } from '@waymark/streams';
import { checkTotals, dropImpossibleFigures } from './streams/figure-bounds.ts';
import { cleanStreams } from './streams/clean-streams.ts';
import { completeDistance, isSameDistance } from './streams/complete-distance.ts';
import { formatDate } from './streams/file-dates.ts';
import { parseRoundTripDetails } from './roundtrip/details.ts';
import { type RestoredWorkout, restoreWorkout, summaryFromDetails } from './roundtrip/restore-workout.ts';
import { finishLaps } from './streams/finish-laps.ts';
import { summarize } from './streams/summarize.ts';
import { AS_RECORDED, type Motion, motionForSport, stepsInCount } from './streams/motion.ts';
import { LIMITS } from './limits.ts';
import { completeMoving, completeSpeed } from './streams/complete-moving.ts';
import { joinLegs } from './streams/join-legs.ts';
import { createPreview } from './streams/preview.ts';
import { FileProblem } from './file-problem.ts';
import {
  NO_TOTALS,
  type RecordedLap,
  type RecordedLength,
  type RecordedTotals,
  type Recording,
} from './model/recording.ts';
import { NAME_LENGTH, NOTES_LENGTH, toStorableName, toStorableText } from './storable-text.ts';
import { type Timeline, buildTimeline } from './streams/timeline.ts';
import { MISSING, type ParsedWorkout, type Streams } from './model/parsed-workout.ts';
import { writtenFieldsOf } from './model/written-fields.ts';
import { findZoneByOffset } from './zone-offset.ts';

/** Times of the laps and of the samples agree within a tenth. */
const LAPS_SHARE = 0.9;

/**
 * Creates a workout from a recording: orders samples, leaves out impossible values, computes missing series, then
 * summary, laps, preview and time zone. `fileTimeZone` is used where there is no position.
 */
export function finishWorkout(recording: Recording, fileTimeZone: string | null): ParsedWorkout {
  if (recording.legs.length > 0) return finishParent(recording, fileTimeZone);
  const restored = restoreWorkout(recording);
  if (restored) return finishRestoredWorkout(restored, recording);
  const motion = motionForSport(recording.sport);
  const timeline = buildTimeline(recording);
  const start = timeline?.start ?? recording.start;
  const streams: Streams = timeline?.streams ?? { n: 0, columns: {} };
  const warnings = [...recording.warnings, ...(timeline?.warnings ?? [])];
  if (streams.n < 2) checkTotals(recording.totals);
  const dated = timeline ? applyClock(recording, timeline) : recording;
  const possible = dropImpossibleFigures(dated.totals, dated.laps, warnings);
  const isUntimed = timeline === null && recording.samples.n > 0;
  if (start === null || !hasExtent(possible.totals, streams)) {
    throw new FileProblem(
      'no_points',
      'This file holds no recorded time: a workout needs at least two points with different times.',
    );
  }
  if (isUntimed) warnings.push('The points of this file have no time: the workout has its device’s totals.');
  const stepsPerCount = cleanStreams(streams, motion, possible.totals.cadenceMax, warnings);
  const { totals: deviceTotals, laps } = convertCadences(possible, stepsPerCount, motion);
  if (streams.n > 0) {
    completeDistance(streams, motion, deviceTotals.distance, warnings);
    completeSpeed(streams, motion);
    completeMoving(streams, motion, dated.lengths, start);
  }
  if (isSessionDisproved(deviceTotals, laps, streams)) {
    deviceTotals.elapsed = null;
    deviceTotals.timer = null;
  }
  const totals = runningTotals(streams);
  return {
    ...describe(recording),
    // FIT has no field for the name of a workout.
    isProfileName: recording.sport.format === 'fit' && recording.name !== null,
    start: new Date(start),
    ...timeZoneOf(streams, recording.utcOffset, start, fileTimeZone),
    streams,
    laps: finishLaps(laps, streams, totals, start, deviceTotals),
    lengths: toSwimLengths(dated.lengths, start),
    poolLength: recording.poolLength,
    summary: summarize(streams, totals, deviceTotals, motion, timeline ?? undefined),
    preview: createPreview(streams),
    warnings,
    legs: [],
  };
}

/**
 * Whether the samples are the whole workout although the session says that it lasted longer: the laps lasted as long as
 * they, and nothing of its distance is missing.
 */
function isSessionDisproved(
  { elapsed, distance }: RecordedTotals,
  laps: readonly RecordedLap[],
  { n, columns }: Streams,
): boolean {
  if (n < 2 || elapsed === null || distance === null || !columns.distance || laps.length === 0) return false;
  const seconds = columns.time![n - 1]! / 1000;
  const ofLaps = laps.reduce((sum, lap) => sum + (lap.elapsed ?? lap.active ?? 0), 0);
  return (
    elapsed * LAPS_SHARE > seconds &&
    ofLaps < elapsed * LAPS_SHARE &&
    Math.abs(ofLaps - seconds) <= seconds * (1 - LAPS_SHARE) &&
    isSameDistance(columns.distance[n - 1]! / 100, distance)
  );
}

/**
 * Corrects the times of laps and lengths as those of the samples. Where a part was left out, the device's totals and
 * the laps outside the remaining part do not apply.
 */
function applyClock(
  recording: Recording,
  { correctTime: momentOf, isCut, start, streams }: Timeline,
): Recording {
  const laps = recording.laps.map((lap) => ({ ...lap, start: momentOf(lap.start) }));
  const lengths = recording.lengths.map((length) => ({
    ...length,
    from: momentOf(length.from),
    to: momentOf(length.to),
  }));
  if (!isCut) return { ...recording, laps, lengths };
  const end = start + streams.columns.time!.at(-1)!;
  const within = (at: number) => at >= start - 1000 && at < end;
  return {
    ...recording,
    laps: laps.filter((lap) => within(lap.start)),
    lengths: lengths.filter(({ from }) => within(from)),
    totals: { ...NO_TOTALS },
  };
}

type DeviceFigures = { totals: RecordedTotals; laps: RecordedLap[] };

/**
 * Converts the device's cadences on foot to steps a minute, as those of the series. Without a series each average tells
 * by itself whether it counts one foot.
 */
function convertCadences(
  { totals, laps }: DeviceFigures,
  stepsPerCount: 1 | 2 | null,
  motion: Motion,
): DeviceFigures {
  const factorFor = (average: number | null) => stepsPerCount ?? stepsInCount(motion, average ?? 0);
  const multiply = (value: number | null, factor: number) => value && value * factor;
  const factor = factorFor(totals.cadenceAvg ?? totals.cadenceMax);
  return {
    totals: {
      ...totals,
      cadenceAvg: multiply(totals.cadenceAvg, factor),
      cadenceMax: multiply(totals.cadenceMax, factor),
    },
    laps: laps.map((lap) => ({ ...lap, cadenceAvg: multiply(lap.cadenceAvg, factorFor(lap.cadenceAvg)) })),
  };
}

const toSwimLengths = (lengths: readonly RecordedLength[], start: number): SwimLength[] =>
  lengths
    .filter(({ isActive }) => isActive)
    .map(({ from, to, strokes, stroke }) => ({
      start: Math.round(from - start) / 1000,
      duration: Math.round(to - from) / 1000,
      strokes,
      stroke,
    }));

/** A workout of our own export needs no repair: only its summary is computed. */
function finishRestoredWorkout({ details, streams }: RestoredWorkout, recording: Recording): ParsedWorkout {
  const { start, name, device, activityTypeId, timeZone } = details;
  const totals = runningTotals(streams);
  return {
    ...writtenFieldsOf(details),
    ...describe({ ...recording, name, notes: details.notes ?? null, device }),
    activityTypeId,
    start: new Date(start),
    timeZone,
    timeZoneFrom: 'file',
    streams,
    laps: finishLaps(details.laps, streams, totals, start),
    lengths: details.lengths ?? [],
    poolLength: details.poolLength ?? null,
    summary: details.told
      ? summaryFromDetails(details, details.told)
      : summarize(streams, totals, details.totals, AS_RECORDED, details.totals),
    preview: createPreview(streams),
    warnings: recording.warnings,
    legs: [],
  };
}

function hasExtent({ timer, elapsed }: RecordedTotals, { n, columns }: Streams): boolean {
  return (n > 1 && columns.time![n - 1]! > 0) || Math.max(timer ?? 0, elapsed ?? 0) > 0;
}

function finishParent(recording: Recording, fileTimeZone: string | null): ParsedWorkout {
  const warnings = [...recording.warnings];
  const legs = recording.legs.flatMap((leg) => {
    try {
      return finishWorkout(leg, fileTimeZone);
    } catch (error) {
      if (!(error instanceof FileProblem) || error.code !== 'no_points') throw error;
      warnings.push('A leg without any recorded time was left out.');
      return [];
    }
  });
  if (legs.length === 0) throw new FileProblem('no_points', 'No leg of this file holds any recorded time.');
  if (legs.length === 1) return { ...legs[0]!, warnings: [...warnings, ...legs[0]!.warnings] };
  checkSpan(legs);
  const { streams, summary, start } = joinLegs(legs);
  const totals = runningTotals(streams);
  const roundTrip = parseRoundTripDetails(recording.roundTrip);
  return {
    ...(roundTrip && writtenFieldsOf(roundTrip)),
    ...describe({
      ...recording,
      name: roundTrip?.name ?? recording.name,
      notes: roundTrip?.notes ?? recording.notes,
    }),
    ...(roundTrip && { activityTypeId: roundTrip.activityTypeId }),
    device: roundTrip ? roundTrip.device : (recording.device ?? legs[0]!.device),
    start,
    ...(roundTrip
      ? { timeZone: roundTrip.timeZone, timeZoneFrom: 'file' as const }
      : timeZoneOf(streams, recording.legs[0]!.utcOffset, start.getTime(), fileTimeZone)),
    streams,
    laps: finishLaps(roundTrip?.laps ?? recording.laps, streams, totals, start.getTime()),
    summary,
    preview: createPreview(streams),
    warnings: [...new Set([...warnings, ...legs.flatMap((leg) => leg.warnings)])],
    legs,
  };
}

/** Legs share one time column, whose length is limited. */
function checkSpan(legs: readonly ParsedWorkout[]): void {
  const starts = legs.map(({ start }) => start.getTime());
  const ends = legs.map(({ start, summary }) => start.getTime() + summary.elapsed * 1000);
  if (Math.max(...ends) - Math.min(...starts) <= LIMITS.spanMs) return;
  const [first, last] = [Math.min(...starts), Math.max(...starts)].map(formatDate);
  throw new FileProblem(
    'impossible',
    `The legs of this file are dated ${first} to ${last}, farther apart than those of one workout can be. Correct the dates in the file and upload it again.`,
  );
}

function describe({ name, notes, sport, device, gadgets, isTransition }: Recording) {
  return {
    name: toText(name, toStorableName, NAME_LENGTH),
    notes: toText(notes, toStorableText, NOTES_LENGTH),
    sport,
    activityTypeId: activityIdForFileSport(sport),
    device: toText(device, toStorableName, NAME_LENGTH),
    gadgets,
    isTransition,
  };
}

/** Null for a text of nothing but characters that cannot be stored. */
const toText = (text: string | null, toStorable: typeof toStorableText, length: number): string | null =>
  text === null ? null : toStorable(text, length) || (text === '' ? '' : null);

/**
 * The time zone of the first position: devices that crossed a border still have the zone of home. Without a position the
 * member's own zone, unless the file has another offset.
 */
function timeZoneOf(
  { columns: { lat, lng } }: Streams,
  utcOffset: number | null,
  start: number,
  fileTimeZone: string | null,
): Pick<ParsedWorkout, 'timeZone' | 'timeZoneFrom'> {
  const first = lat?.findIndex((value) => value !== MISSING) ?? -1;
  if (first >= 0) {
    return { timeZone: tzLookup(lat![first]! / 1e7, lng![first]! / 1e7), timeZoneFrom: 'position' };
  }
  if (utcOffset !== null) {
    const own = fileTimeZone ?? 'UTC';
    return { timeZone: findZoneByOffset(utcOffset, new Date(start), own), timeZoneFrom: 'file' };
  }
  return fileTimeZone
    ? { timeZone: fileTimeZone, timeZoneFrom: 'file' }
    : { timeZone: 'UTC', timeZoneFrom: 'none' };
}
