import type { SwimLength, SwimStroke, Workout } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Box, Heading, Table, Text, type Column } from '@waymark/ui';
import { formatDuration, formatNumber } from '@waymark/units';

type Row = SwimLength & { index: number };

/** The lengths of a pool swim: how many, in which strokes, and each with its time. */
export function Lengths({ workout }: { workout: Workout }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
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
  const rows: Row[] = lengths.map((length, index) => ({ ...length, index }));
  const columns: Column<Row>[] = [
    { key: 'length', header: t`Length`, render: ({ index }) => index + 1 },
    { key: 'time', header: t`Time`, figure: true, render: ({ duration }) => formatDuration(duration) },
  ];
  if (lengths.some((length) => length.strokes)) {
    columns.push({ key: 'strokes', header: t`Strokes`, figure: true, render: ({ strokes: n }) => n ?? '' });
  }
  if (strokes.length > 0) {
    columns.push({ key: 'stroke', header: t`Stroke`, render: ({ stroke }) => (stroke ? names[stroke] : '') });
  }
  const metres = pool === null ? null : formatNumber(pool, { locale, digits: pool % 1 === 0 ? 0 : 2 });
  return (
    <Box as="section" aria-labelledby="lengths">
      <Heading level={2} id="lengths" mb={3}>
        <Trans>Lengths</Trans>
      </Heading>
      <Text mb={3}>
        <Plural value={lengths.length} one="# length" other="# lengths" />
        {metres !== null && <> {t`of ${metres} m`}</>}
        {strokes.length > 0 &&
          `: ${strokes.map(({ name, count }) => (strokes.length === 1 ? name : `${name} ${count}`)).join(', ')}`}
      </Text>
      <Box as="details">
        <Box as="summary" cursor="pointer" mb={3}>
          <Trans>Each length</Trans>
        </Box>
        <Table caption={t`Lengths of the pool`} columns={columns} rows={rows} rowKey={({ index }) => index} />
      </Box>
    </Box>
  );
}
