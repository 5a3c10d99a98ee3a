import type { Aggregates, Lap } from '@waymark/api-contract';
import { indexAt, runningTotals, segmentStats, type Streams } from '@waymark/streams';
import { LIMITS } from '../../../recordings/limits.ts';

/** A lap ends between two samples: this much of it, in seconds, may be outside of what stays. */
const LEEWAY = 1.5;
/** Less than this of a lap, in seconds, is not one. */
const SHORTEST = 1;

/** What stays of a recording, in seconds after its first sample. */
type Kept = { from: number; to: number };

/**
 * The laps of what is left of a recording. A lap that stays whole keeps the figures its device showed; one that lost
 * a part gets those of what is left; one of which nothing is left goes.
 * @param streams what is left, which begins `kept[0].from` seconds later than the laps count from
 */
export function cutLaps(laps: readonly Lap[], streams: Streams, kept: readonly Kept[]): Lap[] {
  const offset = kept[0]?.from ?? 0;
  const totals = runningTotals(streams);
  const time = streams.columns.time!;
  const left: Lap[] = [];
  for (const lap of laps) {
    const [start, end] = [lap.start, lap.start + lap.elapsed];
    const whole = kept.some(({ from, to }) => from - LEEWAY <= start && end <= to + LEEWAY);
    if (whole) {
      left.push({ ...lap, index: left.length, start: Math.max(0, start - offset) });
      continue;
    }
    const pieces = kept
      .map(({ from, to }) => ({ from: Math.max(from, start), to: Math.min(to, end) }))
      .filter(({ from, to }) => to > from);
    if (pieces.reduce((sum, { from, to }) => sum + to - from, 0) < SHORTEST) continue;
    const from = pieces[0]!.from - offset;
    const to = pieces.at(-1)!.to - offset;
    const stats = segmentStats(streams, indexAt(time, from * 1000), indexAt(time, to * 1000), totals);
    left.push({
      index: left.length,
      start: from,
      elapsed: to - from,
      active: stats.active,
      distance: stats.distance,
      ascent: stats.ascent,
      heartrate_avg: stats.heartrate?.avg ?? null,
      heartrate_max: stats.heartrate?.max ?? null,
      cadence_avg: stats.cadence?.avg ?? null,
      power_avg: stats.power?.avg ?? null,
      speed_avg: stats.distance !== null && stats.active > 0 ? stats.distance / stats.active : null,
      speed_max: stats.speed?.max ?? null,
    });
  }
  return left;
}

/**
 * Laps of workouts that become one, `start` being ms since 1970. One without laps is a lap among those of the others;
 * each is where together they have more laps than a workout can have.
 */
export function joinLaps(
  parts: readonly { start: number; laps: readonly Lap[]; figures: Aggregates }[],
): Lap[] {
  if (parts.every(({ laps }) => laps.length === 0)) return [];
  const origin = parts[0]!.start;
  const areTooMany = parts.reduce((sum, { laps }) => sum + laps.length, 0) > LIMITS.lapsPerWorkout;
  const joined: Lap[] = [];
  for (const { start, laps, figures } of parts) {
    const later = (start - origin) / 1000;
    for (const lap of laps.length > 0 && !areTooMany ? laps : [asLap(figures)])
      joined.push({ ...lap, index: joined.length, start: lap.start + later });
  }
  return joined;
}

const asLap = (figures: Aggregates): Lap => ({
  index: 0,
  start: 0,
  elapsed: figures.elapsed_time_total ?? 0,
  active: figures.active_time_total ?? 0,
  distance: figures.distance_total,
  ascent: figures.ascent_total,
  heartrate_avg: figures.heartrate_avg,
  heartrate_max: figures.heartrate_max,
  cadence_avg: figures.cadence_avg,
  power_avg: figures.power_avg,
  speed_avg: figures.speed_avg,
  speed_max: figures.speed_max,
});
