import { rangeOf, segmentStats, type RunningTotals, type SegmentStats } from '@waymark/streams';
import { isSameDistance } from './complete-distance.ts';
import type { Motion } from './motion.ts';
import type { RecordedTotals } from '../model/recording.ts';
import { MISSING, type FigureRange, type Streams, type RecordedFigures } from '../model/parsed-workout.ts';

const MAX_STEP_MS = 30_000;
/** Averages of the device and of the series are of the same values when they differ by no more than this share. */
const AVERAGE_AGREES_SHARE = 0.15;
/** An average that counts some zeros, all or none is recognised within this share. */
const SAME_AVERAGE_SHARE = 0.03;
/** The average of a series with values in fewer samples than this share is uncertain. */
const SPARSE_SHARE = 0.5;
/**
 * A device measures more often than it records, so its maximum may exceed the recorded one, by this share at most. The
 * heart rate changes slowly.
 */
const MAX_ABOVE_SHARE = { heartrate: 0.05, cadence: 0.3, power: 0.3, speed: 0.3 };
/** Less than this is rounding and no pause. */
const UNMARKED_SECONDS = 2;

/** Steps from a cadence in steps a minute over recording time. */
export function countSteps({ n, columns: { cadence, timer } }: Streams): number | null {
  if (!cadence) return null;
  let steps = 0;
  for (let i = 1; i < n; i++) {
    if (cadence[i]! > 0) steps += (cadence[i]! * Math.min(MAX_STEP_MS, timer![i]! - timer![i - 1]!)) / 60_000;
  }
  return Math.round(steps);
}

const toRange = (avg: number | null, max: number | null): FigureRange | null =>
  avg === null && max === null ? null : { min: null, max, avg };

/** The summary by the device's totals, for a workout without series. */
function summarizeTotals(device: RecordedTotals): RecordedFigures {
  const timer = device.timer ?? device.elapsed ?? 0;
  const elapsed = Math.max(device.elapsed ?? timer, timer);
  const active = Math.min(device.active ?? timer, timer);
  const speedAvg = device.distance && active > 0 ? device.distance / active : null;
  return {
    distance: device.distance,
    elapsed,
    active,
    paused: elapsed - timer,
    stopped: timer - active,
    ascent: device.ascent,
    descent: device.descent,
    energy: device.energy,
    steps: device.steps,
    heartrate: toRange(device.heartrateAvg, device.heartrateMax),
    speed: toRange(speedAvg, device.speedMax),
    cadence: toRange(device.cadenceAvg, device.cadenceMax),
    power: toRange(device.powerAvg, device.powerMax),
    hasTrack: false,
  };
}

/** Seconds: see `endsOf` and `timerTruth`. */
export type ResolvedTimes = { elapsed: number; timer: number };

/**
 * The summary of a workout: from its series where it has one, else from the device's totals. The device's times and
 * distance are used where the series misses more than a tenth of the workout, its distance and averages also where the
 * series has about the same, its maxima where they are a little above those of the series.
 * @param device cadences in the unit of the series
 * @param times undefined where the series is the truth, such as that of an edited recording
 */
