import type { Lap, Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Heading, Table, useViewport, type Column } from '@waymark/ui';
import {
  formatDistance,
  formatDuration,
  formatElevation,
  formatNumber,
  formatTempo,
  tempoOf,
  unitsOf,
} from '@waymark/units';
import { formatPoolDistance, poolSystem } from './figures-of.ts';
import { Named } from './named.tsx';

/** The laps of the device with the figures it showed. */
export function Laps({ workout }: { workout: Workout }) {
  const { t } = useLingui();
  const ownSystem = useMeasurementSystem();
  const { pool_length: pool } = workout;
  const system = pool ? poolSystem(pool) : ownSystem;
  const formatMeters = (meters: number | null) =>
    pool ? formatPoolDistance(meters, system, locale) : formatDistance(meters, system, { locale, digits: 2 });
  const locale = useFormatLocale();
  // A phone has room for the first columns; each lap as a list would be a long way to scroll.
  const { isMobile } = useViewport();
  const tempo = tempoOf(workout.activity_group);
  const has = (key: 'ascent' | 'heartrate_avg' | 'cadence_avg' | 'power_avg') =>
    workout.laps.some((lap) => lap[key]);
  const whole = (value: number | null) => formatNumber(value, { locale });
  const columns: Column<Lap>[] = [{ key: 'lap', header: t`Lap`, render: (lap) => lap.index + 1 }];
  const add = (label: string, unit: string, render: (lap: Lap) => string) =>
    columns.push({
      key: label,
      header: isMobile ? label : <Named name={label} unit={unit} />,
      label,
      figure: true,
      render,
    });
  add(t`Time`, '', (lap) => formatDuration(lap.active || lap.elapsed));
  add(t`Distance`, formatMeters(0).unit, (lap) => formatMeters(lap.distance).value);
  add(
    tempo === 'speed' ? t`Speed` : t`Pace`,
    formatTempo(tempo, 1, system, locale).unit,
    (lap) => formatTempo(tempo, lap.speed_avg, system, locale).value,
  );
  if (has('heartrate_avg')) add(t`Heart rate`, t`bpm`, (lap) => whole(lap.heartrate_avg));
  if (has('power_avg') && !isMobile) add(t`Power`, 'W', (lap) => whole(lap.power_avg));
  if (has('cadence_avg') && !isMobile) add(t`Cadence`, '', (lap) => whole(lap.cadence_avg));
  if (has('ascent') && !isMobile)
    add(t`Ascent`, unitsOf(system).elevation, (lap) => formatElevation(lap.ascent, system, { locale }).value);
  return (
    <Box as="section" aria-labelledby="laps">
      <Heading level={2} id="laps" mb={3}>
        <Trans>Laps</Trans>
      </Heading>
      <Table caption={t`Device laps`} columns={columns} rows={workout.laps} rowKey={(lap) => lap.index} />
    </Box>
  );
}
