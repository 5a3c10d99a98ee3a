import type { SegmentStats } from '@waymark/streams';
import { msg } from '@lingui/core/macro';
import {
  formatDistance,
  formatDuration,
  formatElevation,
  formatNumber,
  formatTempo,
  type MeasurementSystem,
  type Shown,
  tempoOf,
} from '@waymark/units';
import type { I18n, MessageDescriptor } from '@lingui/core';

interface Telling {
  group: string;
  system: MeasurementSystem;
  locale: string;
  i18n: I18n;
}

export interface PartFigure extends Shown {
  key: string;
  label: string;
}

/** The figures of a part of the recording that it has. */
export function partFigures(stats: SegmentStats, { group, system, locale, i18n }: Telling): PartFigure[] {
  const t = (text: MessageDescriptor) => i18n._(text);
  const tempo = tempoOf(group);
  const figures: PartFigure[] = [];
  const add = (key: string, label: MessageDescriptor, shown: Shown | null) => {
    if (shown) figures.push({ key, label: t(label), ...shown });
  };
  const whole = (value: number | undefined, unit: string): Shown | null =>
    value === undefined ? null : { value: formatNumber(value, { locale }), unit };
  const has = (value: number | null, shown: () => Shown) => (value === null ? null : shown());
  const { distance, ascent, descent, heartrate, power, cadence, speed, active, elapsed } = stats;
  add('time', msg`Time`, { value: formatDuration(elapsed), unit: '' });
  if (elapsed - active >= 1) add('moving', msg`Moving time`, { value: formatDuration(active), unit: '' });
  add(
    'distance',
    msg`Distance`,
    has(distance, () => formatDistance(distance, system, { locale })),
  );
  add(
    'tempo',
    tempo === 'speed' ? msg`Average speed` : msg`Pace`,
    speed && formatTempo(tempo, speed.avg, system, locale),
  );
  add(
    'ascent',
    msg`Ascent`,
    has(ascent, () => formatElevation(ascent, system, { locale })),
  );
  add(
    'descent',
    msg`Descent`,
    has(descent, () => formatElevation(descent, system, { locale })),
  );
  add('heartrate', msg`Average heart rate`, whole(heartrate?.avg, t(msg`bpm`)));
  add('heartrate-max', msg`Highest heart rate`, whole(heartrate?.max, t(msg`bpm`)));
  add('power', msg`Average power`, whole(power?.avg, 'W'));
  add(
    'cadence',
    msg`Average cadence`,
    whole(
      cadence?.avg,
      t(tempo === 'pace' ? msg`steps/min` : tempo === 'swim' ? msg`strokes/min` : msg`rpm`),
    ),
  );
  return figures;
}
