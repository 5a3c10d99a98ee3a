import { groupOf } from '@waymark/activities';
import { activityType } from '@waymark/activities/catalogue';
import type { Aggregates } from '@waymark/api-contract';
import { runningTotals, type Streams } from '@waymark/streams';
import { summarize } from '../../../recordings/streams/summarize.ts';
import { motionForSport } from '../../../recordings/streams/motion.ts';
import { createPreview } from '../../../recordings/streams/preview.ts';
import { NO_TOTALS } from '../../../recordings/model/recording.ts';
import { FIGURES, type WorkoutRow } from '../../workout-store/workout-rows.ts';
import { figuresOf } from '../../workout-store/recorded-figures.ts';
import { areasNear, type HiddenAreas } from './hidden-areas.ts';
import { redactPreview, isPreviewRedacted, type TrackPreview } from './redact-preview.ts';
import { redactStreams } from './redact-streams.ts';
import { circleOf } from './sphere.ts';

const MINUTE = 60_000;
/** Exact start times of several parts of one outing would disclose the time spent between them. */
const START_STEP = 5 * MINUTE;
const HIDDEN_START_STEP = 60 * MINUTE;
/** Metres: a preview has five decimals of a degree, in both directions. */
const PREVIEW_ROUNDING = 1;
/** Joules: 1 kcal. */
const ENERGY_STEP = 4184;

/** Rounding of the figures of a workout without any visible part of its track. Metres, seconds, joules, steps. */
const ROUNDING_STEPS: Partial<Record<keyof Aggregates, number>> = {
  distance_total: 500,
  metabolic_energy_total: 50 * ENERGY_STEP,
  active_time_total: 300,
  elapsed_time_total: 300,
  paused_time_total: 300,
  stopped_time_total: 300,
  steps_total: 500,
  ascent_total: 10,
  descent_total: 10,
};

const floorTo = (at: number, step: number): Date => new Date(Math.floor(at / step) * step);
const nearest = (value: number, step: number): number => Math.round(value / step) * step;

export type OriginalWorkout = Pick<
  WorkoutRow,
  keyof Aggregates | 'activity_type_id' | 'start_at' | 'polyline' | 'bounds'
>;

/** The figures of a workout for viewers who must not see a part of it. */
export interface RedactedWorkout {
  figures: Aggregates;
  start_at: Date;
  /** Some of the track is visible. */
  tracked: boolean;
  /** Of the visible part only: points of a preview of the whole would disclose its share. */
  polyline: string | null;
  bounds: number[] | null;
}

/** A redacted workout with its visible streams. */
export interface RedactedRecording extends RedactedWorkout {
  streams: Streams;
}

/**
 * Redacts a workout for other viewers; null where nothing has to be redacted.
 *
 * Every figure is computed from the visible part alone, as if the rest had not been recorded. A figure of the whole
 * beside visible streams would disclose the length of the hidden part, and a few of those locate its start. Means of
 * the whole and rounded figures disclose it too once there are many of them: the rounding averages out.
 */
export function redactWorkout(
  row: OriginalWorkout,
  streams: Streams,
  areas: HiddenAreas,
): RedactedRecording | null {
  const near = areasNear(areas, row.bounds);
  if (row.bounds === null || near.circles.length === 0) return null;
  const hidden = redactStreams(streams, near);
  const placed = streams.columns.lat !== undefined;
  if (hidden.parts === null && (placed || !isPreviewRedacted(row, near))) return null;
  const first = hidden.parts?.[0];
  if (!first) return redactCompletely(row);
  const figures = figuresOfVisiblePart(row, hidden.streams);
  const start_at = floorTo(row.start_at.getTime() + first.startsAt, START_STEP);
  return {
    figures,
    start_at,
    tracked: true,
    ...redactedPreview(hidden.streams, near),
    streams: hidden.streams,
  };
}

function redactedPreview(streams: Streams, areas: HiddenAreas): TrackPreview {
  // An end that rounding moves into an area would be left out, and a straight line has nothing but its two ends.
  const circles = areas.circles.map((circle) =>
    circleOf({ ...circle, radius: circle.radius + PREVIEW_ROUNDING }),
  );
  const { polyline, bounds } = createPreview(redactStreams(streams, { ...areas, circles }).streams);
  const rounded = bounds?.map((degrees) => Math.round(degrees * 1e5) / 1e5) ?? null;
  return redactPreview({ polyline, bounds: rounded }, areas);
}

function figuresOfVisiblePart(row: OriginalWorkout, streams: Streams): Aggregates {
  const type = activityType(row.activity_type_id);
  const motion = motionForSport({ format: 'fit', sport: type ? groupOf(type) : null, subSport: null });
  const figures = figuresOf(summarize(streams, runningTotals(streams), NO_TOTALS, motion));
  const { active_time_total: active } = figures;
  // Figures that only the device knows are split in proportion to time, rounded to what the rate supports.
  const share = row.active_time_total && active !== null ? Math.min(1, active / row.active_time_total) : 0;
  const part = (value: number | null, step: number) => (value === null ? null : nearest(value * share, step));
  return {
    ...figures,
    metabolic_energy_total: part(row.metabolic_energy_total, ENERGY_STEP),
    steps_total: row.steps_total === null ? null : (figures.steps_total ?? part(row.steps_total, 10)),
  };
}

/** A workout none of whose track is shown: its figures are rounded. */
export function redactCompletely(row: OriginalWorkout): RedactedRecording {
  const figures = {} as Aggregates;
  for (const figure of FIGURES) {
    const step = ROUNDING_STEPS[figure];
    const value = row[figure];
    figures[figure] = step === undefined || !value ? value : Math.max(step, nearest(value, step));
  }
  return {
    figures,
    start_at: floorTo(row.start_at.getTime(), HIDDEN_START_STEP),
    tracked: false,
    polyline: null,
    bounds: null,
    streams: { n: 0, columns: {} },
  };
}
