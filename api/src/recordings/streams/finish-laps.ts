import type { Lap } from '@waymark/api-contract';
import { between, indexAt, type Range, segmentStats, type RunningTotals } from '@waymark/streams';
import { NO_LAP, type RecordedLap, type RecordedTotals } from '../model/recording.ts';
import { isSameDistance } from './complete-distance.ts';
import type { Streams } from '../model/parsed-workout.ts';

/** A lap that ends so much before the next begins, in seconds of running time and as a share of it, did not end there. */
const EARLY_SECONDS = 5;
const EARLY_SHARE = 0.05;
/** So much running time after the last lap, in seconds, is a lap of its own. */
const REST_SECONDS = 10;
/** Less than this share of the time that the timer ran within a lap is not its running time. */
const ACTIVE_SHARE = 0.5;
/** A lap of less than this share of time and way, and of the same distance within the other, is cut short. */
const CUT_SHARE = 0.5;
const SAME_DISTANCE_SHARE = 0.02;
/** No lap's timer runs for longer than this many times the lap. */
const LONGER_FACTOR = 1.5;
/** The distance of a lap and of a stretch of the series are the same within this share, or so many metres. */
const STRETCH_SHARE = 0.03;
const STRETCH_METERS = 20;
/** Laps add up to the device's totals within this share. */
const SAME_TOTAL_SHARE = 0.001;
/** A lap dated so long before the start or after the end, in ms, is not of this workout. */
const OUTSIDE_MS = 10 * 60_000;
/** Starts of laps are rounded to the second. */
const ROUNDING_MS = 1000;

type LapTotals = Pick<RecordedTotals, 'timer' | 'elapsed' | 'distance'>;

/**
 * Completes laps. The device's own figures are used where it has them, because its screen showed them; the others come
 * from the series between the ends of the lap. A lap lasts as long as the device says, unless the timer ran on before
 * the next lap began and the series does not have its distance at the end that it says; what was recorded after the last
 * lap is a lap too, unless the laps are intervals with other time between them.
 */
export function finishLaps(
  laps: readonly RecordedLap[],
  streams: Streams,
  totals: RunningTotals,
  start: number,
  device: LapTotals = { timer: null, elapsed: null, distance: null },
): Lap[] {
  const { time, timer } = streams.columns;
  const end = start + (time?.at(-1) ?? 0);
  const ran = (from: number, to: number) =>
    time && streams.n > 1 && to > from
      ? (between(timer!, indexAt(time, to - start)) - between(timer!, indexAt(time, from - start))) / 1000
      : 0;
  const metersBetween = (from: number, to: number) =>
    streams.n > 1 && from < end
      ? segmentStats(streams, indexAt(time!, from - start), indexAt(time!, to - start), totals).distance
      : null;
  const timed = withinWorkout(laps, start, Math.max(end, start + (device.elapsed ?? 0) * 1000));
  const finished = timed.map((lap, index): Lap => {
    const isLast = index === timed.length - 1;
    const next = isLast ? Math.max(end, lap.start) : timed[index + 1]!.start;
    const from = lap.start - start;
    const isCut = isLast && streams.n > 1 && from < end - start && isCutShort(lap, from, streams, totals);
    const declared = isCut
      ? (next - lap.start) / 1000
      : lapElapsed(lap, next, isLast, { ran, metersBetween });
    // No lap goes on after the session.
    const latest = Math.max(next, start + (device.elapsed ?? Infinity) * 1000) - lap.start;
    const elapsed = isLast ? (declared > latest / 1000 + EARLY_SECONDS ? latest / 1000 : declared) : declared;
    const inSeries = streams.n > 1 && from < end - start && from + elapsed * 1000 > 0;
    const stats = inSeries
      ? segmentStats(streams, indexAt(time!, from), indexAt(time!, from + elapsed * 1000), totals)
      : null;
    const running = stats ? stats.elapsed - stats.paused : 0;
    const distance = lap.distance ?? stats?.distance ?? null;
    const isBelieved =
      lap.active !== null &&
      lap.active >= running * ACTIVE_SHARE &&
      (running === 0 || lap.active <= elapsed * LONGER_FACTOR + EARLY_SECONDS);
    const active = isBelieved ? lap.active! : (stats?.active ?? elapsed);
    return {
      index,
      start: from / 1000,
      elapsed,
      active,
      distance,
      ascent: stats?.ascent ?? lap.ascent,
      heartrate_avg: lap.heartrateAvg ?? stats?.heartrate?.avg ?? null,
      heartrate_max: lap.heartrateMax ?? stats?.heartrate?.max ?? null,
      cadence_avg: chooseCadence(lap.cadenceAvg, stats?.cadence ?? null),
      power_avg: lap.powerAvg ?? stats?.power?.avg ?? null,
      speed_avg: distance !== null && active > 0 ? distance / active : lap.speedAvg,
      speed_max: stats?.speed?.max ?? lap.speedMax,
    };
  });
  const last = finished.at(-1);
  const lastEnd = last ? start + (last.start + last.elapsed) * 1000 : end;
  const areIntervals = finished
    .slice(1)
    .some(
      (lap, i) =>
        ran(start + (finished[i]!.start + finished[i]!.elapsed) * 1000, start + lap.start * 1000) >
        EARLY_SECONDS,
    );
  if (ran(lastEnd, end) < REST_SECONDS || areIntervals || addUpTo(device, timed, metersBetween(start, end)))
    return finished;
  const rest = { ...NO_LAP, start: lastEnd, elapsed: (end - lastEnd) / 1000 };
  return finishLaps([...timed, rest], streams, totals, start, device);
}

