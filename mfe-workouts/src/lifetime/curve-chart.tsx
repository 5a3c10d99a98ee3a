import { Trans, useLingui } from '@lingui/react/macro';
import { Chart, ChartTable, Legend, LineSeries, Readout, type StripArea } from '@waymark/chart';
import { navigate } from '@waymark/contract';
import { useFormatLocale } from '@waymark/remote';
import { Box, Flex, Link, type Column } from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useState } from 'react';
import type { CurveAxes, CurvePoint } from './curve-points.ts';

interface CurveChartProps {
  /** What the curve tells: 'Fastest time over a distance'. */
  name: string;
  /** Above the scale: its unit. */
  unit: string;
  colour: string;
  points: readonly CurvePoint[];
  /** All time, pale behind a shorter span. */
  behind: readonly CurvePoint[];
  spanName: string;
  axes: CurveAxes;
  /** Heads of the table. */
  over: string;
  best: string;
  /** Head of the third column; none for power. */
  tempo?: string;
}

/** A best-effort curve; each place leads to the workout that holds it. */
export function CurveChart(props: CurveChartProps) {
  const { name, unit, colour, points, behind, spanName, axes, over, best, tempo } = props;
  const { t } = useLingui();
  const locale = useFormatLocale();
  const [at, setAt] = useState<number | null>(null);
  const shown = at !== null && at < points.length ? at : null;
  const here = shown === null ? null : points[shown]!;
  const day = (point: CurvePoint) => formatDate(point.workout.day, { locale });
  const told = (point: CurvePoint) => `${point.over} ${point.best}${point.tempo && `, ${point.tempo}`}`;
  const draw = (area: StripArea) => (
    <>
      <LineSeries
        area={area}
        stops={behind.map(({ x }) => axes.x(x))}
        scale={axes.y}
        at={null}
        series={[
          { key: 'all', colour: 'var(--wm-control)', shape: 'dashes', values: behind.map(({ y }) => y) },
        ]}
      />
      <LineSeries
        area={area}
        stops={points.map(({ x }) => axes.x(x))}
        scale={axes.y}
        at={shown}
        series={[{ key: 'span', colour, shape: 'line', values: points.map(({ y }) => y) }]}
      />
    </>
  );
  const columns: Column<CurvePoint>[] = [
    { key: 'over', header: over, render: (point) => point.over },
    { key: 'best', header: best, figure: true, render: (point) => point.best },
    ...(tempo
      ? [{ key: 'tempo', header: tempo, figure: true, render: (point: CurvePoint) => point.tempo }]
      : []),
    { key: 'day', header: t`Date`, figure: true, render: (point) => <time>{day(point)}</time> },
    {
      key: 'workout',
      header: t`Workout`,
      render: ({ workout }) => (
        <Link variant="quiet" href={`/workout/${workout.id}`}>
          {workout.name}
        </Link>
      ),
    },
  ];
  return (
    <Box minW={0}>
      <Flex justify="space-between" wrap="wrap" columnGap={6} rowGap={1}>
        <b>{name}</b>
        <Legend
          items={[
            { shape: 'line', colour, label: spanName },
            ...(behind.length > 0
              ? [{ shape: 'dashes' as const, colour: 'var(--wm-control)', label: <Trans>All time</Trans> }]
              : []),
          ]}
        />
      </Flex>
      <Readout>
        {here ? (
          <>
            <b>{told(here)}</b>
            <Link href={`/workout/${here.workout.id}`}>{here.workout.name}</Link>
            <time dateTime={here.workout.day}>{day(here)}</time>
          </>
        ) : (
          <Box as="span" color="muted">
            <Trans>Hover over or tap the curve to see the workout behind it.</Trans>
          </Box>
        )}
      </Readout>
      <Chart
        label={t`${name}. Arrow keys move, Enter opens the workout.`}
        strips={[{ key: 'curve', height: 220, title: unit, ticks: axes.yTicks, render: draw }]}
        xTicks={axes.xTicks}
        stops={points.map(({ x }) => axes.x(x))}
        at={shown}
        onAt={setAt}
        stays
        start={0}
        text={(i) => `${told(points[i]!)}, ${points[i]!.workout.name}, ${day(points[i]!)}`}
        onOpen={(i) => navigate(`/workout/${points[i]!.workout.id}`)}
      />
      <ChartTable caption={name} columns={columns} rows={points} rowKey={({ x }) => x} />
    </Box>
  );
}
