import type { Curves, PersonalRecord } from '@waymark/api-contract';
import {
  decadeTicks,
  linearScale,
  logScale,
  paceTicks,
  roundTicks,
  type Scale,
  type Tick,
} from '@waymark/chart';
import {
  convert,
  formatDistance,
  formatDuration,
  formatNumber,
  formatTempo,
  type MeasurementSystem,
  paceUnit,
  tempoOf,
  unitsOf,
} from '@waymark/units';

/** A best effort: where it stands, and what it says. */
export interface CurvePoint {
  x: number;
  y: number;
  /** '5.00 km' or '20:00'. */
  over: string;
  /** '19:58' or '245 W'. */
  best: string;
  /** '4:00 min/km'; empty for power. */
  tempo: string;
  workout: PersonalRecord['workout'];
}

export interface CurveAxes {
  x: Scale;
  y: Scale;
  xTicks: Tick[];
  yTicks: Tick[];
}

/** Fastest times as speeds (m/s) over metres. */
export function distancePoints(
  curve: Curves['distance'],
  group: string,
  system: MeasurementSystem,
  locale: string,
): CurvePoint[] {
  return curve.map(({ meters, seconds, workout }) => {
    const tempo = formatTempo(tempoOf(group), meters / seconds, system, locale);
    return {
      x: meters,
      y: meters / seconds,
      over: lengthText(meters, system, locale),
      best: formatDuration(seconds),
      tempo: `${tempo.value} ${tempo.unit}`,
      workout,
    };
  });
}

/** Highest mean power (W) over seconds. */
export const powerPoints = (curve: Curves['power'], locale: string): CurvePoint[] =>
  curve.map(({ seconds, watts, workout }) => ({
    x: seconds,
    y: watts,
    over: formatDuration(seconds),
    best: `${formatNumber(watts, { locale })} W`,
    tempo: '',
    workout,
  }));

const MILE = 1609.344;

function lengthText(meters: number, system: MeasurementSystem, locale: string): string {
  const short = meters < (system === 'metric' ? 1000 : MILE / 4);
  const { value, unit } = short
    ? formatDistance(meters, system, { locale, unit: 'm', digits: 0 })
    : formatDistance(meters, system, { locale });
  return `${value} ${unit}`;
}

const LINES = 4;
const ROOM = 0.06;

function ends(points: readonly CurvePoint[]): { xs: [number, number]; ys: [number, number] } {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const room = Math.max((high - low) * ROOM, high * 0.02);
  return { xs: [Math.min(...xs), Math.max(...xs)], ys: [low - room, high + room] };
}

/** A single point has no line: its axis reaches half as far and twice as far. */
const wide = ([low, high]: [number, number]): [number, number] =>
  high > low ? [low, high] : [low / 2, high * 2];

/** Distances from left to right, each tenfold as wide as the next; fast is up. */
export function distanceAxes(
  points: readonly CurvePoint[],
  group: string,
  system: MeasurementSystem,
  locale: string,
): CurveAxes {
  const { xs, ys } = ends(points);
  const tempo = tempoOf(group);
  const units = unitsOf(system);
  const [low, high] = wide(xs);
  const x = logScale(low, high);
  const y = linearScale(...ys);
  const inUnit = (meters: number) => convert(meters, 'm', units.distance);
  const xTicks = decadeTicks(inUnit(low), inUnit(high)).map((value) => ({
    at: x(convert(value, units.distance, 'm')),
    text: formatNumber(value, { digits: value < 0.1 ? 2 : value < 1 ? 1 : 0, locale }),
  }));
  if (tempo === 'speed') {
    const fast = (mps: number) => convert(mps, 'm/s', units.speed);
    const yTicks = roundTicks(fast(ys[0]), fast(ys[1]), LINES).map((value) => ({
      at: y(convert(value, units.speed, 'm/s')),
      text: formatNumber(value, { locale }),
    }));
    return { x, y, xTicks, yTicks };
  }
  const unit = paceUnit(tempo, system);
  const secondsOf = (mps: number) => convert(mps, 'm/s', unit) * 60;
  const speedOf = (seconds: number) => convert(seconds / 60, unit, 'm/s');
  const yTicks = paceTicks(ys[0], ys[1], LINES, secondsOf, speedOf).map((mps) => ({
    at: y(mps),
    text: formatDuration(secondsOf(mps)),
  }));
  return { x, y, xTicks, yTicks };
}

const TIMES = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1200, 3600, 7200, 18_000, 36_000];
const shortTime = (s: number) => (s < 60 ? `${s} s` : s < 3600 ? `${s / 60} min` : `${s / 3600} h`);

/** Times from left to right, watts from 0 up. */
export function powerAxes(points: readonly CurvePoint[], locale: string): CurveAxes {
  const { xs, ys } = ends(points);
  const [low, high] = wide(xs);
  const x = logScale(low, high);
  const y = linearScale(0, ys[1]);
  return {
    x,
    y,
    xTicks: TIMES.filter((s) => s >= low && s <= high).map((s) => ({ at: x(s), text: shortTime(s) })),
    yTicks: roundTicks(0, ys[1], LINES).map((watts) => ({
      at: y(watts),
      text: formatNumber(watts, { locale }),
    })),
  };
}
