import { groupOf } from '@waymark/activities';
import { activityType } from '@waymark/activities/catalogue';
import type { Aggregates, Lap, TimeRange } from '@waymark/api-contract';
import { joinStreams, runningTotals, type SampleRange, sliceStreams, type Streams } from '@waymark/streams';
import { decodeStreams, encodeStreams } from '../../../recordings/streams/codec.ts';
import { LIMITS } from '../../../recordings/limits.ts';
import { countSteps, summarize } from '../../../recordings/streams/summarize.ts';
import { type Motion, motionForSport } from '../../../recordings/streams/motion.ts';
import { createPreview } from '../../../recordings/streams/preview.ts';
import { NO_TOTALS, type RecordedTotals } from '../../../recordings/model/recording.ts';
import type {
  Analysis,
  EncodedColumn,
  Preview,
  StreamKind,
  RecordedFigures,
} from '../../../recordings/model/parsed-workout.ts';
import { analyse } from '../../../recordings/streams/analysis.ts';
import { cutLaps, joinLaps } from './edit-laps.ts';
import { partsOfSplit, partsToKeep } from './parts.ts';
import { Refusal } from './refusal.ts';

/** A workout as an edit takes it: what its streams cannot say, and the streams as they are stored. */
export interface EditSource {
  /** ms since 1970. */
  start: number;
  activityTypeId: number;
  figures: Aggregates;
  laps: readonly Lap[];
  columns: readonly { kind: StreamKind; n: number; data: Uint8Array }[];
}

export type EditTask =
  | { kind: 'cut'; source: EditSource; keep: readonly TimeRange[] }
  | { kind: 'split'; source: EditSource; at: readonly number[] }
  | { kind: 'merge'; sources: readonly EditSource[] };

/** A workout as an edit makes it. */
export interface EditResult {
  /** ms since 1970. */
  start: number;
  summary: RecordedFigures;
  laps: Lap[];
  preview: Preview;
  columns: EncodedColumn[];
  /** What statistics keep of it. */
  analysis: Analysis;
}

const DAY_MS = 86_400_000;

const motionFor = (activityTypeId: number): Motion => {
  const type = activityType(activityTypeId);
  return motionForSport({ format: 'fit', sport: type ? groupOf(type) : null, subSport: null });
};

/** What an edit makes of its workouts, the first in time first. @throws Refusal */
export function computeEdit(task: EditTask): EditResult[] {
  if (task.kind === 'merge') return [mergeSources(task.sources)];
  const { source } = task;
  const streams = decodeStreams(source.columns);
  if (streams.n < 2) throw new Refusal('no_recording');
  if (task.kind === 'split') {
    return partsOfSplit(streams, task.at).map((range) => resultOf(source, streams, [range]));
  }
  return [resultOf(source, streams, partsToKeep(streams, task.keep, source.figures.elapsed_time_total ?? 0))];
}

function resultOf(source: EditSource, whole: Streams, ranges: readonly SampleRange[]): EditResult {
  const time = whole.columns.time!;
  const streams = sliceStreams(whole, ranges);
  const kept = ranges.map(({ from, to }) => ({ from: time[from]! / 1000, to: time[to]! / 1000 }));
  const motion = motionFor(source.activityTypeId);
  const said = saidOfPart(source.figures, whole, streams);
  return {
    start: source.start + time[ranges[0]!.from]!,
    laps: cutLaps(source.laps, streams, kept),
    ...figured(streams, said, motion),
  };
}

function figured(streams: Streams, said: RecordedTotals, motion: Motion) {
  return {
    summary: summarize(streams, runningTotals(streams), said, motion),
    preview: createPreview(streams),
    columns: encodeStreams(streams),
    analysis: analyse(streams),
  };
}

const ratio = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  part !== null && part !== undefined && whole ? part / whole : null;

/**
 * What a device said of the whole and no series tells, for a part: energy by time in motion, steps by those counted
 * from the cadence where there is one. The parts together have what the whole had.
 */
function saidOfPart(figures: Aggregates, whole: Streams, part: Streams): RecordedTotals {
  const end = (values: { at(index: number): number | undefined } | undefined) => values?.at(-1);
  const timer = ratio(end(part.columns.timer), end(whole.columns.timer)) ?? 0;
  const share = ratio(end(runningTotals(part).moving), end(runningTotals(whole).moving)) ?? timer;
  const of = (figure: number | null, by = share) => (figure === null ? null : figure * by);
  const steps = of(figures.steps_total, ratio(countSteps(part), countSteps(whole)) ?? share);
  return {
    ...NO_TOTALS,
    timer:
      figures.elapsed_time_total === null
        ? null
        : (figures.elapsed_time_total - (figures.paused_time_total ?? 0)) * timer,
    distance: of(figures.distance_total),
    ascent: of(figures.ascent_total),
    descent: of(figures.descent_total),
    energy: of(figures.metabolic_energy_total),
    steps: steps === null ? null : Math.round(steps),
  };
}

function mergeSources(sources: readonly EditSource[]): EditResult {
  const points = sources.reduce((sum, { columns }) => sum + (columns[0]?.n ?? 0), 0);
  if (points > LIMITS.points) throw new Refusal('too_long');
  const parts = sources
    .map((source) => ({ ...source, streams: decodeStreams(source.columns) }))
    .toSorted((a, b) => a.start - b.start);
  for (const [i, { start, streams }] of parts.entries()) {
    if (streams.n < 2) throw new Refusal('no_recording');
    if (i === 0) continue;
    const end = parts[i - 1]!.start + parts[i - 1]!.streams.columns.time!.at(-1)!;
    if (start < end) throw new Refusal('overlapping');
    if (start - end > DAY_MS || start + streams.columns.time!.at(-1)! - parts[0]!.start > LIMITS.spanMs)
      throw new Refusal('too_far_apart');
  }
  const sum = (figure: keyof Aggregates) => {
    const values = parts.map(({ figures }) => figures[figure]).filter((value) => value !== null);
    return values.length > 0 ? values.reduce((all, value) => all + value, 0) : null;
  };
  const said: RecordedTotals = {
    ...NO_TOTALS,
    distance: sum('distance_total'),
    ascent: sum('ascent_total'),
    descent: sum('descent_total'),
    energy: sum('metabolic_energy_total'),
    steps: sum('steps_total'),
  };
  return {
    start: parts[0]!.start,
    laps: joinLaps(parts),
    ...figured(joinStreams(parts), said, motionFor(parts[0]!.activityTypeId)),
  };
}
