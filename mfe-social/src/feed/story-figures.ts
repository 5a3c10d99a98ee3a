import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WorkoutSummary } from '@waymark/api-contract';
import {
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

export interface StoryFigure extends Shown {
  key: string;
  label: string;
}

interface Words {
  text: (message: MessageDescriptor) => string;
  system: MeasurementSystem;
  locale: string;
}

const MAX_FIGURES = 4;
/** Below this a climb says nothing of a run; a walk up the stairs has as much. */
const TELLING_ASCENT_METERS = 20;
const UPHILL = new Set(['ride', 'hike', 'winter']);

const isBlank = (value: string): boolean => !/[1-9]/.test(value);

/**
 * The three or four figures that athletes of a sport ask for first: pace of runs, speed and climbing of rides, climbing
 * of hikes, heart rate and energy where there is no distance.
 */
export function storyFigures(
  { aggregates: a, activity_group: group }: Pick<WorkoutSummary, 'aggregates' | 'activity_group'>,
  { text, system, locale }: Words,
): StoryFigure[] {
  const tempo = tempoOf(group);
  const figure = (key: string, label: MessageDescriptor, shown: Shown): StoryFigure => ({
    key,
    label: text(label),
    value: shown.value,
    unit: shown.unit,
  });
  const distance = figure('distance', msg`Distance`, formatDistance(a.distance_total, system, { locale }));
  const time = figure('time', msg`Time`, {
    value: formatDuration(a.active_time_total ?? a.elapsed_time_total),
    unit: '',
  });
  const speed = figure(
    'tempo',
    tempo === 'speed' ? msg`Speed` : msg`Pace`,
    formatTempo(tempo, a.speed_avg, system, locale),
  );
  const ascent = figure('ascent', msg`Climb`, formatElevation(a.ascent_total, system, { locale }));
  const heartRate = figure('heart-rate', msg`Heart rate`, {
    value: formatNumber(a.heartrate_avg, { locale }),
    unit: text(msg`bpm`),
  });
  const energy = figure('energy', msg`Energy`, formatEnergy(a.metabolic_energy_total, { from: 'J', locale }));
  const hasClimb = (a.ascent_total ?? 0) >= TELLING_ASCENT_METERS;
  const climb = hasClimb ? [ascent] : [];
  const order = a.distance_total
    ? UPHILL.has(group)
      ? [distance, time, ...climb, speed]
      : [distance, time, speed, ...climb]
    : [time, heartRate, energy];
  return order.filter(({ value }) => !isBlank(value)).slice(0, MAX_FIGURES);
}
