import { msg } from '@lingui/core/macro';
import { paddedRange, paceTicks, roundTicks } from '@waymark/chart';
import { MISSING, type Streams } from '@waymark/streams';
import {
  convert,
  formatDuration,
  formatNumber,
  formatTempo,
  NO_VALUE,
  paceUnit,
  tempoOf,
  unitsOf,
} from '@waymark/units';
import type { Words } from '../summary/figures-of.ts';
import { quantile, sortedSample } from './columns.ts';

export type LineKey = 'elevation' | 'tempo' | 'heartrate' | 'cadence' | 'power';

/** One series of the chart, drawn in a strip of its own. */
export interface Line {
  key: LineKey;
  label: string;
  unit: string;
  /** CSS variable that holds its color. */
  color: string;
  values: Int32Array;
  /** From the stored number to what the strip's scale measures. */
  toPlot: (value: number) => number;
  /** Lowest and highest of the scale for the stored values in sight, sorted. */
  scale: (sorted: Int32Array) => [number, number];
  /** Stored values below are no part of the scale, such as standing still. */
  scaleFrom?: number;
  ticks: (min: number, max: number) => number[];
  tickText: (plotted: number) => string;
  /** A stored value with its unit, as the readout says it. */
  text: (value: number) => string;
  /** Evened out over a few pixels when there is more than fits. */
  even: boolean;
  filled?: boolean;
}

const TICKS = 4;
/** Less between lowest and highest, in cm, is no profile: water, a treadmill. */
const FLAT = 200;
/** Slower than this, in mm/s, is standing: it does not stretch the scale of paces. */
const STANDING = 500;

function hasProfile(altitude: Int32Array): boolean {
  const sorted = sortedSample(altitude, 0, altitude.length);
  return sorted.length > 0 && sorted.at(-1)! - sorted[0]! >= FLAT;
}

/** The series that a recording has, in the order they are drawn. */
export function linesOf(streams: Streams, group: string, { text, system, locale }: Words): Line[] {
  const { columns } = streams;
  const { altitude, speed, heartrate, power } = columns;
  const units = unitsOf(system);
  const tempo = tempoOf(group);
  const number = (value: number) => formatNumber(value, { locale });
  const plain = { toPlot: (value: number) => value, tickText: number };
  const ticks = (min: number, max: number) => roundTicks(min, max, TICKS);
  const say = (unit: string) => (value: number) =>
    value === MISSING ? NO_VALUE : `${number(value)} ${unit}`;
  const meters = (value: number) => convert(value / 100, 'm', units.elevation);
  const lines: Line[] = [];
  if (altitude && hasProfile(altitude))
    lines.push({
      key: 'elevation',
      label: text(msg`Elevation`),
      unit: units.elevation,
      color: '--wm-stream-elevation',
      values: altitude,
      toPlot: meters,
      scale: (s) => paddedRange(meters(quantile(s, 0)), meters(quantile(s, 1)), 20),
      ticks,
      tickText: number,
      text: (value) => (value === MISSING ? NO_VALUE : `${number(meters(value))} ${units.elevation}`),
      even: false,
      filled: true,
    });
  if (speed) {
    const tell = (value: number) => {
      const shown = formatTempo(tempo, value === MISSING ? null : value / 1000, system, locale);
      return shown.value === NO_VALUE ? NO_VALUE : `${shown.value} ${shown.unit}`;
    };
    const common = {
      key: 'tempo' as const,
      color: '--wm-stream-pace',
      values: speed,
      text: tell,
      even: true,
    };
    if (tempo === 'speed') {
      const fast = (value: number) => convert(value / 1000, 'm/s', units.speed);
      lines.push({
        ...common,
        label: text(msg`Speed`),
        unit: units.speed,
        toPlot: fast,
        scale: (s) => [0, Math.max(5, fast(quantile(s, 0.999)) * 1.08)],
        ticks,
        tickText: number,
      });
    } else {
      const unit = paceUnit(tempo, system);
      const secondsOf = (mps: number) => convert(mps, 'm/s', unit) * 60;
      const speedOf = (seconds: number) => convert(seconds / 60, unit, 'm/s');
      lines.push({
        ...common,
        label: text(msg`Pace`),
        unit,
        toPlot: (value) => value / 1000,
        scaleFrom: STANDING,
        scale: (s) => paddedRange(quantile(s, 0.03) / 1000, quantile(s, 0.995) / 1000, 0.4),
        ticks: (min, max) => paceTicks(min, max, TICKS, secondsOf, speedOf),
        tickText: (mps) => formatDuration(secondsOf(mps)),
      });
    }
  }
  if (heartrate)
    lines.push({
      ...plain,
      key: 'heartrate',
      label: text(msg`Heart rate`),
      unit: text(msg`bpm`),
      color: '--wm-stream-heartrate',
      values: heartrate,
      scale: (s) => paddedRange(quantile(s, 0), quantile(s, 1), 20),
      ticks,
      text: say(text(msg`bpm`)),
      even: false,
    });
  if (power)
    lines.push({
      ...plain,
      key: 'power',
      label: text(msg`Power`),
      unit: 'W',
      color: '--wm-stream-power',
      values: power,
      scale: (s) => [0, Math.max(50, quantile(s, 0.995) * 1.08)],
      ticks,
      text: say('W'),
      even: true,
    });
  // Last of five: the strips that a chart opens with do without it, so its column is not decoded for them.
  if ('cadence' in columns) {
    const unit = text(tempo === 'pace' ? msg`steps/min` : tempo === 'swim' ? msg`strokes/min` : msg`rpm`);
    lines.push({
      ...plain,
      key: 'cadence',
      label: text(msg`Cadence`),
      unit,
      color: '--wm-stream-cadence',
      get values() {
        return columns.cadence!;
      },
      scaleFrom: 1,
      scale: (s) => paddedRange(quantile(s, 0.02), quantile(s, 0.995), 20),
      ticks,
      text: say(unit),
      even: true,
    });
  }
  return lines;
}

const AT_FIRST = 4;

/** The strips a chart opens with: not more than a screen holds. */
export const shownAtFirst = (lines: readonly Line[]): ReadonlySet<LineKey> =>
  new Set(lines.slice(0, AT_FIRST).map((line) => line.key));
