import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { AppLink, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, CloseIcon, Heading, IconButton, Table, type Column } from '@waymark/ui';
import {
  formatDateTime,
  formatDistance,
  formatDuration,
  formatElevation,
  formatNumber,
  formatTempo,
  tempoOf,
} from '@waymark/units';
import { Swatch } from './line-styles.tsx';
import { formatTimeGap } from '../shared/comparison-link.ts';

export interface Row {
  /** Place in the comparison. */
  at: number;
  workout: Workout;
}

const timeOf = ({ aggregates: a }: Workout): number | null => a.active_time_total ?? a.elapsed_time_total;

/** The figures of the workouts side by side, which is the legend of map and charts as well. */
export function FiguresTable({ rows, onRemove }: { rows: readonly Row[]; onRemove?: (id: number) => void }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const first = rows[0] ? timeOf(rows[0].workout) : null;
  const tempo = tempoOf(rows[0]?.workout.activity_group ?? '');
  const told = ({ value, unit }: { value: string; unit: string }) => `${value} ${unit}`;
  const whole = (value: number, unit: string) => `${formatNumber(value, { locale })} ${unit}`;
  const figure = (
    key: keyof Workout['aggregates'],
    header: string,
    text: (value: number) => string,
  ): Column<Row> | null =>
    rows.some(({ workout }) => workout.aggregates[key] !== null)
      ? {
          key,
          header,
          figure: true,
          render: ({ workout }) => {
            const value = workout.aggregates[key];
            return value === null ? '–' : text(value);
          },
        }
      : null;
  const columns = [
    {
      key: 'name',
      header: t`Workout`,
      render: ({ at, workout }: Row) => (
        <Swatch at={at}>
          <AppLink href={`/workout/${workout.id}`}>{workout.name}</AppLink>
          <Box as="span" display="block" color="muted" fontSize="xs" fontWeight={400}>
            {formatDateTime(workout.start_datetime, { timeZone: workout.start_locale_timezone, locale })}
          </Box>
        </Swatch>
      ),
    },
    figure('distance_total', t`Distance`, (value) => told(formatDistance(value, system, { locale }))),
    {
      key: 'time',
      header: t`Moving time`,
      figure: true,
      render: ({ workout }: Row) => formatDuration(timeOf(workout)),
    },
    {
      key: 'difference',
      header: t`Difference`,
      figure: true,
      render: ({ at, workout }: Row) => {
        const time = timeOf(workout);
        return at === rows[0]!.at || first === null || time === null ? '–' : formatTimeGap(time - first);
      },
    },
    figure('speed_avg', tempo === 'speed' ? t`Speed` : t`Pace`, (value) =>
      told(formatTempo(tempo, value, system, locale)),
    ),
    figure('heartrate_avg', t`Heart rate`, (value) => whole(value, t`bpm`)),
    figure('power_avg', t`Power`, (value) => whole(value, 'W')),
    figure('ascent_total', t`Ascent`, (value) => told(formatElevation(value, system, { locale }))),
    onRemove && {
      key: 'remove',
      header: <span className="visually-hidden">{t`Remove`}</span>,
      label: '',
      figure: true,
      render: ({ workout }: Row) => (
        <IconButton
          size="sm"
          variant="quiet"
          label={t`Remove ${workout.name}`}
          icon={<CloseIcon />}
          onClick={() => onRemove(workout.id)}
        />
      ),
    },
  ].filter((column) => column !== null && column !== undefined);
  return (
    <Box as="section" aria-labelledby="figures">
      <Heading level={2} id="figures" mb={2}>
        <Trans>Figures</Trans>
      </Heading>
      <Table
        caption={t`Figures of the workouts`}
        columns={columns}
        rows={rows}
        rowKey={({ workout }) => workout.id}
        stack
      />
    </Box>
  );
}
