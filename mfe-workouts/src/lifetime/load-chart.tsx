import { Trans, useLingui } from '@lingui/react/macro';
import type { TrainingLoad } from '@waymark/api-contract';
import {
  barPath,
  Chart,
  type ChartStrip,
  ChartTable,
  Legend,
  linearScale,
  LineSeries,
  Readout,
  roundTicks,
  type Series,
  type StripArea,
  type Tick,
  ticksFromZero,
} from '@waymark/chart';
import { navigate } from '@waymark/contract';
import { useFormatLocale } from '@waymark/remote';
import { Box, Flex, Link, type Column } from '@waymark/ui';
import { formatDate, formatNumber } from '@waymark/units';
import { useState } from 'react';
import { allWorkoutsPath } from '../shared/all-workouts-path.ts';
import { dayText, LONG } from '../shared/days.ts';

type Day = TrainingLoad['days'][number];

const COLOURS = {
  fitness: 'var(--wm-sky)',
  fatigue: 'var(--wm-sun)',
  form: 'var(--wm-moss)',
  load: 'var(--wm-muted)',
};

/** Fitness and fatigue, form below them, and the load of each day: three strips under one cursor. */
export function LoadChart({ load: { days } }: { load: TrainingLoad }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const [at, setAt] = useState<number | null>(null);
  const shown = at !== null && at < days.length ? at : null;
  const whole = (value: number) => formatNumber(value, { locale });
  const names = { fitness: t`Fitness`, fatigue: t`Fatigue`, form: t`Form`, load: t`Load` };
  const keys = ['fitness', 'fatigue', 'form', 'load'] as const;
  const stops = days.map((_, i) => (i + 0.5) / days.length);
  const series = (key: keyof typeof COLOURS, shape: Series['shape']): Series => ({
    key,
    shape,
    colour: COLOURS[key],
    values: days.map((day) => day[key]),
  });
  const ticksOf = (values: readonly number[], scale: (value: number) => number): Tick[] =>
    values.map((value) => ({ at: scale(value), text: whole(value) }));

  const upper = ticksFromZero(Math.max(...days.flatMap(({ fitness, fatigue }) => [fitness, fatigue]), 10), 4);
  const upperScale = linearScale(0, upper.at(-1)!);
  const deep = Math.max(...days.map(({ form }) => Math.abs(form)), 10);
  const formScale = linearScale(-deep * 1.1, deep * 1.1);
  const bars = ticksFromZero(Math.max(...days.map(({ load }) => load), 10), 2);
  const barScale = linearScale(0, bars.at(-1)!);
  const strips: ChartStrip[] = [
    {
      key: 'fitness',
      height: 170,
      title: `${names.fitness}, ${names.fatigue}`,
      ticks: ticksOf(upper, upperScale),
      render: (area) => (
        <LineSeries
          area={area}
          stops={stops}
          scale={upperScale}
          at={shown}
          series={[series('fatigue', 'dashes'), series('fitness', 'line')]}
        />
      ),
    },
    {
      key: 'form',
      height: 90,
      title: names.form,
      ticks: ticksOf(roundTicks(-deep, deep, 3), formScale),
      render: (area) => (
        <LineSeries
          area={area}
          stops={stops}
          scale={formScale}
          at={shown}
          series={[series('form', 'area')]}
        />
      ),
    },
    {
      key: 'load',
      height: 70,
      title: names.load,
      ticks: ticksOf(bars, barScale),
      render: (area) => <Bars area={area} days={days} stops={stops} scale={barScale} />,
    },
  ];
  // Days of the month's first, so that months read as months.
  const xTicks = days.flatMap(({ day }, i) =>
    day.endsWith('-01') ? [{ at: stops[i]!, text: dayText(day, locale, { month: 'short' }) }] : [],
  );
  const columns: Column<Day>[] = [
    {
      key: 'day',
      header: t`Day`,
      render: ({ day, load }) => <DayLink day={day} load={load} text={formatDate(day, { locale })} />,
    },
    ...keys.map((key): Column<Day> => ({
      key,
      header: names[key],
      figure: true,
      render: (row) => whole(row[key]),
    })),
  ];
  const told = (day: Day) => keys.map((key) => `${names[key]} ${whole(day[key])}`).join(', ');
  const here = days[shown ?? days.length - 1]!;
  return (
    <Box>
      <Readout>
        <DayLink day={here.day} load={here.load} text={dayText(here.day, locale, LONG)} />
        {keys.map((key) => (
          <Flex key={key} gap={1}>
            {names[key]} <b>{whole(here[key])}</b>
          </Flex>
        ))}
      </Readout>
      <Chart
        label={t`Training load by day. Arrow keys move, Enter opens the workouts of the day.`}
        strips={strips}
        xTicks={xTicks}
        stops={stops}
        at={shown}
        onAt={setAt}
        stays
        start={days.length - 1}
        text={(i) => `${dayText(days[i]!.day, locale, LONG)}: ${told(days[i]!)}`}
        onOpen={(i) => {
          const { day, load } = days[i]!;
          if (load > 0) navigate(dayPath(day));
        }}
      />
      <Flex justify="space-between" wrap="wrap" gap={2} mt={1}>
        <Legend
          items={[
            { shape: 'line', colour: COLOURS.fitness, label: <Trans>Fitness</Trans> },
            { shape: 'dashes', colour: COLOURS.fatigue, label: <Trans>Fatigue</Trans> },
            { shape: 'area', colour: COLOURS.form, label: <Trans>Form</Trans> },
            { shape: 'bar', colour: COLOURS.load, label: <Trans>Daily load</Trans> },
          ]}
        />
      </Flex>
      <ChartTable
        caption={t`Training load as a table`}
        columns={columns}
        rows={days.toReversed()}
        rowKey={({ day }) => day}
      />
    </Box>
  );
}

const dayPath = (day: string): string => allWorkoutsPath({ from: day, to: day });

/** A day, which leads to the workouts that its load is of. */
function DayLink({ day, load, text }: { day: string; load: number; text: string }) {
  const time = <time dateTime={day}>{text}</time>;
  return load > 0 ? <Link href={dayPath(day)}>{time}</Link> : time;
}

interface BarsProps {
  area: StripArea;
  days: readonly Day[];
  stops: readonly number[];
  scale: (value: number) => number;
}

function Bars({ area, days, stops, scale }: BarsProps) {
  const width = Math.max((area.width / days.length) * 0.7, 1);
  const d = days
    .map(({ load }, i) =>
      load > 0 ? barPath(area.x(stops[i]!) - width / 2, width, area.y(scale(load)), area.height) : '',
    )
    .join('');
  return <path d={d} fill={COLOURS.load} />;
}
