import { useStore } from '@waymark/store';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Heading, Table, type Column } from '@waymark/ui';
import { formatDuration } from '@waymark/units';
import { metersAt, PLACES, type Measure, type PlaceCursor } from './grid.ts';
import type { Line } from './over-charts.tsx';
import { Swatch } from './line-styles.tsx';
import type { useMeasures } from './use-measures.ts';

interface PlaceValuesProps {
  lines: readonly Line[];
  length: number;
  said: ReturnType<typeof useMeasures>;
  cursor: PlaceCursor;
}

const MEASURES: readonly Measure[] = ['speed', 'heartrate', 'altitude', 'power'];

/** What each workout measured at the cursor; at the end of the course while there is none. */
export function PlaceValues({ lines, length, said, cursor }: PlaceValuesProps) {
  const { t } = useLingui();
  // Where all have been: the end of the shortest.
  const last = Math.min(...lines.map(({ laid }) => laid.time.findLastIndex((time) => !Number.isNaN(time))));
  const at = useStore(cursor) ?? Math.min(PLACES - 1, last);
  const there = MEASURES.filter((key) => lines.some(({ laid }) => !laid[key].every(Number.isNaN)));
  const where = said.place(metersAt(at, length));
  const time = ({ laid }: Line) => laid.time[at]!;
  const columns: Column<Line>[] = [
    {
      key: 'name',
      header: t`Workout`,
      render: ({ at: look, name }) => <Swatch at={look}>{name}</Swatch>,
    },
    {
      key: 'time',
      header: t`Time`,
      figure: true,
      render: (line) => (Number.isNaN(time(line)) ? '–' : formatDuration(time(line))),
    },
    {
      key: 'gap',
      header: said.gap.label,
      figure: true,
      render: (line) => said.gap.text(time(line) - time(lines[0]!)),
    },
    ...there.map((key): Column<Line> => ({
      key,
      header: said.measures[key].label,
      figure: true,
      render: ({ laid }) => said.measures[key].text(laid[key][at]!),
    })),
  ];
  return (
    <Box as="section" aria-labelledby="at-place">
      <Heading level={2} id="at-place" mb={2} fontVariantNumeric="tabular-nums">
        <Trans>At {where}</Trans>
      </Heading>
      <Table
        caption={t`Values at ${where}`}
        columns={columns}
        rows={lines}
        rowKey={(line) => line.at}
        stack
      />
    </Box>
  );
}
