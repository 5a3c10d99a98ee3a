import { clockTicks, roundTicks } from '@waymark/chart';
import { pauseEnds, type Streams } from '@waymark/streams';
import {
  convert,
  formatDuration,
  formatNumber,
  unitsOf,
  type MeasurementSystem,
  parseNumber,
} from '@waymark/units';

export type AxisKind = 'time' | 'distance';

/** What runs from left to right: seconds, or kilometres or miles, since the start. */
export interface Axis {
  kind: AxisKind;
  values: Float64Array;
  /** The samples before which the recording was paused, in rising order: lines break there. */
  breaks: readonly number[];
  unit: string;
  ticks(min: number, max: number, most: number): number[];
  tickText(value: number): string;
  text(value: number): string;
}

export function axisOf(kind: AxisKind, streams: Streams, system: MeasurementSystem, locale: string): Axis {
  const { time, distance } = streams.columns;
  if (kind === 'time' || !distance) {
    return {
      kind: 'time',
      values: scaled(time!, 1000),
      breaks: pauseEnds(streams),
      unit: '',
      ticks: clockTicks,
      tickText: formatDuration,
      text: formatDuration,
    };
  }
  const unit = unitsOf(system).distance;
  return {
    kind,
    values: scaled(distance, 100 / convert(1, 'm', unit)),
    breaks: pauseEnds(streams),
    unit,
    ticks: roundTicks,
    tickText: (value) => formatNumber(value, { digits: Number.isInteger(value) ? 0 : 1, locale }),
    text: (value) => `${formatNumber(value, { digits: 2, locale })} ${unit}`,
  };
}

/** A loop of its own: `from` with a function takes ten times as long. */
function scaled(column: Int32Array, divisor: number): Float64Array {
  const values = new Float64Array(column.length);
  for (let i = 0; i < column.length; i++) values[i] = column[i]! / divisor;
  return values;
}

/** Reads '1:02:30', '12:30' or '45' as seconds, '2.5' as kilometres or miles; null when it is neither. */
export function readPlace(text: string, axis: Pick<Axis, 'kind'>): number | null {
  const plain = text.trim();
  if (axis.kind === 'distance') {
    const value = parseNumber(plain.replace(/(?<![a-z])[a-z]+$/i, ''));
    return value !== null && value >= 0 ? value : null;
  }
  if (!/^\d+(:[0-5]?\d){0,2}$/.test(plain)) return null;
  return plain.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
