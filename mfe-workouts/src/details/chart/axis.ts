import type { Streams } from '@waymark/streams';
import { convert, formatDuration, formatNumber, unitsOf, type MeasurementSystem } from '@waymark/units';
import { clockTicks, roundTicks } from './ticks.ts';

export type AxisKind = 'time' | 'distance';

/** What runs from left to right: seconds, or kilometres or miles, since the start. */
export interface Axis {
  kind: AxisKind;
  values: Float64Array;
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
      values: Float64Array.from(time!, (ms) => ms / 1000),
      unit: '',
      ticks: clockTicks,
      tickText: formatDuration,
      text: formatDuration,
    };
  }
  const unit = unitsOf(system).distance;
  return {
    kind,
    values: Float64Array.from(distance, (cm) => convert(cm / 100, 'm', unit)),
    unit,
    ticks: roundTicks,
    tickText: (value) => formatNumber(value, { digits: Number.isInteger(value) ? 0 : 1, locale }),
    text: (value) => `${formatNumber(value, { digits: 2, locale })} ${unit}`,
  };
}
