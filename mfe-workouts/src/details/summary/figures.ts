import type { WorkoutSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import {
  formatDistance,
  formatDuration,
  formatElevation,
  formatEnergy,
  formatNumber,
  type MaybeNumber,
  type Shown,
} from '@waymark/units';
import { formatTempo, tempoOf } from './tempo.ts';

export interface WorkoutFigure extends Shown {
  key: string;
  label: string;
}

/** Nothing to tell: no value, or zero in any spelling ('0', '0.00', '0:00'). */
const isBlank = (value: string) => !/[1-9]/.test(value);

/** The figures of a workout that have something to tell, the most telling first. */
export function useFigures({ aggregates: a, activity_group: group }: WorkoutSummary): WorkoutFigure[] {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
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
  const beats = t`bpm`;
  const turns = group === 'run' || group === 'walk' || group === 'hike' ? t`steps/min` : t`rpm`;
  const figures: [key: string, label: string, shown: Shown][] = [
    ['distance', t`Distance`, formatDistance(a.distance_total, system, { locale })],
    ['moving', t`Moving time`, time(moving)],
    [
      'tempo',
      tempo === 'speed' ? t`Average speed` : t`Pace`,
      formatTempo(tempo, a.speed_avg, system, locale),
    ],
    ['ascent', t`Ascent`, formatElevation(a.ascent_total, system, { locale })],
    ['energy', t`Energy`, formatEnergy(a.metabolic_energy_total, { from: 'J', locale })],
    ['heartrate', t`Average heart rate`, whole(a.heartrate_avg, beats)],
    ['heartrate-max', t`Highest heart rate`, whole(a.heartrate_max, beats)],
    ['power', t`Average power`, whole(a.power_avg, 'W')],
    ['power-max', t`Highest power`, whole(a.power_max, 'W')],
    ['cadence', t`Average cadence`, whole(a.cadence_avg, turns)],
    [
      'tempo-max',
      tempo === 'speed' ? t`Highest speed` : t`Fastest pace`,
      formatTempo(tempo, a.speed_max, system, locale),
    ],
    ['elapsed', t`Elapsed time`, time(elapsed)],
    ['paused', t`Paused`, time(a.paused_time_total)],
    ['stopped', t`Standing still`, time(a.stopped_time_total)],
    ['descent', t`Descent`, formatElevation(a.descent_total, system, { locale })],
    ['steps', t`Steps`, whole(a.steps_total, '')],
  ];
  return figures
    .filter(([, , shown]) => !isBlank(shown.value))
    .map(([key, label, { value, unit }]) => ({ key, label, value, unit }));
}
