import type { Aggregates, Workout, WorkoutSummary } from '@waymark/api-contract';
import { segmentStats, sliceStreams, type Range, type SampleRange, type Streams } from '@waymark/streams';

const range = (kind: 'heartrate' | 'speed' | 'cadence' | 'power', value: Range | null) => ({
  [`${kind}_min`]: value?.min ?? null,
  [`${kind}_max`]: value?.max ?? null,
  [`${kind}_avg`]: value?.avg ?? null,
});

/** The figures of parts of a recording, worked out here so that they follow the handles at once. */
export function figuresOfParts(
  workout: Workout,
  streams: Streams,
  parts: readonly SampleRange[],
): Aggregates {
  const left = sliceStreams(streams, parts);
  const { aggregates: whole } = workout;
  if (left.n === 0) return nothingLike(whole);
  const stats = segmentStats(left, 0, left.n - 1);
  const share = whole.active_time_total ? stats.active / whole.active_time_total : 0;
  const of = (figure: number | null) => (figure === null ? null : figure * share);
  return {
    ...range('heartrate', stats.heartrate),
    ...range('speed', stats.speed),
    ...range('cadence', stats.cadence),
    ...range('power', stats.power),
    distance_total: stats.distance ?? of(whole.distance_total),
    active_time_total: stats.active,
    elapsed_time_total: stats.elapsed,
    paused_time_total: stats.paused,
    stopped_time_total: stats.stopped,
    ascent_total: stats.ascent,
    descent_total: stats.descent,
    metabolic_energy_total: of(whole.metabolic_energy_total),
    steps_total: of(whole.steps_total),
  } as Aggregates;
}

const nothingLike = (figures: Aggregates) =>
  Object.fromEntries(Object.keys(figures).map((key) => [key, null])) as unknown as Aggregates;

/** What several workouts would be as one: their sums, and the time from the first start to the last end. */
export function figuresOfMerged(workouts: readonly WorkoutSummary[]): Aggregates {
  const sum = (figure: keyof Aggregates) => {
    const known = workouts.map(({ aggregates }) => aggregates[figure]).filter((value) => value !== null);
    return known.length > 0 ? known.reduce((all, value) => all + value, 0) : null;
  };
  const starts = workouts.map((workout) => Date.parse(workout.start_datetime));
  const ends = workouts.map((workout, i) => starts[i]! + (workout.aggregates.elapsed_time_total ?? 0) * 1000);
  const elapsed = (Math.max(...ends) - Math.min(...starts)) / 1000;
  const [active, distance] = [sum('active_time_total'), sum('distance_total')];
  return {
    ...nothingLike(workouts[0]!.aggregates),
    distance_total: distance,
    active_time_total: active,
    elapsed_time_total: elapsed,
    ascent_total: sum('ascent_total'),
    metabolic_energy_total: sum('metabolic_energy_total'),
    speed_avg: active && distance ? distance / active : null,
  };
}
