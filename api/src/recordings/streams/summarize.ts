import { segmentStats, type RunningTotals, type SegmentStats } from '@waymark/streams';
import { sameDistance } from './complete-distance.ts';
import { type Motion, stepsInCount } from './motion.ts';
import type { RecordedTotals } from '../model/recording.ts';
import { MISSING, type Said, type Streams, type WorkoutSummary } from '../model/parsed-workout.ts';

const LONGEST_STEP = 30_000;
/** Averages of the device and of the series are of the same values when they differ by no more than this share. */
const AVERAGE_AGREES_SHARE = 0.15;
/** Less than this is rounding and no pause. */
const UNMARKED_SECONDS = 2;

/** Steps from a cadence in steps a minute over recording time. */
export function stepsOf({ n, columns: { cadence, timer } }: Streams): number | null {
  if (!cadence) return null;
  let steps = 0;
  for (let i = 1; i < n; i++) {
    if (cadence[i]! > 0)
      steps += (cadence[i]! * Math.min(LONGEST_STEP, timer![i]! - timer![i - 1]!)) / 60_000;
  }
  return Math.round(steps);
}

const told = (avg: number | null, max: number | null, times = 1): Said | null =>
  avg === null && max === null
    ? null
    : { min: null, max: max === null ? null : max * times, avg: avg === null ? null : avg * times };

/** What the device said, for a workout without series. */
function fromTotals(said: RecordedTotals, motion: Motion): WorkoutSummary {
  const timer = said.timer ?? said.elapsed ?? 0;
  const elapsed = Math.max(said.elapsed ?? timer, timer);
  const active = Math.min(said.active ?? timer, timer);
  const speedAvg = said.distance && active > 0 ? said.distance / active : null;
  const steps = stepsInCount(motion, said.cadenceAvg ?? said.cadenceMax ?? 0);
  return {
    distance: said.distance,
    elapsed,
    active,
    paused: elapsed - timer,
    stopped: timer - active,
    ascent: said.ascent,
    descent: said.descent,
    energy: said.energy,
    steps: said.steps,
    heartrate: told(said.heartrateAvg, said.heartrateMax),
    speed: told(speedAvg, said.speedMax),
    cadence: told(said.cadenceAvg, said.cadenceMax, steps),
    power: told(said.powerAvg, said.powerMax),
    hasTrack: false,
  };
}

/** Seconds: see `endsOf` and `timerTruth`. */
export type Times = { elapsed: number; timer: number };

/**
 * The summary of a workout: from its series where there is one, else what the device said. The device's elapsed and
 * running time stand where the series misses more than a tenth of the workout; its distance where the series has
 * about the same.
 * @param times undefined where the series is the truth, such as that of an edited recording
 */
export function summarize(
  streams: Streams,
  totals: RunningTotals,
  said: RecordedTotals,
  motion: Motion,
  times?: Times,
): WorkoutSummary {
  const spoken = fromTotals(said, motion);
  if (streams.n < 2) return spoken;
  const series = segmentStats(streams, 0, streams.n - 1, totals);
  const own = times ?? seriesTimes(series, said);
  const covered = (said.elapsed ?? 0) * 0.9 <= series.elapsed;
  const elapsed = covered ? own.elapsed : said.elapsed!;
  const timer = Math.min(covered ? own.timer : (said.timer ?? own.timer), elapsed);
  const active = Math.min(timer, covered ? series.active : Math.max(series.active, spoken.active));
  const agreed =
    times !== undefined &&
    series.distance !== null &&
    said.distance !== null &&
    sameDistance(series.distance, said.distance);
  const distance = agreed ? said.distance : (series.distance ?? said.distance);
  const speed = series.speed ?? spoken.speed;
  const speedAvg = distance !== null && active > 0 ? distance / active : null;
  return {
    distance,
    elapsed,
    active,
    paused: elapsed - timer,
    stopped: timer - active,
    ascent: series.ascent ?? said.ascent,
    descent: series.descent ?? said.descent,
    energy: said.energy,
    steps: said.steps ?? (motion.onFoot ? stepsOf(streams) : null),
    heartrate: averaged(series.heartrate, times && said.heartrateAvg) ?? spoken.heartrate,
    speed: speed && speedAvg !== null ? { ...speed, avg: speedAvg } : speed,
    cadence: series.cadence ?? spoken.cadence,
    power: averaged(series.power, times && said.powerAvg) ?? spoken.power,
    hasTrack: hasTrack(streams),
  };
}

/** The device averages over more values than it writes: its average stands where the series has about the same. */
function averaged(series: Said | null, said: number | null | undefined): Said | null {
  if (!series || series.avg === null || !said) return series;
  const isWithin = said >= (series.min ?? said) && said <= (series.max ?? said);
  const agrees = isWithin && Math.abs(said - series.avg) <= series.avg * AVERAGE_AGREES_SHARE;
  return agrees ? { ...series, avg: said } : series;
}

/** A device that paused by itself may leave no trace in the series but a smaller timer. */
function seriesTimes({ elapsed, paused }: SegmentStats, { timer }: RecordedTotals): Times {
  const isUnmarked = paused === 0 && timer !== null && timer < elapsed - UNMARKED_SECONDS;
  return { elapsed, timer: isUnmarked ? timer : elapsed - paused };
}

function hasTrack({ columns: { lat } }: Streams): boolean {
  let places = 0;
  return lat?.some((value) => value !== MISSING && ++places === 2) ?? false;
}
