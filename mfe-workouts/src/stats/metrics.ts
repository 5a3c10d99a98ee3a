import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Totals } from '@waymark/api-contract';
import { type Tick, ticksFromZero } from '@waymark/chart';
import {
  convert,
  formatDistance,
  formatDuration,
  formatElevation,
  formatEnergy,
  formatNumber,
  unitsOf,
  type MeasurementSystem,
  type Shown,
  type Unit,
} from '@waymark/units';

export const METRIC_KEYS = ['distance', 'duration', 'ascent', 'energy', 'count'] as const;
export type MetricKey = (typeof METRIC_KEYS)[number];

export const METRIC_NAMES: Record<MetricKey, MessageDescriptor> = {
  distance: msg`Distance`,
  duration: msg`Time`,
  ascent: msg`Ascent`,
  energy: msg`Energy`,
  count: msg`Workouts`,
};

/** Hours of a week's worth: beyond them minutes say nothing. */
const LONG = 100 * 3600;

/** A sum in the member's own units. Sums of thousands are whole. */
export function metricText(key: MetricKey, value: number, system: MeasurementSystem, locale: string): Shown {
  switch (key) {
    case 'distance': {
      const thousands = convert(value, 'm', unitsOf(system).distance) >= 1000;
      return formatDistance(value, system, { locale, ...(thousands ? { digits: 0 } : {}) });
    }
    case 'duration':
      return value >= LONG
        ? { value: formatNumber(value / 3600, { locale }), unit: 'h' }
        : { value: formatDuration(value), unit: '' };
    case 'ascent':
      return formatElevation(value, system, { locale });
    case 'energy':
      return formatEnergy(value, { from: 'J', locale });
    case 'count':
      return { value: formatNumber(value, { locale }), unit: '' };
  }
}

export interface MetricAxis {
  /** The value at the upper end, in the unit of the API. */
  top: number;
  unit: string;
  ticks: Tick[];
}

const LINES = 4;

/** A scale from 0 that holds the largest value, with round steps in the member's own unit. */
export function metricAxis(
  key: MetricKey,
  max: number,
  system: MeasurementSystem,
  locale: string,
): MetricAxis {
  const units = unitsOf(system);
  const [base, unit] = {
    distance: ['m', units.distance],
    duration: ['s', max >= 5400 ? 'h' : 'min'],
    ascent: ['m', units.elevation],
    energy: ['J', 'kcal'],
    count: [null, ''],
  }[key] as [Unit, Unit] | [null, ''];
  const values = ticksFromZero(base ? convert(max, base, unit) : max, LINES, base ? 0 : 1);
  const last = values.at(-1)!;
  const digits = values.every(Number.isInteger) ? 0 : values.every((v) => Number.isInteger(v * 10)) ? 1 : 2;
  return {
    top: base ? convert(last, unit, base) : last,
    unit,
    ticks: values.map((value) => ({ at: value / last, text: formatNumber(value, { digits, locale }) })),
  };
}

export const NO_TOTALS: Totals = { count: 0, distance: 0, duration: 0, energy: 0, ascent: 0 };