/**
 * Laps with a time, in its order. Devices date some laps by a clock that was not set, such as in 1989: those are left out
 * where the end of the workout is known. A lap that began before the workout has the part of it that is within.
 */
function withinWorkout(laps: readonly RecordedLap[], start: number, end: number): RecordedLap[] {
  return laps
    .filter(({ start: from, elapsed, active }) => {
      if (!Number.isFinite(from)) return false;
      const until = from + (elapsed ?? active ?? 0) * 1000;
      return end <= start || (until >= start - OUTSIDE_MS && from <= end + OUTSIDE_MS);
    })
    .map((lap) => cutToStart(lap, start))
    .toSorted((a, b) => a.start - b.start);
}

function cutToStart(lap: RecordedLap, start: number): RecordedLap {
  const earlyMs = start - lap.start;
  if (earlyMs <= ROUNDING_MS) return lap;
  return { ...lap, start, elapsed: lap.elapsed === null ? null : Math.max(0, lap.elapsed - earlyMs / 1000) };
}

/** Whether a last lap ended early by its time but has the distance of all that follows, most of which came later. */
function isCutShort(lap: RecordedLap, from: number, streams: Streams, totals: RunningTotals): boolean {
  const { time } = streams.columns;
  const seconds = (time!.at(-1)! - from) / 1000;
  if (lap.elapsed === null || lap.elapsed >= seconds * CUT_SHARE || !lap.distance) return false;
  const metersUntil = (end: number) => segmentStats(streams, indexAt(time!, from), end, totals).distance ?? 0;
  const rest = metersUntil(streams.n - 1);
  return (
    Math.abs(rest - lap.distance) <= rest * SAME_DISTANCE_SHARE &&
    metersUntil(indexAt(time!, from + lap.elapsed * 1000)) < lap.distance * CUT_SHARE
  );
}

/** Of the time between two moments, in ms since 1970: seconds that the timer ran, and metres by the series. */
type SeriesBetween = {
  ran: (from: number, to: number) => number;
  metersBetween: (from: number, to: number) => number | null;
};

function lapElapsed(lap: RecordedLap, next: number, isLast: boolean, series: SeriesBetween): number {
  const until = (next - lap.start) / 1000;
  const { elapsed, active } = lap;
  const endsEarly = (seconds: number): boolean => {
    const lost = series.ran(lap.start + seconds * 1000, next);
    return lost > EARLY_SECONDS && lost > until * EARLY_SHARE;
  };
  if (elapsed === null) {
    if (active !== null && endsEarly(active) && hasOwnDistance(lap, active, next, series)) return active;
    return until > 0 ? until : (active ?? 0);
  }
  if (isLast) return elapsed;
  // Some devices count the pause before a lap to it.
  const isLate = elapsed > until + EARLY_SECONDS && active !== null && active <= until + EARLY_SECONDS;
  return isLate || (endsEarly(elapsed) && !hasOwnDistance(lap, elapsed, next, series)) ? until : elapsed;
}

/** Whether the series has the distance of a lap after so many seconds, and another one where the next lap begins. */
function hasOwnDistance(
  { start, distance }: RecordedLap,
  seconds: number,
  next: number,
  { metersBetween }: SeriesBetween,
): boolean {
  const isSame = (meters: number | null) =>
    meters !== null && Math.abs(meters - distance!) <= Math.max(STRETCH_METERS, distance! * STRETCH_SHARE);
  return (
    distance !== null &&
    distance > 0 &&
    isSame(metersBetween(start, start + seconds * 1000)) &&
    !isSame(metersBetween(start, next))
  );
}

/**
 * Whether the laps add up to the device's totals, and those to the series: then its clock is short, and no lap is missing.
 */
function addUpTo(device: LapTotals, laps: readonly RecordedLap[], meters: number | null): boolean {
  if (meters !== null && device.distance !== null && !isSameDistance(meters, device.distance)) return false;
  const isSum = (figure: 'active' | 'distance', total: number | null) =>
    total !== null &&
    total > 0 &&
    Math.abs(laps.reduce((sum, lap) => sum + (lap[figure] ?? 0), 0) - total) <= total * SAME_TOTAL_SHARE;
  return laps.length > 0 && isSum('active', device.timer) && isSum('distance', device.distance);
}

/** The device's own average, unless it is above all values of the series. */
const chooseCadence = (device: number | null, series: Range | null): number | null =>
  device && (!series || device <= series.max) ? device : (series?.avg ?? device);
