import { useLingui } from '@lingui/react/macro';
import { clockTicks, paceTicks, roundTicks } from '@waymark/chart';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import {
  convert,
  formatDistance,
  formatNumber,
  formatTempo,
  paceUnit,
  tempoOf,
  unitsOf,
} from '@waymark/units';
import { useMemo } from 'react';
import { formatTimeGap } from '../shared/comparison-link.ts';
import type { Measure } from './grid.ts';

/** How a series is told and scaled. */
export interface Said {
  label: string;
  /** With its unit; empty where there is no value. */
  text: (value: number) => string;
  /** As the scale beside the chart says it, without unit. */
  tick: (value: number) => string;
  ticks: (low: number, high: number) => number[];
  /** What one looks at least at, from lowest to highest. */
  span: number;
}

const FEW = 4;

/** The words for every measure, and for a place on the course. Values are m/s, m, beats, W and s. */
export function useMeasures(group: string): {
  measures: Record<Measure, Said>;
  gap: Said;
  place: (meters: number) => string;
} {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  return useMemo(() => {
    const tempo = tempoOf(group);
    const number = (value: number) => formatNumber(value, { locale });
    const with_ = (unit: string, text: (value: number) => string) => (value: number) =>
      Number.isNaN(value) ? '' : `${text(value)} ${unit}`;
    const elevation = unitsOf(system).elevation;
    const height = (value: number) => convert(value, 'm', elevation);
    const plain = { tick: number, ticks: (low: number, high: number) => roundTicks(low, high, FEW) };
    const shown = (value: number) => formatTempo(tempo, value, system, locale);
    const unit = tempo === 'speed' ? null : paceUnit(tempo, system);
    const measures: Record<Measure, Said> = {
      speed: {
        ...plain,
        ...(unit && {
          ticks: (low: number, high: number) =>
            paceTicks(
              low,
              high,
              FEW,
              (speed) => convert(speed, 'm/s', unit) * 60,
              (seconds) => convert(seconds / 60, unit, 'm/s'),
            ),
        }),
        label: tempo === 'speed' ? t`Speed` : t`Pace`,
        text: (value) => (Number.isNaN(value) ? '' : `${shown(value).value} ${shown(value).unit}`),
        tick: (value) => (value > 0 ? shown(value).value : ''),
        span: 0.6,
      },
      heartrate: { ...plain, label: t`Heart rate`, text: with_(t`bpm`, number), span: 20 },
      altitude: {
        ...plain,
        label: t`Elevation`,
        text: with_(elevation, (value) => number(height(value))),
        tick: (value) => number(height(value)),
        span: 20,
      },
      power: { ...plain, label: t`Power`, text: with_('W', number), span: 50 },
    };
    const gap: Said = {
      ticks: (low, high) => clockTicks(low, high, FEW),
      label: t`Time gap`,
      text: (value) => (Number.isNaN(value) ? '' : formatTimeGap(value)),
      tick: formatTimeGap,
      span: 10,
    };
    const place = (meters: number) => {
      const { value, unit } = formatDistance(meters, system, { locale });
      return `${value} ${unit}`;
    };
    return { measures, gap, place };
  }, [group, system, locale, t]);
}
