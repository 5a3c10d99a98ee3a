import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import type { TracksHeader } from '@waymark/streams';
import { Box, Grid, Heading, Switch, Table, Text } from '@waymark/ui';
import { formatDistance, unitsOf } from '@waymark/units';
import { useState } from 'react';
import { dayText } from '../shared/days.ts';
import { byMonth, type MonthCount } from './filter.ts';
import { WorkoutList } from './workout-list.tsx';

interface HeatTableProps {
  header: TracksHeader;
  shown: Uint8Array | null;
  /** Tracks that were in view on the map; null before there was one. */
  inView: readonly number[] | null;
}

/** The map's workouts for those who cannot see it: how many in each month, and which. */
export function HeatTable({ header, shown, inView }: HeatTableProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const system = useMeasurementSystem();
  const [onlyView, setOnlyView] = useState(false);
  const all = header.id.map((_, i) => i).filter((i) => shown === null || shown[i]);
  const within = onlyView && inView ? new Set(inView) : null;
  const tracks = within ? all.filter((i) => within.has(i)) : all;
  return (
    <>
      {inView && (
        <Switch
          checked={onlyView}
          onChange={setOnlyView}
          label={t`Only workouts in the part of the map you looked at`}
        />
      )}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap={8}>
        <Box as="section" aria-labelledby="by-month" minW={0}>
          <Heading level={2} size="xl" id="by-month" mb={3}>
            <Trans>By month</Trans>
          </Heading>
          <Table<MonthCount>
            caption={t`Workouts with a track by month`}
            rows={byMonth(header, tracks)}
            rowKey={({ month }) => month}
            columns={[
              {
                key: 'month',
                header: t`Month`,
                render: ({ month }) => dayText(`${month}-01`, locale, { month: 'long', year: 'numeric' }),
              },
              { key: 'count', header: t`Workouts`, figure: true, render: ({ count }) => count },
              {
                key: 'distance',
                header: `${t`Distance`} (${unitsOf(system).distance})`,
                figure: true,
                render: ({ meters }) => formatDistance(meters, system, { locale, digits: 0 }).value,
              },
            ]}
          />
        </Box>
        <Box as="section" aria-labelledby="which" minW={0}>
          <Heading level={2} size="xl" id="which" mb={3}>
            <Plural value={tracks.length} _0="No workout" one="# workout" other="# workouts" />
          </Heading>
          {tracks.length > 0 ? (
            <WorkoutList header={header} tracks={tracks} />
          ) : (
            <Text muted>
              <Trans>Choose other activities or days to see more.</Trans>
            </Text>
          )}
        </Box>
      </Grid>
    </>
  );
}
