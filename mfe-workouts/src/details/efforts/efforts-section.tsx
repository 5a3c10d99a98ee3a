import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import type { Streams } from '@waymark/streams';
import { Box, Heading, Stack, Text } from '@waymark/ui';
import { formatDuration, formatNumber, formatTempo, METERS_PER_MILE, tempoOf } from '@waymark/units';
import { useMemo } from 'react';
import type { RecordingSelection } from '../selection/recording-selection.ts';
import { EffortsTable } from './efforts-table.tsx';
import { effortMeters, fastest, HALF_MARATHON, MARATHON, strongest } from './efforts.ts';

/** The fastest stretches of this workout and its highest power; choosing one selects that part on map and chart. */
export function EffortsSection({
  workout,
  streams,
  selection,
}: {
  workout: Workout;
  streams: Streams;
  selection: RecordingSelection;
}) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const tempo = tempoOf(workout.activity_group);
  const nameOf = useDistanceNames();
  const efforts = useMemo(() => fastest(streams, effortMeters(tempo, system)), [streams, tempo, system]);
  const powers = useMemo(() => strongest(streams), [streams]);
  if (efforts.length === 0 && powers.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="efforts" minW={0}>
      <Heading level={2} id="efforts" mb={3}>
        <Trans>Best efforts</Trans>
      </Heading>
      <Stack gap={5}>
        {efforts.length > 0 && (
          <EffortsTable
            caption={t`Fastest stretches`}
            heads={[t`Distance`, t`Time`, tempo === 'speed' ? t`Speed` : t`Pace`]}
            unit={formatTempo(tempo, 1, system, locale).unit}
            selection={selection}
            rows={efforts.map(({ meters, seconds, from, to }) => ({
              part: { from, to },
              name: nameOf(meters),
              first: formatDuration(seconds),
              second: formatTempo(tempo, meters / seconds, system, locale).value,
            }))}
          />
        )}
        {powers.length > 0 && (
          <EffortsTable
            caption={t`Highest power`}
            heads={[t`Time`, t`Power`]}
            unit="W"
            selection={selection}
            rows={powers.map(({ seconds, watts, from, to }) => ({
              part: { from, to },
              name: seconds < 60 ? t`${seconds} s` : t`${seconds / 60} min`,
              first: formatNumber(watts, { locale }),
            }))}
          />
        )}
      </Stack>
      <Text muted size="xs" mt={2}>
        <Trans>Includes stops. Choose a line to see it on the map and the chart.</Trans>
      </Text>
    </Box>
  );
}

function useDistanceNames(): (meters: number) => string {
  const { t } = useLingui();
  const locale = useFormatLocale();
  return (meters) => {
    if (meters === HALF_MARATHON) return t`Half marathon`;
    if (meters === MARATHON) return t`Marathon`;
    const miles = meters / METERS_PER_MILE;
    if (Number.isInteger(miles)) return `${formatNumber(miles, { locale })} mi`;
    return meters < 1000 || meters % 1000 !== 0
      ? `${formatNumber(meters, { locale })} m`
      : `${formatNumber(meters / 1000, { locale })} km`;
  };
}
