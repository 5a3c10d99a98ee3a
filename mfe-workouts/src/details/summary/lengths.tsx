import type { SwimStroke, Workout } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Box, Heading, Table, Text, useViewport, type Column } from '@waymark/ui';
import { convert, formatDuration, formatNumber, formatTempo } from '@waymark/units';
import { poolSystem } from './figures-of.ts';
import { LengthsChart } from './lengths-chart.tsx';
import { Named } from './named.tsx';
import { swimFigures, swumLengths, type SwumLength } from './pool-lengths.ts';
import { SmallFigure } from './small-figure.tsx';

/** The lengths of a pool swim: how many, in which strokes, bars of their pace, and each with its figures. */
export function Lengths({ workout }: { workout: Workout }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const { isMobile } = useViewport();
  const names: Record<SwimStroke, string> = {
    freestyle: t`Freestyle`,
    backstroke: t`Backstroke`,
    breaststroke: t`Breaststroke`,
    butterfly: t`Butterfly`,
    drill: t`Drill`,
    mixed: t`Mixed`,
    medley: t`Medley`,
  };
  const { lengths, pool_length: pool } = workout;
  const strokes = [...Map.groupBy(lengths, ({ stroke }) => stroke)]
    .flatMap(([stroke, swum]) => (stroke ? [{ name: names[stroke], count: swum.length }] : []))
    .toSorted((a, b) => b.count - a.count);
  const rows = swumLengths(lengths);
  const figures = swimFigures(rows);
  const system = pool === null ? 'metric' : poolSystem(pool);
  const whole = (value: number | null) => (value === null ? '' : formatNumber(value, { locale }));
  const paceOf = ({ duration }: SwumLength) =>
    pool === null ? null : formatTempo('swim', pool / duration, system, locale);
  const nameOf = ({ stroke }: SwumLength) => (stroke ? names[stroke] : '');
  const hasStrokes = figures.swolf !== null;

  const columns: Column<SwumLength>[] = [
    { key: 'length', header: t`Length`, render: ({ index }) => index + 1 },
    { key: 'time', header: t`Time`, figure: true, render: ({ duration }) => formatDuration(duration) },
  ];
  const unit = rows[0] && paceOf(rows[0])?.unit;
  if (unit && !isMobile)
    columns.push({
      key: 'pace',
      header: <Named name={t`Pace`} unit={unit} />,
      label: t`Pace`,
      figure: true,
      render: (row) => paceOf(row)!.value,
    });
  if (hasStrokes)
    columns.push({ key: 'strokes', header: t`Strokes`, figure: true, render: ({ strokes: n }) => n ?? '' });
  if (hasStrokes && !isMobile)
    columns.push({
      key: 'rate',
      header: t`Strokes/min`,
      figure: true,
      render: (row) => whole(row.strokesPerMinute),
    });
  if (hasStrokes)
    columns.push({ key: 'swolf', header: t`SWOLF`, figure: true, render: ({ swolf }) => whole(swolf) });
  if (figures.rest > 0)
    columns.push({
      key: 'rest',
      header: t`Rest`,
      figure: true,
      render: ({ rest }) => (rest > 0 ? formatDuration(rest) : ''),
    });
  if (strokes.length > 0) columns.push({ key: 'stroke', header: t`Stroke`, render: nameOf });

  const poolText = pool === null ? '' : poolLengthText(pool, locale);
  return (
    <Box as="section" aria-labelledby="lengths">
      <Heading level={2} id="lengths" mb={3}>
        <Trans>Lengths</Trans>
      </Heading>
      <Text mb={3}>
        <Plural value={lengths.length} one="# length" other="# lengths" />
        {poolText && <> {t`of ${poolText}`}</>}
        {strokes.length > 0 &&
          `: ${strokes.map(({ name, count }) => (strokes.length === 1 ? name : `${name} ${count}`)).join(', ')}`}
      </Text>
      {(hasStrokes || figures.rest > 0) && (
        <div className="wm-w-more">
          {hasStrokes && (
            <>
              <SmallFigure label={t`Strokes per length`} value={whole(figures.strokesPerLength)} unit="" />
              <SmallFigure
                label={t`Stroke rate`}
                value={whole(figures.strokesPerMinute)}
                unit={t`strokes/min`}
              />
              <SmallFigure label={t`Average SWOLF`} value={whole(figures.swolf)} unit="" />
            </>
          )}
          {figures.rest > 0 && <SmallFigure label={t`Rest`} value={formatDuration(figures.rest)} unit="" />}
        </div>
      )}
      {rows.length > 1 && (
        <Box mt={4}>
          <LengthsChart rows={rows} paceOf={paceOf} nameOf={nameOf} />
        </Box>
      )}
      <Box as="details" mt={3}>
        <Box as="summary" cursor="pointer" mb={3}>
          <Trans>Each length</Trans>
        </Box>
        <Table caption={t`Lengths of the pool`} columns={columns} rows={rows} rowKey={({ index }) => index} />
      </Box>
    </Box>
  );
}

/** '25 m', '25 yd', '33.33 m'. */
function poolLengthText(meters: number, locale: string): string {
  const isImperial = poolSystem(meters) === 'imperial';
  const value = isImperial ? Math.round(convert(meters, 'm', 'yd')) : meters;
  const digits = Number.isInteger(value) ? 0 : 2;
  return `${formatNumber(value, { locale, digits })} ${isImperial ? 'yd' : 'm'}`;
}
