import type { SimilarWorkouts, Workout } from '@waymark/api-contract';
import { similarCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { AppLink, useCall, useFormatLocale, useMeasurementSystem, useSession } from '@waymark/remote';
import { Box, Button, Checkbox, Flex, Heading, Table, Text, type Column } from '@waymark/ui';
import { formatDateTime, formatDuration, formatNumber, formatTempo, tempoOf } from '@waymark/units';
import { useState } from 'react';
import { MAX_COMPARED_WORKOUTS, comparisonPath, formatTimeGap } from '../../shared/comparison-link.ts';

type Row = SimilarWorkouts['workouts'][number];

/** So many rows at first; the best and this one are always among them. */
const FIRST = 10;

const timeOf = ({ aggregates: a }: Row): number | null => a.active_time_total ?? a.elapsed_time_total;

/** The other times one was on this course, and how this time compares. Nothing where it was the only one. */
export function SameCourse({ workout }: { workout: Workout }) {
  const { data } = useCall(similarCalls.similar, { params: { id: workout.id } });
  if (!data || data.workouts.length < 2) return null;
  return <Course workout={workout} similar={data} />;
}

function Course({ workout, similar }: { workout: Workout; similar: SimilarWorkouts }) {
  const { t } = useLingui();
  const member = useSession().userId !== null;
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<readonly number[]>([workout.id]);
  const { workouts: rows, total_count: total } = similar;
  const shown = all ? rows : rows.filter((row, i) => i < FIRST || row.rank === 1 || row.id === workout.id);
  const place = rows.find(({ id }) => id === workout.id)?.rank;
  const columns = useColumns(workout, rows, chosen, setChosen, member);
  return (
    <Box as="section" aria-labelledby="same-course">
      <Heading level={2} id="same-course" mb={1}>
        <Trans>On the same course</Trans>
      </Heading>
      <Text muted mb={3}>
        {place === 1 ? (
          <Plural value={total} one="# workout." other="The fastest of # workouts." />
        ) : (
          <Trans>
            Ranked {place} of {total} by moving time.
          </Trans>
        )}
      </Text>
      <Table
        caption={t`Workouts on the same course`}
        columns={columns}
        rows={shown}
        rowKey={(row) => row.id}
        highlight={(row) => row.id === workout.id}
        stack
      />
      <Flex gap={3} mt={4} wrap="wrap" align="center">
        {member && (
          <Button
            size="sm"
            disabled={chosen.length < 2}
            {...(chosen.length < 2 ? {} : { href: comparisonPath(chosen) })}
          >
            <Trans>Compare</Trans>
          </Button>
        )}
        {member && (
          <Text muted fontSize="sm">
            {chosen.length < 2 ? (
              <Trans>Choose two to five.</Trans>
            ) : (
              <Plural value={chosen.length} one="# chosen." other="# chosen." />
            )}
          </Text>
        )}
        {shown.length < rows.length && (
          <Button size="sm" variant="quiet" onClick={() => setAll(true)}>
            <Trans>Show all {rows.length}</Trans>
          </Button>
        )}
      </Flex>
    </Box>
  );
}

function useColumns(
  workout: Workout,
  rows: readonly Row[],
  chosen: readonly number[],
  choose: (ids: readonly number[]) => void,
  member: boolean,
): Column<Row>[] {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const tempo = tempoOf(workout.activity_group);
  const best = Math.min(...rows.map((row) => timeOf(row) ?? Number.POSITIVE_INFINITY));
  const day = (row: Row) =>
    formatDateTime(row.start_datetime, { timeZone: row.start_locale_timezone, locale });
  const figure = true as const;
  const columns: (Column<Row> | false)[] = [
    member && {
      key: 'choose',
      header: t`Compare`,
      width: '1%',
      render: (row) => (
        <Checkbox
          label={<span className="visually-hidden">{t`Compare ${day(row)}`}</span>}
          checked={chosen.includes(row.id)}
          disabled={!chosen.includes(row.id) && chosen.length >= MAX_COMPARED_WORKOUTS}
          onChange={(on) => choose(on ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))}
        />
      ),
    },
    {
      key: 'day',
      header: t`Date`,
      render: (row) =>
        row.id === workout.id ? (
          <Box as="span" fontWeight={600}>
            {day(row)} <Trans>(this one)</Trans>
          </Box>
        ) : (
          <AppLink href={`/workout/${row.id}`}>{day(row)}</AppLink>
        ),
    },
    { key: 'rank', header: t`Rank`, figure, render: (row) => formatNumber(row.rank, { locale }) },
    { key: 'time', header: t`Moving time`, figure, render: (row) => formatDuration(timeOf(row)) },
    {
      key: 'behind',
      header: t`Gap to best`,
      figure,
      render: (row) => {
        const time = timeOf(row);
        return time === null ? '' : formatTimeGap(time - best);
      },
    },
    {
      key: 'tempo',
      header: tempo === 'speed' ? t`Speed` : t`Pace`,
      figure,
      render: ({ aggregates }) => {
        const { value, unit } = formatTempo(tempo, aggregates.speed_avg, system, locale);
        return `${value} ${unit}`;
      },
    },
    rows.some(({ aggregates }) => aggregates.heartrate_avg !== null) && {
      key: 'heart',
      header: t`Heart rate`,
      figure,
      render: ({ aggregates: { heartrate_avg: beats } }) =>
        beats === null ? '' : `${formatNumber(beats, { locale })} ${t`bpm`}`,
    },
  ];
  return columns.filter((column) => column !== false);
}
