import type { Workout, WorkoutSummary } from '@waymark/api-contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  convert,
  formatDistance,
  formatDuration,
  formatElevation,
  formatEnergy,
  formatNumber,
  formatTempo,
  type MaybeNumber,
  type MeasurementSystem,
  type Shown,
  tempoOf,
} from '@waymark/units';

export interface WorkoutFigure extends Shown {
  key: string;
  label: string;
}
/** In whose words figures are told. */
export interface Words {
  text: (message: MessageDescriptor) => string;
  system: MeasurementSystem;
  locale: string;
}

/** How many of the figures are told large. */
export const TILES = 5;

/** Nothing to tell: no value, or zero in any spelling ('0', '0.00', '0:00'). */
const isBlank = (value: string) => !/[1-9]/.test(value);

/** Half a centimetre: pools are stored to the centimetre. */
const POOL_TOLERANCE = 0.005;

/** A pool is told in the unit it was built in: yards where they are whole and metres are not. */
export function poolSystem(meters: number): MeasurementSystem {
  const off = (length: number) => Math.abs(length - Math.round(length));
  const yards = convert(meters, 'm', 'yd');
  return off(meters) > POOL_TOLERANCE && off(yards) <= 2 * POOL_TOLERANCE ? 'imperial' : 'metric';
}

/** A distance swum in a pool. */
export function formatPoolDistance(meters: MaybeNumber, system: MeasurementSystem, locale: string): Shown {
  return formatDistance(meters, system, { locale, unit: system === 'imperial' ? 'yd' : 'm', digits: 0 });
}

/** The figures of a workout that have something to tell, the most telling first. */
export function figuresOf(
  workout: Pick<WorkoutSummary, 'aggregates' | 'activity_group'> & Partial<Pick<Workout, 'pool_length'>>,
  words: Words,
): WorkoutFigure[] {
  const { aggregates: a, activity_group: group, pool_length: pool } = workout;
  const { text, locale } = words;
  const system = pool ? poolSystem(pool) : words.system;
  const tempo = tempoOf(group);
  const whole = (value: MaybeNumber, unit: string): Shown => ({
    value: formatNumber(value, { locale }),
    unit,
  });
  const time = (seconds: MaybeNumber): Shown => ({ value: formatDuration(seconds), unit: '' });
  const moving = a.active_time_total ?? a.elapsed_time_total;
  // Elapsed time tells something only where it is not the moving time over again.
  const elapsed =
    Math.round(a.elapsed_time_total ?? 0) === Math.round(moving ?? 0) ? null : a.elapsed_time_total;
  const beats = text(msg`bpm`);
  const onFoot = group === 'run' || group === 'walk' || group === 'hike';
  const turns = text(onFoot ? msg`steps/min` : group === 'swim' ? msg`strokes/min` : msg`rpm`);
  const figures: [key: string, label: MessageDescriptor, shown: Shown][] = [
    [
      'distance',
      msg`Distance`,
      pool
        ? formatPoolDistance(a.distance_total, system, locale)
        : formatDistance(a.distance_total, system, { locale, ...(tempo === 'pace' && { digits: 2 }) }),
    ],
    ['moving', msg`Moving time`, time(moving)],
    [
      'tempo',
      tempo === 'speed' ? msg`Average speed` : msg`Pace`,
      formatTempo(tempo, a.speed_avg, system, locale),
    ],
    ['ascent', msg`Ascent`, formatElevation(a.ascent_total, system, { locale })],
    ['energy', msg`Energy`, formatEnergy(a.metabolic_energy_total, { from: 'J', locale })],
    ['heartrate', msg`Average heart rate`, whole(a.heartrate_avg, beats)],
    ['heartrate-max', msg`Highest heart rate`, whole(a.heartrate_max, beats)],
    ['power', msg`Average power`, whole(a.power_avg, 'W')],
    ['power-max', msg`Highest power`, whole(a.power_max, 'W')],
    ['cadence', msg`Average cadence`, whole(a.cadence_avg, turns)],
    [
      'tempo-max',
      tempo === 'speed' ? msg`Highest speed` : msg`Fastest pace`,
      formatTempo(tempo, a.speed_max, system, locale),
    ],
    ['elapsed', msg`Elapsed time`, time(elapsed)],
    ['paused', msg`Paused`, time(a.paused_time_total)],
    ['stopped', msg`Stopped time`, time(a.stopped_time_total)],
    ['descent', msg`Descent`, formatElevation(a.descent_total, system, { locale })],
    ['steps', msg`Steps`, whole(a.steps_total, '')],
  ];
  return figures
    .filter(([, , shown]) => !isBlank(shown.value))
    .map(([key, label, { value, unit }]) => ({ key, label: text(label), value, unit }));
}

/** The figures told small: what is left of them, then the training load where there is one. */
export function smallFiguresOf(
  figures: readonly WorkoutFigure[],
  load: number | null,
  { text, locale }: Words,
): WorkoutFigure[] {
  const rest = figures.slice(TILES);
  if (load === null) return rest;
  const value = formatNumber(load, { locale });
  return [...rest, { key: 'load', label: text(msg`Training load`), value, unit: '' }];
}

export const ABOUT_LOAD = msg`Training load weighs the minutes by how hard your heart worked (TRIMP after Banister).`;
