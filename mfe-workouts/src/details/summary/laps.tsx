import type { Lap, Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Figure, Heading, Table, type Column } from '@waymark/ui';
import { formatDistance, formatDuration, formatElevation, formatNumber } from '@waymark/units';
import { formatTempo, tempoOf } from './tempo.ts';

/** The laps of the device with the figures it showed. */
export function Laps({ workout }: { workout: Workout }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const tempo = tempoOf(workout.activity_group);
  const has = (key: 'ascent' | 'heartrate_avg' | 'cadence_avg' | 'power_avg') =>
    workout.laps.some((lap) => lap[key] !== null);
  const whole = (value: number | null, unit: string) => (
    <Figure value={formatNumber(value, { locale })} unit={value === null ? '' : unit} />
  );
  const column = (key: string, header: string, render: (lap: Lap) => React.ReactNode): Column<Lap> => ({
    key,
    header,
    figure: true,
    render,
  });
  const columns: Column<Lap>[] = [
    { key: 'lap', header: t`Lap`, render: (lap) => lap.index + 1 },
    column('time', t`Time`, (lap) => formatDuration(lap.active || lap.elapsed)),
    column('distance', t`Distance`, (lap) => (
      <Figure {...formatDistance(lap.distance, system, { locale })} />
    )),
    column('tempo', tempo === 'speed' ? t`Speed` : t`Pace`, (lap) => (
      <Figure {...formatTempo(tempo, lap.speed_avg, system, locale)} />
    )),
  ];
  if (has('heartrate_avg'))
    columns.push(column('hr', t`Heart rate`, (lap) => whole(lap.heartrate_avg, t`bpm`)));
  if (has('power_avg')) columns.push(column('power', t`Power`, (lap) => whole(lap.power_avg, 'W')));
  if (has('cadence_avg')) columns.push(column('cadence', t`Cadence`, (lap) => whole(lap.cadence_avg, '')));
  if (has('ascent'))
    columns.push(
      column('ascent', t`Ascent`, (lap) => <Figure {...formatElevation(lap.ascent, system, { locale })} />),
    );
  return (
    <Box as="section" aria-labelledby="laps">
      <Heading level={2} id="laps" mb={3}>
        <Trans>Laps</Trans>
      </Heading>
      <Table
        stack
        caption={t`Laps of the device`}
        columns={columns}
        rows={workout.laps}
        rowKey={(lap) => lap.index}
      />
    </Box>
  );
}