export function summarize(
  streams: Streams,
  totals: RunningTotals,
  device: RecordedTotals,
  motion: Motion,
  times?: ResolvedTimes,
): RecordedFigures {
  const fromDevice = summarizeTotals(device);
  if (streams.n < 2) return fromDevice;
  const series = segmentStats(streams, 0, streams.n - 1, totals);
  const own = times ?? seriesTimes(series, device);
  const covered = (device.elapsed ?? 0) * 0.9 <= series.elapsed;
  const elapsed = covered ? own.elapsed : device.elapsed!;
  const timer = Math.min(covered ? own.timer : (device.timer ?? own.timer), elapsed);
  const active = Math.min(timer, covered ? series.active : Math.max(series.active, fromDevice.active));
  const agreed =
    times !== undefined &&
    series.distance !== null &&
    device.distance !== null &&
    isSameDistance(series.distance, device.distance);
  const isDeviceLonger = !covered && (device.distance ?? 0) > (series.distance ?? 0);
  const distance = agreed || isDeviceLonger ? device.distance : (series.distance ?? device.distance);
  const rangeFor = (sensor: Sensor) =>
    chooseFigures(streams, series[sensor], sensor, times && device) ?? fromDevice[sensor];
  const speedMax = times && (device.speedMax ?? 0) <= motion.fastest ? device.speedMax : null;
  const speed =
    series.speed === null
      ? fromDevice.speed
      : { ...series.speed, max: chooseMax('speed', series.speed.max, speedMax) };
  const speedAvg = distance !== null && active > 0 ? distance / active : null;
  return {
    distance,
    elapsed,
    active,
    paused: elapsed - timer,
    stopped: timer - active,
    ascent: series.ascent ?? device.ascent,
    descent: series.descent ?? device.descent,
    energy: device.energy,
    steps: device.steps ?? (motion.onFoot ? countSteps(streams) : null),
    heartrate: rangeFor('heartrate'),
    speed: speed && speedAvg !== null ? { ...speed, avg: speedAvg } : speed,
    cadence: rangeFor('cadence'),
    power: rangeFor('power'),
    hasTrack: hasTrack(streams),
  };
}

type Sensor = 'heartrate' | 'cadence' | 'power';

/** The device averages over more values than it records: its average is used where the series agrees with it. */
function chooseFigures(
  streams: Streams,
  series: FigureRange | null,
  sensor: Sensor,
  device: RecordedTotals | undefined,
): FigureRange | null {
  if (!series || !device) return series;
  const max = chooseMax(sensor, series.max, device[`${sensor}Max`]);
  const avg = device[`${sensor}Avg`];
  return { ...series, max, avg: avg && agreesWithSeries(streams, sensor, series, avg) ? avg : series.avg };
}

const chooseMax = (
  figure: keyof typeof MAX_ABOVE_SHARE,
  series: number | null,
  device: number | null,
): number | null =>
  series !== null && device !== null && device > series && device <= series * (1 + MAX_ABOVE_SHARE[figure])
    ? device
    : series;

/**
 * Whether a device's average can be one of the recorded values: it is about their average, or between the averages with
 * all zeros counted and with none, or within their range where only few heart rates were recorded.
 */
function agreesWithSeries(
  streams: Streams,
  sensor: Sensor,
  { min, max, avg }: FigureRange,
  deviceAvg: number,
): boolean {
  if (avg === null || deviceAvg > (max ?? deviceAvg)) return false;
  if (Math.abs(deviceAvg - avg) <= avg * AVERAGE_AGREES_SHARE) return true;
  if (sensor === 'heartrate') {
    const recorded = streams.columns.heartrate!.reduce((n, value) => n + (value === MISSING ? 0 : 1), 0);
    return deviceAvg >= (min ?? deviceAvg) && recorded < streams.n * SPARSE_SHARE;
  }
  // The average cadence of a series leaves zeros out, the average power counts them: see `segmentStats`.
  const other = rangeOf(streams, sensor, 0, streams.n - 1, { scale: 1, skipZero: sensor === 'power' });
  if (other === null) return false;
  const [low, high] = [Math.min(avg, other.avg), Math.max(avg, other.avg)];
  return deviceAvg >= low * (1 - SAME_AVERAGE_SHARE) && deviceAvg <= high * (1 + SAME_AVERAGE_SHARE);
}

/** A device that paused by itself may leave no trace in the series but a smaller timer. */
function seriesTimes({ elapsed, paused }: SegmentStats, { timer }: RecordedTotals): ResolvedTimes {
  const isUnmarked = paused === 0 && timer !== null && timer < elapsed - UNMARKED_SECONDS;
  return { elapsed, timer: isUnmarked ? timer : elapsed - paused };
}

function hasTrack({ columns: { lat } }: Streams): boolean {
  let places = 0;
  return lat?.some((value) => value !== MISSING && ++places === 2) ?? false;
}
