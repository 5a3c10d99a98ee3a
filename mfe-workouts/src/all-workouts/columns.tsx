import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ListedWorkout, WorkoutOrder } from '@waymark/api-contract';
import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import {
  formatDate,
  formatDistance,
  formatDuration,
  formatElevation,
  formatEnergy,
  formatNumber,
  formatTempo,
  tempoOf,
  type MeasurementSystem,
  type Shown,
} from '@waymark/units';

export type ColumnKey =
  | 'date'
  | 'distance'
  | 'duration'
  | 'tempo'
  | 'ascent'
  | 'heartrate'
  | 'energy'
  | 'load'
  | 'gear';

export interface ListColumn {
  key: ColumnKey;
  name: MessageDescriptor;
  /** What a press on its heading sorts by; none where nothing does. */
  order?: WorkoutOrder;
  /** Width in em. */
  width: number;
  textOf: (workout: ListedWorkout, system: MeasurementSystem, locale: string) => string;
}

const NOTHING = '–';
const join = ({ value, unit }: Shown) => (unit ? `${value} ${unit}` : value);
const shownOf = (value: number | null, format: (value: number) => Shown) =>
  value ? join(format(value)) : NOTHING;
const secondsOf = ({ aggregates: a }: ListedWorkout) => a.active_time_total ?? a.elapsed_time_total;

/** Every column after the name; the first five are shown unless the member chose others. */
export const COLUMNS: readonly ListColumn[] = [
  {
    key: 'date',
    name: msg`Date`,
    order: 'start',
    width: 7.5,
    textOf: ({ start_datetime: start, start_locale_timezone: timeZone }, _, locale) =>
      formatDate(start, { timeZone, locale }),
  },
  {
    key: 'distance',
    name: msg`Distance`,
    order: 'distance',
    width: 6.5,
    textOf: ({ aggregates }, system, locale) =>
      shownOf(aggregates.distance_total, (meters) => formatDistance(meters, system, { locale })),
  },
  {
    key: 'duration',
    name: msg`Time`,
    order: 'duration',
    width: 5.5,
    textOf: (workout) => (secondsOf(workout) ? formatDuration(secondsOf(workout)) : NOTHING),
  },
  {
    key: 'tempo',
    name: msg`Pace or speed`,
    order: 'speed',
    width: 9,
    textOf: ({ aggregates, activity_group: group }, system, locale) =>
      shownOf(aggregates.speed_avg, (speed) => formatTempo(tempoOf(group), speed, system, locale)),
  },
  {
    key: 'ascent',
    name: msg`Ascent`,
    order: 'ascent',
    width: 5.5,
    textOf: ({ aggregates }, system, locale) =>
      shownOf(aggregates.ascent_total, (meters) => formatElevation(meters, system, { locale })),
  },
  {
    key: 'heartrate',
    name: msg`Heart rate`,
    order: 'heartrate',
    width: 6,
    textOf: ({ aggregates }, _, locale) =>
      shownOf(aggregates.heartrate_avg, (beats) => ({ value: formatNumber(beats, { locale }), unit: 'bpm' })),
  },
  {
    key: 'energy',
    name: msg`Energy`,
    order: 'energy',
    width: 6.5,
    textOf: ({ aggregates }, _, locale) =>
      shownOf(aggregates.metabolic_energy_total, (joules) => formatEnergy(joules, { from: 'J', locale })),
  },
  {
    key: 'load',
    name: msg`Training load`,
    order: 'load',
    width: 5.5,
    textOf: ({ load }, _, locale) => (load ? formatNumber(load, { locale }) : NOTHING),
  },
  { key: 'gear', name: msg`Gear`, width: 9, textOf: ({ gear }) => gear?.name ?? NOTHING },
];

const USUAL: readonly ColumnKey[] = ['date', 'distance', 'duration', 'tempo', 'ascent'];

/** The columns that the member chose in this browser. */
export function readColumns(): readonly ColumnKey[] {
  const stored = readLocal('waymark.workout_columns')?.split(',') ?? [];
  const columns = COLUMNS.map(({ key }) => key).filter((key) => stored.includes(key));
  return columns.length > 0 ? columns : USUAL;
}

export const keepColumns = (columns: readonly ColumnKey[]): void =>
  void writeLocal('waymark.workout_columns', columns.join(','));
