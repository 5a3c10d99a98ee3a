import { groupOf } from '@waymark/activities';
import { activityType } from '@waymark/activities/catalogue';
import type { Aggregates } from '@waymark/api-contract';
import { runningTotals, type Streams } from '@waymark/streams';
import { summarize } from '../../files/metrics.ts';
import { motionOf } from '../../files/motion.ts';
import { previewOf } from '../../files/preview.ts';
import { NO_TOTALS } from '../../files/recording.ts';
import { type Body, estimateEnergy } from '../../workout-store/energy.ts';
import { FIGURES, type WorkoutRow } from '../../workout-store/workout-rows.ts';
import { figuresOf } from '../../workout-store/recorded-figures.ts';
import { areasNear, type HiddenAreas } from './hidden-areas.ts';
import { hidePreview, previewIsCut, type TrackPreview } from './redact-preview.ts';
import { hideStreams } from './redact-streams.ts';
import type { Shown } from './viewer-scope.ts';

const MINUTE = 60_000;
/** Parts of one outing begin where the last one ended: told to the second, they would time what lies between. */
const START_STEP = 5 * MINUTE;
const HIDDEN_START_STEP = 60 * MINUTE;
/** Joules: 1 kcal. */
const ENERGY_STEP = 4184;

/** What is said of a workout none of whose track is visible is no finer than this. Metres, seconds, joules, steps. */
const COARSE: Partial<Record<keyof Aggregates, number>> = {
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

export type Whole = Pick<
  WorkoutRow,
  keyof Aggregates | 'activity_type_id' | 'start_at' | 'polyline' | 'bounds' | 'energy_estimated'
>;

/** As others are told of it, with the streams they see. */
export interface Worked extends Shown {
  streams: Streams;
}

/**
 * A workout as others are told of it, or null when they miss nothing.
 *
 * Every figure is worked out from the visible part alone, as if the rest had not been recorded. With a figure of the
 * whole beside the streams of the visible part, the difference is how long the hidden part is, and a few of them find
 * the place where it begins; a mean of the whole does the same to who has many, and so does a rounded figure, for the
 * visible parts differ and average the rounding out.
 */
export function shownOf(row: Whole, streams: Streams, areas: HiddenAreas, body: Body): Worked | null {
  const near = areasNear(areas, row.bounds);
  if (row.bounds === null || near.circles.length === 0) return null;
  const hidden = hideStreams(streams, near);
  const placed = streams.columns.lat !== undefined;
  if (hidden.parts === null && (placed || !previewIsCut(row, near))) return null;
  const first = hidden.parts?.[0];
  if (!first) return nothingVisible(row);
  const figures = figuresOfVisible(row, hidden.streams, body);
  const start_at = floorTo(row.start_at.getTime() + first.startsAt, START_STEP);
  return { figures, start_at, tracked: true, ...pictureOf(hidden.streams, near), streams: hidden.streams };
}

function pictureOf(streams: Streams, areas: HiddenAreas): TrackPreview {
  const { polyline, bounds } = previewOf(streams);
  const rounded = bounds?.map((degrees) => Math.round(degrees * 1e5) / 1e5) ?? null;
  return hidePreview({ polyline, bounds: rounded }, areas);
}

function figuresOfVisible(row: Whole, streams: Streams, body: Body): Aggregates {
  const type = activityType(row.activity_type_id);
  const motion = motionOf({ format: 'fit', sport: type ? groupOf(type) : null, subSport: null });
  const figures = figuresOf(summarize(streams, runningTotals(streams), NO_TOTALS, motion));
  const { active_time_total: active, distance_total: distance } = figures;
  // What only the device counts is shared out by time, and not finer than its rate could be told.
  const share = row.active_time_total && active !== null ? Math.min(1, active / row.active_time_total) : 0;
  const part = (value: number | null, step: number) => (value === null ? null : nearest(value * share, step));
  const estimate = row.energy_estimated
    ? estimateEnergy(row.activity_type_id, active ?? 0, distance, body, row.start_at)
    : null;
  return {
    ...figures,
    metabolic_energy_total: estimate
      ? nearest(estimate.energy, 1)
      : part(row.metabolic_energy_total, ENERGY_STEP),
    steps_total: row.steps_total === null ? null : (figures.steps_total ?? part(row.steps_total, 10)),
  };
}

function nothingVisible(row: Whole): Worked {
  const figures = {} as Aggregates;
  for (const figure of FIGURES) {
    const step = COARSE[figure];
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
