import tzLookup from '@photostructure/tz-lookup';
import { activityIdForFileSport } from '@waymark/activities';
import { runningTotals } from '@waymark/streams';
import { checkWhole, possibleFigures } from './streams/figure-bounds.ts';
import { clean } from './streams/clean-streams.ts';
import { completeDistance } from './streams/complete-distance.ts';
import { dateOf } from './streams/file-dates.ts';
import { keptDetails } from './roundtrip/details.ts';
import { type Restored, restored, summaryTold } from './roundtrip/restore-workout.ts';
import { finishLaps } from './streams/finish-laps.ts';
import { summarize } from './streams/summarize.ts';
import { AS_RECORDED, motionOf } from './streams/motion.ts';
import { LIMITS } from './limits.ts';
import { completeMoving, completeSpeed } from './streams/complete-moving.ts';
import { parentOf } from './streams/join-legs.ts';
import { previewOf } from './streams/preview.ts';
import { FileProblem } from './file-problem.ts';
import { NO_TOTALS, type RecordedLength, type RecordedTotals, type Recording } from './model/recording.ts';
import { NAME_LENGTH, NOTES_LENGTH, storable } from './storable-text.ts';
import { type Timeline, timelineOf } from './streams/timeline.ts';
import { MISSING, type ParsedWorkout, type Streams, type SwimLength } from './model/parsed-workout.ts';
import { writtenFieldsOf } from './model/written-fields.ts';
import { zoneWithOffset } from './zone-offset.ts';

/**
 * A workout from what a file held: times put in order, impossible values left out, missing series computed,
 * then summary, laps, preview and time zone. `fileTimeZone` is used where no position tells.
 */
export function finishWorkout(recording: Recording, fileTimeZone: string | null): ParsedWorkout {
  if (recording.legs.length > 0) return finishParent(recording, fileTimeZone);
  const kept = restored(recording);
  if (kept) return finishRestored(kept, recording);
  const motion = motionOf(recording.sport);
  const timeline = timelineOf(recording);
  const start = timeline?.start ?? recording.start;
  const streams: Streams = timeline?.streams ?? { n: 0, columns: {} };
  const warnings = [...recording.warnings, ...(timeline?.warnings ?? [])];
  if (streams.n < 2) checkWhole(recording.totals);
  const dated = timeline ? datedAnew(recording, timeline) : recording;
  const { said, laps } = possibleFigures(dated.totals, dated.laps, warnings);
  if (start === null || !hasExtent(said, recording.samples.n, streams)) {
    throw new FileProblem(
      'no_points',
      'This file holds no recorded time: a workout needs at least two points with different times.',
    );
  }
  clean(streams, motion, warnings);
  if (streams.n > 0) {
    completeDistance(streams, motion, said.distance);
    completeSpeed(streams, motion);
    completeMoving(streams, motion, dated.lengths, start);
  }
  const totals = runningTotals(streams);
  return {
    ...described(recording),
    // FIT has no field for the name of a workout.
    isProfileName: recording.sport.format === 'fit' && recording.name !== null,
    start: new Date(start),
    ...zoneOf(streams, recording.utcOffset, start, fileTimeZone),
    streams,
    laps: finishLaps(laps, streams, totals, start, motion),
    lengths: swumLengths(dated.lengths, start),
    poolLength: recording.poolLength,
    summary: summarize(streams, totals, said, motion, timeline ?? undefined),
    preview: previewOf(streams),
    warnings,
    legs: [],
  };
}

/**
 * What the file dates, by the clock that the samples ended up with. Where a part was left out, the device's figures of the whole and its
 * laps beyond the rest do not apply.
 */
function datedAnew(recording: Recording, { momentOf, isCut, start, streams }: Timeline): Recording {
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

const swumLengths = (lengths: readonly RecordedLength[], start: number): SwimLength[] =>
  lengths
    .filter(({ swum }) => swum)
    .map(({ from, to, strokes, stroke }) => ({
      start: Math.round(from - start) / 1000,
      duration: Math.round(to - from) / 1000,
      strokes,
      stroke,
    }));

/** A workout of our own export: nothing to repair or to guess, only to add up. */
function finishRestored({ details, streams }: Restored, recording: Recording): ParsedWorkout {
  const { start, name, device, activityTypeId, timeZone } = details;
  const totals = runningTotals(streams);
  return {
    ...writtenFieldsOf(details),
    ...described({ ...recording, name, notes: details.notes ?? null, device }),
    activityTypeId,
    start: new Date(start),
    timeZone,
    timeZoneFrom: 'file',
    streams,
    laps: finishLaps(details.laps, streams, totals, start, AS_RECORDED),
    lengths: details.lengths ?? [],
    poolLength: details.poolLength ?? null,
    summary: details.told
      ? summaryTold(details, details.told)
      : summarize(streams, totals, details.totals, AS_RECORDED, details.totals),
    preview: previewOf(streams),
    warnings: recording.warnings,
    legs: [],
  };
}

function hasExtent({ timer, elapsed }: RecordedTotals, read: number, { n, columns }: Streams): boolean {
  const said = Math.max(timer ?? 0, elapsed ?? 0);
  return (n > 1 && columns.time![n - 1]! > 0) || (said > 0 && (n > 0 || read === 0));
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
  checkTogether(legs);
  const { streams, summary, start } = parentOf(legs);
  const totals = runningTotals(streams);
  const kept = keptDetails(recording.kept);
  return {
    ...(kept && writtenFieldsOf(kept)),
    ...described({ ...recording, name: kept?.name ?? recording.name, notes: kept?.notes ?? recording.notes }),
    ...(kept && { activityTypeId: kept.activityTypeId }),
    device: kept ? kept.device : (recording.device ?? legs[0]!.device),
    start,
    ...(kept
      ? { timeZone: kept.timeZone, timeZoneFrom: 'file' as const }
      : zoneOf(streams, recording.legs[0]!.utcOffset, start.getTime(), fileTimeZone)),
    streams,
    laps: finishLaps(
      kept?.laps ?? recording.laps,
      streams,
      totals,
      start.getTime(),
      motionOf(recording.sport),
    ),
    summary,
    preview: previewOf(streams),
    warnings: [...new Set([...warnings, ...legs.flatMap((leg) => leg.warnings)])],
    legs,
  };
}

/** Their series are one on the clock of the first, and that has an end. */
function checkTogether(legs: readonly ParsedWorkout[]): void {
  const starts = legs.map(({ start }) => start.getTime());
  const ends = legs.map(({ start, summary }) => start.getTime() + summary.elapsed * 1000);
  if (Math.max(...ends) - Math.min(...starts) <= LIMITS.spanMs) return;
  const [first, last] = [Math.min(...starts), Math.max(...starts)].map(dateOf);
  throw new FileProblem(
    'impossible',
    `The legs of this file are dated ${first} to ${last}, farther apart than those of one workout can be. Correct the dates in the file and upload it again.`,
  );
}

function described({ name, notes, sport, device, gadgets, isTransition }: Recording) {
  return {
    name: saidOf(name, NAME_LENGTH),
    notes: saidOf(notes, NOTES_LENGTH),
    sport,
    activityTypeId: activityIdForFileSport(sport),
    device: saidOf(device, NAME_LENGTH),
    gadgets,
    isTransition,
  };
}

/** A text that was nothing but what cannot be stored says nothing. */
const saidOf = (text: string | null, length: number): string | null =>
  text === null ? null : storable(text, length) || (text === '' ? '' : null);

/**
 * By place and not by the clock of the file: devices that crossed a border still carry the old zone. Without a place the
 * member's own zone, unless the file's clock was another one.
 */
function zoneOf(
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
    return { timeZone: zoneWithOffset(utcOffset, new Date(start), own), timeZoneFrom: 'file' };
  }
  return fileTimeZone
    ? { timeZone: fileTimeZone, timeZoneFrom: 'file' }
    : { timeZone: 'UTC', timeZoneFrom: 'none' };
}
